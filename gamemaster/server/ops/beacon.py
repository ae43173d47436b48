"""What each worker of each host tells the operator of itself, in Redis for some seconds: no id, no words of players."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import count, islice

from pydantic import AwareDatetime, BaseModel, ValidationError

from gamemaster.logs.context import hash_of
from gamemaster.play.context import Desk
from gamemaster.play.hub import Hub
from gamemaster.protocol.auth_tokens import Tokens
from gamemaster.server.connection import Connections
from gamemaster.storage.redis_client import RedisAway, RedisLink
from inference.hosted.incidents import Incidents

log = logging.getLogger(__name__)

TELL_S = 3.0
COMPARED_EVERY = 20  # so many tellings the secrets of all workers are compared
KEPT_S = 10.0  # so long a worker is shown that tells nothing more
STATUS_S = 2.0  # for the voice to say how it is
MOST_STORIES = 100  # of one worker, with most followers first
MOST_WORKERS = 1_000
MOST_REASON_CHARS = 300
ALL_KEY = "gm:beacons"


class LiveStoryShown(BaseModel):
    """A story in play. `id` is the hash that stands in the log."""

    id: str
    player: str
    world: str
    turn: int
    followers: int
    waiting: int


class IncidentShown(BaseModel):
    """An engine that was lost: where its log and crash dump lie on the host."""

    at: str
    why: str
    place: str
    files: list[str]


class WorkerShown(BaseModel):
    """What one worker does. `refusals`: by bound, since it started. `stories` has the first `MOST_STORIES`. `mark`: of
    the secret by which it signs players in; empty for an older version."""

    worker: str
    host: str
    version: str
    started: AwareDatetime
    at: AwareDatetime
    draining: bool
    sockets: int
    players: int
    story_count: int
    stories: list[LiveStoryShown]
    in_line: int
    turns_in_line: int
    requests_waiting: int
    acts_in_flight: int
    refusals: dict[str, int]
    narrator: str
    engine: str | None
    voice: str | None
    incidents: list[IncidentShown]
    mark: str = ""


class Beacon:
    """Tells Redis what this worker does, for as long as `run` runs."""

    def __init__(self, desk: Desk, hub: Hub, connections: Connections) -> None:
        self.desk, self.hub, self.connections = desk, hub, connections
        self._started = datetime.now(UTC)
        self._strangers: set[str] = set()  # workers that were warned of

    async def run(self) -> None:
        """Until cancelled; then it is shown no more."""
        try:
            for told in count():
                await self._tell()
                if told % COMPARED_EVERY == 0:
                    await self._compare_secrets()
                await asyncio.sleep(TELL_S)
        finally:
            await self._go_out()

    async def _tell(self) -> None:
        try:
            shown = (await self.look()).model_dump_json()
            async with self.desk.redis.use() as redis:
                await redis.set(_key(self.desk.worker), shown, px=round(KEPT_S * 1000))
                await redis.sadd(ALL_KEY, self.desk.worker)
        except RedisAway as error:
            # The link says once that Redis is away; this comes again every few seconds.
            log.debug("the operator is not told what this worker does: %s", error)
        except Exception:
            log.exception("the operator could not be told what this worker does")

    async def _compare_secrets(self) -> None:
        """Warn of hosts with another secret: who goes from one to the other is somebody new there."""
        try:
            others = strangers(await workers_shown(self.desk.redis), self.desk.tokens)
        except RedisAway:
            return  # until the next time
        for one in others:
            if one.worker not in self._strangers:
                self._strangers.add(one.worker)
                log.warning(
                    "worker %s of host %s has another GM_SECRET: whoever comes from there is somebody new here, "
                    "without their stories. Give all hosts the same; while it is exchanged, "
                    "the old one as GM_SECRET_BEFORE",
                    one.worker,
                    one.host,
                )

    async def _go_out(self) -> None:
        try:
            async with self.desk.redis.use() as redis:
                await redis.delete(_key(self.desk.worker))
        except RedisAway as error:
            log.info("what this worker told of itself ends by itself: %s", error)

    async def look(self) -> WorkerShown:
        """What it does now."""
        desk, hub = self.desk, self.hub
        bounds = desk.addresses.bounds
        return WorkerShown(
            worker=desk.worker,
            host=socket.gethostname(),
            version=desk.version,
            started=self._started,
            at=datetime.now(UTC),
            draining=hub.draining,
            sockets=self.connections.open,
            players=len(self.connections.by_player),
            story_count=hub.stories,
            stories=_stories_of(hub),
            in_line=len(desk.line),
            turns_in_line=len(desk.turns),
            requests_waiting=hub.waiting,
            acts_in_flight=desk.addresses.in_flight.total,
            refusals={name: bound.refused for name, bound in bounds.items() if bound.refused},
            narrator=desk.narrator.now.name,
            engine=desk.engine() if desk.engine is not None else None,
            voice=await self._voice(),
            incidents=await asyncio.to_thread(incidents_shown, desk.incidents),
            mark=desk.tokens.mark(),
        )

    async def _voice(self) -> str | None:
        if self.desk.voices is None:
            return None
        try:
            async with asyncio.timeout(STATUS_S):
                return await self.desk.voices.status()
        except TimeoutError:
            return f"does not answer within {STATUS_S:g} s"


def _stories_of(hub: Hub) -> list[LiveStoryShown]:
    lives = sorted(hub.live_stories, key=lambda live: -len(live.followers))
    return [
        LiveStoryShown(
            id=hash_of(live.id),
            player=hash_of(live.player),
            world=live.world.id,
            turn=live.stored.turn,
            followers=len(live.followers),
            waiting=live.waiting,
        )
        for live in islice(lives, MOST_STORIES)
    ]


def incidents_shown(incidents: Incidents | None) -> list[IncidentShown]:
    """The latest first. Reads files: not in an event loop."""
    if incidents is None or not incidents.folder.is_dir():
        return []
    shown = []
    for place in reversed(incidents.places()):
        try:
            with (place / "reason.txt").open(encoding="utf-8", errors="replace") as file:
                why = file.read(MOST_REASON_CHARS).strip()
            files = sorted(path.name for path in place.iterdir())
        except OSError:
            continue  # it is being written, or deleted
        shown.append(IncidentShown(at=place.name, why=why, place=str(place), files=files))
    return shown


def strangers(workers: Iterable[WorkerShown], tokens: Tokens) -> list[WorkerShown]:
    """Those whose players' tokens are not good here."""
    return [one for one in workers if one.mark and not tokens.knows(one.mark)]


async def workers_shown(link: RedisLink) -> list[WorkerShown]:
    """What all workers told last, by host. Raises RedisAway."""
    async with link.use() as redis:
        names = sorted(_text(name) for name in await redis.smembers(ALL_KEY))[:MOST_WORKERS]
        told = await redis.mget([_key(name) for name in names]) if names else []
        silent = [name for name, text in zip(names, told, strict=True) if text is None]
        if silent:
            await redis.srem(ALL_KEY, *silent)
    found = [_parse(text) for text in told if text is not None]
    return sorted((one for one in found if one is not None), key=lambda one: (one.host, one.started))


def _parse(text: bytes | str) -> WorkerShown | None:
    """None for what another version of the service tells."""
    try:
        return WorkerShown.model_validate_json(text)
    except ValidationError:
        return None


def _text(name: bytes | str) -> str:
    return name.decode() if isinstance(name, bytes) else name


def _key(worker: str) -> str:
    return f"gm:beacon:{worker}"
