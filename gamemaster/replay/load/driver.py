"""`gamemaster replay drive`: many players, each following a recording, against a running service over real sockets.

The driver is also the load generator: `drive` begins the players over the ramp, ends them, and asks for the truth
afterwards. Nothing of the service is used but its address (and its database, to look at what it kept).
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from gamemaster.replay.load.audit import (
    Database,
    DatabaseError,
    OtherDatabaseError,
    check_database,
    read_database,
    reopen,
)
from gamemaster.replay.load.consistency import Difference
from gamemaster.replay.load.meter import Meter
from gamemaster.replay.load.objectives import Objectives
from gamemaster.replay.load.plan import Plan
from gamemaster.replay.load.player import DrivenStory, Player
from gamemaster.replay.load.presence import Manner, Presence, Tally
from gamemaster.replay.load.refusals import DriveError, LostError
from gamemaster.replay.load.result import Driven, Played, run_of
from gamemaster.replay.load.screen import Screen
from gamemaster.replay.run import Run

SETTLE_S = 60.0  # for turns under way when the time is over
CUT_SETTLE_S = 8.0  # the same, after Ctrl-C
VOICE_S = 60.0
EVERY_S = 1.0  # of progress


@dataclass(frozen=True)
class Load:
    """How many players, for how long. `duration_s` None: each plays one recording; else they begin anew until then."""

    players: int
    ramp_s: float = 10.0
    duration_s: float | None = None


@dataclass(frozen=True)
class Progress:
    """Where a drive is, for a line on a screen. `left` are the seconds of a duration, if there is one."""

    seconds: float
    playing: int
    players: int
    turns: int
    committed: int
    errors: int


Watcher = Callable[[Progress], None]


@dataclass
class Drive:
    """One drive. `run` it once; `halt` ends it early."""

    plans: Sequence[Plan]
    manner: Manner
    load: Load
    objectives: Objectives = field(default_factory=Objectives)
    database: Database | None = None
    stamps: dict[str, dict[str, str]] = field(default_factory=dict)
    command: str = ""
    tally: Tally = field(default_factory=Tally)
    stories: list[DrivenStory] = field(default_factory=list)
    was_cut: bool = False
    _players: dict[int, Player] = field(default_factory=dict)
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, watch: Watcher | None = None) -> Run:
        """Drive, check, and tell. Raises DriveError when it cannot begin, or no more players are let in."""
        unread = await self._look_at_database()
        first = await self._look_first()
        started, meter = datetime.now(UTC), Meter()
        began = Presence.now()
        meter.start()
        try:
            with self._ended_by_ctrl_c():
                await self._play(first, watch, began)
        finally:
            meter.stop()
        ended = Presence.now()
        wrong, notes = await self._check()
        return run_of(
            Driven(
                title=f"{self.load.players} players against {self.manner.url}",
                command=self.command,
                started=started.isoformat(timespec="seconds"),
                began=began,
                ended=ended,
                players=self.load.players,
                stories=[_as_played(story, wrong.get(story.index, [])) for story in self.stories],
                objectives=self.objectives,
                errors=self.tally.errors,
                reconnections=self.tally.reconnections,
                returns=self.tally.returns,
                stamps=self.stamps,
                load=self._load(),
                notes=[*unread, *self._notes(), *notes],
                driver_cpu_share=meter.cpu_share,
                driver_lag_p99_ms=meter.lag_p99_ms,
            )
        )

    def _load(self) -> dict[str, float]:
        """What was asked of the service, beside how many players."""
        manner = self.manner
        asked = {"speed": manner.speed, "slow_share": manner.slow, "drop_share": manner.drop}
        return {**asked, "ended_early": 1.0} if self.was_cut else asked

    # ---- before ----

    async def _look_at_database(self) -> list[str]:
        """A note if the database that was found cannot be read. Raises DriveError for one that was named."""
        if self.database is None:
            return []
        try:
            await check_database(self.database)
        except DatabaseError as error:
            if not self.database.found:
                raise DriveError(str(error)) from error
            self.database = None
            return [str(error)]
        return []

    async def _look_first(self) -> str | None:
        """The token of a first player, for whom the service was found to be what the plans need.

        Raises DriveError.
        """
        manner = Manner(self.manner.url, audio=self.manner.audio)
        presence = Presence(manner, Tally(), Random(0), lambda frame, now: None, lambda raw, now: None)
        try:
            await presence.come(most_tries=1)
            missing = sorted({plan.world for plan in self.plans} - set(presence.worlds))
            if missing:
                there = ", ".join(presence.worlds) or "none"
                raise DriveError(
                    f"{self.manner.url} has no world {', '.join(missing)}; it has {there}. "
                    "Start it with GM_WORLDS_DIRS naming the folder's parent, or drive other recordings"
                )
            if self.manner.audio and not await presence.until(lambda: presence.hears, VOICE_S):
                why = (presence.voice or {}).get("message") or "no word of it"
                raise DriveError(
                    f"{self.manner.url} does not speak ({why}): leave --audio out to drive in text"
                )
        except LostError as error:
            raise DriveError(str(error)) from error
        finally:
            await presence.close()
        return presence.token

    # ---- the play ----

    async def _play(self, first: str | None, watch: Watcher | None, began: float) -> None:
        telling = asyncio.create_task(self._tell(watch, began)) if watch is not None else None
        timer = None
        if self.load.duration_s is not None:
            timer = asyncio.get_running_loop().call_later(self.load.duration_s, self.halt)
        try:
            async with asyncio.TaskGroup() as group:
                for number in range(self.load.players):
                    group.create_task(self._player(number, first if number == 0 else None))
        except* DriveError as errors:
            raise _first(errors) from None
        finally:
            if timer is not None:
                timer.cancel()
            if telling is not None:
                telling.cancel()

    async def _player(self, number: int, token: str | None) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(number / self.load.players * self.load.ramp_s):
                await self._stopping.wait()
        player = self._players[number] = Player(number, self.manner, self.tally)
        player.presence.token = token
        turn = number
        while not self._stopping.is_set():
            story = DrivenStory(len(self.stories), self.plans[turn % len(self.plans)], number, Screen())
            self.stories.append(story)
            await player.play(story, self._settle_s)
            turn += self.load.players
            if self.load.duration_s is None or story.note:
                return

    def halt(self) -> None:
        """Let no player do more; what was asked is waited for."""
        self._stopping.set()
        for player in self._players.values():
            player.halt()

    def _settle_s(self) -> float:
        return CUT_SETTLE_S if self.was_cut else SETTLE_S

    @contextlib.contextmanager
    def _ended_by_ctrl_c(self) -> Iterator[None]:
        """The first Ctrl-C ends the play and leaves the rest of the run to be told; the second one ends it all."""
        if threading.current_thread() is not threading.main_thread():
            yield  # signals are the main thread's
            return
        loop = asyncio.get_running_loop()

        def cut() -> None:
            self.was_cut = True
            loop.remove_signal_handler(signal.SIGINT)
            self.halt()

        loop.add_signal_handler(signal.SIGINT, cut)
        try:
            yield
        finally:
            loop.remove_signal_handler(signal.SIGINT)

    async def _tell(self, watch: Watcher, began: float) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            turns = [turn for story in self.stories for turn in story.turns]
            committed = sum(turn.committed is not None for turn in turns)
            watch(
                Progress(
                    Presence.now() - began, self.tally.playing, self.load.players, len(turns), committed,
                    self.tally.errors.total(),
                )
            )  # fmt: skip

    # ---- afterwards ----

    async def look_again(self) -> dict[int, list[Difference]]:
        """What is wrong with each story as the service shows it now."""
        return await reopen(self.stories, self.manner, self.tally)

    async def _check(self) -> tuple[Mapping[int, list[Difference]], list[str]]:
        """All that is wrong with each story, and what was looked at."""
        wrong = await self.look_again()
        turns = sum(story.screen.turn for story in self.stories)
        notes = [f"checked over the socket: {len(wrong)} stories with {turns} turns, opened again"]
        if self.database is None:
            notes.append(
                "not checked in Postgres: no --database, no GM_DATABASE_URL, and none that runs in --data-dir"
            )
            return wrong, notes
        try:
            stored = await read_database(self.database, self.stories)
        except DatabaseError as error:
            if self.database.found and isinstance(error, OtherDatabaseError):
                return wrong, [*notes, f"not checked in Postgres: {error}"]
            self.tally.errors["database"] += 1
            return wrong, [*notes, f"not checked in Postgres: {error}"]
        for index, found in stored.items():
            wrong.setdefault(index, []).extend(found)
        return wrong, [
            *notes,
            f"checked in Postgres: the rows of {len(stored)} stories in {self.database.name}",
        ]

    def _notes(self) -> list[str]:
        manner = self.manner
        notes = [f"pauses as recorded, divided by {manner.speed:g}, {manner.longest_pause_s:g} s at most"]
        if manner.slow:
            slow = sum(player.presence.slow for player in self._players.values())
            notes.append(f"{slow} of {len(self._players)} players read slowly, five frames in two seconds")
        if manner.drop:
            notes.append(f"the connection of {manner.drop:.0%} of the turns was broken on purpose")
        if self.tally.too_late:
            notes.append(
                f"{self.tally.too_late} interruptions came when the turn was over, and were not sent"
            )
        if self.tally.errors["too_fast"]:
            notes.append(
                f"{self.tally.errors['too_fast']} acts came too fast for the service and were sent again as it said: "
                "a higher GM_LIMITS__ACTS_PER_MINUTE lets --speed count"
            )
        if self.was_cut:
            notes.append("ended early, by Ctrl-C")
        return notes


def _first(errors: BaseExceptionGroup[DriveError]) -> DriveError:
    """Every player meets the same obstacle: one of them tells of it."""
    found: BaseException = errors
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    assert isinstance(found, DriveError)
    return found


def _as_played(story: DrivenStory, differences: Sequence[Difference]) -> Played:
    return Played(story.index, story.plan, story.screen, story.turns, story.note, differences)
