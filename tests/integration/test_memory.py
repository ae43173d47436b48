"""Tests of what characters remember, on the real Postgres."""

import hashlib
import uuid
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gamemaster.storage.postgres_store import PostgresStore
from npcs import forgetting
from npcs import store as kept
from npcs.hearsay import Meeting, tales
from npcs.memory import Memory
from npcs.reflection import REFLECT_AT
from npcs.store import memories as table
from tests.npcs.memories import memory
from tests.storykit import Author

pytestmark = pytest.mark.integration

AXE = memory(
    "hild", 1, "I saw the stranger take the axe from the wall.", about="item:axe", people=("player",)
)
SON = memory("hild", 2, "The stranger promised to find my son.", about="promise:hild_son", importance=9)
MINE = memory("ketil", 2, "The stranger promised to bring me my axe.", about="promise:axe")


class Likeness:
    """Vectors that tell only whether two texts have the same first letter."""

    def __init__(self, name: str = "letters", dimensions: int = 26) -> None:
        self.name = name
        self.dimensions = dimensions
        self.texts: list[str] = []

    def embed(self, texts: list[str]) -> list[list[float]]:
        self.texts += texts
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        digest = hashlib.blake2b(text[:1].lower().encode(), digest_size=1).digest()[0]
        return [1.0 if n == digest % self.dimensions else 0.0 for n in range(self.dimensions)]


@pytest.fixture
async def story(author: Author) -> uuid.UUID:
    return uuid.UUID((await author.begin()).id)


@pytest.fixture
async def other(author: Author) -> uuid.UUID:
    return uuid.UUID((await author.begin()).id)


@pytest.fixture
async def db(store: PostgresStore, story: uuid.UUID, other: uuid.UUID) -> AsyncIterator[AsyncConnection]:
    async with store.engine.begin() as connection:
        yield connection


async def recall(db: AsyncConnection, story: uuid.UUID, who: str, query: str, limit: int = 5) -> list[Memory]:
    return [ranked.memory for ranked in await kept.recall(db, story, [who], query, now=100, limit=limit)]


async def test_what_was_remembered_is_recalled(db: AsyncConnection, story: uuid.UUID) -> None:
    made = [AXE, SON, MINE]
    await kept.remember(db, story, made)
    await kept.remember(db, story, made)
    assert await kept.memories_of(db, story, "hild") == [AXE, SON]
    assert await recall(db, story, "hild", "who took the axe?") == [AXE]
    found = await kept.recall(db, story, ["hild", "ketil"], "what did I promise", now=20)
    assert [ranked.memory for ranked in found] == [SON, MINE]
    assert await kept.recall(db, story, ["hild"], "promise", now=20, exclude=[SON.id]) == []
    assert await kept.recall(db, story, [], "promise", now=20) == []


async def test_any_text_can_be_asked(db: AsyncConnection, story: uuid.UUID) -> None:
    await kept.remember(db, story, [AXE, memory("hild", 3, "It's O'Brien\\'s \\ | & ! 'axe' 🜁")])
    for hostile in (
        "' | !(",
        "\\",
        "a & b <-> c:*",
        "  ",
        "it's 'quoted' \\'",
        "🜁 ø",
        "%s :x $1",
        "'; DROP TABLE x",
    ):
        await recall(db, story, "hild", hostile)
    assert len(await recall(db, story, "hild", "O'Brien's axe")) == 2


async def test_nobody_recalls_what_is_anothers(
    db: AsyncConnection, story: uuid.UUID, other: uuid.UUID
) -> None:
    secret = memory("ulf", 1, "I buried the silver under the byre.", about="secret:ulf")
    await kept.remember(db, story, [secret])
    await kept.remember(db, other, [memory("hild", 1, "I found silver.")])
    assert await recall(db, story, "hild", "where is the silver buried?") == []
    assert await recall(db, other, "ulf", "where is the silver buried?") == []
    assert await recall(db, story, "ulf", "where is the silver buried?") == [secret]


async def test_people_places_and_things_are_found_by_their_names(
    db: AsyncConnection, story: uuid.UUID
) -> None:
    named = memory("hild", 1, "They argued.", place="fishing_hut", people=("skeggi",), about="item:night_cup")
    await kept.remember(db, story, [named])
    for query in ("what of Skeggi?", "who was in the fishing hut", "where is the night cup"):
        assert await recall(db, story, "hild", query) == [named], query


async def test_a_rare_word_counts_for_more_than_a_common_one(db: AsyncConnection, story: uuid.UUID) -> None:
    common = [memory("hild", n, f"The stranger ate bread on day {n}.") for n in range(1, 30)]
    rare = memory("hild", 40, "A whetstone lay in the ashes.")
    await kept.remember(db, story, [*common, rare])
    assert (await recall(db, story, "hild", "did the stranger eat bread by the whetstone?"))[0] == rare


