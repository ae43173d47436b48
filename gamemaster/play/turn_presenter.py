"""A turn's events as the frames that clients are sent. Pure."""

from __future__ import annotations

from gamemaster.play import turn_events
from gamemaster.protocol import messages
from gamemaster.protocol.presenters import rejections_shown, rolls_shown, speaker_name
from gamemaster.protocol.state_view import view
from gamemaster.rules.acquaintance import as_met
from gamemaster.rules.state import StoryState
from worlds.schema import World


def frames_of(event: turn_events.TurnEvent, world: World, before: StoryState) -> tuple[messages.Frame, ...]:
    """What all followers of the story are shown of an event, in order. `before`: the state before its turn."""
    match event:
        case turn_events.TurnAccepted():
            return (
                messages.Accepted(act_id=event.act_id, turn=event.turn, words=event.words, d20=event.d20),
            )
        case turn_events.TurnRuled():
            return (_ruled_frame(event, world),)
        case turn_events.TextTold():
            name = speaker_name(as_met(world, before), event.speaker)
            return (
                messages.Text(
                    turn=event.turn, span=event.span, kind=event.kind, speaker=event.speaker, name=name,
                    text=event.text, choices=event.choices,
                ),
            )  # fmt: skip
        case turn_events.DatabaseMissed():
            return (messages.Delayed(what="database", message=event.message),)
        case turn_events.TurnCommitted():
            record = event.record
            shown = messages.StateDelta(view=view(world, event.after, record.ruling.suggestions))
            final = messages.Committed(turn=record.number, act_id=record.act_id, reason=record.reason)
            return (shown, final)
        case turn_events.MemoriesRecalled() | turn_events.TellingEnded():
            return ()


def _ruled_frame(event: turn_events.TurnRuled, world: World) -> messages.Ruled:
    return messages.Ruled(
        turn=event.turn,
        checks=rolls_shown(world, event.ruling.checks),
        changed=event.ruling.changed,
        rejected=rejections_shown(event.ruling),
    )
