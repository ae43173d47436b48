"""What recording costs a player: the same play with and without it, turn about, in one run.

    python -m benchmarks.recording [--quick] [--players N] [--rounds N] [--json]

Two services (`gamemaster serve --model scripted:`) stand side by side on the same Postgres and Valkey: in one nobody is
recorded, in the other everybody is. The same number of players plays in one, then in the other, and so on by turns, so
that whatever else the machine does meets both. Text is sent as it comes from the engine (165 tokens a second), without
the pauses of the page. What a row says, `on` over `off`:

- `gap_p50`, `gap_p99`: inter-token latency, the time between two texts of a telling as a player receives them
- `first_visible`: from the act to the first text, median
- `cpu_per_turn`: what the service's own process spends on a turn, its engine apart: the surest figure on a busy machine

Each player plays two turns in each service before the clock starts. The players share the machine with both.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from benchmarks.measuring import options_parser, percentile, result, scratch_servers
from benchmarks.turns import Player, durable_settings, service
from gamemaster.hosting.servers import ServerURLs
from gamemaster.protocol.client import connect
from gamemaster.protocol.messages import CONSENT_TEXT
from gamemaster.recording.format import SUFFIX, read
from gamemaster.recording.lines import CommitLine
from gamemaster.storage.migrate import migrate

ARMS = ("off", "on")
WARM_UP, TURNS = 2, 4  # turns of each player before the clock starts, and in each round
SETTLE_S = 3.0  # for what a round leaves to be written


class Reader(Player):
    """A player who notes when texts come."""

    def __init__(self, socket: Any) -> None:
        super().__init__(socket)
        self.gaps_ms: list[float] = []
        self.first_ms: list[float] = []

    async def turn(self, number: int) -> None:
        begun = last = time.perf_counter()
        first = True
        await self.say(type="act", id=f"act-{id(self):x}-{number:06d}", text="wait", instant=True)
        while (frame := await self.receive("text", "commit"))["type"] == "text":
            now = time.perf_counter()
            (self.first_ms if first else self.gaps_ms).append((now - last) * 1000)
            first, last = False, now
        self.latencies.append(time.perf_counter() - begun)
        self.turns += 1
        assert frame["reason"] == "complete", frame
        if self.ended:
            await self.begin(number)


@dataclass
class Arm:
    """One of the two services, and all that was seen of it."""

    name: str
    url: str
    process: psutil.Process
    readers: list[Reader] = field(default_factory=list)
    cpu_s: float = 0.0
    next_turn: int = 0

    async def join(self, players: int, stack: contextlib.AsyncExitStack) -> None:
        for seed in range(players):
            connecting = connect(self.url)
            reader = Reader(await stack.enter_async_context(connecting))
            await reader.say(type="hello")
            await reader.receive("welcome")
            if self.name == "on":
                await reader.say(type="consent", record=True, text=CONSENT_TEXT)
                await reader.receive("consent")
            await reader.begin(seed)
            self.readers.append(reader)

    async def play(self, turns: int) -> None:
        """All players at once, each so many turns."""

        async def play(reader: Reader) -> None:
            for number in range(self.next_turn, self.next_turn + turns):
                await reader.turn(number)

        before = self.process.cpu_times()
        async with asyncio.TaskGroup() as group:
            for reader in self.readers:
                group.create_task(play(reader))
        await asyncio.sleep(SETTLE_S)
        after = self.process.cpu_times()
        self.cpu_s += after.user + after.system - before.user - before.system
        self.next_turn += turns

    def forget(self) -> None:
        """What was seen before the clock started."""
        for reader in self.readers:
            reader.gaps_ms, reader.first_ms, reader.turns = [], [], 0
        self.cpu_s = 0.0

    def figures(self) -> dict[str, float]:
        gaps = [gap for reader in self.readers for gap in reader.gaps_ms]
        return {
            "gap_p50_ms": percentile(gaps, 0.5),
            "gap_p99_ms": percentile(gaps, 0.99),
            "first_visible_ms": statistics.median(ms for reader in self.readers for ms in reader.first_ms),
            "cpu_per_turn_ms": self.cpu_s * 1000 / sum(reader.turns for reader in self.readers),
        }


@contextlib.asynccontextmanager
async def arm(name: str, urls: ServerURLs, folder: Path) -> AsyncIterator[Arm]:
    settings = {
        "GM_RECORDING__ENABLED": "true" if name == "on" else "false",
        "GM_LIMITS__NEW_PLAYERS_PER_MINUTE": "100000",
    }
    async with service(urls, folder / name, "--model", "scripted:", settings=settings) as url:
        port = url.partition("127.0.0.1:")[2].partition("/")[0]
        running = [child for child in psutil.Process().children() if port in child.cmdline()]
        yield Arm(name, url, running[0])


def size_of(folder: Path) -> tuple[float, int]:
    """Bytes of a recorded turn, compressed, and how many recordings were cut short."""
    paths = list(folder.rglob(f"*{SUFFIX}"))
    found = [read(path) for path in paths]
    turns = sum(1 for recording in found for _ in recording.of(CommitLine))
    short = sum(recording.lines[-1].get("reason") != "closed" for recording in found)
    return sum(path.stat().st_size for path in paths) / turns, short


async def run(players: int, rounds: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        folder = Path(scratch)
        async with scratch_servers(folder) as urls:
            assert urls.database_url is not None
            await durable_settings(urls.database_url)
            await migrate(urls.database_url)
            async with contextlib.AsyncExitStack() as stack:
                arms = [await stack.enter_async_context(arm(name, urls, folder)) for name in ARMS]
                async with contextlib.AsyncExitStack() as sockets:
                    for each in arms:
                        await each.join(players, sockets)
                        await each.play(WARM_UP)
                        each.forget()
                    for number in range(rounds):
                        for each in arms if number % 2 else reversed(arms):
                            print(f"round {number + 1} of {rounds}: recording {each.name} ...")
                            await each.play(TURNS)
                off, on = (each.figures() for each in arms)
        size, short = size_of(folder / "on" / "recordings")
    ratios = {f"{name.removesuffix('_ms')}_ratio": on[name] / off[name] for name in off}
    measured = {f"{name}_{arm_}": value[name] for name in off for arm_, value in (("off", off), ("on", on))}
    return {
        **ratios, **measured, "bytes_per_turn": size, "cut_short": short, "players": players, "rounds": rounds,
        "turns": players * rounds * TURNS,
    }  # fmt: skip


def main() -> None:
    parser = options_parser(__doc__, quick="one round, for a first look")
    parser.add_argument("--players", type=int, default=16, help="who play at once (default 16)")
    parser.add_argument("--rounds", type=int, default=None, help="turns about (default 6, quick 1)")
    options = parser.parse_args()
    result("recording", asyncio.run(run(options.players, options.rounds or (1 if options.quick else 6))))


if __name__ == "__main__":
    main()
