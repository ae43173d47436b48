"""Runs in the CPU test bed: players who share one bounded prefix cache, with the pauses that players make.

    .venv-nia/bin/python -m benchmarks.prompt_pools.prefix_pool FILE

FILE is what `benchmarks.prefix` writes: `stories`, each a list of turns (`ahead`: how many tokens of the turn's first
prompt are known when the turn before is over; `asked`: its prompts and what was written to each), `jobs` with the
eviction policy, whether prompts are warmed, and how often the stories' tokens fill the pool. Printed is a line
`FOUND [...]`: for each job the number of players, the tokens that each request computed while its player waited, and
those that all computed in the background.

The cache is SGLang's own, which its engine has by default (`UnifiedRadixCache`, pages of 1). Stories are given to more
players by ids of their own behind the head. A player arrives in the first minutes, thinks for half a minute, and one
turn in ten comes after a pause of about ten minutes. Every player is seen to type. Warmed is as the service does it:
after the commit, while stories are mostly still there when their players come back; when the player begins to type, and
again while they go on. Held, a story is touched, too, until so many of the players whose pauses were seen were back.
"""

from __future__ import annotations

import bisect
import heapq
import itertools
import json
import random
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gamemaster.narration.model.crowding import Crowding

CAPACITY = 100_000
ARRIVALS_S = 600.0
THINKING_S, THINKING_SPREAD = 25.0, 0.6  # median and spread of a lognormal
PAUSE_S, PAUSE_SPREAD, PAUSES = 600.0, 0.7, 0.1
TOUCH_S = 15.0  # between the touches of a story whose player is expected
LEAST_GAPS, UNLEARNED_S = 20, 60.0  # pauses that are enough to learn from; how long to hold until then
TYPING_S = (3.0, 12.0)
PAGE_S = 4.0  # between the page's notices that its player goes on typing
RULING_S, TELLING_S, COMMIT_S = 4.0, 8.0, 0.3
WARMED, PLAYED = 0, 100  # priorities of requests, as `inference.sglang.requests` has them
APART = 1 << 22  # between the ids of two players

Turn = dict[str, Any]


@dataclass
class Pool:
    """A prefix cache of at most `capacity` tokens."""

    capacity: int
    policy: str
    config: dict[str, int] | None = None
    device: str = field(default="cpu", init=False)

    def __post_init__(self) -> None:
        from sglang.srt.mem_cache.cache_init_params import CacheInitParams
        from sglang.srt.mem_cache.unified_cache.components import ComponentType
        from sglang.srt.mem_cache.unified_radix_cache import UnifiedRadixCache

        owner: Any = self  # stands in for the allocator: all that is asked of it is to take tokens back
        nothing: Any = None
        self.cache = UnifiedRadixCache(
            CacheInitParams(
                disable=False,
                req_to_token_pool=nothing,
                token_to_kv_pool_allocator=owner,
                page_size=1,
                eviction_policy=self.policy,
                eviction_policy_config=self.config,
                tree_components=(ComponentType.FULL,),
            )
        )

    def free(self, value: Any) -> None:
        """As the allocator: the cache counts by itself."""

    def free_segment(self, value: Any, start_pos: int = 0) -> None:
        """As the allocator: the cache counts by itself."""

    def get_kvcache(self) -> None:
        """As the allocator: there are no keys and values here."""

    def compute(self, prompt: list[int], written: list[int], priority: int = WARMED) -> int:
        """A request: the tokens of its prompt that were not found. What it leaves has its priority, for the policy
        that goes by that."""
        import torch
        from sglang.srt.mem_cache.base_prefix_cache import EvictParams, InsertParams, MatchPrefixParams
        from sglang.srt.mem_cache.radix_cache import RadixKey

        cache = self.cache
        key = RadixKey(token_ids=array("q", prompt[:-1]))
        found = int(cache.match_prefix(MatchPrefixParams(key=key)).device_prefix_len)
        whole = [*prompt, *written][:-1]
        over = int(cache.total_size()[0]) + len(whole) - found - self.capacity
        if over > 0:
            cache.evict(EvictParams(num_tokens=over))
        key = RadixKey(token_ids=array("q", whole))
        cache.insert(InsertParams(key=key, value=torch.arange(len(whole)), priority=priority))
        return len(prompt) - found


