"""Tests of benchmarks/meaning.py: that it tells an answer that was meant from another, on real worlds."""

import json
from pathlib import Path

import pytest

from benchmarks.meaning import LIST, put, questions_of
from tests.worldkit import world_at

LONG_NIGHT = "worlds/long_night"


def test_what_is_named_is_found_and_what_is_not_written_is_not(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    rows = [
        {
            "world": LONG_NIGHT,
            "who": "ivar",
            "input": "tell me about the boathouse",
            "meant": ["topic boathouse"],
        },
        {
            "world": LONG_NIGHT,
            "who": "ivar",
            "input": "tell me about the boathouse",
            "meant": ["topic winter"],
        },
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    right, wrong = put(questions_of(file))
    assert (right.first, right.among_three, right.in_play) == (True, True, True)
    assert (wrong.first, wrong.in_play) == (False, False)


@pytest.mark.slow
def test_whatever_the_list_means_is_written() -> None:
    questions = questions_of(LIST)
    assert len(questions) > 150
    for question in questions:
        person = world_at(str(question.world)).characters[question.who]
        written = {f"topic {key}" for key in person.topics} | {f"answer {key}" for key in person.answers}
        assert question.meant <= written, question
