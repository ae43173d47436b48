"""The chat engine against a small real HTTP server, which answers as real ones do, and as broken ones do."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from inference.engine import (
    DeadlineExceeded,
    Delta,
    EngineBusy,
    EngineError,
    EngineLost,
    FinishReason,
    Kind,
    RequestFailed,
    RequestRefused,
    Sampling,
    new_request_id,
)
from inference.remote.client import ChatEngine, ChatMessage, ChatRequest, ChatServer
from tests.model_servers import serve_locally

SCHEMA = '{"type": "object", "properties": {"a": {"type": "boolean"}}, "additionalProperties": false}'


def event(content: str = "", finish: str | None = None, **delta: str) -> bytes:
    choice = {"index": 0, "delta": {"content": content, **delta}, "finish_reason": finish}
    return f"data: {json.dumps({'choices': [choice]})}\n\n".encode()


USAGE = {
    "prompt_tokens": 12,
    "completion_tokens": 5,
    "prompt_tokens_details": {"cached_tokens": 8},
    "completion_tokens_details": {"reasoning_tokens": 2},
}
END = [
    event(finish="stop"),
    f"data: {json.dumps({'choices': [], 'usage': USAGE})}\n\n".encode(),
    b"data: [DONE]\n\n",
]


@dataclass
class ModelServer:
    """Answers every request with `pieces`; then holds the connection open if `hangs`."""

    pieces: Sequence[bytes] = (event("Yes"), event("."), *END)
    status: str = "200 OK"
    hangs: bool = False
    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[str] = field(default_factory=list)
    left: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = int(head.lower().partition("content-length:")[2].partition("\r\n")[0])
        self.headers.append(head)
        self.bodies.append(json.loads(await reader.readexactly(length)))
        writer.write(f"HTTP/1.1 {self.status}\r\ncontent-type: text/event-stream\r\n\r\n".encode())
        for piece in self.pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)
        if self.hangs:
            await reader.read()
        self.left.set()
        writer.close()


@asynccontextmanager
async def serving(server: ModelServer, **fields: Any) -> AsyncIterator[ChatEngine]:
    async with serve_locally(server.answer) as server.url:
        engine = ChatEngine(ChatServer(server.url, "tiny", **fields))
        try:
            yield engine
        finally:
            await engine.close()


def request_of(**fields: Any) -> ChatRequest:
    messages = (ChatMessage("system", "You are terse."), ChatMessage("user", "Is it dark?"))
    return replace(ChatRequest(new_request_id(), messages, Sampling(64, temperature=0.0)), **fields)


async def collect(engine: ChatEngine, request: ChatRequest | None = None) -> list[Delta]:
    return [delta async for delta in engine.generate(request or request_of())]


def text_of(deltas: list[Delta]) -> str:
    return "".join(delta.text for delta in deltas)


async def test_a_plain_answer_with_its_account() -> None:
    server = ModelServer()
    async with serving(server, api_key="secret", extra={"keep_alive": "5m"}) as engine:
        deltas = await collect(
            engine, request_of(json_schema=SCHEMA, sampling=Sampling(64, 0.5, 0.9, seed=7))
        )
    assert text_of(deltas) == "Yes."
    finish = deltas[-1].finish
    assert finish is not None
    assert finish.reason is FinishReason.COMPLETE
    account = finish.accounting
    counts = (
        account.prompt_tokens,
        account.cached_tokens,
        account.reasoning_tokens,
        account.completion_tokens,
    )
    assert counts == (12, 8, 2, 5)
    assert account.first_visible_s is not None
    body = server.bodies[0]
    assert body["messages"][1] == {"role": "user", "content": "Is it dark?"}
    sampled = {
        name: body[name] for name in ("model", "max_tokens", "temperature", "top_p", "seed", "keep_alive")
    }
    assert sampled == {
        "model": "tiny",
        "max_tokens": 64,
        "temperature": 0.5,
        "top_p": 0.9,
        "seed": 7,
        "keep_alive": "5m",
    }
    assert body["response_format"]["json_schema"]["schema"] == json.loads(SCHEMA)
    assert "authorization: bearer secret" in server.headers[0].lower()
    assert "POST /v1/chat/completions" in server.headers[0]


def test_the_key_is_never_shown() -> None:
    assert "secret" not in repr(ChatServer("http://localhost/v1", "tiny", "secret"))


async def test_events_cut_anywhere() -> None:
    whole = b"".join([event("»Wer"), event(" da?«"), *END])
    for size in (1, 7):
        pieces = [whole[at : at + size] for at in range(0, len(whole), size)]
        async with serving(ModelServer(pieces)) as engine:
            assert text_of(await collect(engine)) == "»Wer da?«"


@pytest.mark.parametrize(
    "pieces",
    [
        [event(reasoning_content="Let me"), event(reasoning_content=" see."), event("Yes.")],
        [event(reasoning="Let me see."), event("Yes.")],
        [event("<think>Let me see.</think>Yes.")],
        [event("<thi"), event("nk>Let me </thi"), event("see.</"), event("think>Yes.")],
    ],
)
async def test_reasoning_is_never_text(pieces: list[bytes]) -> None:
    async with serving(ModelServer([*pieces, *END])) as engine:
        deltas = await collect(engine)
    assert text_of(deltas) == "Yes."
    assert any(delta.kind is Kind.REASONING for delta in deltas)


@pytest.mark.parametrize("pieces", [[event(reasoning_content="hm " * 40)], [event("<think>" + "hm " * 40)]])
async def test_reasoning_without_end_is_stopped(pieces: list[bytes]) -> None:
    server = ModelServer(pieces, hangs=True)
    async with serving(server) as engine:
        deltas = await collect(engine, request_of(reasoning_characters=100))
        assert deltas[-1].finish is not None
        assert deltas[-1].finish.reason is FinishReason.BUDGET
        assert deltas[-1].finish.reasoning_truncated
        await asyncio.wait_for(server.left.wait(), 10)


async def test_text_that_only_looks_like_a_tag_arrives() -> None:
    async with serving(ModelServer([event("a <thin line"), event(" <th"), *END])) as engine:
        assert text_of(await collect(engine)) == "a <thin line <th"


@pytest.mark.parametrize(
    ("server", "error", "says"),
    [
        (ModelServer([b"slow down"], "429 Too Many Requests"), EngineBusy, "as many requests as it takes"),
        (ModelServer([b""], "503 Service Unavailable"), EngineBusy, "127.0.0.1"),
        (ModelServer([b"bad gateway"], "502 Bad Gateway"), EngineLost, "bad gateway"),
        (ModelServer([b"no"], "401 Unauthorized"), RequestFailed, "API key"),
        (ModelServer([b"model not found"], "404 Not Found"), RequestFailed, "'tiny'"),
        (ModelServer([b"x" * 100_000], "400 Bad Request"), RequestFailed, "400"),
        (ModelServer([event("Yes")]), EngineLost, "in the middle"),
        (ModelServer([b"data: {]\n\n"]), RequestFailed, "no chat completion"),
        (ModelServer([b"data: 3\n\n"]), EngineLost, "in the middle"),
        (ModelServer([b'data: {"choices": [{"delta": 3}]}\n\n']), RequestFailed, "no chat completion"),
        (ModelServer([b"data: " + b"x" * 2**21]), RequestFailed, "1048576"),
        (ModelServer([b'data: {"error": {"message": "out of memory"}}\n\n']), RequestFailed, "out of memory"),
        (ModelServer([event("x", "content_filter")]), RequestFailed, "content_filter"),
        (ModelServer([b"data: [DONE]\n\n"]), RequestFailed, "without a word"),
    ],
)  # fmt: skip
async def test_what_goes_wrong_is_said(server: ModelServer, error: type[EngineError], says: str) -> None:
    server = replace(server, left=asyncio.Event(), bodies=[], headers=[])
    async with serving(server) as engine:
        with pytest.raises(error) as raised:
            await collect(engine)
        assert says in str(raised.value)
        assert len(str(raised.value)) < 3000
        assert not engine._running


async def test_a_server_that_knows_no_limit_is_stopped() -> None:
    server = ModelServer([event(letter * 1000) for letter in "xyz"], hangs=True)
    async with serving(server) as engine:
        deltas = await collect(engine)
        assert deltas[-1].finish is not None
        assert deltas[-1].finish.reason is FinishReason.LENGTH
        await asyncio.wait_for(server.left.wait(), 10)


async def test_no_server_is_an_engine_lost() -> None:
    engine = ChatEngine(ChatServer("http://127.0.0.1:9/v1", "tiny"))
    with pytest.raises(EngineLost, match="no model server at http"):
        await collect(engine)
    with pytest.raises(EngineLost, match="health"):
        await engine.health()
    await engine.close()


async def test_the_deadline_ends_it_and_closes_the_connection() -> None:
    server = ModelServer([event("Yes")], hangs=True)
    async with serving(server) as engine:
        with pytest.raises(DeadlineExceeded):
            await collect(engine, request_of(deadline_s=0.2))
        await asyncio.wait_for(server.left.wait(), 10)


async def test_abort_and_closing_the_generator_close_the_connection() -> None:
    server = ModelServer([event("Yes")], hangs=True)
    async with serving(server) as engine:
        request = request_of()
        deltas = engine.generate(request)
        await anext(deltas)
        await engine.abort(request.request_id)
        await engine.abort("unknown")
        last = await anext(deltas)
        assert last.finish is not None
        assert last.finish.reason is FinishReason.ABORT
        await deltas.aclose()
        await asyncio.wait_for(server.left.wait(), 10)
        server.left.clear()
        closing = engine.generate(request_of())
        await anext(closing)
        await closing.aclose()
        await asyncio.wait_for(server.left.wait(), 10)


async def test_health_is_a_real_generation() -> None:
    server = ModelServer()
    async with serving(server) as engine:
        assert await engine.health() > 0
    assert server.bodies[0]["max_tokens"] == 1


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"messages": ()}, "at least 1"),
        ({"messages": (ChatMessage("user", "x" * 2_000_001),)}, "at most 2000000"),
        ({"sampling": Sampling(64, stop_token_ids=(3,))}, "no token ids"),
        ({"sampling": Sampling(0)}, "1 to"),
        ({"json_schema": '{"type": "string"}'}, "maxLength"),
        ({"deadline_s": 0.0}, "3600"),
        ({"request_id": "a"}, "32"),
        ({"reasoning_characters": -1}, "0 or more"),
    ],
)
async def test_bad_requests_are_refused_before_anything_is_sent(fields: dict[str, Any], says: str) -> None:
    server = ModelServer()
    async with serving(server) as engine:
        with pytest.raises(RequestRefused, match=says):
            await collect(engine, request_of(**fields))
    assert not server.bodies