async def test_a_language_has_its_own_grammar_and_none_at_all_will_do(
    db: AsyncConnection, story: uuid.UUID, other: uuid.UUID
) -> None:
    german = memory("hild", 1, "Der Fremde stahl zwei Häuser.")
    await kept.remember(db, story, [german], language="de")
    await kept.remember(db, other, [german], language="tlh")
    found = await kept.recall(db, story, ["hild"], "wessen Haus?", now=9, language="de-AT")
    assert [ranked.memory for ranked in found] == [german]
    assert await kept.recall(db, other, ["hild"], "wessen Haus?", now=9, language="tlh") == []
    found = await kept.recall(db, other, ["hild"], "Häuser", now=9, language="tlh")
    assert [ranked.memory for ranked in found] == [german]


async def test_a_fact_that_stops_being_true_is_remembered_as_past(
    db: AsyncConnection, story: uuid.UUID
) -> None:
    closed = memory("hild", 1, "The hall door is barred.", 3, about="door:hall")
    opened = memory("hild", 5, "The hall door stands open.", about="door:hall")
    await kept.remember(db, story, [closed, AXE, opened])
    assert await kept.invalidate(db, story, "door:hall", minute=25, turn=5) == 1
    found = {m.id: m for m in await recall(db, story, "hild", "is the hall door open or barred?")}
    assert found[closed.id].invalid_at == 25
    assert found[closed.id].past
    assert not found[opened.id].past
    await kept.forget_after(db, story, 4)
    assert await kept.memories_of(db, story, "hild") == [AXE, closed], "true again, as the turn is undone"


async def test_whoever_does_not_know_better_goes_on_believing(db: AsyncConnection, story: uuid.UUID) -> None:
    await kept.remember(
        db, story, [memory(who, 1, "The door is barred.", about="door:hall") for who in ("hild", "ulf")]
    )
    assert await kept.invalidate(db, story, "door:hall", minute=25, turn=5, owners=["hild", "ivar"]) == 1
    assert [m.past for who in ("hild", "ulf") for m in await kept.memories_of(db, story, who)] == [
        True,
        False,
    ]


async def test_undoing_takes_back_what_was_forgotten_too(db: AsyncConnection, story: uuid.UUID) -> None:
    first = [memory("hild", n, f"Thing {n}.", importance=1 + n % 9) for n in range(10)]
    await kept.remember(db, story, first)
    await kept.remember(db, story, [memory("hild", 20, "One too many.")], keep=10)
    assert len(await kept.memories_of(db, story, "hild")) == 9
    await kept.forget_after(db, story, 19)
    assert set(await kept.memories_of(db, story, "hild")) == set(first)


async def test_a_character_keeps_a_bounded_number_and_all_its_promises(
    db: AsyncConnection, story: uuid.UUID
) -> None:
    for turn in range(1, 81):
        kind = {0: "promise:axe", 1: "debt:ulf", 2: "death:bersi"}.get(turn if turn < 3 else turn % 50)
        one = memory("hild", turn, f"Thing {turn}.", importance=1 + turn % 5, about=kind)
        await kept.remember(db, story, [one], keep=40)
        assert len(await kept.memories_of(db, story, "hild")) <= 40
    left = await kept.memories_of(db, story, "hild")
    assert {m.turn for m in left if forgetting.is_kept_for_ever(m.about)} == {1, 2, 50, 51, 52}
    assert min(m.importance for m in left if m.about is None and m.turn < 60) >= 4, "the dull went first"
    assert await recall(db, story, "hild", "thing 3") == [m for m in left if m.text == "Thing 3."]


async def test_a_branch_has_the_memories_of_its_turn(
    db: AsyncConnection, story: uuid.UUID, other: uuid.UUID
) -> None:
    late = memory("hild", 6, "The stranger sank the boat.")
    await kept.remember(db, story, [AXE, SON], Likeness())
    await kept.invalidate(db, story, "item:axe", minute=20, turn=4)
    await kept.invalidate(db, story, "promise:hild_son", minute=30, turn=6)
    await kept.remember(db, story, [late])
    await db.execute(update(table).where(table.c.id == SON.id).values(forgotten_turn=6))
    await kept.copy(db, story, other, up_to_turn=5)
    assert await kept.memories_of(db, other, "hild") == [AXE.model_copy(update={"invalid_at": 20}), SON]
    assert await recall(db, other, "hild", "who took the axe") != []
    count = "SELECT count(*) FROM npc_memory_vectors WHERE story = :story"
    assert await db.scalar(text(count), {"story": other}) == 2
    await kept.remember(db, other, [memory("hild", 6, "The stranger mended the boat.")])
    assert await recall(db, story, "hild", "what became of the boat") == [late], "branches do not mix"


