"""The two statements by which nearly every turn is kept: each is a transaction of its own, in one round trip."""

from __future__ import annotations

from sqlalchemy import Integer, Select, Text, bindparam, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import Insert
from sqlalchemy.dialects.postgresql import insert as upsert

from gamemaster.storage.tables import stories, turns


def _accept_query() -> Insert:
    """Most acts are new, and come after the turn that they are said to follow: they are accepted by one statement,
    which writes nothing where that is not so. A whole transaction asks five times.

    Who comes in between is kept apart by the unique keys of the table.
    """
    story = select(stories.c.id).where(
        stories.c.id == bindparam("wanted"), stories.c.turn == bindparam("expected")
    )
    known = select(literal(1)).where(
        turns.c.story == bindparam("wanted"),
        or_(turns.c.act_id == bindparam("act"), turns.c.status == "accepted"),
    )
    found = story.with_for_update(key_share=True).cte("found")
    row = select(
        found.c.id,
        bindparam("act", type_=Text),
        bindparam("number_", type_=Integer),
        bindparam("words_", type_=Text),
        literal("accepted"),
        func.now(),
    ).where(~known.exists())
    columns = ["story", "act_id", "number", "words", "status", "accepted_at"]
    return upsert(turns).from_select(columns, row).on_conflict_do_nothing()


def _commit_query() -> Select[int]:
    """How many turns were committed, 1 or 0: the story and its turn move on together, or neither does.

    The turn's row is locked first, so that nobody refuses the act in between.
    """
    pending = (
        select(turns.c.id)
        .where(
            turns.c.story == bindparam("wanted"),
            turns.c.act_id == bindparam("act"),
            turns.c.number == bindparam("number_"),
            turns.c.status == "accepted",
        )
        .with_for_update()
        .cte("pending")
    )
    moved = (
        update(stories)
        .where(
            stories.c.id == bindparam("wanted"),
            stories.c.turn == bindparam("expected"),
            select(pending.c.id).exists(),
        )
        .values(
            turn=bindparam("number_"),
            state=bindparam("state_"),
            ended=bindparam("ended_"),
            updated=func.now(),
        )
        .returning(stories.c.id)
        .cte("moved")
    )
    kept = (
        update(turns)
        .where(turns.c.id == pending.c.id, turns.c.story == moved.c.id)
        .values(
            status="committed",
            record=bindparam("record_"),
            digest=bindparam("digest_"),
            committed_at=func.now(),
        )
        .returning(turns.c.id)
        .cte("kept")
    )
    return select(func.count()).select_from(kept)


ACCEPT_NEW, COMMIT = _accept_query(), _commit_query()  # made once: see `queries`
