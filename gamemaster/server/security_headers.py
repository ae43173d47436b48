"""Security headers on every answer over HTTP."""

from __future__ import annotations

from http import HTTPStatus

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Everything the page needs comes from here; `data:` is for the icons inside the style sheets.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def _cache_control(path: str, status: int) -> str:
    if path.startswith(("/api", "/healthz", "/readyz")):
        return "no-store"
    if path.startswith("/fonts/") and status == HTTPStatus.OK:
        return "public, max-age=31536000, immutable"  # a font's folder is named by its version
    return "no-cache"  # the page may be kept, and is asked for anew each time by its ETag


class SecurityHeaders:
    """Adds `HEADERS` to HTTP answers that do not have them; leaves sockets alone."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", _cache_control(scope["path"], message["status"]))
            await send(message)

        await self.app(scope, receive, send_with_headers)
