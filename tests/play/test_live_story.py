"""A live story without a server: who follows it sees the same, and what is asked is done in the order of asking."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from gamemaster.admission.bounds import AddressBounds
from gamemaster.admission.options import AddressOptions, BudgetOptions
from gamemaster.admission.spending import Spender, Spending
from gamemaster.narration.scene import Scene
from gamemaster.play import live_story
from gamemaster.play.context import Desk
from gamemaster.play.live_story import LiveStory, StoryRequest
from gamemaster.play.story_events import RequestMessage, StoryEvent, TurnFinished
from gamemaster.play.story_recorder import TapeWriter
from gamemaster.play.turn_events import TurnCommitted
from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox
from gamemaster.recording.tape import Tape
from gamemaster.rules.proposal import Outcome
from gamemaster.rules.state import ModelTurn, StageUse, TurnRecord
from gamemaster.storage.memory_store import MemoryStore
from gamemaster.storage.store import Accepted, StoreUnavailable
from tests.integration.service import Puppet
from tests.playkit import Frame, Watcher, Window, desk_in_memory, new_story


@dataclass(eq=False)
class Stage:
    """One story on stage, and whoever watches."""

    desk: Desk
    live: LiveStory
    watcher: Watcher
    lines: list[tuple[str, dict[str, Any]]]
    windows: list[Window] = field(default_factory=list)

    async def window(self, epoch: int | None = None, offset: int | None = None) -> Window:
        window = Window()
        self.windows.append(window)
        await self.live.follow(window.outbox, epoch, offset)
        return window

    def ask(self, message: RequestMessage, window: Window) -> None:
        self.live.ask(StoryRequest(message, window.outbox))

    async def act(self, words: str, window: Window, act_id: str = "act-0001") -> list[Frame]:
        self.ask(messages.Act(id=act_id, text=words), window)
        return await window.until("commit", "error")


@contextlib.asynccontextmanager
async def open_stage(narrator: Puppet | None = None, **changes: Any) -> AsyncIterator[Stage]:
    async with desk_in_memory(narrator, **changes) as desk:
        stored = await new_story(desk)
        lines: list[tuple[str, dict[str, Any]]] = []
        tape = TapeWriter(Tape(lambda kind, fields: lines.append((kind, dict(fields)))))
        watcher = Watcher()
        live = LiveStory(desk.of_a_story, desk.worlds["hut"], stored, [], tape, [watcher])
        working = asyncio.create_task(live.run())
        try:
            yield Stage(desk, live, watcher, lines)
        finally:
            live.leave()
            await working


def kinds(frames: list[Frame]) -> list[str]:
    found: list[str] = []
    for frame in frames:
        if not found or found[-1] != frame["type"]:
            found.append(frame["type"])
    return found


async def test_all_windows_are_sent_the_same_frames_in_order() -> None:
    async with open_stage() as stage:
        one, other = await stage.window(), await stage.window()
        (shown,) = await one.until("story")
        assert (shown["turns"], shown["view"]["place"]["id"]) == ([], "hut")
        await other.until("story")
        frames = await stage.act("go north", one)
        assert kinds(frames) == ["accepted", "ruling", "text", "state", "commit"]
        assert await other.until("commit") == frames
        assert [frame["offset"] for frame in frames] == list(
            range(shown["offset"] + 1, shown["offset"] + len(frames) + 1)
        )


async def test_observers_see_each_event_once_and_in_order() -> None:
    async with open_stage() as stage:
        window = await stage.window()
        await stage.act("go north", window)
    assert stage.watcher.names == [
        "StoryOpened",
        "FollowerJoined",
        "MessageReceived",
        "RequestBegun",
        "TurnBegun",
        *("TurnAccepted", "FramePresented", "FrameSent", "MemoriesRecalled"),
        *("TurnRuled", "FramePresented", "FrameSent"),
        *("TextTold", "FramePresented", "FrameSent", "TextTold", "FramePresented", "FrameSent"),
        *("TellingEnded", "TurnCommitted", "FramePresented", "FrameSent", "FramePresented"),
        *("TurnFinished", "FrameSent", "LeaveBegun", "StoryClosed"),
    ]
    (finished,) = [event for event in stage.watcher.events if isinstance(event, TurnFinished)]
    assert (finished.before.place, finished.after.place, finished.record.number) == ("hut", "shore", 1)


async def test_a_tape_has_a_line_for_what_a_recording_needs() -> None:
    async with open_stage() as stage:
        await stage.act("take", await stage.window())
    kinds = [kind for kind, _ in stage.lines]
    assert kinds[:6] == ["join", "said", "client", "errand", "turn", "frame"]
    assert [kind for kind in kinds if kind not in ("frame", "sent")][5:] == [
        "recalled",
        "ruling",
        "told",
        "commit",
        "leaving",
    ]
    assert kinds.count("frame") == kinds.count("sent")


async def test_who_comes_later_is_shown_the_turns_and_what_is_told_now() -> None:
    gate = asyncio.Event()
    puppet = Puppet()
    async with open_stage(puppet) as stage:
        first = await stage.window()
        await stage.act("look", first)
        puppet.gate = gate
        stage.ask(messages.Act(id="act-0002", text="wait"), first)
        await first.until("text")
        late = await stage.window()
        frames = await late.until("text")
        assert [turn["words"] for turn in frames[0]["turns"]] == ["look"]
        assert kinds(frames[1:]) == ["accepted", "ruling", "text"]
        gate.set()
        assert await late.until("commit") == await first.until("commit")


async def test_what_is_told_while_the_log_is_busy_is_logged_together_and_before_it_is_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_stage(Puppet(spans=8)) as stage:
        window, logged, trips = await stage.window(), 0, 0
        (opened,) = await window.until("story")

        async def write(story: str) -> None:
            nonlocal logged, trips
            told = len(stage.live.flight.frames)
            await asyncio.sleep(0.02)
            logged, trips = told, trips + 1

        monkeypatch.setattr(stage.desk.frames, "write", write)
        stage.ask(messages.Act(id="act-0001", text="look"), window)
        told: list[Frame] = []
        while not told or told[-1]["type"] != "commit":
            told += await window.until("accepted", "ruling", "text", "commit")
            assert logged >= len(told) or told[-1]["type"] == "commit"
        assert kinds(told) == ["accepted", "ruling", "text", "state", "commit"]
        assert trips < len(told) - 4, "texts have no round trips of their own"
        assert [frame["offset"] for frame in told] == [opened["offset"] + n + 1 for n in range(len(told))]


async def test_a_log_that_fails_keeps_nobody_from_the_story(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_stage() as stage:
        window = await stage.window()

        async def write(story: str) -> None:
            raise RuntimeError("the log is broken")

        monkeypatch.setattr(stage.desk.frames, "write", write)
        assert kinds(await stage.act("go north", window))[-1] == "commit"


async def test_a_turn_is_taken_back_and_shown_anew() -> None:
    async with open_stage() as stage:
        window = await stage.window()
        await stage.act("go north", window)
        stage.ask(messages.Undo(id="undo-0001"), window)
        shown = await window.last("story")
        assert (shown["turns"], shown["view"]["place"]["id"], stage.live.stored.epoch) == ([], "hut", 1)
        stage.ask(messages.Undo(id="undo-0001"), window)
        assert (await window.last("story"))["turns"] == [], "again, nothing is taken back"
        stage.ask(messages.Undo(id="undo-0002"), window)
        assert (await window.last("error"))["code"] == "nothing_to_undo"


@contextlib.contextmanager
def first_answer_lost(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The store takes a turn back, and its answer never comes."""
    undo, lost = stage.desk.store.undo, [StoreUnavailable("the answer was lost")]

    async def undo_and_lose(*given: Any) -> Any:
        undone = await undo(*given)
        if lost:
            raise lost.pop()
        return undone

    monkeypatch.setattr(stage.desk.store, "undo", undo_and_lose)
    yield
    assert lost == []


