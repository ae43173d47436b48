"""What designers see of a story's characters: `gamemaster npcs show`, and over REST for those here."""

import asyncio
import json
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner, Result

from gamemaster.cli.main import app
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.storage.postgres_store import PostgresStore
from npcs.store import invalidate, remember
from tests.integration.service import running
from tests.integration.test_designer import authorization
from tests.modelkit import Stage
from tests.narration.prompts.test_compaction import stage_of
from tests.npcs.memories import memory
from tests.storykit import Author
from tests.worldkit import ROOT

pytestmark = pytest.mark.integration


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, migrated_url: str, tmp_path: Path) -> None:
    monkeypatch.setenv("GM_DATABASE_URL", migrated_url)
    monkeypatch.setenv("GM_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("GM_WORLDS_DIRS", str(ROOT / "tests"))


@pytest.fixture
async def stage(store: PostgresStore, author: Author, environment: None) -> Stage:
    """A story in the real store, told by the understudy."""
    stage = stage_of(60)
    stage.told_by = Understudy()
    await stage.move_to(store, author)
    return stage


async def show(*command: str) -> Result:
    return await asyncio.to_thread(CliRunner().invoke, app, ["npcs", "show", *command])


async def test_characters_are_shown_with_what_they_feel_promised_and_remember(
    store: PostgresStore, stage: Stage
) -> None:
    await stage.play("promise mara to bring her the bread")
    await stage.play("insult mara")
    async with store.engine.begin() as db:
        tale = memory(
            "mara", 2, "Wen says that the stranger took the oar.", 9, source="heard", heard_from="well_keeper"
        )
        await remember(db, uuid.UUID(stage.story), [tale])
        await invalidate(db, uuid.UUID(stage.story), "promise:turn_1_0", 3, 2, ["mara"])

    printed = await show(stage.story)
    assert printed.exit_code == 0, printed.output
    lines = printed.stdout.splitlines()
    assert "Mara (mara): at The Yard" in printed.stdout
    assert any("You promised Mara to bring her the bread." in line and "open" in line for line in lines)
    heard, promised = (
        next(n for n, line in enumerate(lines) if word in line) for word in ("took the oar", "promised me")
    )
    assert heard < promised, "the newest first"
    assert "heard from Old Wen" in lines[heard]
    assert "no longer so" in lines[promised]
    assert "Old Wen (well_keeper)" in printed.stdout

    data = json.loads((await show(stage.story, "mara", "--limit", "1", "--json")).stdout)
    (mara,) = data["characters"]
    assert (data["turn"], mara["id"], mara["alive"]) == (2, "mara", True)
    assert [one["text"] for one in mara["memories"]] == [tale.text]
    (promise,) = mara["promises"]
    assert (promise["by"], promise["status"]) == ("player", "open")


@pytest.mark.usefixtures("environment")
async def test_who_is_not_there_is_a_clear_error(stage: Stage) -> None:
    for story in ("0" * 32, "no-story"):
        nobody = await show(story)
        assert (nobody.exit_code, "there is no story" in nobody.output) == (1, True)
    stranger = await show(stage.story, "hild")
    assert stranger.exit_code == 1
    assert "there is nobody 'hild'" in stranger.output
    assert "mara" in stranger.output


@pytest.mark.parametrize("designer", [True, False])
async def test_over_rest_for_designers_of_their_own(
    migrated_url: str, redis_url: str, designer: bool
) -> None:
    async with (
        running(migrated_url, redis_url, designer=designer) as service,
        service.client() as client,
        service.client() as other,
    ):
        await client.begin()
        await other.begin()
        await client.act("go north")
        page = f"/api/stories/{client.story}/characters"
        async with httpx.AsyncClient(base_url=service.http, trust_env=False) as http:
            found = await http.get(page, headers=authorization(client))
            assert (await http.get(page, headers=authorization(other))).status_code == 404
            assert (await http.get(page)).status_code == 401
    if not designer:
        assert (found.status_code, "GM_DESIGNER" in found.json()["detail"]) == (404, True)
        return
    data: dict[str, Any] = found.json()
    assert (data["turn"], data["characters"], data["here"]) == (1, [], [])
