"""The service over its real socket: turns, what may be asked of a story, and who may see what."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from gamemaster.play.cadence import Cadence
from gamemaster.play.context import LoadedWorld
from gamemaster.play.turn import Budget
from tests.integration.service import WORLD, Puppet, Service, ids, kinds, running, text_of
from worlds.schema import Item

pytestmark = pytest.mark.integration


@pytest.fixture
async def service(migrated_url: str, redis_url: str) -> AsyncIterator[Service]:
    async with running(migrated_url, redis_url) as started:
        yield started


async def test_a_turn_from_words_to_commit(service: Service) -> None:
    async with service.client() as client:
        story = await client.begin()
        assert story["opening"][0]["text"] == "You wake in a hut."
        frames = await client.act("go north")
        assert kinds(frames) == ["accepted", "ruling", "text", "state", "commit"]
        assert text_of(frames).startswith("You go north, and the wind answers (0).")
        assert frames[0]["words"] == "go north"
        assert 1 <= frames[0]["d20"] <= 20
        assert frames[-2]["view"]["place"]["name"] == "The Shore"
        assert (frames[-1]["turn"], frames[-1]["reason"]) == (1, "complete")
        # One more for each frame, after the snapshot's.
        positions = [(frame["epoch"], frame["offset"]) for frame in [story, *frames]]
        assert positions == [(story["epoch"], story["offset"] + n) for n in range(len(positions))]
        stored = await service.desk.store.load(client.story, client.player)
        assert (stored.turn, stored.state.place, stored.pending) == (1, "shore", None)
        assert stored.state.told["000000000001"] == 1


async def test_the_same_act_is_played_once(service: Service) -> None:
    async with service.client() as client:
        await client.begin()
        await client.act("go north", "act-00000001")
        again = await client.act("go south", "act-00000001")
        assert [(f["type"], f.get("turn")) for f in again] == [("accepted", 1), ("commit", 1)]
        assert again[0]["repeated"]
        assert again[0]["words"] == "go north"
        stored = await service.desk.store.load(client.story, client.player)
        assert (stored.turn, stored.state.place) == (1, "shore")


async def test_a_story_is_made_once(service: Service) -> None:
    async with service.client() as client:
        first = await client.begin()
        for _ in range(2):
            await client.send(type="new_story", id="new-00000001", world="hut")
        one, two = await client.receive(), await client.receive()
        assert one["story"] == two["story"] != first["story"]
        await client.send(type="stories")
        assert len((await client.receive())["stories"]) == 2


async def test_acts_are_played_in_the_order_of_sending(service: Service) -> None:
    async with service.client() as client:
        await client.begin()
        for words in ("go north", "go south", "take"):
            await client.send(type="act", id=next(ids), text=words)
        turns = [await client.until("commit") for _ in range(3)]
        assert [frames[0]["words"] for frames in turns] == ["go north", "go south", "take"]
        assert [frames[-1]["turn"] for frames in turns] == [1, 2, 3]


async def test_undo_and_retry(service: Service) -> None:
    async with service.client() as client:
        first = await client.begin()
        await client.act("take")
        gone = await client.act("go north")
        await client.send(type="undo", id="undo-0000001")
        story = await client.receive()
        assert story["type"] == "story"
        assert story["epoch"] != first["epoch"]
        assert [turn["words"] for turn in story["turns"]] == ["take"]
        assert story["view"]["place"]["id"] == "hut"
        assert [item["id"] for item in story["view"]["carried"]] == ["knife"]
        # Asked again, it is answered again, and not done again.
        await client.send(type="undo", id="undo-0000001")
        assert await client.receive() == story
        await client.send(type="retry", id="retry-000001")
        retried = await client.until("commit")
        assert kinds(retried) == ["story", "accepted", "ruling", "text", "state", "commit"]
        assert (retried[1]["words"], retried[1]["turn"]) == ("take", 1)
        stored = await service.desk.store.turns(client.story, client.player)
        assert [record.words for record in stored] == ["take"]
        assert gone[0]["turn"] == 2


async def test_there_is_nothing_to_undo_at_the_beginning(service: Service) -> None:
    async with service.client() as client:
        await client.begin()
        await client.send(type="undo", id="undo-0000001")
        error = await client.receive()
        assert (error["code"], error["act_id"]) == ("nothing_to_undo", "undo-0000001")


async def test_a_branch_is_a_story_of_its_own(service: Service) -> None:
    async with service.client() as client:
        await client.begin()
        await client.act("take")
        await client.act("go north")
        trunk = client.story
        await client.send(type="branch", id="branch-00001", name="in the hut", turn=1)
        branched = await client.receive()
        assert (branched["type"], branched["name"]) == ("branched", "in the hut")
        story = await client.open(branched["story"])
        assert story["view"]["place"]["id"] == "hut"
        await client.act("wait")
        assert (await client.open(trunk))["view"]["place"]["id"] == "shore"
        await client.send(type="branch", id="branch-00002", name="too late", turn=9)
        assert (await client.receive())["code"] == "not_found"


async def test_two_windows_follow_the_same_story(service: Service) -> None:
    async with service.client() as one, service.client(one.token) as two:
        await one.begin()
        await two.open(one.story)
        mine = await one.act("go north")
        assert await two.until("commit") == mine
        theirs = await two.act("go south")
        assert await one.until("commit") == theirs


async def test_nobody_reads_or_writes_anothers_story(service: Service) -> None:
    async with service.client() as owner, service.client() as stranger:
        await owner.begin()
        await owner.act("go north")
        error = await stranger.open(owner.story)
        assert (error["type"], error["code"]) == ("error", "not_found")
        for message in (
            {"type": "act", "id": "stranger-001", "text": "go south"},
            {"type": "undo", "id": "stranger-002"},
            {"type": "branch", "id": "stranger-003", "name": "mine now"},
            {"type": "interrupt"},
        ):
            await stranger.send(**message)
            assert (await stranger.receive())["code"] == "not_found"
        await owner.silence()
        assert (await service.desk.store.load(owner.story, owner.player)).turn == 1


async def test_an_ended_story_takes_no_acts_but_can_be_taken_back(service: Service) -> None:
    async with service.client() as client:
        await client.begin()
        service.puppet.ends = True
        frames = await client.act("leave")
        assert frames[-2]["view"]["ended"] == "Away"
        (error,) = await client.act("go north")
        assert (error["code"], "Away" in error["message"]) == ("ended", True)
        await client.send(type="undo", id="undo-0000001")
        assert (await client.receive())["view"]["ended"] is None


@pytest.mark.parametrize("fails", ["adjudicate", "narrate"])
async def test_a_narrator_that_fails_costs_no_turn(service: Service, fails: str) -> None:
    async with service.client() as client:
        await client.begin()
        service.puppet.fails = fails
        frames = await client.act("go north")
        assert (frames[-1]["type"], frames[-1]["reason"]) == ("commit", "engine_lost")
        notice = [frame for frame in frames if frame.get("kind") == "notice"]
        assert "lost the thread" in notice[0]["text"]
        place = "hut" if fails == "adjudicate" else "shore"  # what was ruled stands
        assert frames[-2]["view"]["place"]["id"] == place
        service.puppet.fails = ""
        assert (await client.act("take"))[-1]["reason"] == "complete"


async def test_an_interrupted_turn_keeps_what_was_shown(migrated_url: str, redis_url: str) -> None:
    puppet = Puppet(spans=3, gate=asyncio.Event())
    async with running(migrated_url, redis_url, puppet) as service, service.client() as client:
        await client.begin()
        await client.send(type="act", id=next(ids), text="go north")
        shown = (await client.until("text"))[-1]
        await client.send(type="interrupt", shown=shown["offset"])
        frames = await client.until("commit")
        assert kinds(frames) == ["state", "commit"]
        assert (frames[-1]["reason"], frames[-1]["told"]) == ("interrupted", shown["offset"])
        assert frames[0]["view"]["place"]["id"] == "shore"
        (record,) = await service.desk.store.turns(client.story, client.player)
        assert [span.text for span in record.spans] == [shown["text"]]
        stored = await service.desk.store.load(client.story, client.player)
        assert stored.state.told["000000000000"] == 1
        assert "000000000001" not in stored.state.told


async def test_what_came_after_the_last_frame_seen_is_not_told(migrated_url: str, redis_url: str) -> None:
    cadence = Cadence(chars_per_second=100, at_most_s=30)
    puppet = Puppet(spans=2, text="You {words}. " + "The wind goes on and on over the stones. " * 20)
    async with (
        running(migrated_url, redis_url, puppet, cadence=cadence) as service,
        service.client() as client,
    ):
        await client.begin()
        await client.send(type="act", id=next(ids), text="go north")
        seen = await client.until("text")
        for _ in range(3):
            await client.until("text")
        await client.send(type="interrupt", shown=seen[-1]["offset"])
        frames = await client.until("commit")
        assert frames[-1]["told"] == seen[-1]["offset"]
        (record,) = await service.desk.store.turns(client.story, client.player)
        assert "".join(span.text for span in record.spans) == seen[-1]["text"]
        assert record.spans[0].keys == []
        again = await client.open(client.story)
        assert again["turns"][0]["spans"][0]["text"] == seen[-1]["text"]


async def test_an_act_hurries_the_turn_before_it(migrated_url: str, redis_url: str) -> None:
    cadence = Cadence(chars_per_second=10, at_most_s=60)
    async with running(migrated_url, redis_url, cadence=cadence) as service, service.client() as client:
        await client.begin()
        await client.send(type="act", id=next(ids), text="go north")
        await client.until("text")
        await client.send(type="act", id=next(ids), text="go south", instant=True)
        first = await client.until("commit", timeout=30)
        assert first[-1]["reason"] == "complete"
        assert (await client.until("commit", timeout=30))[-1]["turn"] == 2


async def test_text_comes_in_phrases_that_make_the_spans(migrated_url: str, redis_url: str) -> None:
    async with (
        running(migrated_url, redis_url, cadence=Cadence(5000, 1)) as service,
        service.client() as client,
    ):
        await client.begin()
        frames = await client.act("go north")
        spans: dict[int, str] = {}
        for frame in frames:
            if frame["type"] == "text":
                spans[frame["span"]] = spans.get(frame["span"], "") + frame["text"]
        (record,) = await service.desk.store.turns(client.story, client.player)
        assert [span.text for span in record.spans] == list(spans.values())
        assert sum(frame["type"] == "text" for frame in frames) > 2


async def test_a_story_goes_on_when_its_world_was_changed(migrated_url: str, redis_url: str) -> None:
    async with running(migrated_url, redis_url) as service, service.client() as client:
        await client.begin()
        await client.act("take")
    lamp = Item(id="lamp", name="lamp", description=({"text": "Lit."},), at="hut")
    changed = WORLD.model_copy(update={"items": {"lamp": lamp}})
    worlds = {"hut": LoadedWorld(changed, "hash-2")}
    async with (
        running(migrated_url, redis_url, worlds=worlds) as service,
        service.client(client.token) as back,
    ):
        story = await back.open(client.story)
        assert [item["id"] for item in story["view"]["carried"]] == []
        assert [item["id"] for item in story["view"]["things"]] == ["lamp"]
        assert (await back.act("go north"))[-1]["reason"] == "complete"
        for turn in (1, 0):
            await back.send(type="undo", id=f"undo-000000{turn}")
            assert (await back.receive())["view"]["turn"] == turn
        stored = await service.desk.store.load(client.story, client.player)
        assert stored.state.items == {"knife": "hut"}


async def test_a_narrator_that_takes_too_long(migrated_url: str, redis_url: str) -> None:
    puppet = Puppet(gate=asyncio.Event())
    async with (
        running(migrated_url, redis_url, puppet, budget=Budget(5, 0.3)) as service,
        service.client() as client,
    ):
        await client.begin()
        frames = await client.act("go north")
        assert (frames[-1]["reason"], frames[-2]["view"]["place"]["id"]) == ("budget", "shore")
        assert "too long" in text_of(frames)
        puppet.gate = None
        assert (await client.act("go south"))[-1]["reason"] == "complete"


async def test_a_turn_that_cannot_be_kept_does_not_block_the_story(service: Service) -> None:
    async with service.client() as client:
        await client.begin()
        service.puppet.text = "a text that Postgres cannot keep: \x00"
        frames = await client.act("go north")
        assert frames[-1]["code"] == "bad_message"
        service.puppet.text = "Now it can."
        story = (await client.until("story"))[-1]
        assert (story["turns"], story["pending"]) == ([], None)
        assert (await client.act("go north"))[-1]["turn"] == 1
