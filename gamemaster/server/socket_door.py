"""The way to the socket, past all that is for requests: a burst of newcomers pays for none of it, and ten thousand idle
sockets need not hold its frames in memory."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from gamemaster.logs.context import begin_request
from gamemaster.server.connection import Connections
from gamemaster.server.host_check import HostCheck

PATH = "/ws"


class Application(FastAPI):
    """Serves sockets at `PATH` itself; all else goes on to the middleware and the routes."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == PATH:
            scope["app"] = self
            begin_request()  # in a task of the socket's own
            await DOOR(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


async def _serve(scope: Scope, receive: Receive, send: Send) -> None:
    connections: Connections = scope["app"].state.connections
    await connections.serve(WebSocket(scope, receive, send))


DOOR = HostCheck(_serve)
