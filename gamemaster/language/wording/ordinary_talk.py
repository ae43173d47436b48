"""The library of ordinary questions with ordinary answers, for any person in any world: `ordinary/*.yaml`, checked.

A line is for whoever has all its traits: a temperament, an age, a body or none, and what was chosen for them once and
for all (`choices`: nobody has children in one scene and none in the next). A line with a `{slot}` is said only where
the world gives the word for it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from worlds.safe_yaml import load
from worlds.schema import Id, Part, Word, Wordings, Words

TONES = ("curt", "warm", "formal", "sly", "young", "machine", "plain")
# What else the data tells of a person and of how they stand to the player.
TRAITS = frozenset(
    {*TONES, "grown", "old", "hostile", "friendly", "alone", "company", "indoors", "outdoors", "night"}
    | {"theirs", "players", "owned"}
)
SLOTS = frozenset(
    "age another bed calling doing fear fond haunt held here leader meal owner thing want what years".split()
)
_SLOT = re.compile(r"\{(\w+)\}")
_GROUP = re.compile(r"\(([^()]*)\)")

FollowUpKind = Literal["why", "since", "really", "such", "who", "more"]


class OrdinaryLine(Part):
    """Interchangeable wordings for whoever has all of these traits."""

    if_: Words = Field((), alias="if")
    says: Wordings


def _as_lines(value: Any) -> Any:
    """Plain wordings are one line for everybody."""
    if isinstance(value, str) or (isinstance(value, list) and all(isinstance(one, str) for one in value)):
        return ({"says": value},)
    return value


OrdinaryLines = Annotated[tuple[OrdinaryLine, ...], BeforeValidator(_as_lines), Field(min_length=1)]


class Choice(Part):
    """What a story settles once for each person: one option of several."""

    of: Words  # written more than once, an option is likelier
    words: Words = ()  # where their writer says any of these of them, nothing is chosen
    young: Word | None = None  # what it is for children, and for machines, in any story
    machine: Word | None = None


class OrdinaryQuestion(Part):
    """A question that anybody may be asked."""

    asks: Wordings  # as players put it; `(a|b|)` are alternatives, `*` a few words
    late: bool = False  # answered so only where they have nothing of their own to say to it
    last: bool = False  # only to a question about themselves that nothing else answers
    whole: bool = False  # put word for word, or not at all
    reply: str = ""  # of a person's `replies`: where their writer has it, that is said
    lines: OrdinaryLines
    then: dict[FollowUpKind, OrdinaryLines] = Field(default_factory=dict)


class FollowUps(Part):
    """A question on their last words, and what is said to it where nothing better was written."""

    asks: Wordings
    lines: OrdinaryLines


class Library(Part):
    choices: dict[Id, Choice] = Field(default_factory=dict)
    questions: dict[Id, OrdinaryQuestion] = Field(default_factory=dict)
    follow_ups: dict[FollowUpKind, FollowUps] = Field(default_factory=dict)
    # Of whoever bears the player a grudge, where a question has no line for that.
    hostile: Annotated[tuple[OrdinaryLine, ...], BeforeValidator(_as_lines)] = ()

    @model_validator(mode="after")
    def _knows_its_words(self) -> Self:
        options = {option for choice in self.choices.values() for option in choice.of}
        for name, line in self._all_lines():
            if unknown := set(line.if_) - options - TRAITS:
                raise ValueError(f"{name}: no trait is called {sorted(unknown)}")
            if unknown := {slot for text in line.says for slot in _SLOT.findall(text)} - SLOTS:
                raise ValueError(f"{name}: no slot is called {sorted(unknown)}")
        return self

    def _all_lines(self) -> Iterator[tuple[str, OrdinaryLine]]:
        for name, question in self.questions.items():
            for lines in (question.lines, *question.then.values()):
                yield from ((name, line) for line in lines)
        for kind, further in self.follow_ups.items():
            yield from ((kind, line) for line in further.lines)
        yield from (("hostile", line) for line in self.hostile)


def slots_in(text: str) -> frozenset[str]:
    return frozenset(_SLOT.findall(text))


def in_full(asked: str) -> Iterator[str]:
    """Every question that a shorthand stands for: "have you (a|any) (son|child|)" are six."""
    parts = _GROUP.split(asked)
    choices = [part.split("|") if at % 2 else [part] for at, part in enumerate(parts)]
    for chosen in itertools.product(*choices):
        yield " ".join("".join(chosen).split())


@lru_cache(maxsize=1)
def library() -> Library:
    """The library as it ships, read once."""
    whole: dict[str, Any] = {"choices": {}, "questions": {}, "follow_ups": {}}
    folder = files("gamemaster.language.wording").joinpath("ordinary")
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if not file.name.endswith(".yaml"):
            continue
        for section, entries in load(file.read_text(encoding="utf-8")).items():
            if section == "hostile":
                whole[section] = entries
                continue
            if twice := whole[section].keys() & entries.keys():
                raise ValueError(f"{file.name}: {sorted(twice)} stand in another file too")
            whole[section] |= entries
    return Library.model_validate(whole)
