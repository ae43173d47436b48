"""The stories that this worker plays: opened when somebody follows them, handed over when nobody does."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from gamemaster.play.context import Desk, LoadedWorld
from gamemaster.play.history import TURNS_SHOWN
from gamemaster.play.live_story import LiveStory
from gamemaster.play.reflection_task import StoryReflection
from gamemaster.play.story_events import StoryObserver
from gamemaster.play.story_recorder import StoryRecorder
from gamemaster.play.story_traces import StoryTracer
from gamemaster.protocol import messages
from gamemaster.protocol.messages import CLOSE_REPLACED, CLOSE_RESTART
from gamemaster.protocol.outbox import Outbox
from gamemaster.rules.state import TurnRecord
from gamemaster.storage.keep_doing import keep_doing
from gamemaster.storage.leases import Lease
from gamemaster.storage.redis_client import RedisAway
from gamemaster.storage.store import Erasure, StoredStory
from worlds.schema import Boundaries

log = logging.getLogger(__name__)

LEASE_S = 4.0  # so long a story waits at most for a worker that was killed
HEARTBEAT_S = 1.0
KEPT_AT_ONCE = 64  # leases, so that one round trip stays far below the link's timeout
LINES_S = 3.0  # between looks for players' lines that were drawn through another process
TAKEOVER_S = 12.0  # so long a story is waited for that another worker holds
LINGER_S = 2.0  # a page that is reloaded finds its story still open
PARTING_PAUSE_S = 0.05  # between stories that are handed over: opening one takes a few hundredths of a second
FAREWELL_S = 8.0  # for turns in flight when the service stops


class WorldNotLoadedError(Exception):
    """The story's world cannot be played here."""

    def __init__(self, world: str, why: str) -> None:
        super().__init__(
            f"the world {world!r} cannot be played here now: {why}. The story is safe; try again later"
        )
        self.world, self.why = world, why


class HeldElsewhereError(Exception):
    """Another worker plays the story and does not let go of it."""

    def __init__(self, story: str) -> None:
        super().__init__(
            "this story is being played through another process of the service; try again in a moment"
        )
        self.story = story


class DrainingError(Exception):
    """This worker opens no more stories; the client is to come back, to another one."""


@dataclass
class Held:
    """A live story with what this worker must keep up for it."""

    live: LiveStory
    reflection: StoryReflection
    lease: Lease | None
    work: asyncio.Task[None]
    unfollowed_since: float | None = None
    in_doubt: bool = False  # Redis was away: another worker may have played the story


