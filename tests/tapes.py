"""Recordings for tests, small and made by hand: as the service writes them, without a service."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gamemaster.recording.folder import file_name
from gamemaster.recording.format import Header, write

PLAYER = "a" * 32
STORY = "b" * 32
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def header_line(player: str = PLAYER, story: str = STORY, **more: Any) -> dict[str, Any]:
    header = Header(
        id="20261121T120000Z-0001",
        story=story,
        player=player,
        world="hut",
        world_hash="hash-1",
        seed=7,
        started=NOON.isoformat(),
        stamps={"code": "1", "world": "hash-1"},
        text_speed=0,
        epoch=0,
        state={},
    )
    return {"at": 0.0, "kind": "header", **header.model_dump(mode="json"), **more}


def put(
    folder: Path,
    player: str = PLAYER,
    story: str = STORY,
    started: datetime = NOON,
    lines: list[dict[str, Any]] | None = None,
    end: str | None = "closed",
) -> Path:
    """A recording in the folder of recordings: a header, `lines`, and an end if there is to be one."""
    path = folder / player / file_name(story, started, secrets.token_hex(2))
    last = [] if end is None else [{"at": 9.5, "kind": "end", "reason": end}]
    write(path, [header_line(player, story), *(lines or []), *last])
    return path
