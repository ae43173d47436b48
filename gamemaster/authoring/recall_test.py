"""Asks the questions of a set in the real Postgres, and counts how often the answer is among the first recalled.

Everything happens in one transaction that is rolled back: the database is as it was, whatever is in it.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import asyncpg
from sqlalchemy import func, insert, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from gamemaster.storage.database import away, engine_at
from gamemaster.storage.migrate import MigrationError
from gamemaster.storage.store import StoreUnavailable
from gamemaster.storage.tables import players, stories, worlds
from npcs import store
from npcs.embeddings import Embedder
from npcs.memory import Memory
from npcs.recall_sets import Question, RecallSet, Story

LOOKED_AT = 5  # hit at 5
SHOWN_CHARS = 110
WORLD = "recall-test"


@dataclass
class Failure:
    """A question whose answer was not among the first; or that brought up what its character cannot have."""

    story: str
    line: int
    asked: str
    question: str
    answers: list[str]
    found: list[str]
    found_texts: list[str]


@dataclass
class Count:
    """How one way of searching did."""

    questions: int = 0  # with an answer
    hits: int = 0
    leaks: int = 0  # memories of others, or from after the question
    failures: list[Failure] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)

    @property
    def hit(self) -> float | None:
        return round(self.hits / self.questions, 4) if self.questions else None


@dataclass
class Found:
    by_text: Count
    by_vector: Count | None


async def ask_all(url: str, given: RecallSet, embedder: Embedder | None) -> Found:
    """Raises MigrationError if the database keeps no memories, StoreUnavailable, EmbeddingsUnavailable."""
    try:
        return await _ask_all(url, given, embedder)
    except (DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        why = away(error)
        if why is None:
            raise
        raise StoreUnavailable(why) from error


async def _ask_all(url: str, given: RecallSet, embedder: Embedder | None) -> Found:
    engine = engine_at(url)
    found = Found(Count(), None)
    try:
        async with engine.connect() as db:
            try:
                if await db.scalar(select(func.to_regclass("npc_memories"))) is None:
                    raise MigrationError(
                        "this database has no table of memories yet; run: gamemaster migrate"
                    )
                if embedder is not None and await store.has_vectors(db):
                    found.by_vector = Count()
                player = uuid.uuid4()
                await db.execute(insert(players).values(id=player))
                mark = f"{WORLD}-{player.hex}"
                await db.execute(insert(worlds).values(hash=mark, id=WORLD, title=WORLD))
                for story in given.stories.values():
                    key = await _begin(db, player, mark)
                    await _ask(db, key, story, embedder, found)
            finally:
                await db.rollback()
    finally:
        await engine.dispose()
    return found


async def _begin(db: AsyncConnection, player: uuid.UUID, mark: str) -> uuid.UUID:
    key = uuid.uuid4()
    values = {
        "world": WORLD,
        "world_hash": mark,
        "seed": 0,
        "state": {},
        "start_digest": "",
        "new_act": key.hex,
    }
    await db.execute(insert(stories).values(id=key, player=player, **values))
    return key


async def _ask(
    db: AsyncConnection, key: uuid.UUID, story: Story, embedder: Embedder | None, found: Found
) -> None:
    made = sorted(story.memories.values(), key=lambda memory: memory.turn)
    await store.remember(db, key, made, language=story.language)
    while embedder is not None and await store.embed_missing(db, key, embedder):
        pass  # a part at a time: while it computes, the transaction is idle, which the server ends after a while
    for question in story.questions:
        for count, by in ((found.by_text, None), (found.by_vector, embedder)):
            if count is not None:
                await _ask_one(db, key, story, question, by, count)


async def _ask_one(
    db: AsyncConnection,
    key: uuid.UUID,
    story: Story,
    question: Question,
    embedder: Embedder | None,
    count: Count,
) -> None:
    memories = story.memories.values()
    later = {m.id for m in memories if question.turn is not None and m.turn > question.turn}
    now = max((m.minute for m in memories if m.id not in later), default=0)
    began = time.perf_counter()
    ranked = await store.recall(
        db, key, [question.asked], question.text, now, LOOKED_AT,
        exclude=later, embedder=embedder, language=story.language,
    )  # fmt: skip
    count.milliseconds.append((time.perf_counter() - began) * 1000)
    recalled = [one.memory for one in ranked]
    leaked = [
        m for m in recalled if m.owner != question.asked or m.id in later or story.memories.get(m.id) != m
    ]
    count.leaks += len(leaked)
    hit = not question.answers.isdisjoint(m.id for m in recalled)
    if question.answers:
        count.questions += 1
        count.hits += hit
    if leaked or (question.answers and not hit):
        count.failures.append(_failure(story, question, recalled))


def _failure(story: Story, question: Question, recalled: Sequence[Memory]) -> Failure:
    ids, texts = [m.id for m in recalled], [m.text[:SHOWN_CHARS] for m in recalled]
    return Failure(
        story.name, question.line, question.asked, question.text, sorted(question.answers), ids, texts
    )


def as_data(given: RecallSet, found: Found, model: str | None, reason: str | None) -> dict[str, Any]:
    """For programs. Without vectors `hit_at_5_vector` is null, and `vector_reason` says why."""
    vector = found.by_vector
    return {
        "stories": len(given.stories),
        "memories": sum(len(story.memories) for story in given.stories.values()),
        "questions": sum(len(story.questions) for story in given.stories.values()),
        "hit_at_5_text": found.by_text.hit,
        "hit_at_5_vector": None if vector is None else vector.hit,
        "vector_model": model if vector is not None else None,
        "vector_reason": None if vector is not None else reason,
        "leaks": found.by_text.leaks + (0 if vector is None else vector.leaks),
        "median_ms_text": _median(found.by_text),
        "median_ms_vector": None if vector is None else _median(vector),
        "failures_text": [vars(failure) for failure in found.by_text.failures],
        "failures_vector": None if vector is None else [vars(failure) for failure in vector.failures],
        "ignored_fields": dict(given.ignored),
    }


def _median(count: Count) -> float | None:
    return round(median(count.milliseconds), 2) if count.milliseconds else None


def readable(data: dict[str, Any]) -> Iterator[str]:
    """The same for people."""
    yield f"{data['questions']} questions on {data['memories']} memories in {data['stories']} stories"
    for name, times in data["ignored_fields"].items():
        yield f"  the field {name!r} means nothing here ({times} times): not used"
    yield f"hit at 5 by words:            {_share(data['hit_at_5_text'])}   {data['median_ms_text']} ms a question"
    if data["vector_reason"] is None:
        hit, took = _share(data["hit_at_5_vector"]), data["median_ms_vector"]
        yield f"hit at 5 by words and vectors: {hit}   {took} ms a question, with {data['vector_model']}"
    else:
        yield f"hit at 5 by words and vectors: not tried: {data['vector_reason']}"
    yield f"memories that the character asked cannot have: {data['leaks']}"
    for title, failures in (
        ("words", data["failures_text"]),
        ("words and vectors", data["failures_vector"] or []),
    ):
        for failure in failures:
            yield f"missed by {title}, line {failure['line']}: {failure['asked']}: {failure['question']}"
            yield f"    wanted {', '.join(failure['answers']) or 'nothing'}; found:"
            for key, words in zip(failure["found"], failure["found_texts"], strict=True):
                yield f"      {key}: {words}"


def _share(value: float | None) -> str:
    return "    –" if value is None else f"{value:6.1%}"
