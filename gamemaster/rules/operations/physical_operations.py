"""What the referee does with the operations on ways and things: applied to the draft, or rejected. Pure."""

from __future__ import annotations

from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import item_visible
from gamemaster.rules.draft import HIDDEN, Draft
from gamemaster.rules.health import witness, witnesses
from gamemaster.rules.operations.actions import done_before, fits, is_used_up, perform_action, tool_for
from gamemaster.rules.operations.effects import apply_effects
from gamemaster.rules.operations.scene_changes import unblock
from gamemaster.rules.operations.social_operations import say_farewell
from gamemaster.rules.reach import (
    dead_here,
    exits,
    features,
    hidden_features,
    is_open,
    items_here,
    threats_here,
)
from gamemaster.rules.state import MATTER
from worlds.rules import all_rules
from worlds.schema import ANYTHING, NO_EFFECTS, PLAYER, Action, Condition, Exit, Feature, Rule

CLEARING = 5  # minutes that it takes the player to clear a way that they barred

# ---- ways ----


def move(draft: Draft, op: ops.Move) -> None:
    ways = [way for way in exits(draft.world, draft.state) if way.to == op.to]
    if not ways:
        return draft.reject(op, "no_way", f"There is no way from here to {draft.name(op.to)}.")
    open_ways = [way for way in ways if is_open(draft.world, draft.state, way)]
    if not open_ways:
        return draft.reject(
            op, "blocked", f"The way to {draft.name(op.to)} is closed.", draft.words_of(ways[0].blocked)
        )
    if _is_another_journey(draft, op.to):
        return draft.reject(
            op, "one_journey", "One way at a time: this turn has led somewhere already.", told=False
        )
    _go(draft, open_ways[0])


def _is_another_journey(draft: Draft, to: str) -> bool:
    """Whether the player has arrived somewhere already in this turn, or would turn back on their way.

    Who was to come back again goes back by the places that they came through.
    """
    if draft.returns and to in draft.journey:
        return False
    return bool(draft.journey) and (draft.arrived or to in draft.journey)


def _go(draft: Draft, way: Exit) -> None:
    """Take a way. Its effects come first: they may lead somewhere else, or end the story on the way."""
    start = draft.state.place
    draft.journey += [start, way.to] if not draft.journey else [way.to]
    if HIDDEN not in draft.state.flags and draft.deeds.verbs.isdisjoint({"flee", "sneak"}):
        say_farewell(draft)
    if unblock(draft, way.to):
        draft.walked += CLEARING
    draft.walked += way.time
    draft.happen("went", way.text, place=way.to)
    apply_effects(draft, way.effects)
    if draft.state.place == start and draft.state.ended is None:
        draft.enter(way.to)


# ---- things ----


def take(draft: Draft, op: ops.Take) -> None:
    item, state = draft.world.items.get(op.item), draft.state
    if item is None:
        return draft.reject(op, "no_such_thing", f"There is no item {op.item!r} in this world.")
    where = state.items[op.item]
    if where == PLAYER:
        return draft.reject(op, "already_have", f"You already have {item.name}.")
    if where in state.present():
        return draft.reject(op, "held", f"{draft.name(where)} has {item.name}.", who=where)
    if where != state.place or not item_visible(draft.world, state, op.item, draft.deeds):
        return draft.reject(op, "not_here", f"{item.name} is not here.")
    if not item.portable:
        return draft.reject(op, "cannot_take", f"{item.name} cannot be carried.", _refusal(draft, item.take))
    if len(state.carried_items()) >= draft.world.player.carries:
        return draft.reject(
            op, "too_much", f"You carry {len(state.carried_items())} things; that is all you can."
        )
    if item.take is not None and not draft.holds(item.take.when, f"{op.item}.take"):
        reason = f"{item.name} cannot be taken now."
        return draft.reject(op, "refused", reason, _refusal(draft, item.take))
    _take(draft, op)


def _refusal(draft: Draft, action: Action | None) -> tuple[str, ...]:
    return draft.words_of(action.refuse) if action is not None else ()


