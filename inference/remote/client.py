"""ChatEngine: a model server with an OpenAI-style API (Ollama, llama.cpp, vLLM, SGLang), text in and text out.

For those who already run one. It is not an `Engine`, and can't be: of what the others promise it lacks

- token ids: it takes messages and gives text. Its deltas have no ids, so a story keeps none.
- the prefix contract: the server applies its own chat template and tokenizes anew each time. Whether a longer
  conversation finds its prefix in the cache is the server's affair; `cached_tokens` says it where the server does.
- continuing an answer: each request starts a new assistant message, so reasoning that was cut is not continued.
- a reasoning budget in tokens: reasoning is counted in characters, and beyond the limit the request ends with
  FinishReason.BUDGET and no answer. Whether the model reasons at all is the server's setting (see `extra`).
- lanes, and telling beforehand what fits: the server queues as it likes, and refuses what is too long in its own words.
- accounts: counts are 0 where the server does not report usage; acceptance is never known.
- grammars that are certain: `json_schema` goes out as `response_format`, which some servers ignore. Check the answer.

Servers differ in what they take and how they fail: `request_body` leaves out what one refused, `refusals` says what a
status means, `chat_stream` reads what comes back.
"""

import asyncio
import functools
import ssl
from codecs import BOM_UTF8
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import httpx

from inference.engine import (
    DeadlineExceeded,
    Delta,
    EngineError,
    EngineLost,
    FinishReason,
    RequestFailed,
    RequestRefused,
    Sampling,
    new_request_id,
)
from inference.output.delta_queue import Inbox
from inference.remote.chat_request import ChatMessage, ChatRequest, ChatServer, check_chat
from inference.remote.chat_stream import AnswerReader, ErrorInAnswer
from inference.remote.refusals import (
    ERROR_BYTES,
    Refusal,
    RequestBroke,
    RequestNotUnderstood,
    Retries,
    TryAgain,
    error_of,
)
from inference.remote.request_body import BodyWriter
from inference.sse import EventDecoder

__all__ = [
    "AsksByMessages",
    "ChatEngine",
    "ChatMessage",
    "ChatRequest",
    "ChatServer",
    "DelegatedChat",
    "RequestBroke",
    "RequestNotUnderstood",
]

CONNECT_WAIT_S = 5.0
HEALTH_DEADLINE_S = 60.0
LAST_WAIT_S = 1.0  # for its account, once a server said why it ended: some keep the connection open
MOST_ANSWER_BYTES = 2**22  # of an answer that is not streamed
# A server that knows no end: no token is longer than this on average.
CHARACTERS_PER_TOKEN = 32


