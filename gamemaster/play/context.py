"""What a story is played with, and what the service of this worker has beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gamemaster.admission.bounds import AddressBounds
from gamemaster.admission.line import Line
from gamemaster.admission.operator_door import OperatorDoor
from gamemaster.admission.options import Limits
from gamemaster.admission.spending import Spending
from gamemaster.admission.standing_orders import StandingOrders
from gamemaster.memory.reflection import Minds
from gamemaster.narration.standby import Standby
from gamemaster.play.cadence import Cadence
from gamemaster.play.consent import Consents
from gamemaster.play.metering import Metering
from gamemaster.play.story_events import StoryObserver
from gamemaster.play.turn import Budget
from gamemaster.protocol.auth_tokens import Tokens
from gamemaster.protocol.messages import WorldEdited
from gamemaster.recording.player_archive import Archives
from gamemaster.recording.recorder import Recordings
from gamemaster.speech.voices import Voices
from gamemaster.storage.day_sums import SharedSums
from gamemaster.storage.disk import Disk
from gamemaster.storage.frame_log import FrameLog
from gamemaster.storage.leases import Leases
from gamemaster.storage.rate_limit import RateLimit
from gamemaster.storage.redis_client import RedisLink
from gamemaster.storage.reports import Reports
from gamemaster.storage.store import Store, StoryStore
from inference.hosted.incidents import Incidents
from worlds.schema import World

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

REPORTS_PER_MINUTE = 10  # of one player
EXPORTS_PER_MINUTE = 2  # of one player: each reads all their stories


@dataclass(frozen=True)
class LoadedWorld:
    """A world that can be played. `hash` names its content; `folder` is where it was read, if anywhere."""

    world: World
    hash: str
    folder: Path | None = None


@dataclass(frozen=True)
class StoryContext:
    """What a live story uses. `most_waiting`: requests that may wait for it. `version` is the code's."""

    store: StoryStore
    frames: FrameLog
    narrator: Standby
    cadence: Cadence
    budget: Budget
    most_waiting: int
    version: str = ""
    voices: Voices | None = None  # None: the story is not spoken
    workshop: bool = False  # the player is the world's writer, and may arrange what they like
    line: Line = field(default_factory=Line)  # before the beginning of a turn
    turns: Line = field(default_factory=Line)  # before the whole of it
    spending: Spending = field(default_factory=Spending)


BROKEN_WORLD = "its files have faults, and `gamemaster world check` tells whoever runs the service which"


@dataclass(frozen=True)
class Desk:
    """Made by `gamemaster.bootstrap`, which also closes what is in it. `worker` names this process among all."""

    worker: str
    store: Store
    redis: RedisLink
    tokens: Tokens
    worlds: MutableMapping[str, LoadedWorld]  # an edited world takes the place of the one before
    narrator: Standby
    limits: Limits
    cadence: Cadence
    budget: Budget
    addresses: AddressBounds = field(default_factory=AddressBounds)  # what one address may have here
    spending: Spending = field(default_factory=Spending)  # what the model may cost
    minds: Minds = field(default_factory=Minds)
    faults: MutableMapping[str, WorldEdited] = field(
        default_factory=dict
    )  # of worlds as saved last, if watched
    broken_worlds: Mapping[str, str] = field(default_factory=dict)  # id: what keeps it from being played
    origins: frozenset[str] = frozenset()  # pages on other hosts that may open a socket
    hosts: frozenset[str] | None = None  # names by which the service may be called; None: any
    version: str = ""
    designer: bool = False  # each player may see the prompts of their turns
    workshop: bool = False  # worlds are watched, and their writer plays on this machine
    drain_s: float = 30.0  # for turns in flight, when the stories go to another worker
    editor_url: str = ""  # where a click in the workshop leads
    engine: Callable[[], str] | None = (
        None  # `ok…`, or what keeps the model from narrating; None: there is no model
    )
    engine_is_ours: bool = True  # False: a model server's, without which the understudy plays on
    disk: Disk | None = None  # where the service writes
    consents: Consents | None = None  # None: nobody is asked whether they may be recorded
    recordings: Recordings | None = None  # None: nothing is recorded
    reports: Reports | None = None  # None: answers cannot be reported
    archives: Archives | None = None  # None: players cannot take out what is kept of them
    shadow: StoryObserver | None = None  # None: no candidate answers beside the play
    voices: Voices | None = None  # None: the stories are not spoken
    metering: Metering | None = None  # None: nothing is measured
    tracer: Tracer | None = None  # None: nothing is traced
    orders: StandingOrders = field(default_factory=StandingOrders)  # what the operator ordered
    ops: OperatorDoor | None = None  # None: there is no operator's page
    incidents: Incidents | None = None  # what is kept of lost engines on this host

    def fault_of(self, world: str) -> str | None:
        """Why a world here cannot be played. Those who write see all of it; a player learns no path of this host, and
        nothing that stands in the world."""
        fault = self.broken_worlds.get(world)
        return fault if fault is None or self.workshop or self.designer else BROKEN_WORLD

    @cached_property
    def frames(self) -> FrameLog:
        return FrameLog(self.redis, self.limits.frame_log)

    @cached_property
    def leases(self) -> Leases:
        return Leases(self.redis)

    @cached_property
    def acts(self) -> RateLimit:
        """Of players."""
        return RateLimit(self.redis, self.limits.acts_per_minute)

    @cached_property
    def acts_of_addresses(self) -> RateLimit:
        """In all processes of all hosts."""
        return RateLimit(self.redis, self.addresses.acts.per_minute, name="acts of addresses")

    @cached_property
    def newcomers(self) -> RateLimit:
        """Of addresses."""
        return RateLimit(self.redis, self.limits.new_players_per_minute, name="newcomers")

    @cached_property
    def new_stories(self) -> RateLimit:
        """Of the whole service."""
        return RateLimit(self.redis, self.limits.new_stories_per_minute, name="stories")

    @cached_property
    def shared_sums(self) -> SharedSums:
        """What is spent here and in other processes."""
        return SharedSums(self.redis, self.spending.sums)

    @cached_property
    def report_limit(self) -> RateLimit:
        """Of players, who report answers."""
        return RateLimit(self.redis, REPORTS_PER_MINUTE, name="reports")

    @cached_property
    def exports(self) -> RateLimit:
        """Of players, who take out all that is kept of them."""
        return RateLimit(self.redis, EXPORTS_PER_MINUTE, name="exports")

    @cached_property
    def line(self) -> Line:
        """In which whoever comes waits to be served."""
        return Line(self.limits.served_at_once, self.limits.waiting)

    @cached_property
    def turns(self) -> Line:
        """In which turns wait while too many are in flight."""
        return Line(self.limits.turns_in_flight, self.limits.waiting, hold_s=None)

    @property
    def of_a_story(self) -> StoryContext:
        """What each story is given of it."""
        most = self.limits.incoming_queue
        own = (self.store, self.frames, self.narrator, self.cadence, self.budget)
        return StoryContext(
            *own,
            most_waiting=most,
            version=self.version,
            voices=self.voices,
            workshop=self.workshop,
            line=self.line,
            turns=self.turns,
            spending=self.spending,
        )