@dataclass
class Player:
    """One story as one player plays it. `chance` is the player's own, the same in every job."""

    number: int
    turns: list[Turn]
    head: int
    chance: random.Random
    at: int = 0
    ended: float | None = None  # when the last turn was told, and nothing typed since
    is_touched: bool = False  # now and then, as long as the player is expected
    path: list[int] = field(default_factory=list)  # tokens of each request that the player waited for

    def own(self, ids: list[int]) -> list[int]:
        shift = APART * self.number
        return [*ids[: self.head], *(one + shift for one in ids[self.head :])]

    def own_written(self, ids: list[int]) -> list[int]:
        shift = APART * self.number
        return [one + shift for one in ids]

    def pause_s(self) -> float:
        """Between a turn's end and the first letter of the next."""
        if self.chance.random() < PAUSES:
            return PAUSE_S * self.chance.lognormvariate(0.0, PAUSE_SPREAD)
        return THINKING_S * self.chance.lognormvariate(0.0, THINKING_SPREAD)


@dataclass
class Gaps:
    """What is learned of pauses: how long a story is held, so that a share of the players come back to it held."""

    share: float
    seen: list[float] = field(default_factory=list)

    def learn(self, seconds: float) -> None:
        bisect.insort(self.seen, seconds)

    @property
    def hold_s(self) -> float:
        return self.seen[int(self.share * len(self.seen))] if len(self.seen) >= LEAST_GAPS else UNLEARNED_S


def play(stories: list[list[Turn]], head: int, job: dict[str, Any], count: int) -> tuple[list[int], int]:
    """The tokens that each request computed while its player waited, from each player's second turn on; and those that
    were computed in the background."""
    background, gaps = 0, Gaps(job.get("held", 0.0))
    pool, crowding = Pool(CAPACITY, job["policy"], job.get("config")), Crowding()
    players = [Player(n, stories[n % len(stories)], head, random.Random(n)) for n in range(count)]
    order = itertools.count()
    events: list[tuple[float, int, str, Player]] = []

    def later(when: float, what: str, player: Player) -> None:
        heapq.heappush(events, (when, next(order), what, player))

    for player in players:
        later(player.chance.uniform(0.0, ARRIVALS_S), "type", player)
    while events:
        now, _, what, player = heapq.heappop(events)
        turn = player.turns[player.at]
        if what == "touch":
            if player.ended is None or now - player.ended > gaps.hold_s:
                player.is_touched = False
                continue  # the player is back, or is not expected any more
            later(now + TOUCH_S, "touch", player)
        if what in ("type", "again", "warm", "touch"):
            ahead = turn["ahead"]
            if what == "type" and player.ended is not None:
                gaps.learn(now - player.ended)
                player.ended = None
            if job["warmed"] and ahead and not (what in ("warm", "touch") and crowding.is_crowded):
                computed = pool.compute(player.own(turn["asked"][0]["prompt"][:ahead]), [0])
                background += computed
                if what == "type":
                    crowding.came_back(ahead - computed, head, ahead)
            if what == "type":
                typed = player.chance.uniform(*TYPING_S)
                for at in range(1, int(typed / PAGE_S) + 1):
                    later(now + at * PAGE_S, "again", player)
                later(now + typed, "0", player)
            continue
        asked = turn["asked"][int(what)]
        computed = pool.compute(player.own(asked["prompt"]), player.own_written(asked["written"]), PLAYED)
        if player.at:
            player.path.append(computed)
        following = int(what) + 1
        if following < len(turn["asked"]):
            later(now + RULING_S, str(following), player)
        elif player.at + 1 < len(player.turns):
            player.at += 1
            player.ended = now + TELLING_S
            later(now + TELLING_S + COMMIT_S, "warm", player)
            if gaps.share and not player.is_touched:
                player.is_touched = True
                later(now + TELLING_S + TOUCH_S, "touch", player)
            later(now + TELLING_S + player.pause_s(), "type", player)
    return [tokens for player in players for tokens in player.path], background


def players_for(stories: list[list[Turn]], head: int, times: float) -> int:
    """So many that their stories come to `times` the pool, on average over their turns; the head is shared."""
    own = [sum(len(turn["asked"][-1]["prompt"]) - head for turn in story) / len(story) for story in stories]
    return max(1, round((times * CAPACITY - head) / (sum(own) / len(own))))


def unpack_stories(stories: list[list[Turn]]) -> Iterator[list[Turn]]:
    """Prompts are written as what they share with the one before, and the rest."""
    for story in stories:
        last: list[int] = []
        for turn in story:
            for asked in turn["asked"]:
                last = asked["prompt"] = [*last[: asked["shared"]], *asked["new"]]
        yield story


def main() -> None:
    given = json.loads(Path(sys.argv[1]).read_text())
    stories, head = list(unpack_stories(given["stories"])), given["head"]
    found = []
    for job in given["jobs"]:
        count = players_for(stories, head, job["times"])
        found.append([count, *play(stories, head, job, count)])
    print("FOUND " + json.dumps(found))


if __name__ == "__main__":
    main()
