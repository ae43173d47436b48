"""What the store reads and copies within a transaction of Postgres."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ARRAY,
    Row,
    Select,
    Uuid,
    and_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from gamemaster.rules.state import StoryState, TurnRecord
from gamemaster.rules.upkeep.state_versions import read_state
from gamemaster.storage.serialization import player_id, record_of, state_before, story_id, to_json
from gamemaster.storage.store import (
    Conflict,
    Consent,
    Erasure,
    NoSuchTurn,
    NotFound,
    NotPending,
    NotYours,
    Pending,
    StoredStory,
    TooManyStories,
    UnknownPlayer,
)
from gamemaster.storage.tables import consents, erasures, player_exports, players, stories, turns
from npcs.store import copy
from worlds.schema import Boundaries

StoredRow = Row[Any]  # of stories or of turns; its columns are attributes
StoredQuery = Select[Any]
log = logging.getLogger(__name__)

PENDING = and_(turns.c.story == stories.c.id, turns.c.status == "accepted")
# Made once: to write a statement costs more than to have it answered. Whole rows hold the state, which is large.
_WANTED = stories.c.id == bindparam("wanted")
_WHOLE = select(stories).where(_WANTED)
_OWNED = select(stories.c.id, stories.c.player).where(_WANTED)
_TURN = select(stories.c.id, stories.c.turn).where(_WANTED).with_for_update(key_share=True)
_LINES = players.c.settings["boundaries"].label("boundaries")  # the player's
_STORY = (
    select(stories, turns.c.act_id.label("pending_act"), turns.c.words, turns.c.number, _LINES)
    .join(players, players.c.id == stories.c.player)
    .outerjoin(turns, PENDING)
    .where(_WANTED)
)
_OWNER = stories.c.player == bindparam("owner")
_PLAYER = select(players.c.id).where(players.c.id == bindparam("owner")).with_for_update(key_share=True)
_MADE = select(stories.c.id).where(_OWNER, stories.c.new_act == bindparam("act"))
_HAS = select(func.count()).select_from(stories).where(_OWNER)
_CONSENTS = select(consents).where(consents.c.player == func.any(bindparam("wanted", type_=ARRAY(Uuid))))


async def read_consents(db: AsyncConnection, wanted: Collection[str]) -> dict[str, Consent]:
    """The answers of those of the players who have answered. Raises UnknownPlayer for what is no id."""
    rows = (await db.execute(_CONSENTS, {"wanted": [player_id(player) for player in wanted]})).all()
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


async def mark_erased(
    db: AsyncConnection, player: uuid.UUID, story: uuid.UUID | None = None, *, account: bool = False
) -> Erasure:
    """Tells every host to delete its files of the player, or of one story; what waits to be exported goes, too."""
    await db.execute(delete(player_exports).where(player_exports.c.player == player))
    row = insert(erasures).values(player=player, story=story, account=account).returning(erasures)
    return _erasure_of((await db.execute(row)).one())


async def read_erasures(db: AsyncConnection, since: datetime | None) -> list[Erasure]:
    """What was taken back, the oldest first."""
    query = select(erasures).order_by(erasures.c.id)
    rows = await db.execute(query if since is None else query.where(erasures.c.at >= since))
    return [_erasure_of(row) for row in rows]


def _erasure_of(row: StoredRow) -> Erasure:
    story = row.story.hex if row.story is not None else None
    return Erasure(row.id, row.player.hex, story, row.account, row.at)


async def erase_player(db: AsyncConnection, player: str) -> Erasure:
    """Deletes the player, and with them all that refers to them. Raises UnknownPlayer."""
    owner = player_id(player)
    gone = await db.execute(delete(players).where(players.c.id == owner))
    if not gone.rowcount:
        raise UnknownPlayer(player)
    return await mark_erased(db, owner, account=True)


async def read_story(db: AsyncConnection, story: str, player: str) -> StoredStory:
    """The player's story with its pending act. Raises NotFound, NotYours, StateVersionError."""
    row = await read_one(db, _STORY, story, player)
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
        boundaries=boundaries_of(row.boundaries),
    )


async def keep_boundaries(db: AsyncConnection, player: str, boundaries: Boundaries | None) -> None:
    """Keeps the player's lines, or none. Raises UnknownPlayer."""
    drawn = None if boundaries is None else boundaries.model_dump(mode="json")
    merged = players.c.settings.op("||")(cast({"boundaries": drawn}, JSONB))
    kept = await db.execute(update(players).where(players.c.id == player_id(player)).values(settings=merged))
    if not kept.rowcount:
        raise UnknownPlayer(player)


async def read_boundaries(db: AsyncConnection, wanted: Collection[str]) -> dict[str, Boundaries]:
    """The lines of those of the players who drew any. Raises UnknownPlayer for what is no id."""
    query = select(players.c.id, _LINES).where(players.c.id.in_([player_id(player) for player in wanted]))
    found = {row.id.hex: boundaries_of(row.boundaries) for row in await db.execute(query)}
    return {player: lines for player, lines in found.items() if lines is not None}


def boundaries_of(drawn: Any) -> Boundaries | None:
    """A player's lines as they are kept; None: they drew none."""
    return None if drawn is None else Boundaries.model_validate(drawn)


async def read_owned(db: AsyncConnection, story: str, player: str, *, lock: bool = False) -> StoredRow:
    """The player's story: its id and player, or with `lock` all of it, which nobody else writes until the end."""
    query = _WHOLE.with_for_update(key_share=True) if lock else _OWNED
    return await read_one(db, query, story, player)


async def read_one(db: AsyncConnection, query: StoredQuery, story: str, player: str) -> StoredRow:
    row: StoredRow | None = (await db.execute(query, {"wanted": story_id(story)})).first()
    if row is None:
        raise NotFound(story)
    if row.player != player_id(player):
        log.warning("player %s asked for story %s of another player", player, story)
        raise NotYours(story)
    return row


async def lock_story(db: AsyncConnection, story: str, *, whole: bool = False) -> StoredRow:
    """The story's id and turn, or all of it; nobody else writes it until the transaction ends."""
    query = _WHOLE.with_for_update(key_share=True) if whole else _TURN
    row: StoredRow | None = (await db.execute(query, {"wanted": story_id(story)})).first()
    if row is None:
        raise NotFound(story)
    return row


async def made_before(db: AsyncConnection, player: str, act_id: str, max_stories: int) -> uuid.UUID | None:
    """The story that this act made, if any; else there is room for one more. Locks the player until the end."""
    owner = player_id(player)
    if await db.scalar(_PLAYER, {"owner": owner}) is None:
        raise UnknownPlayer(player)
    made: uuid.UUID | None = await db.scalar(_MADE, {"owner": owner, "act": act_id})
    if made is None:
        count: int = (await db.execute(_HAS, {"owner": owner})).scalar_one()
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
    if found.turn == expected_turn:
        raise NotPending(record.act_id)
    raise Conflict(expected_turn, found.turn)


async def state_at(db: AsyncConnection, found: StoredRow, state: StoryState, turn: int) -> StoryState:
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
    db: AsyncConnection, found: StoredRow, name: str, act_id: str, turn: int | None
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


def committed_turns(story: uuid.UUID) -> StoredQuery:
    """What `record_of` needs of the turns that are part of the story."""
    columns = (turns.c[key] for key in ("number", "act_id", "words", "record"))
    return select(*columns).where(turns.c.story == story, turns.c.status == "committed")


def is_refused(row: StoredRow) -> bool:
    return row.status == "undone" and row.record is None


def pending_of(row: StoredRow) -> Pending:
    return Pending(row.act_id, row.words, row.number)
