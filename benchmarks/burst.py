"""What the service does with many who come at once, and with one greedy address, while a few play already.

    python -m benchmarks.burst [--quick] [--players 500 1000 2000] [--json]

`gamemaster serve` in a process of its own, on real servers. A few players play on at their own pace, and `/healthz` is
asked all the while. Then so many connect at once, say `hello`, begin a story and act in it. Measured are: how many were
`served` (their turn was committed), how many were answered or told their place in line within a second of connecting
and of each thing they asked (`told_within_1s`, of all), which acts were `lost` or `doubled` (looked up in Postgres),
`/healthz` (`healthz_p99_ms`), and the turns of those who had begun, before and during the burst. Then one address opens
and asks whatever it can while others come. Players and service share the machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import secrets
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import orjson

from benchmarks.measuring import options_parser, percentile, result, scratch_servers
from benchmarks.turns import service
from gamemaster.replay.load.connection import Link
from gamemaster.storage.migrate import migrate

WORLD = "long_night"
GREEDY = "127.0.0.2"
TOLD_S = 1.0
SETTINGS = {
    "GM_LIMITS__NEW_PLAYERS_PER_MINUTE": "1000000",
    "GM_LIMITS__CONNECTIONS": "20000",
}
PLAYERS_ALREADY, PAUSE_S = 4, 0.5
GIVE_UP_S = 240.0


@dataclass
class Visitor:
    """One who comes, begins a story and acts once; `marks` are the times of what happened."""

    host: str
    port: int
    marks: dict[str, float] = field(default_factory=dict)
    told: list[float] = field(default_factory=list)  # from each asking to the first answer
    places: list[list[tuple[int, float]]] = field(default_factory=list)  # of each thing asked
    _waits: bool = False
    story: str = ""
    commits: int = 0
    error: str = ""
    address: str | None = None
    _asked_at: float = 0.0
    _done: asyncio.Event = field(default_factory=asyncio.Event)
    link: Link | None = None

    def ask(self, **message: Any) -> None:
        self._asked_at = time.perf_counter()
        assert self.link is not None
        self.link.send(orjson.dumps(message))

    def _note_answer(self) -> None:
        if self._asked_at:
            self.told.append(time.perf_counter() - self._asked_at)
            self._asked_at = 0.0

    def on_message(self, data: bytes, text: bool) -> None:
        frame = orjson.loads(data)
        kind = frame["type"]
        self._note_answer()
        if kind == "waiting":
            if not self._waits:
                self.places.append([])
            self._waits = True
            self.places[-1].append((frame["ahead"], frame["estimate_s"]))
            return
        self._waits = False
        if kind == "pong":
            return
        if kind == "error":
            self.error = f"{frame['code']}: {frame['limit']}"
            self._done.set()
        elif kind in ("welcome", "story"):
            self.marks.setdefault(kind, time.perf_counter())
            if kind == "welcome":
                self.ask(type="new_story", id=secrets.token_hex(8), world=WORLD)
            else:
                self.story = frame["story"]
                self.act()
        elif kind == "commit":
            self.commits += 1
            self._done.set()

    def act(self) -> None:
        self.ask(type="act", id=secrets.token_hex(8), text="look around", instant=True)

    def on_close(self, code: int) -> None:
        self.error = self.error or f"closed with {code}"
        self._done.set()

    async def come(self) -> None:
        """From connecting to the commit, or to what kept it from coming."""
        self.marks["begin"] = self._asked_at = time.perf_counter()
        local = (self.address, 0) if self.address else None
        try:
            async with asyncio.timeout(GIVE_UP_S):
                _, self.link = await asyncio.get_running_loop().create_connection(
                    lambda: Link(f"ws://{self.host}:{self.port}/ws", self.on_message, self.on_close),
                    self.host,
                    self.port,
                    local_addr=local,
                )
                await self.link.opened
                self.marks["open"] = time.perf_counter()
                begun = self._asked_at  # connecting counts: told is who hears anything within a second of it
                self.ask(type="hello")
                self._asked_at = begun
                await self._done.wait()
        except Exception as error:  # whatever it is, it is counted
            self.error = self.error or repr(error)

    async def again(self) -> float:
        """One more turn; its seconds."""
        self._done.clear()
        began = time.perf_counter()
        self.act()
        await self._done.wait()
        return time.perf_counter() - began

    def leave(self) -> None:
        if self.link is not None:
            self.link.leave()


async def play_on(player: Visitor, latencies: list[float]) -> None:
    """A player who has begun, at a person's pace but for the reading."""
    while True:
        latencies.append(await player.again())
        await asyncio.sleep(PAUSE_S)


