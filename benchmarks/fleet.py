"""How far a fleet grows: 1 to 1,000 engine hosts, where the first bottleneck is, and what a turn costs. Nothing starts.

    python -m benchmarks.fleet [--quick] [--tokens-per-s N] [--gpus N] [--gpu-hour-price P]

A simulation from costs that were measured on this project's two-core machine; each stands below with its source. What
was never measured here is called assumed, and is an option: how fast a host decodes, and what it costs. A host gets as
many players as its cache and its GPUs serve, and fewer by as much as the fullest host of the fleet is above the mean,
which is drawn: the gateway hashes stories onto hosts. Web hosts are added as needed. What is one for the whole fleet is
not: Postgres, Valkey, the gateway. The first of them that is busier than `BUSY` is the bottleneck.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.measuring import options_parser, result
from benchmarks.prompt_pools.prefix_pool import RULING_S, TELLING_S, THINKING_S, THINKING_SPREAD

SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
QUICK_SIZES = (1, 10, 100)
BUSY = 0.7  # a share of a part's capacity beyond which waiting grows

# How often a player acts: the rhythm of `prompt_pools.prefix_pool`, without the long pauses. So it is a busy hour.
TURN_IN_FLIGHT_S = RULING_S + TELLING_S
PERIOD_S = TURN_IN_FLIGHT_S + THINKING_S * math.exp(THINKING_SPREAD**2 / 2)

# Measured; the source of each is a row of a README of this repository, or how it was seen.
WEB_CPU_S = 0.043  # of a model's turn, recording on: `benchmarks.recording`
COMMITS_PER_S = 800.0  # of one Postgres, 8 at once at a p50 of 10 ms: `benchmarks.turns`
WRITES = 2  # durable ones, of a turn: words accepted, turn committed (gamemaster/README.md)
FRAMES = 96  # of a turn: 16,548 recorded lines of 173 turns, `gamemaster replay verify tests/recordings`
VALKEY_S = 13e-6  # CPU of Valkey for one XADD of 300 bytes, over 6,000 of them from 8 clients
GATEWAY_REQUEST_S = 1.0e-3  # CPU of smg 1.13.0 for a request: 1,200 of them before 8 of the tests' stand-ins
GATEWAY_CHUNK_S = 38e-6  # the same for a chunk that streams: 150 requests of 100 chunks
CACHE_PLAYERS = 65 / 100_000  # per token of KV cache, at which prompts are found in time: `benchmarks.prefix`
OUTCOME_TOKENS, TELLING_TOKENS = 30, 98  # benchmarks/README.md and inference/README.md
REQUESTS = 2  # of a turn: outcome, telling

# Published or a default, not measured here.
KV_TOKENS = 640_000  # GLM-4.6 in FP8 on four GPUs of 141 GB
STEP_TOKENS = 3.28  # tokens a step with drafts, and so a chunk: the launch that inspired this project
GATEWAY_PERMITS = 1024  # requests in flight for each core: smg's own --max-concurrent-requests
CONNECTIONS = 10  # to Postgres, of each worker: GM_DATABASE__CONNECTIONS

# Assumed: the parts' sizes, and what a core costs.
REASONING_TOKENS = 200
GATEWAY_CORES = 8
POSTGRES_CONNECTIONS = 500
CORE_HOUR_PRICE = 0.04  # in the currency of a GPU's


@dataclass(frozen=True)
class Assumed:
    """What nobody has measured here. `tokens_per_s` is of a whole host, all its streams together."""

    tokens_per_s: float = 2500.0
    gpus: int = 4
    gpu_hour_price: float = 2.5


# The parts of which there is one, and what helps when one of them is too busy.
REMEDIES = {
    "postgres commits": "a faster disk, group commit, stories by shard",
    "postgres connections": "PgBouncer in transaction mode",
    "valkey": "a Valkey for each group of web hosts, or its cluster",
    "gateway cpu": "a gateway for each group of web hosts",
    "gateway permits": "--max-concurrent-requests",
}


def singles() -> dict[str, float]:
    """How many turns a second each of them does at the most."""
    chunks = (REASONING_TOKENS + OUTCOME_TOKENS + TELLING_TOKENS) / STEP_TOKENS
    gateway_s = REQUESTS * GATEWAY_REQUEST_S + chunks * GATEWAY_CHUNK_S
    # At BUSY its workers take as much of their cores, and their connections are all open.
    workers = POSTGRES_CONNECTIONS / CONNECTIONS
    return {
        "postgres commits": COMMITS_PER_S / WRITES,
        "postgres connections": workers / WEB_CPU_S,
        "valkey": 1 / (FRAMES * VALKEY_S),
        "gateway cpu": GATEWAY_CORES / gateway_s,
        "gateway permits": GATEWAY_CORES * GATEWAY_PERMITS / TURN_IN_FLIGHT_S,
    }


def players_of_a_host(assumed: Assumed) -> tuple[float, str]:
    """The most that one host serves in a busy hour, and what sets the limit."""
    tokens = REASONING_TOKENS + OUTCOME_TOKENS + TELLING_TOKENS
    by_gpu = assumed.tokens_per_s * BUSY / tokens * PERIOD_S
    by_cache = KV_TOKENS * CACHE_PLAYERS
    return min((by_gpu, "decoding"), (by_cache, "cache"))


def fullest_share(hosts: int, players: int, draw: random.Random) -> float:
    """How far the fullest host is above the mean, when each story falls on any host alike."""
    counts = Counter(draw.choices(range(hosts), k=players))
    return max(counts.values()) * hosts / players


@dataclass(frozen=True)
class Fleet:
    """A fleet of one size at a busy hour. `busy`: of each single part, the share of its capacity that is used."""

    hosts: int
    players: int
    turns_per_s: float
    fullest: float
    web_cores: int
    busy: dict[str, float]
    gpu_s_a_turn: float
    price_of_1000: float

    @property
    def bottleneck(self) -> str | None:
        """The busiest of the single parts, if it is too busy."""
        name = max(self.busy, key=lambda part: self.busy[part])
        return name if self.busy[name] > BUSY else None


def simulate(hosts: int, assumed: Assumed, parts: Mapping[str, float]) -> Fleet:
    most, _ = players_of_a_host(assumed)
    fullest = fullest_share(hosts, round(most * hosts), random.Random(hosts))
    players = round(most * hosts / fullest)
    turns_per_s = players / PERIOD_S
    cores = math.ceil(turns_per_s * WEB_CPU_S / BUSY)
    gpu_s = hosts * assumed.gpus / turns_per_s
    price = (gpu_s * assumed.gpu_hour_price + cores / turns_per_s * CORE_HOUR_PRICE) / 3600 * 1000
    busy = {part: turns_per_s / most_turns for part, most_turns in parts.items()}
    return Fleet(hosts, players, turns_per_s, fullest, cores, busy, gpu_s, price)


def first_bottleneck(assumed: Assumed, parts: Mapping[str, float], most: int) -> Fleet | None:
    """The smallest fleet in which a single part is too busy, by bisection; None: not up to `most` hosts."""
    low, high = 0, most
    if simulate(most, assumed, parts).bottleneck is None:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if simulate(middle, assumed, parts).bottleneck is None:
            low = middle
        else:
            high = middle
    return simulate(high, assumed, parts)


def table(fleets: Sequence[Fleet], parts: Mapping[str, float]) -> None:
    print(
        "| hosts | players | turns/s | fullest host | web cores | busiest part | GPU s a turn | 1,000 turns |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for one in fleets:
        busiest = max(one.busy, key=lambda part: one.busy[part])
        print(
            f"| {one.hosts:,} | {one.players:,} | {one.turns_per_s:,.1f} | {one.fullest:.2f}× | {one.web_cores:,} "
            f"| {busiest}, {one.busy[busiest]:.2f} | {one.gpu_s_a_turn:.2f} | {one.price_of_1000:.2f} |"
        )
    print()
    for part, most in sorted(parts.items(), key=lambda of: of[1]):
        turns = most * BUSY
        print(f"{part}: {turns:,.0f} turns/s, {turns * PERIOD_S:,.0f} players; then {REMEDIES[part]}")


def main() -> None:
    parser = options_parser(__doc__, quick="1, 10 and 100 hosts alone")
    parser.add_argument("--tokens-per-s", type=float, default=Assumed.tokens_per_s, help="of a host, assumed")
    parser.add_argument("--gpus", type=int, default=Assumed.gpus, help="of a host")
    parser.add_argument(
        "--gpu-hour-price", type=float, default=Assumed.gpu_hour_price, help="in any currency"
    )
    options = parser.parse_args()
    if min(options.tokens_per_s, options.gpus) <= 0:
        parser.error("--tokens-per-s and --gpus must be above 0")
    assumed = Assumed(options.tokens_per_s, options.gpus, options.gpu_hour_price)
    parts = singles()
    sizes = QUICK_SIZES if options.quick else SIZES
    fleets = [simulate(hosts, assumed, parts) for hosts in sizes]
    table(fleets, parts)
    first = first_bottleneck(assumed, parts, sizes[-1])
    most, limit = players_of_a_host(assumed)
    result("fleet", {
        "players_of_a_host": round(most), "host_limit": limit,
        "first_bottleneck": first and first.bottleneck, "at_hosts": first and first.hosts,
        "at_players": first and first.players, "at_turns_per_s": first and first.turns_per_s,
        "gpu_s_a_turn": fleets[-1].gpu_s_a_turn, "price_of_1000_turns": fleets[-1].price_of_1000,
        "assumed_tokens_per_s": assumed.tokens_per_s, "quick": options.quick,
    })  # fmt: skip


if __name__ == "__main__":
    main()
