"""The model as narrator: it proposes the Outcome under a grammar, then tells the ruling on the same growing prompt."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field

from gamemaster.language.safety import about_own_life
from gamemaster.narration.critic.told_turn import ToldTurn
from gamemaster.narration.handover import rest_of
from gamemaster.narration.model.degradation import COURSES, Rung, choose_to_narrate
from gamemaster.narration.model.engine_tape import gave_up
from gamemaster.narration.model.first_sentence import FirstSentence
from gamemaster.narration.model.overreach import without_leaps
from gamemaster.narration.model.reading_turn import ReadingTurn
from gamemaster.narration.model.rest_of_turn import ask_for_the_rest
from gamemaster.narration.model.ruled_attempts import with_rules_for_attempts
from gamemaster.narration.model.second_try import tell_with_critic
from gamemaster.narration.model.summarizer import ModelSummarizer
from gamemaster.narration.model.telling import Reader
from gamemaster.narration.model.text_source import Cut, Fault, ModelState, Stage, SteppedDown, TextSource
from gamemaster.narration.model.unlisted_topics import with_unlisted_topics
from gamemaster.narration.model.warming import Warmer
from gamemaster.narration.narrator import Narrator, NarratorTurn
from gamemaster.narration.options import ModelCourse
from gamemaster.narration.prompts.compaction import Compactor
from gamemaster.narration.prompts.epoch import Opened
from gamemaster.narration.prompts.markup import markup_of
from gamemaster.narration.prompts.outcome_reading import OutcomeUnreadable
from gamemaster.narration.prompts.outcome_schema import history_json, in_scene
from gamemaster.narration.prompts.prompt import ContextFullError, Transcript, ZoneFullError, open_epoch
from gamemaster.narration.prompts.questions import ask
from gamemaster.narration.prompts.rebuild import close_turn
from gamemaster.narration.prompts.requests_sent import GIVEN_UP, WITHOUT_PAST
from gamemaster.narration.prompts.ruling_text import is_answered
from gamemaster.narration.prompts.transcripts import Transcripts
from gamemaster.narration.scene import Notes, Scene
from gamemaster.narration.understudy.first_words import Beginning, contradiction
from gamemaster.narration.understudy.prose import Teller
from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.rules.boundaries import crossing_in, lines_of
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.referee import rule
from gamemaster.rules.state import OUTSIDE_STORY, ModelTurn, Span, StoryState, TurnRecord, Withheld
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
    warms: bool = False  # prompts are computed before they are asked for

    def __post_init__(self) -> None:
        source = self.source
        self.transcripts = Transcripts(source.chat, source.room, source.prompts, source.exact)
        self.compactor = Compactor(self.transcripts, ModelSummarizer(source))
        self.warmer = Warmer(source, self.transcripts)

    def turn(self, scene: Scene) -> NarratorTurn:
        if self.source.settings.course == ModelCourse.READ:
            return ReadingTurn(self.source, self.description(), scene, self.understudy.turn(scene))
        return ModelNarratorTurn(self, scene)

    def expect(self, scene: Scene) -> None:
        """As `gamemaster.narration.narrator.Expectant`."""
        if self.warms and self.source.settings.course != ModelCourse.READ:
            self.warmer.start(scene)

    def description(self) -> dict[str, object]:
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
        self._reader: Reader | None = None
        self._first = FirstSentence(self.source, self.state)

    def after_commit(self, record: TurnRecord, after: StoryState) -> None:
        """The next epoch is prepared, if that is due, and the next prompt's beginning computed."""
        told = self._transcript_as_told(record)
        if told is not None:
            self.transcripts.keep(self.scene.story, told)
        self.narrator.compactor.after_turn(self.scene, record, after, self.source.tokens(self.state))
        if self.narrator.warms and self.source.exact:
            self.narrator.warmer.after_turn(self.scene, record, after)

    def _transcript_as_told(self, record: TurnRecord) -> Transcript | None:
        """The transcript with this turn as the model was asked for it, and as it told it to its end; None where the
        record must say what of that holds."""
        telling, model = self.state.telling, self.state.model
        if telling is None or self.state.aside or model.compaction is not None:
            return None
        if model.told_by != "model" or record.reason != "complete" or record.model is not model:
            return None
        return close_turn(telling, record)

    # ---- stage 1 ----

    async def adjudicate(self) -> Outcome:
        if self.scene.tape is not None:
            self.scene.tape.narrator(self.narrator.description())
        try:
            try:
                outcome, self.state.outcome = await self._propose()
            except Exception as error:  # whatever happens to the model, the player's turn goes on
                self._give_up("outcome", error)
                outcome, self.state.outcome = await self._of_understudy()
            return await self._as_begun(outcome)
        finally:
            self._first.adjudicated.set()

    async def _as_begun(self, outcome: Outcome) -> Outcome:
        """The outcome, or the understudy's if it cannot follow on what was told before."""
        self._proposed = outcome
        why = self._contradiction(self._first.begun, outcome)
        if why is None:
            return outcome
        self.state.model.withheld.append(
            Withheld(
                stage="outcome", kind="first_words", text=self.state.model.began, why=why, then="understudy"
            )
        )
        self.state.step(f"outcome: critic: {why}")
        self.state.model.outcome = []
        outcome, self.state.outcome = await self._of_understudy()
        return outcome

    def _contradiction(self, begun: Beginning | None, outcome: Outcome) -> str | None:
        scene = self.scene
        if begun is None:
            return None
        return contradiction(begun, rule(scene.world, scene.state, outcome, scene.roll).ruling)

    async def first_words(self) -> AsyncIterator[Span]:
        """The attempt, once the model has been silent for `first_words_s`, or is going to be."""
        begun = await self._first.if_due()
        if begun is None or (self._first.adjudicated.is_set() and self._contradiction(begun, self._proposed)):
            return
        async for span in self._first.tell(begun):
            yield span

    async def _of_understudy(self) -> tuple[Outcome, tuple[int, ...]]:
        """The understudy's outcome, and its ids where the model's would stand."""
        self.state.model.adjudicated_by = "understudy"
        outcome = await self.narrator.understudy.turn(self.scene).adjudicate()
        return outcome, self._in_history(outcome)

    def _in_history(self, outcome: Outcome) -> tuple[int, ...]:
        """The ids of an outcome of which none are kept, as they are made again from the turn's record."""
        return self.source.chat.encode(history_json(self.scene.world, outcome))

    async def _propose(self) -> tuple[Outcome, tuple[int, ...]]:
        source, state = self.source, self.state
        if about_own_life(self.scene.words, self.scene.world):
            raise SteppedDown("the words are about the player's own life: no model is asked")
        if crossing_in(self.scene.words, lines_of(self.scene.world, self.scene.state)) is not None:
            raise SteppedDown("the words cross a line of the story: no model is asked")
        until = source.clock() + source.settings.adjudicate_s
        source.ready(state)
        here = in_scene(self.scene, self.narrator.warmer.scene_ahead(self.scene))
        opened = await self._open_transcript()
        state.asked = await ask(self.transcripts, opened, self.scene, here, state.model, source.fits)
        if source.settings.course == ModelCourse.TELL:
            state.rung = Rung.SHORT_ANSWER
            return await self._of_understudy()
        outcome, ids = await source.propose(state, here, until)
        outcome = with_rules_for_attempts(self.scene, with_unlisted_topics(self.scene, here, outcome))
        outcome = self._within_bounds(outcome)
        return outcome, ids or self._in_history(outcome)

    def _within_bounds(self, outcome: Outcome) -> Outcome:
        """The outcome without what the player did not ask for; ids that are kept are those of what the model wrote."""
        outcome, leap = without_leaps(self.scene, outcome)
        if leap:
            self.state.model.withheld.append(
                Withheld(stage="outcome", kind="leap", text=leap, why="nobody asked for it", then="mended")
            )
            self.state.step(f"outcome: critic: {leap}")
        return outcome

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
            self.state.step(f"{WITHOUT_PAST}{type(error).__name__}")
            self.state.aside = True
            return Opened(open_epoch(transcripts.basis(scene.world), scene.state))

    # ---- stage 2 ----

    async def narrate(self, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        model = self.state.model
        whole = Teller(self.scene.world, self.scene.state, after).tell(ruling)
        draft = [span for span in whole if span.kind != "aside"]
        # What is asked back, with what could be typed next, is the game's own and no part of what a model tells.
        asides = [span for span in whole if span.kind == "aside"]
        told: list[Span] = []
        fault = Fault()
        if not ruling.suggestions:
            self.notes.suggestions = suggest(self.scene.world, after)
        if self.state.out or self.state.asked is None or (asides and not draft) or is_answered(ruling):
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
            for span in asides:
                yield span
            await self._ask_for_the_rest(after)
            return
        if told and fault.silent:
            yield Span(kind="notice", text=FELL_SILENT)
        for span in (*rest_of(draft, " ".join(span.text for span in told)), *asides):
            yield span

    async def _telling(self, ruling: Ruling, after: StoryState) -> AsyncGenerator[Span, None]:
        """The model's telling. Raises as `tell_with_critic`, SteppedDown and ContextFullError."""
        source, state = self.source, self.state
        assert state.asked is not None
        until = source.clock() + source.settings.narrate_s
        choice = choose_to_narrate(source.pace, source.clock(), source.settings.narrate_s, state.rung)
        rung = state.decide("narration", choice).rung
        state.model.brief = rung is Rung.SHORT_ANSWER
        ruled = state.asked.rule(
            state.outcome, self.scene.state, ruling, after, brief=state.model.brief, began=state.model.began
        )
        world, before, words = self.scene.world, self.scene.state, self.scene.words
        reader = self._reader = Reader(
            ToldTurn(world, before, after, ruling, words, (), await self._earlier_texts())
        )
        async with aclosing(tell_with_critic(source, state, ruled, COURSES[rung], until, reader)) as spans:
            async for span in spans:
                yield span

    async def _ask_for_the_rest(self, after: StoryState) -> None:
        """Memories and suggestions, while the player reads."""
        telling, reader = self.state.telling, self._reader
        if telling is None or reader is None or self.source.settings.course != ModelCourse.FULL:
            return
        again = self.state.model.again
        text = markup_of([(span.speaker, span.text) for span in reader.told[again.spans if again else 0 :]])
        narration = tuple(self.state.model.narration) or self.source.chat.encode(text)
        known = self.notes.suggestions
        found = await ask_for_the_rest(self.source, self.state, telling, narration, after, known)
        self.notes.memories, self.notes.suggestions = found.memories, found.suggestions

    async def _earlier_texts(self) -> tuple[str, ...]:
        """What was told in the turns before, latest last: for the critic, who can do without."""
        scene, turns = self.scene, self.source.settings.critic_turns
        if scene.past is None or not scene.state.turn or not turns:
            return ()
        try:
            async with asyncio.timeout(HISTORY_WAIT_S):
                records = await scene.past(max(0, scene.state.turn - turns))
        except Exception as error:  # a database that is away costs the critic its memory, not the turn
            log.warning("story %s: the critic cannot read the turns before: %s", scene.story, error)
            return ()
        return tuple(
            "\n".join(span.text for span in record.spans if span.kind not in OUTSIDE_STORY)
            .removeprefix(record.model.began if record.model is not None else "")
            .lstrip()
            for record in records
        )

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
        self.state.step(f"{stage}: {GIVEN_UP}{type(error).__name__}: {said}"[:SAID_CHARACTERS])
        self.notes.worsen(fault.reason)
        return fault
