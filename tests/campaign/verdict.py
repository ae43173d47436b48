"""What a campaign left behind: the database by SQL, and against what the players were told."""

from __future__ import annotations

from collections.abc import Iterable

import asyncpg

from gamemaster.authoring.proof.state_check import record_contradictions, state_contradictions
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.turn_pages import turns_between
from tests.campaign.players import Player
from worlds.schema import World

DOUBLED = """
SELECT story::text, number FROM turns WHERE status = 'committed' GROUP BY story, number HAVING count(*) > 1
"""
TOLD = "SELECT act_id, number FROM turns WHERE story = $1::uuid AND status = 'committed'"
COUNTS = """
SELECT count(*) AS turns, coalesce(max(number), 0) AS last FROM turns
WHERE story = $1::uuid AND status = 'committed'
"""


async def judge(database_url: str, world: World, players: Iterable[Player]) -> dict[str, list[str]]:
    """What was lost, doubled or contradicted; each empty where nothing was."""
    found: dict[str, list[str]] = {"lost": [], "doubled": [], "contradictions": []}
    connection = await asyncpg.connect(database_url.replace("+asyncpg", ""))
    store = PostgresStore.at(database_url)
    try:
        found["doubled"] += [f"{row[0]} has turn {row[1]} twice" for row in await connection.fetch(DOUBLED)]
        for player in players:
            found["contradictions"] += player.wrong
            for story, told in player.told.items():
                found["lost"] += await _turns_lost(connection, story, told)
                found["contradictions"] += await _contradictions(store, world, story, player.player)
    finally:
        await store.close()
        await connection.close()
    return found


async def _turns_lost(connection: asyncpg.Connection, story: str, told: dict[str, int]) -> list[str]:
    kept = {row["act_id"]: row["number"] for row in await connection.fetch(TOLD, story)}
    lost = [
        f"{act}, told to be turn {turn}, is {kept.get(act, 'not there')}"
        for act, turn in told.items()
        if kept.get(act) != turn
    ]
    counts = await connection.fetchrow(COUNTS, story)
    if counts is not None and counts["turns"] != counts["last"]:
        lost.append(f"{story} has {counts['turns']} turns up to {counts['last']}")
    return lost


async def _contradictions(store: PostgresStore, world: World, story: str, player: str) -> list[str]:
    """From the state that is kept back to the beginning, by the records: each turn must lead to the next."""
    stored = await store.load(story, player)
    after, why = stored.state, []
    for record in reversed(await turns_between(store, story, player, stored.turn)):
        before = record.patch.undo(after)
        why += [*state_contradictions(world, before, after), *record_contradictions(before, record, after)]
        after = before
    return [f"{story}: {one}" for one in why]
