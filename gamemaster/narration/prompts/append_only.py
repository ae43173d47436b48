"""The prompt contract: each prompt of a story extends the one before it, but for declared compactions. Pure.

What breaks it is named: the turn, the segment, and the first token that moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from gamemaster.narration.prompts.aftermath import those_present, with_question
from gamemaster.narration.prompts.outcome_schema import in_scene
from gamemaster.narration.prompts.prompt import (
    Format,
    Prompt,
    PromptBasis,
    Transcript,
    extends,
    open_epoch,
)
from gamemaster.narration.prompts.reading_prompt import reading_prompt
from gamemaster.narration.prompts.rebuild import (
    PromptMovedError,
    check_sent,
    close_turn,
    epoch_before,
    ids_told,
    prompts_of,
    rebuild_transcript,
    states_of,
)
from gamemaster.narration.prompts.requests_sent import (
    was_aftermath_asked,
    was_outcome_asked,
    was_reading_asked,
    was_telling_asked,
)
from gamemaster.narration.scene import Scene
from gamemaster.rules.state import StoryState, TurnRecord

Stage = Literal["outcome", "narration", "reading", "aftermath"]


@dataclass(frozen=True)
class Asked:
    """A request's prompt, as the records have it. `sent`: it went to an engine, as far as the record says.

    `last`: the turn asked for nothing after it, so that the record has its digests.
    """

    turn: int
    stage: Stage
    prompt: Prompt
    sent: bool
    record: TurnRecord
    last: bool


@dataclass(frozen=True)
class Violation:
    """Where a prompt is not what the contract has it. `before` and `now`: the token ids there, where they are known."""

    turn: int
    stage: Stage
    segment: str
    token: int
    why: str
    before: int | None = None
    now: int | None = None

    def __str__(self) -> str:
        ids = f" ({self.before} became {self.now})" if (self.before, self.now) != (None, None) else ""
        return (
            f"turn {self.turn}, {self.stage}: segment {self.segment!r}, token {self.token}{ids}: {self.why}"
        )


@dataclass
class Report:
    """What a story's check found. `unverified`: requests that another tokenizer, world or program made.

    They are checked for growing, and not against what was sent.
    """

    turns: int = 0
    requests: int = 0
    compactions: int = 0
    verified: int = 0
    unverified: int = 0
    violations: list[Violation] = field(default_factory=list)


def requests_of(basis: PromptBasis, records: Sequence[TurnRecord], state: StoryState) -> Iterator[Asked]:
    """Every request of a story from its first turn on, made again from its records, which led to `state`.

    All requests of each turn, also of turns that the understudy played: what a model would have been sent.
    Raises PatchConflict where the records do not lead to `state`, ZoneFullError.
    """
    states = states_of(basis.world, records, state)
    transcript = open_epoch(basis, states[0])
    for index, (record, (before, after)) in enumerate(zip(records, pairwise(states), strict=True)):
        compaction = record.model.compaction if record.model is not None else None
        if compaction is not None:
            kept = [it for it in records[:index] if it.number > compaction.turn]
            transcript = epoch_before(basis, kept, before, compaction, verify=False)
        transcripts = prompts_of(transcript, record, before, after)
        yield from _requests(transcripts, record)
        transcript = close_turn(transcripts[-1], record)


def requests_of_last(
    basis: PromptBasis, records: Sequence[TurnRecord], state: StoryState
) -> tuple[Asked, ...]:
    """The requests of the last of `records`, which reach back to where its epoch began. Raises as `requests_of`.

    Where a model merely read its words, that alone is what was asked; and what was asked once all was told is the last.
    """
    *past, last = records
    before, after = states_of(basis.world, [last], state)
    if was_reading_asked(last.model):
        scene = Scene(basis.world, before.held_to(last.boundaries), last.words, last.roll)
        return (
            Asked(
                last.number, "reading", reading_prompt(basis.chat, scene, in_scene(scene)), True, last, False
            ),
        )
    compaction = last.model.compaction if last.model is not None else None
    if compaction is not None:
        kept = [record for record in past if record.number > compaction.turn]
        transcript = epoch_before(basis, kept, before, compaction, verify=False)
    else:
        transcript = rebuild_transcript(basis, past, before, verify=False)
    transcripts = prompts_of(transcript, last, before, after)
    return (*_requests(transcripts, last), *_aftermath(transcripts[-1], last, after))


def _requests(transcripts: Sequence[Transcript], record: TurnRecord) -> tuple[Asked, ...]:
    asked, *tellings = transcripts
    told = was_telling_asked(record.model)
    return (
        Asked(record.number, "outcome", asked.prompt, was_outcome_asked(record.model), record, False),
        *(
            Asked(record.number, "narration", one.prompt, told, record, one is tellings[-1])
            for one in tellings
        ),
    )


def _aftermath(telling: Transcript, record: TurnRecord, after: StoryState) -> tuple[Asked, ...]:
    """It stands beside the transcript: no later prompt extends it."""
    if not was_aftermath_asked(record.model):
        return ()
    prompt = with_question(telling, ids_told(telling.chat, record), those_present(telling.world, after))
    return (Asked(record.number, "aftermath", prompt, True, record, False),)


def check_story(asked: Sequence[Asked], chat: Format, stamps: Mapping[str, str] | None = None) -> Report:
    """Whether a story's requests keep the contract. `stamps` (world hash, code version): who makes them again now.

    Requests that others made may well have been others: those are merely counted.
    """
    report = Report()
    previous: Asked | None = None
    for one in asked:
        report.requests += 1
        first = one.stage == "outcome"
        report.turns += first
        if first and one.record.model is not None and one.record.model.compaction is not None:
            report.compactions += 1
            report.violations += _check_declaration(one)
        if first:
            report.violations += _check_epoch(one)
        if previous is not None and (moved := extends(previous.prompt, one.prompt)) is not None:
            why = "it does not extend the request before it"
            report.violations.append(
                Violation(one.turn, one.stage, moved.segment, moved.token, why, moved.before, moved.now)
            )
        if one.last:
            _check_sent(report, one, chat, stamps or {})
        previous = one
    return report


def _check_declaration(one: Asked) -> list[Violation]:
    model = one.record.model
    compaction = model.compaction if model is not None else None
    if compaction is None or (compaction.turn < one.turn and compaction.epoch == one.turn):
        return []
    why = f"it declares the epoch {compaction.epoch} after turn {compaction.turn}; it can only open its own"
    return [Violation(one.turn, one.stage, "summary", 0, why)]


def _check_epoch(one: Asked) -> list[Violation]:
    model = one.record.model
    if model is None or not model.parts or model.epoch == one.prompt.epoch:
        return []
    why = f"it was played in epoch {model.epoch}, which no compaction before it declares"
    return [Violation(one.turn, one.stage, "story", 0, why)]


def _check_sent(report: Report, one: Asked, chat: Format, stamps: Mapping[str, str]) -> None:
    """Against the digests of what was sent."""
    model = one.record.model
    if model is None or not model.parts:
        return
    others = any(one.record.stamps.get(name, value) != value for name, value in stamps.items())
    if others or model.format != chat.fingerprint:
        report.unverified += 1
        return
    report.verified += 1
    try:
        check_sent(chat, one.prompt, one.record)
    except PromptMovedError as error:
        report.violations.append(Violation(one.turn, one.stage, error.part, error.token, str(error)))


def compare(asked: Sequence[Asked], sent: Sequence[Sequence[int]]) -> list[Violation]:
    """Where the ids that an engine was really sent, in order, are not those of the requests that were `sent`."""
    made = [one for one in asked if one.sent]
    found = [_difference(one, ids) for one, ids in zip(made, sent, strict=False)]
    if len(made) != len(sent):
        last = made[-1] if made else asked[-1]
        why = f"{len(sent)} requests were sent, and the records have {len(made)}"
        found.append(Violation(last.turn, last.stage, "", 0, why))
    return [violation for violation in found if violation is not None]


def _difference(one: Asked, sent: Sequence[int]) -> Violation | None:
    at = 0
    for segment in one.prompt.segments:
        for number in segment.ids:
            if at >= len(sent) or sent[at] != number:
                why = "it is not what was sent"
                was = sent[at] if at < len(sent) else None
                return Violation(one.turn, one.stage, segment.name, at, why, was, number)
            at += 1
    if at == len(sent):
        return None
    why = "more was sent"
    return Violation(one.turn, one.stage, one.prompt.segments[-1].name, at, why, sent[at], None)


def head_moved(one: Prompt, other: Prompt) -> Violation | None:
    """Where two heads of a world differ: they never may, whoever plays, when, and in whichever process."""
    moved = extends(one, other) or extends(other, one)
    if moved is None:
        return None
    return Violation(
        0, "outcome", moved.segment, moved.token, "the head is volatile", moved.before, moved.now
    )
