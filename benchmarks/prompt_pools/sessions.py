"""Sessions as they are played: bots, the real ModelNarrator, the real store; each request to the model as pieces.

The model is an author who writes what the understudy would: an Outcome of the words, a telling of the ruling in the
world's own words, a summary of what it told. So stories move on, and turns have their usual lengths, but for reasoning,
which is always the same few sentences.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

from benchmarks.prompt_pools.layouts import Asked, Piece, StoryTold, TurnTold, cut
from gamemaster.authoring.bots import RandomBot
from gamemaster.narration.model.model_narrator import ModelNarrator
from gamemaster.narration.model.token_source import TokenSource
from gamemaster.narration.narrator import DelegatedTurn
from gamemaster.narration.prompts.head_text import head_texts
from gamemaster.narration.prompts.markup import markup_of
from gamemaster.narration.prompts.outcome_schema import outcome_json
from gamemaster.narration.prompts.prompt import Transcript, Zone
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.prompts.transcripts import Transcripts
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.play.cadence import INSTANT
from gamemaster.play.opening import begin
from gamemaster.play.pacing import Telling
from gamemaster.play.turn import Given, run_turn
from gamemaster.play.turn_events import TurnCommitted
from gamemaster.rules.proposal import Outcome
from gamemaster.rules.state import TurnRecord
from gamemaster.storage.store import Store, StoryStart
from inference.chat_template import derive
from inference.engine import (
    Accounting,
    Delta,
    EngineInfo,
    Finish,
    FinishReason,
    GenerationRequest,
    Kind,
    Lane,
)
from inference.scripted.engine import ScriptedEngine
from inference.scripted.tokenizer import ScriptedTokenizer
from worlds.schema import World

REASONING = "The player wants something small. It is allowed, and nothing hangs on it. So it comes about, and no more. "
SUMMARY_SENTENCES = 20


class Author:
    """Implements `inference.engine.Engine`: writes what it was given for the turn, and notes what it was asked."""

    def __init__(self, context: int) -> None:
        self.info: EngineInfo = ScriptedEngine(context_length=context).info
        self.tokenizer = ScriptedTokenizer({})
        self.outcome = self.telling = ""
        self.told: list[str] = []
        self.asked: list[tuple[GenerationRequest, tuple[int, ...]]] = []  # with all that was written to it

    def give(self, played: Played) -> None:
        """What to write in the next turn."""
        self.outcome = outcome_json(played.outcome)
        self.telling = markup_of([(span.speaker, " ".join(span.text.split())) for span in played.spans])
        self.told.append(played.spans[0].text if played.spans else "")

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        encode = self.tokenizer.encode
        thought = (*encode(REASONING * 4), *self.info.think_close) if request.thinking_open else ()
        text = self._answer(request)
        content = encode(text)[: request.sampling.max_new_tokens]
        self.asked.append((request, (*thought, *content)))
        if thought:
            yield Delta(Kind.REASONING, thought[: -len(self.info.think_close)])
            yield Delta(Kind.MARKER, self.info.think_close)
        yield Delta(Kind.CONTENT, content, self.tokenizer.decode(content))
        account = Accounting(len(request.token_ids), 0, max(0, len(thought) - 1), len(thought) + len(content))
        yield Delta(Kind.CONTENT, finish=Finish(FinishReason.COMPLETE, account))

    def _answer(self, request: GenerationRequest) -> str:
        if request.lane is Lane.BACKGROUND:
            sentences = [text.partition(".")[0] for text in self.told]
            return " ".join(f"{sentence}." for sentence in sentences[-SUMMARY_SENTENCES:] if sentence)
        return self.outcome if request.json_schema is not None else self.telling

    async def abort(self, request_id: str) -> None:
        """Nothing runs long enough to be stopped."""

    async def health(self) -> float:
        return 0.0

    async def close(self) -> None:
        """Nothing to do."""


@dataclass(eq=False)
class Watched:
    """The model narrator; it notes the transcripts that each turn was played on."""

    inner: ModelNarrator
    seen: dict[int, list[Transcript]] = field(default_factory=dict)  # by turn
    name: str = "model"

    @property
    def transcripts(self) -> Transcripts:
        return self.inner.transcripts

    def turn(self, scene: Scene) -> WatchedTurn:
        return WatchedTurn(self, scene)

    async def look(self, scene: Scene) -> None:
        """Both the transcript that goes on, and that of an epoch that was prepared."""
        transcripts = self.inner.transcripts
        found = [(await transcripts.of(scene)).transcript, (await transcripts.current(scene)).transcript]
        self.seen[scene.number] = found


class WatchedTurn(DelegatedTurn):
    def __init__(self, narrator: Watched, scene: Scene) -> None:
        super().__init__(narrator.inner.turn(scene))
        self.narrator, self.scene = narrator, scene

    async def adjudicate(self) -> Outcome:
        await self.narrator.look(self.scene)
        return await super().adjudicate()


@dataclass(frozen=True)
class Session:
    """One story: its requests in order, and its turns as text."""

    seed: int
    requests: tuple[Asked, ...]
    told: StoryTold
    epochs: int
    by_understudy: int  # stages that the model had no part in


async def session(
    store: Store, player: str, world: World, seed: int, turns: int, context: int, settings: PromptSettings
) -> Session:
    """Plays one. It ends early where the story does."""
    author = Author(context)
    chat = derive(author.tokenizer, author.info)
    watched = Watched(ModelNarrator(TokenSource(author, chat, prompts=settings)))
    state = begin(world, seed)
    made = await store.create_story(
        player, StoryStart(world.id, "benchmark", state, secrets.token_hex(8), title="Benchmark")
    )
    bot, last = RandomBot(seed), None
    records: list[TurnRecord] = []
    asked_in: list[int] = []
    while len(records) < turns and state.ended is None:
        words = bot.next(world, state, last)
        last = play(world, state, words)
        author.give(last)
        given = Given(made.id, world, state, state, secrets.token_hex(8), words, player=player)
        async for event in run_turn(given, watched, store, Telling(INSTANT)):
            if isinstance(event, TurnCommitted):
                state = event.after
                records.append(event.record)
        await watched.inner.compactor.wait_until_idle()
        asked_in += [len(records)] * (len(author.asked) - len(asked_in))
    requests = _requests(author, asked_in, watched.seen, records)
    missed = sum(
        (record.model is None or record.model.adjudicated_by != "model")
        + (record.model is None or record.model.told_by != "model")
        for record in records
    )
    epochs = {record.model.epoch for record in records if record.model is not None}
    return Session(seed, requests, _story_told(world, records), len(epochs), missed)


def _requests(
    author: Author, asked_in: list[int], seen: dict[int, list[Transcript]], records: list[TurnRecord]
) -> tuple[Asked, ...]:
    """What the author was asked, in pieces: as the transcripts had them when the turn began, or when it was over."""
    replies = {}
    for record in records:
        if record.model is not None:
            replies[record.number, "outcome"] = tuple(record.model.outcome)
            replies[record.number, "narration"] = tuple(record.model.narration)
    found = []
    for number, ((request, answer), turn) in enumerate(zip(author.asked, asked_in, strict=True)):
        known = [_pieces(transcript) for transcript in (*seen[turn], *seen.get(turn + 1, ()))]
        stage = "outcome" if request.json_schema is not None else "narration"
        kept = replies.get((turn, stage), ()) if request.lane is Lane.PLAY else ()
        reply = Piece(f"{turn}/{stage}", kept) if kept else None
        found.append(Asked(turn, cut(request.token_ids, known, f"{number}/rest"), answer, reply))
    return tuple(found)


def _pieces(transcript: Transcript) -> list[Piece]:
    """Its segments. Those of the story's zone are of their epoch alone: a new state is no repetition of the last."""
    epoch = transcript.prompt.epoch
    names = {Zone.HEAD: "head/{name}", Zone.STORY: "story {epoch}/{name}", Zone.TRANSCRIPT: "{turn}/{name}"}
    return [
        Piece(names[segment.zone].format(name=segment.name, epoch=epoch, turn=segment.turn), segment.ids)
        for segment in transcript.prompt.segments
    ]


def _story_told(world: World, records: list[TurnRecord]) -> StoryTold:
    lines = [
        f"{person.name}: {text}"
        for person in world.characters.values()
        for topic in person.topics.values()
        for line in topic.lines
        for text in line.text
    ]
    return StoryTold(
        head=tuple(f"{text}\n\n" for text in head_texts(world).values()),
        lore=tuple((lore.keys, lore.text) for lore in world.lore.values()),
        lines=tuple(lines),
        turns=tuple(
            TurnTold(record.number, record.words, "\n".join(span.text for span in record.spans))
            for record in records
        ),
    )
