"""The rules of a world in the order in which they are tried, those written inside things among them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from worlds.per_world import per_world
from worlds.schema import ANYONE, ANYTHING, ANYWHERE, Action, Id, Rule, World

_CLASSES = {ANYONE, ANYTHING, ANYWHERE}


@per_world
def all_rules(world: World) -> tuple[Rule, ...]:
    """Every rule, most specific first; the order of the files decides between equals.

    Inline `actions` come first, as rules on their thing named like `axe.break`; then rules on named things (tags of
    items count as names), rules on whole classes (`anyone`), and rules done to nothing. Among each, rules with `at`
    come before those without. An action of a location is a rule both `on` it and `at` it: it also answers the verb
    aimed at nothing there. An item's `take` is not here: it belongs to the taking itself.
    """
    return tuple(sorted([*_inline(world), *world.rules.values()], key=_rank))


@per_world
def rules_by_id(world: World) -> dict[str, Rule]:
    """Every rule by its id; of two things of one name in two places, the rule that is tried first."""
    return {rule.id: rule for rule in reversed(all_rules(world))}


def is_inline(rule: Rule) -> bool:
    """Whether the rule was written inside the thing it is about."""
    return "." in rule.id


def _rank(rule: Rule) -> tuple[int, bool]:
    if is_inline(rule):
        return 0, False
    kind = 3 if not rule.on else 2 if _CLASSES.intersection(rule.on) else 1
    return kind, not rule.at


def _inline(world: World) -> Iterator[Rule]:
    for location in world.locations.values():
        yield from _on(location.id, location.actions, at=(location.id,))
    for location, feature in world.features():
        yield from _on(feature.id, feature.actions, at=(location.id,))
    for item in world.items.values():
        yield from _on(item.id, item.actions)
    for character in world.characters.values():
        yield from _on(character.id, character.actions)


def _on(thing: Id, actions: dict[str, Action], at: tuple[Id, ...] = ()) -> Iterator[Rule]:
    for verb, action in actions.items():
        # The parts were validated when the world was loaded; a dot in the identifier is ours alone.
        fields = {name: getattr(action, name) for name in type(action).model_fields}
        about: dict[str, Any] = {"id": f"{thing}.{verb}", "verbs": (verb,), "on": (thing,), "at": at}
        yield Rule.model_construct(**fields, **about)
