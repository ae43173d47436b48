"""A model that answers as it was told to, and a shelf for the turns: the real pipeline around scripted engines."""

from __future__ import annotations

import itertools
import json
from collections.abc import AsyncGenerator, Collection, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any

from gamemaster.narration.model.model_narrator import ModelNarrator
from gamemaster.narration.model.text_source import ModelSettings
from gamemaster.narration.model.token_source import TokenSource
from gamemaster.narration.narrator import Narrator
from gamemaster.narration.prompts.outcome_schema import InScene
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.prompts.state_text import Feed
from gamemaster.narration.prompts.text import FeedBudget, scene_feed, words_feed
from gamemaster.play.cadence import INSTANT
from gamemaster.play.opening import begin
from gamemaster.play.pacing import Telling
from gamemaster.play.turn import Budget, Given, run_turn
from gamemaster.play.turn_events import TextTold, TurnCommitted
from gamemaster.rules.state import OUTSIDE_STORY, Recalled, StoryState, TurnRecord
from gamemaster.storage.store import Accepted, Store, StoryStart, TurnStore
from inference.chat_template import ChatFormat, derive
from inference.engine import Delta, EngineInfo, EngineLost, GenerationRequest, Lane
from inference.output.reasoning_budget import BudgetedEngine
from inference.scripted.engine import Cadence, ScriptedEngine
from inference.scripted.script import Fault, Script
from inference.scripted.tokenizer import ScriptedTokenizer
from tests.storykit import Author
from tests.worldkit import sample
from worlds.schema import World

FAST = Cadence(tokens_per_s=20_000, first_token_s=0.0005)
STORY, PLAYER = "5" * 32, "9" * 32
SUMMARY = (
    "The player walked about the yard of the mill in the cold and asked after the wheel. Nobody answered, and the snow "
    "went on falling on the roof until the light was gone."
)
PROSE = "The yard lies still in the cold.\n\nNothing stirs. You look at the *mill*."
# What the model answers once all is told: what people keep of the turn, and what might come next.
REST = json.dumps(
    {
        "memories": [
            {
                "who": "mara",
                "what": "A stranger looked about as if they had lost something.",
                "importance": 4,
            },
            {"who": "nobody", "what": "I was not there.", "importance": 9},
        ],
        "suggestions": ["Ask Mara about the wheel", "Ask Mara about the wheel", "Go into the mill"],
    }
)


def outcome(*changes: dict[str, Any], **fields: Any) -> str:
    empty: dict[str, Any] = {
        "intents": [],
        "check": None,
        "changes": changes,
        "otherwise": [],
    }
    return json.dumps({**empty, "unclear": None, **fields})


@dataclass(frozen=True)
class Line:
    """What the model writes to one request, and what happens to the engine after so many tokens of it."""

    text: str
    reasoning: str = "So be it."
    fault: tuple[Fault, int] | None = None
    cadence: Cadence = FAST


@dataclass(eq=False)
class Actor:
    """Implements `inference.engine.Engine`: one line for each request, in order. A death lasts until `revive`."""

    lines: Iterable[Line | str]
    context_length: int = 131_072
    tokenizer: ScriptedTokenizer = field(default_factory=lambda: ScriptedTokenizer({}))
    requests: list[GenerationRequest] = field(default_factory=list)
    running: int = 0
    dead: bool = False

    def __post_init__(self) -> None:
        self._lines = iter(self.lines)

    @property
    def info(self) -> EngineInfo:
        return ScriptedEngine(context_length=self.context_length).info

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        if self.dead:
            raise EngineLost("it died before")
        line = self.line_for(request)
        line = Line(line) if isinstance(line, str) else line
        self.requests.append(request)
        script = Script(
            self.tokenizer.encode(line.text), self.tokenizer.encode(line.reasoning), self.tokenizer.pieces
        )
        engine = ScriptedEngine(script=script, cadence=line.cadence, context_length=self.context_length)
        given = replace(request, token_ids=(*request.token_ids, *(line.fault or ())))
        self.running += 1
        try:
            async with aclosing(engine.generate(given)) as deltas:
                async for delta in deltas:
                    yield delta
        except EngineLost:
            self.dead = True
            raise
        finally:
            self.running -= 1

    def line_for(self, request: GenerationRequest) -> Line | str:
        return next(self._lines)

    def revive(self) -> None:
        self.dead = False

    async def abort(self, request_id: str) -> None:
        """Nothing to do: all that is tested closes its generators."""

    async def health(self) -> float:
        return 0.0

    async def close(self) -> None:
        """Nothing to do."""


