"""Tests of what characters remember, on the real Postgres."""

import uuid
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from gamemaster.postgres import PostgresStore
from npcs import store as memory_store
from npcs.memory import Memory, memory_id
from tests.integration.stories import Author

pytestmark = pytest.mark.integration


@pytest.fixture
async def story(author: Author) -> uuid.UUID:
    return uuid.UUID((await author.begin()).id)


@pytest.fixture
async def db(store: PostgresStore) -> AsyncIterator[AsyncConnection]:
    async with store.engine.begin() as connection:
        yield connection


def memory(owner: str, turn: int, text: str, number: int = 0, **more: Any) -> Memory:
    return Memory(
        id=memory_id(turn, owner, number), owner=owner, turn=turn, minute=turn * 5, text=text, **more
    )


async def test_what_was_remembered_is_recalled(db: AsyncConnection, story: uuid.UUID) -> None:
    made = [
        memory(
            "hild", 1, "I saw the stranger take the axe from the wall.", about="item:axe", people=("player",)
        ),
        memory("hild", 2, "The stranger promised to find my son.", about="promise:hild_son", importance=9),
        memory("ketil", 2, "The stranger promised to bring me my axe.", about="promise:axe"),
    ]
    await memory_store.remember(db, story, made)
    await memory_store.remember(db, story, made)
    assert await memory_store.remembered(db, story, "hild") == made[:2]
    found = await memory_store.recall(db, story, ["hild"], "who took the axe?", now=20)
    assert [ranked.memory for ranked in found] == [made[0]]
    found = await memory_store.recall(db, story, ["hild", "ketil"], "what did I promise", now=20)
    assert [ranked.memory for ranked in found] == [made[1], made[2]]
    assert await memory_store.recall(db, story, ["hild"], "promise", now=20, exclude=[made[1].id]) == []
    for hostile in ("' | !(", "\\", "a & b <-> c:*", "  ", "it's 'quoted' \\'", "🜁 ø"):
        await memory_store.recall(db, story, ["hild"], hostile, now=20)
