"""Turns that differ alike: the same parts, by the same words. Reading one of them is reading all. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gamemaster.replay.run import RunTurn

LEAST = 2  # turns that make a group
MOST_WORDS = 6  # of each side, in a group's name
MOST_GROUPS = 50


def groups_of(turns: Sequence[RunTurn]) -> tuple[list[str], list[int]]:
    """The names of the groups, the largest first, and of each turn the number of its own; -1 where it is alone."""
    signs = [signature(turn) for turn in turns]
    counts = Counter(sign for sign in signs if sign)
    names = [sign for sign, count in counts.most_common(MOST_GROUPS) if count >= LEAST]
    places = {sign: at for at, sign in enumerate(names)}
    return names, [places.get(sign, -1) for sign in signs]


def signature(turn: RunTurn) -> str:
    """What differs in a turn, and by which words; empty where nothing does."""
    if not turn.differs:
        return ""
    if turn.difference:
        return turn.difference.partition(": ")[0]
    parts = ", ".join(turn.differs)
    if turn.then is None or turn.now is None:
        return parts
    for name in ("rejected", "changed", "checks"):
        then, now = getattr(turn.then, name), getattr(turn.now, name)
        if then != now:
            return f"{parts}: {exchange(' '.join(then), ' '.join(now))}"
    if turn.then.text != turn.now.text:
        return f"{parts}: {exchange(turn.then.text, turn.now.text)}"
    return parts


def exchange(then: str, now: str) -> str:
    """Which words stand for which: those between what both begin with and what both end with."""
    one, other = then.split(), now.split()
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return f"“{_some(one)}” → “{_some(other)}”"


def _some(words: Sequence[str]) -> str:
    return " ".join(words[:MOST_WORDS]) + (" …" if len(words) > MOST_WORDS else "")
