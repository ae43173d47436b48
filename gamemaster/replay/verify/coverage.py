"""What recordings exercise of the program and of their worlds, and what none of them does.

A verdict "all the same" says nothing of what was never done. What there is to be exercised is read off the program
itself: the union of operations, the referee's refusals, the protocol's messages, the worlds' rules, ways and people.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, get_args

from gamemaster.play.context import LoadedWorld
from gamemaster.protocol.messages import ClientMessage, ServerMessage
from gamemaster.recording.format import RecordedTurn, Recording, turns_of
from gamemaster.recording.lines import ClientLine, RecordingLine, kind_of
from gamemaster.rules.proposal import CheckResult, Operation
from gamemaster.rules.state import EndReason
from worlds.rules import all_rules
from worlds.schema import World

MOST_NAMED = 12  # on a line for people
_REFUSAL = re.compile(r'\breject\(\s*\w+,\s*"(\w+)"')
_RULE_KINDS = ("rule", "rule_partial", "rule_failed", "rule_again")


@dataclass
class Section:
    """One sort of thing: how often each was exercised, and which there are besides, in order."""

    exercised: Counter[str] = field(default_factory=Counter)
    known: list[str] = field(default_factory=list)  # empty: nobody can say what else there would be

    @property
    def left_out(self) -> list[str]:
        return [name for name in self.known if name not in self.exercised]

    def as_data(self) -> dict[str, Any]:
        return {"exercised": dict(sorted(self.exercised.items())), "left_out": self.left_out}


Coverage = dict[str, Section]


def coverage_of(recordings: Iterable[Recording], worlds: Mapping[str, LoadedWorld]) -> Coverage:
    """What the recordings exercise. Raises RecordingError, StateVersionError as reading their turns does."""
    given = list(recordings)
    played = {one.header.world: worlds[one.header.world].world for one in given if one.header.world in worlds}
    found = _all_there_is(played)
    for recording in given:
        for kind, name in _of_lines(recording):
            found[kind].exercised[name] += 1
        for turn in turns_of(recording):
            for kind, name in _of_turn(turn):
                found[kind].exercised[name] += 1
    return found


def _all_there_is(worlds: Mapping[str, World]) -> Coverage:
    of_worlds: dict[str, list[str]] = {"rules": [], "exits": [], "speakers": [], "endings": []}
    for name, world in sorted(worlds.items()):
        of_worlds["rules"] += [f"{name}: {rule.id}" for rule in all_rules(world)]
        of_worlds["exits"] += [
            f"{name}: {at} → {way.to}" for at, here in world.locations.items() for way in here.exits
        ]
        of_worlds["speakers"] += [f"{name}: {who}" for who in (*world.characters, *world.threats)]
        of_worlds["endings"] += [f"{name}: {ending}" for ending in world.endings]
    known = {
        "operations": _tags(Operation, "op"),
        "refusals": list(refusals()),
        "checks": list(get_args(CheckResult)),
        **of_worlds,
        "ends of turns": list(get_args(EndReason)),
        "messages of clients": _tags(ClientMessage, "type"),
        "frames": _tags(ServerMessage, "type"),
        "lines": [kind_of(line) for line in get_args(RecordingLine)],
        "scripts": [],
    }
    return {kind: Section(known=names) for kind, names in known.items()}


def _tags(union: Any, name: str) -> list[str]:
    """The values of the field that tells the members of a union apart."""
    return [member.model_fields[name].default for member in get_args(get_args(union)[0])]


@cache
def refusals() -> tuple[str, ...]:
    """The codes with which the referee refuses, as its sources have them."""
    rooms = ("gamemaster.rules", "gamemaster.rules.operations", "gamemaster.rules.stances")
    sources = [part for room in rooms for part in files(room).iterdir() if part.name.endswith(".py")]
    return tuple(sorted({code for part in sources for code in _REFUSAL.findall(part.read_text("utf-8"))}))


def _of_lines(recording: Recording) -> Iterator[tuple[str, str]]:
    for line in recording.lines:
        yield "lines", line["kind"]
        if line["kind"] in ("frame", "said", "shown"):
            yield "frames", line["frame"]["type"]
    for asked in recording.of(ClientLine):
        yield "messages of clients", asked["message"]["type"]


def _of_turn(turn: RecordedTurn) -> Iterator[tuple[str, str]]:
    record, name = turn.record, turn.before.world
    yield "ends of turns", record.reason
    for operation in record.outcome.changes:
        yield "operations", operation.op
    for rejection in record.ruling.rejections:
        yield "refusals", rejection.code
    for check in record.ruling.checks:
        yield "checks", check.result
    for speaker in {span.speaker for span in record.spans if span.speaker is not None}:
        yield "speakers", f"{name}: {speaker}"
    if record.ruling.ended is not None:
        yield "endings", f"{name}: {record.ruling.ended}"
    for script in scripts_in(record.words):
        yield "scripts", script
    place = turn.before.place
    for happening in record.ruling.happenings:
        if happening.kind in _RULE_KINDS and happening.what is not None:
            yield "rules", f"{name}: {happening.what}"
        elif happening.kind == "went" and happening.place is not None:
            yield "exits", f"{name}: {place} → {happening.place}"
        if happening.kind == "entered" and happening.place is not None:
            place = happening.place


def scripts_in(words: str) -> set[str]:
    """The scripts of the letters, by the first word of their names in Unicode: LATIN, CYRILLIC, HIRAGANA, …"""
    return {unicodedata.name(letter, "UNKNOWN").split()[0] for letter in words if letter.isalpha()}


def as_data(coverage: Coverage) -> dict[str, Any]:
    """For programs."""
    return {kind: section.as_data() for kind, section in coverage.items()}


def coverage_lines(coverage: Coverage) -> Iterator[str]:
    """For people: of each sort how many of how many, and what none of the recordings does."""
    for kind, section in coverage.items():
        if not section.known:
            yield f"{kind:20} {', '.join(f'{name} {count}' for name, count in section.exercised.most_common())}"
            continue
        missing = section.left_out
        done = len(section.known) - len(missing)
        more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
        none = f"; none: {', '.join(missing[:MOST_NAMED])}{more}" if missing else ""
        yield f"{kind:20} {done} of {len(section.known)}{none}"
