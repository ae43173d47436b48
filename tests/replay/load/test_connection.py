"""A driven player's socket against another implementation of the protocol: pieces, close codes, breaks."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import pytest
import websockets

from gamemaster.protocol.messages import PROTOCOL
from gamemaster.replay.load.connection import Link, UnreachableError, connect

Handler = Callable[[websockets.ServerConnection], Awaitable[None]]


async def messages_over(
    handler: Handler, use: Callable[[Link], None] | None = None
) -> tuple[list[tuple[bytes, bool]], int]:
    """The messages that come from a server, and the code with which it closes."""
    messages: list[tuple[bytes, bool]] = []
    closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    protocols = [websockets.Subprotocol(PROTOCOL)]
    async with websockets.serve(handler, "127.0.0.1", 0, subprotocols=protocols) as server:
        port = server.sockets[0].getsockname()[1]
        link = await connect(
            f"ws://127.0.0.1:{port}/ws", lambda data, text: messages.append((data, text)), closed.set_result
        )
        if use is not None:
            use(link)
        code = await asyncio.wait_for(closed, 10)
        assert link.closed
    return messages, code


async def test_messages_come_whole_however_they_were_cut() -> None:
    async def handler(socket: websockets.ServerConnection) -> None:
        await socket.send(["Ey", "ja", "fjör", "ður"])
        await socket.send([b"\x00", b"\x01"])
        await socket.send("x" * 100_000)

    messages, code = await messages_over(handler)
    assert messages == [("Eyjafjörður".encode(), True), (b"\x00\x01", False), (b"x" * 100_000, True)]
    assert code == 1000


async def test_the_close_code_is_the_services_own() -> None:
    async def handler(socket: websockets.ServerConnection) -> None:
        await socket.close(4408, "nothing was read")

    assert await messages_over(handler) == ([], 4408)


async def test_a_broken_connection_is_told_as_one() -> None:
    async def handler(socket: websockets.ServerConnection) -> None:
        socket.transport.abort()

    assert await messages_over(handler) == ([], 1006)


async def test_what_is_said_arrives() -> None:
    async def handler(socket: websockets.ServerConnection) -> None:
        await socket.send(await socket.recv())

    messages, _ = await messages_over(handler, lambda link: link.send(b'{"type": "ping"}'))
    assert messages == [(b'{"type": "ping"}', True)]


async def test_a_server_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamemaster.replay.load.connection.CONNECT_S", 0.2)
    gone: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        gone.set_result(await reader.read())
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(UnreachableError, match=r"did not answer within 0\.2 s"):
            await connect(f"ws://127.0.0.1:{port}/ws", lambda data, text: None, lambda code: None)
        with contextlib.suppress(ConnectionResetError):
            assert await asyncio.wait_for(gone, 5) == b""  # the connection is not left open
