"""The operator's page: for the token alone, with few guesses, and not there at all without one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from gamemaster.admission.bounds import AddressBounds
from gamemaster.admission.operator_door import GUESSES_PER_MINUTE, OperatorDoor
from gamemaster.admission.options import AddressOptions
from gamemaster.server.app import create_app
from gamemaster.server.security_headers import CONTENT_SECURITY_POLICY
from tests.playkit import desk_in_memory

TOKEN = "token-of-the-operators-tests"
RIGHT = {"Authorization": f"Bearer {TOKEN}"}
WRONG = {"Authorization": "Bearer another-token-of-the-same"}
FILES = ("/ops", "/ops/ops.css", "/ops/ops.js")


@asynccontextmanager
async def serving(
    token: str | None = TOKEN, guess_s: float = 0.0, **desk: Any
) -> AsyncIterator[httpx.AsyncClient]:
    door = OperatorDoor(SecretStr(token), guess_s=guess_s) if token else None
    app = create_app(lambda: desk_in_memory(ops=door, **desk))
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://game", trust_env=False) as http,
    ):
        yield http


@pytest.mark.parametrize("path", [*FILES, "/ops.html", "/api/ops/service", "/api/ops/players"])
async def test_without_a_token_there_is_no_such_page(path: str) -> None:
    async with serving(None) as http:
        assert (await http.get(path, headers=RIGHT)).status_code == 404


async def test_the_page_comes_under_the_players_policy() -> None:
    async with serving() as http:
        for path in FILES:
            answer = await http.get(path)
            assert (answer.status_code, path) == (200, path)
            assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
        assert "Authorization" not in (await http.get("/ops")).text


async def test_every_answer_asks_for_the_token() -> None:
    async with serving() as http:
        paths = (await http.get("/openapi.json")).json()["paths"]
        asked = [(path, method) for path in paths if path.startswith("/api/ops") for method in paths[path]]
        assert len(asked) >= 10
        for path, method in asked:
            refused = await http.request(method, path.format(player="0" * 32, sanction="muted", number=1))
            assert (refused.status_code, path) == (401, path)
            assert refused.headers["Content-Type"] == "application/problem+json"


async def test_wrong_tokens_are_few_and_never_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("WARNING", logger="gamemaster")
    async with serving() as http:
        for _ in range(GUESSES_PER_MINUTE):
            wrong = await http.get("/api/ops/service", headers=WRONG)
            assert (wrong.status_code, wrong.json()["detail"]) == (
                401,
                "This is not the token of GM_OPS__TOKEN.",
            )
        refused = await http.get("/api/ops/service", headers=WRONG)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert "wrong token" in caplog.text
    assert "another-token" not in caplog.text


async def test_whoever_guesses_does_not_shut_the_operator_out() -> None:
    """Behind a proxy that is not configured both have one address."""
    few = AddressBounds(AddressOptions(requests_per_minute=GUESSES_PER_MINUTE + 2))
    async with serving(addresses=few) as http:
        answers = [await http.get("/api/ops/service", headers=WRONG) for _ in range(GUESSES_PER_MINUTE + 4)]
        assert {answer.status_code for answer in answers} == {401, 429}
        assert answers[-1].json()["detail"].endswith("s."), (
            "neither a token nor a request is left for this minute"
        )
        for _ in range(3):
            assert (await http.get("/api/ops/service", headers=RIGHT)).status_code == 200


async def test_a_guess_waits_for_its_answer_and_the_operator_does_not() -> None:
    async with serving(guess_s=3600.0) as http:
        guess = asyncio.create_task(http.get("/api/ops/service", headers=WRONG))
        async with asyncio.timeout(30):
            assert (await http.get("/api/ops/service")).status_code == 401, "which is no guess"
            assert (await http.get("/api/ops/service", headers=RIGHT)).status_code == 200
        assert not guess.done()
        guess.cancel()


async def test_without_redis_it_says_so() -> None:
    async with serving() as http:
        shown = (await http.get("/api/ops/service", headers=RIGHT)).json()
    assert shown["redis"].startswith("Redis is away")
    assert shown["workers"] == []
