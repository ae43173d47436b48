"""The terminal's line to the service, against a server that says little."""

from __future__ import annotations

import json
from pathlib import Path

from websockets.asyncio.server import ServerConnection, serve

from gamemaster.protocol.client import ROUTING_DIGITS
from gamemaster.protocol.messages import CLOSE_RESTART, PROTOCOL
from gamemaster.terminal.connection import Link

STORY = "0123456789abcdef" * 2


async def test_who_comes_back_names_the_story_in_the_address(tmp_path: Path) -> None:
    asked: list[str] = []

    async def restart(socket: ServerConnection) -> None:
        assert socket.request is not None
        asked.append(socket.request.path)
        await socket.recv()
        for frame in ({"type": "welcome", "token": "t"}, {"type": "story", "story": STORY}):
            await socket.send(json.dumps(frame))
        await socket.close(CLOSE_RESTART)

    async with serve(restart, "127.0.0.1", 0, subprotocols=[PROTOCOL]) as server:  # type: ignore[list-item]
        port = server.sockets[0].getsockname()[1]
        async with Link(f"http://127.0.0.1:{port}", tmp_path / "token") as link:
            for _ in range(4):
                await link.next()
    assert asked[:2] == ["/ws", f"/ws?story={STORY[:ROUTING_DIGITS]}"]
