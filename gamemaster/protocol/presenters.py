"""Turns, rolls and texts of a story as the client sees them. Pure."""

from __future__ import annotations

from gamemaster.protocol.messages import RollShown, TextSpan, TurnShown
from gamemaster.rules.proposal import CheckMade, Ruling
from gamemaster.rules.state import Span, TurnRecord
from worlds.schema import World


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
