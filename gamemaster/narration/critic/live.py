"""Reads a telling while it is told, a paragraph at a time, before anybody sees or hears it. Pure.

A fault in a paragraph keeps that paragraph back; what was told before it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamemaster.language.names.normalization import plain
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
from gamemaster.rules.proposal import Ruling
from gamemaster.rules.state import Span, new_story
from worlds.schema import World

# A matter of taste: worth a second try, and not worth the understudy's words.
SOFT = frozenset({"rut"})
_OF_A_PARAGRAPH = (
    crossings,
    faults_of_form,
    company,
    false_names,
    broken_words,
    contradictions,
    denied_deeds,
    puppets,
    leaks,
)

# What a model is told of its fault. Of what is secret and of the machinery it is not told more than it must know.
_REASONS = {
    "secret": "it gives away what the player has not learned",
    "markup": "it speaks of what is outside the story, or is no prose",
    "refusal": "it declines, and nobody in the story does",
    "language": "it is in another language",
    "length": "it is far too long",
    "repetition": "it repeats what was told",
    "rut": "it begins as the tellings before it",
}


@dataclass(frozen=True)
class Fault:
    """Why a paragraph is kept back."""

    finding: Finding
    soft: bool


def make_ready(world: World) -> None:
    """Gather what the checks know of a world: it takes some tenths of a second, once, and no player should wait."""
    state = new_story(world, 0)
    text = "You take the first thing that is at hand, and it is not what you thought that it would be, not by far."
    nothing = ToldTurn(world, state, state, Ruling(), "", ())
    judge(nothing, (), (Span(kind="narration", text=text),))


def judge(turn: ToldTurn, told: Sequence[Span], paragraph: Sequence[Span]) -> Fault | None:
    """The first fault of a paragraph that would come after what was `told`; a hard one before a soft one.

    `turn` has all but the spans. Its ruling and its states say what is true.
    """
    alone = turn.with_spans(tuple(paragraph), "interrupted")
    for check in _OF_A_PARAGRAPH:
        for finding in check(alone):
            return Fault(finding, soft=False)
    whole = turn.with_spans((*told, *paragraph), "interrupted")
    for finding in repeats(whole):
        return Fault(finding, soft=False)
    return next((Fault(found, soft=True) for found in ruts(whole)), None) if not told else None


def why_not(finding: Finding) -> str:
    """A finding for the model that wrote the paragraph."""
    return _REASONS.get(finding.kind, finding.why)


def is_told_already(told: Sequence[Span], paragraph: Sequence[Span]) -> bool:
    """Whether a paragraph stands word for word in what was told: a model that is asked again likes to begin again."""
    before = " ".join(plain(span.text) for span in told)
    return all(plain(span.text).strip() in before for span in paragraph)
