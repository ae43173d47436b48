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
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn, Protocol

import httpx

from inference.engine import (
    DeadlineExceeded,
    Delta,
    EngineBusy,
    EngineError,
    EngineLost,
    FinishReason,
    RequestFailed,
    RequestRefused,
    Sampling,
    check_deadline,
    check_request_id,
    check_sampling,
    new_request_id,
)
from inference.output.delta_queue import Inbox
from inference.remote.chat_stream import AnswerReader
from inference.remote.sse import EventDecoder, EventTooLarge
from inference.schema_check import check_grammar

CONNECT_WAIT_S = 5.0
HEALTH_DEADLINE_S = 60.0
MAX_PROMPT_CHARACTERS = 2_000_000
# Of an error's body: enough to see what the server means.
ERROR_BYTES = 2_000
# A server that knows no end: no token is longer than this on average.
CHARACTERS_PER_TOKEN = 32


@dataclass(frozen=True, slots=True)
class ChatMessage:
    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One answer to a conversation. `reasoning_characters`: the most the model may reason. Deadline in seconds."""

    request_id: str
    messages: tuple[ChatMessage, ...]
    sampling: Sampling
    json_schema: str | None = None
    reasoning_characters: int = 20_000
    deadline_s: float = 120.0
    json_object: bool = (
        False  # any JSON object, for servers that know no schemas; `json_schema` goes before it
    )


class RequestNotUnderstood(RequestFailed):
    """The server calls the request itself wrong, or broke on it: it may not know one of its fields."""


@dataclass(frozen=True)
class ChatServer:
    """Where the server is, such as http://localhost:11434/v1, and what to ask it for.

    extra  further fields for each request's body, in the server's own words: for instance
           {"chat_template_kwargs": {"enable_thinking": false}} for vLLM and SGLang.
    """

    url: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    extra: Mapping[str, Any] = field(default_factory=dict)


def check_chat(request: ChatRequest) -> None:
    """Raises RequestRefused, naming the limit."""
    check_request_id(request.request_id)
    check_sampling(request.sampling)
    check_deadline(request.deadline_s)
    if request.sampling.stop_token_ids:
        raise RequestRefused("stop_token_ids", "a chat server knows no token ids", "none")
    if not request.messages:
        raise RequestRefused("messages", "there are none", "at least 1 message")
    if (size := sum(len(message.text) for message in request.messages)) > MAX_PROMPT_CHARACTERS:
        raise RequestRefused("messages", f"{size} characters", f"at most {MAX_PROMPT_CHARACTERS}")
    if request.reasoning_characters < 0:
        raise RequestRefused("reasoning_characters", f"{request.reasoning_characters}", "0 or more")
    if request.json_schema is not None:
        check_grammar(request.json_schema)


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
class ChatEngine:
    """Deltas have text for content, and nothing for reasoning but that it goes on. Close it when done.

    `lost` is set when a request finds no server, or loses it; cleared when one is answered again.
    """

    server: ChatServer

    def __post_init__(self) -> None:
        self.lost = asyncio.Event()
        key = {"Authorization": f"Bearer {self.server.api_key}"} if self.server.api_key else {}
        self._client = httpx.AsyncClient(
            base_url=self.server.url.rstrip("/") + "/",
            headers=key,
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
            request.reasoning_characters, request.sampling.max_new_tokens * CHARACTERS_PER_TOKEN
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
                await self._read(self._body(request), reader, inbox)
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
        except (EventTooLarge, ValueError, TypeError, AttributeError, LookupError) as error:
            inbox.fail(RequestFailed(f"{self.server.url} sent what is no chat completion: {error}"))

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        sampling = request.sampling
        body: dict[str, Any] = {
            "model": self.server.model,
            "messages": [{"role": message.role, "content": message.text} for message in request.messages],
            "stream": True,
            "stream_options": {"include_usage": True},
            "max_tokens": sampling.max_new_tokens,
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
        }
        if sampling.seed is not None:
            body["seed"] = sampling.seed
        if request.json_schema is not None:
            schema = {"name": "answer", "schema": json.loads(request.json_schema), "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif request.json_object:
            body["response_format"] = {"type": "json_object"}
        return body | dict(self.server.extra)

    async def _read(self, body: Mapping[str, Any], reader: AnswerReader, inbox: Inbox) -> None:
        async with self._client.stream("POST", "chat/completions", json=body) as response:
            if response.status_code != httpx.codes.OK:
                await self._raise_refusal(response)
            self.lost.clear()
            events = EventDecoder()
            async for chunk in response.aiter_bytes():
                for event in events.feed(chunk):
                    for delta in reader.event(event):
                        inbox.put(delta)
                        if delta.finish is not None:
                            return
        raise EngineLost(f"{self.server.url} ended its answer in the middle")

    async def _raise_refusal(self, response: httpx.Response) -> NoReturn:
        body = b""
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > ERROR_BYTES:
                break
        text = body[:ERROR_BYTES].decode(errors="replace")
        if self.server.api_key:
            text = text.replace(self.server.api_key, "(key not shown)")  # some quote the key that they refuse
        says = f"{self.server.url} says {response.status_code}: {text}"
        match response.status_code:
            case 429 | 503:
                raise EngineBusy(None, self.server.url)
            case 502 | 504:
                raise EngineLost(says)
            case 401 | 403:
                raise RequestFailed(f"{says} (is the API key right?)")
            case 404:
                raise RequestFailed(
                    f"{says} (is there a model {self.server.model!r}, and does the URL end in /v1?)"
                )
            case 400 | 415 | 422 | 500 | 501:
                raise RequestNotUnderstood(says)
            case _:
                raise RequestFailed(says)

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
