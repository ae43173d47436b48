"""Lets the operator in, and nobody else; where no token is set, there is nothing to come in to."""

from __future__ import annotations

import asyncio
import logging
import math
from typing import Annotated

from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from gamemaster.admission.operator_door import WrongTokenError
from gamemaster.server.rest.dependencies import TheDesk
from gamemaster.server.rest.problems import Problem, Problems

log = logging.getLogger(__name__)

NOT_HERE = "There is nothing here."
NEEDS_OPERATOR: Problems = {
    401: {"model": Problem, "description": "no token, or not the operator's"},
    404: {"model": Problem, "description": "no such thing, or the service has no operator's page"},
    503: {"model": Problem, "description": "the database is away; try again"},
}
bearer = HTTPBearer(auto_error=False, scheme_name="Operator", description="the token of GM_OPS__TOKEN")


def check_page(desk: TheDesk) -> None:
    """404 unless the service has an operator's page."""
    if desk.ops is None:
        raise HTTPException(404, NOT_HERE)


async def check_operator(
    request: Request, desk: TheDesk, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> None:
    """401 without the token, and 429 for a wrong one after too many; a guess waits for its answer."""
    if desk.ops is None:
        raise HTTPException(404, NOT_HERE)
    peer = request.client.host if request.client else None
    address = desk.addresses.address_of(peer, request.scope["headers"])
    try:
        refused = desk.ops.enter(given.credentials if given else None, address)
    except WrongTokenError:
        detail = "Send the token of GM_OPS__TOKEN, as `Authorization: Bearer TOKEN`."
        if given:
            detail = "This is not the token of GM_OPS__TOKEN."
            log.warning("somebody asked for the operator's page with a wrong token")
            await asyncio.sleep(desk.ops.guess_s)
        raise HTTPException(401, detail, {"WWW-Authenticate": "Bearer"}) from None
    if refused is not None:
        await asyncio.sleep(desk.ops.guess_s)
        raise HTTPException(429, refused.text, {"Retry-After": str(math.ceil(refused.retry_after_s or 1))})


OPERATOR_ALONE = Depends(check_operator)
PAGE_ALONE = Depends(check_page)
