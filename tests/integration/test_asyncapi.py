"""What a real service says on its socket is what its AsyncAPI document describes."""

from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from tests.integration.service import ids, running

pytestmark = [pytest.mark.integration]


async def test_real_frames_fit_the_document(migrated_url: str, redis_url: str) -> None:
    async with running(migrated_url, redis_url) as service, service.client() as client:
        async with httpx.AsyncClient(base_url=service.http, trust_env=False) as http:
            document: dict[str, Any] = (await http.get("/asyncapi.json")).json()
        await client.begin()
        await client.act("go north")
        for asked, answer in (
            ({"type": "undo", "id": next(ids)}, "story"),
            ({"type": "stories"}, "stories"),
            ({"type": "branch", "id": next(ids), "name": "kept"}, "branched"),
            ({"type": "ping", "n": 1}, "pong"),
            ({"type": "act", "id": next(ids), "text": ""}, "error"),
        ):
            await client.send(**asked)
            await client.until(answer)
        seen = {frame["type"] for frame in client.frames}
        assert seen >= {
            "welcome",
            "story",
            "accepted",
            "ruling",
            "text",
            "state",
            "commit",
            "stories",
            "error",
        }
        said = document["operations"]["say"]["messages"]
        names = {each["$ref"].rpartition("/")[2] for each in said}
        for frame in client.frames:
            kind = frame["type"]
            name = kind if kind in names else f"{kind}_from_server"
            payload = document["components"]["messages"][name]["payload"]
            validator = Draft202012Validator({**payload, "components": document["components"]})
            assert [fault.message for fault in validator.iter_errors(frame)] == [], frame
