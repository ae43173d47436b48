"""The story's dice: every draw is a function of the story's seed and what it is drawn for. Pure.

No generator is carried along, so that undoing, branching or resuming a story cannot shift later draws.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from gamemaster.rules.proposal import Roll

T = TypeVar("T")

# Checks that one turn may need; a turn's further checks use the last die again.
DICE_PER_TURN = 4


def draw(seed: int, *purpose: int | str) -> int:
    """A number of 64 evenly distributed bits for this seed and purpose."""
    text = "\x1f".join(str(part) for part in (seed, *purpose))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def percent(seed: int, *purpose: int | str) -> int:
    """0 to 99."""
    return draw(seed, *purpose) % 100


def choose(options: Sequence[T], seed: int, *purpose: int | str) -> T:
    """One of the options. Raises IndexError when there are none."""
    if not options:
        raise IndexError("nothing to choose from")
    return options[draw(seed, *purpose) % len(options)]


def roll_for(seed: int, turn: int, attempt: int = 0) -> Roll:
    """The dice of a turn. A retried turn is another `attempt` and gets fresh dice."""
    return Roll(d20=tuple(draw(seed, turn, attempt, "d20", n) % 20 + 1 for n in range(DICE_PER_TURN)))