async def test_an_undo_whose_answer_was_lost_is_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_stage() as stage:
        window, other = await stage.window(), await stage.window()
        await stage.act("go north", window)
        await other.until("commit")
        with first_answer_lost(stage, monkeypatch):
            stage.ask(messages.Undo(id="undo-0001"), window)
            assert (await window.last("error"))["code"] == "unavailable"
            assert (await other.last("story"))["turns"] == [], "though nobody asks again"
        stage.ask(messages.Undo(id="undo-0001"), window)
        assert (await window.last("story"))["turns"] == []


async def test_a_retry_whose_undo_was_not_heard_of_plays_its_words_when_it_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_stage() as stage:
        window = await stage.window()
        await stage.act("go north", window)
        with first_answer_lost(stage, monkeypatch):
            stage.ask(messages.Retry(id="retry-0001"), window)
            assert (await window.last("error"))["code"] == "unavailable"
            stage.ask(messages.Retry(id="retry-0001"), window)
            played = (await window.until("commit", "error"))[-1]
        assert (played["type"], played["act_id"], played["turn"]) == ("commit", "retry-0001", 1)


@dataclass
class Rememberer(Puppet):
    """A puppet that looks back in each turn."""

    seen: list[tuple[list[TurnRecord], list[TurnRecord]]] = field(default_factory=list)
    store: MemoryStore | None = None
    player: str = ""

    async def adjudicate(self, scene: Scene) -> Outcome:
        assert scene.past is not None
        assert self.store is not None
        stored = await self.store.turns(scene.story, self.player) if scene.state.turn else []
        self.seen.append((await scene.past(max(0, scene.state.turn - 4)), stored[-4:]))
        return await super().adjudicate(scene)


