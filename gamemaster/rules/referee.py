"""The referee: (World, StoryState, Outcome, Roll) -> Ruling. Pure, and complete for every operation of an Outcome.

It owns the rules: exits exist and are open, an item is in one place, wounds are bounded, the dead do nothing, only
those present witness. What it refuses is data with a reason, never an exception.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gamemaster.rules.boundaries import BOUNDARY, crosses, crossing_in, lines_of
from gamemaster.rules.clock import end_of_turn, find_death
from gamemaster.rules.conditions import Deeds
from gamemaster.rules.draft import HIDDEN, Draft
from gamemaster.rules.operations import (
    comforts,
    improvised_operations,
    physical_operations,
    social_operations,
)
from gamemaster.rules.operations.actions import let_react
from gamemaster.rules.operations.improvised_operations import HANDLING_MINUTES
from gamemaster.rules.proposal import Happening, Memory, Operation, Outcome, Roll, Ruling
from gamemaster.rules.relationships import settle_what_came_about
from gamemaster.rules.stances import attempts
from gamemaster.rules.state import DEED, ENDING, LASTED, ONWARD, ORDERED, PLAN, StoryState
from worlds.schema import World

# Verbs that keep a hidden player hidden. Any other act gives them away.
QUIET = frozenset({
    "look", "examine", "search", "listen", "smell", "touch", "wait", "hide", "sneak", "sleep", "steal",
    "inventory", "status", "journal", "hint", "read",
})  # fmt: skip

# Verbs that only ask about the game, and gestures: nothing comes of them, and no time passes.
TIMELESS = frozenset({"inventory", "status", "journal", "hint", "inform", "express"})
# What a narrator makes up beyond the world's rules: so many a turn, and no more.
IMPROVISED = frozenset({
    "attempt", "detail", "enjoy", "harm", "heal", "disposition", "relation", "promise", "settle_promise",
    "move_character",
})  # fmt: skip
FAILED = frozenset({"failure", "fumble"})


@dataclass(frozen=True)
class Ruled:
    """A ruling, and the state it leads to. `after` has this turn's number."""

    ruling: Ruling
    after: StoryState


def rule(world: World, before: StoryState, outcome: Outcome, roll: Roll) -> Ruled:
    """Rule on an outcome: operations in order, each against the state that those before it left, then time passes.

    `before` is left as it is. The turn's number goes up by one whatever happens; when the story was over already,
    that is all that changes.
    """
    draft = open_turn(world, before, outcome, roll)
    if any(aside.why == "safety" for aside in outcome.asides):
        _say_asides(draft, Outcome(asides=outcome.asides))
        return _close(draft, before, Outcome(), 0)  # whatever else was proposed: nothing is played
    if before.ended is not None and _only_asked(draft, outcome):
        for operation in outcome.changes:  # what one carries and knows can still be read over
            improvised_operations.attempt(draft, operation) if operation.op == "try" else None
        return _close(draft, before, outcome, 0)
    if before.ended is not None:
        draft.happen("rejected", code="ended")
        for operation in outcome.changes:
            draft.reject(operation, "ended", "The story is over.", told=False)
        return _close(draft, before, outcome, 0)
    if outcome.asides and not outcome.changes:
        _say_asides(draft, outcome)
        return _close(draft, before, outcome, 0)
    if outcome.unclear is not None and not outcome.changes:
        meant = next((intent.topic for intent in outcome.intents if intent.topic), None)
        wanted = outcome.intents[0].verb if outcome.intents else "try"
        draft.happen("unclear", why=outcome.unclear, what=meant, verb=wanted)
        return _close(draft, before, outcome, 0)  # nobody waits for a player who was not understood
    for operation in _decide_by_dice(draft, outcome):
        if draft.state.ended is not None:
            draft.reject(operation, "ended", "The story is over.", told=False)
        else:
            apply_operation(draft, operation)
    if _only_asked(draft, outcome):
        _say_asides(draft, outcome)
        return _close(draft, before, outcome, 0)
    _come_out_of_hiding(draft, before)
    acts = draft.minutes
    if acts is None:
        posed = bool(outcome.changes) and all(op.op in _POSED or _is_marked(op) for op in outcome.changes)
        acts = 0 if draft.walked else HANDLING_MINUTES if posed else world.clock.turn_minutes
    minutes = end_of_turn(draft, draft.walked + acts + draft.extra)
    _say_asides(draft, outcome)
    return _close(draft, before, outcome, minutes)


