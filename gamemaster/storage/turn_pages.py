"""Reads many turns of a story page by page, however many there are."""

from __future__ import annotations

from collections.abc import AsyncIterator

from gamemaster.rules.state import TurnRecord
from gamemaster.storage.store import TurnReader

PAGE_TURNS = 500


async def turn_pages(
    store: TurnReader, story: str, player: str, last: int, after: int = 0
) -> AsyncIterator[list[TurnRecord]]:
    """The committed turns after the number `after` up to `last`: the latest page first, each oldest first.

    Raises what `TurnReader.turns` does.
    """
    after = max(after, 0)
    while last > after:
        page = await store.turns(story, player, before=last + 1, limit=min(last - after, PAGE_TURNS))
        if not page:
            return
        yield page
        last = page[0].number - 1


async def turns_between(
    store: TurnReader, story: str, player: str, last: int, after: int = 0
) -> list[TurnRecord]:
    """The same turns in one list, oldest first."""
    found: list[TurnRecord] = []
    async for page in turn_pages(store, story, player, last, after):
        found[:0] = page
    return found
