"""What the store reads and copies within a transaction of Postgres."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Collection
from typing import Any

from sqlalchemy import Row, Select, and_, func, insert, literal, select
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from gamemaster.rules.state import StoryState, TurnRecord
from gamemaster.rules.state_versions import read_state
from gamemaster.storage.serialization import player_id, record_of, state_before, story_id, to_json
from gamemaster.storage.store import (
    Conflict,
    Consent,
    NoSuchTurn,
    NotFound,
    NotYours,
    Pending,
    StoredStory,
    TooManyStories,
    UnknownPlayer,
)
from gamemaster.storage.tables import consents, players, stories, turns
from npcs.store import copy

log = logging.getLogger(__name__)

PENDING = and_(turns.c.story == stories.c.id, turns.c.status == "accepted")


async def read_consents(db: AsyncConnection, wanted: Collection[str]) -> dict[str, Consent]:
    """The answers of those of the players who have answered. Raises UnknownPlayer for what is no id."""
    query = select(consents).where(consents.c.player.in_([player_id(player) for player in wanted]))
    rows = (await db.execute(query)).all()
    return {row.player.hex: Consent(row.allowed, row.text, row.answered) for row in rows}


async def keep_consent(db: AsyncConnection, player: str, allowed: bool, text: int) -> None:
    """Keeps the answer over an earlier one. Raises UnknownPlayer."""
    answer = {"allowed": allowed, "text": text, "answered": func.now()}
    owner = player_id(player)
    lock = select(players.c.id).where(players.c.id == owner).with_for_update(key_share=True)
    if await db.scalar(lock) is None:
        raise UnknownPlayer(player)
    row = upsert(consents).values(player=owner, **answer)
    await db.execute(row.on_conflict_do_update(index_elements=[consents.c.player], set_=answer))


async def read_story(db: AsyncConnection, story: str, player: str) -> StoredStory:
    """The player's story with its pending act. Raises NotFound, NotYours, StateVersionError."""
    pending = [turns.c.act_id.label("pending_act"), turns.c.words, turns.c.number]
    query = select(stories, *pending).outerjoin(turns, PENDING)
    row = await read_one(db, query, story, player)
    waiting = None if row.pending_act is None else Pending(row.pending_act, row.words, row.number)
    return StoredStory(
        id=row.id.hex,
        player=row.player.hex,
        world=row.world,
        world_hash=row.world_hash,
        name=row.name,
        epoch=row.epoch,
        turn=row.turn,
        state=read_state(row.state),
        pending=waiting,
        created=row.created,
        updated=row.updated,
    )


async def read_owned(db: AsyncConnection, story: str, player: str, *, lock: bool = False) -> Row[Any]:
    """The row of the player's story; with `lock`, nobody else writes it until the transaction ends."""
    query = select(stories)
    return await read_one(db, query.with_for_update(key_share=True) if lock else query, story, player)


async def read_one(db: AsyncConnection, query: Select[Any], story: str, player: str) -> Row[Any]:
    row: Row[Any] | None = (await db.execute(query.where(stories.c.id == story_id(story)))).first()
    if row is None:
        raise NotFound(story)
    if row.player != player_id(player):
        log.warning("player %s asked for story %s of another player", player, story)
        raise NotYours(story)
    return row


async def lock_story(db: AsyncConnection, story: str) -> Row[Any]:
    """The story, which nobody else writes until the transaction ends."""
    query = select(stories).where(stories.c.id == story_id(story)).with_for_update(key_share=True)
    row: Row[Any] | None = (await db.execute(query)).first()
    if row is None:
        raise NotFound(story)
    return row


async def made_before(db: AsyncConnection, player: str, act_id: str, max_stories: int) -> uuid.UUID | None:
    """The story that this act made, if any; else there is room for one more. Locks the player until the end."""
    owner = player_id(player)
    lock = select(players.c.id).where(players.c.id == owner).with_for_update(key_share=True)
    if await db.scalar(lock) is None:
        raise UnknownPlayer(player)
    query = select(stories.c.id).where(stories.c.player == owner, stories.c.new_act == act_id)
    made: uuid.UUID | None = await db.scalar(query)
    if made is None:
        count: int = (await db.execute(select(func.count()).where(stories.c.player == owner))).scalar_one()
        if count >= max_stories:
            raise TooManyStories(max_stories)
    return made


async def committed_before(db: AsyncConnection, story: str, expected_turn: int, record: TurnRecord) -> bool:
    """False if this very record was committed before. Raises what else keeps it from being committed."""
    found = await lock_story(db, story)
    query = committed_turns(found.id).where(turns.c.act_id == record.act_id)
    known = (await db.execute(query)).mappings().first()
    if known is not None and record_of(known) == record:
        return False
    raise Conflict(expected_turn, found.turn)


async def state_at(db: AsyncConnection, found: Row[Any], state: StoryState, turn: int) -> StoryState:
    """The state after `turn`, from the present one by the patches of the turns since."""
    if turn == found.turn:
        return state
    query = committed_turns(found.id).where(turns.c.number > turn).order_by(turns.c.number)
    rows = (await db.execute(query)).mappings().all()
    digest = found.start_digest
    if turn > 0:
        digest = await db.scalar(
            committed_turns(found.id).where(turns.c.number == turn).with_only_columns(turns.c.digest)
        )
    return state_before(state, [record_of(row) for row in rows], digest)


async def copy_story(
    db: AsyncConnection, found: Row[Any], name: str, act_id: str, turn: int | None
) -> uuid.UUID:
    """A new story with the first `turn` turns of the one `found`, which must be locked. Raises NoSuchTurn."""
    last = found.turn if turn is None else turn
    if not 0 <= last <= found.turn:
        raise NoSuchTurn(last, found.turn)
    state = await state_at(db, found, read_state(found.state), last)
    made = uuid.uuid4()
    same = {key: getattr(found, key) for key in ("player", "world", "world_hash", "seed", "start_digest")}
    await db.execute(
        insert(stories).values(
            **same,
            id=made,
            name=name,
            parent=found.id,
            parent_turn=last,
            turn=last,
            state=to_json("the state", state),
            ended=state.ended,
            new_act=act_id,
        )
    )
    copied = ["number", "act_id", "words", "status", "record", "digest", "accepted_at", "committed_at"]
    source = select(literal(made), *(turns.c[key] for key in copied)).where(
        turns.c.story == found.id, turns.c.status == "committed", turns.c.number <= last
    )
    await db.execute(insert(turns).from_select(["story", *copied], source.order_by(turns.c.number)))
    await copy(db, found.id, made, last)
    return made


def committed_turns(story: uuid.UUID) -> Select[Any]:
    """What `record_of` needs of the turns that are part of the story."""
    columns = (turns.c[key] for key in ("number", "act_id", "words", "record"))
    return select(*columns).where(turns.c.story == story, turns.c.status == "committed")


def is_refused(row: Row[Any]) -> bool:
    return row.status == "undone" and row.record is None


def pending_of(row: Row[Any]) -> Pending:
    return Pending(row.act_id, row.words, row.number)
