"""What a model proposes that nobody asked for, and that code can see: a leap of time. Pure."""

from __future__ import annotations

from gamemaster.language.understanding import understand
from gamemaster.narration.scene import Scene
from gamemaster.rules.proposal import Operation, Outcome, PassTime

MOST_UNASKED_MINUTES = 30  # that pass in a turn whose words ask for no waiting
WAITING = frozenset({"wait", "sleep", "rest", "pray", "guard", "hide", "listen"})


def without_leaps(scene: Scene, outcome: Outcome) -> tuple[Outcome, str]:
    """The outcome with no more time than a turn may take that asks for none, and what was wrong with it; or ""."""
    leaps = [one.minutes for one in outcome.changes if isinstance(one, PassTime)]
    if sum(leaps) <= MOST_UNASKED_MINUTES or _asks_for_time(scene):
        return outcome, ""
    left = MOST_UNASKED_MINUTES
    changes: list[Operation] = []
    for one in outcome.changes:
        if isinstance(one, PassTime):
            minutes = min(left, one.minutes)
            left -= minutes
            changes.append(one.model_copy(update={"minutes": minutes}))
        else:
            changes.append(one)
    return outcome.model_copy(
        update={"changes": tuple(changes)}
    ), f"{sum(leaps)} minutes that nobody asked for"


def _asks_for_time(scene: Scene) -> bool:
    reading = understand(scene.world, scene.state, scene.words)
    return any(intent.minutes or intent.verb in WAITING for intent in reading.intents)
