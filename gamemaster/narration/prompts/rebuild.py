"""Transcripts made anew from committed turns: the very tokens that were sent, or what moved. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from gamemaster.errors import UserError
from gamemaster.narration.prompts.markup import markup_of
from gamemaster.narration.prompts.outcome_schema import InScene, history_json, in_scene
from gamemaster.narration.prompts.prompt import (
    Format,
    Prompt,
    PromptBasis,
    Transcript,
    open_epoch,
    parts_of,
    told_ids,
)
from gamemaster.narration.prompts.ruling_text import is_answered
from gamemaster.narration.scene import Scene
from gamemaster.rules.state import (
    OUTSIDE_STORY,
    Again,
    Compaction,
    ModelTurn,
    PromptPart,
    StoryState,
    TurnRecord,
)
from gamemaster.rules.upkeep.world_upgrade import refit
from worlds.schema import World

ASKED_AGAIN = ("told", "note", "tell_again")  # parts of a prompt that `Transcript.go_on` adds


class PromptMovedError(Exception):
    """A prompt that was sent cannot be made again: what it is made of has changed (the world, the code, a setting)."""

    def __init__(self, turn: int, part: str, token: int, was: int, now: int) -> None:
        super().__init__(
            f"turn {turn}: the prompt's part `{part}` from token {token} on is not what was sent ({was} tokens, "
            f"now {now})"
        )
        self.turn, self.part, self.token = turn, part, token


class IncompleteError(UserError):
    """The turns that are at hand do not reach back to the beginning of their epoch."""

    def __init__(self, first: int, needed: int) -> None:
        super().__init__(f"the turns at hand begin with {first}, and turn {needed} would be needed")


def last_compaction(records: Iterable[TurnRecord]) -> Compaction | None:
    """The compaction with which the last epoch in `records` began; None while it is the story's first."""
    found = [record.model.compaction for record in records if record.model and record.model.compaction]
    return found[-1] if found else None


def states_of(world: World, records: Sequence[TurnRecord], state: StoryState) -> list[StoryState]:
    """The states before each record and after the last, which led to `state`. Raises PatchConflict if they did not."""
    states = [state]
    for record in reversed(records):
        states.append(record.patch.undo(states[-1]))
    return [refit(world, state) for state in reversed(states)]


def rebuild_transcript(
    basis: PromptBasis, records: Sequence[TurnRecord], state: StoryState, *, verify: bool = True
) -> Transcript:
    """The transcript of the last epoch in `records`, which end with the turn that led to `state`.

    Raises IncompleteError, PatchConflict, ZoneFullError, and PromptMovedError if it is to `verify` what was sent.
    """
    compaction = last_compaction(records)
    start = compaction.turn if compaction is not None else 0
    kept = [record for record in records if record.number > start]
    if len(kept) != state.turn - start:
        raise IncompleteError(kept[0].number if kept else state.turn, start + 1)
    before = next((record for record in records if record.number == start), None)
    if start and before is None:
        raise IncompleteError(kept[0].number, start)
    act_id = before.act_id if before else ""
    return epoch_before(basis, kept, state, compaction, act_id=act_id, verify=verify)


def epoch_before(
    basis: PromptBasis,
    kept: Sequence[TurnRecord],
    state: StoryState,
    compaction: Compaction | None,
    *,
    act_id: str = "",
    verify: bool = True,
) -> Transcript:
    """An epoch that begins before the turns `kept`, which led to `state`. Raises as `rebuild_transcript`."""
    states = states_of(basis.world, kept, state)
    if compaction is not None and not _speaks(basis.chat, kept, compaction):
        compaction = compaction.model_copy(update={"ids": []})
    transcript = open_epoch(basis, states[0], compaction=compaction, act_id=act_id)
    for record, (before, after) in zip(kept, pairwise(states), strict=True):
        transcript = with_turn(transcript, record, before, after, verify=verify)
    return transcript


def _speaks(chat: Format, kept: Sequence[TurnRecord], compaction: Compaction) -> bool:
    """Whether the summary's ids are of this format; one that no turn has declared yet was just written in it."""
    declaring = [record.model for record in kept if record.model and record.model.compaction == compaction]
    return all(_is_of(model, chat) for model in declaring)


def _is_of(model: ModelTurn, chat: Format) -> bool:
    return model.format in ("", chat.fingerprint)


def with_turns(transcript: Transcript, records: Sequence[TurnRecord], state: StoryState) -> Transcript:
    """The transcript with committed turns of its epoch, the last of which led to `state`.

    Raises as `rebuild_transcript`.
    """
    if transcript.turn + len(records) != state.turn:
        raise IncompleteError(records[0].number if records else state.turn + 1, transcript.turn + 1)
    if not records:
        return transcript
    states = states_of(transcript.world, records, state)
    for record, (before, after) in zip(records, pairwise(states), strict=True):
        transcript = with_turn(transcript, record, before, after)
    return transcript


