"""Memories in whole turns on the real Postgres: kept with the turn, told on, taken back with it, and nobody else's."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field

import pytest

from gamemaster.memory.reflection import Minds
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import Understudy, UnderstudyTurn
from gamemaster.play.cadence import INSTANT
from gamemaster.play.pacing import Telling
from gamemaster.play.reflection_task import StoryReflection
from gamemaster.play.story_events import TurnFinished
from gamemaster.play.turn import Given, run_turn
from gamemaster.play.turn_events import TurnCommitted
from gamemaster.rules.state import Relation, StoryState, TurnRecord
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.store import StoreUnavailable, StoryStart
from npcs import store as memories
from npcs.memory import Memory
from npcs.reflection import Reflection, beliefs_from
from tests.storykit import Author
from tests.worldkit import begin, sample

pytestmark = pytest.mark.integration


class Listening(Understudy):
    """The understudy, which also keeps what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.scenes: list[Scene] = []

    def turn(self, scene: Scene) -> UnderstudyTurn:
        self.scenes.append(scene)
        return super().turn(scene)


@dataclass
class Play:
    """One story in the sample world, played turn by turn."""

    store: PostgresStore
    author: Author
    story: str
    state: StoryState
    narrator: Listening = field(default_factory=Listening)

    @classmethod
    async def begin(cls, store: PostgresStore, author: Author, state: StoryState | None = None) -> Play:
        first = state or begin()
        made = await store.create_story(
            author.player, StoryStart("sample", "hash", first, author.act_id(), title="Mill")
        )
        return cls(store, author, made.id, first)

    async def turn(self, words: str) -> TurnRecord:
        act = self.author.act_id()
        given = Given(self.story, sample(), self.state, self.state, act, words, player=self.author.player)
        record = None
        async for event in run_turn(given, self.narrator, self.store, Telling(INSTANT)):
            if isinstance(event, TurnCommitted):
                record, self.state = event.record, event.after
        assert record is not None
        return record

    async def memories_of(self, owner: str) -> list[Memory]:
        async with self.store.engine.connect() as db:
            return await memories.memories_of(db, uuid.UUID(self.story), owner)

    async def texts(self, owner: str) -> list[str]:
        return [memory.text for memory in await self.memories_of(owner)]


@pytest.fixture
async def play(store: PostgresStore, author: Author) -> Play:
    """A story in which Mara trusts the player from the start."""
    state = begin()
    state.characters["mara"].relations = {"player": Relation(trust=4)}
    return await Play.begin(store, author, state)


async def test_what_was_seen_is_kept_with_the_turn_and_comes_to_mind_when_it_is_asked_for(play: Play) -> None:
    record = await play.turn("take the key")
    assert [m.id for m in record.memories if m.owner == "mara"] == [
        m.id for m in await play.memories_of("mara")
    ]
    asked = await play.turn("mara, who took the key?")
    assert any("key" in one.text for one in asked.recalled), [one.text for one in asked.recalled]
    assert {one.owner for one in asked.recalled} <= set(play.narrator.scenes[-1].state.present())
    assert play.narrator.scenes[-1].recalled == tuple(asked.recalled)
    spoken = " ".join(span.text for span in asked.spans if span.speaker == "mara")
    assert "I saw you take" in spoken


@pytest.mark.parametrize("words", ["mara, what do you remember?", "what have you heard about me, mara?"])
async def test_who_is_asked_for_anything_of_the_player_has_something_in_mind(play: Play, words: str) -> None:
    await play.turn("take the key")
    asked = await play.turn(words)
    assert any("stranger" in one.text for one in asked.recalled if one.owner == "mara")
    assert "I saw you take" in " ".join(span.text for span in asked.spans if span.speaker == "mara")


async def test_a_character_does_not_say_what_it_cannot_know(play: Play) -> None:
    state = begin()
    state.characters["mara"].place = "mill"
    play.state = state
    await play.turn("take the key")
    play.state.characters["mara"].place = play.state.place
    play.state.characters["well_keeper"].place = "loft"
    asked = await play.turn("mara, who took the key?")
    assert not any("key" in one.text for one in asked.recalled if one.owner == "mara")
    assert not any("take the key" in span.text for span in asked.spans)


async def test_what_is_taken_back_is_remembered_no_more(play: Play) -> None:
    before = play.state
    await play.turn("take the key")
    first = await play.texts("mara")
    undone = await play.store.undo(play.story, 1, play.author.act_id())
    assert await play.texts("mara") == []
    play.state = undone.state
    assert undone.state == before
    await play.turn("tell mara that the mill burns")
    assert await play.texts("mara") != first


async def test_a_branch_remembers_what_was_before_it_and_nothing_after(play: Play) -> None:
    await play.turn("take the key")
    await play.turn("tell mara that the mill burns")
    branch = await play.store.branch(play.story, play.author.player, "Branch", play.author.act_id(), turn=1)
    other = Play(play.store, play.author, branch.id, branch.state)
    assert any("key" in text for text in await other.texts("mara"))
    assert not any("burns" in text for text in await other.texts("mara"))


