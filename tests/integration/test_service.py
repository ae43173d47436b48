"""The service over its real socket: a turn, what is refused and how, and who may see what."""

import pytest

from tests.integration.service import kinds, running, told

pytestmark = pytest.mark.integration


async def test_a_turn_from_words_to_commit(migrated_url: str, redis_url: str) -> None:
    async with running(migrated_url, redis_url) as service, service.client() as client:
        story = await client.begin()
        assert [span["text"] for span in story["opening"]][0] == "You wake in a hut."
        frames = await client.act("go north")
        assert kinds(frames) == ["accepted", "ruling", "text", "state", "commit"]
        assert told(frames).startswith("You go north, and the wind answers (0).")
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
