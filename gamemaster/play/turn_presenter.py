"""A turn's events as the frames that clients are sent. Pure."""

from __future__ import annotations

from gamemaster.play.turn_events import (
    DatabaseMissed,
    MemoriesRecalled,
    TellingEnded,
    TextTold,
    TurnAccepted,
    TurnCommitted,
    TurnEvent,
    TurnRuled,
)
from gamemaster.protocol import messages
from gamemaster.protocol.presenters import rejections_shown, rolls_shown, speaker_name
from gamemaster.protocol.state_view import view
from worlds.schema import World


def frames_of(event: TurnEvent, world: World) -> tuple[messages.Frame, ...]:
    """What all followers of the story are shown of an event, in order."""
    match event:
        case TurnAccepted():
            return (
                messages.Accepted(act_id=event.act_id, turn=event.turn, words=event.words, d20=event.d20),
            )
        case TurnRuled():
            return (_ruled_frame(event, world),)
        case TextTold():
            name = speaker_name(world, event.speaker)
            return (
                messages.Text(
                    turn=event.turn, span=event.span, kind=event.kind, speaker=event.speaker, name=name,
                    text=event.text, choices=event.choices,
                ),
            )  # fmt: skip
        case DatabaseMissed():
            return (messages.Delayed(what="database", message=event.message),)
        case TurnCommitted():
            record = event.record
            shown = messages.StateDelta(view=view(world, event.after, record.ruling.suggestions))
            final = messages.Committed(turn=record.number, act_id=record.act_id, reason=record.reason)
            return (shown, final)
        case MemoriesRecalled() | TellingEnded():
            return ()


def _ruled_frame(event: TurnRuled, world: World) -> messages.Ruled:
    return messages.Ruled(
        turn=event.turn,
        checks=rolls_shown(world, event.ruling.checks),
        changed=event.ruling.changed,
        rejected=rejections_shown(event.ruling),
    )
