"""The web application: its lifespan, the socket, REST, the page; what comes and goes is handed on, no more."""

from __future__ import annotations

import contextlib
import math
import mimetypes
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket

from gamemaster.play.context import Desk
from gamemaster.play.failures import RETRY_AFTER_S, sentence
from gamemaster.play.hub import Hub
from gamemaster.server import designer_rest as designer
from gamemaster.server import rest as api
from gamemaster.server import story_rest as story
from gamemaster.server.connection import Connections
from gamemaster.server.docs_page import docs_page
from gamemaster.server.security_headers import SecurityHeaders
from gamemaster.storage import store
from gamemaster.version import code_version

WEB = Path(__file__).resolve().parent / "web"
# Set here, because the machine's own table may say otherwise, and browsers refuse modules of another type.
MIME_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
DESCRIPTION = """\
Stories are played over the WebSocket at /ws (subprotocol gamemaster.v1); this is what there is beside it.

Errors are application/problem+json (RFC 9457)."""


def create_app(open_desk: Callable[[], AbstractAsyncContextManager[Desk]]) -> FastAPI:
    """The application. `open_desk` is entered when it starts to serve, and left after the last story was let go of."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_desk() as desk:
            hub = Hub(desk)
            app.state.desk, app.state.hub, app.state.connections = desk, hub, Connections(desk, hub)
            hub.start()
            try:
                yield
            finally:
                await hub.close()

    app = FastAPI(
        title="Game Master",
        version=code_version(),
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(SecurityHeaders)
    app.include_router(api.router)
    app.include_router(story.router)
    app.include_router(designer.router)
    _add_problems(app)
    _add_pages(app)
    return app


def _add_pages(app: FastAPI) -> None:
    @app.websocket("/ws")
    async def ws(socket: WebSocket) -> None:
        connections: Connections = app.state.connections
        await connections.serve(socket)

    @app.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(docs_page(app.openapi()))

    for suffix, mime_type in MIME_TYPES.items():
        mimetypes.add_type(mime_type, suffix)
    app.mount("/", StaticFiles(directory=WEB, html=True), name="web")


def _add_problems(app: FastAPI) -> None:
    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        return problem(error.status_code, error.detail, dict(error.headers or {}))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        faults = (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        return problem(422, "; ".join(faults))

    @app.exception_handler(store.StoreError)
    async def from_store(request: Request, error: store.StoreError) -> Response:
        if isinstance(error, store.StoreUnavailable):
            return problem(503, sentence(error), retry_after_s=RETRY_AFTER_S)
        return problem(
            404 if isinstance(error, store.NotFound | store.UnknownPlayer) else 409, sentence(error)
        )

    @app.exception_handler(Exception)
    async def unforeseen(request: Request, error: Exception) -> Response:
        return problem(500, "Something went wrong here, and it was written down.")


def problem(
    status: int, detail: str, headers: dict[str, str] | None = None, retry_after_s: float | None = None
) -> JSONResponse:
    """An error as problem+json."""
    body = api.Problem(
        title=HTTPStatus(status).phrase, status=status, detail=detail, retry_after_s=retry_after_s
    )
    if retry_after_s is not None:
        headers = {**(headers or {}), "Retry-After": str(math.ceil(retry_after_s))}
    return JSONResponse(body.model_dump(), status, headers, "application/problem+json")
