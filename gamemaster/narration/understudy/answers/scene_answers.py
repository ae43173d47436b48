"""The Game Master's answers about the scene: what of a kind is here, how to get somewhere and how far, danger. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection

from gamemaster.language.names.normalization import content_of, stem
from gamemaster.language.wording.stock_lines import hours_in_words, join_names, name_of
from gamemaster.narration.understudy.answers.story_so_far.tellings import sentences_in
from gamemaster.rules.conditions import doing_of, holds, wordings
from gamemaster.rules.reach import exits, features, items_here, route, threats_here
from gamemaster.rules.state import StoryState
from worlds.offers import met_by, offers_of
from worlds.schema import Exit, Feature, Item, Offer, World

# Words that ask for what a thing does for people, by the offer.
WANTED: dict[Offer, frozenset[str]] = {
    "warmth": frozenset("warm warmer heat cold freeze freezing dry thaw shelter".split()),
    "food": frozenset("eat eats food hungry hunger feed starve starving grub meal supper".split()),
    "rest": frozenset("sleep rest tired weary bed".split()),
    "light": frozenset("light lights dark".split()),
}


def of_kind(world: World, state: StoryState, words: list[str]) -> str:
    """What is here or carried of the kind that the words name, by tags and offers; empty if they name no kind."""
    things: dict[str, Item | Feature] = {
        item: world.items[item] for item in (*items_here(world, state), *state.carried_items())
    }
    things |= {one.id: one for one in features(world, state) if not one.secret}
    asked = {stem(word) for word in words}
    offers = {offer for offer, named in WANTED.items() if not named.isdisjoint(words)}
    tags = {tag for item in world.items.values() for tag in item.tags if stem(tag) in asked}
    if not offers and not tags:
        return ""
    fitting = [
        thing
        for thing, one in things.items()
        if offers.intersection(offers_of(one)) or (isinstance(one, Item) and tags.intersection(one.tags))
    ]
    here = [name_of(world, thing) for thing in fitting if thing not in state.carried_items()]
    held = [name_of(world, thing) for thing in fitting if thing in state.carried_items()]
    parts = [
        f"there is {join_names(here)}" if here else "",
        f"you carry {join_names(held)}" if held else "",
    ]
    told = ", and ".join(part for part in parts if part)
    return f"{told[:1].upper()}{told[1:]}." if told else "Nothing of that kind that you can see."


def offer_in(words: list[str]) -> Offer | None:
    """What is wanted of a thing or a place by the words: warmth, food, rest, light."""
    return next((offer for offer, named in WANTED.items() if not named.isdisjoint(words)), None)


def place_offering(
    world: World, state: StoryState, offer: Offer, known: Collection[str] | None = None
) -> tuple[str, str] | None:
    """The nearest place where something offers this, and the thing; of those that are `known`, where that is given."""
    queue, seen = [state.place], {state.place}
    for place in queue:
        standing = [
            one.id
            for one in world.locations[place].notice.values()
            if offer in offers_of(one) and not one.secret and not one.search and holds(one.when, world, state)
        ]
        lying = [item for item in state.lying_at(place) if offer in offers_of(world.items[item])]
        if (standing or lying) and (known is None or place in known):
            return place, (standing or lying)[0]
        for way in exits(world, state, place):
            if way.to not in seen:
                seen.add(way.to)
                queue.append(way.to)
    return None


def way_to(world: World, state: StoryState, place: str) -> str:
    """How one gets to a place, and how long that takes on foot; empty where no way is known."""
    path, minutes = route(world, state, place), walk_minutes(world, state, place)
    if path == []:
        return f"You are at {name_of(world, place)}."
    if path is None or minutes is None:
        return ""
    first = _exit(world, state, state.place, path[0])
    heading = f" ({first.direction[0]})" if first.direction else ""
    by = f", by {name_of(world, path[0])}{heading}" if len(path) > 1 else heading
    return f"To {name_of(world, place)} it is {length_in_words(minutes)} on foot{by}."


def walk_minutes(world: World, state: StoryState, place: str) -> int | None:
    """How long it takes on foot to a place that the player knows a way to; None where they know none."""
    path = route(world, state, place)
    if path is None:
        return None
    minutes, here = 0, state.place
    for step in path:
        minutes += _exit(world, state, here, step).time
        here = step
    return minutes


def _exit(world: World, state: StoryState, here: str, there: str) -> Exit:
    return next(way for way in exits(world, state, here) if way.to == there)


def length_in_words(minutes: int) -> str:
    """A stretch of time as one says it: "20 minutes", "about two hours"."""
    if minutes <= 1:
        return "a minute"
    return f"{minutes} minutes" if minutes < 60 else f"about {hours_in_words(minutes)}"


def danger(world: World, state: StoryState) -> str:
    """Whether anything threatens the player here, as far as they can tell."""
    here = [world.threats[name].name for name in threats_here(state)]
    if here:
        return f"No: {join_names(here)} is here with you."
    hostile = [
        world.characters[who].name for who in state.present() if state.characters[who].disposition <= -3
    ]
    if hostile:
        return f"Nothing threatens you but {join_names(hostile)}, by the look of it."
    return "Nothing here threatens you, as far as you can tell."


def death() -> str:
    """What dying means in play."""
    return "Then the story ends there. You could take back your last turns, or begin again."


_QUALITY = re.compile(
    r"(?:(?:(?:does|do|did|is|are) (?:there )?)?(?:(?:any|some) ?(?:one|body)|any of (?:them|these \w+)"
    r"|they(?: all)?(?= (?:look|seem|appear|act|sound))|the others|all of them)"
    r"|(?:who|which of them)(?=.* (?:look|seem|appear|act|sound)))(?: else)?(?: (?:here|in here|around|there|now))*"
    r" (?:(?:is |are )?(?:look|seem|appear|act|sound)(?:s|ing)?(?: (?:to be|like|as if|at all))*"
    r" |(?!here|there|in\b|on\b|at\b|about\b|around|else|coming|home|left\b|outside|inside|with\b|near|next|behind|up\b"
    r"|down\b|that\b|who\b|to\b|i\b|we\b|is\b|are\b|you\b))(?P<x>.+?)(?: (?:here|in here|to (?:me|you)|now))*"
)
_MOST_SHOWN = 3


def people_looking(world: World, state: StoryState, words: list[str]) -> str:
    """What is seen of those who are here, where it is asked if any of them looks so; empty where that is not asked."""
    found = _QUALITY.fullmatch(" ".join(word for word in words if word[0].isalnum()))
    if found is None:
        return ""
    asked = content_of(found["x"])
    people = state.present()[:_MOST_SHOWN]
    told = [one for who in people for one in _seen_of(world, state, who) if asked & content_of(one)]
    if told:
        return told[0]
    seen = [next(iter(_seen_of(world, state, who)), "") for who in people]
    return f"Not so that you could tell. {' '.join(seen)}".strip()


def how_people_look(world: World, state: StoryState) -> str:
    """Who is here, each with what they look like, by the names that the player knows."""
    told = []
    for who in state.present()[:_MOST_SHOWN]:
        person = world.characters[who]
        looks = next(iter(sentences_in(next(iter(wordings(person.description, world, state)), ""))), "")
        told.append(f"{person.name}: {looks}" if looks else f"{person.name}.")
    return " ".join(told)


def _seen_of(world: World, state: StoryState, who: str) -> list[str]:
    """The sentences that tell of somebody who is here: where and how they are, then what they look like."""
    person = world.characters[who]
    shown = (text for text in (*doing_of(world, state, who), *wordings(person.description, world, state)[:1]))
    return [sentence for text in shown for sentence in sentences_in(text)]


_OF_HEAT = frozenset("cold colder warm warmer hot cool chilly freezing warmth".split())


def climate(world: World, state: StoryState, words: list[str]) -> str:
    """How warm or cold it is here: by what warms the place, its roof, and what the player feels of it."""
    if _OF_HEAT.isdisjoint(words):
        return ""
    indoors = world.locations[state.place].indoors
    needs = [key for key, need in world.needs.items() if "warmth" in met_by(need)]
    if not needs:
        return f"No more than you would expect {'under a roof' if indoors else 'in the open'}."
    warming = place_offering(world, state, "warmth", {state.place})
    name = name_of(world, warming[1]) if warming is not None and warming[0] == state.place else ""
    told = (
        f"Warm enough by {name}"
        if name
        else "You are out of the wind, and nothing here gives warmth"
        if indoors
        else "It is as cold or warm as the open air is, and nothing here gives warmth"
    )
    felt = [word for key in needs if (word := _level_felt(world, state, key))]
    return f"{told}. {f'You are {join_names(felt)}.' if felt else ''}".strip()


def _level_felt(world: World, state: StoryState, name: str) -> str:
    reached = [level for level in world.needs[name].levels if state.need(name) >= level.reach]
    return max(reached, key=lambda level: level.reach).word if reached else ""
