"""What players take back and ask for reaches every host: two services with folders of their own, and one Postgres."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import uuid
import zipfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from sqlalchemy.engine import make_url
from typer.testing import CliRunner

from gamemaster.cli.main import app
from gamemaster.play.consent import Consents
from gamemaster.recording.erasure import Eraser
from gamemaster.recording.folder import look
from gamemaster.recording.options import RecordingOptions
from gamemaster.recording.player_archive import Archives
from gamemaster.recording.player_files import FilesForExports
from gamemaster.recording.recorder import Recordings
from gamemaster.storage.memory_store import MemoryStore
from gamemaster.storage.player_exports import PlayerExports
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.reports import NoSuchReportError, Reports, TooManyReports
from gamemaster.storage.store import NotFound
from tests.integration.service import Client, Service, at_work, client_on, running
from tests.integration.test_play import playing
from tests.storykit import Author
from tests.tapes import put

pytestmark = pytest.mark.integration
WAIT_S = 20


@dataclass
class Host:
    """A service with a folder of its own."""

    service: Service
    recordings: Recordings
    folder: Path

    def client(self, token: str | None = None) -> contextlib.AbstractAsyncContextManager[Client]:
        return self.service.client(token)

    async def ask(self, method: str, path: str, token: str) -> httpx.Response:
        async with httpx.AsyncClient(base_url=self.service.http, trust_env=False, timeout=WAIT_S) as http:
            return await http.request(method, path, headers={"Authorization": f"Bearer {token}"})


@contextlib.asynccontextmanager
async def host(database_url: str, redis_url: str, folder: Path) -> AsyncIterator[Host]:
    """As `gamemaster.bootstrap` puts a host together."""
    store = PostgresStore.at(database_url)
    recordings = Recordings(folder / "recordings")
    consents = Consents(store, RecordingOptions(), folder / "recordings", recordings)
    exports = PlayerExports(store.engine)
    folders = {"recordings": folder / "recordings", "shadow": folder / "shadow"}
    files = FilesForExports(exports, folders, consents.eraser.host, recordings.flush)
    consents.eraser.beside = lambda player, story: 0
    own = {"recordings": recordings, "consents": consents, "archives": Archives(exports, files.answer)}
    try:
        async with at_work(consents.run(), files.run()), running(database_url, redis_url, **own) as service:
            yield Host(service, recordings, folder / "recordings")
    finally:
        await asyncio.to_thread(recordings.close)
        await store.close()


@pytest.fixture
async def hosts(migrated_url: str, redis_url: str, tmp_path: Path) -> AsyncIterator[tuple[Host, Host]]:
    async with (
        host(migrated_url, redis_url, tmp_path / "one") as one,
        host(migrated_url, redis_url, tmp_path / "two") as two,
    ):
        yield one, two


async def recorded_play(client: Client, words: str) -> None:
    """A player who agrees to be recorded, and a turn."""
    await client.send(type="consent", record=True)
    await client.until("consent")
    await client.begin()
    await client.act(words)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not holds():
            await asyncio.sleep(0.02)


def players_in(folder: Path) -> set[str]:
    return {one.player for one in look(folder).recordings}


async def count_rows(database_url: str, player: str) -> dict[str, int]:
    url = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    db = await asyncpg.connect(url)
    try:
        mine = "(SELECT id FROM stories WHERE player = $1)"
        of = {"players": "id = $1", "consents": "player = $1", "stories": "player = $1",
              "turns": f"story IN {mine}", "npc_memories": f"story IN {mine}"}  # fmt: skip
        query = "SELECT count(*) FROM {} WHERE {}"
        return {table: await db.fetchval(query.format(table, which), player) for table, which in of.items()}
    finally:
        await db.close()


async def test_to_forget_reaches_the_other_host_while_it_records(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    async with one.client() as here:
        await recorded_play(here, "go north")
        async with two.client(here.token) as there, one.client() as other:
            await recorded_play(other, "wait")
            await there.begin(seed=8)
            await there.act("take")
            for each in hosts:
                await each.recordings.flush()
            assert players_in(one.folder) == {here.player, other.player}
            assert players_in(two.folder) == {here.player}
            await here.send(type="consent", record=False, forget=True)
            await here.until("consent")
            assert players_in(one.folder) == {other.player}
            await until(lambda: players_in(two.folder) == set())
            await there.act("go north")
            await two.recordings.flush()
            assert players_in(two.folder) == set()


async def test_a_host_that_was_off_forgets_before_it_answers(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    later = tmp_path / "two"
    async with host(migrated_url, redis_url, tmp_path / "one") as one, one.client() as here:
        await recorded_play(here, "go north")
        async with host(migrated_url, redis_url, later) as two, two.client(here.token) as there:
            await there.begin(seed=8)
            await there.act("take")
            story = there.story
        put(later / "recordings", "c" * 32)
        assert players_in(later / "recordings") == {here.player, "c" * 32}
        response = await one.ask("DELETE", f"/api/stories/{story}", here.token)
        assert response.status_code == 204
        async with (
            host(migrated_url, redis_url, later) as two,
            two.client(),
        ):  # who says hello waits for it
            assert players_in(two.folder) == {"c" * 32}
        # What was recorded since is not taken for what was meant then.
        put(later / "recordings", here.player, story)
        async with host(migrated_url, redis_url, later) as two, two.client():
            assert players_in(two.folder) == {here.player, "c" * 32}


async def test_a_player_takes_out_everything_from_both_hosts(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    async with one.client() as here, two.client() as other:
        await recorded_play(here, "go north")
        await here.act("undo this")
        await here.send(type="undo", id="undo-0000001")
        await here.until("story")
        async with two.client(here.token) as there:
            await there.begin(seed=8)
            await there.act("take")
        await recorded_play(other, "nobody else's")
        kept = (await one.ask("GET", "/api/player", here.token)).json()
        assert (kept["player"], kept["recorded"], kept["stories"], kept["turns"]) == (
            here.player, True, 2, 3
        )  # fmt: skip
        response = await one.ask("GET", "/api/player/export", here.token)
        assert response.status_code == 200
        assert response.headers["content-type"] == "application/zip"
        files = unzip(response.content)
        assert {line["words"] for line in files["turns.jsonl"]} == {"go north", "undo this", "take"}
        assert {line["id"].replace("-", "") for line in files["player.jsonl"]} == {here.player}
        assert len(files["stories.jsonl"]) == 2
        assert files["consent.jsonl"][0]["allowed"] is True
        recorded = {name: lines for name, lines in files.items() if name.startswith("recordings/")}
        assert len({name.split("/")[1] for name in recorded}) == 2, "of both hosts"
        said = {line["message"]["text"] for lines in recorded.values() for line in lines
                if line["kind"] == "client" and line["message"]["type"] == "act"}  # fmt: skip
        assert said == {"go north", "undo this", "take"}
        await one.ask("GET", "/api/player/export", here.token)
        assert (await one.ask("GET", "/api/player/export", here.token)).status_code == 429
        assert (await one.ask("GET", "/api/player/export", "wrong")).status_code == 401


def unzip(data: bytes) -> dict[str, list[dict[str, Any]]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert "Everything that this service keeps" in archive.read("README.txt").decode()
        return {
            name: [json.loads(line) for line in archive.read(name).decode().splitlines()]
            for name in archive.namelist()
            if name.endswith(".jsonl")
        }


async def test_a_player_deletes_themselves_on_both_hosts(hosts: tuple[Host, Host], migrated_url: str) -> None:
    one, two = hosts
    async with one.client() as here, two.client() as other:
        await recorded_play(here, "go north")
        await recorded_play(other, "wait")
        async with two.client(here.token) as there:
            await there.begin(seed=8)
            await there.act("take")
            assert (await one.ask("DELETE", "/api/player", here.token)).status_code == 422, "not confirmed"
            gone = await one.ask("DELETE", "/api/player?confirm=everything", here.token)
            assert gone.status_code == 204
            assert here.player not in players_in(one.folder)
            await until(lambda: players_in(two.folder) == {other.player})
            with pytest.raises(Exception, match="1000"):  # its story is played nowhere any more
                await there.until("never")
        assert set((await count_rows(migrated_url, here.player)).values()) == {0}
        assert (await count_rows(migrated_url, other.player))["stories"] == 1
        with pytest.raises(NotFound):
            await two.service.desk.store.load(here.story, here.player)
        assert (await one.ask("GET", "/api/player", here.token)).status_code == 404
        async with one.client(here.token) as anew:
            assert anew.player != here.player


async def test_an_operator_shows_exports_and_deletes(
    hosts: tuple[Host, Host], migrated_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = hosts[1]
    monkeypatch.setenv("GM_DATABASE_URL", migrated_url)
    monkeypatch.setenv("GM_DATA_DIR", str(tmp_path / "desk"))

    async def command(*arguments: str) -> Any:
        result = await asyncio.to_thread(CliRunner().invoke, app, ["players", *arguments, "--json"])
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    async with two.client() as there:
        await recorded_play(there, "take")
        shown = await command("show", there.player)
        assert (shown["stories"], shown["turns"], shown["recorded"]) == (1, 1, True)
        out = tmp_path / "theirs.zip"
        assert (await command("export", there.player, "--out", str(out)))["missing"] == []
        files = unzip(out.read_bytes())
        assert [line["words"] for line in files["turns.jsonl"]] == ["take"]
        assert len([name for name in files if name.startswith("recordings/")]) == 1
        await command("delete", there.player, "--yes")
        await until(lambda: players_in(two.folder) == set())
    assert set((await count_rows(migrated_url, there.player)).values()) == {0}
    result = await asyncio.to_thread(CliRunner().invoke, app, ["players", "show", there.player])
    assert result.exit_code == 1
    assert "there is no player" in result.output


async def test_a_file_that_cannot_be_deleted_is_tried_again(
    migrated_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = PostgresStore.at(migrated_url)
    try:
        player, other = await store.create_player(), await store.create_player()
        for one in (player, other):
            put(tmp_path / "recordings", one)
            await store.mark_forgotten(one)
        eraser = Eraser(store, tmp_path / "recordings", None)
        stuck = True

        def beside(whose: str, story: str | None) -> int:
            if whose == player and stuck:
                raise OSError("for the test")
            return 0

        eraser.beside = beside
        with pytest.raises(OSError, match="for the test"):
            await eraser.apply()
        assert players_in(tmp_path / "recordings") == set(), "the others are no worse for it"
        put(tmp_path / "recordings", other)
        put(tmp_path / "recordings", player)
        stuck = False
        await eraser.apply()
        assert players_in(tmp_path / "recordings") == {other}, "the one that failed, and that alone"
        again = Eraser(store, tmp_path / "recordings", None)
        await again.apply()
        assert players_in(tmp_path / "recordings") == {other}, "applied once, also after a start"
    finally:
        await store.close()


async def test_what_begins_together_on_one_host_agrees_who_it_is(tmp_path: Path) -> None:
    erasers = [Eraser(MemoryStore(), tmp_path / "recordings", None) for _ in range(4)]
    asked = (eraser.host() for eraser in [*erasers, *erasers])
    assert len(set(await asyncio.gather(*asked))) == 1


@pytest.mark.slow
async def test_two_processes_keep_the_promise(migrated_url: str, redis_url: str, tmp_path: Path) -> None:
    """The service itself, twice: one host plays and is stopped, the player deletes themselves on the other."""
    shared = {
        "GM_DATABASE_URL": migrated_url,
        "GM_REDIS_URL": redis_url,
        "GM_SECRET": "shared-by-both-hosts-" * 3,
        "GM_TEXT_SPEED": "0",
    }
    folders = [tmp_path / "one", tmp_path / "two"]
    one, two = ({**shared, "GM_DATA_DIR": str(folder)} for folder in folders)
    async with playing("serve", **two) as (_, port), client_on(port) as there:
        await there.send(type="consent", record=True)
        await there.until("consent")
        await there.begin("lighthouse")
        await there.act("look around")
    assert players_in(folders[1] / "recordings") == {there.player}
    async with (
        playing("serve", **one) as (_, port),
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as http,
    ):
        headers = {"Authorization": f"Bearer {there.token}"}
        taken = await http.get("/api/player/export", headers=headers)
        assert [line["words"] for line in unzip(taken.content)["turns.jsonl"]] == ["look around"]
        assert (await http.delete("/api/player?confirm=everything", headers=headers)).status_code == 204
    assert set((await count_rows(migrated_url, there.player)).values()) == {0}
    assert players_in(folders[1] / "recordings") == {there.player}, "it is off"
    async with playing("serve", **two) as (_, port), client_on(port):
        assert players_in(folders[1] / "recordings") == set()


async def test_an_answer_is_reported_once_and_shared_only_if_wanted(
    migrated_url: str, redis_url: str
) -> None:
    store = PostgresStore.at(migrated_url)
    queue = Reports(store.engine)
    async with (
        running(migrated_url, redis_url, reports=queue) as service,
        service.client() as client,
        service.client() as other,
        httpx.AsyncClient(base_url=service.http, trust_env=False) as http,
    ):

        async def report(turn: int, token: str = client.token, **given: Any) -> httpx.Response:
            path = f"/api/stories/{client.story}/turns/{turn}/report"
            return await http.post(path, json=given, headers={"Authorization": f"Bearer {token}"})

        await client.begin()
        await client.act("go north")
        await client.act("wait")
        assert (await report(1, note="  n\0o\x1b\u202e  ", share=False)).status_code == 201
        (kept,) = await queue.list_open()
        assert (kept.turn, kept.note, kept.words, kept.told) == (1, "no", None, None)
        assert (await report(1, note="yes", share=True)).json() == {"report": kept.id, "shared": True}
        (kept,) = await queue.list_open()
        assert (kept.note, kept.words, kept.story, kept.player) == (
            "yes", "go north", client.story, client.player
        )  # fmt: skip
        assert "You go north, and the wind answers (0)." in (kept.told or "")
        assert (await report(3, share=True)).status_code == 404
        assert (await report(1, other.token, share=True)).status_code == 404
        assert (await report(1, note="x" * 501, share=True)).status_code == 422
        assert (await report(1)).status_code == 422
        await queue.finish(kept.id)
        assert await queue.list_open() == []
        assert [one.id for one in await queue.list_all()] == [kept.id]
        with pytest.raises(NoSuchReportError, match="no report 77"):
            await queue.show(77)
        statuses = [(await report(2, share=True)).status_code for _ in range(10)]
        assert statuses[-1] == 429, "not too fast"
        await store.delete_player(client.player)
        assert await queue.list_all() == []
    await store.close()


async def test_a_player_may_report_so_many_answers_and_no_more(
    store: PostgresStore, author: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamemaster.storage.reports.MOST_REPORTS", 2)
    queue, story = Reports(store.engine), await author.begin()
    await author.play(story, 3)
    records = await store.turns(story.id, author.player)
    for record in (*records[:2], *records[:2]):
        await queue.add(author.player, story.id, record, "", share=True)
    with pytest.raises(TooManyReports, match="which is the limit"):
        await queue.add(author.player, story.id, records[2], "", share=True)
    assert [one.turn for one in await queue.list_open()] == [1, 2]


async def test_nothing_that_waits_for_an_export_outlives_what_is_taken_back(store: PostgresStore) -> None:
    exports, player = PlayerExports(store.engine), await store.create_player()
    host = uuid.uuid4()
    await exports.see_host(host, "one")
    made, hosts = await exports.ask(player)
    assert [(one.id, one.alive) for one in hosts] == [(host, True)]
    assert [one.player for one in await exports.open_exports(host)] == [player]
    assert await exports.put(made, host, "recordings/a", 0, b"words")
    await store.mark_forgotten(player)
    assert await exports.files(made) == []
    assert not await exports.put(made, host, "recordings/b", 0, b"words"), "nobody waits for it"
    again, _ = await exports.ask(player)
    assert await exports.put(again, host, "", 0, b"")
    assert await exports.open_exports(host) == []
    assert await exports.hosts_done(again) == {host}
