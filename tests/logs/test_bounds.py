"""One message that comes again and again is said a few times, and then how often it came."""

import logging

from gamemaster.logs.bounds import BURST, MOST_KINDS, WINDOW_S, FloodFilter


def record(text: str, *args: object) -> logging.LogRecord:
    return logging.LogRecord("gamemaster.test", logging.WARNING, "file", 1, text, args, None)


def test_a_flood_is_cut_and_counted() -> None:
    now = 0.0
    flood = FloodFilter(lambda: now)
    passed = [flood.filter(record("player %s was refused", n)) for n in range(1000)]
    assert sum(passed) == BURST
    assert flood.filter(record("something else"))
    now = WINDOW_S
    late = record("player %s was refused", "last")
    assert flood.filter(late)
    assert late.getMessage() == (
        f"player last was refused (and {1000 - BURST} more of this kind since it was last said)"
    )
    again = record("player %s was refused", "next")
    assert flood.filter(again)
    assert again.getMessage() == "player next was refused"


def test_it_takes_little_memory() -> None:
    flood = FloodFilter(lambda: 0.0)
    for n in range(3 * MOST_KINDS):
        assert flood.filter(record(f"one of a kind: {n}"))
    assert len(flood._seen) <= MOST_KINDS
