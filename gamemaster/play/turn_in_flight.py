"""A turn in flight as the clients of its story see it: what was sent of it, and how they hurry, hear or stop it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from gamemaster.play.cadence import Cadence
from gamemaster.play.pacing import Silence, Telling
from gamemaster.play.story_events import MessageReceived, SpeechBegun, StoryEvent, TellingStopped
from gamemaster.play.turn_events import TurnCommitted
from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox, encode
from gamemaster.protocol.presenters import speaker_name
from gamemaster.speech.casting import voice_of
from gamemaster.speech.playback_position import Cut
from gamemaster.speech.turn_speech import Speech
from gamemaster.speech.voices import Voices
from worlds.schema import World


class NoTurn:
    """No turn is in flight: what clients would do to it comes to nothing."""

    committed: TurnCommitted | None = None  # in the store, and not yet told to anyone

    def __init__(self, announce: Callable[[StoryEvent], None]) -> None:
        self._announce = announce

    @property
    def frames(self) -> Sequence[messages.Frame]:
        """What was sent so far."""
        return ()

    @property
    def is_stopped(self) -> bool:
        """Whether the telling was stopped."""
        return False

    def hurry(self) -> None:
        """Tell the rest without pauses."""

    def read_on(self) -> None:
        """Nobody waits to hear the rest: tell it without pauses, and in text alone."""

    def show_whole(self, message: messages.ReadOn) -> None:
        """The player does not wait for the rest of a turn. Not announced: what is told stays the same."""

    def interrupt(self, message: messages.Interrupt, asker: Outbox) -> None:
        """Stop the telling where the player heard it up to, or after the last frame that was shown."""
        self._announce(MessageReceived(asker, message))

    def stop(self, keep: int | None = None, cut: Cut | None = None) -> None:
        """As `Telling.stop`."""

    def on_played(self, message: messages.Played, asker: Outbox) -> None:
        """A client has heard so far of a turn; of this one, that is of interest."""

    def listener_changed(self, outbox: Outbox) -> None:
        """A client begins or ceases to hear the story. A turn that is not spoken is to be read: say so."""


class Unspoken(Silence):
    """The speech of a turn that nobody listened to when it began: there is none."""

    failed = True  # so that what is shown decides

    def __init__(self, turn: int) -> None:
        self.turn = turn

    def leave_off(self) -> None:
        """Nothing is spoken that could end."""

    def cut(self, outbox: Outbox, utterance: int, samples: int) -> Cut | None:
        """None: nothing was heard."""

    def on_played(self, outbox: Outbox, utterance: int, samples: int) -> None:
        """What the client hears is no part of this turn."""

    def listener_changed(self, outbox: Outbox) -> None:
        """Whoever begins to listen now is to read this turn: say so."""
        if outbox.codec is not None:
            outbox.mark(encode(messages.Spoken(turn=self.turn, utterances=0)))

    async def close(self) -> None:
        """There is nothing to close."""


def begin_speech(
    voices: Voices | None,
    world: World,
    turn: int,
    followers: Collection[Outbox],
    announce: Callable[[StoryEvent], None],
) -> Speech | Unspoken:
    """A turn's speech, if there is a voice and somebody to hear it. `followers` is the story's own collection."""
    if voices is None or not any(follower.hears for follower in followers):
        return Unspoken(turn)
    speech = Speech(
        turn, voices, followers, partial(voice_of, world), partial(speaker_name, world),
        on_begun=lambda: announce(SpeechBegun(turn)),
    )  # fmt: skip
    speech.start()
    return speech


class TurnInFlight(NoTurn):
    """What is sent of the turn is noted here; what clients do goes to its telling and its speech."""

    def __init__(
        self, number: int, cadence: Cadence, speech: Speech | Unspoken, announce: Callable[[StoryEvent], None]
    ) -> None:
        super().__init__(announce)
        self.number, self._speech = number, speech
        self.telling = Telling(cadence, speech)
        self._frames: list[messages.Frame] = []
        self._text_offsets: list[int] = []

    @property
    def frames(self) -> Sequence[messages.Frame]:
        return self._frames

    @property
    def is_stopped(self) -> bool:
        return self.telling.stopped

    @property
    def is_spoken(self) -> bool:
        """Whether somebody listened when the turn began."""
        return isinstance(self._speech, Speech)

    def on_sent(self, frame: messages.Frame) -> None:
        """A numbered frame went out."""
        self._frames.append(frame)
        if isinstance(frame, messages.Text):
            self._text_offsets.append(frame.offset)

    def final(self, frame: messages.Committed) -> messages.Committed:
        """The last frame, saying how much of an interrupted turn counts."""
        if frame.reason != "interrupted":
            return frame
        kept, place = self.telling.told_count, self.telling.place
        told = self._text_offsets[kept - 1] if kept else self._frames[0].offset
        return frame.model_copy(
            update={"told": told, "kept": messages.Kept(span=place.span, chars=place.chars)}
        )

    def hurry(self) -> None:
        self.telling.hurry()

    def read_on(self) -> None:
        self.telling.hurry()
        self._speech.leave_off()

    def show_whole(self, message: messages.ReadOn) -> None:
        if message.turn == self.number:
            self.read_on()

    def interrupt(self, message: messages.Interrupt, asker: Outbox) -> None:
        super().interrupt(message, asker)
        shown, heard = message.shown, message.heard
        if heard is not None and heard.turn != self.number:
            return  # that turn is over
        if heard is not None and asker.codec is not None:
            cut = self._speech.cut(asker, heard.utterance, heard.samples)
            if cut is not None:
                self.stop(cut=cut)
                return
            if not self._speech.failed:
                return  # it was heard to its end, and is being committed
        keep = None if shown is None else sum(offset <= shown for offset in self._text_offsets)
        self.stop(keep)

    def stop(self, keep: int | None = None, cut: Cut | None = None) -> None:
        if self.telling.stop(keep, cut):
            self._announce(TellingStopped(self.number, keep, cut, self.is_spoken))

    def on_played(self, message: messages.Played, asker: Outbox) -> None:
        if message.turn == self.number:
            self._speech.on_played(asker, message.utterance, message.samples)

    def listener_changed(self, outbox: Outbox) -> None:
        self._speech.listener_changed(outbox)

    async def close(self) -> None:
        """The turn is over: nothing more is spoken of it."""
        await self._speech.close()
