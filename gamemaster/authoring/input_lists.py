"""Reads lists of inputs and judges whether verbs and objects are understood as expected in a world. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gamemaster.errors import UserError
from gamemaster.language.names.normalization import plain, stem
from gamemaster.language.names.noun_index import (
    direction_of,
    name_words,
    nouns_of,
    resolve,
    scope_of,
    way_in_direction,
)
from gamemaster.language.tables.lexicon import NEAR
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.language.understanding import Reading, understand
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import StoryState, new_story
from worlds.schema import PLAYER, World
from worlds.verbs import BASE_VERBS, HANDLE

_SEED = 1  # of the story that inputs are tried in; nothing that is judged depends on the dice
# Handled, and then no longer in the same hands.
_PASSING = frozenset({"take", "drop", "give", "show", "throw"})
_KEYS = {"input", "place", "expect", "has", "set", "here", "group", "may", "ask_back", "note"}
_OBJECT_KEYS = ("objects", "object", "target", "tool", "recipient", "topic", "direction")
_EXPECTED_KEYS = {"verb", "verbs", "unclear", "role", "addressee", "force", "about", "minutes", *_OBJECT_KEYS}


class InputError(UserError, ValueError):
    """A line of the list of inputs that cannot be judged: `line` (from 1) and what is wrong with it."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


@dataclass(frozen=True)
class Expected:
    """One intent that the words should be read as. No verbs: nothing should be understood."""

    verbs: tuple[str, ...]
    objects: tuple[tuple[str, ...], ...]  # alternatives for each object


@dataclass(frozen=True)
class Miss:
    line: int
    input: str
    expected: str
    got: str


@dataclass(frozen=True)
class Judgement:
    """The result of judging a list."""

    world: str
    inputs: int
    misses: tuple[Miss, ...]

    @property
    def understood(self) -> float:
        """A share, 0 to 1."""
        return (self.inputs - len(self.misses)) / self.inputs if self.inputs else 0.0

    def data(self) -> dict[str, Any]:
        misses = [
            {"line": m.line, "input": m.input, "expected": m.expected, "got": m.got} for m in self.misses
        ]
        return {"world": self.world, "inputs": self.inputs, "understood": self.understood, "misses": misses}


def judge(world: World, lines: Iterable[str]) -> Judgement:
    """Read every line's input in its scene and compare with what is expected. Raises `InputError` for a bad line."""
    misses: list[Miss] = []
    count = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        entry = entry_of(number, line)
        state = state_of(world, number, entry)
        expected = _expectations(world, number, entry["expect"])
        reading = understand(world, state, entry["input"])
        count += 1
        if not _as_expected(world, state, reading, expected):
            shown = json.dumps(entry["expect"], ensure_ascii=False)
            misses.append(Miss(number, entry["input"], shown, describe(reading)))
    return Judgement(world.id, count, tuple(misses))


def describe(reading: Reading) -> str:
    """A reading in a line: "take knife; ask hild topic=ice"."""
    parts = [_describe(intent) for intent in reading.intents]
    if reading.unclear:
        choices = f" ({', '.join(reading.choices)})" if reading.choices else ""
        parts.append(f"[{reading.unclear}: {reading.about}{choices}]")
    return "; ".join(parts)


def _describe(intent: Intent) -> str:
    extras = ("tool", "recipient", "topic", "direction", "rule")
    named = [f"{key}={getattr(intent, key)}" for key in extras if getattr(intent, key)]
    return " ".join([intent.verb, *intent.objects, *named])


def near(one: str, other: str) -> bool:
    """Whether two verbs are the same, near synonyms (`gamemaster.language.tables.lexicon.NEAR`), or one a way of the
    other: to milk, to stir or to cook something is to use it."""
    if one == other or any(one in group and other in group for group in NEAR):
        return True
    return any(use == "use" and _is_a_way_of_using(way) for use, way in ((one, other), (other, one)))


def _is_a_way_of_using(verb: str) -> bool:
    """Done with the hands, to a thing that stays; verbs that a world has of its own are so, too."""
    return (verb in HANDLE and verb not in _PASSING) or verb not in BASE_VERBS


