"""What nobody needs any more is deleted by its age, and nothing else."""

import pytest
from sqlalchemy import text

from gamemaster.storage import retention
from gamemaster.storage.database import transaction
from gamemaster.storage.operator_orders import OrderBook
from gamemaster.storage.options import RetentionOptions
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.retention import Kept, look, sweep
from tests.storykit import Author

pytestmark = pytest.mark.integration


async def test_what_is_too_old_goes_and_all_else_stays(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 1)
    player = await store.create_player()
    author = Author(store, player)
    story = await author.begin()
    for turn in range(3):
        story = await author.play(story)
        if turn:
            await store.undo(story.id, story.turn, f"undo-turn-{turn}")
            story = await store.load(story.id, player)
    asked = await store.create_player()
    await store.set_consent(asked, False, 1)
    outcast = await store.create_player()
    await OrderBook(store.engine).order(outcast, "banned", holds=True)
    idle = [await store.create_player() for _ in range(3)]
    async with transaction(store.engine) as db:
        await db.execute(text("UPDATE players SET created = now() - interval '40 days'"))
        await db.execute(
            text("UPDATE turns SET undone_at = now() - interval '40 days' WHERE undone_by = 'undo-turn-1'")
        )
        await db.execute(
            text(
                "INSERT INTO erasures (player, account, at)"
                " SELECT gen_random_uuid(), true, now() - make_interval(days => d)"
                " FROM unnest(ARRAY[0, 399, 401, 500]) AS d"
            )
        )
    recent = await store.create_player()
    options = RetentionOptions(undone_days=30, idle_player_days=30)
    assert await sweep(store.engine, options) == (1, 3, 2)
    assert await sweep(store.engine, options) == (0, 0, 0)
    assert len(await store.erasures()) == 2
    kept = await look(store.engine)
    assert (kept.stories, kept.undone, kept.idle) == (1, 1, 3)
    assert isinstance(kept, Kept)
    assert [await store.has_player(one) for one in (player, asked, outcast, recent, *idle)] == [True] * 4 + [
        False
    ] * 3
    assert (await store.load(story.id, player)).turn == story.turn


def test_what_players_took_back_is_known_for_longer_than_any_file_of_theirs_is_kept() -> None:
    assert RetentionOptions().outlasting(30).erasure_days == 400
    assert RetentionOptions(erasure_days=5).outlasting(30).erasure_days == 31