def _take(draft: Draft, op: ops.Take) -> None:
    """Take what can be taken. Its own action may fail, or do something else with it."""
    item, where, rule_id = draft.world.items[op.item], draft.state.items[op.item], f"{op.item}.take"
    draft.focus(op.item)
    draft.takes(draft.minutes_for("take"))
    told = False
    taken_before = op.item in draft.state.held
    if item.take is not None and not done_before(rule_id, item.take, draft.state):
        if not perform_action(draft, rule_id, item.take, target=op.item, item=op.item):
            return
        told = bool(item.take.text)
    if draft.state.items[op.item] == where:
        draft.put_item(op.item, PLAYER)
        draft.changed.append(f"You have {item.name}.")
    if draft.state.items[op.item] != PLAYER:
        return
    draft.happen("took", what=op.item, told="yes" if told else "no")
    if item.owner is not None and not taken_before and item.owner in witnesses(draft):
        witness(draft, "theft", item.owner)


def drop(draft: Draft, op: ops.Drop) -> None:
    if draft.state.items.get(op.item) != PLAYER:
        return draft.reject(op, "dont_have", f"You do not have {draft.name(op.item)}.")
    if op.on is not None and not reachable(draft, op.on):
        return draft.reject(op, "not_here", f"{draft.name(op.on)} is not here.", what=op.on)
    draft.put_item(op.item, draft.state.place)
    if spot := _spot(draft, op):
        draft.state.spots[op.item] = spot
    draft.happen("dropped", what=op.item, where=spot)
    draft.changed.append(f"You no longer have {draft.name(op.item)}.")
    draft.focus(op.item)
    draft.takes(draft.minutes_for("drop"))


_ARTICLES = frozenset("the a an his her their its".split())


def _spot(draft: Draft, op: ops.Drop) -> str:
    """Where a thing is laid, as one would say it: the player's preposition with the feature's own name.

    A part of the feature keeps the player's words: "on the fifth hook", of four mugs.
    """
    if op.on is None:
        return op.where
    preposition, _, spot = op.where.partition(" ")
    name = draft.name(op.on)
    said = spot.casefold().split()
    if said and said[0] in _ARTICLES and set(said[1:]).isdisjoint(name.casefold().split()):
        return op.where
    preposition = preposition or "on"
    return f"{preposition} {name}" if name[:1].isupper() else f"{preposition} the {name}"


# ---- rules ----

# Verbs by which whoever is there sees or hears what a thing says.
_SHOWING = frozenset({"read", "show"})


def use(draft: Draft, op: ops.Use) -> None:
    rule = next((r for r in all_rules(draft.world) if r.id == op.rule), None)
    if rule is None:
        return draft.reject(op, "no_such_rule", f"There is no rule {op.rule!r} in this world.")
    if op.target is not None and not reachable(draft, op.target):
        return draft.reject(op, "not_here", f"{draft.name(op.target)} is not here.", what=op.target)
    if op.item is not None and draft.state.items.get(op.item) != PLAYER:
        return draft.reject(op, "dont_have", f"You do not have {draft.name(op.item)}.")
    item = op.item if op.item is not None else tool_for(rule, draft.world, draft.state)
    wanting = item is None and bool(rule.with_) and bool(rule.refuse)
    undone = rule.when is None or (is_used_up(rule, draft.state) and not draft.holds(rule.when, rule.id))
    if wanting and undone:
        reason = f"You have nothing to do {op.rule!r} with."
        return draft.reject(op, "rule_refused", reason, draft.words_of(rule.refuse))
    if not fits(rule, draft.world, draft.state, None, op.target, item):
        return draft.reject(op, "rule_misfit", f"{op.rule!r} cannot be done so, or not here.")
    person = draft.state.characters.get(op.target or "")
    if person is not None and not person.alive and not _about_the_dead(rule.when, op.target or ""):
        return draft.reject(op, "dead", f"{draft.name(op.target or '')} is dead.", who=op.target)
    done = done_before(rule.id, rule, draft.state)
    if not done and not draft.holds(rule.when, rule.id):
        return draft.reject(op, "rule_refused", "That cannot be done now.", draft.words_of(rule.refuse))
    draft.takes(_minutes_of(draft, rule))
    for thing in (item, op.target):
        if thing is not None:
            draft.focus(thing)
    shown = next((one for one in (item, op.target) if one in draft.world.items), None)
    if shown is not None and not _SHOWING.isdisjoint(rule.verbs) and draft.state.present():
        draft.state.focus[MATTER] = draft.world.items[shown].name  # "what do you make of this?"
    if op.target in {way.to for way in exits(draft.world, draft.state)}:
        draft.state.focus["it"] = str(op.target)  # "go in", once a door was unlocked
    if done:
        draft.happen("rule_again", rule.again, what=rule.id, verb=rule.verbs[0])
    else:
        perform_action(draft, rule.id, rule, target=op.target, item=item)
    return None


