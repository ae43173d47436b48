"""What is true in a story, a line for each thing that can change by itself: for the state and the feed. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gamemaster.rules.draft import SHOWN
from gamemaster.rules.operations.scene_changes import WATCHES, suspicion_of
from gamemaster.rules.reach import is_open
from gamemaster.rules.state import INDIFFERENT, Promise, Recalled, Relation, StoryState, new_story
from worlds.per_world import per_world
from worlds.schema import NOWHERE, PLAYER, Condition, Exit, World

MINUTES_PER_DAY = 24 * 60
# The hour from which a part of the day has its name; before the first it is night.
PARTS_OF_DAY = ((22, "night"), (17, "evening"), (12, "afternoon"), (5, "morning"))
GLOSS_CHARS = 90  # of a fact or a beat, beside its name
MOST_RULES_OF_STATE = 3  # steps by which a state that is too long is shortened; see `state_text`
HEADING = "THE STATE (where the story so far says otherwise, this is right)"

Cost = Callable[[str], int]  # of a text, in tokens


def one_line(text: str) -> str:
    return " ".join(text.split())


def gloss_of(text: str, most: int = GLOSS_CHARS) -> str:
    """A text's first words, as many as say what it is about."""
    line = one_line(text)
    return line if len(line) <= most else f"{line[:most].rpartition(' ')[0]} …"


@dataclass(frozen=True)
class Feed:
    """What was said in this epoch: the line last written for each thing, the lore and the memories that are in."""

    lines: dict[str, str] = field(default_factory=dict)
    lore: frozenset[str] = frozenset()
    memories: frozenset[str] = frozenset()
    glosses: frozenset[str] = frozenset()  # "id (what it is)": in later lists the id is enough
    listed: dict[str, frozenset[str]] = field(default_factory=dict)  # list@place: the ids last listed there
    dropped: tuple[str, ...] = ()  # what did not fit into the last turn's feed, and why


# ---- lines ----


def whereabouts(state: StoryState) -> dict[str, str]:
    """Everybody, the dead too, and everything."""
    people = {
        f"person:{who}": f"{who}: {c.place if c.place == NOWHERE else f'at {c.place}'}"
        + ("" if c.alive else ", dead")
        for who, c in state.characters.items()
    }
    things = {
        f"thing:{item}": f"{item}: {where}{f', {state.spots[item]}' if item in state.spots else ''}"
        for item, where in state.items.items()
    }
    return {**people, **things}


TRACES = ("detail:", "block:", "concealed:", "suspicion:")  # how the names of the lines below begin


def traces(state: StoryState) -> dict[str, str]:
    """What ideas of the player's have left: details, ways that are barred, things out of sight, who is suspicious."""
    lines = {
        f"detail:{name}": f"At {one.place}, by the player's doing: {one.text}{f' ({one.on})' if one.on else ''}."
        for name, one in sorted(state.details.items())
        if one.kind in SHOWN and (one.until is None or state.minutes < one.until)
    }
    for way, block in sorted(state.blocks.items()):
        if state.minutes < block.until:
            lines[f"block:{way}"] = f"Barred by the player: the way between {' and '.join(way.split('|'))}."
    for item in sorted(state.concealed):
        lines[f"concealed:{item}"] = f"The player has hidden {item} where it lies; nobody else knows."
    for who, person in state.characters.items():
        if suspicion_of(person, state.minutes) >= WATCHES:
            lines[f"suspicion:{who}"] = f"@{who} has grown suspicious of the player."
    return lines


def doors(world: World, state: StoryState) -> dict[str, str]:
    """Every way that is not always open, wherever it is. Ways that open by mere chance have no line: it would lie."""
    return {
        f"door:{place}>{way.to}": f"The way {place} to {way.to}{f' ({way.name})' if way.name else ''}: "
        + ("open" if is_open(world, state, way) else "closed")
        for place, way in _ways_with_conditions(world)
    }


@per_world
def _ways_with_conditions(world: World) -> tuple[tuple[str, Exit], ...]:
    return tuple(
        (place, way)
        for place, location in world.locations.items()
        for way in location.exits
        if way.when is not None and not _by_chance(way.when)
    )


def _by_chance(condition: Condition) -> bool:
    return condition.chance is not None or any(map(_by_chance, (*condition.any, *condition.not_)))


def promises(state: StoryState) -> dict[str, str]:
    made = sorted(state.promises, key=lambda name: (state.promises[name].turn, name))
    return {f"promise:{name}": f"{_promise(state.promises[name])} [{name}]" for name in made}


def _promise(promise: Promise) -> str:
    by, to = (_whom(who) for who in (promise.by, promise.to))
    return f"{by} promised {to} {one_line(promise.what)}: {promise.status}"


def _whom(who: str) -> str:
    return "the player" if who == PLAYER else f"@{who}"


