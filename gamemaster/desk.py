"""What every story of this worker is played with: the store, the frame log, leases, limits, worlds and the narrator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gamemaster.cadence import Cadence
from gamemaster.config import Limits
from gamemaster.consents import Consents
from gamemaster.frames import FrameLog
from gamemaster.leases import Leases
from gamemaster.musing import Minds
from gamemaster.narrator import Narrator
from gamemaster.rates import RateLimit
from gamemaster.recorder import Recordings
from gamemaster.redis_link import RedisLink
from gamemaster.shadowing import Shadow
from gamemaster.store import Store
from gamemaster.tokens import Tokens
from gamemaster.turn import Budget
from gamemaster.voices import Voices
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
    engine: Callable[[], str] | None = None  # `ok…`, or what keeps the model from narrating; None: there is no model
    consents: Consents | None = None  # None: nobody is asked whether they may be recorded
    recordings: Recordings | None = None  # None: nothing is recorded
    shadow: Shadow | None = None  # None: no candidate answers beside the play
    voices: Voices | None = None  # None: the stories are not spoken
