"""What is counted in a proof's turns, without a judge: in the state, in what was told, in the story kept. Pure.

A telling is read whole by the critic's checks, which saw it paragraph by paragraph before; and because a critic must
not be its own only witness, the words of a planted lie are looked for in it as they are.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gamemaster.authoring.proof.figures import KIND_OF, LIE_OF, Example, Tally
from gamemaster.authoring.proof.lies import Lie
from gamemaster.authoring.proof.state_check import record_contradictions, state_contradictions
from gamemaster.language.names.normalization import plain
from gamemaster.narration.critic.faults import findings_of
from gamemaster.narration.critic.told_turn import ToldTurn
from gamemaster.rules.state import PatchConflict, Span, StoryState, TurnRecord
from worlds.schema import World

EARLIER_TURNS = 6  # with which a telling is compared, as the critic does


@dataclass(frozen=True)
class Story:
    """One story of a proof: a world, the bot's number, and the seed of it all."""

    world: World
    run: int
    seed: int
    turns: int


@dataclass(frozen=True)
class Told:
    """A turn that was committed, and what somebody told of it."""

    story: Story
    before: StoryState
    record: TurnRecord
    after: StoryState
    spans: Sequence[Span]

    def example(self, kind: str, text: str, why: str) -> Example:
        record, story = self.record, self.story
        return Example(kind, story.world.id, story.run, record.number, record.words, text[:400], why)


def count_turn(tally: Tally, told: Told) -> None:
    """What the turn committed, and what the critic and the model had to do with it."""
    why = [
        *state_contradictions(told.story.world, told.before, told.after),
        *record_contradictions(told.before, told.record, told.after),
    ]
    tally.turns += 1
    tally.note(("state", "state", told.example("state", "", reason)) for reason in why)
    model = told.record.model
    if model is not None:
        tally.withheld.update(one.kind for one in model.withheld)
        tally.by_model += model.told_by == "model"


def count_broken(tally: Tally, story: Story, number: int, words: str, error: Exception) -> None:
    """A turn that ended in an error of the program's, and where it was raised; its story cannot go on."""
    *_, at = traceback.extract_tb(error.__traceback__)
    why = f"{type(error).__name__}: {error} ({Path(at.filename).name}, line {at.lineno})"
    tally.turns += 1
    tally.note([("broken", "broken", Example("broken", story.world.id, story.run, number, words, "", why))])


def count_telling(tally: Tally, told: Told, earlier: list[str], planted: Iterable[Lie]) -> None:
    """What was told, against what is true. `earlier`: the texts of the turns before, to which this one's is added."""
    turn = ToldTurn(
        told.story.world, told.before, told.after, told.record.ruling, told.record.words, told.spans,
        tuple(earlier[-EARLIER_TURNS:]), told.record.reason,
    )  # fmt: skip
    faults = [
        (KIND_OF[found.kind], found.kind, told.example(found.kind, found.text, found.why))
        for found in findings_of(turn)
        if found.kind in KIND_OF
    ]
    for lie in planted:
        tally.planted[lie.kind] += 1
        if is_shown(lie, told.spans):
            tally.shown[lie.kind] += 1
            faults.append((LIE_OF[lie.kind], f"lie: {lie.kind}", told.example(lie.kind, lie.text, "planted")))
    tally.note(faults)
    earlier.append(turn.text)


def is_shown(lie: Lie, spans: Sequence[Span]) -> bool:
    """Whether a lie was told, by whom it was meant to be: a voice of nobody's contradicts nothing."""
    told = (span.text for span in spans if lie.speaker is None or span.speaker == lie.speaker)
    return _plain_line(lie.words) in _plain_line("\n".join(told))


def _plain_line(text: str) -> str:
    return " ".join(plain(text).split())


def count_story(
    tally: Tally, story: Story, kept: tuple[StoryState, Sequence[TurnRecord], StoryState], played: StoryState
) -> None:
    """Whether the records that were kept lead from the beginning to the state that was played to, and is kept."""
    state, records, stored = kept
    why = [] if stored == played else ["the store's state is not the state in play"]
    try:
        for record in records:
            state = record.patch.apply(state)
    except PatchConflict as error:
        why.append(f"the records do not follow on each other: {error}")
    else:
        why += [] if state == played else ["the records lead to another state than the one in play"]
    tally.note(
        ("state", "kept", Example("kept", story.world.id, story.run, played.turn, "", "", one)) for one in why
    )
