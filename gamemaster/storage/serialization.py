"""Between the store's rows and its data: checked texts, JSON, digests, and states made from patches."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable

import orjson
from pydantic import BaseModel
from sqlalchemy import RowMapping

from gamemaster.rules.state import PatchConflict, StatePatch, StoryState, TurnRecord, canonical_json
from gamemaster.storage.database import Json
from gamemaster.storage.store import (
    MAX_ACT_ID_CHARS,
    MAX_NAME_CHARS,
    BadText,
    NotFound,
    PatchBroken,
    StoryStart,
    UnknownPlayer,
)

COLUMNS_OF_RECORD = {"number", "act_id", "words"}


def check_text(where: str, text: str, max_chars: int | None = None) -> str:
    """The text, if Postgres can keep it. Raises BadText, which names `where` it stands."""
    if "\0" in text:
        raise BadText(where, "has a NUL character (U+0000), which cannot be stored: take it out")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadText(
            where, f"has half a surrogate pair at character {error.start}: it is no valid text"
        ) from None
    if max_chars is not None and not 1 <= len(text) <= max_chars:
        raise BadText(where, f"has {len(text)} characters: 1 to {max_chars} are allowed")
    return text


def check_act_id(act_id: str) -> None:
    """Raises BadText."""
    check_text("the act id", act_id, MAX_ACT_ID_CHARS)


def check_name(name: str | None) -> None:
    """Raises BadText."""
    if name is not None:
        check_text("the name", name, MAX_NAME_CHARS)


def check_start(start: StoryStart) -> str:
    """The state of a new story as JSON. Raises BadText, and ValueError if the state is not that of turn 0."""
    check_act_id(start.act_id)
    check_name(start.name)
    texts = {"the world's id": start.world, "its hash": start.world_hash, "its title": start.title}
    for where, value in texts.items():
        check_text(where, value)
    if start.state.turn != 0:
        raise ValueError(f"a new story begins at turn 0, not {start.state.turn}")
    return to_json("the state", start.state)


def check_turn(expected_turn: int, record: TurnRecord, after: StoryState) -> None:
    """Raises ValueError if this record and state are not those of the turn after the expected one."""
    number = expected_turn + 1
    if record.number != number or after.turn != number:
        raise ValueError(f"turn {number} is due, not {record.number} with a state of turn {after.turn}")


def to_json(where: str, data: BaseModel, exclude: set[str] | None = None) -> Json:
    """The data as JSON that Postgres can keep. Raises BadText with the path of a text that it cannot."""
    written = data.model_dump_json(exclude=exclude)
    if "\\u0000" in written:  # the escape of NUL, or a backslash in a text with "u0000" behind it
        _check_texts(where, orjson.loads(written))
    return Json(written)


def _check_texts(where: str, value: object) -> None:
    if isinstance(value, str):
        check_text(where, value)
    elif isinstance(value, dict):
        for key, part in value.items():
            check_text(f"a key of {where}", key)
            _check_texts(f"{where}.{key}", part)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            _check_texts(f"{where}[{index}]", part)


def story_id(story: str) -> uuid.UUID:
    """Raises NotFound for what is no id at all: nothing has that id."""
    try:
        return uuid.UUID(story)
    except ValueError:
        raise NotFound(story) from None


def player_id(player: str) -> uuid.UUID:
    try:
        return uuid.UUID(player)
    except ValueError:
        raise UnknownPlayer(player) from None


def state_digest(state: StoryState) -> str:
    """Names a state by its version and content: digests of different versions cannot be compared."""
    return f"{state.version}:{hashlib.blake2b(canonical_json(state), digest_size=16).hexdigest()}"


def record_json(record: TurnRecord) -> Json:
    return to_json("the turn's record", record, exclude=COLUMNS_OF_RECORD)


def record_of(row: RowMapping) -> TurnRecord:
    """The record of a row with `number`, `act_id`, `words` and `record`."""
    return TurnRecord(**row["record"], **{name: row[name] for name in COLUMNS_OF_RECORD})


def state_before(state: StoryState, records: Iterable[TurnRecord], digest: str) -> StoryState:
    """The state before the first of `records` (ascending, the last one led to `state`).

    `digest` is that state's, from when it was current. Raises PatchBroken if the patches do not lead back to it.
    """
    undone = list(records)
    changes = [change for record in undone for change in record.patch.changes]
    first = undone[0].number
    try:
        before = StatePatch(changes=changes).undo(state)
    except PatchConflict as error:
        raise PatchBroken(first, str(error)) from error
    found = state_digest(before)
    if found != digest and found.partition(":")[0] == digest.partition(":")[0]:
        raise PatchBroken(first, "its patch leads to another state than there was before it")
    return before
