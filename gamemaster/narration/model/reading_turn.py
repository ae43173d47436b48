"""A turn on the course `read`: the model reads the words that the understudy does not follow; all else is the
understudy's, whose own reading is quicker and, where it is sure, surer than a small model's."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from dataclasses import replace

from gamemaster.language.reading import Reading
from gamemaster.language.understanding import understand
from gamemaster.narration.model.engine_tape import gave_up
from gamemaster.narration.model.first_sentence import FirstSentence
from gamemaster.narration.model.text_source import JsonQuestion, ModelState, TextSource
from gamemaster.narration.narrator import DelegatedTurn, NarratorTurn
from gamemaster.narration.prompts.outcome_schema import in_scene
from gamemaster.narration.prompts.reading_prompt import (
    ANSWER_TOKENS,
    read_intents,
    reading_prompt,
    reading_schema,
)
from gamemaster.narration.prompts.requests_sent import GIVEN_UP, READING
from gamemaster.narration.scene import Notes, Scene
from gamemaster.narration.understudy.understudy import propose
from gamemaster.rules.proposal import Intent, Outcome, Ruling
from gamemaster.rules.state import ModelTurn, Span, StoryState, TurnRecord
from inference.engine import EngineError

log = logging.getLogger(__name__)

SAID_CHARACTERS = 400  # of an error, where it is kept with the turn
PUZZLING = frozenset({"not_understood", "no_such_thing"})


class ReadingTurn(DelegatedTurn):
    """Implements `gamemaster.narration.narrator.NarratorTurn`: the `inner` turn is the understudy's."""

    def __init__(
        self, source: TextSource, description: dict[str, object], scene: Scene, inner: NarratorTurn
    ) -> None:
        super().__init__(inner)
        self.source, self.description, self.scene = source, description, scene
        model = ModelTurn(format=source.chat.fingerprint, adjudicated_by="understudy", told_by="understudy")
        self._notes = Notes(model=model)
        self.state = ModelState(scene, self._notes, model)
        self._first = FirstSentence(source, self.state)

    @property
    def notes(self) -> Notes:
        return self._notes

    async def adjudicate(self) -> Outcome:
        try:
            return await self._read_and_propose()
        finally:
            self._first.adjudicated.set()

    async def first_words(self) -> AsyncIterator[Span]:
        """What commits to nothing, while the model puzzles over words that the understudy does not follow."""
        begun = await self._first.if_due()
        if begun is not None:
            async for span in self._first.tell(begun):
                yield span

    async def _read_and_propose(self) -> Outcome:
        if self.scene.tape is not None:
            self.scene.tape.narrator(self.description)
        reading = understand(self.scene.world, self.scene.state, self.scene.words)
        if is_puzzling(reading):
            try:
                intents = await self._ask()
            except Exception as error:  # whatever happens to the model, the player's turn goes on
                self._give_up(error)
            else:
                self.state.model.adjudicated_by = "model"
                return propose(self.scene, reading=replace(reading, intents=intents, unclear=None))
        return await self.inner.adjudicate()

    async def _ask(self) -> tuple[Intent, ...]:
        """What the model makes of the words. Raises EngineError, Cut, SteppedDown, ReadingUnusable."""
        source, scene = self.source, self.scene
        until = source.clock() + source.settings.adjudicate_s
        source.ready(self.state)
        here = in_scene(scene)
        prompt = reading_prompt(source.chat, scene, here)
        text = await source.ask_json(
            self.state, JsonQuestion(prompt, reading_schema(here), ANSWER_TOKENS, until)
        )
        return read_intents(text, scene, here)

    def _give_up(self, error: Exception) -> None:
        if isinstance(error, EngineError):
            self.source.handle_error(error, "outcome", False)
        said = self.source.hide(str(error))
        gave_up(self.scene.tape, self.scene.number, "outcome", error, self.source.hide)
        log.warning("story %s, turn %d: reading: %s", self.scene.story, self.scene.number, said)
        self.state.step(f"{READING}{GIVEN_UP}{type(error).__name__}: {said}"[:SAID_CHARACTERS])

    async def narrate(self, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        async for span in self.inner.narrate(ruling, after):
            yield span

    def after_commit(self, record: TurnRecord, after: StoryState) -> None:
        """Nothing is made of it: the story has no prompt that grows."""


def is_puzzling(reading: Reading) -> bool:
    """Whether nothing would come of the words, and they are such as a model may know better."""
    return not reading.intents and reading.unclear in PUZZLING and reading.clarify is None