def knowledge(world: World, state: StoryState) -> dict[str, str]:
    """Facts that the player knows, and flags that are set (those that the world does not declare, too).

    In the order of the turns, then by name: how a state, a patch or a database keeps its keys must not be seen.
    """
    facts = {
        f"fact:{name}": f"The player knows {name}: {one_line(world.facts[name].text)}"
        for name in _in_order(state.facts)
        if name in world.facts
    }
    return {**facts, **{f"flag:{name}": f"Set: {name}." for name in _in_order(state.flags)}}


def _in_order(turns: Mapping[str, int]) -> list[str]:
    return sorted(turns, key=lambda name: (turns[name], name))


def relation_text(state: StoryState, who: str, others: tuple[str, ...]) -> str:
    """What `who` feels and owes toward the player and those of `others` who mean something to them; may be empty."""
    person = state.characters[who]
    toward = [
        (PLAYER, person.toward(PLAYER)),
        *((other, person.toward(other)) for other in others if other != who),
    ]
    told = [f"toward {_whom(whom)} {_bonds(bonds)}" for whom, bonds in toward if bonds != INDIFFERENT]
    return "; ".join(told)


def _bonds(bonds: Relation) -> str:
    felt = {"trust": bonds.trust, "fear": bonds.fear, "affection": bonds.affection}
    told = [f"{name} {value:+d}" for name, value in felt.items() if value]
    if bonds.debt:
        told.append(f"owes {bonds.debt}" if bonds.debt > 0 else f"is owed {-bonds.debt}")
    return ", ".join(told)


def memory_line(world: World, recalled: Recalled) -> str:
    """A memory in its owner's own line, with when, where and how they came by it."""
    person = world.characters.get(recalled.owner)
    they = person.pronoun if person is not None else "they"
    how = {"saw": f"{they} saw it", "reflected": f"{they} came to believe it"}.get(
        recalled.source, f"{they} heard it from {_whom(recalled.heard_from or '')}"
    )
    place = world.locations.get(recalled.place)
    where = f", at {place.name}" if place is not None else ""
    past = "; no longer so" if recalled.past else ""
    when = moment(world, recalled.minute)
    return (
        f"@{recalled.owner} remembers [{recalled.id}] ({when}{where}; {how}{past}): {one_line(recalled.text)}"
    )


def moment(world: World, minutes: int) -> str:
    """A minute of the story in words: "day 2, evening"."""
    hour, minute = world.clock.start.split(":")
    total = int(hour) * 60 + int(minute) + minutes
    part = next((name for first, name in PARTS_OF_DAY if total % MINUTES_PER_DAY // 60 >= first), "night")
    return f"day {1 + total // MINUTES_PER_DAY}, {part}"


# ---- the state ----


@dataclass(frozen=True)
class StateTold:
    """The text of a state, the feed that has said so, and what was left out."""

    text: str
    feed: Feed
    dropped: tuple[str, ...] = ()


def state_text(world: World, state: StoryState, *, most: int | None = None, cost: Cost = len) -> StateTold:
    """All that is true and not in plain sight, in at most `most` tokens if the rule below can do it.

    What does not fit is left out in this order, each step whole: things that lie where the world put them; ways that
    are open; the wording of known facts. Who is where and alive, what was moved, closed ways and promises always stay.
    """
    for steps in range(MOST_RULES_OF_STATE + 1):
        told = _state(world, state, steps)
        if most is None or cost(told.text) <= most:
            break
    return told


def _state(world: World, state: StoryState, steps: int) -> StateTold:
    dropped: list[str] = []
    where = whereabouts(state)
    people = {key: line for key, line in where.items() if key.startswith("person:")}
    things = {key: line for key, line in where.items() if key.startswith("thing:")}
    ways, known = doors(world, state), knowledge(world, state)
    shown_things = {
        key: line for key, line in things.items() if state.items[key.removeprefix("thing:")] != NOWHERE
    }
    shown_ways, shown_known = ways, known
    lying = "Where everything is (what is not named is nowhere yet, or used up)"
    if steps >= 1:
        lying = "Where everything is that was moved"
        start = new_story(world, state.seed).items
        shown_things = {
            f"thing:{i}": things[f"thing:{i}"] for i, at in state.items.items() if start.get(i) != at
        }
        dropped.append(f"{len(things) - len(shown_things)} things that nobody has moved")
    if steps >= 2:
        shown_ways = {key: line for key, line in ways.items() if line.endswith("closed")}
        dropped.append(f"{len(ways) - len(shown_ways)} ways that are open")
    if steps >= 3:
        shown_known = {
            key: line.partition(": ")[0] if key[:5] == "fact:" else line for key, line in known.items()
        }
        dropped.append(f"the wording of {len(world.facts.keys() & state.facts.keys())} facts")
    words, left = promises(state), traces(state)
    sections = {
        "Where everybody is": people,
        lying: shown_things,
        "Ways that can be closed": shown_ways,
        "Promises": words,
        "What the player has left behind": left,
        "What the player knows, and what is set": shown_known or {"": "nothing yet"},
    }
    lines = [line for title, part in sections.items() if part for line in (title, *part.values())]
    feed = Feed(lines={**people, **things, **ways, **words, **left, **known})
    return StateTold("\n".join([HEADING, *lines]), feed, tuple(dropped))
