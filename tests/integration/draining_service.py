"""Two workers that drain until a file is there. Run as a program, for `test_workers`: `MODULE PORT FILE`."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from gamemaster.server.uvicorn_server import DRAIN, listen
from gamemaster.server.worker import Application
from gamemaster.server.workers import serve_in_workers

GATE = "GATE_OF_A_TEST"


def make_app() -> Starlette:
    """Says by which process it was served."""

    async def number(request: Any) -> PlainTextResponse:
        return PlainTextResponse(str(os.getpid()))

    return Starlette(routes=[Route("/", number)], lifespan=_lifespan)


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
    async def drain() -> None:
        while not Path(os.environ[GATE]).exists():
            await asyncio.sleep(0.05)

    yield {DRAIN: drain}


def main(port: int) -> None:
    app = Application("tests.integration.draining_service:make_app", "json", 1024, "error")
    with contextlib.closing(listen("127.0.0.1", port)) as bound:
        serve_in_workers(bound, 2, app, lambda: print("ready", flush=True))


if __name__ == "__main__":
    os.environ[GATE] = sys.argv[2]
    main(int(sys.argv[1]))
