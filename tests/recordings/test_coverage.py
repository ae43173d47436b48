"""The recordings of this folder hold what they are kept for, and nothing of anybody's."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamemaster.recording.format import SUFFIX, Recording, read, turns_before, turns_of
from gamemaster.recording.lines import (
    ClientLine,
    DeltaLine,
    FaultLine,
    JoinLine,
    NarratorLine,
    RecordingLine,
    RequestLine,
    RulingLine,
    SaidLine,
    StopLine,
    TurnLine,
    UndoneLine,
)

FOLDER = Path(__file__).parent
PATHS = sorted(FOLDER.glob(f"*{SUFFIX}"))
MOST_BYTES = 65_536


@pytest.fixture(scope="module")
def recordings() -> list[Recording]:
    return [read(path) for path in PATHS]


def lines(recording: Recording, kind: str, **fields: Any) -> list[RecordingLine]:
    return [line for line in recording.lines if line["kind"] == kind and fields.items() <= line.items()]


def messages(recording: Recording, kind: str) -> list[dict[str, Any]]:
    return [line["message"] for line in recording.of(ClientLine) if line["message"]["type"] == kind]


def errors(recording: Recording) -> set[str]:
    said = [line["frame"] for line in recording.of(SaidLine)]
    return {frame["code"] for frame in said if frame["type"] == "error"}


def told_by(recording: Recording) -> set[str]:
    """The understudy, or the forms in which a model is asked."""
    alone = {"understudy" for line in recording.of(TurnLine) if line["narrator"] == "understudy"}
    return alone | {line["form"] for line in recording.of(NarratorLine)}


def faults_at(recording: Recording, stage: str) -> bool:
    """Whether the engine failed in such a stage."""
    faulty = {line["request"] for line in recording.of(FaultLine)}
    asked = (line for line in recording.of(RequestLine) if line["stage"] == stage)
    return any(line["request"] in faulty for line in asked)


def models(recording: Recording) -> list[Any]:
    return [turn.record.model for turn in turns_of(recording) if turn.record.model is not None]


# What must be in one of them, at least.
WANTED: dict[str, Callable[[Recording], Any]] = {
    "the Long Night": lambda it: it.header.world == "long_night",
    "the Lighthouse": lambda it: it.header.world == "lighthouse",
    "the understudy alone": lambda it: told_by(it) == {"understudy"},
    "a model by tokens": lambda it: told_by(it) == {"tokens"},
    "a model by messages": lambda it: told_by(it) == {"messages"},
    "a hand-over to a model": lambda it: told_by(it) == {"understudy", "tokens"},
    "an ending": lambda it: any(turn.record.ruling.ended for turn in turns_of(it)),
    "reasoning": lambda it: any(line["delta"]["kind"] == "reasoning" for line in it.of(DeltaLine)),
    "reasoning that was cut": lambda it: any("reasoning cut" in step for m in models(it) for step in m.steps),
    "an interruption by reading": lambda it: any(m["shown"] and not m.get("heard") for m in messages(it, "interrupt")),
    "an interruption while spoken": lambda it: any(line["spoken"] and line["cut"] for line in it.of(StopLine)),
    "a line taken up again": lambda it: any(line.get("offset") is not None for line in it.of(JoinLine)),
    "two windows": lambda it: len({line["client"] for line in it.of(ClientLine)}) > 1,
    "an engine lost while it reasons": lambda it: faults_at(it, "outcome") and "tokens" in told_by(it),
    "an engine lost while it tells": lambda it: faults_at(it, "narration") and "tokens" in told_by(it),
    "an outcome that came too late": lambda it: any(line["lost"] for line in it.of(RulingLine)),
    "a telling that took too long": lambda it: any("too long" in span.text for turn in turns_of(it)
                                                   for span in turn.record.spans if span.kind == "notice"),
    "a server lost": lambda it: faults_at(it, "narration") and "messages" in told_by(it),
    "a summary by the model": lambda it: any(m.compaction and m.compaction.by == "model" for m in models(it)),
    "a beginning in the middle": lambda it: any(line.get("before") for line in it.of(JoinLine)),
    "an undo": lambda it: messages(it, "undo") and any(it.of(UndoneLine)),
    "a retry": lambda it: messages(it, "retry"),
    "a branch": lambda it: messages(it, "branch"),
    "the story of a branch": lambda it: it.header.name is not None,
    "turns before the session": lambda it: turns_before(it),
    "a turn from before the session taken back": lambda it: any(
        line["turn"] < it.header.turn for line in it.of(UndoneLine)
    ),
    "an act that is refused": lambda it: "ended" in errors(it),
    "an act that is repeated": lambda it: any(line["frame"].get("repeated") for line in it.of(SaidLine)),
    "other scripts": lambda it: any(re.search("[ぁ-ん]", turn.record.words) for turn in turns_of(it)),
    "markup in the words": lambda it: any("<|system|>" in turn.record.words for turn in turns_of(it)),
    "a very long input": lambda it: any(len(turn.record.words) > 1500 for turn in turns_of(it)),
    "an outcome that is none": lambda it: any("OutcomeUnreadable" in step for m in models(it) for step in m.steps),
    "a telling that the guard cut": lambda it: any("the guard saw" in step for m in models(it) for step in m.steps),
    "a check of the model's own": lambda it: any(turn.record.outcome.check for turn in turns_of(it)),
    "a check": lambda it: any(turn.record.ruling.checks for turn in turns_of(it)),
    "something remembered": lambda it: any(turn.record.recalled for turn in turns_of(it)),
}  # fmt: skip


@pytest.mark.parametrize("what", list(WANTED))
def test_one_of_them_has(what: str, recordings: list[Recording]) -> None:
    assert any(WANTED[what](recording) for recording in recordings)


def test_there_are_enough_and_they_are_small_and_whole(recordings: list[Recording]) -> None:
    assert len(PATHS) >= 12
    assert all(path.stat().st_size < MOST_BYTES for path in PATHS), "git keeps them for ever"
    assert not [recording.name for recording in recordings if recording.torn]


def test_what_was_thought_is_in_none(recordings: list[Recording]) -> None:
    for recording in recordings:
        for line in recording.of(DeltaLine):
            delta = line["delta"]
            assert delta["kind"] != "reasoning" or not (delta["text"] or delta["ids"])


def test_nothing_of_the_machine_is_in_them(recordings: list[Recording]) -> None:
    for recording in recordings:
        text = "\n".join(map(json.dumps, recording.lines))
        assert not re.search(r"/home/|/work/|/tmp/|/root/|postgres(ql)?://|redis://|token=", text)
