"""What a player might do next, from what is in reach and not yet tried. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from gamemaster.language.wording.stock_lines import with_article
from gamemaster.narration.understudy.affordances import Sights, deeds, takes, talk, ways
from gamemaster.rules.conditions import holds
from gamemaster.rules.dice import draw
from gamemaster.rules.reach import items_here, route
from gamemaster.rules.state import StoryState
from gamemaster.rules.threads import open_threads
from worlds.per_world import per_world
from worlds.rules import all_rules
from worlds.schema import Rule, World

MOST = 3
MOST_OF_A_KIND = 2  # that begin with the same verb
PRESSING = 2  # levels of a need that are reached: from then on it is a suggestion


def suggest(world: World, state: StoryState) -> tuple[str, ...]:
    """Up to three inputs worth trying, of different kinds, the most particular first. Never what is secret."""
    if state.ended is not None:
        return ()
    sights = Sights(world, state)
    things = _shuffle(chain(takes(world, state), sights.offers), state, "things")
    kinds = (
        _shuffle(deeds(world, state), state, "deeds"),
        _shuffle(talk(world, state), state, "talk"),
        filter(sights.is_sound, things),  # of few, as few are picked
        _shuffle(ways(world, state), state, "ways"),
    )
    # One of each kind in turn; the same words in another case are the same suggestion.
    picked = _pick(chain(_relief(world, state)[:1], _onward(world, state), _in_turn(kinds)))
    if not picked:  # all is tried here, and every way was gone before
        return _pick(_shuffle(ways(world, state, seen_too=True), state, "ways"))
    return picked


def _pick(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(islice(_with_variety(_distinct(texts)), MOST))


def _distinct(texts: Iterable[str]) -> Iterator[str]:
    seen = set[str]()
    for text in texts:
        if text.casefold() not in seen:
            seen.add(text.casefold())
            yield (text[:1].upper() + text[1:])[:80]


def with_variety(offers: Iterable[str]) -> tuple[str, ...]:
    """The offers without the third and later ones of a kind: nobody is told three times over whom to ask."""
    return tuple(_with_variety(offers))


def _with_variety(offers: Iterable[str]) -> Iterator[str]:
    kinds: Counter[str] = Counter()
    for text in offers:
        kind = text.split()[0].casefold()
        kinds[kind] += 1
        if kinds[kind] <= MOST_OF_A_KIND:
            yield text


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
            routes = [route(world, state, place) for place in easing]
            nearest = min(filter(None, routes), key=len, default=None)
            texts += [f"Go to {with_article(world.locations[nearest[0]].name)}"] if nearest else []
    return texts


def _food(world: World, state: StoryState, need: str) -> list[str]:
    """Things at hand that some rule lowers the need with, to eat or to drink."""
    near = [*state.carried_items(), *items_here(world, state)]
    return [
        f"{verb.capitalize()} {with_article(world.items[thing].name)}"
        for verb, rule in _easing_rules(world).get(need, ())
        if holds(rule.when, world, state)
        for thing in near
        if thing in rule.on and world.items[thing].owner is None
    ]


@per_world
def _easing_rules(world: World) -> dict[str, list[tuple[str, Rule]]]:
    """The rules that lower a need by eating or drinking, with their verb."""
    found: dict[str, list[tuple[str, Rule]]] = {}
    for rule in all_rules(world):
        for need in (need for need, change in rule.effects.need.items() if change < 0):
            found.setdefault(need, []).extend((verb, rule) for verb in ("eat", "drink") if verb in rule.verbs)
    return found


def _onward(world: World, state: StoryState) -> list[str]:
    """What leads on in the leading threads: the urgent one and one more, so that another way stays open."""
    inputs = [thread.next_input for thread in open_threads(world, state) if thread.next_input]
    return [text[:1].upper() + text[1:] for text in dict.fromkeys(inputs) if text is not None][:2]


def _in_turn(kinds: Iterable[Iterator[str]]) -> Iterator[str]:
    """One of each kind, and again. What nobody asks for is not worked out."""
    left = list(kinds)
    while left:
        for kind in tuple(left):
            offer = next(kind, None)
            if offer is None:
                left.remove(kind)
            else:
                yield offer


def _shuffle(texts: Iterable[str], state: StoryState, kind: str) -> Iterator[str]:
    yield from sorted(dict.fromkeys(texts), key=lambda text: draw(state.seed, state.turn, kind, text))
