"""What metrics cost a turn: the same play with and without them, turn about, in one run; and what the meters do, timed.

    python -m benchmarks.metrics [--quick] [--players N] [--rounds N] [--model scripted:]

Two services (`gamemaster serve`) stand side by side on the same Postgres and Valkey: one measures nothing, the other
everything, as one of several processes does (in files), and is asked for its metrics every 15 seconds, as Prometheus
does. The same number of players plays in one, then in the other, and so on by turns.

- `cpu_ratio`: CPU of a turn with metrics over without, the service's own process alone; `cpu_ratio_error` is the
  standard error over the rounds. On a busy machine it is larger than what is to be seen, so that also
- `meters_us_per_turn`: the events of real turns, noted once, are shown to the meters again and again and timed, and so
  are as many waits for Redis and connections as a turn has, and the deltas of its requests
- `share`: that, of the CPU of a turn without metrics
- `scrape_ms`: CPU of one answer to Prometheus, in a thread; it costs as much however many turns are played
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import psutil

from benchmarks.measuring import Figures, options_parser, result, scratch_servers
from benchmarks.recording import WARM_UP, Arm
from benchmarks.turns import durable_settings, service
from gamemaster.bootstrap import load_worlds
from gamemaster.hosting.servers import ServerURLs
from gamemaster.metrics import slots
from gamemaster.metrics.engine_meter import EngineMeter
from gamemaster.metrics.exposition import Answers
from gamemaster.metrics.meters import Meters
from gamemaster.narration.standby import Standby
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.play.cadence import INSTANT
from gamemaster.play.context import LoadedWorld, StoryContext
from gamemaster.play.live_story import LiveStory, StoryRequest
from gamemaster.play.opening import begin
from gamemaster.play.story_events import StoryEvent
from gamemaster.play.story_metrics import StoryMeters
from gamemaster.play.turn import Budget
from gamemaster.protocol.messages import Act
from gamemaster.protocol.outbox import Outbox
from gamemaster.storage.frame_log import FrameLog
from gamemaster.storage.memory_store import MemoryStore
from gamemaster.storage.migrate import migrate
from gamemaster.storage.redis_client import RedisLink
from gamemaster.storage.store import StoryStart
from inference.engine import Accounting, Delta, Finish, FinishReason, Lane
from inference.kinds import Kind

WORLDS = Path(__file__).resolve().parent.parent / "worlds"
TOKEN = "token-of-the-benchmark"
WORDS = ("look around", "wait", "go north", "take the lamp", "wait")
TURNS = 8  # of each player in a round
REPEATS = 300
SCRAPE_S = 15.0
WAITS_PER_TURN = (
    40  # answers of Redis and connections of the pool: 84 frames and 143 uses in 9 turns were seen
)
DELTAS_PER_TURN = 110  # of the scripted model's two requests and what comes after, three tokens each


@contextlib.asynccontextmanager
async def arm(name: str, urls: ServerURLs, folder: Path, model: str) -> AsyncIterator[Arm]:
    settings = {"GM_RECORDING__ENABLED": "false", "GM_LIMITS__NEW_PLAYERS_PER_MINUTE": "100000"}
    if name == "measured":
        shared = folder / "slots"
        shared.mkdir()
        settings |= {"GM_METRICS__TOKEN": TOKEN, "GM_METRICS__FOLDER": str(shared)}
    arguments = ("--model", model) if model else ()
    async with service(urls, folder / name, *arguments, settings=settings) as url:
        port = url.partition("127.0.0.1:")[2].partition("/")[0]
        running = [child for child in psutil.Process().children() if port in child.cmdline()]
        yield Arm(name, url, running[0])


async def scrape(url: str) -> None:
    """As Prometheus does by default."""
    address = url.replace("ws://", "http://").removesuffix("/ws") + "/metrics"
    async with httpx.AsyncClient(trust_env=False, headers={"Authorization": f"Bearer {TOKEN}"}) as http:
        while True:
            (await http.get(address)).raise_for_status()
            await asyncio.sleep(SCRAPE_S)


async def cpu_of_turns(players: int, rounds: int, model: str) -> Figures:
    """Milliseconds of CPU of a turn in each service, round by round."""
    took: dict[str, list[float]] = {"bare": [], "measured": []}
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        async with scratch_servers(Path(scratch)) as urls, contextlib.AsyncExitStack() as stack:
            assert urls.database_url is not None
            await durable_settings(urls.database_url)
            await migrate(urls.database_url)
            arms = [await stack.enter_async_context(arm(name, urls, Path(scratch), model)) for name in took]
            scraping = asyncio.create_task(scrape(arms[1].url))
            for each in arms:
                await each.join(players, stack)
                await each.play(WARM_UP)
            for number in range(rounds):
                for each in arms if number % 2 else reversed(arms):
                    print(f"round {number + 1} of {rounds}: {each.name} ...")
                    each.forget()
                    await each.play(TURNS)
                    took[each.name].append(each.cpu_s * 1000 / sum(reader.turns for reader in each.readers))
            scraping.cancel()
    ratios = [on / off for on, off in zip(took["measured"], took["bare"], strict=True)]
    error = statistics.stdev(ratios) / math.sqrt(len(ratios)) if len(ratios) > 1 else math.nan
    return {
        "cpu_ratio": statistics.mean(ratios),
        "cpu_ratio_error": error,
        "cpu_ms_per_turn": statistics.mean(took["bare"]),
        "cpu_ms_per_turn_measured": statistics.mean(took["measured"]),
    }


class Notes:
    """An observer that notes what happens."""

    def __init__(self) -> None:
        self.events: list[StoryEvent] = []

    def observe(self, event: StoryEvent) -> None:
        self.events.append(event)


async def events_of_turns(world: LoadedWorld) -> list[StoryEvent]:
    """What happens in a story of the understudy's, turn by turn."""
    store, notes = MemoryStore(), Notes()
    frames = FrameLog(RedisLink("redis://127.0.0.1:1"))  # nobody is there: the log does without
    context = StoryContext(store, frames, Standby(Understudy()), INSTANT, Budget(), 16)
    player = await store.create_player()
    start = StoryStart(world.world.id, world.hash, begin(world.world, 7), "new-story", title="The Long Night")
    live = LiveStory(context, world, await store.create_story(player, start), [], None, [notes])
    working = asyncio.create_task(live.run())
    await live.follow(Outbox(100_000), None, None)
    for number, words in enumerate(WORDS):
        live.ask(StoryRequest(Act(id=f"act-{number:04d}", text=words), Outbox(100)))
        await live.idle.wait()
    live.leave()
    await working
    return notes.events


