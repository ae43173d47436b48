"""SglangHttpEngine: an SGLang server of ours on another machine, token ids in and out over its native `/generate`.

So web machines and GPU machines can part, and the prefix contract holds: the ids that are sent are the ids that the
server's prefix cache knows. The tokenizer's files (no weights) are read here. Before several servers goes `smg` with
sticky routing: each request says its story in the header that smg routes by, so that a story stays where its prefix is.

A request is ended by hanging up, which SGLang takes as an abort: routers do not pass `/abort_request` on.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from inference.engine import (
    Delta,
    EngineInfo,
    FinishReason,
    GenerationRequest,
    check_not_running,
    check_request,
)
from inference.errors import DeadlineExceeded, EngineBusy, EngineError, EngineLost, RequestFailed
from inference.output.deltas import DeltaMaker
from inference.preflight.health import generate_one
from inference.sglang.detokenize import StreamDecoder
from inference.sglang.requests import costs, deltas_of, is_strict, parameters
from inference.sglang.served_model import info_of
from inference.sse import EventDecoder, EventTooLarge

CONNECT_WAIT_S = 5.0
ROUTING_KEY = "x-smg-routing-key"
ERROR_BYTES = 2_000

Chunk = Mapping[str, Any]


@dataclass(eq=False)
class SglangHttpEngine:
    """Implements `inference.engine.Engine`. Until `health` has reached the server, everything raises EngineLost.

    `folder` has the checkpoint's tokenizer.json and config.json. `lost` is set when a request finds no server, or
    loses it; cleared when one is answered again. `strict`: see `inference.sglang.engine`; off where the server is not.
    """

    url: str
    folder: Path
    api_key: str | None = field(default=None, repr=False)
    strict: bool = True
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.lost = asyncio.Event()
        self._info: EngineInfo | None = None
        self._queue: int | None = None
        self._incremental = True
        self._tokenizer: Any = None
        self._running: dict[str, asyncio.Event] = {}
        key = {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}
        self._client = httpx.AsyncClient(
            base_url=self.url.rstrip("/") + "/",
            headers=key,
            timeout=httpx.Timeout(None, connect=CONNECT_WAIT_S),
            limits=httpx.Limits(max_connections=None),
            trust_env=False,
        )

    @property
    def info(self) -> EngineInfo:
        if self._info is None:
            raise EngineLost(f"no SGLang server has answered at {self.url} yet")
        return self._info

    async def health(self) -> float:
        if self._info is None:
            await self._learn()
        return await generate_one(self)

    async def _learn(self) -> None:
        """What the server and the checkpoint's files say of the model. Raises EngineLost."""
        from tokenizers import Tokenizer

        try:
            said = await self._server_info()
            self._tokenizer = Tokenizer.from_file(str(self.folder / "tokenizer.json"))
            info = info_of(said, self.folder, self._tokenizer)
        except EngineLost:
            raise
        except (httpx.HTTPError, ValueError, LookupError, TypeError) as error:
            raise EngineLost(f"no SGLang server at {self.url}: {type(error).__name__} {error}") from error
        except Exception as error:  # the tokenizers package raises a plain Exception
            raise EngineLost(f"{self.folder}: {error}") from error
        self.strict = self.strict and bool(said.get("enable_strict_thinking"))
        self._incremental = bool(said.get("incremental_streaming_output"))
        running, queued = said.get("max_running_requests"), said.get("max_queued_requests")
        self._queue = running + queued if running and queued else None
        self._info = info

    async def _server_info(self) -> dict[str, Any]:
        """Routers know only the older path, and hand it on to one of their servers."""
        for path in ("server_info", "get_server_info"):
            answer = await self._client.get(path, timeout=CONNECT_WAIT_S)
            if answer.status_code == httpx.codes.OK:
                said: dict[str, Any] = answer.json()
                return said
            if answer.status_code != httpx.codes.NOT_FOUND:
                break
        raise EngineLost(f"{self.url} says {answer.status_code}: {answer.text[:ERROR_BYTES]}")

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        check_request(request, self.info)
        check_not_running(request, self._running)
        aborted = self._running[request.request_id] = asyncio.Event()
        maker = DeltaMaker(request, self.info, StreamDecoder(self._tokenizer), self.clock)
        deadline = asyncio.get_running_loop().time() + request.deadline_s
        last: Chunk = {"meta_info": {}}
        try:
            async with contextlib.aclosing(self._chunks(request, aborted, deadline)) as chunks:
                async for chunk in chunks:
                    last = chunk
                    for delta in deltas_of(chunk, maker, self._queue, self._is_strict(request)):
                        yield delta
                    if chunk["meta_info"]["finish_reason"] is not None:
                        return
                    if maker.overrun:
                        break
            reason = FinishReason.BUDGET if maker.overrun else FinishReason.ABORT
            for delta in maker.finish(reason, **costs(last["meta_info"])):
                yield delta
        finally:
            del self._running[request.request_id]

    def _is_strict(self, request: GenerationRequest) -> bool:
        return self.strict and is_strict(request)

    async def _chunks(
        self, request: GenerationRequest, aborted: asyncio.Event, deadline: float
    ) -> AsyncGenerator[Chunk, None]:
        """The server's chunks with new ids alone; ends early if the request is aborted. Raises EngineError."""
        seen = 0
        stop = asyncio.create_task(aborted.wait())
        try:
            async with contextlib.aclosing(self._events(request)) as events:
                while True:
                    following = asyncio.ensure_future(anext(events))
                    try:
                        left = deadline - asyncio.get_running_loop().time()
                        await asyncio.wait(
                            (following, stop), timeout=left, return_when=asyncio.FIRST_COMPLETED
                        )
                    finally:
                        if not following.done():
                            following.cancel()
                            await asyncio.wait((following,))
                    if following.cancelled():
                        if aborted.is_set():
                            return
                        raise DeadlineExceeded(request.deadline_s)
                    chunk = following.result()
                    ids = chunk["output_ids"] if self._incremental else chunk["output_ids"][seen:]
                    seen += len(ids)
                    yield {**chunk, "output_ids": ids}
                    if chunk["meta_info"]["finish_reason"] is not None:
                        return
        finally:
            stop.cancel()

    async def _events(self, request: GenerationRequest) -> AsyncGenerator[Chunk, None]:
        try:
            async for chunk in self._chunks_of(request):
                self.lost.clear()
                yield chunk
        except EngineError as error:
            if isinstance(error, EngineLost):
                self.lost.set()
            raise
        except httpx.HTTPError as error:
            self.lost.set()
            raise EngineLost(f"{self.url}: {type(error).__name__} {error}") from error
        except (EventTooLarge, ValueError, LookupError, TypeError) as error:
            raise RequestFailed(f"{self.url} sent what is no generation: {error}") from error

    async def _chunks_of(self, request: GenerationRequest) -> AsyncIterator[Chunk]:
        """Closing it hangs up."""
        headers = {ROUTING_KEY: routing_key(request.story)} if request.story else {}
        body = parameters(request, strict=self._is_strict(request))
        async with self._client.stream("POST", "generate", json=body, headers=headers) as response:
            if response.status_code != httpx.codes.OK:
                raise self._refusal(response.status_code, (await response.aread())[:ERROR_BYTES])
            events = EventDecoder()
            async for received in response.aiter_bytes():
                for event in events.feed(received):
                    if event == "[DONE]":
                        raise EngineLost(f"{self.url} ended its answer without saying why")
                    chunk = json.loads(event)
                    if "error" in chunk:
                        raise RequestFailed(str(chunk["error"].get("message")))
                    yield chunk
        raise EngineLost(f"{self.url} ended its answer in the middle")

    def _refusal(self, status: int, body: bytes) -> EngineError:
        says = f"{self.url} says {status}: {body.decode(errors='replace')}"
        match status:
            case 429 | 503:
                return EngineBusy(self._queue, self.url)
            case 502 | 504:
                return EngineLost(says)
            case _:
                return RequestFailed(says)

    async def abort(self, request_id: str) -> None:
        if running := self._running.get(request_id):
            running.set()

    async def close(self) -> None:
        for running in self._running.values():
            running.set()
        await self._client.aclose()


def routing_key(story: str) -> str:
    """What routers see of a story: its name in their logs would let nobody read it, and tells nothing."""
    return hashlib.blake2b(story.encode(), digest_size=8).hexdigest()
