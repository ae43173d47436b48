"""A connection without a network: starlette's own socket, its messages in two queues."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from starlette.websockets import WebSocket

from gamemaster.admission.options import Limits
from gamemaster.play.hub import Hub
from gamemaster.protocol import messages
from gamemaster.server import incoming
from gamemaster.server.connection import Connections
from gamemaster.server.session import Session
from tests.playkit import desk_in_memory

Sent = dict[str, Any]


@dataclass(eq=False)
class Wire:
    """The client's end of a socket."""

    protocols: tuple[str, ...] = (messages.PROTOCOL,)
    origin: str | None = None
    to_server: asyncio.Queue[Sent] = field(default_factory=asyncio.Queue)
    to_client: asyncio.Queue[Sent] = field(default_factory=asyncio.Queue)

    def socket(self) -> WebSocket:
        headers = [(b"host", b"game.example")]
        if self.origin is not None:
            headers.append((b"origin", self.origin.encode()))
        scope = {
            "type": "websocket",
            "path": "/ws",
            "headers": headers,
            "subprotocols": list(self.protocols),
            "client": ("192.0.2.1", 4711),
        }
        self.to_server.put_nowait({"type": "websocket.connect"})

        async def send(message: Any) -> None:
            self.to_client.put_nowait(message)

        return WebSocket(scope, self.to_server.get, send)

    def say(self, kind: str, **fields: Any) -> None:
        text = json.dumps({"type": kind, **fields})
        self.to_server.put_nowait({"type": "websocket.receive", "text": text})

    def go(self) -> None:
        self.to_server.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def next(self) -> Sent:
        """The next message of the socket, a frame as what it says."""
        message = await self.to_client.get()
        if message["type"] == "websocket.send":
            frame: Sent = json.loads(message["text"])
            return frame
        return message

    async def until(self, kind: str) -> Sent:
        while (message := await self.next())["type"] != kind:
            assert message["type"] != "websocket.close", message
        return message

    async def close_code(self) -> int:
        while (message := await self.next())["type"] != "websocket.close":
            pass
        return int(message["code"])


@contextlib.asynccontextmanager
async def listening(**changes: Any) -> AsyncIterator[Connections]:
    async with desk_in_memory(**changes) as desk:
        hub = Hub(desk)
        connections = Connections(desk, hub)
        yield connections
        await hub.close()


@contextlib.asynccontextmanager
async def connect(connections: Connections, wire: Wire) -> AsyncIterator[Wire]:
    """While a wire is served; then the client goes."""
    serving = asyncio.create_task(connections.serve(wire.socket()))
    try:
        yield wire
    finally:
        wire.go()
        await serving


async def test_a_client_is_served_from_handshake_to_farewell() -> None:
    async with listening() as connections:
        async with connect(connections, Wire()) as wire:
            assert (await wire.next())["subprotocol"] == messages.PROTOCOL
            wire.say("hello")
            player = (await wire.next())["player"]
            wire.say("ping", n=7)
            assert (await wire.next())["n"] == 7
            assert (connections.open, connections.by_player[player]) == (1, 1)
        assert (connections.open, player in connections.by_player) == (0, False)


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        (None, True),
        ("https://game.example", True),
        ("https://allowed.example", True),
        ("https://elsewhere.example", False),
        ("javascript://game.example", False),
    ],
)
async def test_only_pages_of_ours_open_a_socket(origin: str | None, welcome: bool) -> None:
    async with (
        listening(origins=frozenset({"https://allowed.example"})) as connections,
        connect(connections, Wire(origin=origin)) as wire,
    ):
        assert (await wire.next())["type"] == ("websocket.accept" if welcome else "websocket.close")


async def test_a_client_of_another_protocol_is_told_which_one_is_spoken() -> None:
    async with listening() as connections, connect(connections, Wire(protocols=("chat",))) as wire:
        await wire.next()
        refusal = await wire.next()
        assert (refusal["code"], messages.PROTOCOL in refusal["message"]) == ("unsupported", True)
        assert await wire.close_code() == messages.CLOSE_BAD_HELLO


async def test_a_full_service_sends_newcomers_away() -> None:
    limits = Limits(connections=1)
    async with listening(limits=limits) as connections, connect(connections, Wire()) as first:
        await first.next()
        async with connect(connections, Wire()) as late:
            await late.next()
            assert (await late.next())["limit"] == "1 connections"
            assert await late.close_code() == messages.CLOSE_TOO_MANY


async def test_a_player_has_so_many_connections() -> None:
    limits = Limits(connections_per_player=1)
    async with listening(limits=limits) as connections, connect(connections, Wire()) as first:
        await first.next()
        first.say("hello")
        token = (await first.next())["token"]
        async with connect(connections, Wire()) as second:
            second.say("hello", token=token)
            assert await second.close_code() == messages.CLOSE_TOO_MANY


async def test_who_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "HELLO_S", 0.01)
    async with listening() as connections, connect(connections, Wire()) as wire:
        assert await wire.close_code() == messages.CLOSE_BAD_HELLO


async def test_a_fault_of_ours_closes_the_connection_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(self: object, raw: str | bytes) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(Session, "handle", fail)
    async with listening() as connections, connect(connections, Wire()) as wire:
        wire.say("hello")
        await wire.next()
        assert (await wire.next())["code"] == "internal"
        assert await wire.close_code() == 1011
