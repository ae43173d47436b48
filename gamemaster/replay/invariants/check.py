"""The faults of a told turn, as a run keeps them. Pure.

What is a fault is said in `gamemaster.narration.critic.faults`.
"""

from __future__ import annotations

from typing import Literal

from gamemaster.narration.critic.faults import KINDS, findings_of
from gamemaster.narration.critic.told_turn import ToldTurn
from gamemaster.replay.run import Violation

__all__ = ["KINDS", "MOST", "violations_of"]

MOST = 20  # of one turn: a broken telling need not fill a report


def violations_of(turn: ToldTurn, side: Literal["then", "now"] = "now") -> list[Violation]:
    """The turn's faults, each place once for each kind; at most `MOST`."""
    found: dict[tuple[str, str], Violation] = {}
    for finding in findings_of(turn):
        violation = Violation(kind=finding.kind, side=side, text=finding.text, why=finding.why)
        found.setdefault((finding.kind, finding.text), violation)
    return list(found.values())[:MOST]
