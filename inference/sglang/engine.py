"""SglangEngine: the real `sglang.Engine` in this process, behind the Engine protocol.

One engine a process: `close()` ends all children of the process, as SGLang's own shutdown does. SGLang's processes are
spawned, so the program's main module needs its `if __name__ == "__main__"` guard.
"""

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from inference.engine import (
    DeadlineExceeded,
    Delta,
    EngineInfo,
    EngineLost,
    EngineNotStarted,
    FinishReason,
    GenerationRequest,
    RequestFailed,
    RequestRefused,
    check_request,
)
from inference.output.deltas import DeltaMaker
from inference.preflight.canaries import GOLDEN_WORDS
from inference.preflight.health import generate_one
from inference.profiles.loader import Profile, load_profile
from inference.sglang.canaries import prove
from inference.sglang.detokenize import StreamDecoder
from inference.sglang.info import describe
from inference.sglang.requests import costs, end_of, is_strict, parameters
from inference.sglang.watchdog import ProcessWatch, SignalKeeper

log = logging.getLogger(__name__)

# An abort's last chunk came within 57 ms; what was computed is in the prefix cache only then.
ABORT_WAIT_S = 2.0
# Whatever the profile: what the rest of this project is built on.
ALWAYS: Mapping[str, Any] = {
    "incremental_streaming_output": True,
    "grammar_backend": "xgrammar",
    "constrained_json_disable_any_whitespace": True,
    "reasoning_parser": "glm45",
    "enable_strict_thinking": True,
    "enable_cache_report": True,
    "enable_priority_scheduling": True,
    "skip_server_warmup": True,
    "log_level": "warning",
}

Chunk = Mapping[str, Any]


@dataclass(eq=False)
class _Stream:
    """A running generation: whether it was aborted, and what wakes it when the engine is lost."""

    lost: "asyncio.Future[None]"
    aborted: bool = False


@dataclass(frozen=True)
class Load:
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
        if request.request_id in self._streams:
            raise RequestRefused(
                "request_id", f"{request.request_id} is running", "an id of its own for each request"
            )
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
            chunks = await self.engine.async_generate(**parameters(request, strict=self._is_strict(request)))
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
        meta, ids = chunk["meta_info"], list(chunk["output_ids"])
        if meta["finish_reason"] is None:
            return maker.feed(ids)
        request = maker.request
        settings = self.profile.settings
        end = end_of(meta, request, self.info, settings.max_running_requests + settings.max_queued_requests)
        stop = end.stop_token_id
        if stop is not None and ids and ids[-1] == stop:
            ids.pop()
        if end.error is not None:
            raise end.error
        deltas = maker.feed(ids)
        # Strict thinking closes at exactly the budget; a model that closed there by itself is counted with it.
        full = self._is_strict(request) and maker.splitter.reasoning_tokens == request.reasoning_budget
        truncated = full and not maker.splitter.inside
        return [
            *deltas,
            *maker.finish(end.reason, stop_token_id=stop, truncated=truncated, **costs(meta)),
        ]

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

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._watch.stop()
        self._lose("closed")
        await asyncio.to_thread(self.engine.shutdown)

    def _is_strict(self, request: GenerationRequest) -> bool:
        return self.strict and is_strict(request)

    def _check_alive(self) -> None:
        if self._lost:
            raise EngineLost(self._lost)

    def _lose(self, reason: str) -> None:
        if self._lost is None and not self._closed:
            log.error("the engine is lost: %s", reason)
        self._lost = self._lost or reason
        for stream in self._streams.values():
            if not stream.lost.done():
                stream.lost.set_result(None)


async def start_engine(model: str, profile: Profile, *, strict: bool = True) -> SglangEngine:
    """Loads a checkpoint and generates one token. Blocks the loop while it loads. Raises EngineNotStarted."""
    for name, value in profile.environment.items():
        # Read when sglang and torch are imported, and by the processes that they spawn. What is set by hand stays.
        os.environ.setdefault(name, value)
    try:
        import sglang
    except ImportError as error:
        raise EngineNotStarted(
            f"sglang cannot be imported ({error}); install it: pip install .[nia]"
        ) from error
    try:
        started = sglang.Engine(model_path=model, **ALWAYS, **profile.arguments())
    except Exception as error:
        raise EngineNotStarted(f"{type(error).__name__}: {error}") from error
    engine = SglangEngine(started, model, profile, strict)
    try:
        await engine.warm_up()
    except EngineLost as error:
        await engine.close()
        raise EngineNotStarted(f"it loaded, but its first generation failed: {error.reason}") from error
    return engine


async def build(options: Mapping[str, Any]) -> SglangEngine:
    """From JSON. Raises EngineNotStarted, also if a canary fails; ProfileError; TypeError for an unknown option.

    model         folder or name of a checkpoint
    profile       name of a hardware profile, or a YAML file
    overrides     engine settings, over the profile's
    strict        whether SGLang's strict thinking holds reasoning budgets (true)
    canaries      whether the start-up canaries decide (true on GPUs; the tiny models of tests know no answers)
    golden_words  one of which the golden prompt's answer must hold
    """
    known = {"model", "profile", "overrides", "strict", "canaries", "golden_words"}
    if unknown := options.keys() - known:
        raise TypeError(f"unknown options {sorted(unknown)}; there are {sorted(known)}")
    profile = load_profile(options["profile"], options.get("overrides"))
    engine = await start_engine(options["model"], profile, strict=options.get("strict", True))
    if options.get("canaries", profile.gpu is not None):
        try:
            words = tuple(options.get("golden_words", GOLDEN_WORDS))
            await prove(engine, engine.tokenizer, profile, words)
        except BaseException:
            await engine.close()
            raise
    return engine
