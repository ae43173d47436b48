"""Memories in Postgres: written, ended, undone, copied and recalled in a transaction of the caller's.

No function here begins or ends a transaction: memories are part of the turn that made them, and stand or fall with it.
`story` is the story's key in the table of stories. Errors are SQLAlchemy's.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    Column,
    MetaData,
    RowMapping,
    Select,
    Table,
    Text,
    Uuid,
    all_,
    any_,
    bindparam,
    case,
    delete,
    func,
    literal,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, REGCONFIG
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from npcs.embeddings import Embedder
from npcs.forgetting import MAX_LIVE, SPARE, Trace, to_forget
from npcs.hearsay import LEAST_IMPORTANCE
from npcs.memory import Memory, Ranked
from npcs.query import terms_of
from npcs.ranking import Candidate, rank
from npcs.reflection import REFLECT_AT
from npcs.search import LIKENESS, Asked, by_likeness, by_words, configuration
from npcs.tables import npc_memories, npc_memory_vectors

# A view of our own on the tables: the metadata of the service has the same, with all of the table of stories.
_metadata = MetaData()
Table("stories", _metadata, Column("id", Uuid, primary_key=True))
memories = npc_memories(_metadata)
vectors = npc_memory_vectors(_metadata)

# A memory is found by the words of its text and by the names of whom, what and where it is about.
_CONFIGURATION = bindparam("configuration", type_=REGCONFIG)
_REMEMBER = (
    upsert(memories)
    .values(
        **{name: bindparam(name) for name in ("story", *Memory.model_fields)},
        search=func.to_tsvector(_CONFIGURATION, bindparam("names", type_=Text)).op("||")(
            func.to_tsvector(_CONFIGURATION, bindparam("text", type_=Text))
        ),
    )
    .on_conflict_do_nothing()
)
FIELDS = tuple(Memory.model_fields)
LIVE = memories.c.forgotten_turn.is_(None)
_OF_STORY = memories.c.story == bindparam("story")
_OF_OWNERS = memories.c.owner == any_(bindparam("owners", type_=ARRAY(Text)))
# Statements that each turn needs are made once: to write one costs more than to have it answered.
_FULL = (
    select(memories.c.owner)
    .where(_OF_STORY, _OF_OWNERS, LIVE)
    .group_by(memories.c.owner)
    .having(func.count() > bindparam("keep"))
    .order_by(memories.c.owner)
)
EMBEDDED_AT_ONCE = 64
_BY_IDS = select(*(memories.c[name] for name in FIELDS)).where(
    _OF_STORY, memories.c.id == any_(bindparam("ids", type_=ARRAY(Text)))
)


async def remember(
    db: AsyncConnection,
    story: uuid.UUID,
    made: Sequence[Memory],
    embedder: Embedder | None = None,
    *,
    language: str = "en",
    keep: int = MAX_LIVE,
) -> None:
    """Writes memories; those written before (the same identifiers) are left as they are.

    With an `embedder` their vectors are written too, which costs milliseconds for each: in a turn leave it out, and
    call `embed_missing` afterwards. A character who then has more than `keep` forgets some (`npcs.forgetting`).
    """
    if not made:
        return
    rows = [
        {
            **memory.model_dump(),
            "story": story,
            "names": _names(memory),
            "configuration": configuration(language),
        }
        for memory in made
    ]
    await db.execute(_REMEMBER, rows)
    if embedder is not None:
        await _embed(db, story, {memory.id: memory.text for memory in made}, embedder)
    turn = max(memory.turn for memory in made)
    owners = sorted({memory.owner for memory in made})
    full = await db.execute(_FULL, {"story": story, "owners": owners, "keep": keep})
    for owner in full.scalars().all():
        await _forget_surplus(db, story, owner, turn, keep)


async def invalidate(
    db: AsyncConnection,
    story: uuid.UUID,
    about: str,
    minute: int,
    turn: int,
    owners: Collection[str] | None = None,
) -> int:
    """From `minute` on, what `owners` remember `about` a fact is past, if it was made before `turn`. How many it were.

    Whoever does not know that it changed goes on believing it; without `owners`, everybody knows.
    """
    known = [] if owners is None else [memories.c.owner.in_(sorted(owners))]
    ended = await db.execute(
        update(memories)
        .where(memories.c.story == story, memories.c.about == about, memories.c.turn < turn, *known)
        .where(memories.c.invalid_at.is_(None))
        .values(invalid_at=minute, invalid_turn=turn)
    )
    return ended.rowcount


async def forget_after(db: AsyncConnection, story: uuid.UUID, turn: int) -> None:
    """Undoes what the turns after `turn` did to memories: what they made, ended and let be forgotten."""
    of_story = memories.c.story == story
    await db.execute(delete(memories).where(of_story, memories.c.turn > turn))
    await db.execute(
        update(memories)
        .where(of_story, memories.c.invalid_turn > turn)
        .values(invalid_at=None, invalid_turn=None)
    )
    await db.execute(
        update(memories).where(of_story, memories.c.forgotten_turn > turn).values(forgotten_turn=None)
    )


async def copy(db: AsyncConnection, story: uuid.UUID, branch: uuid.UUID, up_to_turn: int) -> None:
    """Gives the story `branch` the memories that `story` had after turn `up_to_turn`, with their vectors."""
    values: dict[str, Any] = {column.name: column for column in memories.c} | {"story": literal(branch)}
    for column, turn in (("invalid_at", "invalid_turn"), ("invalid_turn",) * 2, ("forgotten_turn",) * 2):
        values[column] = case((memories.c[turn] <= up_to_turn, memories.c[column]))
    kept = select(*values.values()).where(memories.c.story == story, memories.c.turn <= up_to_turn)
    await db.execute(memories.insert().from_select(list(values), kept))
    if await has_vectors(db):
        same = vectors.c.id, vectors.c.model, vectors.c.embedding
        join = (memories.c.story == vectors.c.story) & (memories.c.id == vectors.c.id)
        theirs = select(literal(branch), *same).join(memories, join)
        theirs = theirs.where(vectors.c.story == story, memories.c.turn <= up_to_turn)
        await db.execute(vectors.insert().from_select(["story", "id", "model", "embedding"], theirs))


async def recall(
    db: AsyncConnection,
    story: uuid.UUID,
    owners: Collection[str],
    query: str,
    now: int,
    limit: int = 5,
    *,
    exclude: Collection[str] = (),
    embedder: Embedder | None = None,
    language: str = "en",
    likeness: float = LIKENESS,
) -> list[Ranked]:
    """What comes to the mind of each of `owners` at minute `now` on hearing `query`, best first, `limit` for each.

    Only what the owner itself remembers; never a memory of `exclude` (those told in this epoch). Nothing comes to mind
    that neither shares a word with the query nor, with an `embedder`, is like it (a cosine of `likeness` at least).
    See `npcs.ranking` for the order.
    """
    asked = Asked(story, owners, exclude)
    if not owners or not query.strip():
        return []
    words = await by_words(db, asked, terms_of(query, language), language)
    alike: dict[tuple[str, str], int] = {}
    if embedder is not None and await has_vectors(db):
        (vector,) = await asyncio.to_thread(embedder.embed, [query])
        alike = await by_likeness(db, asked, vector, embedder.name, likeness)
    ids = {key[1] for key in (*words, *alike)}
    rows = await _read(db, story, ids)
    found = (Candidate(m, words.get((m.owner, m.id)), alike.get((m.owner, m.id))) for m in rows)
    left = dict.fromkeys(owners, limit)
    chosen: list[Ranked] = []
    for ranked in rank(found, now):
        if left[ranked.memory.owner] > 0:
            left[ranked.memory.owner] -= 1
            chosen.append(ranked)
    return chosen


async def memories_of(
    db: AsyncConnection, story: uuid.UUID, owner: str, limit: int = MAX_LIVE
) -> list[Memory]:
    """What a character remembers, the newest last."""
    query = select(*(memories.c[name] for name in FIELDS)).where(
        memories.c.story == story, memories.c.owner == owner, LIVE
    )
    newest = query.order_by(memories.c.turn.desc(), memories.c.id.desc()).limit(limit)
    return [memory_of(row) for row in reversed((await db.execute(newest)).mappings().all())]


async def memories_of_player(
    db: AsyncConnection, story: uuid.UUID, owner: str, player: str, limit: int
) -> list[Memory]:
    """What a character saw or heard of the player, the most important and newest, without beliefs."""
    asked = {"story": story, "owner": owner, "player": player, "most": limit}
    return [memory_of(row) for row in (await db.execute(_OF_PLAYER, asked)).mappings()]


def _of_player_query() -> Select[Any]:
    return (
        select(*(memories.c[name] for name in FIELDS))
        .where(_OF_STORY, memories.c.owner == bindparam("owner"), LIVE, memories.c.source != "reflected")
        .where(bindparam("player", type_=Text) == any_(memories.c.people))
        .order_by(memories.c.importance.desc(), memories.c.turn.desc(), memories.c.id.collate("C"))
        .limit(bindparam("most"))
    )


_OF_PLAYER = _of_player_query()


async def tellable_memories(
    db: AsyncConnection, story: uuid.UUID, teller: str, listener: str, limit: int = 20
) -> list[Memory]:
    """What a teller might tell a listener, the most important first: what of it is told, `npcs.hearsay.tales` says.

    Nothing that goes back to what the listener ever knew, and nothing of a turn and place where the listener was too.
    """
    asked = {"story": story, "teller": teller, "listener": listener, "most": limit}
    return [memory_of(row) for row in (await db.execute(_TELLABLE, asked)).mappings()]


def _tellable_query() -> Select[Any]:
    listener = bindparam("listener", type_=Text)
    first = memories.alias()  # the first-hand memory that a memory goes back to
    known = select(memories.c.root).where(_OF_STORY, memories.c.owner == listener)
    there = select(memories.c.turn, memories.c.place).where(
        _OF_STORY, memories.c.owner == listener, memories.c.source == "saw"
    )
    query = (
        select(*(memories.c[name] for name in FIELDS))
        .join(first, (first.c.story == memories.c.story) & (first.c.id == memories.c.root))
        .where(_OF_STORY, memories.c.owner == bindparam("teller"), LIVE)
        .where(memories.c.importance >= LEAST_IMPORTANCE, memories.c.source != "reflected")
        .where(memories.c.root.not_in(known), tuple_(first.c.turn, first.c.place).not_in(there))
        .where(listener != all_(memories.c.people), memories.c.invalid_at.is_(None))
    )
    ordered = query.order_by(memories.c.importance.desc(), memories.c.turn.desc(), memories.c.id)
    return ordered.limit(bindparam("most"))


_TELLABLE = _tellable_query()


async def due_to_reflect(db: AsyncConnection, story: uuid.UUID, owners: Collection[str]) -> list[str]:
    """Those of `owners` who have remembered enough since their last belief (`npcs.reflection.REFLECT_AT`)."""
    return sorted((await db.execute(_DUE, {"story": story, "owners": sorted(owners)})).scalars())


def _due_query() -> Select[str]:
    reflected = memories.c.source == "reflected"
    last = func.max(memories.c.turn).filter(reflected).over(partition_by=memories.c.owner)
    mine = (
        select(memories.c.owner, memories.c.turn, memories.c.importance, last.label("last"))
        .where(_OF_STORY, _OF_OWNERS, LIVE)
        .subquery()
    )
    return (
        select(mine.c.owner)
        .where(mine.c.turn > func.coalesce(mine.c.last, -1))
        .group_by(mine.c.owner)
        .having(func.sum(mine.c.importance) >= REFLECT_AT)
    )


_DUE = _due_query()


async def has_vectors(db: AsyncConnection) -> bool:
    """Whether this database can keep vectors: it had pgvector when it was migrated."""
    return bool(await db.scalar(select(func.to_regclass("npc_memory_vectors").is_not(None))))


async def embed_missing(
    db: AsyncConnection, story: uuid.UUID, embedder: Embedder, limit: int = EMBEDDED_AT_ONCE
) -> int:
    """Writes vectors for the newest memories without one of this model, at most `limit`; how many it were."""
    if not await has_vectors(db):
        return 0
    have = select(vectors.c.id).where(vectors.c.story == story, vectors.c.model == embedder.name)
    lack = select(memories.c.id, memories.c.text).where(
        memories.c.story == story, LIVE, memories.c.id.not_in(have)
    )
    rows = (await db.execute(lack.order_by(memories.c.turn.desc(), memories.c.id).limit(limit))).all()
    await _embed(db, story, {row.id: row.text for row in rows}, embedder)
    return len(rows)


async def _embed(db: AsyncConnection, story: uuid.UUID, texts: dict[str, str], embedder: Embedder) -> None:
    if not texts or not await has_vectors(db):
        return
    made = await asyncio.to_thread(embedder.embed, list(texts.values()))
    rows = [
        {"story": story, "id": key, "model": embedder.name, "embedding": vector}
        for key, vector in zip(texts, made, strict=True)
    ]
    await db.execute(upsert(vectors).on_conflict_do_nothing(), rows)


async def _read(db: AsyncConnection, story: uuid.UUID, ids: Collection[str]) -> list[Memory]:
    if not ids:
        return []
    asked = {"story": story, "ids": sorted(ids)}
    return [memory_of(row) for row in (await db.execute(_BY_IDS, asked)).mappings()]


async def _forget_surplus(db: AsyncConnection, story: uuid.UUID, owner: str, turn: int, keep: int) -> None:
    """Of somebody who remembers more than `keep`."""
    mine = (memories.c.story == story, memories.c.owner == owner, LIVE)
    fields = (memories.c[name] for name in ("id", "turn", "importance", "about", "evidence"))
    rows = (await db.execute(select(*fields).where(*mine))).all()
    covered = {key for row in rows for key in row.evidence}
    traces = (Trace(row.id, row.turn, row.importance, row.about) for row in rows)
    gone = to_forget(traces, covered, keep - keep // SPARE)
    await db.execute(
        update(memories).where(memories.c.story == story, memories.c.id.in_(gone)).values(forgotten_turn=turn)
    )


def _names(memory: Memory) -> str:
    """Whom and what a memory is about, and where, in words."""
    about = (memory.about or "").partition(":")[2]
    return " ".join((memory.place, *memory.people, about)).replace("_", " ")


def memory_of(row: RowMapping) -> Memory:
    """The memory of a row with all of `FIELDS`."""
    return Memory(**{**row, "people": tuple(row["people"]), "evidence": tuple(row["evidence"])})
