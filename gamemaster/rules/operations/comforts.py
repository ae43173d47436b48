"""Warmth, food, rest and light, from whatever offers them: a fire is sat by and not burnt, and never fails. Pure."""

from __future__ import annotations

from gamemaster.rules import proposal as ops
from gamemaster.rules.draft import OUT, Draft
from gamemaster.rules.operations.effects import change_need
from gamemaster.rules.operations.physical_operations import features_here, reachable
from gamemaster.rules.operations.scene_changes import add_detail, is_spendable
from gamemaster.rules.state import NEED_SCALE
from worlds.offers import met_by, offers_of
from worlds.schema import NOWHERE, PLAYER, Feature, Item, Offer

MINUTES: dict[Offer, int] = {"warmth": 10, "food": 10, "rest": 10, "light": 2}
DRINKING_MINUTES = IN_HASTE = 2
EASED: dict[Offer, int] = {"warmth": 12, "food": 20, "rest": 4, "light": 0}  # by which a need falls


def is_a_drink(thing: Feature | Item) -> bool:
    """Whether it is drunk and not eaten, as its tag says."""
    return isinstance(thing, Item) and "drink" in thing.tags


def enjoy(draft: Draft, op: ops.Enjoy) -> None:
    """Make use of a thing. Food that is carried or lies about is eaten up, as is what is drunk; the rest stays."""
    thing = _thing(draft, op.what)
    if thing is None or not reachable(draft, op.what):
        return draft.reject(op, "not_here", f"{draft.name(op.what)} is not here.")
    offered = op.offer in offers_of(thing)
    if not offered and not (op.offer == "food" and is_a_drink(thing)):
        return draft.reject(op, "no_such_offer", f"{draft.name(op.what)} offers no {op.offer}.")
    if op.what in draft.state.items and draft.state.items[op.what] not in (PLAYER, draft.state.place):
        return draft.reject(
            op, "held", f"Somebody has {draft.name(op.what)}.", who=draft.state.items[op.what]
        )
    eaten = op.offer == "food" and op.what in draft.state.items
    if eaten and not is_spendable(draft.world, op.what):
        return draft.reject(op, "refused", f"{draft.name(op.what)} is needed for something else.")
    draft.focus(op.what)
    minutes = MINUTES[op.offer] if offered else DRINKING_MINUTES
    draft.takes(min(minutes, IN_HASTE) if op.brief else minutes)
    draft.happen("enjoyed", what=op.what, offer=op.offer if offered else "drink")
    for name, need in draft.world.needs.items():
        if offered and op.offer in met_by(need):
            _ease(draft, name, EASED[op.offer])
    if eaten:
        draft.put_item(op.what, NOWHERE)
        draft.changed.append(f"You no longer have {draft.name(op.what)}.")
    if op.offer == "light":
        add_detail(draft, "lit", f"the {draft.name(op.what)}, burning", op.what)
        details = draft.state.details
        for name in [n for n, one in details.items() if one.on == op.what and one.text.endswith(OUT)]:
            del details[name]
    return None


def _ease(draft: Draft, name: str, by: int) -> None:
    before = draft.state.need(name)
    change_need(draft, name, -by * NEED_SCALE)
    if draft.state.need(name) < before:
        draft.changed.append(f"{draft.world.needs[name].name} {draft.state.need(name) - before}.")


def _thing(draft: Draft, what: str) -> Feature | Item | None:
    return draft.world.items.get(what) or features_here(draft).get(what)
