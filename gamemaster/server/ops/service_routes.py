"""What the operator sees of the service, and the switch for maintenance."""

from __future__ import annotations

import logging

from fastapi import APIRouter
from pydantic import AwareDatetime, BaseModel, Field, StrictBool

from gamemaster.play.context import Desk
from gamemaster.server.ops.beacon import WorkerShown, workers_shown
from gamemaster.server.ops.door import NEEDS_OPERATOR, OPERATOR_ALONE
from gamemaster.server.rest.dependencies import TheDesk
from gamemaster.storage.operator_orders import OrderBook
from gamemaster.storage.redis_client import RedisAway
from gamemaster.storage.store import StoreUnavailable

log = logging.getLogger(__name__)

NO_BOOK = "this service keeps no orders: it has no database"

router = APIRouter(tags=["operator"], dependencies=[OPERATOR_ALONE], responses=NEEDS_OPERATOR)


class Maintenance(BaseModel):
    """`since` when nobody new comes in and no story is begun; null: the service is open."""

    since: AwareDatetime | None


class MaintenanceWanted(BaseModel):
    on: StrictBool


class ServiceShown(BaseModel):
    """All workers of all hosts that told of themselves in the last seconds."""

    maintenance: Maintenance
    redis: str = Field(description="`ok`, or why the workers cannot be shown")
    workers: list[WorkerShown]


def book_of(desk: Desk) -> OrderBook:
    """Where the operator's orders are kept. Raises StoreUnavailable."""
    if desk.orders.book is None:
        raise StoreUnavailable(NO_BOOK)
    return desk.orders.book


@router.get("/api/ops/service")
async def service(desk: TheDesk) -> ServiceShown:
    """Workers and hosts, stories in play, engine, voice, queues, lost engines, and whether maintenance is on."""
    since = Maintenance(since=desk.orders.now.maintenance)
    try:
        return ServiceShown(maintenance=since, redis="ok", workers=await workers_shown(desk.redis))
    except RedisAway as error:
        return ServiceShown(maintenance=since, redis=str(error), workers=[])


@router.put("/api/ops/maintenance")
async def maintenance(desk: TheDesk, wanted: MaintenanceWanted) -> Maintenance:
    """Close the service to new players and new stories on every host, or open it again. Running stories go on.

    Every process knows within a few seconds.
    """
    await book_of(desk).switch_maintenance(on=wanted.on)
    await desk.orders.refresh()
    log.warning("the operator switched maintenance %s", "on" if wanted.on else "off")
    return Maintenance(since=desk.orders.now.maintenance)
