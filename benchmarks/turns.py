"""How many turns a second the service plays, and what a commit costs, on real servers with durable settings.

    python -m benchmarks.turns [--quick] [--players N] [--seconds S] [--json]

Two measurements in one run, on whatever cores the machine has:

1. The store alone: turns recorded from real play are accepted and committed, one story at a time (`commit_*`) and by
   several stories at once (`commit_*_busy`). Postgres keeps fsync and synchronous_commit on, which is checked. After
   each commit one page is written to a file beside the database and made durable (`fsync_*`): how many of those a
   commit takes is `commit_to_fsync_p50` and `…_p99` (goal 3).
2. The whole service: `gamemaster serve` in a process of its own, and players over real WebSockets, each of whom sends
   the next input as soon as the turn before is committed, with no pauses in the telling.

Nothing is cached but what a player's second turn finds warm too: each player plays a few turns before the clock starts.
The players are bots that share the machine with the service, so that `turns_per_s` is what both can do together.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import asyncpg
import httpx
from websockets.asyncio.client import ClientConnection

from benchmarks.measuring import options_parser, percentile, result, scratch_servers
from gamemaster.hosting.servers import ServerURLs
from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.protocol.client import connect
from gamemaster.rules.dice import roll_for
from gamemaster.rules.state import StoryState, TurnRecord, diff
from gamemaster.storage.migrate import migrate
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.store import StoryStart
from worlds.loader import load_world, world_hash
from worlds.schema import World

FOLDER = Path(__file__).resolve().parent.parent / "worlds" / "long_night"
PAGE = 8_192  # bytes that Postgres writes at a time
WARM_UP = 3  # turns of each player before the clock starts
START_S = 60.0  # for the service to become ready


# ---- the store alone ----


def recorded_turns(
    world: World, seed: int, count: int
) -> tuple[StoryState, list[tuple[TurnRecord, StoryState]]]:
    """A story as bots would play it by its suggestions: the first state, and each turn with the state after it."""
    start = state = begin(world, seed)
    turns: list[tuple[TurnRecord, StoryState]] = []
    while len(turns) < count and state.ended is None:
        words = (suggest(world, state) or ("wait",))[0]
        before, played = state, play(world, state, words)
        state = played.after
        record = TurnRecord(
            number=state.turn, act_id=secrets.token_hex(8), words=words, roll=roll_for(seed, state.turn),
            outcome=played.outcome, ruling=played.ruling, spans=played.spans, reason="complete",
            patch=diff(before, state), narrator="understudy",
        )  # fmt: skip
        turns.append((record, state))
    return start, turns


async def commit_story(
    store: PostgresStore, world: World, seed: int, count: int, beside: Callable[[], None] = lambda: None
) -> list[float]:
    """Seconds of each commit of one story. `beside` is called after each of them."""
    start, turns = await asyncio.to_thread(recorded_turns, world, seed, count)
    player = await store.create_player()
    story = await store.create_story(player, StoryStart(world.id, "benchmark", start, secrets.token_hex(8)))
    times = []
    for record, after in turns:
        await store.accept(story.id, record.number, record.act_id, record.words)
        begun = time.perf_counter()
        await store.commit(story.id, record.number - 1, record, after)
        times.append(time.perf_counter() - begun)
        beside()
    return times


@contextlib.contextmanager
def fsyncs(folder: Path) -> Iterator[tuple[list[float], Callable[[], None]]]:
    """Seconds of each fsync of one page in a file of the folder, and what makes another one."""
    times: list[float] = []
    with tempfile.NamedTemporaryFile(dir=folder, buffering=0) as file:
        file.write(bytes(PAGE))
        os.fsync(file.fileno())

        def write() -> None:
            begun = time.perf_counter()
            file.seek(
                0
            )  # in its place, as Postgres writes its log: nothing but the page is to be made durable
            file.write(os.urandom(PAGE))
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - begun)

        yield times, write


async def measure_commits(
    database_url: str, world: World, turns: int, stories: int, folder: Path
) -> dict[str, float]:
    """`folder` lies on the disk that the database is on."""
    store = PostgresStore.at(database_url)
    try:
        await commit_story(store, world, 1, 5)  # connections and prepared statements, not data
        with fsyncs(folder) as (syncs, sync):
            alone = await commit_story(store, world, 2, turns, sync)
        busy = await asyncio.gather(*(commit_story(store, world, 3 + n, turns // 2) for n in range(stories)))
    finally:
        await store.close()
    together = [seconds for times in busy for seconds in times]
    p50, p99 = (percentile(syncs, share) for share in (0.5, 0.99))
    return {
        "fsync_p50_ms": p50 * 1000,
        "fsync_p99_ms": p99 * 1000,
        "commit_to_fsync_p50": percentile(alone, 0.5) / p50,
        "commit_to_fsync_p99": percentile(alone, 0.99) / p99,
        "commit_p50_ms": percentile(alone, 0.5) * 1000,
        "commit_p99_ms": percentile(alone, 0.99) * 1000,
        "commit_p50_busy_ms": percentile(together, 0.5) * 1000,
        "commit_p99_busy_ms": percentile(together, 0.99) * 1000,
    }


async def durable_settings(database_url: str) -> dict[str, str]:
    """The settings that decide whether a commit survives a power cut. Raises SystemExit when they are off."""
    connection = await asyncpg.connect(database_url.replace("+asyncpg", ""))
    try:
        names = ("fsync", "synchronous_commit", "full_page_writes", "server_version")
        settings = {name: await connection.fetchval(f"SHOW {name}") for name in names}
    finally:
        await connection.close()
    if settings["fsync"] != "on" or settings["synchronous_commit"] != "on":
        raise SystemExit(f"the database is not durable: {settings}; a figure from it would mean nothing")
    return settings


# ---- the whole service ----


@contextlib.asynccontextmanager
async def service(
    urls: ServerURLs,
    data_dir: Path,
    *more: str,
    python: str = sys.executable,
    module: str = "gamemaster.cli.main",
    start_s: float = START_S,
    settings: Mapping[str, str] | None = None,
    checkout: Path | None = None,
) -> AsyncIterator[str]:
    """`gamemaster serve` in a process of its own, with `more` arguments; yields the address of its socket.

    `settings` are environment variables that count more than those that are set here; `checkout` is whose code runs.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "GM_DATABASE_URL": urls.database_url or "",
        "GM_REDIS_URL": urls.redis_url or "",
        "GM_LIMITS__ACTS_PER_MINUTE": "6000",
        "GM_ADDRESS__EXEMPT": "127.0.0.1",
        "GM_TEXT_SPEED": "0",
        "GM_VOICE": os.environ.get(
            "GM_VOICE", "off"
        ),  # else the service starts a Triton, which nobody here hears
        **(settings or {}),
        **({"PYTHONPATH": str(checkout)} if checkout is not None else {}),
    }
    command = [
        python,
        "-m",
        module,
        "serve",
        "--port",
        str(port),
        "--data-dir",
        str(data_dir),
        *more,
    ]
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, cwd=checkout, stdout=asyncio.subprocess.DEVNULL, stderr=sys.stderr
    )
    try:
        await _wait_for(port, process, start_s)
        yield f"ws://127.0.0.1:{port}/ws"
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _wait_for(port: int, process: asyncio.subprocess.Process, start_s: float) -> None:
    """Until /readyz says that stories can be played: with a model, after its first real generation."""
    deadline = time.monotonic() + start_s
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
        while time.monotonic() < deadline:
            if process.returncode is not None:
                raise SystemExit(f"the service ended with {process.returncode} before it was ready")
            with contextlib.suppress(httpx.TransportError):
                if (await client.get("/readyz")).status_code == 200:
                    return
            await asyncio.sleep(0.1)
    raise SystemExit(f"the service was not ready within {start_s:g} s")


