"""No deed costs more than a few minutes, wounds, or uses up a thing, unless the words named that very act. Pure.

The nearest rule that a writer prepared may be only like what was typed: whoever slides a bolt has not asked for an hour
with a knife in the cold. Such a rule is offered, and nothing is done.
"""

from __future__ import annotations

from gamemaster.language.names.normalization import stem
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.deeds.rule_wording import verb_typed
from gamemaster.narration.understudy.deeds.small_handling import is_small_handling
from gamemaster.narration.understudy.improvisation import way_behind
from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import exits, is_open
from gamemaster.rules.state import StoryState
from worlds.rules import rules_by_id
from worlds.schema import PLAYER, Rule, World

# Verbs that name what is to come about, and not what is done for it.
_RESULTS = frozenset({"open", "unlock", "free", "use", "remove", "take", "go"})
_LASTS = (
    (12, "ten minutes or so"),
    (17, "a quarter of an hour"),
    (25, "some twenty minutes"),
    (35, "half an hour"),
    (60, "the better part of an hour"),
    (90, "an hour and more"),
)


def beyond_the_words(
    world: World, state: StoryState, intent: Intent, planned: list[Operation]
) -> ops.Use | None:
    """The rule among what is planned that costs what nobody asked for; None where all is as it was said."""
    if intent.rule is not None or intent.minutes is not None or intent.role != "act":
        return None
    for one in planned:
        if not isinstance(one, ops.Use):
            continue
        rule = rules_by_id(world)[one.rule]
        if _costs(world, rule, intent) and not _is_named(rule, one, intent):
            return one
    return None


def _costs(world: World, rule: Rule, intent: Intent) -> bool:
    """Whether a rule takes long, may wound the player, or uses up what the words do not name."""
    named = {*intent.objects, intent.tool, intent.recipient, "target", "item"}
    results = [rule.effects, *(one.effects for one in (rule.partial, rule.failure) if one is not None)]
    wounds = any(one.harm.get(PLAYER, 0) > 0 for one in results)
    return (rule.time or 0) > world.small_deed or wounds or not named.issuperset(rule.effects.lose)


def _is_named(rule: Rule, use: ops.Use, intent: Intent) -> bool:
    """Whether the words name the act of a rule: by its verb or a true synonym, or in the writer's own words for it."""
    typed = verb_typed(intent.words)
    if not typed:
        return True
    own = {stem(word) for text in (*rule.verbs, *rule.phrases, rule.suggest or "") for word in text.split()}
    with_ = use.item is not None and use.item not in (*intent.objects, intent.tool, intent.recipient)
    if stem(typed) in own:
        return not (with_ and typed in _RESULTS)
    if is_small_handling(typed):
        return False
    return intent.verb not in _RESULTS or not with_


def offer_of(world: World, state: StoryState, use: ops.Use) -> tuple[str, str]:
    """The prepared deed as an order that names it, and the same with how long it takes, to be asked about."""
    rule = rules_by_id(world)[use.rule]
    verb = next((one for one in rule.verbs if one not in _RESULTS), rule.verbs[0])
    target = name_of(world, use.target) if use.target not in (None, state.place) else "it"
    order = rule.suggest or next(iter(rule.phrases), "") or f"{verb} {target}"
    tool = f" with {name_of(world, use.item)}" if use.item is not None and " with " not in order else ""
    minutes = rule.time or 0
    lasts = next((text for most, text in _LASTS if minutes <= most), "hours")
    order = f"{order}{tool}"
    return order, f"{order}, {lasts}" if minutes > world.small_deed else order


def what_hinders(world: World, state: StoryState, use: ops.Use) -> list[Operation]:
    """The way that is tried and found shut, whose writer says what shuts it; empty where no way is meant."""
    way = way_behind(world, state, use.target)
    shut = any(one.to == way and not is_open(world, state, one) for one in exits(world, state))
    return [ops.Move(to=way)] if shut and way is not None else []
