"""A turn's memories in the database: written with the turn, carried on where characters meet, drawn together after it.

Everything here runs in a transaction of the caller's, and on the story that the caller has locked.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from gamemaster.memory.witnessing import STRANGER
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.state import Met, Recalled, StoryState, TurnRecord
from npcs import store
from npcs.hearsay import Meeting, tales
from npcs.memory import Memory
from npcs.reflection import MOST_CONSIDERED, Reflection, memories_to_consider, plain_beliefs
from worlds.schema import PLAYER, World


async def keep_memories(db: AsyncConnection, story: uuid.UUID, record: TurnRecord, after: StoryState) -> None:
    """Writes what the turn leaves behind; then whoever met tells the other what is worth telling."""
    for ended in record.invalidated:
        await store.invalidate(db, story, ended.about, ended.minute, record.number, ended.owners)
    await store.remember(db, story, record.memories, language=record.language)
    made = Counter(memory.owner for memory in record.memories)
    for met in record.met:
        await _exchange(db, story, met, after, made, record.language)


async def _exchange(
    db: AsyncConnection, story: uuid.UUID, met: Met, after: StoryState, made: Counter[str], language: str
) -> None:
    """Both tell what the other does not know. `made` counts each one's memories of this turn, for their numbers."""
    for teller, listener in ((met.one, met.other), (met.other, met.one)):
        untold = await store.tellable_memories(db, story, teller, listener)
        meeting = Meeting(teller, listener, after.turn, after.minutes, met.place)
        heard = tales(meeting, untold, (), made[listener])
        await store.remember(db, story, heard, language=language)
        made[listener] += len(heard)


@dataclass(frozen=True)
class Musing:
    """A character who has remembered much since their last belief about the player, and how they feel."""

    about: Reflection
    feelings: Mapping[str, int]
    kept: int = 0  # promises of the player's
    broken: int = 0

    def plainly(self) -> list[Memory]:
        """The beliefs that come of it without a model."""
        return plain_beliefs(self.about, self.feelings, self.kept, self.broken)


async def musings(db: AsyncConnection, story: uuid.UUID, world: World, after: StoryState) -> list[Musing]:
    """Who is due to reflect on the player after a turn, and on what."""
    awake = [
        who for who, person in after.characters.items() if person.alive and not is_asleep(world, after, who)
    ]
    found = []
    for owner in await store.due_to_reflect(db, story, awake):
        about = Reflection(
            owner=owner,
            name=world.characters[owner].name,
            turn=after.turn,
            minute=after.minutes,
            place=after.characters[owner].place,
            memories=memories_to_consider(
                await store.memories_of_player(db, story, owner, PLAYER, MOST_CONSIDERED)
            ),
            player_name=STRANGER,
        )
        settled = Counter(
            one.status for one in after.promises.values() if (one.by, one.to) == (PLAYER, owner)
        )
        feelings = after.characters[owner].toward(PLAYER).model_dump()
        found.append(Musing(about, feelings, settled["kept"], settled["broken"]))
    return found


def as_recalled(memory: Memory) -> Recalled:
    """A memory as a narrator is given it."""
    return Recalled.model_validate(memory, from_attributes=True)
