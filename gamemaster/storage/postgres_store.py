"""The store in Postgres: load a story, commit one turn in one transaction, undo and branch by patches."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, literal, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import QueuePool

from gamemaster.memory.persistence import Musing, as_recalled, keep_memories, musings
from gamemaster.rules.state import Recalled, StoryState, TurnRecord
from gamemaster.rules.upkeep.state_versions import read_state
from gamemaster.storage.database import (
    AWAY_STATES,
    NO_WRITES,
    TRY_TO_WRITE,
    engine_at,
    single_statements,
    timed_pool,
    transaction,
)
from gamemaster.storage.queries import (
    PENDING,
    committed_before,
    committed_turns,
    copy_story,
    erase_player,
    is_refused,
    keep_boundaries,
    keep_consent,
    lock_story,
    made_before,
    mark_erased,
    pending_of,
    read_boundaries,
    read_consents,
    read_erasures,
    read_owned,
    read_story,
    state_at,
)
from gamemaster.storage.serialization import (
    check_act_id,
    check_name,
    check_start,
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
    Erasure,
    ListedStory,
    NothingToUndo,
    StoredStory,
    StoreUnavailable,
    StoryStart,
    Undone,
    UnknownPlayer,
)
from gamemaster.storage.tables import players, stories, turns, worlds
from gamemaster.storage.turn_statements import ACCEPT_NEW, COMMIT
from npcs.embeddings import Embedder
from npcs.memory import Memory
from npcs.store import embed_missing, forget_after, memories_of, recall, remember
from worlds.schema import Boundaries, World

# Of the pool's connections for calls: it gives up on those who wait for one too long, and one is for `ping`.
SHARE_FOR_CALLS = 0.8
CONNECTIONS = 20
AT_ONCE = int(SHARE_FOR_CALLS * CONNECTIONS)
LARGEST_INTEGER = 2**31 - 1  # of a column


# Made once: see `queries`.
_LIKE_IT = select(turns).where(
    turns.c.story == bindparam("wanted"),
    or_(turns.c.act_id == bindparam("act"), turns.c.status == "accepted"),
)
_ACCEPT = insert(turns).values(
    {name: bindparam(name) for name in ("story", "act_id", "number", "words", "status")}
    | {"accepted_at": func.now()}
)


class PostgresStore:
    """See `gamemaster.storage.store.Store`. Used by one event loop; close it with `close`."""

    def __init__(
        self,
        engine: AsyncEngine,
        max_stories: int = 100,
        embedder: Embedder | None = None,
        at_once: int = AT_ONCE,
    ) -> None:
        """`max_stories` is the most that one player may have. An `embedder` finds memories by likeness too. `at_once`
        are the calls that are not made to wait.
        """
        self.engine = engine
        self.max_stories = max_stories
        self.embedder = embedder
        self._places = asyncio.Semaphore(at_once)
        self._refused_a_write = False  # the server, for want of room; until it took one

    @classmethod
    def at(
        cls,
        url: str,
        max_stories: int = 100,
        connections: int = CONNECTIONS,
        on_wait: Callable[[float], None] | None = None,
    ) -> PostgresStore:
        """A store for the database at `url`, with so many connections at most. It connects when first used. `on_wait`
        is told how many seconds each connection was waited for."""
        at_once = max(1, int(SHARE_FOR_CALLS * connections))
        options = {} if on_wait is None else {"poolclass": timed_pool(on_wait)}
        return cls(engine_at(url, connections, **options), max_stories, at_once=at_once)

    @property
    def connections(self) -> int:
        """Connections that are in use."""
        pool = self.engine.pool
        return pool.checkedout() if isinstance(pool, QueuePool) else 0

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """So many at once; the others wait in line instead of failing for want of a connection. `ping` does not: what
        asks how the store is must not wait for those who use it.
        """
        try:
            async with self._places, transaction(self.engine) as db:
                yield db
        except StoreUnavailable as error:
            self._refused_a_write = self._refused_a_write or error.why in NO_WRITES
            raise

    @contextlib.asynccontextmanager
    async def _statements(self) -> AsyncIterator[AsyncConnection]:
        """As `_transaction`, for what only reads, or writes by one statement."""
        try:
            async with self._places, single_statements(self.engine) as db:
                yield db
        except StoreUnavailable as error:
            self._refused_a_write = self._refused_a_write or error.why in NO_WRITES
            raise

    async def create_player(self) -> str:
        player = uuid.uuid4()
        async with self._statements() as db:
            await db.execute(insert(players).values(id=player))
        return player.hex

    async def has_player(self, player: str) -> bool:
        try:
            wanted = player_id(player)
        except UnknownPlayer:
            return False
        async with self._statements() as db:
            return await db.scalar(select(players.c.id).where(players.c.id == wanted)) is not None

    async def consent(self, player: str) -> Consent | None:
        return (await self.consents([player])).get(player)

    async def set_consent(self, player: str, allowed: bool, text: int) -> None:
        async with self._transaction() as db:
            await keep_consent(db, player, allowed, text)

    async def consents(self, players: Collection[str]) -> dict[str, Consent]:
        async with self._statements() as db:
            return await read_consents(db, players)

    async def set_boundaries(self, player: str, boundaries: Boundaries | None) -> None:
        async with self._transaction() as db:
            await keep_boundaries(db, player, boundaries)

    async def boundaries(self, players: Collection[str]) -> dict[str, Boundaries]:
        async with self._statements() as db:
            return await read_boundaries(db, players)

    async def mark_forgotten(self, player: str) -> Erasure:
        async with self._transaction() as db:
            return await mark_erased(db, player_id(player))

    async def delete_player(self, player: str) -> Erasure:
        async with self._transaction() as db:
            return await erase_player(db, player)

    async def erasures(self, since: datetime | None = None) -> list[Erasure]:
        async with self._statements() as db:
            return await read_erasures(db, since)

    async def create_story(self, player: str, start: StoryStart) -> StoredStory:
        written, state = check_start(start), start.state
        values = {
            "world": start.world,
            "world_hash": start.world_hash,
            "seed": state.seed,
            "name": start.name,
            "turn": state.turn,
            "state": written,
            "start_digest": state_digest(state),
            "ended": state.ended,
            "new_act": start.act_id,
        }
        async with self._transaction() as db:
            made = await made_before(db, player, start.act_id, self.max_stories)
            if made is None:
                seen = upsert(worlds).values(hash=start.world_hash, id=start.world, title=start.title)
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
        async with self._statements() as db:
            rows = (await db.execute(query)).mappings().all()
        return [ListedStory(**{**row, "id": row["id"].hex}) for row in rows]

    async def load(self, story: str, player: str) -> StoredStory:
        async with self._statements() as db:
            return await read_story(db, story, player)

    async def accept(self, story: str, number: int, act_id: str, words: str) -> Accepted:
        check_act_id(act_id)
        check_text("your words", words)
        new = {"wanted": story_id(story), "expected": number - 1, "act": act_id}
        async with self._statements() as db:
            done = await db.execute(ACCEPT_NEW, {**new, "number_": number, "words_": words})
        if done.rowcount == 1:
            return Accepted(number, words, repeated=False, status="accepted")
        return await self._accept_otherwise(story, number, act_id, words)

    async def _accept_otherwise(self, story: str, number: int, act_id: str, words: str) -> Accepted:
        """An act that is known, or refused, or not the next one."""
        async with self._transaction() as db:
            found = await lock_story(db, story)
            asked = {"wanted": found.id, "act": act_id}
            rows = {row.act_id: row for row in await db.execute(_LIKE_IT, asked)}
            known = rows.get(act_id)
            if known is not None and not is_refused(known):
                return Accepted(known.number, known.words, repeated=True, status=known.status)
            if rows.keys() - {act_id}:
                raise Busy(pending_of(next(row for row in rows.values() if row.status == "accepted")))
            if number != found.turn + 1:
                raise Conflict(number - 1, found.turn)
            values = {"number": number, "words": words, "status": "accepted"}
            if known is None:
                await db.execute(_ACCEPT, {"story": found.id, "act_id": act_id, **values})
            else:
                again = update(turns).where(turns.c.id == known.id)
                await db.execute(again.values(**values, accepted_at=func.now(), undone_at=None))
        return Accepted(number, words, repeated=False, status="accepted")

    async def commit(self, story: str, expected_turn: int, record: TurnRecord, after: StoryState) -> bool:
        check_turn(expected_turn, record, after)
        number, wanted = record.number, story_id(story)
        values = {
            "wanted": wanted,
            "expected": expected_turn,
            "act": record.act_id,
            "number_": number,
            "state_": to_json("the state", after),
            "ended_": after.ended,
            "record_": record_json(record),
            "digest_": state_digest(after),
        }
        alone = not (record.memories or record.invalidated or record.met)
        async with self._statements() if alone else self._transaction() as db:
            if not await db.scalar(COMMIT, values):
                return await committed_before(db, story, expected_turn, record)
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
            found = await lock_story(db, story, whole=True)
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
            await mark_erased(db, found.player, found.id)

    async def turns(
        self, story: str, player: str, before: int | None = None, limit: int = 50
    ) -> list[TurnRecord]:
        if not 1 <= limit <= MAX_TURNS_READ:
            raise ValueError(f"limit must be 1 to {MAX_TURNS_READ}, not {limit}")
        end = LARGEST_INTEGER if before is None else max(0, min(before, LARGEST_INTEGER))
        async with self._statements() as db:
            found = await read_owned(db, story, player)
            query = committed_turns(found.id).where(turns.c.number < end)
            rows = (await db.execute(query.order_by(turns.c.number.desc()).limit(limit))).mappings().all()
        return [record_of(row) for row in reversed(rows)]

    async def recall(
        self, story: str, owners: Collection[str], query: str, now: int, limit: int, language: str = "en"
    ) -> list[Recalled]:
        wanted = story_id(story)
        async with self._statements() as db:
            found = await recall(
                db, wanted, owners, query, now, limit, embedder=self.embedder, language=language
            )
        return [as_recalled(ranked.memory) for ranked in found]

    async def memories(self, story: str, owners: Collection[str], limit: int) -> dict[str, list[Memory]]:
        wanted = story_id(story)
        async with self._statements() as db:
            return {owner: (await memories_of(db, wanted, owner, limit))[::-1] for owner in owners}

    async def musings(self, story: str, world: World, after: StoryState) -> list[Musing]:
        async with self._statements() as db:
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
            if await db.scalar(select(func.current_setting("transaction_read_only"))) == "on":
                raise StoreUnavailable(AWAY_STATES["25006"])
            if self._refused_a_write:
                await db.execute(text(TRY_TO_WRITE))
        self._refused_a_write = False

    async def close(self) -> None:
        await self.engine.dispose()