async def test_tales_travel_when_characters_meet(play: Play) -> None:
    play.state.characters["mara"].place = "mill"
    await play.turn("tell old wen that i buried gold under the mill wheel")
    assert not any("gold" in text for text in await play.texts("mara"))
    play.state.characters["mara"].place = "mill"
    for _ in range(4):  # Mara's daily round brings her to the yard
        await play.turn("wait")
    told = [memory for memory in await play.memories_of("mara") if "gold" in memory.text]
    assert [(memory.source, memory.heard_from, memory.hops) for memory in told] == [
        ("heard", "well_keeper", 1)
    ]


async def test_nothing_crosses_from_one_story_to_another(
    store: PostgresStore, author: Author, play: Play
) -> None:
    secret = "the silver is under the third stone"
    await play.turn(f"tell mara that {secret}")
    stranger = Author(store, await store.create_player())
    theirs = await Play.begin(store, stranger)
    mine = await Play.begin(store, author)
    for other in (theirs, mine):
        record = await other.turn("mara, what do you know about the silver under the third stone?")
        assert record.recalled == []
        assert "third stone" not in " ".join(span.text for span in record.spans)
        assert not any("silver is" in memory.text for memory in record.memories if memory.source == "saw")


async def test_designers_notes_are_in_no_memory(play: Play) -> None:
    person = sample().characters["mara"]
    for words in (
        "mara, what is your secret?",
        "mara, what do you want?",
        "mara, what do you fear?",
        "wait",
        "take key",
    ):
        record = await play.turn(words)
        for memory in record.memories:
            assert person.secret not in memory.text
            assert person.persona not in memory.text


class Thoughtful:
    """A model that has come to two conclusions, one of them borne out by a single memory only."""

    def __init__(self, answer: str) -> None:
        self.answer, self.asked = answer, list[Reflection]()

    async def beliefs(self, about: Reflection) -> list[Memory]:
        self.asked.append(about)
        return beliefs_from(self.answer, about)


async def reflections_of_mara(play: Play, minds: Minds) -> list[Memory]:
    """What Mara believes after many a tale, and a turn more."""
    for number in range(12):
        await play.turn(f"tell mara that i saw wolf number {number} by the mill")
    record = await play.turn("tell mara that the wolf is dead")
    thoughts = StoryReflection(play.store, minds, play.story, sample())
    before = record.patch.undo(play.state)
    thoughts.observe(
        TurnFinished(play.story, play.author.player, sample(), "hash", before, record, play.state)
    )
    await thoughts.settle()
    return [memory for memory in await play.memories_of("mara") if memory.source == "reflected"]


async def test_beliefs_form_beside_the_play_and_go_with_an_undo(play: Play) -> None:
    beliefs = await reflections_of_mara(play, Minds())
    assert [memory.text for memory in beliefs] == ["I have come to trust the stranger."]
    assert len(beliefs[0].evidence) >= 2
    await play.store.undo(play.story, play.state.turn, play.author.act_id())
    assert not any(memory.source == "reflected" for memory in await play.memories_of("mara"))


async def test_a_model_reflects_on_a_characters_own_memories(play: Play) -> None:
    model = Thoughtful(
        '[{"belief": "The stranger counts wolves.", "because": [1, 2]}, {"belief": "Lone.", "because": [3, 99]}]'
    )
    beliefs = await reflections_of_mara(play, Minds(model))
    assert [memory.text for memory in beliefs] == ["The stranger counts wolves."]
    assert all(
        memory.owner == "mara" for about in model.asked if about.owner == "mara" for memory in about.memories
    )


async def test_a_model_that_babbles_leaves_the_beliefs_to_counting(play: Play) -> None:
    beliefs = await reflections_of_mara(play, Minds(Thoughtful("wolves, wolves")))
    assert [memory.text for memory in beliefs] == ["I have come to trust the stranger."]


async def test_beliefs_of_a_turn_that_was_taken_back_are_not_kept(play: Play) -> None:
    await play.turn("take the key")
    stale = play.state
    (musing,) = [
        Memory(id="1-mara-0-belief", owner="mara", turn=1, minute=5, text="They steal.", source="reflected")
    ]
    await play.store.undo(play.story, 1, play.author.act_id())
    await play.store.believe(play.story, sample(), stale, [musing])
    assert await play.memories_of("mara") == []


@pytest.mark.parametrize("fault", [StoreUnavailable("planted"), RuntimeError("of the embedder")])
async def test_a_story_whose_memories_are_away_is_played_all_the_same(
    play: Play, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def away(*_: object, **__: object) -> list[object]:
        raise fault

    monkeypatch.setattr(play.store, "recall", away)
    record = await play.turn("take the key")
    assert (record.reason, record.recalled) == ("complete", [])
    assert play.narrator.scenes[-1].recalled is None
