"""The two searches for candidates in SQL: by words and by likeness. Each returns (owner, id, rank from 1)."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from typing import NamedTuple

from pgvector.sqlalchemy import VECTOR
from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import Float, Integer, Text, Uuid

from npcs.query import TELLING, Term

CANDIDATES = 40  # of one owner and one search

# Configurations of full-text search that every Postgres has, by the language of a world.
CONFIGURATIONS = {
    "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish", "fr": "french",
    "hu": "hungarian", "it": "italian", "nb": "norwegian", "nl": "dutch", "nn": "norwegian", "no": "norwegian",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip

# BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) over the owner's own memories, as
# Postgres's ts_rank knows nothing of how rare a word is. Memories are of a sentence or two, so length counts little.
# A group of words that mean the same counts once, by the best of them; faint words only order what others found. How
# many hold a word is counted among what was found. What has the same score has the same rank, so that recency and
# importance decide between them (`npcs.ranking`). Words come as values, never as query syntax.
_BY_WORDS = text("""
WITH wanted AS MATERIALIZED (
    SELECT row_number() OVER () AS w, term_group, lexeme, weight FROM (
        SELECT t.term_group, l.lexeme, max(t.weight) AS weight
        FROM unnest(:groups, :words, :weights) AS t(term_group, word, weight)
        CROSS JOIN LATERAL unnest(to_tsvector(CAST(:configuration AS regconfig), t.word)) AS l
        GROUP BY t.term_group, l.lexeme
    ) AS words
), live AS MATERIALIZED (
    SELECT row_number() OVER () AS n, owner, id, turn, importance, search, length(search) AS size
    FROM npc_memories
    WHERE story = :story AND owner = ANY(:owners) AND forgotten_turn IS NULL
), kept AS (
    SELECT owner, count(*) AS many, avg(size) AS mean FROM live GROUP BY owner
), telling AS (
    SELECT DISTINCT n FROM (SELECT n, unnest(tsvector_to_array(search)) AS lexeme FROM live OFFSET 0) AS held
    JOIN wanted USING (lexeme) WHERE weight >= :telling
), posting AS MATERIALIZED (
    SELECT n, owner, size, w, cardinality((found).positions) AS times
    FROM (SELECT n, owner, size, unnest(search) AS found FROM live JOIN telling USING (n) OFFSET 0) AS m
    JOIN wanted ON lexeme = (found).lexeme
), worth AS (
    SELECT w, owner, mean, ln(1 + (many - count(*) + 0.5) / (count(*) + 0.5)) AS rareness
    FROM posting JOIN kept USING (owner) GROUP BY w, owner, many, mean
), of_group AS (
    SELECT n, max(weight * rareness * times * (:k1 + 1) / (times + :k1 * (1 - :b + :b * size / mean))) AS score
    FROM posting JOIN worth USING (w, owner) JOIN wanted USING (w) GROUP BY n, term_group
), summed AS (
    SELECT n, round(sum(score)::numeric, 2) AS score FROM of_group GROUP BY n
), scored AS (
    SELECT owner, id, turn, importance, score FROM summed JOIN live USING (n)
)
SELECT owner, id, rank FROM (
    SELECT owner, id, dense_rank() OVER (PARTITION BY owner ORDER BY score DESC) AS rank,
        row_number() OVER (PARTITION BY owner ORDER BY score DESC, importance DESC, turn DESC, id) AS place
    FROM scored WHERE id <> ALL(:exclude)
) AS ranked WHERE place <= :candidates
""").bindparams(
    bindparam("groups", type_=ARRAY(Integer)),
    bindparam("words", type_=ARRAY(Text)),
    bindparam("weights", type_=ARRAY(Float)),
    bindparam("story", type_=Uuid),
    bindparam("owners", type_=ARRAY(Text)),
    bindparam("exclude", type_=ARRAY(Text)),
    bindparam("telling", type_=Float),
    bindparam("k1", type_=Float),
    bindparam("b", type_=Float),
)

# Of one owner, and without a join: a list of identifiers is looked up in linear time whatever the planner believes of
# tables that have just grown.
_BY_LIKENESS = text("""
SELECT v.id, v.embedding <=> :asked AS distance
FROM npc_memory_vectors AS v
WHERE v.story = :story AND v.model = :model AND v.id = ANY(ARRAY(
    SELECT m.id FROM npc_memories AS m
    WHERE m.story = :story AND m.owner = :owner AND m.forgotten_turn IS NULL AND m.id <> ALL(:exclude)
))
ORDER BY distance, v.id LIMIT :candidates
""").bindparams(
    bindparam("story", type_=Uuid),
    bindparam("exclude", type_=ARRAY(Text)),
    bindparam("asked", type_=VECTOR),  # a cast from text would be done again for each row
)

LIKENESS = 0.1  # cosine below which a memory is not like the question at all
K1, B = 1.2, 0.1


class Asked(NamedTuple):
    """Whose memories are searched, and which are not wanted."""

    story: uuid.UUID
    owners: Collection[str]
    exclude: Collection[str]

    def values(self) -> dict[str, object]:
        parts = {"story": self.story, "owners": sorted(self.owners), "exclude": sorted(self.exclude)}
        return {**parts, "candidates": CANDIDATES}


def configuration(language: str) -> str:
    """Of full-text search, for a world's language ("en", "de-AT"); `simple`, which knows no grammar, for others."""
    return CONFIGURATIONS.get(language.lower().replace("_", "-").partition("-")[0], "simple")


async def by_words(
    db: AsyncConnection, asked: Asked, terms: Sequence[Term], language: str
) -> dict[tuple[str, str], int]:
    """The rank of each memory (owner, id) that has any of the words."""
    if not terms:
        return {}
    groups, words, weights = zip(*terms, strict=True)
    found = await db.execute(
        _BY_WORDS,
        {
            **asked.values(),
            "groups": groups,
            "words": words,
            "weights": weights,
            "configuration": configuration(language),
            "telling": TELLING,
            "k1": K1,
            "b": B,
        },
    )
    return {(row.owner, row.id): row.rank for row in found}


async def by_likeness(
    db: AsyncConnection, asked: Asked, vector: Sequence[float], model: str, likeness: float = LIKENESS
) -> dict[tuple[str, str], int]:
    """The rank of each memory (owner, id) that has a vector of the model, the most alike first.

    Nothing of a cosine below `likeness`. Exact: see `npcs.tables.npc_memory_vectors`.
    """
    values = {"story": asked.story, "exclude": sorted(asked.exclude), "candidates": CANDIDATES}
    ranks: dict[tuple[str, str], int] = {}
    for owner in sorted(asked.owners):
        values |= {"owner": owner, "asked": list(vector), "model": model}
        rows = (await db.execute(_BY_LIKENESS, values)).all()
        near = (row.id for row in rows if row.distance <= 1 - likeness)
        ranks |= {(owner, key): rank for rank, key in enumerate(near, 1)}
    return ranks
