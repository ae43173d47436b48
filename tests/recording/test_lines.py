"""The lines of recordings: told apart by their kind, and checked when they are read."""

import dataclasses
from typing import get_args

import orjson
import pytest
from pydantic import ValidationError

from gamemaster.play import story_events, turn_events
from gamemaster.play.story_recorder import TapeWriter
from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox
from gamemaster.recording.lines import (
    ClientLine,
    CommitLine,
    JoinLine,
    LineKind,
    RecordingLine,
    kind_of,
    line_fault,
    recording_line,
)
from gamemaster.recording.recorder import line_json
from gamemaster.recording.tape import Tape
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.speech.playback_position import Cut
from tests.storykit import beginning, tell


def test_every_kind_that_may_be_written_can_be_read() -> None:
    assert list(get_args(LineKind)) == [kind_of(line) for line in get_args(RecordingLine)]


def test_a_line_is_told_by_its_kind() -> None:
    line = recording_line.validate_python(
        {"at": 1, "kind": "client", "client": 1, "message": {"type": "undo"}}
    )
    assert line["kind"] == "client"
    assert line["message"]["type"] == "undo"
    assert [kind_of(each) for each in (ClientLine, CommitLine, JoinLine)] == ["client", "commit", "join"]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ({"at": 1.0, "kind": "no such kind"}, "does not match any of the expected tags"),
        ({"at": 1.0, "kind": "commit", "record": {}}, "commit.state: Field required"),
        ({"kind": "told", "turn": 1}, "told.at: Field required"),
        ({"at": 1.0, "kind": "sent", "epoch": "first", "offset": 1}, "sent.epoch: Input should be"),
    ],
)
def test_a_line_that_lacks_something_says_what(line: dict[str, object], fault: str) -> None:
    with pytest.raises(ValidationError) as error:
        recording_line.validate_python(line)
    assert fault in line_fault(error.value)


def test_what_a_later_program_adds_to_a_line_is_kept() -> None:
    line = {"at": 1.0, "kind": "told", "turn": 1, "mood": "calm"}
    assert recording_line.validate_python(line) == line


def test_every_event_of_a_story_is_written_as_a_line_of_its_kind() -> None:
    written: list[bytes] = []
    writer = TapeWriter(Tape(lambda kind, fields: written.append(line_json(0.5, kind, fields))))
    record, after = tell(beginning(), "act-first")
    client, frame = Outbox(8), messages.Pong(n=1)
    act = messages.Act(id="act-first", text="go on")
    for event in (
        story_events.FollowerJoined(client, 1, 2, (frame,)),
        story_events.MessageReceived(client, act),
        story_events.TurnBegun(1, "act-first", 0, False, True, "understudy"),
        story_events.FramePresented(frame),
        story_events.FrameSent(frame),
        turn_events.MemoriesRecalled(1, None),
        turn_events.TurnRuled(1, Outcome(), Ruling(), False),
        story_events.TellingStopped(1, 3, Cut(0, 7), True),
        turn_events.TellingEnded(1),
        turn_events.TurnCommitted(record, after),
        story_events.ClientAnswered(client, frame),
        story_events.FollowerLeft(client),
        story_events.LeaveBegun(),
    ):
        assert dataclasses.is_dataclass(event)
        writer.observe(event)
    lines = [recording_line.validate_json(line) for line in written]
    assert [line["kind"] for line in lines] == [
        "join", "said", "client", "turn", "frame", "sent", "recalled", "ruling", "stop", "told", "commit", "said",
        "leave", "leaving",
    ]  # fmt: skip
    assert [orjson.loads(line) for line in written] == lines
