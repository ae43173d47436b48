"""The store in Postgres: load a story, commit one turn in one transaction, undo and branch by patches."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator, Collection, Sequence

from sqlalchemy import delete, func, insert, literal, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from gamemaster.memory.persistence import Musing, as_recalled, keep_memories, musings
from gamemaster.rules.state import Recalled, StoryState, TurnRecord
from gamemaster.rules.state_versions import read_state
from gamemaster.storage.database import engine_at, transaction
from gamemaster.storage.queries import (
    PENDING,
    committed_before,
    committed_turns,
    copy_story,
    is_refused,
    keep_consent,
    lock_story,
    made_before,
    pending_of,
    read_consents,
    read_owned,
    read_story,
    state_at,
)
from gamemaster.storage.serialization import (
    check_act_id,
    check_name,
    check_text,
    check_turn,
    player_id,
    record_json,
    record_of,
    state_digest,
    story_id,
    to_json,
)
from gamemaster.storage.store import (
    MAX_TURNS_READ,
    Accepted,
    Busy,
    Conflict,
    Consent,
    ListedStory,
    NothingToUndo,
    NotPending,
    StoredStory,
    Undone,
    UnknownPlayer,
)
from gamemaster.storage.tables import players, stories, turns, worlds
from npcs.embeddings import Embedder
from npcs.memory import Memory
from npcs.store import embed_missing, forget_after, memories_of, recall, remember
from worlds.schema import World

AT_ONCE = (
    16  # calls; fewer than the connections of the pool, which gives up on those who wait for one too long
)
LARGEST_INTEGER = 2**31 - 1  # of a column


class PostgresStore:
    """See `gamemaster.storage.store.Store`. Used by one event loop; close it with `close`."""

    def __init__(self, engine: AsyncEngine, max_stories: int = 100, embedder: Embedder | None = None) -> None:
        """`max_stories` is the most that one player may have. An `embedder` finds memories by likeness too."""
        self.engine = engine
        self.max_stories = max_stories
        self.embedder = embedder
        self._places = asyncio.Semaphore(AT_ONCE)

    @classmethod
    def at(cls, url: str, max_stories: int = 100) -> PostgresStore:
        """A store for the database at `url`. It connects when first used."""
        return cls(engine_at(url), max_stories)

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """So many at once; the others wait in line instead of failing for want of a connection. `ping` does not: what
        asks how the store is must not wait for those who use it.
        """
        async with self._places, transaction(self.engine) as db:
            yield db

    async def create_player(self) -> str:
        player = uuid.uuid4()
        async with self._transaction() as db:
            await db.execute(insert(players).values(id=player))
        return player.hex

    async def has_player(self, player: str) -> bool:
        try:
            wanted = player_id(player)
        except UnknownPlayer:
            return False
        async with self._transaction() as db:
            return await db.scalar(select(players.c.id).where(players.c.id == wanted)) is not None

    async def consent(self, player: str) -> Consent | None:
        return (await self.consents([player])).get(player)

    async def set_consent(self, player: str, allowed: bool, text: int) -> None:
        async with self._transaction() as db:
            await keep_consent(db, player, allowed, text)

    async def consents(self, players: Collection[str]) -> dict[str, Consent]:
        async with self._transaction() as db:
            return await read_consents(db, players)

    async def create_story(
        self,
        player: str,
        world: str,
        world_hash: str,
        state: StoryState,
        act_id: str,
        name: str | None = None,
        title: str = "",
    ) -> StoredStory:
        check_act_id(act_id)
        check_name(name)
        for where, value in (("the world's id", world), ("its hash", world_hash), ("its title", title)):
            check_text(where, value)
        values = {
            "world": world,
            "world_hash": world_hash,
            "seed": state.seed,
            "name": name,
            "turn": state.turn,
            "state": to_json("the state", state),
            "start_digest": state_digest(state),
            "ended": state.ended,
            "new_act": act_id,
        }
        if state.turn != 0:
            raise ValueError(f"a new story begins at turn 0, not {state.turn}")
        async with self._transaction() as db:
            made = await made_before(db, player, act_id, self.max_stories)
            if made is None:
                seen = upsert(worlds).values(hash=world_hash, id=world, title=title)
                await db.execute(seen.on_conflict_do_nothing())
                made = uuid.uuid4()
                await db.execute(insert(stories).values(id=made, player=player_id(player), **values))
            return await read_story(db, made.hex, player)

    async def list_stories(self, player: str) -> list[ListedStory]:
        waiting = select(literal(1)).where(PENDING).correlate(stories).exists().label("pending")
        columns = (
            stories.c[key] for key in ("id", "world", "world_hash", "name", "turn", "ended", "updated")
        )
        place = stories.c.state["place"].as_string().label("place")
        query = (
            select(*columns, worlds.c.title, place, waiting)
            .join(worlds, worlds.c.hash == stories.c.world_hash)
            .where(stories.c.player == player_id(player))
            .order_by(stories.c.updated.desc(), stories.c.id)
        )
        async with self._transaction() as db:
            rows = (await db.execute(query)).mappings().all()
        return [ListedStory(**{**row, "id": row["id"].hex}) for row in rows]

    async def load(self, story: str, player: str) -> StoredStory:
        async with self._transaction() as db:
            return await read_story(db, story, player)

    async def accept(self, story: str, number: int, act_id: str, words: str) -> Accepted:
        check_act_id(act_id)
        check_text("your words", words)
        async with self._transaction() as db:
            found = await lock_story(db, story)
            of_story = turns.c.story == found.id
            query = select(turns).where(of_story, or_(turns.c.act_id == act_id, turns.c.status == "accepted"))
            rows = {row.act_id: row for row in await db.execute(query)}
            known = rows.get(act_id)
            if known is not None and not is_refused(known):
                return Accepted(known.number, known.words, repeated=True, status=known.status)
            if rows.keys() - {act_id}:
                raise Busy(pending_of(next(row for row in rows.values() if row.status == "accepted")))
            if number != found.turn + 1:
                raise Conflict(number - 1, found.turn)
            values = {"number": number, "words": words, "status": "accepted", "accepted_at": func.now()}
            if known is None:
                await db.execute(insert(turns).values(story=found.id, act_id=act_id, **values))
            else:
                again = update(turns).where(turns.c.id == known.id)
                await db.execute(again.values(**values, undone_at=None))
        return Accepted(number, words, repeated=False, status="accepted")

    async def commit(self, story: str, expected_turn: int, record: TurnRecord, after: StoryState) -> bool:
        check_turn(expected_turn, record, after)
        number = record.number
        told = record_json(record)
        state = to_json("the state", after)
        wanted = story_id(story)
        async with self._transaction() as db:
            moved = await db.execute(
                update(stories)
                .where(stories.c.id == wanted, stories.c.turn == expected_turn)
                .values(turn=number, state=state, ended=after.ended, updated=func.now())
            )
            if moved.rowcount == 0:
                return await committed_before(db, story, expected_turn, record)
            kept = await db.execute(
                update(turns)
                .where(
                    turns.c.story == wanted,
                    turns.c.act_id == record.act_id,
                    turns.c.number == number,
                    turns.c.status == "accepted",
                )
                .values(status="committed", record=told, digest=state_digest(after), committed_at=func.now())
            )
            if kept.rowcount == 0:
                raise NotPending(record.act_id)
            await keep_memories(db, wanted, record, after)
        return True

    async def refuse(self, story: str, act_id: str) -> bool:
        wanted = story_id(story)
        async with self._transaction() as db:
            done = await db.execute(
                update(turns)
                .where(turns.c.story == wanted, turns.c.act_id == act_id, turns.c.status == "accepted")
                .values(status="undone", undone_at=func.now())
            )
            return done.rowcount == 1

    async def undo(self, story: str, expected_turn: int, act_id: str) -> Undone:
        check_act_id(act_id)
        async with self._transaction() as db:
            found = await lock_story(db, story)
            of_story = turns.c.story == found.id
            done = (await db.execute(select(turns).where(of_story, turns.c.undone_by == act_id))).first()
            state = read_state(found.state)
            if done is not None:
                return Undone(
                    found.turn, found.epoch, state, done.number, done.act_id, done.words, repeated=True
                )
            pending = (await db.execute(select(turns).where(of_story, turns.c.status == "accepted"))).first()
            if pending is not None:
                raise Busy(pending_of(pending))
            if found.turn != expected_turn:
                raise Conflict(expected_turn, found.turn)
            if found.turn == 0:
                raise NothingToUndo()
            before = await state_at(db, found, state, found.turn - 1)
            await forget_after(db, found.id, found.turn - 1)
            last = (
                await db.execute(
                    update(turns)
                    .where(of_story, turns.c.number == found.turn, turns.c.status == "committed")
                    .values(status="undone", undone_by=act_id, undone_at=func.now())
                    .returning(turns)
                )
            ).one()
            await db.execute(
                update(stories)
                .where(stories.c.id == found.id)
                .values(
                    turn=found.turn - 1,
                    epoch=found.epoch + 1,
                    state=to_json("the state", before),
                    ended=before.ended,
                    updated=func.now(),
                )
            )
        return Undone(
            found.turn - 1, found.epoch + 1, before, last.number, last.act_id, last.words, repeated=False
        )

    async def branch(
        self, story: str, player: str, name: str, act_id: str, turn: int | None = None
    ) -> StoredStory:
        check_act_id(act_id)
        check_name(name)
        async with self._transaction() as db:
            made = await made_before(db, player, act_id, self.max_stories)
            if made is None:
                made = await copy_story(
                    db, await read_owned(db, story, player, lock=True), name, act_id, turn
                )
            return await read_story(db, made.hex, player)

    async def rename(self, story: str, player: str, name: str | None) -> None:
        check_name(name)
        async with self._transaction() as db:
            found = await read_owned(db, story, player, lock=True)
            await db.execute(update(stories).where(stories.c.id == found.id).values(name=name))

    async def delete(self, story: str, player: str) -> None:
        async with self._transaction() as db:
            found = await read_owned(db, story, player, lock=True)
            await db.execute(delete(stories).where(stories.c.id == found.id))

    async def turns(
        self, story: str, player: str, before: int | None = None, limit: int = 50
    ) -> list[TurnRecord]:
        if not 1 <= limit <= MAX_TURNS_READ:
            raise ValueError(f"limit must be 1 to {MAX_TURNS_READ}, not {limit}")
        end = LARGEST_INTEGER if before is None else max(0, min(before, LARGEST_INTEGER))
        async with self._transaction() as db:
            found = await read_owned(db, story, player)
            query = committed_turns(found.id).where(turns.c.number < end)
            rows = (await db.execute(query.order_by(turns.c.number.desc()).limit(limit))).mappings().all()
        return [record_of(row) for row in reversed(rows)]

    async def recall(
        self, story: str, owners: Collection[str], query: str, now: int, limit: int, language: str = "en"
    ) -> list[Recalled]:
        wanted = story_id(story)
        async with self._transaction() as db:
            found = await recall(
                db, wanted, owners, query, now, limit, embedder=self.embedder, language=language
            )
        return [as_recalled(ranked.memory) for ranked in found]

    async def memories(self, story: str, owners: Collection[str], limit: int) -> dict[str, list[Memory]]:
        wanted = story_id(story)
        async with self._transaction() as db:
            return {owner: (await memories_of(db, wanted, owner, limit))[::-1] for owner in owners}

    async def musings(self, story: str, world: World, after: StoryState) -> list[Musing]:
        async with self._transaction() as db:
            return await musings(db, story_id(story), world, after)

    async def believe(self, story: str, world: World, after: StoryState, beliefs: Sequence[Memory]) -> None:
        wanted = story_id(story)
        if beliefs:  # after most turns nobody has any: the story is not locked for that
            async with self._transaction() as db:
                await lock_story(db, story)
                this_turn = committed_turns(wanted).where(turns.c.number == after.turn)
                digest = await db.scalar(this_turn.with_only_columns(turns.c.digest))
                if digest == state_digest(after):
                    await remember(db, wanted, beliefs, language=world.language)
        if self.embedder is not None:  # takes its time: the story is not locked meanwhile
            async with self._transaction() as db:
                await embed_missing(db, wanted, self.embedder)

    async def ping(self) -> None:
        async with transaction(self.engine) as db:
            await db.execute(select(literal(1)))

    async def close(self) -> None:
        await self.engine.dispose()
