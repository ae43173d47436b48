"""A new story's opening, spoken to the client that began it. It is turn 0, which nothing waits for and nothing cuts."""

from __future__ import annotations

import asyncio
from functools import partial

from gamemaster.play.opening import opening
from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox
from gamemaster.protocol.presenters import speaker_name
from gamemaster.rules.state import Span
from gamemaster.speech.casting import voice_of
from gamemaster.speech.turn_speech import Speech
from gamemaster.speech.voices import Voices
from worlds.schema import Boundaries, World

OPENING_TURN = 0


class Prologue:
    """Speaks until all was heard, or `end`. Spans are counted as in the snapshot's `opening`."""

    def __init__(
        self, voices: Voices, world: World, seed: int, outbox: Outbox, boundaries: Boundaries | None = None
    ) -> None:
        """`boundaries`: the player's lines."""
        self._outbox = outbox
        self._speech = Speech(
            OPENING_TURN, voices, [outbox], partial(voice_of, world), partial(speaker_name, world)
        )
        self._speech.start()
        for index, shown in enumerate(opening(world, seed, boundaries)):
            span = Span(kind=shown.kind, speaker=shown.speaker, text=shown.text)
            self._speech.tell(index, span, span.text)
        self._work = asyncio.create_task(self._run(), name="prologue")

    def on_played(self, message: messages.Played) -> None:
        """The client has heard so far."""
        self._speech.on_played(self._outbox, message.utterance, message.samples)

    def listener_changed(self) -> None:
        """The client chose anew how to hear the story."""
        self._speech.listener_changed(self._outbox)

    def end(self) -> None:
        """The client goes on, or away. What it got and has not heard is void."""
        self._speech.interrupt()

    async def _run(self) -> None:
        try:
            await self._speech.wait_until_heard()
        finally:
            await self._speech.close()
