"""What one address may ask over HTTP: so many requests a minute, and none with a large body."""

from __future__ import annotations

import math

from starlette.types import ASGIApp, Receive, Scope, Send

from gamemaster.admission.bounds import FILE_COST
from gamemaster.play.context import Desk
from gamemaster.server.rest.problems import problem

MOST_BODY_BYTES = 65_536
ALWAYS = ("/healthz",)  # which costs nothing, and is asked from one address for many
OPERATORS = (
    "/api/ops/"  # has no bound for whoever has the token: somebody else of that address may have used it up
)
ASKED = ("/api", "/readyz")  # all else are files of the page


class AddressLimits:
    """Answers 429 to an address that asks too much, 411 and 413 to bodies of no known or too large a size."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in ALWAYS:
            await self.app(scope, receive, send)
            return
        desk: Desk = scope["app"].state.desk
        peer = scope["client"][0] if scope.get("client") else None
        address = desk.addresses.address_of(peer, scope["headers"])
        cost = 1.0 if scope["path"].startswith(ASKED) else FILE_COST
        operator = scope["path"].startswith(OPERATORS) and _has_token(desk, scope)
        refused = None if operator else desk.addresses.requests.admit(address, cost)
        if refused is not None:
            wait_s = math.ceil(refused.retry_after_s or 1)
            await problem(429, refused.text, retry_after_s=wait_s)(scope, receive, send)
            return
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        if b"transfer-encoding" in headers:
            text = "Send the body with its Content-Length."
            await problem(411, text, {"Connection": "close"})(scope, receive, send)
        elif not length.isdigit() or int(length) > MOST_BODY_BYTES:
            text = f"A request's body has at most {MOST_BODY_BYTES} bytes. Send less."
            await problem(413, text, {"Connection": "close"})(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _has_token(desk: Desk, scope: Scope) -> bool:
    given = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
    scheme, _, token = given.partition(" ")
    return desk.ops is not None and scheme.lower() == "bearer" and desk.ops.opens(token.strip())
