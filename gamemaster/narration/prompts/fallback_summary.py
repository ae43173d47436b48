"""The understudy's chronicle: what happened in a stretch of turns, from their records, as far as it fits. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from gamemaster.narration.prompts.state_text import Cost, moment, one_line
from gamemaster.rules.proposal import Ruling
from gamemaster.rules.state import TurnRecord
from worlds.schema import World

WORDS_CHARS, CHANGED_CHARS, BEATS = 90, 200, 3
GRAVE = frozenset({"died", "beat", "ending", "gave", "learned", "promised", "promise_kept", "promise_broken"})
PLAIN = frozenset(
    {"took", "dropped", "entered", "said", "rule", "rule_partial", "wounded", "struck", "unhidden"}
)
NOTHING = "Nothing is told of it."
_SENTENCE = re.compile(r"(?<=[.!?…])[\"”’]?\s+")


@dataclass(frozen=True)
class _Line:
    text: str
    weight: int


def chronicle(
    world: World, records: Iterable[TurnRecord], earlier: str, *, most: int, cost: Cost = len
) -> str:
    """What happened, oldest first, in at most `most` tokens; `earlier` is the summary of all before.

    What does not fit is left out: first turns that changed nothing, then those that changed little with the lines of
    `earlier`, then the others; the oldest first. Never empty.
    """
    lines = [_Line(text, 1) for text in _lines_of(earlier)]
    place, minutes = "", 0
    for record in records:
        for change in record.patch.changes:
            if change.path == ["place"]:
                place = str(change.after)
            elif change.path == ["minutes"]:
                minutes = int(change.after or 0)
        lines.append(_line(world, record, place, minutes))
    return "\n".join(_fitting(lines, most, cost)) or NOTHING


def _lines_of(text: str) -> list[str]:
    """Lines of a chronicle, or the sentences of a summary in prose."""
    lines = [line for line in text.splitlines() if line.strip() and line != NOTHING]
    return lines if len(lines) > 1 else [part for line in lines for part in _SENTENCE.split(line) if part]


def _line(world: World, record: TurnRecord, place: str, minutes: int) -> _Line:
    ruling = record.ruling
    where = f"; {world.locations[place].name}" if place in world.locations else ""
    words = one_line(record.words)
    said = json.dumps(words if len(words) <= WORDS_CHARS else f"{words[:WORDS_CHARS]}…", ensure_ascii=False)
    came = one_line(" ".join([*ruling.changed, *_events(world, ruling)]))
    came = came if len(came) <= CHANGED_CHARS else f"{came[:CHANGED_CHARS].rpartition(' ')[0]} …"
    when = f"{moment(world, minutes)}{where}" if minutes else where.removeprefix("; ") or "day 1"
    kinds = {happening.kind for happening in ruling.happenings}
    weight = 3 if kinds & GRAVE else 2 if kinds & PLAIN else 1 if came else 0
    return _Line(f"Turn {record.number} ({when}): the player: {said}. {came or 'Nothing changed.'}", weight)


def _events(world: World, ruling: Ruling) -> list[str]:
    """What came about by itself, by the names that the world's writer gave it."""
    beats = [f"It happened: {h.what}." for h in ruling.happenings if h.kind == "beat" and h.what][:BEATS]
    deaths = [
        f"{world.characters[h.who].name} died."
        for h in ruling.happenings
        if h.kind == "died" and h.who in world.characters
    ]
    return [*deaths, *beats]


def _fitting(lines: list[_Line], most: int, cost: Cost) -> list[str]:
    costs = [cost(f"{line.text}\n") for line in lines]
    total = sum(costs)
    order = sorted(range(len(lines)), key=lambda index: (lines[index].weight, index))
    out: set[int] = set()
    for index in order:
        if total <= most:
            break
        total -= costs[index]
        out.add(index)
    return [line.text for index, line in enumerate(lines) if index not in out]
