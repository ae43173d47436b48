"""Performs an action of the world: its condition, its check, its texts and effects, and who saw it. Pure."""

from __future__ import annotations

from gamemaster.draft import Draft, ease_of
from gamemaster.effects import apply_effects
from gamemaster.outcome import CheckMade
from gamemaster.state import StoryState
from worlds.schema import ANYONE, ANYTHING, ANYWHERE, PLAYER, Action, Line, Result, Rule, World, compare

NOTHING = Result()


def fits(
    rule: Rule, world: World, state: StoryState, verb: str | None, target: str | None, item: str | None
) -> bool:
    """Whether a rule is about this verb (None: any), target and item, here. Its `when` is not looked at."""
    if verb is not None and verb not in rule.verbs:
        return False
    if rule.at and state.place not in rule.at:
        return False
    return _on(rule, world, target) and (
        not rule.with_ or (item is not None and _with(rule, world, state, item))
    )


def _on(rule: Rule, world: World, target: str | None) -> bool:
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
    return ANYTHING in rule.on or (
        target in world.items and not set(world.items[target].tags).isdisjoint(rule.on)
    )


def _with(rule: Rule, world: World, state: StoryState, item: str) -> bool:
    return state.items.get(item) == PLAYER and (
        item in rule.with_ or not set(world.items[item].tags).isdisjoint(rule.with_)
    )


def tool_for(rule: Rule, world: World, state: StoryState) -> str | None:
    """The first carried item that the rule can be done with; None where it has none or needs none."""
    return (
        next((item for item in state.carried() if _with(rule, world, state, item)), None)
        if rule.with_
        else None
    )


def done_before(rule_id: str, action: Action, state: StoryState) -> bool:
    return action.once and rule_id in state.rules


def perform_action(
    draft: Draft, rule_id: str, action: Action, *, target: str | None, item: str | None
) -> bool:
    """Perform an action whose condition holds. Returns whether it succeeded (a success at a cost counts)."""
    ease = ease_of(action, draft.world, draft.state.place) if isinstance(action, Rule) else 0
    made: CheckMade | None = None
    if action.check is not None:
        difficulty = draft.difficulty(action.check, target)
        made = draft.make_check(action.check.skill, difficulty, rule=rule_id, ease=ease)
    kind, result = _result(action, made)
    detail = {"result": made.result} if made else {}
    draft.happen(
        kind, result.text, who=target if target in draft.world.characters else None, what=rule_id, **detail
    )
    if kind != "rule_failed":
        draft.state.rules[rule_id] = draft.state.rules.get(rule_id, 0) + 1
    saw = draft.witness(action.witness, target) if action.witness is not None else []
    apply_effects(draft, result.effects, target, item)
    for who in saw:
        react(draft, who, action.witness or "")
    return kind != "rule_failed"


def _result(action: Action, made: CheckMade | None) -> tuple[str, Result]:
    if made is None or made.result in ("critical", "success"):
        return "rule", Result.model_construct(text=action.text, effects=action.effects)
    if made.result == "partial" and action.partial is not None:
        return "rule_partial", action.partial
    return "rule_failed", action.failure or NOTHING


def react(draft: Draft, who: str, what: str) -> None:
    """A character who saw it reacts, if they have a reaction to that and still live."""
    reaction = draft.world.characters[who].reactions.get(what)
    if reaction is None or not draft.state.characters[who].alive:
        return
    draft.happen("reaction", reaction.text, who=who, what=what)
    apply_effects(draft, reaction.effects, target=who)


def line_fits(draft: Draft, who: str, line: Line, purpose: str) -> bool:
    """Whether a character would say this line now."""
    feels = draft.state.characters[who].disposition
    return (line.disposition is None or compare(line.disposition, feels)) and draft.holds(line.when, purpose)
