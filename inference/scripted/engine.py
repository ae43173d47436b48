"""ScriptedEngine: fixed tokens at a fixed cadence, for tests and benchmarks. It is no model and pretends to be none."""

import asyncio
import math
import os
import signal
import time
from array import array
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from inference.engine import (
    DeadlineExceeded,
    Delta,
    EngineInfo,
    EngineLost,
    FinishReason,
    GenerationRequest,
    RequestFailed,
    check_not_running,
    check_request,
)
from inference.output.deltas import DeltaMaker
from inference.preflight.health import generate_one
from inference.scripted.admission import Slots
from inference.scripted.script import (
    END,
    END_THINK,
    SPECIAL,
    THINK,
    VOCABULARY_SIZE,
    Fault,
    PieceDecoder,
    Script,
    answer,
    fault_in,
    write_script,
)

BLOCK_S = 60.0


@dataclass(frozen=True)
class Cadence:
    """When tokens come: the first after `first_token_s`, the rest at `tokens_per_s`, `chunk` tokens at once."""

    tokens_per_s: float = 165.0
    first_token_s: float = 0.05
    chunk: int = 3

    def due(self, tokens: int) -> float:
        """Seconds from the start at which the first `tokens` tokens are out: no step adds to the last one's error."""
        return self.first_token_s + (tokens - 1) / self.tokens_per_s


@dataclass(eq=False)
class _Stream:
    """A running generation: what can end its sleep."""

    aborted: bool = False
    lost: bool = False
    _sleep: "asyncio.Future[None] | None" = None

    async def sleep_until(self, due: float, deadline: float) -> None:
        """Until `due` (event loop's time), abort, loss of the engine, or the deadline, whichever is first."""
        loop = asyncio.get_running_loop()
        if self.aborted or self.lost or min(due, deadline) <= loop.time():
            return
        self._sleep = loop.create_future()
        timer = loop.call_at(min(due, deadline), self.wake)
        try:
            await self._sleep
        finally:
            timer.cancel()
            self._sleep = None

    def wake(self) -> None:
        if self._sleep is not None and not self._sleep.done():
            self._sleep.set_result(None)


