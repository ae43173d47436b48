"""What the workshop knows of the worlds that are played here: the kept plays as they came out last, and where each part
was written.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

from gamemaster.authoring.explore import play_story
from gamemaster.authoring.skein.report import Skein, compare_plays
from gamemaster.authoring.workshop.sources import Written, sources_of
from gamemaster.authoring.world_recordings import seen_in_recordings
from gamemaster.play.context import LoadedWorld
from gamemaster.play.hub import Hub
from gamemaster.protocol.messages import PlaysCompared

log = logging.getLogger(__name__)

BOTS = 24  # some seconds of play; `gamemaster world explore` sends as many as are asked for


@dataclass
class Skeins:
    """Plays anew only for a world that changed, or when asked."""

    hub: Hub
    _found: dict[str, tuple[str, Skein]] = field(default_factory=dict)  # world: its hash, and what came out
    _sources: dict[str, tuple[str, dict[str, Written]]] = field(default_factory=dict)
    _bots: dict[str, tuple[str, frozenset[str]]] = field(default_factory=dict)

    async def refresh(self, loaded: LoadedWorld) -> None:
        """Play all again and tell whoever plays in the world what changed."""
        try:
            skein = await self.of(loaded, anew=True)
        except OSError:
            log.exception("the plays of the world %s cannot be read", loaded.world.id)
            return
        changed = tuple(play.play.name for play in skein.changed_plays)
        faults = (*skein.unread, *map(str, skein.paths))
        self.hub.tell(loaded.world.id, PlaysCompared(plays=len(skein.plays), changed=changed, faults=faults))

    async def of(self, loaded: LoadedWorld, anew: bool = False) -> Skein:
        """What came out for the world as it is now."""
        assert loaded.folder is not None
        known = self._found.get(loaded.world.id)
        if not anew and known is not None and known[0] == loaded.hash:
            return known[1]
        skein = await asyncio.to_thread(compare_plays, loaded.folder, loaded.world)
        self._found[loaded.world.id] = (loaded.hash, skein)
        return skein

    async def sources(self, loaded: LoadedWorld) -> dict[str, Written]:
        """Where each part of the world as it is now was written."""
        assert loaded.folder is not None
        known = self._sources.get(loaded.world.id)
        if known is None or known[0] != loaded.hash:
            known = (loaded.hash, await asyncio.to_thread(sources_of, loaded.folder, loaded.world))
            self._sources[loaded.world.id] = known
        return known[1]

    async def seen_by_bots(self, loaded: LoadedWorld) -> frozenset[str]:
        """Places, beats and endings that some bots come to in the world as it is now."""
        known = self._bots.get(loaded.world.id)
        if known is None or known[0] != loaded.hash:
            known = (loaded.hash, await asyncio.to_thread(_send_bots, loaded))
            self._bots[loaded.world.id] = known
        return known[1]

    async def seen_in_recordings(self, loaded: LoadedWorld) -> frozenset[str]:
        """Places, beats and endings that recorded players came to, as far as their recordings lie on this machine."""
        recordings = self.hub.desk.recordings
        folder = recordings.folder if recordings is not None else None
        return await asyncio.to_thread(seen_in_recordings, loaded.world.id, folder)

    def forget(self, world: str) -> None:
        """A play was kept or blessed."""
        self._found.pop(world, None)


def _send_bots(loaded: LoadedWorld) -> frozenset[str]:
    stories = [play_story(loaded.world, run) for run in range(BOTS)]
    return frozenset().union(*({*one.places, *one.beats, one.ending or ""} for one in stories))