def _minutes_of(draft: Draft, rule: Rule) -> int:
    """The time that a writer gave, else that of the verb; none for what is said of anything at all and changes nothing.

    "Whatever burns here has been counted": the thought is put by, and nothing was burnt.
    """
    if rule.time is not None:
        return rule.time
    thought_better = ANYTHING in rule.on and rule.verbs[0] in _DESTROYING and rule.effects == NO_EFFECTS
    return 0 if thought_better and rule.check is None else draft.minutes_for(rule.verbs[0])


_DESTROYING = frozenset({"burn", "break", "cut", "dig"})


def _about_the_dead(condition: Condition | None, who: str) -> bool:
    """Whether a condition asks for this character's death."""
    if condition is None:
        return False
    return who in condition.dead or any(_about_the_dead(one, who) for one in condition.any)


def reachable(draft: Draft, thing: str) -> bool:
    """Whether the player can act on it now. Naming what hides here finds it."""
    world, state = draft.world, draft.state
    if thing == PLAYER:
        return True
    if thing in state.items:
        where = state.items[thing]
        return where == PLAYER or where in state.present() or thing in items_here(world, state)
    if thing in state.characters:
        return state.characters[thing].place == state.place
    if thing in state.threats:
        return thing in threats_here(state)
    if thing in world.locations:
        return thing == state.place or any(way.to == thing for way in exits(world, state))
    return thing in features_here(draft)


def features_here(draft: Draft) -> dict[str, Feature]:
    """Features here by id, those too that hide."""
    known = [*features(draft.world, draft.state), *hidden_features(draft.world, draft.state)]
    return {feature.id: feature for feature in known}


# ---- looking ----


def look(draft: Draft, op: ops.Look) -> None:
    draft.happen("looked", place=draft.state.place)
    draft.describe(first=False, looking=True)
    draft.takes(draft.minutes_for("look"))


def notice(draft: Draft, op: ops.Notice) -> None:
    world, state = draft.world, draft.state
    if op.what == state.place:
        return look(draft, ops.Look())
    if not reachable(draft, op.what) or op.what in world.locations:
        return draft.reject(op, "not_here", f"{draft.name(op.what)} is not here.")
    draft.focus(op.what)
    draft.takes(draft.minutes_for("examine"))
    if op.what == PLAYER:
        draft.happen("noticed", world.player.description, what=PLAYER)
    elif op.what in world.items:
        draft.happen("noticed", world.items[op.what].description, what=op.what)
        state.noticed[op.what] = state.noticed.get(op.what, 0) + 1
    elif op.what in world.threats:
        draft.happen("noticed", world.threats[op.what].description, who=op.what)
    elif op.what in dead_here(state):
        draft.happen("body", who=op.what, optional="no")
    elif op.what in world.characters:
        draft.happen("noticed", world.characters[op.what].description, who=op.what)
    else:
        _notice_feature(draft, features_here(draft)[op.what])
    return None


def _notice_feature(draft: Draft, feature: Feature) -> None:
    before = draft.state.noticed.get(feature.id, 0)
    text = feature.again if before and feature.again else feature.text
    draft.happen("noticed", text, what=feature.id, again="yes" if before else "no")
    draft.state.noticed[feature.id] = before + 1
    if not before:
        apply_effects(draft, feature.effects, target=feature.id)


def search(draft: Draft, op: ops.Search) -> None:
    """Features that hide here come to light, and with them what lies behind. What comes of one may lead away."""
    world, state = draft.world, draft.state
    place, seen = state.place, set(items_here(world, state))
    hiding = [
        feature
        for feature in world.locations[place].notice.values()
        if feature.search and feature.id not in state.noticed and draft.holds(feature.when)
    ]
    state.searched[place] = state.searched.get(place, 0) + 1
    draft.happen("searched", place=place, found=str(len(hiding)))
    draft.takes(draft.minutes_for("search"))
    for feature in hiding:
        if state.place == place and state.ended is None:
            _notice_feature(draft, feature)
    for item in items_here(world, state) if state.place == place else ():
        if item not in seen:
            draft.happen("found", world.items[item].lying, what=item)