# What asks whether something is meant, so that a yes is its answer.
_ASKED = frozenset({"clarify", "left_open", "exposed", "held_back", "not_there", "now_so", "may_be_so"})
_POSED = frozenset({"express", "inform"})  # a gesture, and a word of the Game Master's beside it
MOST_REMEMBERED = 160  # characters of what the player was at


def open_turn(world: World, before: StoryState, outcome: Outcome, roll: Roll) -> Draft:
    """A turn in the making on a copy of the state."""
    state = before.clone()
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
    ordered = "; ".join(intent.words for intent in outcome.intents if intent.words and intent.role == "act")
    returns = any(one.verb == "go" and before.place in one.objects for one in outcome.intents[1:])
    return Draft(
        world=world, state=state, roll=roll, deeds=deeds, ordered=ordered[:MOST_REMEMBERED], returns=returns
    )


def apply_operation(draft: Draft, operation: Operation) -> None:
    """Apply one operation to the turn in the making, or reject it."""
    if crosses(operation, draft.world, draft.state):
        return draft.reject(operation, BOUNDARY, "This story leaves that out.")
    if operation.op in IMPROVISED:
        draft.improvised += 1
        if draft.improvised > attempts.MOST_IMPROVISED:
            return draft.reject(operation, "too_many", "That is more than one turn holds.", told=False)
    draft.arrived = draft.arrived or (bool(draft.journey) and operation.op not in _IN_PASSING)
    _HANDLERS[operation.op](draft, operation)
    let_react(draft)
    settle_what_came_about(draft)
    find_death(draft)


# What one does as one walks, which ends no walk: a gesture, an ear that is lent to what is about.
_IN_PASSING = frozenset({"move", "express", "try"})


def _is_marked(operation: Operation) -> bool:
    """Whether it is what somebody says to what they see, which takes none of the player's time."""
    return operation.op == "answer" and operation.source == "reaction"


def _only_asked(draft: Draft, outcome: Outcome) -> bool:
    """Whether the player only asked what they carry or know: that takes no time, and nothing happens meanwhile."""
    verbs = draft.deeds.verbs
    if outcome.changes and all(op.op == "inform" for op in outcome.changes):
        return True  # nobody had a word on it but the Game Master, or nothing came of the deed beside it
    if verbs:
        acted_out = {intent.verb for intent in outcome.intents if intent.role == "emote"}
        return verbs <= TIMELESS | acted_out and all(
            op.op in ("try", "express", "inform") or _is_marked(op) for op in outcome.changes
        )
    return bool(outcome.changes) and all(op.op == "express" or _is_marked(op) for op in outcome.changes)


def _say_asides(draft: Draft, outcome: Outcome) -> None:
    """What is said to the player outside the story comes after what is told; what was meant instead, before it."""
    for aside in outcome.asides:
        if draft.state.ended is not None and aside.why != "safety":
            continue
        said = Happening(
            kind="aside", what=aside.about or None, choices=aside.choices, detail={"why": aside.why}
        )
        draft.happenings.insert(0 if aside.why == "meant" else len(draft.happenings), said)
        if aside.why in ("clarify", "left_open", "ending", "exposed", "safety"):
            draft.state.asked = draft.state.turn
        if aside.why == "ending":
            draft.state.focus[ENDING] = aside.about
        if aside.choices and aside.why not in ("ending", "safety"):
            agreed = aside.choices[0] if aside.why in _ASKED or len(aside.choices) == 1 else ""
            draft.state.focus[ONWARD] = "\n".join((f"{draft.state.turn} {agreed}", *aside.choices))
        if aside.why == "held_back" and aside.choices:
            condition = aside.about.removesuffix(f", {aside.choices[0]}")
            draft.state.focus[PLAN] = f"{condition}\n{aside.choices[0]}"
        elif aside.why in ("now_so", "may_be_so"):
            draft.state.focus.pop(PLAN, None)  # it is asked once


def _decide_by_dice(draft: Draft, outcome: Outcome) -> tuple[Operation, ...]:
    """What comes about: where there is a check, its result decides between `changes` and `otherwise`.

    Half a success has both. What the dice deny is refused.
    """
    check = outcome.check
    if check is None:
        return outcome.changes
    if check.skill not in draft.world.skills:
        there = ", ".join(draft.world.skills) or "none"
        denied = f"There is no skill {check.skill!r}; there are {there}."
    else:
        made = draft.make_check(check.skill, check.difficulty, rule=None)
        if made.result not in FAILED:
            return (*outcome.changes, *(outcome.otherwise if made.result == "partial" else ()))
        denied = f"The dice say {made.result} ({made.d20}{made.bonus:+d} against {made.difficulty})."
    for number, operation in enumerate(outcome.changes):
        draft.reject(operation, "dice", denied, told=number == 0)
    return outcome.otherwise if check.skill in draft.world.skills else ()