def with_turn(
    transcript: Transcript, record: TurnRecord, before: StoryState, after: StoryState, *, verify: bool = True
) -> Transcript:
    """The transcript with one committed turn: what the engine wrote, as it wrote it, as far as it was told.

    Raises PromptMovedError where what was sent would be made otherwise now, if it is to `verify` that.
    """
    last = prompts_of(transcript, record, before, after)[-1]
    if verify:
        check_sent(transcript.chat, last.prompt, record)
    return close_turn(last, record)


def close_turn(ruled: Transcript, record: TurnRecord) -> Transcript:
    """The transcript with what was told in a turn, and the turn over."""
    chat, model = ruled.chat, record.model
    ids = tuple(model.narration) if model is not None and _is_of(model, chat) else ()
    again = again_of(record)
    if again is None and model is not None and model.again is not None:
        ids = (*model.again.told, *ids)
    if not ids or model is None or model.told_by != "model" or record.reason != "complete":
        told = story_paragraphs(record)[again.spans if again is not None else 0 :] or _answers(record)
        ids = told_ids(chat, markup_of(told), ids)
    return ruled.close(ids, record.number, record.act_id)


def ids_told(chat: Format, record: TurnRecord) -> tuple[int, ...]:
    """What a model told since it was asked last, as it wrote it."""
    model, again = record.model, again_of(record)
    if model is not None and model.narration and _is_of(model, chat):
        return tuple(model.narration)
    return chat.encode(markup_of(story_paragraphs(record)[again.spans if again is not None else 0 :]))


def _answers(record: TurnRecord) -> list[tuple[str | None, str]]:
    """What the Game Master answered in a turn that told nothing of the story: from an empty telling a model would learn
    to leave questions unanswered. Where its prompt said that nothing is left to tell, it is to be empty."""
    if is_answered(record.ruling) or any(span.kind not in OUTSIDE_STORY for span in record.spans):
        return []
    return [(None, span.text) for span in record.spans if span.kind == "notice"]


def story_paragraphs(record: TurnRecord) -> list[tuple[str | None, str]]:
    """What a turn told of the story once it was ruled on: speaker and words. How it began stands with the ruling."""
    told = [(span.speaker, span.text) for span in record.spans if span.kind not in OUTSIDE_STORY]
    return told[1:] if record.model is not None and record.model.began else told


def again_of(record: TurnRecord) -> Again | None:
    """How a turn's telling was asked for again. Not if the player heard less than had been told by then: what nobody
    heard is in no prompt."""
    again = record.model.again if record.model is not None else None
    if again is None or (record.reason == "interrupted" and len(story_paragraphs(record)) <= again.spans):
        return None
    return again


def prompts_of(
    transcript: Transcript, record: TurnRecord, before: StoryState, after: StoryState
) -> tuple[Transcript, ...]:
    """The transcript up to where a turn's outcome was asked for, up to where it was told, and told again."""
    chat, model = transcript.chat, record.model
    before, after = before.held_to(record.boundaries), after.held_to(record.boundaries)
    here = in_scene_of(transcript.world, before, record)
    asked = transcript.ask(before, record.words, here, record.recalled)
    written_by_model = model is not None and model.outcome and _is_of(model, chat)
    outcome = (
        tuple(model.outcome)
        if model and written_by_model
        else chat.encode(history_json(transcript.world, record.outcome))
    )
    brief, began = (model.brief, model.began) if model is not None else (False, "")
    ruled = asked.rule(outcome, before, record.ruling, after, brief=brief, began=began)
    again = again_of(record)
    if model is None or again is None:
        return asked, ruled
    told = tuple(again.told)
    if not _is_of(model, chat) and again.spans:
        told = chat.encode(f"{markup_of(story_paragraphs(record)[: again.spans])}\n\n")
    return asked, ruled, ruled.go_on(told, again.note)


def in_scene_of(world: World, before: StoryState, record: TurnRecord) -> InScene:
    return in_scene(Scene(world, before, record.words, record.roll))


def check_sent(chat: Format, made: Prompt, record: TurnRecord) -> None:
    """Raises PromptMovedError unless a turn's prompt, made again, is what its record says was sent.

    Of turns that an epoch keeps from the one before, its first own turn says what was sent of them now.
    """
    model = record.model
    if model is None or not model.parts or model.format != chat.fingerprint:
        return
    if model.epoch != made.epoch:
        return
    sent = {part.name for part in model.parts}
    made_parts = parts_of(made, record.number)
    now: dict[str, PromptPart] = {part.name: part for part in made_parts}
    following = iter(made_parts)
    token = 0
    for part in model.parts:
        if part.name in ASKED_AGAIN and again_of(record) is None:
            break  # it was sent, and the player heard less
        other = next(following, None)
        if other is not None and other.name not in sent:
            raise PromptMovedError(record.number, other.name, token, 0, other.tokens)
        again = now.get(part.name)
        if again is None or again.digest != part.digest:
            raise PromptMovedError(record.number, part.name, token, part.tokens, again.tokens if again else 0)
        token += part.tokens