def entry_of(number: int, line: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(number, f"not JSON: {error}") from error
    if not isinstance(entry, dict):
        raise InputError(number, f"expected an object with `input` and `expect`, got {type(entry).__name__}")
    if unknown := sorted(entry.keys() - _KEYS):
        raise InputError(number, f"unknown key `{unknown[0]}`; allowed are {', '.join(sorted(_KEYS))}")
    if not isinstance(entry.get("input"), str):
        raise InputError(number, "`input` must be a text: what the player typed")
    if "expect" not in entry:
        raise InputError(number, '`expect` is missing: for example {"verb": "take", "objects": ["knife"]}')
    return entry


def strings(number: int, key: str, value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(v, str) for v in values):
        raise InputError(number, f"`{key}` must be a text or a list of texts")
    return values


def state_of(world: World, number: int, entry: dict[str, Any]) -> StoryState:
    """The story's start with the changes that the line asks for: place, belongings, flags, people."""
    state = new_story(world, _SEED)
    place = entry.get("place")
    if place is not None:
        if place not in world.locations:
            raise InputError(number, f"no location `{place}`; there are {', '.join(world.locations)}")
        state.place = place
        state.visited[place] = 1
    for item in strings(number, "has", entry.get("has", [])):
        if item not in world.items:
            raise InputError(number, f"`has`: no item `{item}`")
        state.items[item] = PLAYER
        state.held[item] = 0
    for flag in strings(number, "set", entry.get("set", [])):
        state.flags[flag] = 0
    for who in strings(number, "here", entry.get("here", [])):
        if who not in world.characters:
            raise InputError(number, f"`here`: no character `{who}`; there are {', '.join(world.characters)}")
        state.characters[who].place = state.place
        # Who was brought is who the player has to do with.
        state.focus[
            {"she": "her", "he": "him", "they": "them", "it": "it"}[world.characters[who].pronoun]
        ] = who
    return state


def _expectations(world: World, number: int, expect: Any) -> list[Expected]:
    if expect is None or expect == []:
        return [Expected((), ())]
    if isinstance(expect, str):
        expect = {"verb": expect}
    return [_expectation(world, number, one) for one in (expect if isinstance(expect, list) else [expect])]


def _expectation(world: World, number: int, one: Any) -> Expected:
    if not isinstance(one, dict):
        raise InputError(
            number,
            '`expect` must be an object like {"verb": "take", "objects": ["knife"]}, or a list of such',
        )
    if unknown := sorted(one.keys() - _EXPECTED_KEYS):
        raise InputError(
            number, f"`expect`: unknown key `{unknown[0]}`; allowed are {', '.join(sorted(_EXPECTED_KEYS))}"
        )
    words = [
        verb
        for key in ("verb", "verbs")
        if one.get(key) is not None
        for verb in strings(number, key, one[key])
    ]
    if one.get("unclear") or (
        words and all(word.lower() in ("none", "unclear", "unknown", "") for word in words)
    ):
        return Expected((), ())
    verbs = nouns_of(world).verbs
    meant: list[str] = []
    for word in words:
        meanings, length = verbs.at_start(word.lower().replace("_", " ").split())
        # A verb that neither lexicon nor world has is a miss of ours, not a fault of the list.
        whole = length == len(word.replace("_", " ").split())
        meant.extend([word] if word in meanings or not whole else meanings)
    objects: list[tuple[str, ...]] = []
    for key in _OBJECT_KEYS:
        value = one.get(key)
        if value is None:
            continue
        for thing in value if isinstance(value, list) else [value]:
            objects.append(tuple(strings(number, key, thing)))
    if not meant:
        if "role" in one:
            raise InputError(number, "`expect` names roles: judge this list with --strict")
        raise InputError(
            number, '`expect`: no `verb`; write {"verb": "none"} for what should not be understood'
        )
    return Expected(tuple(dict.fromkeys(meant)), tuple(objects))


def _as_expected(world: World, state: StoryState, reading: Reading, expected: list[Expected]) -> bool:
    if all(not one.verbs for one in expected):
        return not reading.intents
    remaining = list(reading.intents)
    for one in expected:
        for at, intent in enumerate(remaining):
            if _matches(world, state, intent, one):
                remaining = remaining[at + 1 :]
                break
        else:
            return False
    return True


def _matches(world: World, state: StoryState, intent: Intent, one: Expected) -> bool:
    # A verb of the world's own stands for what its word means elsewhere too: to pry is to open or to break.
    said = (
        intent.verb,
        *nouns_of(world).verbs.phrases.get((intent.verb,), ())[: 4 * (intent.verb not in BASE_VERBS)],
    )
    meant = any(near(verb, expected) for verb in said for expected in one.verbs)
    return meant and all(any(means(world, state, intent, name) for name in names) for names in one.objects)


def means(world: World, state: StoryState, intent: Intent, name: str) -> bool:
    """Whether an expected object is among those of an intent: by id, by any of its names, as place or topic."""
    things = [*intent.objects, intent.tool, intent.recipient, intent.topic, intent.rule]
    if name in things or name == intent.direction:
        return True
    scope = scope_of(world, state)
    words = name_words(name.replace("_", " "))
    stems = tuple(map(stem, words))
    if any(thing in scope.nouns.whole.get(stems, ()) for thing in things if thing):
        return True
    direction = direction_of(list(words))
    if direction is not None:
        way = way_in_direction(scope, direction)
        if intent.direction == direction or (way is not None and way.to in intent.objects):
            return True
    found = resolve(scope, list(words))
    if found is not None and found.thing in things:
        return True
    if not intent.topic:
        return False
    said = {stem(word) for word in plain(intent.topic.replace("_", " ")).split()}
    who = next((who for who in intent.objects if who in world.characters), None)
    return set(stems) <= said or subject_of(scope, who, list(words)).topic == intent.topic
