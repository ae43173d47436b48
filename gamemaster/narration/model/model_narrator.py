"""The model as narrator: it proposes the Outcome under a grammar, then tells the ruling on the same growing prompt."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from gamemaster.language.safety import about_own_life
from gamemaster.narration.handover import rest_of
from gamemaster.narration.model.degradation import COURSES, Rung, choose_to_narrate
from gamemaster.narration.model.engine_tape import gave_up
from gamemaster.narration.model.summarizer import ModelSummarizer
from gamemaster.narration.model.telling import told_by_model
from gamemaster.narration.model.text_source import Cut, Fault, ModelState, Stage, SteppedDown, TextSource
from gamemaster.narration.narrator import Narrator
from gamemaster.narration.prompts.compaction import Compactor
from gamemaster.narration.prompts.epoch import Opened
from gamemaster.narration.prompts.outcome_schema import OutcomeUnreadable, in_scene, outcome_json
from gamemaster.narration.prompts.prompt import ContextFullError, ZoneFullError, open_epoch
from gamemaster.narration.prompts.questions import ask
from gamemaster.narration.prompts.transcripts import Transcripts
from gamemaster.narration.scene import Notes, Scene
from gamemaster.narration.understudy.prose import Teller
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import ModelTurn, Span, StoryState, TurnRecord
from gamemaster.storage.store import StoreError
from inference.engine import EngineError

log = logging.getLogger(__name__)

FELL_SILENT = "The storyteller fell silent here. What was decided stands, and the understudy tells the rest."
HISTORY_WAIT_S = 5.0
SAID_CHARACTERS = 400  # of an error, where it is kept with the turn


@dataclass(eq=False)
class ModelNarrator:
    """Implements `gamemaster.narration.narrator.Narrator` over any text source. Whatever fails, the understudy goes
    on, and the notes say why."""

    source: TextSource
    understudy: Narrator = field(default_factory=Understudy)
    name: str = "model"

    def __post_init__(self) -> None:
        source = self.source
        self.transcripts = Transcripts(source.chat, source.room, source.prompts, source.exact)
        self.compactor = Compactor(self.transcripts, ModelSummarizer(source))

    def turn(self, scene: Scene) -> ModelNarratorTurn:
        return ModelNarratorTurn(self, scene)

    def description(self) -> dict[str, Any]:
        """For a recording: all that the prompts and requests of a turn are made with."""
        source = self.source
        return {
            "name": self.name,
            **source.description(),
            "format": source.chat.fingerprint,
            "prompts": source.prompts,
            "settings": source.settings,
        }


class ModelNarratorTurn:
    """Implements `gamemaster.narration.narrator.NarratorTurn`."""

    def __init__(self, narrator: ModelNarrator, scene: Scene) -> None:
        self.narrator, self.scene = narrator, scene
        self.source, self.transcripts = narrator.source, narrator.transcripts
        model = ModelTurn(format=self.source.chat.fingerprint)
        self.notes = Notes(model=model)
        self.state = ModelState(scene, self.notes, model)

    def after_commit(self, record: TurnRecord, after: StoryState) -> None:
        """The next epoch is prepared, if that is due."""
        self.narrator.compactor.after_turn(self.scene, record, after, self.source.tokens(self.state))

    # ---- stage 1 ----

    async def adjudicate(self) -> Outcome:
        if self.scene.tape is not None:
            self.scene.tape.narrator(self.narrator.description())
        try:
            outcome, self.state.outcome = await self._propose()
        except Exception as error:  # whatever happens to the model, the player's turn goes on
            self._give_up("outcome", error)
            self.state.model.adjudicated_by = "understudy"
            outcome = await self.narrator.understudy.turn(self.scene).adjudicate()
            # It stands where the model's would.
            self.state.outcome = self.source.chat.encode(outcome_json(outcome))
        return outcome

    async def _propose(self) -> tuple[Outcome, tuple[int, ...]]:
        source, state = self.source, self.state
        if about_own_life(self.scene.words, self.scene.world):
            raise SteppedDown("the words are about the player's own life: no model is asked")
        until = source.clock() + source.settings.adjudicate_s
        source.ready(state)
        here = in_scene(self.scene)
        opened = await self._open_transcript()
        state.asked = await ask(self.transcripts, opened, self.scene, here, state.model, source.fits)
        return await source.propose(state, here, until)

    async def _open_transcript(self) -> Opened:
        """The turns before. Where no prefix is to be found again, the model is asked even if they cannot be read: the
        state still says all that is true."""
        transcripts, scene = self.transcripts, self.scene
        if self.source.exact:
            return await transcripts.of(scene)
        try:
            async with asyncio.timeout(HISTORY_WAIT_S):
                return await transcripts.of(scene)
        except ZoneFullError:
            raise
        except Exception as error:  # a database that is away costs the model its words, not the turn
            log.warning("story %s: no history for the model: %s", scene.story, error)
            self.state.step(f"outcome: without the last turns: {type(error).__name__}")
            self.state.aside = True
            head = transcripts.head(scene.world)
            budgets = transcripts.budgets()
            return Opened(open_epoch(self.source.chat, scene.world, head, scene.state, budgets=budgets))

    # ---- stage 2 ----

    async def narrate(self, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        model = self.state.model
        draft = Teller(self.scene.world, self.scene.state, after).tell(ruling)
        told: list[Span] = []
        fault = Fault()
        if self.state.out or self.state.asked is None:
            model.told_by = "understudy"
        else:
            try:
                async with aclosing(self._telling(ruling, after)) as spans:
                    async for span in spans:
                        told.append(span)
                        yield span
            except Exception as error:
                fault = self._give_up("narration", error, bool(told))
                model.told_by = "both" if told else "understudy"
        if model.told_by == "model":
            # What the author wrote for this has been told, in the model's words: the next time has other wordings.
            keys = [key for span in draft for key in span.keys]
            yield told[-1].model_copy(update={"text": "", "keys": keys, "more": True})
            return
        if told and fault.silent:
            yield Span(kind="notice", text=FELL_SILENT)
        for span in rest_of(draft, " ".join(span.text for span in told)):
            yield span

    async def _telling(self, ruling: Ruling, after: StoryState) -> AsyncGenerator[Span, None]:
        """The model's telling. Raises as `told_by_model`, SteppedDown and ContextFullError."""
        source, state = self.source, self.state
        assert state.asked is not None
        until = source.clock() + source.settings.narrate_s
        choice = choose_to_narrate(source.pace, source.clock(), source.settings.narrate_s, state.rung)
        rung = state.decide("narration", choice).rung
        state.model.brief = rung is Rung.SHORT_ANSWER
        ruled = state.asked.rule(state.outcome, self.scene.state, ruling, after, brief=state.model.brief)
        generation = source.telling(state, ruled.prompt, COURSES[rung])
        async with aclosing(
            told_by_model(source, state, ruled.prompt, generation, until, ruling, after)
        ) as spans:
            async for span in spans:
                yield span

    # ---- what fails ----

    def _give_up(self, stage: Stage, error: Exception, told: bool = False) -> Fault:
        """Note why the model has no further part in a stage, or in the whole turn."""
        fault, self.state.out = Fault(), True
        match error:
            case OutcomeUnreadable():
                self.state.out = False  # the model may still tell what the understudy makes of it
            case Cut():
                self.state.out = False
                fault = Fault(error.reason if stage == "narration" else "complete")
            case SteppedDown() | ContextFullError() | ZoneFullError() | StoreError():
                pass
            case EngineError():
                fault = self.source.handle_error(error, stage, told)
            case _:
                log.exception("story %s: the model failed at the %s", self.scene.story, stage, exc_info=error)
        said = self.source.hide(str(error))
        gave_up(self.scene.tape, self.scene.number, stage, error, self.source.hide)
        log.warning("story %s, turn %d: %s: %s", self.scene.story, self.scene.number, stage, said)
        self.state.step(f"{stage}: understudy: {type(error).__name__}: {said}"[:SAID_CHARACTERS])
        self.notes.worsen(fault.reason)
        return fault