def _come_out_of_hiding(draft: Draft, before: StoryState) -> None:
    """Whoever was hidden before the turn is seen again when they move on or do something that is not quiet."""
    verbs, moved = draft.deeds.verbs, before.place != draft.state.place
    if draft.covered:
        draft.state.flags.pop(HIDDEN, None)
        return
    if HIDDEN not in before.flags or before.flags[HIDDEN] != draft.state.flags.get(HIDDEN):
        return
    if verbs - QUIET or (moved and "sneak" not in verbs):
        del draft.state.flags[HIDDEN]
        draft.happen("unhidden")


_IN_WORDS = frozenset({"ask", "tell", "talk", "greet", "thank", "promise", "inform", "hint"})  # no deed to repeat
_LONGEST_ORDER = 200  # characters
_LONG = 10  # minutes of a turn that somebody may wonder at afterwards


def _close(draft: Draft, before: StoryState, outcome: Outcome, minutes: int) -> Ruled:
    # Whoever was there when the turn began, or is at its end, may have witnessed it; the dead remember nothing.
    saw = {who for who in (*before.present(), *draft.state.present()) if draft.state.characters[who].alive}
    memories: tuple[Memory, ...] = tuple(m for m in outcome.memories if m.who in saw)
    if minutes:
        draft.state.sight()
    deeds = (one.words for one in outcome.intents if one.role in ("act", "emote") and one.verb not in _IN_WORDS)
    if before.place != draft.state.place:
        draft.state.focus.pop(DEED, None)  # "up" leads somewhere else from there
    elif outcome.changes and (deed := next((words for words in deeds if words and '"' not in words), "")):
        draft.state.focus[DEED] = deed
    if order := next((one.words for one in reversed(outcome.intents) if len(one.words.split()) > 1), ""):
        draft.state.focus[ORDERED] = f"{draft.state.turn} {before.place} {order[:_LONGEST_ORDER]}"
    if minutes >= _LONG:
        draft.state.focus[LASTED] = f"{draft.state.turn} {minutes}"
    if before.place != draft.state.place and draft.state.focus.get(PLAN) == before.focus.get(PLAN):
        draft.state.focus.pop(PLAN, None)  # whoever moves on waits for nothing that was to happen there
    lines = lines_of(draft.world, draft.state)
    ruling = Ruling(
        happenings=tuple(draft.happenings),
        rejections=tuple(draft.rejections),
        checks=tuple(draft.checks),
        changed=tuple(text for text in draft.changed if crossing_in(text, lines) is None),
        minutes=minutes,
        memories=memories,
        suggestions=outcome.suggestions,
        ended=draft.state.ended,
    )
    return Ruled(ruling=ruling, after=draft.state)


_HANDLERS: dict[str, Callable[[Draft, Any], None]] = {
    "move": physical_operations.move,
    "take": physical_operations.take,
    "drop": physical_operations.drop,
    "use": physical_operations.use,
    "notice": physical_operations.notice,
    "look": physical_operations.look,
    "search": physical_operations.search,
    "give": social_operations.give,
    "greet": social_operations.greet,
    "discuss": social_operations.discuss,
    "dismiss": social_operations.dismiss,
    "recollect": social_operations.recollect,
    "answer": social_operations.answer,
    "promise": social_operations.make_promise,
    "settle_promise": social_operations.settle_promise,
    "attempt": attempts.attempt,
    "detail": attempts.add_a_detail,
    "enjoy": comforts.enjoy,
    "try": improvised_operations.attempt,
    "pass_time": improvised_operations.pass_time,
    "set_flag": improvised_operations.set_flag,
    "harm": improvised_operations.harm,
    "heal": improvised_operations.heal,
    "disposition": improvised_operations.change_disposition,
    "relation": improvised_operations.change_relation,
    "move_character": improvised_operations.move_character,
    "reveal": improvised_operations.reveal,
    "start_beat": improvised_operations.start_beat,
    "finish_beat": improvised_operations.finish_beat,
    "end_story": improvised_operations.end_story,
    "express": improvised_operations.express,
    "inform": improvised_operations.inform,
}
