"""One turn: its events in order, and how it ends when the narrator, the clock or the store fails."""

import asyncio
from dataclasses import dataclass, field, replace
from functools import partial

import pytest

from gamemaster.play import turn
from gamemaster.play.cadence import INSTANT
from gamemaster.play.opening import begin
from gamemaster.play.pacing import Telling
from gamemaster.play.retry import Patience
from gamemaster.play.turn import (
    AWAY,
    LOST,
    LOST_MIDWAY,
    TOO_SLOW,
    AlreadyPlayedError,
    Budget,
    Given,
    run_turn,
    scene_ahead,
)
from gamemaster.play.turn_events import (
    DatabaseMissed,
    TextTold,
    TurnAccepted,
    TurnCommitted,
    TurnEvent,
    TurnRuled,
)
from gamemaster.rules.state import StoryState, TurnRecord
from gamemaster.storage.memory_store import MemoryStore
from gamemaster.storage.store import Accepted, NotFound, StoreUnavailable, StoryStart
from tests.integration.service import WORLD, Puppet
from tests.playkit import names


@dataclass
class Play:
    """Turns of one story in the store."""

    store: MemoryStore = field(default_factory=MemoryStore)
    narrator: Puppet = field(default_factory=Puppet)
    telling: Telling = field(default_factory=lambda: Telling(INSTANT))
    budget: Budget = field(default_factory=Budget)
    story: str = ""
    player: str = ""
    state: StoryState = field(default_factory=lambda: begin(WORLD, 7))

    async def begin(self) -> "Play":
        self.player = await self.store.create_player()
        made = await self.store.create_story(self.player, StoryStart("hut", "hash", self.state, "act-new"))
        self.story = made.id
        return self

    async def turn(
        self, words: str, act_id: str = "act-first", stop_after: int | None = None
    ) -> list[TurnEvent]:
        given = Given(self.story, WORLD, self.state, self.state, act_id, words, player=self.player)
        events: list[TurnEvent] = []
        async for event in run_turn(given, self.narrator, self.store, self.telling, self.budget):
            events.append(event)
            if stop_after is not None and texts(events) and len(texts(events)) == stop_after:
                self.telling.stop()
        return events


def texts(events: list[TurnEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, TextTold)]


def record_of(events: list[TurnEvent]) -> TurnRecord:
    assert isinstance(events[-1], TurnCommitted)
    return events[-1].record


async def test_the_events_of_a_turn_come_in_order() -> None:
    play = await Play().begin()
    events = await play.turn("go north")
    assert names(events) == [
        "TurnAccepted",
        "MemoriesRecalled",
        "TurnRuled",
        "TextTold",
        "TellingEnded",
        "TurnCommitted",
    ]
    accepted, ruled, committed = events[0], events[2], events[-1]
    assert isinstance(accepted, TurnAccepted)
    assert (accepted.turn, accepted.act_id, accepted.words) == (1, "act-first", "go north")
    assert isinstance(ruled, TurnRuled)
    assert not ruled.lost
    assert isinstance(committed, TurnCommitted)
    assert committed.after.place == "shore"
    assert "".join(span.text for span in committed.record.spans) == "".join(texts(events))
    assert (await play.store.load(play.story, play.player)).state == committed.after


async def test_an_act_is_played_once() -> None:
    play = await Play().begin()
    await play.turn("take")
    with pytest.raises(AlreadyPlayedError) as played:
        await play.turn("take")
    assert (played.value.accepted.number, played.value.accepted.status) == (1, "committed")


