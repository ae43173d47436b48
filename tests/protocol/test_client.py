"""The Python client, against a real WebSocket server that says what a test tells it to."""

import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import islice
from typing import Any

import pytest
import websockets

from gamemaster.protocol.client import (
    RECONNECT_S,
    Conversation,
    Frame,
    RefusedError,
    connect,
    new_id,
    reconnect_delays,
    socket_url,
)
from gamemaster.protocol.messages import PROTOCOL

Handler = Callable[[websockets.ServerConnection], Awaitable[None]]


@contextlib.asynccontextmanager
async def serving(handler: Handler) -> AsyncIterator[str]:
    protocols = [websockets.Subprotocol(PROTOCOL)]
    async with websockets.serve(handler, "127.0.0.1", 0, subprotocols=protocols) as server:
        host, port = next(iter(server.sockets)).getsockname()[:2]
        yield f"ws://{host}:{port}/ws"


def answering(*frames: dict[str, Any]) -> Handler:
    async def handler(socket: websockets.ServerConnection) -> None:
        await socket.recv()
        for frame in frames:
            await socket.send(json.dumps(frame))
        await socket.wait_closed()

    return handler


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("127.0.0.1:8000", "ws://127.0.0.1:8000/ws"),
        ("http://here/", "ws://here/ws"),
        ("https://here/games", "wss://here/games/ws"),
        ("ws://here/ws", "ws://here/ws"),
    ],
)
def test_the_socket_is_beside_the_page(address: str, url: str) -> None:
    assert socket_url(address) == url


def test_pauses_grow_to_a_bound_and_ids_differ() -> None:
    first, *_, last = islice(reconnect_delays(), 20)
    assert first <= RECONNECT_S[0] < last <= RECONNECT_S[1]
    assert new_id() != new_id()


async def test_hello_passes_over_what_comes_before_the_welcome() -> None:
    seen: list[Frame] = []
    async with (
        serving(answering({"type": "voice"}, {"type": "welcome", "token": "t"})) as url,
        connect(url) as socket,
    ):
        assert socket.subprotocol == PROTOCOL
        conversation = Conversation(socket, seen.append)
        assert (await conversation.hello(audio=["opus"]))["token"] == "t"
    assert [frame["type"] for frame in seen] == ["voice", "welcome"]


async def test_a_refusal_is_an_error_with_its_frame() -> None:
    refusal = {"type": "error", "fatal": True, "code": "too_many", "message": "Later."}
    async with serving(answering(refusal)) as url, connect(url) as socket:
        with pytest.raises(RefusedError, match=r"Later\.") as refused:
            await Conversation(socket).hello()
        assert refused.value.frame == refusal


async def test_until_gives_all_frames_up_to_the_one() -> None:
    frames = [
        {"type": "text", "text": "a"},
        {"type": "text", "text": "b"},
        {"type": "commit"},
        {"type": "text"},
    ]
    async with serving(answering(*frames)) as url, connect(url) as socket:
        conversation = Conversation(socket)
        await conversation.send(type="act", id=new_id(), text="look")
        assert await conversation.until("commit", "error") == frames[:3]


async def test_iterating_comes_back_after_each_break() -> None:
    async def leave(socket: websockets.ServerConnection) -> None:
        await socket.close()

    async with serving(leave) as url:
        times = 0
        async for socket in connect(url):
            await socket.wait_closed()
            times += 1
            if times == 3:
                break
    assert times == 3
