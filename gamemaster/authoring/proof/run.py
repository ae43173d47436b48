"""Plays a proof's stories through the whole turn (prompts, referee, critic, store) and counts what went wrong.

Bots type the words; each Game Master is given the same stories. The committed state is read back from the store and
held against `state_check`; what was told against the critic's checks, and against the very words of planted lies.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gamemaster.authoring.bots import Bot
from gamemaster.authoring.explore import bot_for
from gamemaster.authoring.player_bots import TypistBot
from gamemaster.authoring.proof.bare import BareMaster
from gamemaster.authoring.proof.counts import (
    Story,
    Told,
    count_broken,
    count_story,
    count_telling,
    count_turn,
)
from gamemaster.authoring.proof.figures import Tally
from gamemaster.authoring.proof.lies import with_something_to_lie_about
from gamemaster.authoring.proof.scripted_model import ForewarnedNarrator, Stand
from gamemaster.narration.narrator import Narrator
from gamemaster.narration.understudy.understudy import Played
from gamemaster.play.cadence import INSTANT
from gamemaster.play.opening import begin, opening_spans
from gamemaster.play.pacing import Telling
from gamemaster.play.turn import Given, run_turn
from gamemaster.play.turn_events import TurnCommitted
from gamemaster.rules.state import StoryState, TurnRecord
from gamemaster.storage.memory_store import MemoryStore
from gamemaster.storage.store import StoredStory, StoryStart
from gamemaster.storage.turn_pages import turns_between
from inference.remote.client import AsksByMessages


@dataclass(eq=False)
class Master:
    """A Game Master of a proof. `stand` is told what is played, where a model is scripted or lies are planted."""

    name: str
    narrator: Narrator
    stand: Stand | None = None
    bare_name: str = ""  # of the bare one beside it; empty: there is none
    bare: AsksByMessages | None = None  # its model

    def __post_init__(self) -> None:
        if self.stand is not None:
            self.narrator = ForewarnedNarrator(self.narrator, self.stand)


@dataclass(eq=False)
class Stage:
    """A story in play: the store that keeps it, and what was told of late."""

    story: Story
    store: MemoryStore
    stored: StoredStory
    state: StoryState  # after the last turn
    texts: list[str] = field(default_factory=list)
    bare_texts: list[str] = field(default_factory=list)


async def play_story(story: Story, master: Master) -> tuple[Tally, Tally]:
    """The counts of one story: of the master, and of the bare one beside it (empty where there is none)."""
    tally, beside = Tally(master.name), Tally(master.bare_name, held=False)
    stage, bot, last = await _open(story), bot_of(story), None
    bare = _bare_master(story, master)
    for _ in range(story.turns):
        if stage.state.ended is not None:
            break
        before, words = stage.state, bot.next(story.world, stage.state, last)
        try:
            record, after = await _play_turn(stage, master.narrator, words)
        except Exception as error:
            count_broken(tally, story, stage.state.turn + 1, words, error)
            break
        told = Told(story, before, record, after, record.spans)
        count_turn(tally, told)
        count_telling(tally, told, stage.texts, master.stand.planted if master.stand is not None else ())
        tally.slipped += master.stand is not None and master.stand.slipped
        if bare is not None and master.stand is not None:
            master.stand.planted = []
            told = Told(story, before, record, after, await bare.answer(words))
            beside.turns += 1
            count_telling(beside, told, stage.bare_texts, master.stand.planted)
        stage.state, last = after, Played(record.outcome, record.ruling, record.spans, after)
    count_story(tally, story, await _read_back(stage), stage.state)
    return tally, beside


def bot_of(story: Story) -> Bot:
    """Two of three type as people do; the third follows an ending's path, or acts at random."""
    return bot_for(story.world, story.run // 3)[1] if story.run % 3 == 2 else TypistBot(story.run)


async def _open(story: Story) -> Stage:
    store = MemoryStore()
    state = with_something_to_lie_about(story.world, begin(story.world, story.seed))
    player = await store.create_player()
    start = StoryStart(story.world.id, "proof", state, f"proof-{story.run:08}", title=story.world.id)
    return Stage(story, store, await store.create_story(player, start), state)


def _bare_master(story: Story, master: Master) -> BareMaster | None:
    if master.bare is None:
        return None
    opening = "\n".join(span.text for span in opening_spans(story.world, story.seed))
    return BareMaster(master.bare, story.world, opening)


async def _play_turn(stage: Stage, narrator: Narrator, words: str) -> tuple[TurnRecord, StoryState]:
    """One turn as the service plays it, and the state as the store has it afterwards."""
    act_id = f"proof-{stage.state.turn + 1:06}"
    given = Given(
        stage.stored.id,
        stage.story.world,
        stage.state,
        stage.state,
        act_id,
        words,
        player=stage.stored.player,
    )
    async for event in run_turn(given, narrator, stage.store, Telling(INSTANT)):
        if isinstance(event, TurnCommitted):
            return event.record, event.after
    raise AssertionError("a turn ends with its commit, or raises")


async def _read_back(stage: Stage) -> tuple[StoryState, list[TurnRecord], StoryState]:
    """The story as the store has it: how it began, its records, and its state."""
    stored = await stage.store.load(stage.stored.id, stage.stored.player)
    records = await turns_between(stage.store, stored.id, stored.player, stored.turn)
    return stage.stored.state, records, stored.state
