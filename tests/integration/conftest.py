"""Fixtures for tests on the real servers: a migrated database, a store on it, and turns to put there."""

from collections.abc import AsyncIterator

import pytest

from gamemaster.migrate import migrate
from gamemaster.postgres import PostgresStore
from tests.integration.stories import Author


@pytest.fixture
async def migrated_url(database_url: str) -> str:
    """The URL of an empty database with all tables."""
    await migrate(database_url)
    return database_url


@pytest.fixture
async def store(migrated_url: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore.at(migrated_url)
    yield store
    await store.close()


@pytest.fixture
async def author(store: PostgresStore) -> Author:
    return Author(store, await store.create_player())