async def test_tales_travel_and_never_back(db: AsyncConnection, story: uuid.UUID) -> None:
    grave = AXE.model_copy(update={"importance": 9})
    await kept.remember(db, story, [grave, SON, memory("hild", 1, "It snowed.", 5, importance=1)])
    meeting = Meeting("hild", "ivar", turn=5, minute=25, place="yard")
    told = tales(meeting, await kept.tellable_memories(db, story, "hild", "ivar"), known=())
    assert [m.root for m in told] == [SON.id, AXE.id]
    await kept.remember(db, story, told)
    assert await kept.tellable_memories(db, story, "hild", "ivar") == []
    assert await kept.tellable_memories(db, story, "ivar", "hild") == []
    assert (await recall(db, story, "ivar", "who took the axe?"))[0].heard_from == "hild"


async def test_nobody_is_told_what_they_saw_too(db: AsyncConnection, story: uuid.UUID) -> None:
    scene = [
        memory(who, 3, f"{who} saw the boat burn.", place="shore", importance=9) for who in ("hild", "ivar")
    ]
    elsewhere = memory("ivar", 4, "I saw nothing.", place="hall")
    later = memory("hild", 4, "The boat is ash.", place="shore", importance=8)
    await kept.remember(db, story, [*scene, elsewhere, later])
    assert await kept.tellable_memories(db, story, "hild", "ivar") == [later]
    meeting = Meeting("hild", "groa", turn=6, minute=30, place="yard")
    await kept.remember(
        db, story, tales(meeting, await kept.tellable_memories(db, story, "hild", "groa"), known=())
    )
    assert [m.root for m in await kept.tellable_memories(db, story, "groa", "ivar")] == [later.id], (
        "not by a third person either"
    )


async def test_who_is_due_to_reflect(db: AsyncConnection, story: uuid.UUID) -> None:
    many = [memory("hild", n, f"A grave thing {n}.", importance=10) for n in range(REFLECT_AT // 10)]
    await kept.remember(db, story, [*many, memory("ulf", 1, "A grave thing.", importance=10)])
    assert await kept.due_to_reflect(db, story, ["hild", "ulf", "ivar"]) == ["hild"]
    belief = memory("hild", 30, "I trust nobody.", source="reflected", evidence=(many[0].id, many[1].id))
    await kept.remember(db, story, [belief])
    assert await kept.due_to_reflect(db, story, ["hild"]) == []
    assert (await kept.memories_of(db, story, "hild"))[-1] == belief


async def test_what_is_alike_is_found_without_a_common_word(db: AsyncConnection, story: uuid.UUID) -> None:
    like = Likeness()
    await kept.remember(db, story, [AXE, SON], like)
    assert await recall(db, story, "hild", "tempest?") == []
    found = await kept.recall(db, story, ["hild"], "tempest?", now=20, embedder=like)
    assert [ranked.memory for ranked in found] == [SON], "the only one that begins with a T"
    assert await kept.recall(db, story, ["ketil"], "tempest?", now=20, embedder=like) == []


async def test_vectors_of_another_model_are_never_compared(db: AsyncConnection, story: uuid.UUID) -> None:
    await kept.remember(db, story, [SON], Likeness("old", 26))
    new = Likeness("new", 31)
    assert await kept.recall(db, story, ["hild"], "tempest?", now=20, embedder=new) == []
    assert await kept.embed_missing(db, story, new) == 1
    assert await kept.embed_missing(db, story, new) == 0
    found = await kept.recall(db, story, ["hild"], "tempest?", now=20, embedder=new)
    assert [ranked.memory for ranked in found] == [SON]
    await kept.forget_after(db, story, 1)
    assert await db.scalar(text("SELECT count(*) FROM npc_memory_vectors")) == 0


async def test_without_pgvector_words_alone_are_used(db: AsyncConnection, story: uuid.UUID) -> None:
    await db.execute(text("DROP TABLE npc_memory_vectors"))
    like = Likeness()
    await kept.remember(db, story, [AXE], like)
    assert await kept.embed_missing(db, story, like) == 0
    found = await kept.recall(db, story, ["hild"], "who took the axe?", now=20, embedder=like)
    assert [ranked.memory for ranked in found] == [AXE]
    await kept.copy(db, story, story, up_to_turn=0)
    assert like.texts == [], "nothing is computed in vain"


async def test_recall_reads_the_memories_of_the_asked_alone(db: AsyncConnection, story: uuid.UUID) -> None:
    for who in ("hild", "ulf", "ivar", "groa"):
        await kept.remember(db, story, [memory(who, n, f"Thing {n}.") for n in range(200)])
    await db.execute(text("ANALYZE npc_memories"))
    query = select(table.c.id).where(table.c.story == story, table.c.owner.in_(["hild"]), kept.LIVE)
    compiled = query.compile(db.sync_connection, compile_kwargs={"literal_binds": True})
    plan = "\n".join((await db.execute(text(f"EXPLAIN {compiled}"))).scalars())
    assert "npc_memories_live_idx" in plan, plan