@dataclass
class Hub:
    """Owns every live story of the worker. `drain` hands them over one by one, `close` lets their turns end."""

    desk: Desk
    draining: bool = False
    _held: dict[str, Held] = field(default_factory=dict)
    _doors: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    _heart: asyncio.Task[None] | None = None
    _lines: asyncio.Task[None] | None = None
    _drawings: Counter[str] = field(
        default_factory=Counter
    )  # how often a player drew lines through this process
    _partings: set[asyncio.Task[None]] = field(default_factory=set)

    def start(self) -> None:
        """Begin to keep the leases, and to let go of what players took back; call it in the event loop that serves."""
        if self.desk.consents is not None:
            self.desk.consents.eraser.watchers.append(self._take_back)
        self._heart = asyncio.create_task(self._beat(), name="story leases")
        self._lines = asyncio.create_task(self._watch_lines(), name="players' lines")

    async def follow(
        self,
        story: str,
        player: str,
        outbox: Outbox,
        epoch: int | None = None,
        offset: int | None = None,
        *,
        new: StoredStory | None = None,
    ) -> LiveStory:
        """Open a story for a client and bring it up to date; `new` is the story as it was made just now.

        Raises `StoreError` (not found, away), `WorldNotLoadedError`, `HeldElsewhereError`, `StateVersionError`,
        `DrainingError`.
        """
        async with self._door(story):
            if self.draining:
                raise DrainingError
            held = self._held.get(story)
            if held is None or held.live.player != player:
                # Also what says that it is not this player's.
                held = await self._open(story, player, new)
            held.unfollowed_since = None
            await held.live.follow(outbox, epoch, offset)
            return held.live

    async def _open(self, story: str, player: str, new: StoredStory | None = None) -> Held:
        desk = self.desk
        stored = new or await desk.store.load(story, player)
        loaded = self.world(stored.world)
        lease = await self._take(story)
        try:
            past: Sequence[TurnRecord] = ()
            if new is None or new.turn or new.pending is not None:
                # Only now: the worker that held the lease may have gone on until this moment.
                stored = await desk.store.load(story, player)
                past = await desk.store.turns(story, player, limit=TURNS_SHOWN)
        except BaseException:
            await self._release(lease)
            raise
        reflection = StoryReflection(desk.store, desk.minds, story, loaded.world)
        observers: list[StoryObserver] = [reflection]
        if desk.shadow is not None:
            observers.append(desk.shadow)
        if desk.metering is not None:
            observers.append(desk.metering.stories.watch(loaded.world.id))
        if desk.tracer is not None:
            observers.append(StoryTracer(desk.tracer, story, loaded.world.id))
        live = LiveStory(desk.of_a_story, loaded, stored, past, self._recorder(loaded), observers)
        work = asyncio.create_task(live.run(), name=f"story {story}")
        held = self._held[story] = Held(live, reflection, lease, work)
        return held

    def _recorder(self, loaded: LoadedWorld) -> StoryRecorder | None:
        """Who records a story of the world, if anything is recorded here."""
        desk = self.desk
        if desk.recordings is None:
            return None
        speed, queue = desk.cadence.chars_per_second, desk.limits.incoming_queue
        return StoryRecorder(desk.recordings, desk.store, loaded.hash, desk.version, speed, queue)

    def _door(self, story: str) -> asyncio.Lock:
        """Held while a story is opened or let go of: one at a time, and it lasts as long as somebody holds it."""
        door = self._doors.get(story)
        if door is None:
            door = self._doors[story] = asyncio.Lock()
        return door

    def world(self, name: str) -> LoadedWorld:
        """A world that can be played. Raises `WorldNotLoadedError`."""
        loaded = self.desk.worlds.get(name)
        if loaded is None:
            raise WorldNotLoadedError(name, self.desk.fault_of(name) or "it is not installed")
        return loaded

    @property
    def stories(self) -> int:
        """How many stories this worker plays."""
        return len(self._held)

    @property
    def live_stories(self) -> list[LiveStory]:
        """All of them."""
        return [held.live for held in self._held.values()]

    @property
    def waiting(self) -> int:
        """Requests that wait in all of them."""
        return sum(held.live.waiting for held in self._held.values())

    def rename(self, story: str, name: str | None) -> None:
        """A story that is played here has another name from now on."""
        held = self._held.get(story)
        if held is not None:
            held.live.rename(name)

    def draw_lines(self, player: str, boundaries: Boundaries | None) -> None:
        """The player's stories that are played here keep to these lines from their next turn on."""
        self._drawings[player] += 1
        self._hold_to(player, boundaries)

    def _hold_to(self, player: str, boundaries: Boundaries | None) -> None:
        for held in self._held.values():
            if held.live.player == player:
                held.live.draw_lines(boundaries)

    async def _watch_lines(self) -> None:
        """Lines that were drawn through another process hold here, too."""
        await keep_doing(self._read_lines, LINES_S, "reading players' lines", log, first_pause_s=LINES_S)

    async def _read_lines(self) -> None:
        asked = {held.live.player: self._drawings[held.live.player] for held in self._held.values()}
        self._drawings = Counter(asked)
        found = await self.desk.store.boundaries(asked) if asked else {}
        for player, drawings in asked.items():
            if self._drawings[player] == drawings:  # else what was read is older than what was drawn here
                self._hold_to(player, found.get(player))

    def exchange(self, edition: LoadedWorld) -> None:
        """From now on a world is played as it was saved, in the stories that are played here too."""
        self.desk.worlds[edition.world.id] = edition
        for live in self._played_in(edition.world.id):
            live.exchange(edition)

    def tell(self, world: str, frame: messages.Frame) -> None:
        """Tell whoever plays in a world something that has no place in their story."""
        for live in self._played_in(world):
            live.tell(frame)

    def _played_in(self, world: str) -> list[LiveStory]:
        return [held.live for held in self._held.values() if held.live.world.id == world]

    async def dismiss(self, story: str) -> None:
        """Stop playing a story that was deleted; nothing of it stays in Redis."""
        async with self._door(story):
            held = self._held.get(story)
            if held is not None:
                await self._let_go(held, 1000, "this story was deleted")
            await self.desk.frames.drop(story)

    def _take_back(self, erasure: Erasure) -> None:
        """A story, or a player with all of them, was deleted, here or through another process."""
        if erasure.story is not None:
            self._dismiss_soon(erasure.story)
        elif erasure.account:
            for story in [held.live.id for held in self._held.values() if held.live.player == erasure.player]:
                self._dismiss_soon(story)

    def _dismiss_soon(self, story: str) -> None:
        if story not in self._held:
            return
        task = asyncio.create_task(self.dismiss(story), name=f"parting from {story}")
        self._partings.add(task)
        task.add_done_callback(self._partings.discard)

    async def drain(self, patience_s: float) -> None:
        """Open nothing more, and hand each story over once its turn in flight was told at its own pace.

        Its clients are sent away when the next worker can have it: one after another, since those who come all at once
        wait for each other. What is not told after `patience_s` seconds is told in haste.
        """
        self.draining = True
        leaving = list(self._held.values())
        pause = min(PARTING_PAUSE_S, patience_s / 2 / max(1, len(leaving)))
        await asyncio.gather(*(self._retire(held, patience_s, n * pause) for n, held in enumerate(leaving)))

    async def _retire(self, held: Held, patience_s: float, after_s: float) -> None:
        await asyncio.wait({held.work}, timeout=after_s)  # it is played on until its turn has come
        held.live.retire()
        await asyncio.wait({held.work}, timeout=patience_s)
        async with self._door(held.live.id):
            if self._held.get(held.live.id) is held:
                await self._let_go(held, CLOSE_RESTART, "the service restarts; come back")

    async def close(self) -> None:
        """Let the turns in flight end (for `FAREWELL_S` at most), and hand every story over."""
        for task in (self._heart, self._lines):
            if task is not None:
                task.cancel()
        await asyncio.gather(*self._partings)
        await asyncio.gather(*(self._let_go(held, None, "") for held in list(self._held.values())))

    # ---- leases ----

    async def _take(self, story: str) -> Lease | None:
        """The lease; asks whoever holds it to let go. None when Redis is away: the store keeps writers apart."""
        deadline = asyncio.get_running_loop().time() + TAKEOVER_S
        while True:
            try:
                lease = await self.desk.leases.acquire(story, self.desk.worker, LEASE_S)
                if lease is not None:
                    return lease
                async with self.desk.redis.use() as redis:
                    await redis.set(_wanted_key(story), self.desk.worker, px=int(HEARTBEAT_S * 3000))
            except RedisAway:
                return None
            if asyncio.get_running_loop().time() > deadline:
                raise HeldElsewhereError(story)
            await asyncio.sleep(0.2)

    async def _release(self, lease: Lease | None) -> None:
        if lease is not None:
            try:
                await self.desk.leases.release(lease)
            except RedisAway:
                log.info("the lease of story %s ends by itself: Redis is away", lease.story)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            played = list(self._held.values())
            try:
                for first in range(0, len(played), KEPT_AT_ONCE):
                    await self._keep_all(played[first : first + KEPT_AT_ONCE])
            except RedisAway:
                for each in self._held.values():
                    each.in_doubt = True  # nothing can be kept now; the stories go on without leases
            except Exception:
                log.exception("leases could not be kept")

    async def _keep_all(self, played: list[Held]) -> None:
        """What is asked of Redis for all of them goes together: it is asked every second. Raises RedisAway."""
        kept = await self.desk.leases.renew_all([held.lease for held in played if held.lease], LEASE_S)
        wanted = await self._which_are_wanted([held.live.id for held in played])
        for held in played:
            try:
                await self._keep(held, held.lease in kept, held.live.id in wanted)
            except RedisAway:
                raise
            except Exception:
                log.exception("story %s: its lease could not be kept", held.live.id)

    async def _keep(self, held: Held, renewed: bool, wanted: bool) -> None:
        """Take a lost lease again, or let go of a story that another worker has or wants, or that nobody follows."""
        live = held.live
        if self._held.get(live.id) is not held:
            return
        if not renewed:
            held.lease = await self.desk.leases.acquire(live.id, self.desk.worker, LEASE_S)
            if (
                self._held.get(live.id) is not held
            ):  # meanwhile: the next worker must not wait until it runs out
                await self._release(held.lease)
                return
            held.in_doubt = True
        if held.in_doubt and held.lease is not None:
            held.in_doubt = False
            live.look_again()
        if held.lease is None or wanted:
            log.info("story %s goes to another worker", live.id)
            self._part(held, CLOSE_REPLACED, "this story was opened elsewhere")
        elif self._is_idle(held):
            self._part(held, None, "")

    async def _which_are_wanted(self, stories: Sequence[str]) -> set[str]:
        """Those of the stories that another worker asks for."""
        async with self.desk.redis.use() as redis:
            together = redis.pipeline(transaction=False)
            for story in stories:
                together.get(_wanted_key(story))
            answers: list[bytes | None] = await together.execute() if stories else []
        mine = self.desk.worker.encode()
        return {story for story, by in zip(stories, answers, strict=True) if by is not None and by != mine}

    def _part(self, held: Held, code: int | None, reason: str) -> None:
        """Let go of a story in a task of its own: a turn in flight must not hold up the other stories' leases."""

        async def part() -> None:
            async with self._door(held.live.id):
                if self._held.get(held.live.id) is held and (code is not None or self._is_idle(held)):
                    await self._let_go(held, code, reason)

        task = asyncio.create_task(part(), name=f"parting from {held.live.id}")
        self._partings.add(task)
        task.add_done_callback(self._partings.discard)

    def _is_idle(self, held: Held) -> bool:
        now = asyncio.get_running_loop().time()
        if held.live.followers or not held.live.idle.is_set():
            held.unfollowed_since = None
            return False
        if held.unfollowed_since is None:
            held.unfollowed_since = now
        return now - held.unfollowed_since >= LINGER_S

    async def _let_go(self, held: Held, code: int | None, reason: str) -> None:
        """End a story here: its turn in flight is finished first, and the next worker may go on where it ended."""
        live = held.live
        if not held.work.done():
            live.leave()
        _, unfinished = await asyncio.wait({held.work}, timeout=FAREWELL_S)
        if unfinished:
            log.warning(
                "story %s: its turn is left pending, to be finished when the story is opened", live.id
            )
            held.work.cancel()
            await asyncio.wait({held.work})
        await held.reflection.close()
        if unfinished:
            await self.desk.frames.drop(live.id)
        else:
            await self.desk.frames.hand_over(live.id)
        self._held.pop(live.id, None)  # before the lease: its keeper must not take it again
        await self._release(held.lease)
        if code is not None:  # only now: whoever comes back at once finds the story free
            live.followers.close(code, reason)


def _wanted_key(story: str) -> str:
    return f"gm:wanted:{story}"
