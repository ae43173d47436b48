"""The format of recordings: written, cut off, of another format, damaged, or none at all."""

from pathlib import Path
from typing import Any

import orjson
import pytest
import zstandard

from gamemaster.play.opening import begin
from gamemaster.recording import format as recording
from gamemaster.recording.format import (
    Migration,
    Recording,
    RecordingError,
    compress_lines,
    inputs_of,
    lines_in,
    parse_lines,
    read,
    turns_of,
    write,
)
from gamemaster.recording.lines import CommitLine
from tests.worldkit import sample

RECORDED = Path(__file__).parents[1] / "recordings"
HEADER = {
    "at": 0.0, "kind": "header", "format": 1, "id": "a-session", "story": "5" * 32, "player": "9" * 32,
    "world": "sample", "world_hash": "h", "seed": 1, "started": "2026-11-21T07:00:00+00:00", "stamps": {},
    "text_speed": 700.0, "epoch": 0, "state": begin(sample(), 1).model_dump(mode="json"),
}  # fmt: skip
ACT = {
    "at": 1.5,
    "kind": "client",
    "client": 1,
    "message": {"type": "act", "id": "act-00000001", "text": "wait"},
}
END = {"at": 2.0, "kind": "end", "reason": "closed"}


def of(*lines: dict[str, Any]) -> Recording:
    return parse_lines(*lines_in(compress_lines(lines), "it"), "it")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write(tmp_path / "deep" / "one.jsonl.zst", [HEADER, ACT, END])
    found = read(tmp_path / "deep" / "one.jsonl.zst")
    assert (found.name, found.torn, found.lines) == ("one", False, [HEADER, ACT, END])
    assert found.state == begin(sample(), 1)
    assert [(each.at, each.kind, each.message["text"]) for each in inputs_of(found)] == [
        (1.5, "message", "wait")
    ]


def test_each_write_is_a_frame_of_its_own_and_all_are_read() -> None:
    data = compress_lines([HEADER]) + compress_lines([ACT]) + compress_lines([END])
    assert lines_in(data, "it") == ([HEADER, ACT, END], False)


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.95])
def test_a_torn_frame_costs_no_whole_line_before_it(kept: float) -> None:
    last = compress_lines([ACT] * 5 + [{**ACT, "note": "x" * 5_000}])
    data = compress_lines([HEADER, ACT]) + last[: int(len(last) * kept)]
    lines, torn = lines_in(data, "it")
    assert torn
    assert lines[:2] == [HEADER, ACT]
    assert all(line == ACT for line in lines[2:])


def test_a_torn_line_is_left_out() -> None:
    text = orjson.dumps(HEADER) + b"\n" + orjson.dumps(ACT) + b"\n" + orjson.dumps(ACT)[:30]
    assert lines_in(zstandard.compress(text), "it") == ([HEADER, ACT], True)


def test_a_recording_without_its_end_was_cut_off() -> None:
    assert of(HEADER, ACT).torn
    assert not of(HEADER, ACT, END).torn


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "does not begin with a header"),
        (b"plain text", "is no recording"),
        (b"{not json}\n", "line 1: it is no JSON"),
        (b'{"kind": "client"}\n', "does not begin with a header"),
        (zstandard.compress(b"{}\n"), "line 1: a recording's line is an object with a `kind`"),
        (zstandard.compress(orjson.dumps(HEADER) + b"\nnot json\n"), "line 2: it is no JSON"),
        (compress_lines([ACT]), "does not begin with a header"),
        (compress_lines([{**HEADER, "format": 2}]), "format 2; this program reads 1 to 1"),
        (compress_lines([{**HEADER, "format": True}]), "format True"),
        (compress_lines([{**HEADER, "surprise": 1}]), "surprise"),
        (compress_lines([{key: value for key, value in HEADER.items() if key != "seed"}]), "seed"),
    ],
)
def test_what_is_no_recording_is_named(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "odd.jsonl.zst"
    path.write_bytes(data)
    with pytest.raises(RecordingError) as error:
        read(path)
    assert said in str(error.value)
    assert "odd.jsonl.zst" in str(error.value)


def test_a_small_file_cannot_fill_the_memory() -> None:
    bomb = zstandard.compress(b"\0" * 3_000_000)
    assert len(bomb) < 1_000
    with pytest.raises(RecordingError, match="holds more than"):
        lines_in(bomb, "it", most_bytes=2_000_000)
    with pytest.raises(RecordingError, match="holds more than"):
        lines_in(b"{" * 3_000_000, "it", most_bytes=2_000_000)


def test_a_plain_recording_is_read_as_a_compressed_one(tmp_path: Path) -> None:
    plain = tmp_path / "tape.jsonl"
    text = b"".join(
        orjson.dumps(line) + b"\n" for line in [HEADER, ACT, {"at": 1.0, "kind": "end", "reason": "closed"}]
    )
    plain.write_bytes(text)
    found = read(plain)
    assert (found.lines[1], found.torn, found.name) == (ACT, False, "tape")
    plain.write_bytes(text[:-9])
    torn = read(plain)
    assert (torn.lines, torn.torn) == (found.lines[:2], True)


def test_an_older_format_is_brought_up_step_by_step() -> None:
    steps = {
        1: Migration("say who", lambda lines: [{**lines[0], "by": "nobody"}, *lines[1:]]),
        2: Migration(
            "say it otherwise", lambda lines: [lines[0], *({**line, "who": 1} for line in lines[1:])]
        ),
    }
    lines = recording._migrate([HEADER, ACT], "it", steps, 3)
    assert lines == [{**HEADER, "format": 3, "by": "nobody"}, {**ACT, "who": 1}]
    with pytest.raises(RecordingError, match="from which no migration leads on"):
        recording._migrate([HEADER], "it", {2: steps[2]}, 3)


def test_every_turn_comes_with_what_it_was_played_on() -> None:
    found = read(RECORDED / "model-lighthouse-second_thoughts.jsonl.zst")
    turns = turns_of(found)
    commits = list(found.of(CommitLine))
    assert [turn.record.model_dump(mode="json") for turn in turns] == [line["record"] for line in commits]
    assert any(turn.undone for turn in turns)
    for turn in turns:
        assert turn.before.turn == len(turn.past) == turn.number - 1
        assert turn.after == turn.record.patch.apply(turn.before)
        assert [record.number for record in turn.past] == list(range(1, turn.number))
        assert turn.acknowledged_s is not None
        assert turn.committed_s is not None
        assert 0 <= turn.acknowledged_s <= turn.committed_s