async def probe(port: int, times: list[float], failures: list[str]) -> None:
    """`/healthz`, every 50 ms, on a connection that is kept and on one that is new in turn."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=30) as kept:
        while True:
            for close in (False, True):
                began = time.perf_counter()
                try:
                    headers = {"Connection": "close"} if close else {}
                    (await kept.get("/healthz", headers=headers)).raise_for_status()
                except httpx.HTTPError as error:
                    failures.append(repr(error))
                times.append(time.perf_counter() - began)
                await asyncio.sleep(0.05)


def share(count: float, whole: float) -> float:
    return round(count / whole, 4) if whole else 0.0


def ms(values: list[float], point: float) -> float:
    return round(percentile(values, point) * 1000, 1) if values else 0.0


def shrinks(places: list[list[tuple[int, float]]]) -> bool:
    """Whether no place and no estimate grew while one and the same thing was waited for."""
    return all(a[0] >= b[0] and a[1] >= b[1] for one in places for a, b in itertools.pairwise(one))


async def burst(port: int, count: int, database_url: str, greedy: int = 0) -> dict[str, Any]:
    """So many at once; with `greedy`, as many again come from one address and flood."""
    already = [Visitor("127.0.0.1", port) for _ in range(PLAYERS_ALREADY)]
    for player in already:
        await player.come()
    before: list[float] = []
    during: list[float] = []
    health: list[float] = []
    failures: list[str] = []
    calm = [asyncio.create_task(play_on(player, before)) for player in already]
    await asyncio.sleep(3)
    for task in calm:
        task.cancel()
    await asyncio.sleep(1)
    for player in already:
        player.leave()
    already = [Visitor("127.0.0.1", port) for _ in range(PLAYERS_ALREADY)]
    for player in already:
        await player.come()
        await player.again()
    busy = [asyncio.create_task(play_on(player, during)) for player in already]
    busy.append(asyncio.create_task(probe(port, health, failures)))
    visitors = [Visitor("127.0.0.1", port) for _ in range(count)]
    hordes = [asyncio.create_task(horde(port)) for _ in range(greedy)]
    began = time.perf_counter()
    await asyncio.gather(*(visitor.come() for visitor in visitors))
    took = time.perf_counter() - began
    for task in (*busy, *hordes):
        task.cancel()
    served = [visitor for visitor in visitors if visitor.commits]
    asked = [seconds for visitor in visitors for seconds in visitor.told]
    first = [visitor.told[0] for visitor in visitors if visitor.told]
    after = [seconds for visitor in visitors for seconds in visitor.told[1:]]
    waited = [visitor for visitor in visitors if visitor.places]
    lost, doubled = await look_up(database_url, served)
    for visitor in (*visitors, *already):
        visitor.leave()
    for visitor in visitors[:1000]:
        if visitor.error:
            print("  not served:", visitor.error)
            break
    return {
        "players": count, "served": len(served), "seconds": round(took, 1),
        "told_within_1s": share(sum(s <= TOLD_S for s in asked), len(asked)),
        "told_on_connecting_within_1s": share(sum(s <= TOLD_S for s in first), count),
        "told_on_asking_within_1s": share(sum(s <= TOLD_S for s in after), len(after)),
        "first_word_p50_ms": ms(first, 0.5), "first_word_p99_ms": ms(first, 0.99),
        "waited": len(waited), "estimates_shrink": share(sum(shrinks(v.places) for v in waited), len(waited)),
        "lost": lost, "doubled": doubled,
        "healthz_p50_ms": ms(health, 0.5), "healthz_p99_ms": ms(health, 0.99), "healthz_failed": len(failures),
        "turn_before_p50_ms": ms(before, 0.5), "turn_before_p99_ms": ms(before, 0.99),
        "turn_during_p50_ms": ms(during, 0.5), "turn_during_p99_ms": ms(during, 0.99),
    }  # fmt: skip


async def horde(port: int) -> None:
    """One socket after the other of the greedy address, each asking as fast as it can."""
    while True:
        visitor = Visitor("127.0.0.1", port, address=GREEDY)
        coming = asyncio.create_task(visitor.come())
        await asyncio.sleep(0.2)
        for _ in range(20):
            if visitor.link is not None and visitor.story:
                visitor.act()
        await asyncio.sleep(0.3)
        coming.cancel()
        visitor.leave()


async def look_up(database_url: str, visitors: list[Visitor]) -> tuple[int, int]:
    """Acts that were told as committed and are not in Postgres, and acts that were played twice."""
    connection = await asyncpg.connect(database_url.replace("+asyncpg", ""))
    try:
        rows = await connection.fetch(
            "SELECT replace(story::text, '-', '') AS story, count(*) FROM turns WHERE status = 'committed' GROUP BY 1"
        )
    finally:
        await connection.close()
    found = {row["story"]: row["count"] for row in rows}
    lost = sum(not found.get(visitor.story) for visitor in visitors)
    doubled = sum(found.get(visitor.story, 0) > 1 or visitor.commits > 1 for visitor in visitors)
    return lost, doubled


async def run(counts: list[int], greedy: bool) -> dict[str, Any]:
    rows = []
    with tempfile.TemporaryDirectory(prefix="gm-burst-") as scratch:
        async with scratch_servers(Path(scratch)) as urls:
            assert urls.database_url is not None
            await migrate(urls.database_url)
            for count in counts:
                async with service(urls, Path(scratch), settings=SETTINGS) as url:
                    port = int(url.rsplit(":", 1)[1].split("/")[0])
                    rows.append(await burst(port, count, urls.database_url))
                    print(json.dumps(rows[-1]))
            if greedy:
                async with service(urls, Path(scratch), settings=SETTINGS) as url:
                    port = int(url.rsplit(":", 1)[1].split("/")[0])
                    one = await burst(port, 100, urls.database_url, greedy=20)
                    rows.append({"greedy_address": True, **one})
                    print(json.dumps(rows[-1]))
    worst = max(rows, key=lambda row: row["players"])
    keys = ("served", "told_within_1s", "lost", "doubled", "healthz_p99_ms")
    return {**{key: worst[key] for key in keys}, "rows": rows}


def main() -> None:
    parser = options_parser(__doc__, quick="100 players, and no greedy address")
    parser.add_argument(
        "--players", type=int, nargs="+", default=[500, 1_000, 2_000], help="who come at once"
    )
    options = parser.parse_args()
    with contextlib.suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    figures = asyncio.run(run([100] if options.quick else options.players, not options.quick))
    result("burst", figures)


if __name__ == "__main__":
    main()
