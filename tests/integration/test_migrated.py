"""The fixture `migrated_url`: each test gets all the tables, and none of another test's rows."""

import asyncpg
import pytest

from gamemaster.storage.tables import metadata

pytestmark = pytest.mark.integration


@pytest.mark.parametrize("test", [1, 2])
async def test_all_tables_are_there_and_empty(migrated_url: str, test: int) -> None:
    connection = await asyncpg.connect(migrated_url.replace("+asyncpg", ""))
    for table in metadata.tables.values():
        assert await connection.fetchval(f"SELECT count(*) FROM {table.name}") == 0
    # Whether this table is there in the other test tells whether the two share a database.
    await connection.execute("CREATE TABLE left_behind ()")
    await connection.close()
