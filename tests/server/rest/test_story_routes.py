"""A story's name and its export over REST, without a server: who may have them, and what comes of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
import pytest

from gamemaster.play.context import Desk
from gamemaster.server.app import create_app
from gamemaster.storage.store import StoredStory
from tests.playkit import desk_in_memory, new_story


@dataclass(frozen=True)
class Visit:
    desk: Desk
    story: StoredStory
    http: httpx.AsyncClient

    def authorization(self, player: str = "") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.desk.tokens.sign(player or self.story.player)}"}

    @property
    def path(self) -> str:
        return f"/api/stories/{self.story.id}"

    async def export(self, form: str, headers: dict[str, str] | None = None) -> httpx.Response:
        return await self.http.get(
            f"{self.path}/export", params={"format": form}, headers=headers or self.authorization()
        )


@asynccontextmanager
async def visit() -> AsyncIterator[Visit]:
    async with desk_in_memory() as desk:

        @asynccontextmanager
        async def open_desk() -> AsyncIterator[Desk]:
            yield desk

        app = create_app(open_desk)
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
                yield Visit(desk, await new_story(desk), http)


async def test_a_story_gets_another_name() -> None:
    async with visit() as there:
        given = await there.http.patch(
            there.path, json={"name": "  The bell "}, headers=there.authorization()
        )
        assert given.status_code == 204
        assert (await there.desk.store.load(there.story.id, there.story.player)).name == "The bell"
        await there.http.patch(there.path, json={"name": None}, headers=there.authorization())
        assert (await there.desk.store.load(there.story.id, there.story.player)).name is None


@pytest.mark.parametrize(
    "body", [{"name": ""}, {"name": "x" * 61}, {"name": 3}, {}, {"name": "a", "turn": 4}]
)
async def test_a_name_that_will_not_do(body: dict[str, object]) -> None:
    async with visit() as there:
        refused = await there.http.patch(there.path, json=body, headers=there.authorization())
        assert (refused.status_code, refused.headers["content-type"]) == (422, "application/problem+json")


async def test_a_story_to_read() -> None:
    async with visit() as there:
        for form, kind in (("markdown", "text/markdown"), ("html", "text/html")):
            answer = await there.export(form)
            assert answer.status_code == 200
            assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
            assert answer.headers["content-disposition"].startswith('attachment; filename="the-hut.')
            assert answer.headers["cache-control"] == "no-store"
            assert "The Hut" in answer.text
            assert there.story.id not in answer.text
            assert there.story.player not in answer.text
        book = await there.export("epub")
        assert book.headers["content-type"] == "application/epub+zip"
        assert book.content.startswith(b"PK")
        assert (await there.export("pdf")).status_code == 422


async def test_nothing_of_others() -> None:
    async with visit() as there:
        stranger = there.authorization(await there.desk.store.create_player())
        assert (await there.export("html", stranger)).status_code == 404
        assert (
            await there.http.patch(there.path, json={"name": "mine"}, headers=stranger)
        ).status_code == 404
        assert (await there.http.get(f"{there.path}/export")).status_code == 401
