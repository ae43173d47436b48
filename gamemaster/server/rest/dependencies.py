"""What routes depend on: the desk, the player whose token came with the request, and how much an address may ask."""

from __future__ import annotations

import math
from typing import Annotated

from fastapi import Depends, HTTPException, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from gamemaster.admission.standing_orders import SIGNED_OUT
from gamemaster.play.context import Desk
from gamemaster.play.hub import Hub
from gamemaster.protocol.auth_tokens import BadTokenError
from gamemaster.server.rest.problems import Problem, Problems

TURNS_OF_A_REQUEST = 20  # that are read at about the cost of any other request

StoryPath = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$", description="the story's id")]


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


TheDesk = Annotated[Desk, Depends(desk_of)]
bearer = HTTPBearer(auto_error=False, description="the token from `welcome`")


def player_of(desk: TheDesk, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str:
    """The player whose token came with the request."""
    headers = {"WWW-Authenticate": "Bearer"}
    if given is None:
        detail = "Send the token that `welcome` gave you, as `Authorization: Bearer TOKEN`."
        raise HTTPException(401, detail, headers)
    try:
        found = desk.tokens.credential(given.credentials)
        if desk.orders.refuses_token(found.player, found.issued):
            raise HTTPException(401, SIGNED_OUT, headers)
        return found.player
    except BadTokenError as error:
        raise HTTPException(401, str(error), headers) from error


Player = Annotated[str, Depends(player_of)]
NEEDS_TOKEN: Problems = {
    401: {"model": Problem, "description": "no token, or not one of this service"},
    503: {"model": Problem, "description": "the database is away; try again"},
}
NEEDS_STORY: Problems = {**NEEDS_TOKEN, 404: {"model": Problem, "description": "no such story of yours"}}


def charge_for_turns(request: Request, desk: Desk, turns: int) -> None:
    """So many turns will be read: their address may read so much a minute. 429 where it had its share."""
    peer = request.client.host if request.client else None
    address = desk.addresses.address_of(peer, request.scope["headers"])
    refused = desk.addresses.requests.admit(address, turns / TURNS_OF_A_REQUEST)
    if refused is not None:
        raise HTTPException(429, refused.text, {"Retry-After": str(math.ceil(refused.retry_after_s or 1))})
