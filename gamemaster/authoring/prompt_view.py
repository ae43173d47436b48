"""A turn's prompts for people who look into them: by zone and segment, with tokens, and what was cached. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pydantic import BaseModel, ConfigDict

from gamemaster.narration.prompts.append_only import Asked, Stage
from gamemaster.narration.prompts.prompt import Format, Segment, Zone
from gamemaster.rules.state import StageUse


class SegmentShown(BaseModel):
    """A segment's text. `turn` is 0 outside the transcript; `cached`: tokens of it that the engine had already."""

    model_config = ConfigDict(frozen=True)

    name: str
    turn: int
    tokens: int
    cached: int | None
    text: str


class ZoneShown(BaseModel):
    """`turn` is what this turn added; in it the feed, the player's words, the outcome and the ruling."""

    model_config = ConfigDict(frozen=True)

    zone: str  # head, story, transcript (the turns before), turn
    tokens: int
    cached: int | None
    segments: tuple[SegmentShown, ...]


class RequestShown(BaseModel):
    """One of a turn's requests. Tokens as the engine counted them are in `engine_tokens`."""

    model_config = ConfigDict(frozen=True)

    stage: Stage
    sent: bool  # false: what a model would have been sent
    tokens: int
    cached: int | None  # None: the engine did not say, or none was asked
    engine_tokens: int | None
    zones: tuple[ZoneShown, ...]


class PromptShown(BaseModel):
    """A turn as its model saw it."""

    model_config = ConfigDict(frozen=True)

    story: str
    turn: int
    world: str
    epoch: int
    opened: str | None  # how the epoch began, if with this turn
    tokenizer: str
    exact: bool  # false: tokens are guessed from the number of characters
    told_by: str
    steps: tuple[str, ...]
    requests: tuple[RequestShown, ...]


def prompt_shown(
    story: str, asked: Sequence[Asked], chat: Format, tokenizer: str, *, exact: bool
) -> PromptShown:
    """`asked` are the requests of one turn, see `gamemaster.narration.prompts.append_only.requests_of`."""
    record, prompt = asked[0].record, asked[0].prompt
    model = record.model
    compaction = model.compaction if model is not None else None
    opened = f"after turn {compaction.turn}, by the {compaction.by}: {compaction.why}" if compaction else None
    return PromptShown(
        story=story,
        turn=record.number,
        world=str(record.stamps.get("world", "")),
        epoch=prompt.epoch,
        opened=opened,
        tokenizer=tokenizer,
        exact=exact,
        told_by=record.told_by,
        steps=tuple(model.steps) if model is not None else (),
        requests=tuple(_request(one, chat, exact=exact) for one in asked),
    )


def _request(one: Asked, chat: Format, *, exact: bool) -> RequestShown:
    uses = one.record.model.uses if one.record.model is not None else []
    stage = "outcome" if one.stage == "reading" else one.stage  # it stands for the outcome, and is counted so
    use: StageUse | None = next((use for use in uses if use.stage == stage), None)
    known = use is not None and use.prompt > 0
    cached = use.cached if use is not None and known else None
    left = cached if exact else None
    zones: list[ZoneShown] = []
    for zone, segments in groupby(one.prompt.segments, lambda segment: _zone_of(segment, one.turn)):
        shown = []
        for segment in segments:
            found = None if left is None else min(left, len(segment.ids))
            left = None if left is None or found is None else left - found
            shown.append(_segment(segment, chat, found))
        zones.append(_zone_totals(zone, shown))
    return RequestShown(
        stage=one.stage,
        sent=one.sent,
        tokens=len(one.prompt),
        cached=cached,
        engine_tokens=use.prompt if use is not None and known else None,
        zones=tuple(zones),
    )


def _zone_of(segment: Segment, turn: int) -> str:
    return "turn" if segment.zone is Zone.TRANSCRIPT and segment.turn == turn else segment.zone.value


def _segment(segment: Segment, chat: Format, cached: int | None) -> SegmentShown:
    return SegmentShown(
        name=segment.name,
        turn=segment.turn,
        tokens=len(segment.ids),
        cached=cached,
        text=chat.decode(segment.ids),
    )


def _zone_totals(zone: str, segments: list[SegmentShown]) -> ZoneShown:
    counts = [segment.cached for segment in segments if segment.cached is not None]
    return ZoneShown(
        zone=zone,
        tokens=sum(segment.tokens for segment in segments),
        cached=sum(counts) if counts else None,
        segments=tuple(segments),
    )


def lines_of(shown: PromptShown, *, whole: bool = False) -> Iterator[tuple[str, str]]:
    """The prompts for a terminal: a style (`head`, `zone`, `segment`, `text`, `note`) and a text for each line.

    Of the turns before only sizes are written, unless `whole`; what both requests share is written once.
    """
    about = "tokens" if shown.exact else "tokens, guessed from characters"
    yield "head", f"Story {shown.story}, turn {shown.turn}, epoch {shown.epoch}; told by: {shown.told_by}"
    yield "note", f"Tokenizer: {shown.tokenizer} ({about})"
    if shown.opened:
        yield "note", f"This turn opened its epoch: {shown.opened}"
    for step in shown.steps:
        yield "note", f"Step: {step}"
    seen: set[tuple[str, int, str]] = set()
    for request in shown.requests:
        yield from _request_lines(request, seen, whole=whole)


def _request_lines(
    request: RequestShown, seen: set[tuple[str, int, str]], *, whole: bool
) -> Iterator[tuple[str, str]]:
    sent = "" if request.sent else " (not sent: what a model would have been sent)"
    yield "head", f"Request for the {request.stage}: {_token_count(request)}{sent}"
    for zone in request.zones:
        found = "" if zone.cached is None else f", {zone.cached} cached"
        yield "zone", f"{zone.zone}: {zone.tokens} tokens{found}"
        for turn, segments in groupby(zone.segments, lambda segment: segment.turn):
            parts = list(segments)
            if zone.zone == "transcript" and not whole:
                yield "segment", f"turn {turn}: {sum(part.tokens for part in parts)} tokens"
                continue
            for part in parts:
                yield from _segment_lines(part, seen)


def _token_count(request: RequestShown) -> str:
    """Tokens, and those that were cached: beside a guess, as the engine counted them."""
    cached = "" if request.cached is None else f", {request.cached} of them cached"
    if request.engine_tokens in (None, request.tokens):
        return f"{request.tokens} tokens{cached}"
    return f"{request.tokens} tokens; the engine counted {request.engine_tokens}{cached}"


def _segment_lines(part: SegmentShown, seen: set[tuple[str, int, str]]) -> Iterator[tuple[str, str]]:
    key = (part.name, part.turn, part.text)
    yield "segment", f"{part.name}: {part.tokens} tokens" + (", as above" if key in seen else "")
    if key not in seen and part.text.strip():
        yield "text", part.text.strip("\n")
    seen.add(key)


def as_data(shown: PromptShown) -> dict[str, object]:
    return shown.model_dump(mode="json")