async def test_the_turns_at_hand_are_those_that_are_stored_whatever_was_taken_back() -> None:
    puppet = Rememberer()
    async with open_stage(puppet) as stage:
        assert isinstance(stage.desk.store, MemoryStore)
        puppet.store, puppet.player = stage.desk.store, stage.live.player
        window = await stage.window()
        for number in range(9):
            await stage.act("go north" if number % 2 else "go south", window, f"act-1{number:03}")
        stage.ask(messages.Undo(id="undo-0001"), window)
        stage.ask(messages.Undo(id="undo-0002"), window)
        await stage.act("take", window, "act-2000")
        await play_elsewhere(stage, "act-other", "go north")
        await stage.act("look", window, "act-3000")
        await window.last("story")
        for number in range(3):
            await stage.act("wait", window, f"act-4{number:03}")
    assert len(puppet.seen) >= 14
    assert [len(stored) for _, stored in puppet.seen[:6]] == [0, 1, 2, 3, 4, 4]
    for past, stored in puppet.seen:
        assert past == stored


async def test_a_turn_is_tried_again_with_its_words() -> None:
    async with open_stage() as stage:
        window = await stage.window()
        await window.until("story")
        before = await stage.act("go north", window)
        stage.ask(messages.Retry(id="retry-0001"), window)
        frames = await window.until("commit")
        assert kinds(frames) == ["story", "accepted", "ruling", "text", "state", "commit"]
        assert frames[1]["words"] == "go north"
        assert frames[1]["d20"] != before[0]["d20"], "with fresh dice"


async def test_a_branch_is_a_story_of_its_own() -> None:
    async with open_stage() as stage:
        window = await stage.window()
        await stage.act("go north", window)
        stage.ask(messages.Branch(id="branch-0001", name="what if", turn=0), window)
        branched = await window.last("branched")
        loaded = await stage.desk.store.load(branched["story"], stage.live.player)
        assert (loaded.name, loaded.turn, loaded.state.place) == ("what if", 0, "hut")


async def test_an_act_that_is_known_is_answered_and_not_played_again() -> None:
    async with open_stage() as stage:
        window = await stage.window()
        await stage.act("take", window)
        frames = await stage.act("take", window)
        assert [(frame["type"], frame.get("repeated")) for frame in frames] == [
            ("accepted", True),
            ("commit", None),
        ]
        stage.ask(messages.Undo(id="undo-0001"), window)
        await window.until("story")
        assert (await stage.act("take", window))[-1]["code"] == "taken_back"


async def test_an_act_that_another_process_played_is_shown_when_it_is_asked_again() -> None:
    async with open_stage() as stage:
        window = await stage.window()
        await play_elsewhere(stage, "act-other", "go north")
        frames = await stage.act("go north", window, "act-other")
        assert (frames[-1]["type"], frames[-1]["turn"]) == ("commit", 1)
        assert [turn["words"] for turn in (await window.until("story"))[-1]["turns"]] == ["go north"]
        assert (await stage.act("look", window, "act-0003"))[-1]["turn"] == 2


async def test_a_doubt_outlives_a_store_that_is_away_in_the_middle_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_story, "LOOK_AGAIN_S", 0.001)
    async with open_stage() as stage:
        window = await stage.window()
        await window.until("story")
        await play_elsewhere(stage, "act-other", "go north")
        read, failures = stage.desk.store.turns, [StoreUnavailable("gone"), StoreUnavailable("gone")]

        async def turns(*given: Any, **options: Any) -> Any:
            if failures:
                raise failures.pop()
            return await read(*given, **options)

        monkeypatch.setattr(stage.desk.store, "turns", turns)
        stage.live.look_again()
        assert [turn["words"] for turn in (await window.until("story"))[-1]["turns"]] == ["go north"]
        assert failures == []


