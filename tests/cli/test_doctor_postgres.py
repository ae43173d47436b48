"""`gamemaster doctor` adds up the connections of the whole fleet, against a real Postgres."""

from __future__ import annotations

from pathlib import Path

from gamemaster.cli.operating.doctor_postgres import examine_postgres
from gamemaster.config.settings import Settings
from gamemaster.server.pid_file import serving_noted
from gamemaster.storage.options import DatabaseOptions


async def found_with(url: str, folder: Path, **options: int) -> tuple[str, bool, str]:
    settings = Settings(data_dir=folder, workers=4, database=DatabaseOptions(**options))
    answers, room, kept = await examine_postgres(url, settings, own=False)
    assert kept[0] == "kept in postgres"
    assert answers == ("postgres", True, "GM_DATABASE_URL answers")
    return room


async def test_a_fleet_that_fits_and_one_that_does_not(migrated_url: str, tmp_path: Path) -> None:
    part, well, text = await found_with(migrated_url, tmp_path, connections=8)
    assert (part, well) == ("postgres connections", True)
    assert text.startswith("up to 10 for 1 host(s) with 4 worker(s)")
    _, well, text = await found_with(migrated_url, tmp_path, connections=40, hosts=10)
    assert not well
    assert text.startswith("up to 500 for 10 host(s)")
    assert "Lower GM_DATABASE__CONNECTIONS" in text
    # Behind PgBouncer the connections to Postgres are its own.
    _, well, text = await found_with(f"{migrated_url}?pgbouncer=true", tmp_path, connections=40, hosts=10)
    assert well
    assert "max_client_conn" in text


async def test_workers_are_counted_as_the_service_runs_with(migrated_url: str, tmp_path: Path) -> None:
    with serving_noted(tmp_path, 8000, workers=2):  # `serve --workers 2`, whatever GM_WORKERS says
        _, _, text = await found_with(migrated_url, tmp_path, connections=8)
    assert text.startswith("up to 12 for 1 host(s) with 2 worker(s) (as the service runs here)")
    _, _, text = await found_with(migrated_url, tmp_path, connections=8)
    assert text.startswith("up to 10 for 1 host(s) with 4 worker(s) (by GM_WORKERS")