@dataclass(eq=False)
class Director(Actor):
    """An actor who looks at what is asked: `lines` are outcomes and tellings in turn; summaries have their own.

    `played` are the requests of turns, as against those beside the play.
    """

    summary: Line | str = SUMMARY
    played: list[GenerationRequest] = field(default_factory=list)

    def line_for(self, request: GenerationRequest) -> Line | str:
        if request.lane is Lane.BACKGROUND:
            return self.summary if request.sampling.max_new_tokens > 1 else Line("x", reasoning="")
        line = next(self._lines)
        self.played.append(request)
        return line


@dataclass
class Shelf:
    """Implements `gamemaster.storage.store.TurnStore`: keeps the committed turns of one story."""

    records: list[TurnRecord] = field(default_factory=list)

    async def accept(self, story: str, number: int, act_id: str, words: str) -> Accepted:
        return Accepted(number=number, words=words, repeated=False, status="accepted")

    async def commit(self, story: str, expected_turn: int, record: TurnRecord, after: StoryState) -> bool:
        assert len(self.records) == expected_turn == record.number - 1, "a turn was lost or doubled"
        self.records.append(TurnRecord.model_validate_json(record.model_dump_json()))
        return True

    async def recall(
        self, story: str, owners: Collection[str], query: str, now: int, limit: int, language: str = "en"
    ) -> list[Recalled]:
        return []

    async def turns(
        self, story: str, player: str, before: int | None = None, limit: int = 50
    ) -> list[TurnRecord]:
        assert (story, player) == (STORY, PLAYER)
        return [record for record in self.records if before is None or record.number < before][-limit:]


@dataclass(eq=False)
class Stage:
    """A story played by a model narrator through `run_turn`."""

    actor: Actor
    world: World = field(default_factory=sample)
    settings: ModelSettings = field(default_factory=ModelSettings)
    budgets: PromptSettings = field(default_factory=PromptSettings)
    shelf: Shelf = field(default_factory=Shelf)
    critic_turns: int = 0  # most models of tests tell the same in each turn
    aftermath_s: float = 0.0
    first_words_s: float = 0.0
    stop_after: int | None = None  # texts, in the next turns
    story: str = STORY
    player: str = PLAYER
    store: TurnStore | None = None  # None: the shelf
    told_by: Narrator | None = None  # None: the model narrator
    limits: Budget | None = None  # seconds that its turns may take; None: as in production

    def __post_init__(self) -> None:
        self.chat: ChatFormat = derive(self.actor.tokenizer, self.actor.info)
        self.state = begin(self.world, 1)
        self._acts = itertools.count()
        self.restart()

    def restart(self) -> None:
        """A new process: all that was kept in memory is gone."""
        self.source = TokenSource(
            BudgetedEngine(self.actor),
            self.chat,
            settings=replace(
                self.settings,
                critic_turns=self.critic_turns,
                aftermath_s=self.aftermath_s,
                first_words_s=self.first_words_s,
            ),
            prompts=self.budgets,
        )
        self.narrator = ModelNarrator(self.source)

    async def play(self, words: str) -> TurnRecord:
        act_id = f"act-{next(self._acts):08}"
        given = Given(self.story, self.world, self.state, self.state, act_id, words, player=self.player)
        telling, texts = Telling(INSTANT), 0
        async for event in run_turn(
            given, self.told_by or self.narrator, self.store or self.shelf, telling, self.limits
        ):
            if isinstance(event, TextTold):
                texts += 1
                if texts == self.stop_after:
                    telling.stop()
            elif isinstance(event, TurnCommitted):
                self.state = event.after
                played = event.record
        return played

    async def move_to(self, store: Store, author: Author) -> None:
        """The turns from here on are kept in a real store, in a story of this author's."""
        start = StoryStart(self.world.id, "hash", self.state, author.act_id(), title="Mill")
        made = await store.create_story(author.player, start)
        self.story, self.player, self.store = made.id, author.player, store

    def undo(self) -> None:
        self.state = self.shelf.records.pop().patch.undo(self.state)

    @property
    def prompts(self) -> list[tuple[int, ...]]:
        return [request.token_ids for request in self.actor.requests]


def feed_text(
    world: World,
    state: StoryState,
    words: str,
    here: InScene,
    feed: Feed,
    recalled: Sequence[Recalled] = (),
    budget: FeedBudget | None = None,
) -> tuple[str, Feed]:
    """A turn's feed as the model reads it: of the scene, and of what the words bring up."""
    scene, shown = scene_feed(world, state, here, feed)
    own, feed = words_feed(world, state, words, here, shown, scene, recalled, budget)
    return scene + own, feed


def told_text(record: TurnRecord) -> str:
    return "\n".join(span.text for span in record.spans if span.kind not in OUTSIDE_STORY)


def grows(prompts: Sequence[tuple[int, ...]]) -> bool:
    """Whether each prompt begins with the whole one before it."""
    return all(later[: len(earlier)] == earlier for earlier, later in itertools.pairwise(prompts))
