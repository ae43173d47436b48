"""Fixtures for tests on the real servers: a store and a player on a database of their own."""

from collections.abc import AsyncIterator

import pytest

from gamemaster.storage.postgres_store import PostgresStore


@pytest.fixture
async def store(migrated_url: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore.at(migrated_url)
    yield store
    await store.close()