class Player:
    """A player who acts as soon as the turn before is committed."""

    def __init__(self, socket_: ClientConnection) -> None:
        self.socket, self.suggestions, self.turns = socket_, ["look around"], 0
        self.latencies: list[float] = []

    async def receive(self, *types: str) -> dict[str, Any]:
        while True:
            frame: dict[str, Any] = json.loads(await self.socket.recv())
            if frame["type"] == "error":
                raise SystemExit(f"the service refused: {frame['code']}: {frame['message']}")
            if frame["type"] in ("state", "story"):
                self.suggestions = list(frame["view"]["suggestions"]) or ["wait"]
                self.ended = frame["view"]["ended"] is not None
            if frame["type"] in types:
                return frame

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def begin(self, seed: int) -> None:
        await self.say(type="new_story", id=secrets.token_hex(8), world="long_night", seed=seed)
        await self.receive("story")

    async def turn(self, number: int) -> None:
        words = self.suggestions[number % len(self.suggestions)]
        begun = time.perf_counter()
        await self.say(type="act", id=secrets.token_hex(8), text=words, instant=True)
        await self.receive("commit")
        self.latencies.append(time.perf_counter() - begun)
        self.turns += 1
        if self.ended:
            await self.begin(number)


async def play_until(url: str, seed: int, ready: asyncio.Barrier, seconds: float) -> Player:
    async with connect(url) as connection:
        player = Player(connection)
        await player.say(type="hello")
        await player.receive("welcome")
        await player.begin(seed)
        for number in range(WARM_UP):
            await player.turn(number)
        player.turns, player.latencies = 0, []
        await ready.wait()
        stop = time.monotonic() + seconds
        number = WARM_UP
        while time.monotonic() < stop:
            await player.turn(number)
            number += 1
        return player