@dataclass(eq=False)
class ScriptedEngine:
    """The same script for every request. Grammars and temperature are checked, then ignored.

    `cached_tokens` is the longest prefix that any earlier request of this engine shares, as a perfect prefix cache
    with room for the last requests would find. `accept_length` is what it says of its speculation, as it has none.
    """

    script: Script = field(default_factory=lambda: write_script("The lamp burns low. Nothing else moves."))
    cadence: Cadence = Cadence()
    running: int = 64
    waiting: int = 256
    context_length: int = 131_072
    accept_length: float | None = None
    clock: Callable[[], float] = time.monotonic
    info: EngineInfo = field(init=False)

    def __post_init__(self) -> None:
        self.info = EngineInfo(
            model="scripted",
            vocabulary_size=VOCABULARY_SIZE,
            context_length=self.context_length,
            kv_capacity=self.context_length * 4,
            end_ids=(END,),
            think_open=(THINK,),
            think_close=(END_THINK,),
            special_ids=SPECIAL,
            stamps={"engine": "scripted"},
        )
        self._slots = Slots(self.running, self.waiting)
        self._streams: dict[str, _Stream] = {}
        self._lost: str | None = None
        self._hung = False
        self._seen: list[array[int]] = []

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        check_request(request, self.info)
        self._check_alive()
        check_not_running(request, self._streams)
        deadline = asyncio.get_running_loop().time() + request.deadline_s
        maker = DeltaMaker(request, self.info, PieceDecoder(self.script.pieces), self.clock)
        stream = self._streams[request.request_id] = _Stream()
        try:
            async with (
                self._slot(request, deadline),
                aclosing(self._run(request, stream, maker, deadline)) as deltas,
            ):
                async for delta in deltas:
                    yield delta
        finally:
            del self._streams[request.request_id]

    @asynccontextmanager
    async def _slot(self, request: GenerationRequest, deadline: float) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout_at(deadline):
                taken = await self._slots.take(request.lane, request.request_id)
        except TimeoutError:
            raise DeadlineExceeded(request.deadline_s) from None
        try:
            yield
        finally:
            if taken:
                self._slots.give()

    async def _run(
        self, request: GenerationRequest, stream: _Stream, maker: DeltaMaker, deadline: float
    ) -> AsyncGenerator[Delta, None]:
        loop = asyncio.get_running_loop()
        started = loop.time()
        cached = self._cached_tokens(request.token_ids)
        fault, fault_at = fault_in(request.token_ids) or (None, -1)
        ids, reason, stop, truncated = self._plan(request, fault, fault_at)
        out = 0
        while out < len(ids) and not maker.overrun:
            if out == fault_at and fault is not None:
                self._happen(fault)
            # The first token comes from the prefill, alone; then so many a step.
            step = min(self.cadence.chunk if out else 1, len(ids) - out)
            if out < fault_at:
                step = min(step, fault_at - out)
            due = math.inf if self._hung else started + self.cadence.due(out + step)
            await stream.sleep_until(due, deadline)
            self._check_alive()
            if stream.aborted:
                reason, stop, truncated = FinishReason.ABORT, None, False
                break
            if loop.time() >= deadline:
                raise DeadlineExceeded(request.deadline_s)
            if not self._hung:
                for delta in maker.feed(ids[out : out + step]):
                    yield delta
                out += step
        for delta in maker.finish(
            reason,
            cached_tokens=cached,
            accept_length=self.accept_length,
            stop_token_id=None if maker.overrun else stop,
            truncated=truncated,
        ):
            yield delta

    def _plan(
        self, request: GenerationRequest, fault: Fault | None, fault_at: int
    ) -> tuple[list[int], FinishReason, int | None, bool]:
        """All ids to come, why they end, the stop token that ends them, and whether reasoning was closed early."""
        ids, truncated = answer(self.script, request)
        most = request.sampling.max_new_tokens
        if fault is Fault.DEGENERATE:
            ids = ids[:fault_at] + [ids[-1]] * most
        stops = set(request.sampling.stop_token_ids)
        end = next((i for i, number in enumerate(ids) if number in stops), len(ids))
        if min(end, len(ids)) >= most:
            return ids[:most], FinishReason.LENGTH, None, truncated
        if end < len(ids):
            return ids[:end], FinishReason.STOP, ids[end], truncated
        return ids, FinishReason.COMPLETE, END, truncated

    async def abort(self, request_id: str) -> None:
        if stream := self._streams.get(request_id):
            stream.aborted = True
            stream.wake()
            self._slots.withdraw(request_id)

    async def health(self) -> float:
        self._check_alive()
        return await generate_one(self)

    async def close(self) -> None:
        self._lose("closed")

    def _check_alive(self) -> None:
        if self._lost:
            raise EngineLost(self._lost)

    def _lose(self, reason: str) -> None:
        self._lost = self._lost or reason
        for request_id, stream in self._streams.items():
            stream.lost = True
            stream.wake()
            self._slots.withdraw(request_id)

    def _happen(self, fault: Fault) -> None:
        match fault:
            case Fault.DIE:
                self._lose("a fault that the prompt asked for")
            case Fault.EXIT:
                os.kill(os.getpid(), signal.SIGKILL)
            case Fault.HANG:
                self._hung = True
            case Fault.BLOCK:
                time.sleep(BLOCK_S)
            case Fault.FAIL:
                raise RequestFailed("a fault that the prompt asked for")
            case Fault.DEGENERATE:
                pass  # it is in the ids already

    def _cached_tokens(self, prompt: tuple[int, ...]) -> int:
        """At least the prompt's last token is always computed, as in a real engine."""
        packed = array("I", prompt)
        longest = max((_common_prefix(packed, seen) for seen in self._seen), default=0)
        self._seen = [*self._seen[-63:], packed]
        return min(longest, len(prompt) - 1)


def _common_prefix(one: "array[int]", other: "array[int]") -> int:
    """By halves, on bytes: token by token, long prompts would hold up every stream."""
    left, right = one.tobytes(), other.tobytes()
    low, high = 0, min(len(left), len(right)) // one.itemsize
    while low < high:
        middle = (low + high + 1) // 2
        start, end = low * one.itemsize, middle * one.itemsize
        low, high = (middle, high) if left[start:end] == right[start:end] else (low, middle - 1)
    return low


def build(options: Mapping[str, Any]) -> ScriptedEngine:
    """From JSON: the fields of `write_script`, `Cadence` and `ScriptedEngine`. Raises TypeError for any other."""
    rest = dict(options)
    written = {
        name: rest.pop(name)
        for name in ("content", "reasoning", "structured", "closes", "honours_budget")
        if name in rest
    }
    paced = {name: rest.pop(name) for name in ("tokens_per_s", "first_token_s", "chunk") if name in rest}
    if written:
        rest["script"] = write_script(**written)
    return ScriptedEngine(cadence=Cadence(**paced), **rest)
