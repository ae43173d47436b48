"""Errors over HTTP as problem+json (RFC 9457)."""

from __future__ import annotations

import math
from http import HTTPStatus

from fastapi.responses import JSONResponse

from gamemaster.server import rest as api


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
