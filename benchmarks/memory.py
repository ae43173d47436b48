"""What recalling memories costs a turn, at 10, 1,000 and 10,000 memories, in the real Postgres with durable settings.

    python -m benchmarks.memory [--quick] [--repeat N] [--embeddings auto|off|MODEL] [--json]

For each size one story in which two characters who are present have come to remember so much each, of which they keep
what the game lets them keep (`npcs.forgetting`); a question that shares words with many of them is asked to both at
once, and the five best of each are taken. In one run, on one connection, warmed by a few questions not counted:

- `recall_text_*`: by words alone. `recall_vector_*`: with vectors too (384 dimensions, drawn from a hash, as only their
  number costs anything) and their fusion; the model that would make the question's vector is not counted here, but
  as `embed_ms`, when one is installed.
- `feed_*`: assembling the turn's prompt with what was recalled, when so many memories were told before.
- `*_unbounded`: as the largest size, had nothing been forgotten: what the bound saves.
- `remember_ms`: writing four memories of a turn into the largest story, with the commit.
- `longest_to_shortest`: recall by words in the largest story, as a multiple of that in the smallest.

Times are medians in milliseconds, on whatever cores the machine has. Goal: a bounded story of any length recalls in a
few milliseconds, that is, in nothing beside a model's first token.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from benchmarks.measuring import options_parser, percentile, result, scratch_servers
from gamemaster.narration.prompts.outcome_schema import in_scene
from gamemaster.narration.prompts.prompt import PromptBasis, Transcript, open_epoch
from gamemaster.narration.scene import Scene
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.state import Recalled, StoryState
from gamemaster.storage.database import engine_at
from gamemaster.storage.migrate import migrate
from gamemaster.storage.tables import players, stories, worlds
from npcs import store
from npcs.embeddings import EmbeddingsUnavailable, open_embedder
from npcs.forgetting import MAX_LIVE
from npcs.memory import Memory, Ranked, memory_id
from worlds.loader import load_world
from worlds.schema import World

FOLDER = Path(__file__).resolve().parent.parent / "worlds" / "long_night"
SIZES = (10, 1_000, 10_000)
OWNERS = ("hild", "ulf")
QUESTION = "what did I promise you about the axe, and who saw me take it from the hall?"
WARM_UP = 3
AT_ONCE = 500
DIMENSIONS = 384

DID = (
    "took, hid, promised me, asked for, mended, dropped, laughed at, gave away, counted, burnt, wanted, found, bought, "
    "sold, carried, lost, broke, cleaned, hated, admired, drew, described, kicked, guarded, forgot, cut, weighed, "
    "blessed, cursed, buried"
).split(", ")


class Noise:
    """Vectors drawn at random from the text: as many numbers as a real model gives, and no meaning."""

    name = "noise"

    def embed(self, texts: list[str]) -> list[list[float]]:
        digests = (hashlib.shake_256(text.encode()).digest(DIMENSIONS) for text in texts)
        return [[byte / 127.5 - 1 for byte in digest] for digest in digests]


class Letters:
    """A chat format whose tokens are UTF-8 bytes: four to five times as many as a model's, and no template."""

    fingerprint = "letters"
    before_system = system_to_user = user_to_thought = user_to_answer = thought_to_history = (
        assistant_to_user
    ) = (0,)

    def encode(self, text: str) -> tuple[int, ...]:
        return tuple(text.encode())

    def decode(self, ids: Sequence[int]) -> str:
        return bytes(ids).decode(errors="replace")


