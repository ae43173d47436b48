"""The workshop and a world's pictures over REST: who may have them, and what comes of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from gamemaster.authoring.new_world import new_world
from gamemaster.play.context import Desk, LoadedWorld
from gamemaster.play.opening import begin
from gamemaster.server.app import create_app
from gamemaster.server.rest import skeins
from gamemaster.storage.store import StoryStart
from tests.playkit import desk_in_memory
from tests.worlds.test_pictures import png
from worlds.loader import load_world, world_hash

HERE, ELSEWHERE = ("127.0.0.1", 5000), ("10.1.2.3", 5000)


@dataclass(frozen=True)
class Visit:
    http: httpx.AsyncClient
    story: str
    headers: dict[str, str]

    async def ask(self, what: str, **options: object) -> httpx.Response:
        return await self.http.request(
            "POST" if options else "GET",
            f"/api/stories/{self.story}/{what}",
            headers=self.headers,
            **options,  # type: ignore[arg-type]
        )


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    folder = tmp_path / "isle"
    new_world(folder, "tiny")
    text = (folder / "world.yaml").read_text()
    named = text.replace(
        "    name: The Jetty\n", "    name: The Jetty\n    picture: {file: jetty.png, alt: A jetty.}\n"
    )
    (folder / "world.yaml").write_text(named)
    for name in ("jetty.png", "other.png"):
        (folder / name).write_bytes(png(320, 200))
    return folder


@asynccontextmanager
async def visit(isle: Path, client: tuple[str, int] = HERE, workshop: bool = True) -> AsyncIterator[Visit]:
    loaded = LoadedWorld(load_world(isle), world_hash(isle), isle)
    async with desk_in_memory(worlds={"isle": loaded}, workshop=workshop) as desk:

        @asynccontextmanager
        async def open_desk() -> AsyncIterator[Desk]:
            yield desk

        app = create_app(open_desk)
        player = await desk.store.create_player()
        start = StoryStart("isle", loaded.hash, begin(loaded.world, 1), "new", title="Isle")
        stored = await desk.store.create_story(player, start)
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app, client=client)
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
                yield Visit(http, stored.id, {"Authorization": f"Bearer {desk.tokens.sign(player)}"})


async def test_a_writer_here_has_the_workshop(isle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skeins, "BOTS", 2)  # one acts at random, one follows a path
    async with visit(isle) as there:
        found = (await there.ask("workshop")).json()
        assert found["shown"]["place"] == "jetty"
        assert found["sources"]["beats.splash"]["file"] == "world.yaml"
        charts = (await there.ask("charts")).json()
        assert {node["id"] for node in charts["places"]["nodes"]} == {"jetty", "boathouse"}
        marks = {
            node["id"]: node["marks"]
            for node in (await there.ask("charts?bots=true")).json()["beats"]["nodes"]
        }
        assert ("bots" in marks["across"], "bots" in marks["drowned"]) == (True, False)
        kept = await there.ask("plays", json={"name": "Nothing yet"})
        assert (kept.status_code, kept.json()["name"]) == (201, "nothing-yet")
        assert [one["name"] for one in (await there.ask("plays")).json()["plays"]] == ["nothing-yet"]
        assert (await there.ask("plays/nobody/bless", json={})).status_code == 404


@pytest.mark.parametrize(("client", "workshop"), [(ELSEWHERE, True), (HERE, False)])
async def test_nobody_else_has_it(isle: Path, client: tuple[str, int], workshop: bool) -> None:
    async with visit(isle, client, workshop) as there:
        for what in ("workshop", "charts", "plays"):
            refused = await there.ask(what)
            assert (refused.status_code, "play --watch" in refused.json()["detail"]) == (404, True)
        assert (await there.ask("plays", json={"name": "mine"})).status_code == 404
        assert not (isle / "plays").exists()


async def test_a_picture_that_the_world_names_is_served_and_no_other_file(isle: Path) -> None:
    async with visit(isle, ELSEWHERE, workshop=False) as there:
        given = await there.http.get("/api/worlds/isle/pictures/jetty.png")
        assert (given.status_code, given.headers["Content-Type"]) == (200, "image/png")
        assert given.headers["X-Content-Type-Options"] == "nosniff"
        again = await there.http.get(
            "/api/worlds/isle/pictures/jetty.png", headers={"If-None-Match": given.headers["ETag"]}
        )
        assert (again.status_code, again.content) == (304, b"")
        for other in ("other.png", "world.yaml", "../isle/jetty.png", "%2e%2e/secret.png"):
            assert (await there.http.get(f"/api/worlds/isle/pictures/{other}")).status_code == 404
        (isle / "jetty.png").write_bytes(b"<script>")
        assert (await there.http.get("/api/worlds/isle/pictures/jetty.png")).status_code == 404
