"""What a player might do next, from what is in reach and not yet tried. Pure."""

from __future__ import annotations

from gamemaster.language.stock_lines import with_article
from gamemaster.rules.actions import fits, tool_for
from gamemaster.rules.conditions import Deeds, holds
from gamemaster.rules.dice import draw
from gamemaster.rules.reach import exits, features, is_open, items_here, route
from gamemaster.rules.state import StoryState
from gamemaster.rules.threads import open_threads
from worlds.rules import all_rules, is_inline
from worlds.schema import ANYONE, ANYTHING, ANYWHERE, PLAYER, Rule, World

MOST = 3
PRESSING = 2  # levels of a need that are reached: from then on it is a suggestion


def suggest(world: World, state: StoryState) -> tuple[str, ...]:
    """Up to three inputs worth trying, of different kinds, the most particular first. Never what is secret."""
    if state.ended is not None:
        return ()
    kinds = [_deeds(world, state), _talk(world, state), _things(world, state), _ways(world, state)]
    picked = [*_relief(world, state)[:1], *_onward(world, state)]
    depth = 0
    while len(picked) < MOST and any(depth < len(kind) for kind in kinds):
        for kind in kinds:
            if depth < len(kind) and len(picked) < MOST and kind[depth] not in picked:
                picked.append(kind[depth])
        depth += 1
    return tuple((text[:1].upper() + text[1:])[:80] for text in picked)


def _relief(world: World, state: StoryState) -> list[str]:
    """What eases a need that presses hard: food that is at hand, or the way to a place that is known to ease it."""
    texts = []
    for name, need in world.needs.items():
        if len([one for one in need.levels if one.reach <= state.need(name)]) < PRESSING:
            continue
        texts += _food(world, state, name)
        easing = [place for place in state.visited if world.locations[place].needs.get(name, 0) < 0]
        if state.place in easing:
            texts.append("Rest here for an hour")
        else:
            ways = {place: route(world, state, place) for place in easing}
            nearest = min((way for way in ways.values() if way), key=len, default=None)
            texts += [f"Go to {with_article(world.locations[nearest[0]].name)}"] if nearest else []
    return texts


def _food(world: World, state: StoryState, need: str) -> list[str]:
    """Things at hand that some rule lowers the need with, to eat or to drink."""
    near = [*state.carried(), *items_here(world, state)]
    return [
        f"{verb.capitalize()} {with_article(world.items[thing].name)}"
        for rule in all_rules(world)
        if rule.effects.need.get(need, 0) < 0
        for verb in ("eat", "drink")
        if verb in rule.verbs
        for thing in near
        if thing in rule.on and world.items[thing].owner is None
    ]


def _onward(world: World, state: StoryState) -> list[str]:
    """What leads on in the leading threads: the urgent one and one more, so that another way stays open."""
    inputs = [thread.next_input for thread in open_threads(world, state) if thread.next_input]
    return [text[:1].upper() + text[1:] for text in dict.fromkeys(inputs) if text is not None][:2]


def _shuffled(texts: list[str], state: StoryState, kind: str) -> list[str]:
    return sorted(dict.fromkeys(texts), key=lambda text: draw(state.seed, state.turn, kind, text))


def _deeds(world: World, state: StoryState) -> list[str]:
    """Rules that their writer wants offered and that can be done now."""
    texts = []
    for rule in all_rules(world):
        if rule.suggest is None or rule.secret or rule.id in state.rules:
            continue
        if rule.at and state.place not in rule.at:
            continue
        target = _target(rule, world, state)
        if rule.on and target is None and not is_inline(rule):
            continue
        if fits(rule, world, state, None, target, tool_for(rule, world, state)) and holds(
            rule.when, world, state, Deeds(frozenset(rule.verbs), purpose=rule.id)
        ):
            texts.append(rule.suggest)
    return _shuffled(texts, state, "deeds")


def _target(rule: Rule, world: World, state: StoryState) -> str | None:
    here = state.present()
    reach = [
        *here,
        *(f.id for f in features(world, state)),
        *items_here(world, state),
        *state.carried(),
        state.place,
    ]
    named = next((thing for thing in reach if thing in rule.on), None)
    if named is not None:
        return named
    if ANYONE in rule.on:
        return here[0] if here else None
    if ANYTHING in rule.on or ANYWHERE in rule.on:
        return None
    return next(
        (t for t in reach if t in world.items and not set(world.items[t].tags).isdisjoint(rule.on)), None
    )


def _talk(world: World, state: StoryState) -> list[str]:
    """Topics that somebody here would open on, and people not yet met."""
    texts = []
    for who in state.present():
        person = world.characters[who]
        if not state.characters[who].met:
            texts.append(f"Talk to {person.name}")
            continue
        for topic in person.topics.values():
            said = any(key.startswith(f"{who}.{topic.id}.") for key in state.lines)
            if topic.opens and not said and holds(topic.when, world, state):
                texts.append(f"Ask {person.name} about {_titled(world, topic.names[0])}")
    return _shuffled(texts, state, "talk")


def _titled(world: World, topic: str) -> str:
    """A topic as it is offered: a person's name keeps its capital, however the writer listed it."""
    names = {word.casefold(): word for who in world.characters.values() for word in who.name.split()}
    return names.get(topic.casefold(), topic)


def _things(world: World, state: StoryState) -> list[str]:
    looks = [
        f"Examine {with_article(f.name)}"
        for f in features(world, state)
        if f.id not in state.noticed and not f.secret
    ]
    takes = [
        f"Take {with_article(world.items[item].name)}"
        for item in items_here(world, state)
        if world.items[item].portable and world.items[item].owner is None and state.items[item] != PLAYER
    ]
    return _shuffled([*takes, *looks], state, "things")


def _ways(world: World, state: StoryState) -> list[str]:
    texts = [
        f"Go to {with_article(world.locations[way.to].name)}"
        for way in exits(world, state)
        if is_open(world, state, way) and way.to not in state.visited
    ]
    return _shuffled(texts, state, "ways")
