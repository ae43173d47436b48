"""Which memories come to mind first. Pure: the store finds candidates, this orders them.

Relevance is what two searches agree on, fused by reciprocal rank (Cormack, Clarke and Buettcher, "Reciprocal Rank
Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009), with their k = 60:

    rrf(m) = sum over searches of 1 / (60 + rank of m in the search),  rank from 1; absent from a search: nothing

The score then follows Generative Agents (Park et al., UIST 2023, section 4.1), a weighted sum of three parts:

    score = RELEVANCE * relevance + RECENCY * recency + IMPORTANCE * importance
    relevance  = rrf(m) / best rrf among the candidates, 0 to 1
    recency    = 0.995 ** (in-world hours since the memory was made), 0 to 1
    importance = (importance - 1) / 9, 0 to 1

Three faults of known implementations are avoided. Recency is a function of the memory's own age, never of a place in a
list whose order may be the wrong way round. No part is scaled by the spread of the candidates' values, which would
divide by zero when all are alike, and would let one old memory change the order of all others. And what no search
found is no candidate, however recent or important: it would be told without being asked for. Their weights are far
below those of Generative Agents (0.5 and 2 to 3): there they choose what an agent plans with, here what answers a
question. A step of one rank near the top of both searches is worth 0.016, two points of importance 0.02.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from npcs.memory import Memory, Ranked

RRF_K = 60
RECENCY_PER_HOUR = 0.995
RELEVANCE, RECENCY, IMPORTANCE = 1.0, 0.05, 0.1


class Candidate(NamedTuple):
    """A memory that a search found: its rank in each of the searches, from 1; None where it was not found."""

    memory: Memory
    by_words: int | None
    by_likeness: int | None


def fuse_ranks(ranks: Iterable[int | None]) -> float:
    """Reciprocal rank fusion."""
    return sum(1 / (RRF_K + rank) for rank in ranks if rank is not None)


def rank(candidates: Iterable[Candidate], now: int) -> list[Ranked]:
    """The candidates as they come to mind at minute `now`, first the one that comes first.

    What an owner remembers twice in the same words comes to mind once.
    """
    found = [(candidate.memory, fuse_ranks(candidate[1:])) for candidate in candidates]
    best = max((value for _, value in found), default=0.0)
    ranked = [_rank(memory, value / best, now) for memory, value in found if value > 0]
    ranked.sort(key=lambda one: (-one.score, -one.memory.turn, one.memory.id))
    once: dict[tuple[str, str], Ranked] = {}
    for one in ranked:
        once.setdefault((one.memory.owner, one.memory.text), one)
    return list(once.values())


def _rank(memory: Memory, relevance: float, now: int) -> Ranked:
    recency = RECENCY_PER_HOUR ** (max(0, now - memory.minute) / 60)
    importance = (memory.importance - 1) / 9
    score = RELEVANCE * relevance + RECENCY * recency + IMPORTANCE * importance
    return Ranked(memory=memory, score=score, relevance=relevance, recency=recency, importance=importance)
