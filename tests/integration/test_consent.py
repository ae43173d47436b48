"""Whether play is recorded is the player's to say: over a real socket, kept in Postgres, and followed by the files."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import ValidationError

from gamemaster.play.consent import REFRESH_S, Consents
from gamemaster.protocol import messages
from gamemaster.recording.folder import look
from gamemaster.recording.format import read
from gamemaster.recording.lines import CommitLine, PastLine
from gamemaster.recording.options import RecordingOptions
from gamemaster.recording.recorder import Recordings
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.store import StoreUnavailable
from tests.integration.service import Client, Service, running
from tests.tapes import put

pytestmark = pytest.mark.integration


@contextlib.asynccontextmanager
async def recorded_consents(
    database_url: str, folder: Path, records: bool = True
) -> AsyncIterator[tuple[Recordings | None, Consents]]:
    """Who records into `folder`, and who allows it, as `gamemaster.bootstrap` puts them together."""
    store = PostgresStore.at(database_url)
    recordings = Recordings(folder) if records else None
    consents = Consents(store, RecordingOptions(), folder, recordings)
    work = asyncio.create_task(consents.run())
    try:
        yield recordings, consents
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        if recordings is not None:
            await asyncio.to_thread(recordings.close)
        await store.close()


@contextlib.asynccontextmanager
async def recording_service(
    database_url: str, redis_url: str, folder: Path, records: bool = True
) -> AsyncIterator[Service]:
    """A service that records into `folder`."""
    async with (
        recorded_consents(database_url, folder, records) as (recordings, consents),
        running(database_url, redis_url, recordings=recordings, consents=consents) as service,
    ):
        yield service


@pytest.fixture
async def service(migrated_url: str, redis_url: str, tmp_path: Path) -> AsyncIterator[Service]:
    async with recording_service(migrated_url, redis_url, tmp_path) as service:
        yield service


async def says(client: Client, **answer: Any) -> dict[str, Any]:
    await client.send(type="consent", **answer)
    return (await client.until("consent"))[-1]


async def flush_recordings(service: Service) -> None:
    assert service.desk.recordings is not None
    await service.desk.recordings.flush()


def offer(client: Client) -> Any:
    return next(frame["recording"] for frame in client.frames if frame["type"] == "welcome")


async def test_nobody_is_recorded_who_did_not_say_yes(service: Service, tmp_path: Path) -> None:
    async with service.client() as client:
        assert offer(client) == {"asked": False, "allowed": False, "keep_days": 30}
        await client.begin()
        await client.act("go north")
        assert await says(client, record=False) == {
            "type": "consent", "allowed": False, "deleted": 0, "epoch": -1, "offset": -1
        }  # fmt: skip
        await client.act("go south")
        await flush_recordings(service)
    assert look(tmp_path).recordings == []


async def test_an_answer_is_remembered_and_nobody_is_asked_again(service: Service) -> None:
    async with service.client() as client:
        await says(client, record=True)
    async with service.client(client.token) as again:
        assert offer(again) == {"asked": True, "allowed": True, "keep_days": 30}
        await says(again, record=False)
    async with service.client(client.token) as at_last:
        assert offer(at_last) == {"asked": True, "allowed": False, "keep_days": 30}


async def test_who_says_yes_is_recorded_from_then_on_and_until_they_say_no(
    service: Service, tmp_path: Path
) -> None:
    async with service.client() as client:
        await client.begin()
        await client.act("before")
        assert (await says(client, record=True))["allowed"]
        await client.act("between")
        assert not (await says(client, record=False))["allowed"]
        await client.act("after")
        await flush_recordings(service)
    (file,) = look(tmp_path).recordings
    assert (file.player, file.story) == (client.player, client.story)
    recording = read(file.path)
    assert [line["record"]["words"] for line in recording.of(PastLine)] == ["before"]
    assert [line["record"]["words"] for line in recording.of(CommitLine)] == ["between"]
    assert recording.lines[-1]["kind"] == "end"
    assert recording.lines[-1]["reason"] == "withdrawn"
    assert file.path.stat().st_mode & 0o777 == 0o600


async def test_a_turn_that_is_being_told_is_recorded_no_further_than_the_no(
    service: Service, tmp_path: Path
) -> None:
    service.puppet.gate = asyncio.Event()
    async with service.client() as client:
        await says(client, record=True)
        await client.begin()
        await client.send(type="act", id="act-00000001", text="go north")
        await client.until("text")
        await says(client, record=False)
        service.puppet.gate.set()
        await client.until("commit")
        await flush_recordings(service)
    (file,) = look(tmp_path).recordings
    kinds = [line["kind"] for line in read(file.path).lines]
    assert kinds[-1] == "end"
    assert "commit" not in kinds


async def test_to_forget_deletes_all_of_ones_own_recordings_and_nobody_elses(
    service: Service, tmp_path: Path
) -> None:
    async with service.client() as client, service.client() as other:
        for one in (client, other):
            await says(one, record=True)
            await one.begin()
            await one.act("go north")
        await client.begin(seed=8)
        await client.act("go north")
        put(tmp_path, client.player)  # of an earlier day
        await flush_recordings(service)
        assert len(look(tmp_path).recordings) == 4
        answer = await says(client, record=False, forget=True)
        assert (answer["allowed"], answer["deleted"]) == (False, 3)
        await client.act("go south")
        await flush_recordings(service)
        assert [file.player for file in look(tmp_path).recordings] == [other.player]


async def test_what_is_recorded_may_be_forgotten_and_recording_go_on(
    service: Service, tmp_path: Path
) -> None:
    async with service.client() as client:
        await says(client, record=True)
        await client.begin()
        await client.act("go north")
        assert await says(client, record=True, forget=True) == {
            "type": "consent", "allowed": True, "deleted": 1, "epoch": -1, "offset": -1
        }  # fmt: skip
        assert look(tmp_path).recordings == []
        await client.begin(seed=8)
        await client.act("go north")
        await flush_recordings(service)
    assert [file.story for file in look(tmp_path).recordings] == [client.story]


async def test_a_story_that_is_deleted_takes_its_recordings_with_it(service: Service, tmp_path: Path) -> None:
    async with service.client() as client, httpx.AsyncClient(trust_env=False) as http:
        await says(client, record=True)
        kept = (await client.begin())["story"]
        await client.act("go north")
        gone = (await client.begin(seed=8))["story"]
        await client.act("go north")
        await flush_recordings(service)
        assert {file.story for file in look(tmp_path).recordings} == {kept, gone}
        headers = {"Authorization": f"Bearer {client.token}"}
        response = await http.delete(f"{service.http}/api/stories/{gone}", headers=headers)
        assert response.status_code == 204
    assert {file.story for file in look(tmp_path).recordings} == {kept}


async def test_an_answer_given_through_another_worker_counts_here(
    service: Service, migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    """Both have the same database and folder, as the workers of one service have."""
    async with recording_service(migrated_url, redis_url, tmp_path) as elsewhere, service.client() as here:
        await says(here, record=True)
        await here.begin()
        await here.act("go north")
        await flush_recordings(service)
        async with elsewhere.client(here.token) as there:
            assert offer(there)["allowed"]
            assert (await says(there, record=False, forget=True))["deleted"] == 1
        assert service.desk.recordings is not None
        async with asyncio.timeout(10 * REFRESH_S):
            while service.desk.recordings.is_allowed(here.player):
                await asyncio.sleep(0.05)
        await here.act("go south")
        await flush_recordings(service)
    assert look(tmp_path).recordings == []


async def test_a_no_counts_though_the_database_is_away(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any) -> None:
        raise StoreUnavailable("for the test")

    async with service.client() as client:
        await says(client, record=True)
        await client.begin()
        await client.act("go north")
        assert service.desk.consents is not None
        monkeypatch.setattr(service.desk.consents.store, "set_consent", away)
        await client.send(type="consent", record=False, forget=True)
        (error,) = await client.until("error")
        assert error["code"] == "unavailable"
        await flush_recordings(service)
        assert look(tmp_path).recordings == []


async def test_a_yes_to_older_words_is_no_yes(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service.client() as client:
        await says(client, record=True, text=1)
    monkeypatch.setattr("gamemaster.play.consent.CONSENT_TEXT", 2)
    async with service.client(client.token) as again:
        assert offer(again) == {"asked": False, "allowed": False, "keep_days": 30}
        assert not (await says(again, record=True, text=1))["allowed"]  # a page from before the words changed
        assert (await says(again, record=True, text=2))["allowed"]


async def test_a_service_that_records_nothing_asks_nobody_and_deletes_what_there_is(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    off = recording_service(migrated_url, redis_url, tmp_path, records=False)
    async with off as service, service.client() as client:
        assert offer(client) is None
        put(tmp_path, client.player)
        assert not (await says(client, record=True))["allowed"]
        assert (await says(client, record=False, forget=True))["deleted"] == 1


async def test_recordings_are_kept_no_longer_than_was_said(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    now = datetime.now(UTC)
    put(tmp_path, started=now - timedelta(days=31))
    kept = put(tmp_path, started=now - timedelta(days=29))
    async with recording_service(migrated_url, redis_url, tmp_path), asyncio.timeout(10):
        while len(look(tmp_path).recordings) > 1:
            await asyncio.sleep(0.05)
    assert [file.path for file in look(tmp_path).recordings] == [kept]


@pytest.mark.parametrize(
    "answer", [{}, {"record": "maybe"}, {"record": True, "text": 0}, {"record": True, "who": "x"}]
)
def test_an_answer_that_says_neither_yes_nor_no_is_refused(answer: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        messages.client_message.validate_python({"type": "consent", **answer})
