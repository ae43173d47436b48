"""What can be said of a told turn without a judge: faults that no story may have, whoever tells it. Pure.

Each check is blind to taste. They are quiet on everything that the two worlds' authors wrote (a test plays thousands
of turns), so that a finding means a fault; a telling without any may still be a poor one.

canon          contradicts the state: has what it has not, stands elsewhere, a shut way opens, the dead act, …
from_nowhere   a thing or a person of the world is handled or met where it is not
dead_speaks    the dead are given words
wrong_speaker  so is somebody who is elsewhere, or nobody
secret         tells a fact that the player has not learned, or what a character hides
markup         tags, control tokens, JSON, headings, talk of the machinery, reasoning
repetition     of itself, or of the turns before
language       another language or script than the world's
length         nothing at all, or far too much
refusal        the narrator declines
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gamemaster.replay.invariants.canon import contradictions
from gamemaster.replay.invariants.form import faults_of_form
from gamemaster.replay.invariants.leaks import leaks
from gamemaster.replay.invariants.outcomes import denied_deeds
from gamemaster.replay.invariants.repetition import repeats
from gamemaster.replay.invariants.speakers import company
from gamemaster.replay.invariants.told_turn import Finding, ToldTurn
from gamemaster.replay.run import Violation

KINDS = (
    "canon", "from_nowhere", "dead_speaks", "wrong_speaker", "secret", "markup", "repetition", "language", "length",
    "refusal",
)  # fmt: skip
EARLIER_TURNS = 6  # whose texts a telling is compared with
_CHECKS = (contradictions, denied_deeds, company, leaks, faults_of_form, repeats)
MOST = 20  # of one turn: a broken telling need not fill a report


def violations_of(turn: ToldTurn, side: Literal["then", "now"] = "now") -> list[Violation]:
    """The turn's faults, each place once for each kind; at most `MOST`."""
    found: dict[tuple[str, str], Violation] = {}
    for finding in _findings(turn):
        violation = Violation(kind=finding.kind, side=side, text=finding.text, why=finding.why)
        found.setdefault((finding.kind, finding.text), violation)
    return list(found.values())[:MOST]


def _findings(turn: ToldTurn) -> Iterator[Finding]:
    for check in _CHECKS:
        yield from check(turn)
