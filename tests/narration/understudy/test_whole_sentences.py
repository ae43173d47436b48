"""What is told stands in whole sentences: no word twice, no mark lost, no name in small letters, no quotation cut."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamemaster.language.names.english_words import is_common
from gamemaster.language.wording.stock_lines import fill
from gamemaster.narration.understudy.understudy import play_without_suggestions
from gamemaster.play.opening import begin
from gamemaster.rules.state import Span
from tests.worldkit import world_at
from worlds.schema import World

WORLDS = (
    "worlds/long_night",
    "worlds/lighthouse",
    "tests/worlds_modern/brannigan",
    "tests/worlds_unseen/caravanserai",
    "tests/worlds_small/ford",
)
TESTS = Path(__file__).parents[2]
LINES = tuple(
    str(row["input"])
    for path in sorted((TESTS / "inputs").glob("roles_*.jsonl"))
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())
)
# How questions are put to the Game Master, and calls that are quoted, about whatever is here.
ASKED = (
    "GM, where is {thing}, who made it and is it mine?",
    "is {who} awake, and what about {thing}? (asking the GM)",
    "(ooc is {who} angry with me)",
    'I shout "{who}! If thats You, What\'s the name of the girl in Bergen? ... and why are you counting?"',
    "how long until noon, and what happened to {thing}",
    "I put {thing} where {who} can see it. did they notice?",
    "what did I just do, and who saw me, {who}?",
)
TURNS, A_STORY = 24, 8
# What an author may well say twice: "that that", "no no", "out, out".
TWICE = re.compile(r"(?i)\b(?!(?:that|had|no|very|so|long|now|there|out|again|one|two|you|it)\b)([a-z]+) \1\b")
SPLICED = re.compile(r"(?<!\.)\.\.(?!\.)| ,|[{}]|\b(?:the the|a the|the a|a an)\b|s, if it were")


def faults(world: World, typed: str, spans: list[Span]) -> Iterator[str]:
    """What is wrong with the sentences of a turn; what people say is their writer's."""
    names = {one for person in world.characters.values() for one in person.name.split() if one[:1].isupper()}
    for text in (one.text for one in spans if one.speaker is None):
        if TWICE.search(text) or SPLICED.search(text):
            yield f"spliced: {text}"
        if text.count("\u201c") != text.count("\u201d"):
            yield f"quotation marks: {text}"
        small = [one for one in names if len(one) > 3 and re.search(rf"\b{one.casefold()}\b", text)]
        if any(one.casefold() not in typed and not is_common(one.casefold()) for one in small):
            yield f"a name in small letters: {text}"
        for quoted in re.findall(r"\u201c([^\u201d]{4,})\u201d", text):
            at = plainly(typed).find(plainly(quoted))
            if at >= 0 and quoted[1:].rstrip(".!?,\u2026 ") not in typed:
                yield f"other than typed: {quoted}"


def plainly(text: str) -> str:
    return re.sub(r"[^a-z0-9 ]", "", text.casefold()).strip()


def typed_by(chance: random.Random, world: World) -> str:
    if chance.random() < 0.5:
        return chance.choice(LINES)
    whom = chance.choice(list(world.characters.values())).name
    what = chance.choice(list(world.items.values())).name if world.items else "the door"
    return chance.choice(ASKED).format(who=whom, thing=what)


@pytest.mark.slow
@pytest.mark.parametrize("folder", WORLDS)
def test_what_is_told_stands_in_whole_sentences(folder: str) -> None:
    world, chance = world_at(folder), random.Random(7)
    found = []
    for story in range(TURNS // A_STORY):
        state = begin(world, story)
        for _ in range(A_STORY):
            typed = typed_by(chance, world)
            played = play_without_suggestions(world, state, typed)
            found += [(typed, fault) for fault in faults(world, typed, played.spans)]
            state = played.after
            if state.ended:
                break
    assert not found


def test_a_fault_is_found() -> None:
    world = world_at("worlds/long_night")
    spliced = Span(kind="narration", text="There is the rope, seen to to show for it.", keys=[])
    small = Span(kind="notice", text="Whether ragnhild knows, you can only guess.", keys=[])
    assert len(list(faults(world, "look", [spliced, small]))) == 2


def test_what_is_said_of_several_agrees_with_them() -> None:
    line = "You would have noticed {thing}, if it were here."
    assert fill(line, thing="the people") == "You would have noticed the people, if they were here."
    assert fill(line, thing="the knife") == "You would have noticed the knife, if it were here."
