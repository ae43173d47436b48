"""What the store on the real Postgres does beyond the contract (`tests/storage/test_store_contract.py`)."""

import asyncio

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError

from gamemaster.rules.state import STATE_VERSION
from gamemaster.rules.upkeep.state_versions import StateVersionError
from gamemaster.storage.database import transaction
from gamemaster.storage.postgres_store import AT_ONCE, PostgresStore
from gamemaster.storage.store import BadText, UnknownPlayer
from tests.storykit import Author, tell

pytestmark = pytest.mark.integration


async def test_of_two_commits_at_once_one_wins(author: Author, migrated_url: str) -> None:
    other = PostgresStore.at(migrated_url)
    story = await author.begin()
    for turn in range(10):
        act_id = f"act-race-{turn}"
        await author.store.accept(story.id, turn + 1, act_id, "go on")
        record, after = tell(story.state, act_id)
        rival = record.model_copy(update={"narrator": "rival"})
        results = await asyncio.gather(
            author.store.commit(story.id, turn, record, after),
            other.commit(story.id, turn, rival, after),
            return_exceptions=True,
        )
        kinds = [type(result) for result in results]
        assert sorted(kind.__name__ for kind in kinds) == ["Conflict", "bool"]
        last = (await author.store.turns(story.id, author.player))[-1]
        assert last.narrator == ("test" if kinds[0] is bool else "rival")
        story = await author.store.load(story.id, author.player)
    await other.close()


async def test_a_state_of_a_newer_version_is_refused(store: PostgresStore, author: Author) -> None:
    story = await author.begin()
    async with store.engine.begin() as db:
        newer = f"jsonb_set(state::jsonb, '{{version}}', '{STATE_VERSION + 1}')::json"
        await db.execute(text(f"UPDATE stories SET state = {newer}"))
    with pytest.raises(StateVersionError, match="update the service"):
        await author.store.load(story.id, author.player)
    assert len(await author.store.list_stories(author.player)) == 1


async def test_nothing_of_a_failed_transaction_stays(store: PostgresStore, author: Author) -> None:
    story = await author.begin()

    async def fail() -> None:
        async with transaction(store.engine) as db:
            await db.execute(text("DELETE FROM stories"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await author.store.load(story.id, author.player) == story


async def test_no_more_than_so_many_calls_hold_a_connection_and_all_are_served(
    store: PostgresStore, author: Author
) -> None:
    held: list[int] = []
    event.listen(store.engine.sync_engine.pool, "checkout", lambda *_: held.append(1))
    async with store.engine.begin() as db:  # who writes the player now keeps the others waiting
        await db.execute(text("LOCK TABLE players IN ACCESS EXCLUSIVE MODE"))
        held.clear()
        calls = [asyncio.create_task(store.has_player(author.player)) for _ in range(3 * AT_ONCE)]
        while len(held) < AT_ONCE:
            await asyncio.sleep(0.01)
        await asyncio.wait_for(store.ping(), 5)
        assert len(held) == AT_ONCE + 1, "those who wait hold none"
    assert await asyncio.gather(*calls) == [True] * (3 * AT_ONCE)


async def test_a_failed_call_leaves_its_place_to_the_next(store: PostgresStore) -> None:
    for _ in range(AT_ONCE + 1):
        with pytest.raises(UnknownPlayer):
            await store.set_consent("0" * 32, True, 1)


async def test_a_character_that_postgres_does_not_know_is_the_texts_fault(store: PostgresStore) -> None:
    for statement in ("SELECT CAST(:told AS text)", "SELECT to_jsonb(CAST(:told AS text))"):
        with pytest.raises(BadText, match="NUL"):
            async with transaction(store.engine) as db:
                await db.execute(text(statement), {"told": "a\0b"})
    async with transaction(store.engine) as db:
        with pytest.raises(DBAPIError):
            await db.execute(text("SELECT 1 / 0"))