async def test_nothing_is_played_after_the_end() -> None:
    async with open_stage(Puppet(ends=True)) as stage:
        window = await stage.window()
        await stage.act("leave", window)
        refused = (await stage.act("come back", window, "act-0002"))[-1]
        assert (refused["code"], "Away" in refused["message"]) == ("ended", True)


async def test_an_interrupt_ends_the_telling_after_what_was_shown() -> None:
    async with open_stage(Puppet(gate=asyncio.Event(), spans=3)) as stage:
        window = await stage.window()
        stage.ask(messages.Act(id="act-0001", text="wait"), window)
        shown = await window.last("text")
        stage.live.flight.interrupt(messages.Interrupt(shown=shown["offset"]), window.outbox)
        commit = await window.last("commit")
        assert (commit["reason"], commit["told"]) == ("interrupted", shown["offset"])
        assert commit["kept"] == {"span": 0, "chars": len(shown["text"])}


@pytest.mark.parametrize("hurries", [True, False])
async def test_a_tape_says_whether_its_player_hurried_the_telling(hurries: bool) -> None:
    puppet = Puppet(gate=asyncio.Event(), spans=2)
    async with open_stage(puppet) as stage:
        window = await stage.window()
        stage.ask(messages.Act(id="act-0001", text="wait"), window)
        await window.last("text")
        if hurries:
            stage.live.flight.show_whole(messages.ReadOn(turn=1))
        assert puppet.gate is not None
        puppet.gate.set()
        await window.last("commit")
    assert [fields for kind, fields in stage.lines if kind == "told"] == [{"turn": 1, "hurried": hurries}]


async def test_idle_what_clients_do_to_a_turn_comes_to_nothing() -> None:
    async with open_stage() as stage:
        window = await stage.window()
        flight = stage.live.flight
        flight.interrupt(messages.Interrupt(), window.outbox)
        flight.on_played(messages.Played(turn=1, utterance=0, samples=0), window.outbox)
        flight.show_whole(messages.ReadOn(turn=1))
        flight.listener_changed(window.outbox)
        flight.stop()
        assert not flight.is_stopped
        assert (await stage.act("look", window))[-1]["reason"] == "complete"
        assert stage.watcher.names[2] == "MessageReceived", "an interrupt is recorded all the same"


async def test_more_requests_than_may_wait_are_refused() -> None:
    gate = asyncio.Event()
    async with open_stage(Puppet(gate=gate)) as stage:
        window = await stage.window()
        stage.ask(messages.Act(id="act-first", text="wait"), window)
        await window.until("text")
        for number in range(stage.live.context.most_waiting + 1):
            stage.ask(messages.Act(id=f"act-{number:04}", text="wait"), window)
        assert (await window.last("error"))["code"] == "busy"
        gate.set()


async def test_a_story_that_is_left_does_what_was_asked_and_refuses_the_rest() -> None:
    async with open_stage() as stage:
        window = await stage.window()
        stage.ask(messages.Act(id="act-0001", text="look"), window)
        stage.live.leave()
        stage.ask(messages.Act(id="act-0002", text="look"), window)
        frames = await window.until("commit")
        assert [frame["code"] for frame in frames if frame["type"] == "error"] == ["unavailable"]


async def play_elsewhere(stage: Stage, act_id: str, words: str) -> None:
    """Another process plays a turn of the story that is open here."""
    store, live = stage.desk.store, stage.live
    other = LiveStory(stage.desk.of_a_story, live.loaded, await store.load(live.id, live.player), [])
    working = asyncio.create_task(other.run())
    elsewhere = Window()
    await other.follow(elsewhere.outbox, None, None)
    other.ask(StoryRequest(messages.Act(id=act_id, text=words), elsewhere.outbox))
    await elsewhere.until("commit")
    other.leave()
    await working


async def test_a_story_that_another_process_wrote_is_read_anew() -> None:
    async with open_stage() as stage:
        window = await stage.window()
        await play_elsewhere(stage, "act-other", "go north")
        frames = await stage.act("look", window)
        assert frames[-1]["code"] == "conflict"
        assert [turn["words"] for turn in (await window.last("story"))["turns"]] == ["go north"]
        assert (await stage.act("look", window, "act-0003"))[-1]["turn"] == 2


