"""`/metrics` on the service's own port, for whoever has the token."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, HTTPException, Request, Response

from gamemaster.metrics.exposition import CONTENT_TYPE, PATH
from gamemaster.server.rest.dependencies import TheDesk

router = APIRouter()


@router.get(PATH, include_in_schema=False)
async def metrics(request: Request, desk: TheDesk) -> Response:
    """All metrics of the service; there is no such page unless GM_METRICS__TOKEN is set."""
    answers = desk.metering.answers if desk.metering is not None else None
    if answers is None:
        raise HTTPException(404, "There is nothing here.")
    if not answers.admits(request.headers.get("Authorization", "")):
        detail = "Send the token of GM_METRICS__TOKEN, as `Authorization: Bearer TOKEN`."
        raise HTTPException(401, detail, {"WWW-Authenticate": "Bearer"})
    return Response(await asyncio.to_thread(answers.text), media_type=CONTENT_TYPE)
