"""The web application: its lifespan, the socket, REST, the page; what comes and goes is handed on, no more."""

from __future__ import annotations

import contextlib
import mimetypes
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import Match

from gamemaster.hosting.background_task import background_task
from gamemaster.logs.context import RequestContext
from gamemaster.play.context import Desk
from gamemaster.play.failures import RETRY_AFTER_S, sentence
from gamemaster.play.hub import Hub
from gamemaster.play.world_watch import WorldWatch
from gamemaster.protocol.asyncapi import socket_document
from gamemaster.server.address_limits import AddressLimits
from gamemaster.server.connection import Connections
from gamemaster.server.host_check import HostCheck
from gamemaster.server.ops import page as ops_page
from gamemaster.server.ops import player_routes as ops_player_routes
from gamemaster.server.ops import service_routes
from gamemaster.server.ops.beacon import Beacon
from gamemaster.server.page_files import PageFiles
from gamemaster.server.rest import (
    designer_routes,
    health_routes,
    metrics_routes,
    player_routes,
    story_routes,
    workshop_routes,
    world_routes,
)
from gamemaster.server.rest.api_description import describe_api
from gamemaster.server.rest.docs_page import docs_page
from gamemaster.server.rest.problems import problem
from gamemaster.server.rest.skeins import Skeins
from gamemaster.server.security_headers import SecurityHeaders
from gamemaster.server.service_metrics import watch_worker
from gamemaster.server.socket_door import Application
from gamemaster.server.uvicorn_protocols import DOORS
from gamemaster.server.uvicorn_server import DRAIN
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
ROUTERS = tuple(
    part.router
    for part in (
        world_routes,
        story_routes,
        health_routes,
        player_routes,
        designer_routes,
        workshop_routes,
        metrics_routes,
        service_routes,
        ops_player_routes,
        ops_page,
    )
)
DESCRIPTION = """\
Stories are played over the WebSocket at /ws (subprotocol gamemaster.v1), which /asyncapi.json describes; this is what
there is beside it.

Errors are application/problem+json (RFC 9457)."""


def create_app(open_desk: Callable[[], AbstractAsyncContextManager[Desk]]) -> FastAPI:
    """The application. `open_desk` is entered when it starts to serve, and left after the last story was let go of."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        async with open_desk() as desk:
            hub = Hub(desk)
            connections = Connections(desk, hub)
            app.state.desk, app.state.hub, app.state.connections = desk, hub, connections
            app.state.skeins = Skeins(hub)
            desk.orders.watchers.append(connections.send_player_away)
            hub.start()
            watching: AbstractAsyncContextManager[None] = contextlib.nullcontext()
            patrol: AbstractAsyncContextManager[None] = contextlib.nullcontext()
            sampling: AbstractAsyncContextManager[None] = contextlib.nullcontext()
            if desk.metering is not None:
                watch_worker(desk.metering, desk, hub, app.state.connections)
                sampling = background_task(desk.metering.sampler.run(), "sampler")
            if desk.workshop:
                watching = background_task(WorldWatch(hub, app.state.skeins.refresh).run(), "world watch")
                patrol = background_task(app.state.skeins.send_bots(), "bots")
            try:
                # Without an operator's page, too: by it hosts find out that they do not share a secret.
                shining = background_task(Beacon(desk, hub, connections).run(), "beacon")
                ordering = background_task(desk.orders.run(), "operator's orders")
                idle = background_task(connections.watch_idle(), "idle sockets")
                spending = background_task(desk.shared_sums.run(), "what is spent")
                async with watching, patrol, sampling, shining, idle, ordering, spending:
                    yield {DOORS: desk.addresses, DRAIN: connections.drain}
            finally:
                await hub.close()
                await desk.shared_sums.share()  # the last turns were charged just now

    app = Application(
        title="Game Master",
        version=code_version(),
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(AddressLimits)
    app.add_middleware(HostCheck)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestContext)
    for router in ROUTERS:
        app.include_router(router)
    _add_problems(app)
    _add_pages(app)
    describe_api(app)
    return app


def _add_pages(app: FastAPI) -> None:
    @app.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(docs_page(app.openapi()))

    @app.get("/asyncapi.json", include_in_schema=False)
    async def asyncapi() -> JSONResponse:
        return JSONResponse(socket_document(app.version))

    for suffix, mime_type in MIME_TYPES.items():
        mimetypes.add_type(mime_type, suffix)
    app.mount("/", PageFiles(WEB), name="web")


def _methods_here(request: Request) -> set[str]:
    """The methods of a route's path; none of another path. The page's files take whatever no route does."""
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    here = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    return {method for route in here for method in route.methods or ()}


def _add_problems(app: FastAPI) -> None:
    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        methods = _methods_here(request)
        if methods and request.method not in methods:
            status = HTTPStatus.METHOD_NOT_ALLOWED
            return problem(status, status.phrase, {"Allow": ", ".join(sorted(methods))})
        return problem(error.status_code, error.detail, dict(error.headers or {}))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        faults = (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        return problem(422, "; ".join(faults))

    @app.exception_handler(store.StoreError)
    async def from_store(request: Request, error: store.StoreError) -> Response:
        if isinstance(error, store.StoreUnavailable):
            return problem(503, sentence(error), retry_after_s=RETRY_AFTER_S)
        if isinstance(error, store.BadText):
            return problem(422, sentence(error))
        return problem(
            404 if isinstance(error, store.NotFound | store.UnknownPlayer) else 409, sentence(error)
        )

    @app.exception_handler(Exception)
    async def unforeseen(request: Request, error: Exception) -> Response:
        return problem(500, "Something went wrong here, and it was written down.")
