"""What QA expects of turns, in YAML beside a recording: `NAME.expect.yaml` for `NAME.jsonl.zst`.

    turns:
      - turn: 3
        rolled: {skill: stealth, result: partial}   # a check of the turn; skill, result, or both
        refused: [blocked]                          # codes of what the referee refused
        said_by: [ragnhild]                         # who is given words
        said: [guest-right]                         # words that stand in what was told, whatever their case
        not_said: [the steward's key]               # and words that do not
        moved_to: hall                              # where the player is afterwards

Of a turn that was taken back and told again the last telling counts; `attempt: 1` means the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gamemaster.errors import UserError
from gamemaster.recording.format import SUFFIX, RecordedTurn, Recording
from gamemaster.rules.proposal import CheckResult
from gamemaster.rules.state import OUTSIDE_STORY, StoryState, TurnRecord
from worlds.safe_yaml import load

ENDING = ".expect.yaml"
MOST_BYTES = 1 << 20
KINDS = ("rolled", "refused", "said_by", "said", "not_said", "moved_to")
Kind = Literal["rolled", "refused", "said_by", "said", "not_said", "moved_to"]


class ExpectationError(UserError):
    """A file of expectations that cannot be used. Names the file, the turn, what is wrong and what would do."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Rolled(_Part):
    """A check; what is not named may be anything."""

    skill: str | None = None
    result: CheckResult | None = None


class ExpectedTurn(_Part):
    """What is expected of one turn."""

    turn: int = Field(ge=1)
    attempt: int | None = Field(default=None, ge=1)
    rolled: Rolled | None = None
    refused: tuple[str, ...] = ()
    said_by: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    not_said: tuple[str, ...] = ()
    moved_to: str | None = None


class Expectations(_Part):
    turns: tuple[ExpectedTurn, ...] = Field(min_length=1)


@dataclass(frozen=True)
class Unmet:
    """An expectation that a turn does not meet."""

    turn: int
    kind: Kind
    expected: str
    found: str

    def __str__(self) -> str:
        return f"turn {self.turn}: {self.kind}: expected {self.expected}, found {self.found}"


def path_beside(recording: Path) -> Path:
    """Where a recording's expectations lie, if there are any."""
    return recording.with_name(recording.name.removesuffix(SUFFIX) + ENDING)


def expectations_of(recording: Recording) -> tuple[ExpectedTurn, ...]:
    """Those that lie beside the recording; none if there is no file. Raises ExpectationError."""
    path = path_beside(recording.path) if recording.path is not None else None
    return read_expectations(path).turns if path is not None and path.exists() else ()


def read_expectations(path: Path) -> Expectations:
    """Raises ExpectationError."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ExpectationError(f"{path} has more than {MOST_BYTES >> 20} MB")
        data = load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ExpectationError(f"{path} cannot be read as YAML: {error}") from None
    try:
        return Expectations.model_validate(data)
    except ValidationError as error:
        fault = error.errors()[0]
        raise ExpectationError(
            f"{path}, {_place(data, fault['loc'])}: {fault['msg']}{_help(fault)}"
        ) from None


def _place(data: object, place: tuple[int | str, ...]) -> str:
    """Where in the file it is, by the turn's number where it has one."""
    where = ".".join(str(part) for part in place[2:]) or ".".join(map(str, place)) or "the whole file"
    if isinstance(data, dict) and len(place) > 1 and place[0] == "turns" and isinstance(place[1], int):
        entry = data["turns"][place[1]]
        number = entry.get("turn") if isinstance(entry, dict) else None
        return f"entry {place[1] + 1}{f' (turn {number})' if number is not None else ''}, {where}"
    return where


def _help(fault: object) -> str:
    kind = fault["type"] if isinstance(fault, dict) else ""
    return f"; there are turn, attempt, {', '.join(KINDS)}" if kind == "extra_forbidden" else ""


def unmet_in(recording: Recording, turns: Sequence[RecordedTurn]) -> list[Unmet]:
    """Which of a recording's expectations its turns do not meet. Raises ExpectationError."""
    found: list[Unmet] = []
    for expected in expectations_of(recording):
        told = [turn for turn in turns if turn.number == expected.turn]
        at = (expected.attempt or len(told)) - 1
        if not 0 <= at < len(told):
            raise ExpectationError(
                f"{path_beside(recording.path or Path())}: turn {expected.turn} is told {len(told)} times in the "
                "recording; name a turn and an attempt that it has"
            )
        found += unmet_by(expected, told[at].record, told[at].after)
    return found


def unmet_by(expected: ExpectedTurn, record: TurnRecord, after: StoryState) -> Iterator[Unmet]:
    """What of it a turn does not meet."""
    if expected.rolled is not None and not any(_is_roll(expected.rolled, check) for check in _checks(record)):
        wanted = " ".join(filter(None, (expected.rolled.skill, expected.rolled.result))) or "a check"
        yield Unmet(
            record.number, "rolled", wanted, _list(f"{skill} {result}" for skill, result in _checks(record))
        )
    codes = [rejection.code for rejection in record.ruling.rejections]
    yield from _missing(record, "refused", expected.refused, codes)
    speakers = [span.speaker for span in record.spans if span.kind == "speech" and span.speaker is not None]
    yield from _missing(record, "said_by", expected.said_by, speakers)
    told = "\n".join(span.text for span in record.spans if span.kind not in OUTSIDE_STORY).casefold()
    for words in expected.said:
        if words.casefold() not in told:
            yield Unmet(record.number, "said", repr(words), "other words")
    for words in expected.not_said:
        if words.casefold() in told:
            yield Unmet(record.number, "not_said", f"nothing of {words!r}", "it")
    if expected.moved_to is not None and after.place != expected.moved_to:
        yield Unmet(record.number, "moved_to", expected.moved_to, after.place)


def _checks(record: TurnRecord) -> list[tuple[str, str]]:
    return [(check.skill, check.result) for check in record.ruling.checks]


def _is_roll(wanted: Rolled, check: tuple[str, str]) -> bool:
    skill, result = check
    return wanted.skill in (None, skill) and wanted.result in (None, result)


def _missing(record: TurnRecord, kind: Kind, wanted: Iterable[str], there: Sequence[str]) -> Iterator[Unmet]:
    yield from (Unmet(record.number, kind, one, _list(there)) for one in wanted if one not in there)


def _list(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names)) or "none"
