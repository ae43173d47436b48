"""What every story of this worker is played with: the store, the frame log, leases, limits, worlds and the narrator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gamemaster.config import Limits
from gamemaster.memory.reflection import Minds
from gamemaster.narration.narrator import Narrator
from gamemaster.play.cadence import Cadence
from gamemaster.play.consent import Consents
from gamemaster.play.observer import TurnObserver
from gamemaster.play.turn import Budget
from gamemaster.protocol.auth_tokens import Tokens
from gamemaster.recording.recorder import Recordings
from gamemaster.speech.voices import Voices
from gamemaster.storage.frame_log import FrameLog
from gamemaster.storage.leases import Leases
from gamemaster.storage.rate_limit import RateLimit
from gamemaster.storage.redis_client import RedisLink
from gamemaster.storage.store import Store
from worlds.schema import World


@dataclass(frozen=True)
class LoadedWorld:
    """A world that can be played. `hash` names its content."""

    world: World
    hash: str


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
    narrator: Narrator
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
    shadow: TurnObserver | None = None  # None: no candidate answers beside the play
    voices: Voices | None = None  # None: the stories are not spoken
