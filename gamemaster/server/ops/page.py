"""The operator's page: three files, there only where a token is set. They hold no secret."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse

from gamemaster.server.ops.door import PAGE_ALONE

WEB = Path(__file__).resolve().parent / "web"

router = APIRouter(include_in_schema=False, dependencies=[PAGE_ALONE])


@router.get("/ops")
async def page() -> FileResponse:
    """The page itself."""
    return FileResponse(WEB / "ops.html")


@router.get("/ops/ops.css")
async def style() -> FileResponse:
    """How it looks."""
    return FileResponse(WEB / "ops.css")


@router.get("/ops/ops.js")
async def script() -> FileResponse:
    """What it does."""
    return FileResponse(WEB / "ops.js", media_type="text/javascript")
