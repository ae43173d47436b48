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
puppet         says, decides or promises for the player what they did not
rut            begins as the turns before it began
boundary       crosses a line that the world or the player drew (`gamemaster.rules.boundaries`)
leap           hours pass that nobody asked for (seen in what is proposed, `gamemaster.narration.model.overreach`)
"""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.narration.critic.boundaries import crossings
from gamemaster.narration.critic.canon import contradictions
from gamemaster.narration.critic.false_names import false_names
from gamemaster.narration.critic.form import faults_of_form
from gamemaster.narration.critic.leaks import leaks
from gamemaster.narration.critic.outcomes import denied_deeds
from gamemaster.narration.critic.promises import broken_words
from gamemaster.narration.critic.puppets import puppets
from gamemaster.narration.critic.repetition import repeats, ruts
from gamemaster.narration.critic.speakers import company
from gamemaster.narration.critic.told_turn import Finding, ToldTurn

KINDS = (
    "canon", "from_nowhere", "dead_speaks", "wrong_speaker", "secret", "markup", "repetition", "language", "length",
    "refusal", "puppet", "rut", "leap", "boundary",
)  # fmt: skip
_CHECKS = (
    crossings,
    contradictions,
    denied_deeds,
    company,
    false_names,
    broken_words,
    leaks,
    faults_of_form,
    puppets,
    repeats,
    ruts,
)


def findings_of(turn: ToldTurn) -> Iterator[Finding]:
    """The turn's faults, check by check; a place may be found more than once."""
    for check in _CHECKS:
        yield from check(turn)