def cpu_s_of(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Seconds of CPU of one go, the quickest of five rows of them."""
    rows = []
    for _ in range(5):
        begun = time.process_time()
        for _ in range(repeats):
            work()
        rows.append((time.process_time() - begun) / repeats)
    return min(rows)


async def deltas() -> AsyncGenerator[Delta, None]:
    for number in range(DELTAS_PER_TURN):
        last = number == DELTAS_PER_TURN - 1
        finish = Finish(FinishReason.STOP, Accounting(4000, 3800, 60, 330)) if last else None
        yield Delta(Kind.CONTENT, (1, 2, 3), "a word", finish)


def cost_of_deltas(meter: EngineMeter) -> float:
    """Seconds that it costs to measure the deltas of a turn."""

    async def drain(stream: AsyncGenerator[Delta, None]) -> None:
        async for _ in stream:
            pass

    with asyncio.Runner() as runner:
        bare = cpu_s_of(lambda: runner.run(drain(deltas())))
        return cpu_s_of(lambda: runner.run(drain(meter.measure(Lane.PLAY, deltas())))) - bare


def cost_of_meters(model: bool) -> Figures:
    """Microseconds of CPU that the meters take of a turn, in files as of several processes."""
    world = load_worlds([WORLDS])[0]["long_night"]
    events = asyncio.run(events_of_turns(world))
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as folder:
        slot = slots.share(Path(folder))
        try:
            meters = Meters(["long_night"])
            stories, waits = StoryMeters(meters), meters.histogram("redis_wait_seconds")

            def observe() -> None:
                watching = stories.watch("long_night")
                for event in events:
                    watching.observe(event)

            def wait() -> None:
                for _ in range(WAITS_PER_TURN):
                    waits.observe(time.monotonic() - 0.001)

            costs = {
                "events_us_per_turn": cpu_s_of(observe) * 1e6 / len(WORDS),
                "waits_us_per_turn": cpu_s_of(wait) * 1e6,
                "deltas_us_per_turn": cost_of_deltas(EngineMeter(meters)) * 1e6 if model else 0.0,
            }
            meters.begin()
            answers = Answers(slots.registry_of(Path(folder)))
            scrape_ms = cpu_s_of(answers.text, 10) * 1000
        finally:
            slots.stop_sharing(slot)
    return {"meters_us_per_turn": sum(costs.values()), **costs, "scrape_ms": scrape_ms}


def run(players: int, rounds: int, model: str) -> dict[str, Any]:
    costs = cost_of_meters(bool(model))
    seen = asyncio.run(cpu_of_turns(players, rounds, model))
    share = costs["meters_us_per_turn"] / 1000 / seen["cpu_ms_per_turn"]
    told_by = model or "understudy"
    return {"share": share, **seen, **costs, "narrator": told_by, "players": players, "rounds": rounds}


def main() -> None:
    parser = options_parser(__doc__, quick="one round, for a first look")
    parser.add_argument("--players", type=int, default=12, help="who play at once (default 12)")
    parser.add_argument("--rounds", type=int, default=None, help="turns about (default 6, quick 1)")
    parser.add_argument("--model", default="", help="who narrates, as for `serve` (default: the understudy)")
    options = parser.parse_args()
    rounds = options.rounds or (1 if options.quick else 6)
    result("metrics", run(options.players, rounds, options.model))


if __name__ == "__main__":
    main()