def make_memories(world: World, owner: str, count: int) -> list[Memory]:
    """Memories of the world's people, things and places; a promise or a death in each hundred. Always the same."""
    people = [*(character.name for character in world.characters.values()), "The guest"]
    things, places = [item.name for item in world.items.values()], list(world.locations)
    dice = random.Random(f"{owner}{count}")
    found = []
    for n in range(count):
        place = dice.choice(places)
        deed = f"{dice.choice(people)} {dice.choice(DID)} the {dice.choice(things)}"
        words = f"{deed} in the {world.locations[place].name}, the {n}th time I looked."
        about = dice.choice(("promise:axe", "death:dog")) if n % 100 == 0 else None
        found.append(
            Memory(
                id=memory_id(n // 2, owner, n % 2), owner=owner, turn=n // 2, minute=n * 3, place=place,
                people=("player",), text=words, importance=dice.randint(1, 10), about=about,
            )
        )  # fmt: skip
    return found


async def new_story(db: AsyncConnection, state: StoryState) -> uuid.UUID:
    player, story = uuid.uuid4(), uuid.uuid4()
    await db.execute(insert(players).values(id=player))
    await db.execute(insert(worlds).values(hash=story.hex, id="benchmark", title="benchmark"))
    values = {
        "world": "benchmark",
        "world_hash": story.hex,
        "seed": 1,
        "state": {},
        "start_digest": "",
        "new_act": "a",
    }
    await db.execute(insert(stories).values(id=story, player=player, turn=state.turn, **values))
    return story


async def fill(engine: AsyncEngine, world: World, story: uuid.UUID, count: int, keep: int) -> None:
    """Each owner gets `count` memories, and keeps at most `keep` of them; all that live get a vector."""
    for owner in OWNERS:
        memories = make_memories(world, owner, count)
        for start in range(0, count, AT_ONCE):
            async with engine.begin() as db:
                await store.remember(db, story, memories[start : start + AT_ONCE], keep=keep)
    async with engine.begin() as db:
        while await store.embed_missing(db, story, Noise(), AT_ONCE):
            pass
        for table in ("npc_memories", "npc_memory_vectors"):  # as autovacuum does within a minute
            await db.execute(text(f"ANALYZE {table}"))


async def median_ms(work: Callable[[], Awaitable[object]], repeat: int) -> float:
    """The median in milliseconds."""
    times = []
    for number in range(WARM_UP + repeat):
        begun = time.perf_counter()
        await work()
        if number >= WARM_UP:
            times.append((time.perf_counter() - begun) * 1000)
    return percentile(times, 0.5)


async def measure(
    engine: AsyncEngine, world: World, story: uuid.UUID, told: int, repeat: int
) -> dict[str, float]:
    """Recall by words, recall with vectors, and the prompt of the turn, in a story that is filled."""
    now = 100_000
    async with engine.connect() as db:
        found: list[Ranked] = await store.recall(db, story, OWNERS, QUESTION, now)
        assert found, "the question should bring up something"
        by_words = await median_ms(lambda: store.recall(db, story, OWNERS, QUESTION, now), repeat)
        vector = await median_ms(
            lambda: store.recall(db, story, OWNERS, QUESTION, now, embedder=Known()), repeat
        )

    async def ask() -> None:
        transcript.ask(state, QUESTION, here, recalled)

    state = begin(world, 1)
    state = state.model_copy(update={"place": state.characters[OWNERS[0]].place})
    here = in_scene(Scene(world, state, QUESTION, roll_for(1, 1)))
    transcript = transcript_of(world, state, told)
    recalled = [as_recalled(one.memory) for one in found]
    feed = await median_ms(ask, repeat)
    return {"recall_text_ms": by_words, "recall_vector_ms": vector, "feed_ms": feed}


class Known(Noise):
    """The question's vector, made beforehand."""

    vector = Noise().embed([QUESTION])

    def embed(self, texts: list[str]) -> list[list[float]]:
        return self.vector


def transcript_of(world: World, state: StoryState, told: int) -> Transcript:
    """A story's transcript in whose epoch so many memories were told."""
    opened = open_epoch(PromptBasis.of(Letters(), world), state)
    return replace(opened, feed=replace(opened.feed, memories=frozenset(f"told-{n}" for n in range(told))))


def as_recalled(memory: Memory) -> Recalled:
    same = {
        name: getattr(memory, name) for name in ("id", "owner", "text", "minute", "place", "source", "about")
    }
    return Recalled(**same, past=memory.past)


async def measure_writing(engine: AsyncEngine, story: uuid.UUID, repeat: int) -> float:
    """Four memories of a turn, with the commit, into a story that is full."""
    turn = 1_000_000

    async def write() -> None:
        nonlocal turn
        turn += 1
        memories = [
            Memory(
                id=memory_id(turn, owner, n),
                owner=owner,
                turn=turn,
                minute=turn,
                text=f"{owner} saw {turn} {n}.",
            )
            for owner in OWNERS
            for n in range(2)
        ]
        async with engine.begin() as db:
            await store.remember(db, story, memories)

    return await median_ms(write, repeat)


async def embedding_time(setting: str, repeat: int) -> dict[str, float | str]:
    """The time that the installed model takes for one question; why not, when there is none."""
    try:
        model = await asyncio.to_thread(open_embedder, setting)
        number = 0

        async def embed() -> None:
            nonlocal number
            number += 1  # never the same text twice, as that would be kept
            await asyncio.to_thread(model.embed, [f"{QUESTION} {number}"])

        return {"embed_ms": await median_ms(embed, repeat), "embed_model": model.name}
    except EmbeddingsUnavailable as error:
        return {"embed_model": f"not measured: {error}"}


async def run(sizes: Sequence[int], repeat: int, embeddings: str) -> dict[str, Any]:
    world = await asyncio.to_thread(load_world, FOLDER)
    state = begin(world, 1)
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        async with scratch_servers(Path(scratch), lambda text: None) as urls:
            assert urls.database_url is not None
            await migrate(urls.database_url)
            engine = engine_at(urls.database_url)
            try:
                largest = max(sizes)
                stories_of = [
                    ("unbounded", largest, largest),
                    *((str(size), size, MAX_LIVE) for size in sizes),
                ]
                for name, size, keep in stories_of:
                    async with engine.begin() as db:
                        story = await new_story(db, state)
                    await fill(engine, world, story, size, keep)
                    measured = await measure(engine, world, story, size, repeat)
                    figures |= {
                        f"{key.removesuffix('_ms')}_{name}_ms": value for key, value in measured.items()
                    }
                figures["remember_ms"] = await measure_writing(engine, story, repeat)
            finally:
                await engine.dispose()
    figures |= await embedding_time(embeddings, repeat)
    ratio = figures[f"recall_text_{max(sizes)}_ms"] / figures[f"recall_text_{min(sizes)}_ms"]
    return {
        **figures,
        "longest_to_shortest": ratio,
        "kept": MAX_LIVE,
        "owners": len(OWNERS),
        "cores": os.cpu_count(),
    }


def main() -> None:
    parser = options_parser(__doc__, quick="up to 1,000 memories, for a first look")
    parser.add_argument(
        "--repeat", type=int, default=None, help="times each is measured (default 50, quick 10)"
    )
    parser.add_argument(
        "--embeddings", default="auto", help="auto, off or a model's folder or name (default auto)"
    )
    parser.add_argument("--json", action="store_true", help="only JSON, for programs")
    options = parser.parse_args()
    sizes = SIZES[:2] if options.quick else SIZES
    repeat = options.repeat or (10 if options.quick else 50)
    figures = asyncio.run(run(sizes, repeat, options.embeddings))
    if options.json:
        print(json.dumps({"benchmark": "memory", **figures}))
    else:
        result("memory", figures)


if __name__ == "__main__":
    main()
