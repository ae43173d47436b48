"""The truth after a drive: every story opened again over the socket, and read in Postgres where a URL is given."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from uuid import UUID

import asyncpg

from gamemaster.replay.load.consistency import Difference, Row, lost_acts, stored_differences
from gamemaster.replay.load.objectives import DrivenTurn
from gamemaster.replay.load.player import DrivenStory
from gamemaster.replay.load.presence import Manner, Presence, Tally
from gamemaster.replay.load.refusals import DriveError, LostError
from gamemaster.replay.load.screen import Screen

AT_ONCE = 16  # stories opened together
PENDING_S = 60.0  # for a turn that is still being told
AT_A_TIME = 500  # stories in one query
TURNS = (
    "SELECT story, number, act_id, status FROM turns WHERE story = ANY($1::uuid[]) ORDER BY story, number, id"
)
STORIES = "SELECT id, turn FROM stories WHERE id = ANY($1::uuid[])"


class DatabaseError(Exception):
    """The database cannot be read, or is not the service's. The message says which and what to do."""


class OtherDatabaseError(DatabaseError):
    """The database holds none of the driven stories: it is another service's."""


@dataclass(frozen=True)
class Database:
    """Where the service's Postgres is. It may hold a password: never log the URL.

    `name`: how people are told of it. `found`: nobody named it, so it may also be another service's.
    """

    url: str = field(repr=False)
    name: str = "the database that GM_DATABASE_URL or --database names"
    found: bool = False


# ---- over the socket ----


async def reopen(stories: Sequence[DrivenStory], manner: Manner, tally: Tally) -> dict[int, list[Difference]]:
    """What is wrong with each story as the service shows it now, by the story's index."""
    room = asyncio.Semaphore(AT_ONCE)
    quiet = Manner(manner.url)

    async def one(story: DrivenStory) -> tuple[int, list[Difference]]:
        async with room:
            return story.index, await _compare_reopened(story, quiet, tally)

    played = [story for story in stories if story.screen.story]
    return dict(await asyncio.gather(*(one(story) for story in played)))


async def _compare_reopened(story: DrivenStory, manner: Manner, tally: Tally) -> list[Difference]:
    screen = story.screen
    try:
        await _open(story.token, screen, manner, tally)
    except (LostError, DriveError) as error:
        tally.errors["unchecked"] += 1
        return [Difference("changed", "story", f"the story could not be opened again: {error}")]
    found = [*screen.differences, *lost_acts((turn.act_id for turn in screen.shown), screen.known.values())]
    if len(screen.shown) != screen.turn:
        found.append(
            Difference("lost", "story", f"{len(screen.shown)} turns are known of {screen.turn} in the story")
        )
    for branch, turns in story.branches:
        found += await _branch(story, branch, turns, manner, tally)
    return found


async def _open(token: str | None, screen: Screen, manner: Manner, tally: Tally) -> None:
    """Bring a screen to what the service shows of its story, with nothing being told any more."""
    presence = Presence(manner, tally, Random(0), lambda frame, now: None, lambda raw, now: None)
    presence.token, presence.screen = token, screen
    try:
        await presence.come(fresh=True)
        await presence.until(lambda: not screen.is_telling, PENDING_S)
    finally:
        await presence.close()


async def _branch(
    story: DrivenStory, branch: str, turns: int, manner: Manner, tally: Tally
) -> list[Difference]:
    """A branch must hold the turns that the story had up to its place, as they were shown."""
    screen = Screen()
    screen.story, screen.known = branch, story.screen.known
    try:
        await _open(story.token, screen, manner, tally)
    except (LostError, DriveError) as error:
        return [Difference("lost", branch, f"the branch cannot be opened: {error}")]
    if screen.turn != turns:
        return [Difference("lost", branch, f"the branch has {screen.turn} turns of {turns}")]
    return [
        Difference("changed", turn.act_id, f"turn {turn.number} of a branch was not shown as it is kept")
        for turn in screen.shown
        if turn.act_id in screen.known
        and (first := screen.known[turn.act_id].shown) is not None
        and first.told_spans != turn.told_spans
    ]


# ---- in Postgres ----


async def check_database(database: Database) -> None:
    """Look whether the tables of a service can be read there. Raises DatabaseError."""
    async with _connect(database) as connection:
        await connection.fetch(TURNS, [])
        await connection.fetch(STORIES, [])


async def read_database(database: Database, stories: Sequence[DrivenStory]) -> dict[int, list[Difference]]:
    """What is wrong with each story's rows, by the story's index. Raises DatabaseError."""
    wanted = [
        (story, story_id, copied)
        for story in stories
        if story.screen.story
        for story_id, copied in ((story.screen.story, 0), *story.branches)
    ]
    rows, last = await _rows(database, [story_id for _, story_id, _ in wanted])
    if wanted and not last:
        raise OtherDatabaseError(
            f"none of the stories is in {database.name}: it is another service's; name the right one with --database"
        )
    found: dict[int, list[Difference]] = defaultdict(list)
    for story, story_id, copied in wanted:
        known: dict[str, DrivenTurn] = story.screen.known if story_id == story.screen.story else {}
        if story_id not in last:
            found[story.index].append(Difference("lost", "story", f"story {story_id} is not in the database"))
        found[story.index] += stored_differences(rows[story_id], last.get(story_id), known, copied)
    return found


async def _rows(database: Database, ids: Sequence[str]) -> tuple[dict[str, list[Row]], dict[str, int]]:
    """The turns of these stories, and the last turn that each story says it has."""
    rows: dict[str, list[Row]] = defaultdict(list)
    last: dict[str, int] = {}
    async with _connect(database) as connection:
        for some in _chunks([UUID(each) for each in ids]):
            for row in await connection.fetch(TURNS, some):
                rows[row["story"].hex].append(Row(row["number"], row["act_id"], row["status"]))
            last |= {row["id"].hex: row["turn"] for row in await connection.fetch(STORIES, some)}
    return rows, last


@asynccontextmanager
async def _connect(database: Database) -> AsyncIterator[asyncpg.Connection]:
    """Raises DatabaseError for whatever goes wrong with the database, within too."""
    try:
        connection = await asyncpg.connect(database.url.replace("+asyncpg", "", 1), timeout=10)
        try:
            yield connection
        finally:
            await connection.close()
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise DatabaseError(
            f"{database.name} cannot be read ({type(error).__name__}: {error}); "
            "without one, the stories are checked over the socket alone"
        ) from error


def _chunks(ids: list[UUID]) -> Iterable[list[UUID]]:
    return (ids[at : at + AT_A_TIME] for at in range(0, len(ids), AT_A_TIME))
