"""Performs an action of the world: its condition, its check, its texts and effects, and who saw it. Pure."""

from __future__ import annotations

from gamemaster.rules.draft import Draft
from gamemaster.rules.health import witness
from gamemaster.rules.operations.effects import apply_effects
from gamemaster.rules.proposal import CheckMade
from gamemaster.rules.state import StoryState
from worlds.schema import (
    ANYONE,
    ANYTHING,
    ANYWHERE,
    NOWHERE,
    PLAYER,
    Action,
    Line,
    Result,
    Rule,
    World,
    compare,
)

NOTHING = Result()


def fits(
    rule: Rule, world: World, state: StoryState, verb: str | None, target: str | None, item: str | None
) -> bool:
    """Whether a rule is about this verb (None: any), target and item, here. Its `when` is not looked at."""
    if verb is not None and verb not in rule.verbs:
        return False
    if rule.at and state.place not in rule.at and ANYWHERE not in rule.at:
        return False
    return is_on(rule, world, target) and (
        not rule.with_ or (item is not None and _with(rule, world, state, item))
    )


def is_on(rule: Rule, world: World, target: str | None) -> bool:
    """Whether a rule is about this target (None: about nothing), wherever it is."""
    if target is None:
        # An action of a place answers the bare verb too.
        return not rule.on or any(place in rule.at and place in world.locations for place in rule.on)
    if not rule.on:
        return False
    if target in rule.on:
        return True
    if target in world.characters:
        return ANYONE in rule.on
    if target in world.locations:
        return ANYWHERE in rule.on
    if target == PLAYER:
        return False
    return ANYTHING in rule.on or (
        target in world.items and not set(world.items[target].tags).isdisjoint(rule.on)
    )


def _with(rule: Rule, world: World, state: StoryState, item: str) -> bool:
    return state.items.get(item) == PLAYER and (
        item in rule.with_ or not set(world.items[item].tags).isdisjoint(rule.with_)
    )


def is_used_up(rule: Rule, state: StoryState) -> bool:
    """Whether the player had something that a rule is done with, and nothing is left of it."""
    return any(item in state.held and state.items.get(item) == NOWHERE for item in rule.with_)


def tool_for(rule: Rule, world: World, state: StoryState) -> str | None:
    """The first carried item that the rule can be done with; None where it has none or needs none."""
    return (
        next((item for item in state.carried_items() if _with(rule, world, state, item)), None)
        if rule.with_
        else None
    )


def done_before(rule_id: str, action: Action, state: StoryState) -> bool:
    return action.once and rule_id in state.rules


def perform_action(
    draft: Draft, rule_id: str, action: Action, *, target: str | None, item: str | None
) -> bool:
    """Perform an action whose condition holds. Returns whether it succeeded (a success at a cost counts)."""
    verbs = action.verbs if isinstance(action, Rule) else ()
    ease = draft.world.locations[draft.state.place].hiding if {"hide", "sneak"} & set(verbs) else 0
    made: CheckMade | None = None
    if action.check is not None:
        difficulty = draft.difficulty(action.check, target)
        made = draft.make_check(action.check.skill, difficulty, rule=rule_id, ease=ease)
        if made.result == "partial" and action.partial is None:
            # What knows no half success has failed, and the roll that is shown must not say otherwise.
            made = draft.checks[-1] = made.model_copy(update={"result": "failure"})
    kind, result = _result(action, made)
    named = {"verb": verbs[0] if verbs else None, "target": target, "item": item}
    detail = {key: name for key, name in named.items() if name is not None}
    if made:
        detail["result"] = made.result
    draft.happen(
        kind, result.text, who=target if target in draft.world.characters else None, what=rule_id, **detail
    )
    if kind != "rule_failed":
        draft.state.rules[rule_id] = draft.state.rules.get(rule_id, 0) + 1
    deed = action.witness
    if deed is None and "attack" in verbs and target in draft.world.characters:
        deed = "violence"
    if deed is not None:
        witness(draft, deed, target)
    apply_effects(draft, result.effects, target, item)
    let_react(draft)
    return kind != "rule_failed"


def _result(action: Action, made: CheckMade | None) -> tuple[str, Result]:
    if made is None or made.result in ("critical", "success"):
        return "rule", Result.model_construct(text=action.text, effects=action.effects)
    if made.result == "partial" and action.partial is not None:
        return "rule_partial", action.partial
    return "rule_failed", action.failure or NOTHING


def let_react(draft: Draft) -> None:
    """Those who witnessed something react to it, if they have a reaction and still live; so do those who see that.

    It comes to an end: a reaction makes others react only by a death, and everybody dies at most once.
    """
    while draft.seen:
        who, what = draft.seen.pop(0)
        reaction = draft.world.characters[who].reactions.get(what)
        if reaction is not None and draft.state.characters[who].alive:
            draft.happen("reaction", reaction.text, who=who, what=what)
            apply_effects(draft, reaction.effects, target=who)


def line_fits(draft: Draft, who: str, line: Line, purpose: str) -> bool:
    """Whether a character would say this line now."""
    feels = draft.state.characters[who].disposition
    return (line.disposition is None or compare(line.disposition, feels)) and draft.holds(line.when, purpose)
