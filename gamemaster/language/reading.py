"""What a player's words were understood as: clauses with their roles, intents, and what is in doubt. Plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gamemaster.rules.proposal import Intent

Role = Literal[
    "act", "speech", "question", "emote", "manner", "purpose", "condition", "time", "background", "thought",
    "negation", "ooc", "undo", "safety",
]  # fmt: skip


# Told, thought, meant or left alone: nothing comes of it.
IDLE: frozenset[Role] = frozenset(
    {"manner", "purpose", "condition", "time", "background", "thought", "negation"}
)


@dataclass(frozen=True)
class Clause:
    """A stretch of the player's words and what it is in the play; only an `act` of the present changes the world."""

    text: str
    role: Role
    confidence: float = 1.0


@dataclass(frozen=True)
class Clarify:
    """A question back: what is doubtful, and up to three inputs that would each be certain."""

    about: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class HeldBack:
    """A deed that hangs on a condition: one that may come to pass, or one that is `not_so` here and now."""

    condition: str
    deed: str
    not_so: bool = False


@dataclass(frozen=True)
class Reading:
    """What was understood. `intents` may be there although something else was `unclear`.

    `unclear` is None or one of not_understood, no_such_thing, who (nobody, or several, to talk to), which (several
    things fit: `choices`), stays (a mere part of what is described), absurd, hostile, empty. `about` are the player's
    words for what was not understood.
    """

    intents: tuple[Intent, ...]
    unclear: str | None = None
    choices: tuple[str, ...] = ()
    about: str = ""
    clauses: tuple[Clause, ...] = ()
    confidence: float = 1.0  # the lowest of what would act
    clarify: Clarify | None = None
    held_back: HeldBack | None = None
    failed: str = ""  # the clause that was unclear, where nothing of it was understood
    unfollowed: tuple[str, ...] = ()  # each such clause, where several were
    meant: str = ""  # what the words put in place of what was done before; `walked`: where that was a walk
    walked: bool = False
