"""Players and their reports, for the operator: find, mute, ban, sign out, take out, delete; list, show, done."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import FileResponse
from pydantic import AwareDatetime, BaseModel, StrictBool

from gamemaster.logs.context import HASH_DIGITS, hash_of
from gamemaster.play.context import Desk
from gamemaster.server.ops.door import NEEDS_OPERATOR, OPERATOR_ALONE
from gamemaster.server.ops.service_routes import book_of
from gamemaster.server.rest.dependencies import TheDesk, hub_of
from gamemaster.server.rest.player_routes import Kept, archives_of, erase_player, file_of
from gamemaster.storage.operator_orders import FoundPlayer, Sanction, Sanctions
from gamemaster.storage.reports import NoSuchReportError, Report, Reports

log = logging.getLogger(__name__)

PlayerPath = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$", description="the player's id")]
ReportPath = Annotated[int, Path(ge=1, le=2**63 - 1, description="the report's number")]
NO_REPORTS = "This service takes no reports."

router = APIRouter(tags=["operator"], dependencies=[OPERATOR_ALONE], responses=NEEDS_OPERATOR)


class SanctionsShown(BaseModel):
    """Since when each holds; null: not. Tokens from before `signed_out` are refused."""

    muted: AwareDatetime | None
    banned: AwareDatetime | None
    signed_out: AwareDatetime | None


class PlayerLine(BaseModel):
    """`hash` is how the log and the stories in play name the player."""

    player: str
    hash: str
    created: AwareDatetime
    sanctions: SanctionsShown


class PlayersFound(BaseModel):
    players: list[PlayerLine]


class PlayerShown(PlayerLine):
    kept: Kept


class SanctionWanted(BaseModel):
    holds: StrictBool


class ReportsShown(BaseModel):
    reports: list[Report]


@router.get("/api/ops/players")
async def players(
    desk: TheDesk,
    prefix: Annotated[
        str,
        Query(
            pattern=r"^(|[0-9a-f]{4,32})$",
            description="an id's beginning, or the hash that the log and the stories in play have of it; "
            "without one: who is muted or banned",
        ),
    ] = "",
) -> PlayersFound:
    """Players whose id or hash it is, twenty of each at most; without one, those who are muted or banned."""
    book = book_of(desk)
    found = await (book.find(prefix) if prefix else book.list_sanctioned())
    if len(prefix) == HASH_DIGITS:
        found += await book.find_by_hash(prefix)
    return PlayersFound(players=[_line(one) for one in {one.player: one for one in found}.values()])


@router.get("/api/ops/players/{player}")
async def player(desk: TheDesk, player: PlayerPath) -> PlayerShown:
    """What holds for a player, and how much is kept of them."""
    kept = Kept.model_validate(vars(await archives_of(desk).exports.summary(player)))
    sanctions = (await book_of(desk).read()).of(player)
    return PlayerShown(kept=kept, **dict(_line(FoundPlayer(player, kept.created, sanctions))))


@router.put("/api/ops/players/{player}/muted")
async def mute(desk: TheDesk, player: PlayerPath, wanted: SanctionWanted) -> SanctionsShown:
    """Whether the player may read and not act. It holds on every host in seconds."""
    return await _order(desk, player, "muted", wanted)


@router.put("/api/ops/players/{player}/banned")
async def ban(desk: TheDesk, player: PlayerPath, wanted: SanctionWanted) -> SanctionsShown:
    """Whether the player may not come in. It holds on every host in seconds, and closes their sockets.

    What is kept of them they can still take out and delete over REST.
    """
    return await _order(desk, player, "banned", wanted)


async def _order(desk: Desk, player: str, sanction: Sanction, wanted: SanctionWanted) -> SanctionsShown:
    kept = await book_of(desk).order(player, sanction, holds=wanted.holds)
    await desk.orders.refresh()
    log.warning("the operator set %s to %s for player %s", sanction, wanted.holds, player)
    return _sanctions_shown(kept)


@router.post("/api/ops/players/{player}/sign-out")
async def sign_out(desk: TheDesk, player: PlayerPath) -> SanctionsShown:
    """Refuse all tokens of the player until now, on every host in seconds.

    The token is a player's only way to their stories: without it they begin as somebody new. They are told so.
    """
    kept = await book_of(desk).sign_out(player)
    await desk.orders.refresh()
    log.warning("the operator signed the player %s out", player)
    return _sanctions_shown(kept)


@router.delete("/api/ops/players/{player}/sign-out")
async def let_in_again(desk: TheDesk, player: PlayerPath) -> SanctionsShown:
    """Accept the player's tokens from before they were signed out again, on every host in seconds.

    Whoever else has one of them comes in, too.
    """
    kept = await book_of(desk).let_in_again(player)
    await desk.orders.refresh()
    log.warning("the operator accepts the tokens of player %s again", player)
    return _sanctions_shown(kept)


@router.get(
    "/api/ops/players/{player}/export",
    response_class=FileResponse,
    responses={200: {"content": {"application/zip": {}}}},
)
async def export(desk: TheDesk, player: PlayerPath) -> FileResponse:
    """Everything that is kept of the player as a zip file, from all hosts. It takes some seconds."""
    log.warning("the operator takes out what is kept of player %s", player)
    return await file_of(desk, archives_of(desk), player)


@router.delete("/api/ops/players/{player}", status_code=204)
async def erase(
    request: Request,
    desk: TheDesk,
    player: PlayerPath,
    confirm: Annotated[
        Literal["everything"], Query(description="the word `everything`, so that it is meant")
    ],
) -> None:
    """Delete the player with all stories, turns, memories, recordings and answers, on every host, for good."""
    await erase_player(desk, hub_of(request), player)
    log.warning("the operator deleted the player %s", player)


@router.get("/api/ops/reports")
async def reports(
    desk: TheDesk,
    everything: Annotated[bool, Query(alias="all", description="those that are done, too")] = False,
) -> ReportsShown:
    """What players reported, the oldest first."""
    found = await (_reports(desk).list_all() if everything else _reports(desk).list_open())
    return ReportsShown(reports=found)


@router.get("/api/ops/reports/{number}")
async def report(desk: TheDesk, number: ReportPath) -> Report:
    """One report."""
    return await _one_of(_reports(desk).show(number))


@router.post("/api/ops/reports/{number}/done")
async def finish_report(desk: TheDesk, number: ReportPath) -> Report:
    """Somebody has dealt with it."""
    return await _one_of(_reports(desk).finish(number))


async def _one_of(asked: Awaitable[Report]) -> Report:
    """The report, or 404."""
    try:
        return await asked
    except NoSuchReportError as error:
        raise HTTPException(404, f"There is no report {error.number}.") from error


def _reports(desk: Desk) -> Reports:
    if desk.reports is None:
        raise HTTPException(503, NO_REPORTS)
    return desk.reports


def _sanctions_shown(kept: Sanctions) -> SanctionsShown:
    return SanctionsShown.model_validate(vars(kept))


def _line(found: FoundPlayer) -> PlayerLine:
    return PlayerLine(
        player=found.player,
        hash=hash_of(found.player),
        created=found.created,
        sanctions=_sanctions_shown(found.sanctions),
    )
