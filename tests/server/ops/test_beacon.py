"""What workers tell of themselves: hosts that do not share a secret are found by it."""

from datetime import UTC, datetime
from itertools import starmap

import pytest

from gamemaster.protocol.auth_tokens import BadTokenError, Tokens
from gamemaster.server.ops.beacon import WorkerShown, strangers

OLD, NEW = Tokens("o" * 32), Tokens("n" * 32)
EXCHANGED = Tokens("n" * 32, before="o" * 32)
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


def worker(name: str, mark: str) -> WorkerShown:
    return WorkerShown(
        worker=name, host="one", version="1", started=NOON, at=NOON, draining=False, sockets=0, players=0,
        story_count=0, stories=[], in_line=0, turns_in_line=0, requests_waiting=0, acts_in_flight=0, refusals={},
        narrator="understudy", engine=None, voice=None, incidents=[], mark=mark,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("here", "found"),
    [(OLD, ["new", "exchanged"]), (NEW, ["old"]), (EXCHANGED, [])],
    ids=["old", "new", "both"],
)
def test_a_worker_whose_tokens_are_not_good_here_is_a_stranger(here: Tokens, found: list[str]) -> None:
    marks = {"old": OLD.mark(), "new": NEW.mark(), "exchanged": EXCHANGED.mark(), "of an older version": ""}
    assert [one.worker for one in strangers(starmap(worker, marks.items()), here)] == found


def test_a_mark_signs_nobody_in() -> None:
    with pytest.raises(BadTokenError):
        NEW.read(NEW.mark())
