"""The prompts of turns over REST: for designers, of their own stories, and for nobody else."""

from typing import Any

import httpx
import pytest

from gamemaster.narration.standby import Standby
from tests.integration.service import Client, running
from tests.modelkit import PROSE, Actor, Stage, outcome

pytestmark = pytest.mark.integration


def authorization(client: Client) -> dict[str, str]:
    return {"Authorization": f"Bearer {client.token}"}


async def test_players_are_shown_no_prompts(migrated_url: str, redis_url: str) -> None:
    async with running(migrated_url, redis_url) as service, service.client() as client:
        await client.begin()
        await client.act("go north")
        async with httpx.AsyncClient(base_url=service.http, trust_env=False) as http:
            refused = await http.get(f"/api/stories/{client.story}/prompts/1", headers=authorization(client))
    assert refused.status_code == 404
    assert "GM_DESIGNER" in refused.json()["detail"]


@pytest.mark.parametrize("told_by", ["understudy", "model"])
async def test_designers_are_shown_their_own(migrated_url: str, redis_url: str, told_by: str) -> None:
    changes: dict[str, Any] = {"designer": True}
    if told_by == "model":
        look = outcome({"op": "look"})
        changes["narrator"] = Standby(Stage(Actor([look, PROSE] * 2)).narrator)
    async with (
        running(migrated_url, redis_url, **changes) as service,
        service.client() as client,
        service.client() as other,
    ):
        await client.begin()
        await other.begin()
        await client.act("go north")
        await client.act("go south")
        page = f"/api/stories/{client.story}/prompts/2"
        async with httpx.AsyncClient(base_url=service.http, trust_env=False) as http:
            shown = (await http.get(page, headers=authorization(client))).json()
            assert (await http.get(page)).status_code == 401
            assert (await http.get(page, headers=authorization(other))).status_code == 404
            beyond = await http.get(page[:-1] + "9", headers=authorization(client))
    assert shown["turn"] == 2
    assert shown["exact"] == (told_by == "model")
    assert [request["sent"] for request in shown["requests"]] == [told_by == "model"] * 2
    zones = [zone["zone"] for zone in shown["requests"][0]["zones"]]
    assert zones == ["head", "story", "transcript", "turn"]
    text = "".join(part["text"] for part in shown["requests"][1]["zones"][-1]["segments"])
    assert "go south" in text
    assert (beyond.status_code, beyond.json()["detail"][:24]) == (404, "The story has no turn 9:")
