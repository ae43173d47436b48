"""What the workshop knows of the worlds that are played here: the kept plays as they came out last, and where each part
was written.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field, replace

from gamemaster.authoring.explore import play_story
from gamemaster.authoring.skein.bot_runs import BotsCalledBack, BotsCompared, compare_bots, read_bots
from gamemaster.authoring.skein.play_file import PlayError
from gamemaster.authoring.skein.report import Skein, compare_plays
from gamemaster.authoring.workshop.sources import Written, sources_of
from gamemaster.authoring.world_recordings import seen_in_recordings
from gamemaster.play.context import LoadedWorld
from gamemaster.play.hub import Hub
from gamemaster.protocol.messages import BotsReturned, PlaysCompared

log = logging.getLogger(__name__)

BOTS = 24  # some seconds of play; `gamemaster world explore` sends as many as are asked for


@dataclass
class Skeins:
    """Plays anew only for a world that changed, or when asked."""

    hub: Hub
    _found: dict[str, tuple[str, Skein]] = field(default_factory=dict)  # world: its hash, and what came out
    _sources: dict[str, tuple[str, dict[str, Written]]] = field(default_factory=dict)
    _bots: dict[str, tuple[str, frozenset[str]]] = field(default_factory=dict)
    _returned: dict[str, tuple[str, BotsCompared]] = field(
        default_factory=dict
    )  # world: its hash, and what bots saw
    _before: dict[str, frozenset[str]] = field(
        default_factory=dict
    )  # what they came to before the first save
    _order: tuple[LoadedWorld | None, LoadedWorld] | None = None  # the last save, until bots were sent for it
    _ordered: asyncio.Event = field(default_factory=asyncio.Event)

    async def refresh(self, before: LoadedWorld | None, loaded: LoadedWorld) -> None:
        """Play all again and tell whoever plays in the world what changed."""
        try:
            skein = await self.of(loaded, anew=True)
        except OSError:
            log.exception("the plays of the world %s cannot be read", loaded.world.id)
            return
        changed = tuple(play.play.name for play in skein.changed_plays)
        faults = (*skein.unread, *map(str, skein.paths))
        self.hub.tell(loaded.world.id, PlaysCompared(plays=len(skein.plays), changed=changed, faults=faults))
        self._order = (before, loaded)
        self._ordered.set()

    async def send_bots(self) -> None:
        """After each save, once the kept plays were played. A later save calls the bots of an earlier one back."""
        while True:
            await self._ordered.wait()
            self._ordered.clear()
            order, self._order = self._order, None
            if order is None:
                continue
            try:
                await self._send_for(*order)
            except BotsCalledBack:
                log.debug("the bots were called back: the world was saved again")
            except Exception:  # the next save sends others
                log.exception("the bots were lost in the world %s", order[1].world.id)

    async def _send_for(self, before: LoadedWorld | None, loaded: LoadedWorld) -> None:
        assert loaded.folder is not None
        name = loaded.world.id
        waited_for = True

        def go_on() -> bool:
            return waited_for and not self._ordered.is_set()

        try:
            kept = await asyncio.to_thread(_baseline, loaded)
            if kept is None and name not in self._before and before is not None:
                was = await asyncio.to_thread(compare_bots, before.world, None, go_on)
                self._before[name] = was.now
            known = kept if kept is not None else self._before.get(name)
            found = await asyncio.to_thread(compare_bots, loaded.world, known, go_on)
        finally:
            waited_for = False
        self._returned[name] = (loaded.hash, found)
        self.hub.tell(name, BotsReturned(stories=found.stories, lost=found.lost, gained=found.gained))

    async def of(self, loaded: LoadedWorld, anew: bool = False) -> Skein:
        """What came out for the world as it is now."""
        assert loaded.folder is not None
        known = self._found.get(loaded.world.id)
        if anew or known is None or known[0] != loaded.hash:
            skein = await asyncio.to_thread(compare_plays, loaded.folder, loaded.world)
            known = self._found[loaded.world.id] = (loaded.hash, skein)
        returned = self._returned.get(loaded.world.id)
        if returned is None or returned[0] != loaded.hash:
            return known[1]
        return replace(known[1], bots=returned[1])

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

    def take_bots(self, world: str) -> None:
        """What bots came to was blessed: from now on that is what was."""
        if world in self._returned:
            hash_, found = self._returned[world]
            self._before[world] = found.now
            self._returned[world] = (hash_, found.as_blessed())

    def forget(self, world: str) -> None:
        """A play was kept or blessed."""
        self._found.pop(world, None)


def _baseline(loaded: LoadedWorld) -> frozenset[str] | None:
    """What bots came to when the writer blessed it. A file that cannot be read was named with the plays."""
    assert loaded.folder is not None
    try:
        return read_bots(loaded.folder)
    except PlayError:
        return None


def _send_bots(loaded: LoadedWorld) -> frozenset[str]:
    stories = [play_story(loaded.world, run) for run in range(BOTS)]
    return frozenset().union(*({*one.places, *one.beats, one.ending or ""} for one in stories))
