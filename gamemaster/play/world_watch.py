"""Watches the folders of worlds while their writer plays: what is saved and fits comes into the running stories."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from watchfiles import Change, awatch

from gamemaster.play.context import LoadedWorld
from gamemaster.play.hub import Hub
from gamemaster.protocol.messages import WorldEdited, WorldFault
from worlds.loader import examine, world_hash
from worlds.yaml_source import PARAPHRASES, UNREAD_FOLDERS

log = logging.getLogger(__name__)

DEBOUNCE_MS = 150  # an editor writes a file in several steps
MOST_FAULTS = 20  # shown in the page; `world check` has them all


@dataclass
class WorldWatch:
    """Owns nothing: call `run` in a task, and end it by cancelling."""

    hub: Hub
    # Of a world that fits, once it is in play: as it was before, and as it was saved.
    after_save: Callable[[LoadedWorld | None, LoadedWorld], Awaitable[None]] | None = None

    async def run(self) -> None:
        """Look at a world whenever something in its folder was saved."""
        loaded = self.hub.desk.worlds.values()
        folders = {one.world.id: one.folder.resolve() for one in loaded if one.folder is not None}
        async for changes in awatch(
            *folders.values(), watch_filter=_may_be_read, debounce=DEBOUNCE_MS, step=50
        ):
            paths = [Path(path) for _, path in changes]
            for name, folder in folders.items():
                if any(_is_of(folder, path) for path in paths):
                    await self.look(name, folder)

    async def look(self, name: str, folder: Path) -> None:
        """Take the world as it was saved, or keep the last good one and say what is wrong."""
        try:
            edited = await asyncio.to_thread(_read, folder)
        except Exception:  # the watch must outlive whatever a half-written file does to it
            log.exception("the world %s could not be looked at", name)
            return
        if isinstance(edited, LoadedWorld):
            self.hub.desk.faults.pop(name, None)
            before = self.hub.desk.worlds.get(name)
            self.hub.exchange(edited)
            log.info("the world %s was saved and is in play", name)
            if self.after_save is not None:
                await self.after_save(before, edited)
            return
        self.hub.desk.faults[name] = edited
        self.hub.tell(name, edited)
        log.warning(
            "the world %s was saved with %d faults; the last good one is played", name, len(edited.faults)
        )


def _may_be_read(change: Change, path: str) -> bool:
    """Whether a file may be a world's, and not an editor's own."""
    return path.endswith((".yaml", PARAPHRASES))


def _is_of(folder: Path, path: Path) -> bool:
    """Whether a file is read with the world: the plays that are kept beside it are not."""
    return path.is_relative_to(folder) and path.relative_to(folder).parts[0] not in UNREAD_FOLDERS


def _read(folder: Path) -> LoadedWorld | WorldEdited:
    found = examine(folder)
    if found.playable and found.world is not None:
        return LoadedWorld(found.world, world_hash(folder), folder)
    shown = found.faults[:MOST_FAULTS]
    return WorldEdited(
        fits=False,
        faults=tuple(
            WorldFault(file=one.file, line=one.line, column=one.column, message=one.message, hint=one.hint)
            for one in shown
        ),
    )
