"""What a story is played with, and what the service of this worker has beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gamemaster.config import Limits
from gamemaster.memory.reflection import Minds
from gamemaster.narration.standby import Standby
from gamemaster.play.cadence import Cadence
from gamemaster.play.consent import Consents
from gamemaster.play.story_events import StoryObserver
from gamemaster.play.turn import Budget
from gamemaster.protocol.auth_tokens import Tokens
from gamemaster.recording.recorder import Recordings
from gamemaster.speech.voices import Voices
from gamemaster.storage.frame_log import FrameLog
from gamemaster.storage.leases import Leases
from gamemaster.storage.rate_limit import RateLimit
from gamemaster.storage.redis_client import RedisLink
from gamemaster.storage.store import Store, StoryStore
from worlds.schema import World


@dataclass(frozen=True)
class LoadedWorld:
    """A world that can be played. `hash` names its content."""

    world: World
    hash: str


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


@dataclass(frozen=True)
class Desk:
    """Made by `gamemaster.bootstrap`, which also closes what is in it. `worker` names this process among all."""

    worker: str
    store: Store
    frames: FrameLog
    leases: Leases
    redis: RedisLink
    acts: RateLimit
    newcomers: RateLimit
    tokens: Tokens
    worlds: Mapping[str, LoadedWorld]
    narrator: Standby
    limits: Limits
    cadence: Cadence
    budget: Budget
    minds: Minds = field(default_factory=Minds)
    broken_worlds: Mapping[str, str] = field(default_factory=dict)  # id: what keeps it from being played
    origins: frozenset[str] = frozenset()  # pages on other hosts that may open a socket
    version: str = ""
    designer: bool = False  # each player may see the prompts of their turns
    engine: Callable[[], str] | None = (
        None  # `ok…`, or what keeps the model from narrating; None: there is no model
    )
    consents: Consents | None = None  # None: nobody is asked whether they may be recorded
    recordings: Recordings | None = None  # None: nothing is recorded
    shadow: StoryObserver | None = None  # None: no candidate answers beside the play
    voices: Voices | None = None  # None: the stories are not spoken

    @property
    def of_a_story(self) -> StoryContext:
        """What each story is given of it."""
        return StoryContext(
            store=self.store,
            frames=self.frames,
            narrator=self.narrator,
            cadence=self.cadence,
            budget=self.budget,
            most_waiting=self.limits.incoming_queue,
            version=self.version,
            voices=self.voices,
        )