async def test_what_was_left_pending_is_played_when_the_story_is_opened() -> None:
    async with desk_in_memory() as desk:
        stored = await new_story(desk)
        await desk.store.accept(stored.id, 1, "act-lost", "go north")
        live = LiveStory(
            desk.of_a_story, desk.worlds["hut"], await desk.store.load(stored.id, stored.player), []
        )
        working = asyncio.create_task(live.run())
        await live.idle.wait()
        assert (live.stored.turn, live.stored.pending, live.state.place) == (1, None, "shore")
        live.leave()
        await working


async def test_a_story_without_followers_goes_on_and_a_slow_one_is_closed() -> None:
    async with open_stage(Puppet(spans=2)) as stage:
        window = await stage.window()
        stage.live.unfollow(window.outbox)
        assert "FollowerLeft" in stage.watcher.names
        full = Outbox(1)
        stage.live.ask(StoryRequest(messages.Act(id="act-0001", text="look"), full))
        await stage.live.idle.wait()
        assert stage.live.stored.turn == 1


async def test_a_fault_of_ours_is_told_and_the_story_goes_on() -> None:
    class Broken(MemoryStore):
        faults = 1

        async def accept(self, story: str, number: int, act_id: str, words: str) -> Accepted:
            if self.faults:
                self.faults -= 1
                raise RuntimeError("a fault of ours")
            return await super().accept(story, number, act_id, words)

    async with open_stage(store=Broken()) as stage:
        window = await stage.window()
        assert (await stage.act("look", window, "act-0001"))[-1]["code"] == "internal"
        assert (await stage.act("look", window, "act-0002"))[-1]["reason"] == "complete"


async def test_an_observer_that_fails_does_not_touch_the_play() -> None:
    class Failing:
        def observe(self, event: StoryEvent) -> None:
            raise RuntimeError("an observer of ours fails")

    async with desk_in_memory() as desk:
        live = LiveStory(desk.of_a_story, desk.worlds["hut"], await new_story(desk), [], None, [Failing()])
        working = asyncio.create_task(live.run())
        window = Window()
        await live.follow(window.outbox, None, None)
        live.ask(StoryRequest(messages.Act(id="act-0001", text="look"), window.outbox))
        assert (await window.until("commit"))[-1]["reason"] == "complete"
        live.leave()
        await working


async def test_whose_share_of_the_model_is_used_up_plays_with_the_understudy_and_is_told() -> None:
    spending = Spending(BudgetOptions(story_tokens_per_day=100))
    understudy, model = Puppet(name="understudy"), Puppet(name="model")
    async with open_stage(understudy, spending=spending) as stage:
        stage.desk.narrator.hand_over(model)
        window = await stage.window()
        await stage.act("look", window)
        spending.charge(Spender("", stage.live.player, stage.live.id), 100)
        frames = await stage.act("look", window, "act-0002")
        told = [frame for frame in frames if frame["type"] == "delayed"]
        assert [frame["what"] for frame in told] == ["model"]
        assert "This story has had its share of the model for today" in told[0]["message"]
        assert "delayed" not in kinds(await stage.act("look", window, "act-0003")), "told once"
    narrators = [event.record.narrator for event in stage.watcher.events if isinstance(event, TurnFinished)]
    assert narrators == ["model", "understudy", "understudy"]


async def test_what_the_model_took_is_charged_to_whom_it_was_played_for() -> None:
    bounds = AddressBounds(AddressOptions(model_tokens_per_minute=10))
    spending = Spending(addresses=bounds)
    async with open_stage(spending=spending) as stage:
        window = await stage.window()
        act = messages.Act(id="act-0001", text="look")
        stage.live.ask(StoryRequest(act, window.outbox, address="192.0.2.1"))
        await window.until("commit")
        assert bounds.model_tokens.look("192.0.2.1") is None, "the puppet costs nothing"
        finished = next(event for event in stage.watcher.events if isinstance(event, TurnFinished))
        use = StageUse(stage="outcome", prompt=90, cached=60, reasoning=0, completion=20)
        record = finished.record.model_copy(update={"model": ModelTurn(uses=[use])})
        stage.live.flight.committed = TurnCommitted(record, finished.after)
        stage.live._end_turn()
        assert bounds.model_tokens.look("192.0.2.1") is not None, "50 of 10 tokens"
        stage.live.flight.committed = None
