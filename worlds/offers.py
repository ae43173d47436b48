"""What things do for people when their writer does not say it: a hearth warms, a bunk rests, bread feeds. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from worlds.schema import Feature, Item, Need, Offer

# Tags and head words of names that speak for themselves.
_THINGS: dict[Offer, frozenset[str]] = {
    "warmth": frozenset(
        "warmth hearth fire fireplace campfire bonfire stove forge brazier oven furnace range embers".split()
    ),
    "food": frozenset(
        "food meal bread loaf cheese cheeses stew soup porridge meat fish fruit apple apples biscuit biscuits".split()
    ),
    "rest": frozenset(
        """rest bed beds bunk bunks cot mattress bench benches chair chairs armchair stool settle couch sofa hammock
        pallet pew seat hay straw""".split()
    ),
    "light": frozenset("light lamp lantern torch candle candles chandelier sconce".split()),
}
_NEEDS: dict[Offer, frozenset[str]] = {
    "warmth": frozenset("cold chill freezing frost".split()),
    "food": frozenset("hunger starvation appetite".split()),
    "rest": frozenset("weariness tiredness fatigue exhaustion sleep sleepiness".split()),
    "light": frozenset("dark darkness".split()),
}


def offers_of(thing: Feature | Item) -> tuple[Offer, ...]:
    """What a thing offers: as its writer says, else by its tags, else by the last word of its name."""
    if thing.offers is not None:
        return thing.offers
    tags = thing.tags if isinstance(thing, Item) else ()
    head = thing.name.casefold().split()[-1:] if thing.name else []
    return _matching(_THINGS, (*tags, *head))


def met_by(need: Need) -> tuple[Offer, ...]:
    """What eases a need."""
    if need.met_by is not None:
        return need.met_by
    return _matching(_NEEDS, (need.id, *need.name.casefold().split()))


def _matching(words: dict[Offer, frozenset[str]], given: Iterable[str]) -> tuple[Offer, ...]:
    found = set(given)
    return tuple(offer for offer, known in words.items() if known & found)
