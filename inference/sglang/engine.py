"""SglangEngine: the real `sglang.Engine` in this process, behind the Engine protocol.

One engine a process: `close()` ends all children of the process, as SGLang's own shutdown does. SGLang's processes are
spawned, so the program's main module needs its `if __name__ == "__main__"` guard.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

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
from inference.profiles.loader import Profile
from inference.sglang.detokenize import StreamDecoder
from inference.sglang.info import describe
from inference.sglang.requests import costs, deltas_of, is_strict, parameters
from inference.sglang.watchdog import ProcessWatch, SignalKeeper

log = logging.getLogger(__name__)

# An abort's last chunk came within 57 ms; what was computed is in the prefix cache only then.
ABORT_WAIT_S = 2.0
Chunk = Mapping[str, Any]


@dataclass(eq=False)
class _Stream:
    """A running generation: whether it was aborted, and what wakes it when the engine is lost."""

    lost: "asyncio.Future[None]"
    aborted: bool = False


class Load(NamedTuple):
    """How busy the engine is, in requests and tokens of its KV cache."""

    running: int
    waiting: int
    used_tokens: int


@dataclass(eq=False)
class SglangEngine:
    """Made by `start_engine`. `engine` is a `sglang.Engine`.

    strict  whether SGLang's strict thinking holds reasoning budgets. If not, reasoning that runs over ends with
            FinishReason.BUDGET, and `inference.output.reasoning_budget` goes on from there.
    """

    engine: Any
    model: str
    profile: Profile
    strict: bool = True
    clock: Callable[[], float] = time.monotonic
    info: EngineInfo = field(init=False)

    def __post_init__(self) -> None:
        self.info = describe(self.engine, self.model, self.profile)
        self.tokenizer = self.engine.tokenizer_manager.tokenizer
        self._streams: dict[str, _Stream] = {}
        self._lost: str | None = None
        self._closed = False
        self._watch = ProcessWatch(self._lose)
        self._signals = SignalKeeper(lambda: self._lose("one of SGLang's processes failed"))

    async def warm_up(self) -> None:
        """The first request: SGLang binds to this loop and replaces its signal handlers, which we put back."""
        self._watch.start(self.engine.get_all_child_pids())
        self._signals.remember()
        await self.health()
        self._signals.restore()

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        check_request(request, self.info)
        self._check_alive()
        check_not_running(request, self._streams)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + request.deadline_s
        maker = DeltaMaker(request, self.info, StreamDecoder(self.tokenizer), self.clock)
        stream = self._streams[request.request_id] = _Stream(loop.create_future())
        try:
            async with (
                contextlib.aclosing(self._submit(request)) as chunks,
                contextlib.aclosing(self._guard(chunks, request, stream, deadline)) as guarded,
            ):
                async for chunk in guarded:
                    for delta in self._deltas(chunk, maker):
                        yield delta
                    if maker.overrun and not stream.aborted and chunk["meta_info"]["finish_reason"] is None:
                        chunk = await self._cut(chunks, chunk, request)
                        for delta in maker.finish(FinishReason.BUDGET, **costs(chunk["meta_info"])):
                            yield delta
                        return
        finally:
            del self._streams[request.request_id]
            stream.lost.cancel()

    async def _submit(self, request: GenerationRequest) -> AsyncGenerator[Chunk, None]:
        """SGLang's chunks. However this ends, the request is freed."""
        ended = False
        try:
            chunks = await self.engine.async_generate(
                **parameters(
                    request,
                    strict=self._is_strict(request),
                    seeded=bool(self.profile.settings.enable_deterministic_inference),
                )
            )
            async for chunk in chunks:
                ended = chunk["meta_info"]["finish_reason"] is not None
                yield chunk
        except ValueError as error:
            ended = True
            raise RequestFailed(str(error)) from error
        except Exception as error:
            # SGLang raises fastapi's HTTPException for a full KV cache; its other errors have no class of their own.
            raise RequestFailed(str(getattr(error, "detail", error))) from error
        finally:
            if not ended and not self._lost:
                self.engine.tokenizer_manager.abort_request(rid=request.request_id)

    async def _guard(
        self,
        chunks: AsyncGenerator[Chunk, None],
        request: GenerationRequest,
        stream: _Stream,
        deadline: float,
    ) -> AsyncGenerator[Chunk, None]:
        """The chunks, until the deadline or the loss of the engine."""
        loop = asyncio.get_running_loop()
        while True:
            following = asyncio.ensure_future(anext(chunks))
            try:
                await asyncio.wait(
                    (following, stream.lost),
                    timeout=deadline - loop.time(),
                    return_when=asyncio.FIRST_COMPLETED,
                )
                self._check_alive()
                if not following.done():
                    raise DeadlineExceeded(request.deadline_s)
            finally:
                if not following.done():
                    following.cancel()
                    await asyncio.wait((following,))
            try:
                chunk = following.result()
            except StopAsyncIteration:
                return
            yield chunk
            if stream.aborted:
                # Asked for before SGLang knew the request: it would otherwise never hear of it.
                self.engine.tokenizer_manager.abort_request(rid=request.request_id)

    def _deltas(self, chunk: Chunk, maker: DeltaMaker) -> list[Delta]:
        settings = self.profile.settings
        queue = settings.max_running_requests + settings.max_queued_requests
        return deltas_of(chunk, maker, queue, self._is_strict(maker.request))

    async def _cut(
        self, chunks: AsyncGenerator[Chunk, None], last: Chunk, request: GenerationRequest
    ) -> Chunk:
        """Aborts a request whose reasoning ran over; gives its last chunk, once the prefix cache has what it did."""
        self.engine.tokenizer_manager.abort_request(rid=request.request_id)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ABORT_WAIT_S):
                async for chunk in chunks:
                    last = chunk
        return last

    async def abort(self, request_id: str) -> None:
        if stream := self._streams.get(request_id):
            stream.aborted = True
            self.engine.tokenizer_manager.abort_request(rid=request_id)

    async def health(self) -> float:
        self._check_alive()
        return await generate_one(self)

    async def load(self) -> Load:
        """Asks the scheduler. Raises EngineLost."""
        self._check_alive()
        loads = await self.engine.tokenizer_manager.get_loads()
        return Load(
            sum(load.num_running_reqs for load in loads),
            sum(load.num_waiting_reqs for load in loads),
            sum(load.num_used_tokens for load in loads),
        )

    async def running(self) -> int:
        """Requests that the scheduler has, running or waiting. Raises EngineLost."""
        load = await self.load()
        return load.running + load.waiting

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._watch.stop()
        self._lose("closed")
        await asyncio.to_thread(self.engine.shutdown)

    def _is_strict(self, request: GenerationRequest) -> bool:
        return self.strict and is_strict(request)

    def _dump_requests(self) -> None:
        """What ran and what ended of late, to `crash_dump_folder`; SGLang's own handlers would, but they are ours."""
        try:
            self.engine.tokenizer_manager.dump_requests_before_crash()
        except Exception:
            log.exception("SGLang could not dump its requests")

    def _check_alive(self) -> None:
        if self._lost:
            raise EngineLost(self._lost)

    def _lose(self, reason: str) -> None:
        first = self._lost is None and not self._closed
        if first:
            log.error("the engine is lost: %s", reason)
        self._lost = self._lost or reason
        for stream in self._streams.values():
            if not stream.lost.done():
                stream.lost.set_result(None)
        if first:
            self._dump_requests()
