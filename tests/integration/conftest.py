"""Fixtures for tests on the real servers: a store and a player on a database of their own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gamemaster.storage.postgres_store import PostgresStore


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.integration)


@pytest.fixture
async def store(migrated_url: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore.at(migrated_url)
    yield store
    await store.close()
