"""Turns, rolls and texts of a story as the client sees them. Pure."""

from __future__ import annotations

import re
from typing import overload
from urllib.parse import quote

from gamemaster.protocol.messages import PictureShown, RollShown, TextSpan, TurnShown
from gamemaster.rules.acquaintance import as_met, withholds_names
from gamemaster.rules.proposal import CheckMade, Ruling
from gamemaster.rules.state import Span, StoryState, TurnRecord
from worlds.schema import Picture, World


def rolls_shown(world: World, checks: tuple[CheckMade, ...]) -> tuple[RollShown, ...]:
    """The checks of a turn, with the skills' names."""
    return tuple(
        RollShown(
            skill=world.skills[check.skill].name if check.skill in world.skills else check.skill,
            d20=check.d20,
            bonus=check.bonus,
            difficulty=check.difficulty,
            result=check.result,
        )
        for check in checks
    )


BEGINNING = 90  # characters of an opening, by which it is chosen


def opening_choices(world: World) -> tuple[str, ...]:
    """The wordings of which a story's opening is one, as the greetings of a card; none where there is but one."""
    first = world.opening[0] if world.opening else None
    return first.text if first is not None and first.when is None and len(first.text) > 1 else ()


def _beginning(text: str) -> str:
    words = " ".join(re.sub(r"^@\w+:\s*", "", text.strip()).split())
    return words if len(words) <= BEGINNING else f"{words[:BEGINNING].rpartition(' ')[0]} \u2026"


def world_line(world: World) -> dict[str, object]:
    """A world among others, for the page where a player chooses."""
    choices = [_beginning(text) for text in opening_choices(world)]
    return (
        ({"openings": choices} if choices else {})
        | {
            "id": world.id,
            "title": world.title,
            "summary": world.summary,
            "genre": world.genre,
            "goal": world.goal,
            "language": world.language,
            "theme": world.theme.model_dump(mode="json"),
        }
        | ({} if world.picture is None else {"picture": picture_shown(world, world.picture).model_dump()})
    )


@overload
def picture_shown(world: World, picture: Picture) -> PictureShown: ...
@overload
def picture_shown(world: World, picture: None) -> None: ...
def picture_shown(world: World, picture: Picture | None) -> PictureShown | None:
    """A picture of a world, as the page has it."""
    if picture is None:
        return None
    return PictureShown(url=f"api/worlds/{world.id}/pictures/{quote(picture.file)}", alt=picture.alt)


def speaker_name(world: World, speaker: str | None) -> str | None:
    """The name that stands before a speech; None for narration."""
    if speaker in world.threats:
        return world.threats[speaker].name
    return world.characters[speaker].name if speaker in world.characters else speaker


def span_shown(world: World, span: Span) -> TextSpan:
    return TextSpan(
        kind=span.kind,
        speaker=span.speaker,
        name=speaker_name(world, span.speaker),
        text=span.text,
        choices=tuple(span.choices),
    )


def rejections_shown(ruling: Ruling) -> tuple[str, ...]:
    return tuple(rejection.reason for rejection in ruling.rejections)


def named_now(turn: TurnShown, world: World, state: StoryState) -> TurnShown:
    """A turn whose speakers are called as the player knows them by now."""
    if not withholds_names(world):
        return turn
    met = as_met(world, state)
    spans = (span.model_copy(update={"name": speaker_name(met, span.speaker)}) for span in turn.spans)
    return turn.model_copy(update={"spans": tuple(spans)})


def turn_shown(world: World, record: TurnRecord) -> TurnShown:
    """A committed turn, for the history."""
    return TurnShown(
        turn=record.number,
        act_id=record.act_id,
        words=record.words,
        checks=rolls_shown(world, record.ruling.checks),
        changed=record.ruling.changed,
        spans=tuple(span_shown(world, span) for span in record.spans),
        reason=record.reason,
    )
