"""The port between the model's narrator and what its text comes from: an engine that takes tokens, or a model server.

`gamemaster.narration.model.token_source` and `gamemaster.narration.model.chat_source` implement it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from gamemaster.memory.reflection import Muser
from gamemaster.narration.model.degradation import Choice, Course, Pace, Rung
from gamemaster.narration.options import EARLIER_TURNS, FIRST_WORDS_S, ModelCourse
from gamemaster.narration.prompts.outcome_schema import InScene
from gamemaster.narration.prompts.prompt import Format, Prompt, Transcript, parts_of
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.scene import Notes, Scene
from gamemaster.recording.tape import Tape
from gamemaster.rules.dice import draw
from gamemaster.rules.proposal import Outcome
from gamemaster.rules.state import EndReason, ModelTurn
from inference.engine import Delta, EngineError, GenerationRequest, Sampling
from inference.output.readable import readable
from inference.remote.client import ChatRequest

Stage = Literal["outcome", "narration", "aftermath"]
Request = GenerationRequest | ChatRequest


@dataclass(frozen=True)
class ModelSettings:
    """Seconds for each stage (less than the turn's own `Budget`, so that the understudy can still take over).

    aftermath_s   that memories and suggestions may take, once all is told; 0: they are not asked for
    first_words_s after so long without a word of a model's, the attempt is told in the understudy's; 0: never
    course        what of a turn is the model's, see `gamemaster.narration.options.ModelCourse`
    critic_turns  before a turn, with which its telling is compared; 0 for a model that is known to tell the same again
    """

    adjudicate_s: float = 22.0
    narrate_s: float = 60.0
    outcome_temperature: float = 0.4
    narration_temperature: float = 0.8
    top_p: float = 0.95
    course: str = ModelCourse.FULL
    aftermath_s: float = 6.0
    first_words_s: float = FIRST_WORDS_S
    critic_turns: int = EARLIER_TURNS

    def sampling(self, scene: Scene, stage: Stage, new_tokens: int, stops: tuple[int, ...] = ()) -> Sampling:
        """Seeded by story and turn, as the dice are: the same prompt is answered the same, as far as an engine can."""
        temperature = self.outcome_temperature if stage == "outcome" else self.narration_temperature
        seed = draw(scene.state.seed, scene.number, stage) % 2**31
        return Sampling(new_tokens, temperature, self.top_p, stop_token_ids=stops, seed=seed)


class SteppedDown(Exception):
    """The understudy takes this stage, as the model is not likely to be done in time."""


class Cut(Exception):
    """The model's part ended before its time. `reason` is how the turn ends."""

    def __init__(self, reason: EndReason, why: str) -> None:
        super().__init__(why)
        self.reason = reason


@dataclass(frozen=True)
class JsonQuestion:
    """A prompt of its own whose answer is to fit a JSON schema. `until`: by the source's clock."""

    prompt: Prompt
    schema: str
    new_tokens: int
    until: float
    stage: Stage = "outcome"


@dataclass(frozen=True)
class Fault:
    """What a failure means for the turn: how it ends, and whether the player is told that the model fell silent."""

    reason: EndReason = "complete"
    silent: bool = False


@dataclass(frozen=True)
class Generation:
    """A request, and its answer, which is asked for when the first delta is."""

    request: Request
    deltas: AsyncGenerator[Delta, None]


def _open_gate() -> asyncio.Event:
    gate = asyncio.Event()
    gate.set()
    return gate


@dataclass(eq=False)
class ModelState:
    """What the model's narrator knows of a turn in play. `outcome`: its ids as they stand in the transcript; `telling`:
    the transcript up to what it tells.

    `aside`: the turns before could not be read, so what is asked is no part of the story's transcript. `out`: the
    model has no further part in the turn.
    """

    scene: Scene
    notes: Notes
    model: ModelTurn
    asked: Transcript | None = None
    outcome: tuple[int, ...] = ()
    telling: Transcript | None = None
    rung: Rung = Rung.FULL
    aside: bool = False
    out: bool = False
    gate: asyncio.Event = field(default_factory=_open_gate)  # closed: no answer is taken meanwhile

    @property
    def tape(self) -> Tape | None:
        return self.scene.tape

    @property
    def number(self) -> int:
        return self.scene.number

    def step(self, text: str) -> None:
        """Kept with the turn, for whoever asks why it went as it did."""
        self.model.steps.append(readable(text))

    def note_parts(self, prompt: Prompt) -> None:
        """The prompt is going to be sent."""
        if not self.aside:
            self.model.parts = parts_of(prompt, self.number)

    def decide(self, stage: Stage, choice: Choice) -> Choice:
        """The choice of a rung that holds: the clock had a part in it. Raises SteppedDown for the understudy's."""
        if self.tape is not None:
            written: list[Any] = [int(choice.rung), choice.why]
            rung, why = self.tape.decide(self.number, f"{stage}_rung", written)
            choice = Choice(Rung(rung), why)
        if choice.why:
            self.step(f"{stage}: {choice.rung.name.lower()}: {choice.why}")
        if choice.rung is Rung.UNDERSTUDY:
            raise SteppedDown(choice.why)
        return choice


class TextSource(Protocol):
    """Makes requests of prompts, and answers of requests. It keeps no state of a turn: that is handed to it.

    kind     what it is, in a word
    exact    the format's ids are the model's own tokens, so that a prompt's beginning is found in its cache
    grace_s  how much longer than a request's deadline to wait for an engine that hangs; None: it keeps deadlines
    """

    @property
    def kind(self) -> str: ...
    @property
    def exact(self) -> bool: ...
    @property
    def grace_s(self) -> float | None: ...
    @property
    def pace(self) -> Pace: ...
    @property
    def chat(self) -> Format: ...
    @property
    def settings(self) -> ModelSettings: ...
    @property
    def prompts(self) -> PromptSettings: ...

    def clock(self) -> float:
        """Seconds."""

    def room(self) -> int:
        """Tokens for a prompt and its answer. Raises EngineLost while they are not known."""

    def description(self) -> Mapping[str, Any]:
        """For a recording: what answers, and how it is asked."""

    def hide(self, text: str) -> str:
        """An error's text, without what nobody is to read."""

    # ---- a turn ----

    def ready(self, turn: ModelState) -> None:
        """A turn begins. Raises SteppedDown while the source is left alone."""

    def fits(self, prompt: Prompt) -> bool:
        """Whether there is room for both stages of a turn."""

    async def propose(self, turn: ModelState, here: InScene, until: float) -> tuple[Outcome, tuple[int, ...]]:
        """The outcome of the question `turn.asked`, and its ids for the transcript, where they are kept; `until` by the
        clock.

        Raises EngineError, `Cut`, SteppedDown, ContextFullError, OutcomeUnreadable.
        """

    async def ask_json(self, turn: ModelState, asked: JsonQuestion) -> str:
        """The answer, which fits the schema as far as the source can make it; without reasoning.

        Raises EngineError, `Cut`, ContextFullError.
        """

    def telling(self, turn: ModelState, prompt: Prompt, course: Course) -> Generation:
        """The request for the telling. Raises ContextFullError, EngineLost."""

    def handle_error(self, error: EngineError, stage: Stage, told: bool) -> Fault:
        """What an error means; `told`: something of the telling was shown before."""

    def tokens(self, turn: ModelState) -> int:
        """Of the transcript when the turn is over, about."""

    # ---- beside the play ----

    def background(
        self, prompt: Prompt, new_tokens: int, temperature: float, top_p: float, seed: int, story: str = ""
    ) -> Generation:
        """A request that no player waits for. `story` is whose prefix it shares."""

    def plain(self, text: str) -> str:
        """Text of the model's as it may stand in later prompts."""

    async def warm(self, prompt: Prompt, story: str = "") -> int | None:
        """Have a prompt computed, so that the next turn finds it in the cache: how many of its tokens were there
        already; None where that is not known. May raise EngineError."""

    def muser(self) -> Muser:
        """Who reflects for the characters."""