class AsksByMessages(Protocol):
    """As much of a `ChatEngine` as those need who ask it."""

    @property
    def server(self) -> ChatServer:
        """Which server and model it is."""
        ...

    def generate(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """See `ChatEngine.generate`."""
        ...


@dataclass(eq=False)
class DelegatedChat:
    """Implements `AsksByMessages` by `inner`: what wraps it overrides only what it changes."""

    inner: AsksByMessages

    @property
    def server(self) -> ChatServer:
        return self.inner.server

    def generate(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        return self.inner.generate(request)


@functools.cache
def _certificates() -> ssl.SSLContext:
    """Those that httpx trusts by itself. To read them takes 20 ms of CPU, and httpx would for each client."""
    return httpx.create_ssl_context(trust_env=False)


@dataclass(eq=False)
class ChatEngine:
    """Deltas have text for content, and nothing for reasoning but that it goes on. Close it when done.

    `lost` is set when a request finds no server, or loses it; cleared when one is answered again.
    """

    server: ChatServer

    def __post_init__(self) -> None:
        self.lost = asyncio.Event()
        self.writer = BodyWriter(self.server)
        # Seen of its answers: its template opens the thought, and it does not split thoughts off.
        self.opens_thought = False
        key = {"Authorization": f"Bearer {self.server.api_key}"} if self.server.api_key else {}
        self._client = httpx.AsyncClient(
            base_url=self.server.url.rstrip("/") + "/",
            headers=key,
            verify=_certificates(),
            # Between tokens only the request's own deadline counts.
            timeout=httpx.Timeout(None, connect=CONNECT_WAIT_S),
            limits=httpx.Limits(max_connections=None),
            trust_env=False,  # a model server is near; a proxy would hold back its stream
        )
        self._running: dict[str, tuple[asyncio.Task[None], AnswerReader, Inbox]] = {}

    async def generate(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """Streams one answer. Closing the generator closes the connection, on which servers stop generating.

        Raises RequestRefused before anything is sent, then any other EngineError.
        """
        check_chat(request)
        if request.request_id in self._running:
            raise RequestRefused("request_id", f"{request.request_id} is running", "an id of its own")
        inbox = Inbox()
        reader = AnswerReader(
            request.reasoning_characters,
            request.sampling.max_new_tokens * CHARACTERS_PER_TOKEN,
            in_thought=self.opens_thought,
            wants_json=request.json_object or request.json_schema is not None,
        )
        task = asyncio.create_task(self._pump(request, reader, inbox), name=f"chat {request.request_id}")
        self._running[request.request_id] = task, reader, inbox
        ended = False
        try:
            while not ended:
                delta = await inbox.get()
                ended = delta.finish is not None
                yield delta
        finally:
            del self._running[request.request_id]
            if reader.opens_thought is not None and not (
                reader.opens_thought is False and request.json_schema
            ):
                # Under a grammar nobody thinks aloud: that says nothing of answers without one.
                self.opens_thought = reader.opens_thought
            if not ended:
                task.cancel()
            # It may be closing the connection, which another cancellation would break off.
            await asyncio.wait((task,), timeout=CONNECT_WAIT_S)
            task.cancel()

    async def _pump(self, request: ChatRequest, reader: AnswerReader, inbox: Inbox) -> None:
        """From the server to the inbox. Never raises: errors go to the inbox too."""

        def lose(why: str) -> None:
            self.lost.set()
            inbox.fail(EngineLost(why))

        try:
            async with asyncio.timeout(request.deadline_s):
                await self._ask(request, reader, inbox)
        except TimeoutError:
            inbox.fail(DeadlineExceeded(request.deadline_s))
        except EngineLost as error:
            lose(error.reason)
        except EngineError as error:
            inbox.fail(error)
        except httpx.ConnectError as error:
            lose(f"no model server at {self.server.url}: {error}")
        except httpx.HTTPError as error:
            lose(f"{self.server.url}: {type(error).__name__} {error}")
        except (
            Exception
        ) as error:  # also brackets nested too deeply: an error that is lost here is waited for
            inbox.fail(RequestFailed(f"{self.server.url} sent what is no chat completion: {error}"))

    async def _ask(self, request: ChatRequest, reader: AnswerReader, inbox: Inbox) -> None:
        """Until there is an answer: without a field that is refused, and again when the server asks for patience."""
        retries = Retries(request.retry_s)
        while True:
            refused = await self._refusal(request, reader, inbox)
            if refused is None:
                return
            if self._sends_otherwise(refused):
                continue
            try:
                raise error_of(refused, self.server)
            except TryAgain as again:
                wait = retries.wait_s(again)
                if wait is None:
                    raise again.error from None
            await asyncio.sleep(wait)

    async def _refusal(self, request: ChatRequest, reader: AnswerReader, inbox: Inbox) -> Refusal | None:
        """Asks once. None: it answered."""
        body = self.writer.body(request)
        async with self._client.stream("POST", "chat/completions", json=body) as response:
            if response.status_code != httpx.codes.OK:
                return Refusal(
                    response.status_code, await _beginning(response.aiter_bytes()), response.headers
                )
            self.lost.clear()
            try:
                await self._read(response, reader, inbox)
            except ErrorInAnswer as error:
                return Refusal(error.status, error.said)
        return None

    def _sends_otherwise(self, refused: Refusal) -> bool:
        """Whether the refusal names something that is sent otherwise from now on, or not at all."""
        if refused.status in (400, 422, 500) and self.writer.fold_roles(refused.said):
            return True
        return refused.status in (400, 422) and self.writer.leave_out(refused.said) is not None

    async def _read(self, response: httpx.Response, reader: AnswerReader, inbox: Inbox) -> None:
        chunks = response.aiter_bytes()
        begun = await _first_words(chunks)
        # Not by its content type: some servers send whole answers as text, and streams as JSON.
        if begun[:1] == b"{":
            for delta in reader.whole(await _beginning(chunks, MOST_ANSWER_BYTES, begun)):
                inbox.put(delta)
            return
        events, chunk = EventDecoder(), begun
        with suppress(TimeoutError):  # of ours: that of the request comes as a cancellation
            while chunk:
                if self._put(events.feed(chunk), reader, inbox):
                    return
                async with asyncio.timeout(LAST_WAIT_S if reader.is_told_why else None):
                    chunk = await anext(chunks, b"")
        if self._put(events.finish(), reader, inbox):
            return
        last = reader.close()
        if last is None:
            raise EngineLost(f"{self.server.url} ended its answer in the middle")
        for delta in last:
            inbox.put(delta)

    @staticmethod
    def _put(events: list[str], reader: AnswerReader, inbox: Inbox) -> bool:
        """Whether the answer ended with one of them."""
        for event in events:
            for delta in reader.event(event):
                inbox.put(delta)
                if delta.finish is not None:
                    return True
        return False

    async def abort(self, request_id: str) -> None:
        """Ends a request, with finish reason ABORT. An unknown id is no error."""
        if running := self._running.get(request_id):
            task, reader, inbox = running
            task.cancel()
            inbox.put(reader.end(FinishReason.ABORT))

    async def health(self) -> float:
        """Seconds that a real generation took. Raises EngineLost."""
        request = ChatRequest(
            new_request_id(),
            (ChatMessage("user", "Say yes."),),
            Sampling(max_new_tokens=1, temperature=0.0),
            deadline_s=HEALTH_DEADLINE_S,
        )
        loop = asyncio.get_running_loop()
        started = loop.time()
        try:
            async for _ in self.generate(request):
                pass
        except EngineError as error:
            raise EngineLost(f"the health generation failed: {error}") from error
        return loop.time() - started

    async def close(self) -> None:
        for request_id in list(self._running):
            await self.abort(request_id)
        await self._client.aclose()


async def _first_words(chunks: AsyncIterator[bytes]) -> bytes:
    """A body's first chunk that says something, without the mark and the blanks that some servers send before it."""
    begun = b""
    async for chunk in chunks:
        begun = (begun + chunk).lstrip()
        if not BOM_UTF8.startswith(begun):
            break
    return begun.removeprefix(BOM_UTF8).lstrip()


async def _beginning(chunks: AsyncIterator[bytes], most: int = ERROR_BYTES, body: bytes = b"") -> str:
    """The first bytes of a body, as text."""
    async for chunk in chunks:
        body += chunk
        if len(body) > most:
            break
    return body[:most].decode(errors="replace")
