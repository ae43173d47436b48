"""Errors over HTTP as problem+json (RFC 9457)."""

from __future__ import annotations

import math
from http import HTTPStatus
from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel

Problems = dict[int | str, dict[str, Any]]


class Problem(BaseModel):
    """An error (RFC 9457, `application/problem+json`)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    retry_after_s: float | None = None  # the same may be had after so many seconds


def problem(
    status: int, detail: str, headers: dict[str, str] | None = None, retry_after_s: float | None = None
) -> JSONResponse:
    """An error as problem+json."""
    body = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail, retry_after_s=retry_after_s)
    if retry_after_s is not None:
        headers = {**(headers or {}), "Retry-After": str(math.ceil(retry_after_s))}
    return JSONResponse(body.model_dump(), status, headers, "application/problem+json")