async def test_turns_that_are_at_hand_are_not_read() -> None:
    play = await Play().begin()
    records = []
    for number, words in enumerate(("look", "wait", "go north", "look")):
        play.telling = Telling(INSTANT)
        events = await play.turn(words, f"act-{number:07}")
        assert isinstance(events[-1], TurnCommitted)
        records.append(record_of(events))
        play.state = events[-1].after
    given = Given(play.story, WORLD, play.state, play.state, "", "", player=play.player)
    known = {"all": records, "the last two": records[2:], "none": [], "of another past": records[:2]}
    for name, latest in known.items():
        past = scene_ahead(replace(given, latest=tuple(latest)), play.store).past
        assert past is not None
        for after in range(-1, 6):
            assert [record.number for record in await past(after)] == [
                number for number in (1, 2, 3, 4) if number > after
            ], (name, after)
    past = scene_ahead(replace(given, latest=tuple(records[2:])), MemoryStore()).past
    assert past is not None
    assert await past(2) == records[2:], "the store does not know the story"
    with pytest.raises(NotFound):
        await past(1)


async def test_nothing_comes_of_a_turn_whose_narrator_cannot_adjudicate() -> None:
    play = await Play(narrator=Puppet(fails="adjudicate")).begin()
    events = await play.turn("go north")
    assert texts(events) == [LOST]
    assert (record_of(events).reason, record_of(events).ruling.happenings) == ("engine_lost", ())
    assert (await play.store.load(play.story, play.player)).state.place == "hut"


async def test_what_was_ruled_stands_when_the_narrator_fails_to_tell_it() -> None:
    play = await Play(narrator=Puppet(fails="narrate")).begin()
    events = await play.turn("go north")
    assert texts(events)[-1] == LOST_MIDWAY
    assert record_of(events).reason == "engine_lost"
    assert (await play.store.load(play.story, play.player)).state.place == "shore"


async def test_a_narrator_that_takes_too_long_is_cut_short() -> None:
    play = await Play(narrator=Puppet(gate=asyncio.Event()), budget=Budget(narrate_s=0.01)).begin()
    events = await play.turn("go north")
    assert texts(events)[-1] == TOO_SLOW
    assert record_of(events).reason == "budget"


async def test_a_turn_that_is_stopped_keeps_what_was_told() -> None:
    play = await Play(narrator=Puppet(spans=5)).begin()
    events = await play.turn("look", stop_after=1)
    assert record_of(events).reason == "interrupted"
    assert "".join(span.text for span in record_of(events).spans) == texts(events)[0]


class Away(MemoryStore):
    """A store that is away for so many calls."""

    misses = 0

    async def accept(self, story: str, number: int, act_id: str, words: str) -> Accepted:
        self._miss()
        return await super().accept(story, number, act_id, words)

    async def commit(self, story: str, expected_turn: int, record: TurnRecord, after: StoryState) -> bool:
        self._miss()
        return await super().commit(story, expected_turn, record, after)

    def _miss(self) -> None:
        if self.misses:
            self.misses -= 1
            raise StoreUnavailable("it is restarted")


async def test_a_turn_waits_for_its_store_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="gamemaster")
    monkeypatch.setattr(turn, "Patience", partial(Patience, first_s=0.001))
    store = Away()
    play = await Play(store=store).begin()
    store.misses = 3
    events = await play.turn("take")
    assert names(events)[:2] == ["DatabaseMissed", "TurnAccepted"]
    assert [event for event in events if isinstance(event, DatabaseMissed)] == [DatabaseMissed(AWAY)]
    assert [line.getMessage().count("the database is away") for line in caplog.records] == [1], (
        "of three tries"
    )
    assert record_of(events).reason == "complete"


async def test_a_turn_whose_commit_finds_no_store_says_so_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "Patience", partial(Patience, first_s=0.001))
    store = Away()
    play = await Play(store=store).begin()

    async def away_at_the_end() -> list[TurnEvent]:
        given = Given(play.story, WORLD, play.state, play.state, "act-first", "take", player=play.player)
        events: list[TurnEvent] = []
        async for event in run_turn(given, play.narrator, store, play.telling):
            events.append(event)
            if isinstance(event, TurnRuled):
                store.misses = 2
        return events

    assert names(await away_at_the_end())[-3:] == ["TellingEnded", "DatabaseMissed", "TurnCommitted"]
