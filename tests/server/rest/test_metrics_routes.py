"""`/metrics` on the service's own port: for the token alone, and not there at all without one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from pydantic import SecretStr

from gamemaster.metrics.settings import MetricsOptions
from gamemaster.play.metering import Metering, metering
from gamemaster.server.app import create_app
from tests.playkit import desk_in_memory

TOKEN = "token-of-the-rest-tests"


@asynccontextmanager
async def serving(found: Metering | None) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(lambda: desk_in_memory(metering=found))
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://game", trust_env=False) as http,
    ):
        yield http


@pytest.mark.parametrize("given", ["", "Bearer wrong", TOKEN])
async def test_the_token_opens_and_nothing_else(given: str) -> None:
    with metering(MetricsOptions(token=SecretStr(TOKEN)), ["hut"]) as found:
        async with serving(found) as http:
            refused = await http.get("/metrics", headers={"Authorization": given})
            assert refused.status_code == 401
            assert refused.headers["Content-Type"] == "application/problem+json"
            answer = await http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert 'gamemaster_story_turns_total{world="hut"} 0.0' in answer.text
    assert "gamemaster_sockets 0.0" in answer.text, "the sampler has read what the worker keeps count of"


async def test_without_a_token_there_is_no_such_page() -> None:
    async with serving(None) as http:
        assert (await http.get("/metrics")).status_code == 404
    with metering(MetricsOptions(port=0), ["hut"]) as found:
        async with serving(found) as http:
            assert (await http.get("/metrics", headers={"Authorization": "Bearer "})).status_code == 404


def test_nothing_is_measured_unless_it_is_wanted() -> None:
    with metering(MetricsOptions(), ["hut"]) as found:
        assert found is None
