"""What a model server's model can do in a minute: its speed, its obedience, and the course that suits it."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.critic.live import make_ready
from gamemaster.narration.model.chat_source import ChatSettings, ChatSource
from gamemaster.narration.model.model_narrator import ModelNarrator
from gamemaster.narration.model.text_source import JsonQuestion, ModelState
from gamemaster.narration.options import ModelCourse
from gamemaster.narration.prompts.outcome_schema import InScene, in_scene
from gamemaster.narration.prompts.reading_prompt import (
    ANSWER_TOKENS,
    read_intents,
    reading_prompt,
    reading_schema,
)
from gamemaster.narration.scene import Notes, Scene
from gamemaster.narration.understudy.understudy import propose
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Outcome
from gamemaster.rules.referee import rule
from gamemaster.rules.state import OUTSIDE_STORY, ModelTurn, StoryState
from inference.remote.client import ChatEngine
from worlds.schema import World

SEED = 1
READ_S, TELL_S = 12.0, 30.0  # of the trial, at most: for the reading of words, and for one telling
BUSY_S = 5.0  # that is waited for a server that says it is busy: many count requests a minute
# What a player waits gladly, in seconds: to the first words of a turn, and for words to be read.
FIRST_WORDS_S, READING_S = 15.0, 8.0
GOOD = 2 / 3  # of the answers must be right


@dataclass
class Trial:
    """Times in seconds. `outcomes` and `readings`: right, of asked. None: there was no time to see, or no answer."""

    model: str
    world: str
    outcomes: tuple[int, int] = (0, 0)
    readings: tuple[int, int] = (0, 0)
    outcome_s: float | None = None
    cold_outcome_s: float | None = None  # the first: the server read the world's head for it
    reading_s: float | None = None
    first_words_s: float | None = None  # of a telling
    telling_s: float | None = None
    tokens_per_s: float | None = None
    told_well: bool = False
    reasons: bool = False
    context_warning: str | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def course(self) -> ModelCourse | None:
        """What suits the model; None: the understudy alone is better."""
        fast_enough = _within(self.first_words_s, FIRST_WORDS_S)
        tells = self.told_well and fast_enough and self.context_warning is None
        rules = _share(self.outcomes) >= GOOD and _within(self.outcome_s, FIRST_WORDS_S)
        if tells and rules:
            return ModelCourse.FULL
        if tells:
            return ModelCourse.TELL
        reads = _share(self.readings) >= GOOD and _within(self.reading_s, READING_S)
        return ModelCourse.READ if reads else None

    @property
    def patience(self) -> dict[str, int]:
        """Deadlines that leave room for a slow turn: settings under `narrator`."""
        before = self.reading_s if self.course is ModelCourse.READ else self.outcome_s
        return {
            "adjudicate_s": _generous(before, least=10),
            "narrate_s": _generous(self.telling_s, least=30),
        }

    def data(self) -> dict[str, object]:
        return {**vars(self), "course": self.course, "patience": self.patience, "command": self.command}

    @property
    def command(self) -> str:
        """How to play with this model; how to play without one, if it is no help."""
        if self.course is None:
            return "gamemaster play"
        settings = {"course": self.course.value, **self.patience}
        variables = " ".join(f"GM_NARRATOR__{name.upper()}={value}" for name, value in settings.items())
        return f"{variables} gamemaster play --model {self.model}"


def _within(seconds: float | None, most: float) -> bool:
    return seconds is not None and seconds <= most


def _share(right_of: tuple[int, int]) -> float:
    right, asked = right_of
    return right / asked if asked else 0.0


def _generous(seconds: float | None, least: int) -> int:
    return min(300, max(least, math.ceil(2.5 * (seconds or 0.0))))


async def try_model(engine: ChatEngine, world: World, most_s: float) -> Trial:
    """Measures the model on turns of `world`, for about `most_s` seconds. Raises EngineLost if nobody answers."""
    trial = Trial(f"{engine.server.url}#{engine.server.model}", world.id)
    started = time.monotonic()
    await engine.health()  # first of all: whoever named a server that is not there hears of it at once
    answered = time.monotonic()
    make_ready(world)  # as the service does before anybody plays: what it takes is none of the model's time
    until = time.monotonic() + most_s - (answered - started)
    state = begin(world, SEED)
    here = in_scene(_scene(world, state, "look"))
    await _try_reading(engine, world, state, here, trial, min(until, time.monotonic() + READ_S))
    for number, words in enumerate(_words_to_rule(world, here)):
        left = until - time.monotonic()
        if left < 2 or (number and (trial.cold_outcome_s or 0.0) > left):
            trial.notes.append(f"no time for: {words}")
            break
        await _try_turn(engine, world, state, words, trial, left, telling=number == 0)
    return trial


def _scene(world: World, state: StoryState, words: str) -> Scene:
    return Scene(world, state, words, roll_for(state.seed, state.turn + 1))


# ---- reading ----


def _words_to_read(world: World, here: InScene) -> Iterator[tuple[str, frozenset[str], str]]:
    """Words as players type them, the verbs that they can be read as, and what they are about."""
    things = [name for name in here.things if name in world.items or name not in world.characters]
    for carried in here.carried[:1]:
        yield f"put {name_of(world, carried)} down", frozenset({"drop", "put"}), carried
    for way in here.ways[:1]:
        yield f"I'll head over to {name_of(world, way)}", frozenset({"go"}), way
    for who in here.people[:1]:
        speak = frozenset({"talk", "ask", "tell"})
        yield f"have a chat with {name_of(world, who)}", speak, who
    for thing in [name for name in things if name not in (*here.carried, *here.ways, "player")][:2]:
        look = frozenset({"examine", "look", "search"})
        yield f"I want a closer look at {name_of(world, thing)}", look, thing


async def _try_reading(
    engine: ChatEngine, world: World, state: StoryState, here: InScene, trial: Trial, until: float
) -> None:
    source = ChatSource(engine, ChatSettings(retry_s=BUSY_S))
    right = asked = 0
    for words, verbs, about in _words_to_read(world, here):
        started = time.monotonic()
        if started >= until:
            break
        scene = _scene(world, state, words)
        turn = ModelState(scene, Notes(), ModelTurn())
        asked += 1
        try:
            prompt, shape = reading_prompt(source.chat, scene, here), reading_schema(here)
            source.ready(turn)
            text = await source.ask_json(
                turn, JsonQuestion(prompt, shape, ANSWER_TOKENS, source.clock() + until - started)
            )
            intents = read_intents(text, scene, here)
        except Exception as error:  # whatever a model does is what is being tried
            trial.notes.append(f"{words!r} was not read: {_brief(error)}")
            continue
        trial.reading_s = time.monotonic() - started  # the last: the server has read the rules by then
        fits = any(intent.verb in verbs and about in intent.objects for intent in intents)
        right += fits
        if not fits:
            trial.notes.append(f"{words!r} was read as {[(i.verb, *i.objects) for i in intents]}")
    trial.readings = right, asked


# ---- whole turns ----


def _words_to_rule(world: World, here: InScene) -> Iterator[str]:
    yield "look around"
    for carried in here.carried[:1]:
        yield f"drop {name_of(world, carried)}"
    for way in here.ways[:1]:
        yield f"go to {name_of(world, way)}"


async def _try_turn(
    engine: ChatEngine,
    world: World,
    state: StoryState,
    words: str,
    trial: Trial,
    left_s: float,
    telling: bool,
) -> None:
    scene = _scene(world, state, words)
    settings = ChatSettings(adjudicate_s=left_s, narrate_s=min(left_s, TELL_S), retry_s=BUSY_S)
    source = ChatSource(engine, settings)
    turn = ModelNarrator(source).turn(scene)
    started = time.monotonic()
    outcome = await turn.adjudicate()
    took = time.monotonic() - started
    model = turn.notes.model
    by_model = model is not None and model.adjudicated_by == "model"
    right, asked = trial.outcomes
    trial.outcomes = right + (by_model and _same(scene, outcome)), asked + 1
    trial.cold_outcome_s = trial.cold_outcome_s or took
    if by_model:
        trial.outcome_s = took
    if telling:
        ruled = rule(world, state, outcome, scene.roll)
        started, told, by = time.monotonic(), "", "understudy"
        async for span in turn.narrate(ruled.ruling, ruled.after):
            if not told:
                trial.first_words_s = time.monotonic() - started
            told += "" if span.kind in OUTSIDE_STORY else span.text
        by = model.told_by if model is not None else by
        trial.telling_s = time.monotonic() - started
        trial.told_well = by == "model" and turn.notes.reason == "complete"
        if not trial.told_well:
            trial.first_words_s = None
    trial.tokens_per_s = source.pace.tokens_per_s or trial.tokens_per_s
    trial.context_warning = source.context.warning or trial.context_warning
    trial.reasons = trial.reasons or engine.opens_thought or source.reasons
    steps = model.steps if model is not None else []
    trial.notes += [f"{words!r}: {step}" for step in steps if step != f"prompt: {trial.context_warning}"]


def _same(scene: Scene, outcome: Outcome) -> bool:
    """Whether what the model proposed comes to what the understudy, which knows these plain words, would do."""
    got = rule(scene.world, scene.state, outcome, scene.roll).after
    due = rule(scene.world, scene.state, propose(scene), scene.roll).after
    return (got.place, got.items) == (due.place, due.items)


def _brief(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error)[:160]}"


# ---- the report ----


def lines_of(trial: Trial) -> Iterator[str]:
    """The trial for people."""
    yield f"{trial.model}, on {trial.world}"

    def seconds(value: float | None) -> str:
        return "not seen" if value is None else f"{value:.1f} s"

    speed = "not seen" if trial.tokens_per_s is None else f"{trial.tokens_per_s:.0f} tokens/s"
    yield f"  speed           {speed}{', and it reasons first' if trial.reasons else ''}"
    read = "none that could be used" if trial.reading_s is None else f"{seconds(trial.reading_s)} each"
    yield f"  reads words     {trial.readings[0]} of {trial.readings[1]} right, {read}"
    ruled = "none that could be used" if trial.outcome_s is None else seconds(trial.outcome_s)
    first = seconds(trial.cold_outcome_s)
    yield f"  rules           {trial.outcomes[0]} of {trial.outcomes[1]} right, {ruled} ({first} the first time)"
    well = "well" if trial.told_well else "not as it should"
    yield f"  tells           {well}, first words after {seconds(trial.first_words_s)}"
    yield f"  context         {trial.context_warning or 'the whole prompt was read, as far as the server counts'}"
    for note in trial.notes:
        yield f"  note            {note[:240]}"
    course = trial.course
    if course is None:
        yield "It would be no help: the understudy alone plays better. To play without it:"
    else:
        why = {
            ModelCourse.FULL: "it rules and tells",
            ModelCourse.TELL: "the understudy rules, the model tells, in short form",
            ModelCourse.READ: "it reads the words that the understudy does not follow; the understudy tells",
        }
        yield f"The course `{course.value}` suits it: {why[course]}. To play so:"
    yield f"  {trial.command}"


def run_trial(engine: ChatEngine, world: World, most_s: float) -> Trial:
    """Blocks. Raises EngineLost if nobody answers."""

    async def trial() -> Trial:
        try:
            return await try_model(engine, world, most_s)
        finally:
            await engine.close()

    with _faults_only_in_notes():
        return asyncio.run(trial())


@contextmanager
def _faults_only_in_notes() -> Iterator[None]:
    """What the narrator logs of a turn's faults stands in the trial's notes, for whoever tries the model."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)


def as_json(trial: Trial) -> str:
    return json.dumps(trial.data(), indent=2)
