"""By which names the service may be called: a stranger's page whose name leads here (DNS rebinding) gets nothing."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from gamemaster.server.rest.problems import problem

MOST_SHOWN = 80  # characters of a name


class HostCheck:
    """Refuses requests and sockets whose Host header is none of the desk's `hosts`, with 403.

    Who sends none is no browser, and is let in.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and not is_welcome(scope):
            answer = refusal(Headers(scope=scope)["host"])
            if scope["type"] == "http":
                await answer(scope, receive, send)
            else:
                await WebSocket(scope, receive, send).send_denial_response(answer)
            return
        await self.app(scope, receive, send)


def is_welcome(scope: Scope) -> bool:
    hosts: frozenset[str] | None = scope["app"].state.desk.hosts
    host = Headers(scope=scope).get("host")
    return hosts is None or host is None or name_of(host) in hosts


def name_of(host: str) -> str:
    """A Host header's name or address, without its port, in lower case: `[::1]:8000` is `[::1]`."""
    name, colon, port = host.rpartition(":")
    return (name if colon and (port.isdigit() or not port) and name[-1:] != ":" else host).lower()


def refusal(host: str) -> Response:
    detail = (
        f"This service does not answer to the name {host[:MOST_SHOWN]!r}. Whoever runs it can allow the name with "
        "GM_HOSTS."
    )
    return problem(403, detail)