async def measure_service(urls: ServerURLs, data_dir: Path, players: int, seconds: float) -> dict[str, float]:
    async with service(urls, data_dir) as url:
        ready = asyncio.Barrier(players)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(play_until(url, n, ready, seconds)) for n in range(players)]
    done = [task.result() for task in tasks]
    latencies = [seconds_ for player in done for seconds_ in player.latencies]
    return {
        "turns_per_s": sum(player.turns for player in done) / seconds,
        "turn_p50_ms": percentile(latencies, 0.5) * 1000,
        "turn_p99_ms": percentile(latencies, 0.99) * 1000,
    }


async def run(quick: bool, players: int, seconds: float) -> dict[str, Any]:
    world = await asyncio.to_thread(load_world, FOLDER)
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        async with scratch_servers(Path(scratch)) as urls:
            assert urls.database_url is not None
            settings = await durable_settings(urls.database_url)
            await migrate(urls.database_url)
            print(
                f"commits, on Postgres {settings['server_version']} with fsync and synchronous_commit on ..."
            )
            commits = await measure_commits(urls.database_url, world, 30 if quick else 100, 8, Path(scratch))
            print(f"turns, {players} players for {seconds:g} s ...")
            turns = await measure_service(urls, Path(scratch), players, seconds)
    return {
        **turns, **commits, "players": players, "seconds": seconds, "cores": os.cpu_count() or 0,
        "world": world_hash(FOLDER)[:12], "quick": quick,
    }  # fmt: skip


def main() -> None:
    parser = options_parser(__doc__, quick="a few seconds, for a first look")
    parser.add_argument("--players", type=int, default=8, help="who play at once (default 8)")
    parser.add_argument("--seconds", type=float, default=None, help="of measured play (default 30, quick 5)")
    options = parser.parse_args()
    seconds = options.seconds or (5.0 if options.quick else 30.0)
    figures = asyncio.run(run(options.quick, options.players, seconds))
    result("turns", figures)


if __name__ == "__main__":
    main()
