"""The way to the socket, past the routing of requests: ten thousand idle sockets need not hold its frames in memory."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from gamemaster.server.connection import Connections

PATH = "/ws"


class SocketDoor:
    """Serves sockets at `PATH`; all else goes on to the routes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == PATH:
            connections: Connections = scope["app"].state.connections
            await connections.serve(WebSocket(scope, receive, send))
        else:
            await self.app(scope, receive, send)
