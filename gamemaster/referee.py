"""The referee: (World, StoryState, Outcome, Roll) -> Ruling. Pure, and complete for every operation of an Outcome.

It owns the rules: exits exist and are open, an item is in one place, wounds are bounded, the dead do nothing, only
those present witness. What it refuses is data with a reason, never an exception.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gamemaster import operations
from gamemaster.clock import end_of_turn
from gamemaster.conditions import Deeds
from gamemaster.draft import HIDDEN, Draft
from gamemaster.outcome import Memory, Operation, Outcome, Roll, Ruling
from gamemaster.state import StoryState
from worlds.schema import World

# Verbs that keep a hidden player hidden. Any other act gives them away.
QUIET = frozenset({
    "look", "examine", "search", "listen", "smell", "touch", "wait", "hide", "sneak", "sleep", "steal",
    "inventory", "status", "journal", "hint", "read",
})  # fmt: skip


@dataclass(frozen=True)
class Ruled:
    """A ruling, and the state it leads to. `after` has this turn's number."""

    ruling: Ruling
    after: StoryState


def rule(world: World, before: StoryState, outcome: Outcome, roll: Roll) -> Ruled:
    """Rule on an outcome: operations in order, each against the state that those before it left, then time passes."""
    draft = open_turn(world, before, outcome, roll)
    if before.ended is not None:
        for operation in outcome.changes:
            draft.reject(operation, "ended", "The story is over.")
        return _close(draft, outcome, 0)
    if outcome.unclear is not None and not outcome.changes:
        draft.happen("unclear", why=outcome.unclear, what=next((i.topic for i in outcome.intents if i.topic), None))
        return _close(draft, outcome, 0)  # nobody waits for a player who was not understood
    was_hidden = HIDDEN in before.flags
    refused = _dice_deny(draft, outcome)
    for operation in outcome.changes:
        if refused:
            draft.reject(operation, "dice", refused)
        elif draft.state.ended is not None:
            draft.reject(operation, "ended", "The story is over.")
        else:
            apply_operation(draft, operation)
    if (
        was_hidden
        and before.flags.get(HIDDEN) == draft.state.flags.get(HIDDEN)
        and _gave_away(outcome, before, draft)
    ):
        draft.state.flags.pop(HIDDEN, None)
        draft.happen("unhidden")
    minutes = draft.walked + max(draft.minutes, 0 if draft.walked else default_minutes(draft)) + draft.extra
    return _close(draft, outcome, end_of_turn(draft, minutes))


def open_turn(world: World, before: StoryState, outcome: Outcome, roll: Roll) -> Draft:
    """A turn in the making on a copy of the state."""
    state = before.model_copy(deep=True)
    state.turn += 1
    deeds = Deeds(
        verbs=frozenset(intent.verb for intent in outcome.intents),
        objects=frozenset(
            thing
            for i in outcome.intents
            for thing in (*i.objects, i.tool, i.recipient, i.topic)
            if thing is not None
        ),
    )
    return Draft(world=world, state=state, roll=roll, deeds=deeds)


def apply_operation(draft: Draft, operation: Operation) -> None:
    """Apply one operation to the turn in the making, or reject it."""
    _HANDLERS[operation.op](draft, operation)


def default_minutes(draft: Draft) -> int:
    return (
        0
        if draft.deeds.verbs and draft.deeds.verbs <= operations.TIMELESS
        else draft.world.clock.turn_minutes
    )


def _dice_deny(draft: Draft, outcome: Outcome) -> str | None:
    """Why the whole outcome is refused: the dice fell otherwise than it claims."""
    check = outcome.check
    if check is None:
        return None
    if check.skill not in draft.world.skills:
        return f"There is no skill {check.skill!r}; there are {', '.join(draft.world.skills) or 'none'}."
    made = draft.make_check(check.skill, check.difficulty, rule=None)
    good = {"critical", "success", "partial"}
    if check.result == made.result or (check.result not in good and made.result not in good):
        return None
    return f"The dice say {made.result} ({made.d20}{made.bonus:+d} against {made.difficulty}), not {check.result}."


def _gave_away(outcome: Outcome, before: StoryState, draft: Draft) -> bool:
    verbs = {intent.verb for intent in outcome.intents}
    moved = before.place != draft.state.place
    return bool(verbs - QUIET) or (moved and "sneak" not in verbs)


def _close(draft: Draft, outcome: Outcome, minutes: int) -> Ruled:
    present = set(draft.state.present())
    memories: tuple[Memory, ...] = tuple(m for m in outcome.memories if m.who in present)
    ruling = Ruling(
        happenings=tuple(draft.happenings),
        rejections=tuple(draft.rejections),
        checks=tuple(draft.checks),
        changed=tuple(draft.changed),
        minutes=minutes,
        memories=memories,
        suggestions=outcome.suggestions,
        ended=draft.state.ended,
    )
    return Ruled(ruling=ruling, after=draft.state)


_HANDLERS: dict[str, Callable[[Draft, Any], None]] = {
    "move": operations.move,
    "take": operations.take,
    "drop": operations.drop,
    "give": operations.give,
    "use": operations.use,
    "notice": operations.notice,
    "look": operations.look,
    "search": operations.search,
    "greet": operations.greet,
    "discuss": operations.discuss,
    "dismiss": operations.dismiss,
    "set_flag": operations.set_flag,
    "harm": operations.harm,
    "heal": operations.heal,
    "pass_time": operations.pass_time,
    "disposition": operations.change_disposition,
    "move_character": operations.move_character,
    "reveal": operations.reveal,
    "start_beat": operations.start_beat,
    "finish_beat": operations.finish_beat,
    "end_story": operations.end_story,
    "try": operations.attempt,
}
