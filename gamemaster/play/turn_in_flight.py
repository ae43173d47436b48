"""A turn in flight as the clients of its story see it: what was sent of it, and how they hurry, hear or stop it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from gamemaster.play.cadence import Cadence
from gamemaster.play.pacing import Telling
from gamemaster.play.turn import Committed
from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox, encode
from gamemaster.protocol.presenters import speaker_name
from gamemaster.recording.tape import Tape
from gamemaster.speech.casting import voice_of
from gamemaster.speech.playback_position import Cut
from gamemaster.speech.turn_speech import Speech
from gamemaster.speech.voices import Voices
from worlds.schema import World


def begin_speech(
    voices: Voices | None, world: World, turn: int, followers: Collection[Outbox]
) -> Speech | None:
    """A turn's speech, if there is a voice and somebody to hear it. `followers` is the story's own collection."""
    if voices is None or not any(follower.hears for follower in followers):
        return None
    speech = Speech(turn, voices, followers, partial(voice_of, world), partial(speaker_name, world))
    speech.start()
    return speech


class InFlight:
    """`speech` is None in a turn that nobody listened to when it began."""

    def __init__(
        self, number: int, cadence: Cadence, speech: Speech | None, tape: Tape | None = None
    ) -> None:
        self.number, self.speech, self.tape = number, speech, tape
        self.telling = Telling(cadence, speech)
        self.committed: Committed | None = None  # in the store, and not yet told to anyone
        self._frames: list[messages.Frame] = []
        self._text_offsets: list[int] = []

    @property
    def frames(self) -> Sequence[messages.Frame]:
        """What was sent so far."""
        return self._frames

    def sent(self, frame: messages.Frame) -> None:
        """A numbered frame went out."""
        self._frames.append(frame)
        if isinstance(frame, messages.Text):
            self._text_offsets.append(frame.offset)

    def final(self, frame: messages.Committed) -> messages.Committed:
        """The last frame, saying how much of an interrupted turn counts."""
        if frame.reason != "interrupted":
            return frame
        kept, place = self.telling.kept, self.telling.place
        told = self._text_offsets[kept - 1] if kept else self._frames[0].offset
        return frame.model_copy(
            update={"told": told, "kept": messages.Kept(span=place.span, chars=place.chars)}
        )

    def hurry(self) -> None:
        """Tell the rest without pauses."""
        self.telling.hurry()

    def read_on(self) -> None:
        """Nobody waits to hear the rest: tell it without pauses, and in text alone."""
        self.telling.hurry()
        if self.speech is not None:
            self.speech.leave_off()

    def interrupt(self, message: messages.Interrupt, asker: Outbox) -> None:
        """Stop the telling where the player heard it up to, or after the last frame that was shown."""
        shown, heard = message.shown, message.heard
        if heard is not None and heard.turn != self.number:
            return  # that turn is over
        if heard is not None and self.speech is not None and asker.codec is not None:
            cut = self.speech.cut(asker, heard.utterance, heard.samples)
            if cut is not None:
                self.stop(cut=cut)
                return
            if not self.speech.failed:
                return  # it was heard to its end, and is being committed
        keep = None if shown is None else sum(offset <= shown for offset in self._text_offsets)
        self.stop(keep)

    def stop(self, keep: int | None = None, cut: Cut | None = None) -> None:
        """As `Telling.stop`."""
        if self.telling.stop(keep, cut) and self.tape is not None:
            self.tape.write("stop", turn=self.number, keep=keep, cut=cut, spoken=self.speech is not None)

    def played(self, message: messages.Played, asker: Outbox) -> None:
        """A client has heard so far of a turn; of this one, that is of interest."""
        if self.speech is not None and message.turn == self.number:
            self.speech.played(asker, message.utterance, message.samples)

    def listener_changed(self, outbox: Outbox) -> None:
        """A client begins or ceases to hear the story. A turn that is not spoken is to be read: say so."""
        if self.speech is not None:
            self.speech.listener_changed(outbox)
        elif outbox.codec is not None:
            outbox.mark(encode(messages.Spoken(turn=self.number, utterances=0)))
