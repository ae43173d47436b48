"""What lies between an engine and a player's screen, as ratios taken in one run.

    python -m benchmarks.engine [--quick] [--parts abc] [--streams 1 16 64] [--turns N]

a. The scripted engine at NIA's cadence (165 tokens/s a stream, 3 at a time), read directly, and through everything:
   `gamemaster serve` in a process of its own, the engine in its child, the model narrator's two requests a turn, the
   referee, the commit to Postgres, the frame log in Valkey, and players on real WebSockets, who act again as soon as
   a turn is committed. `throughput_ratio` counts the tokens of the narration, as the player's screen gets them, over
   whole turns: the same two requests a turn, one after the other, are what "directly" means. Players begin evenly
   apart; the figures that end in `_burst` are of all of them acting at the same moment.
b. The real SGLang engine on the CPU with a tiny model: turns of one length, directly and through the service.
c. The engine's own latency, in its child and inline, alone, with web load and with a CPU hog: `isolation_WAY_LOAD` is
   its 99th percentile under that load over the one without (`benchmarks.streaming.isolation`).

b needs the CPU test bed (`make testbed`) and is left out, with a line that says so, where it is not made. A figure
with a tiny model on a CPU says what the service costs there, and nothing of a model's speed.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import os
import secrets
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import psutil

from benchmarks.cpu_engine import NARRATION
from benchmarks.measuring import Figures, options_parser, result, scratch_servers
from benchmarks.prompt_pools.sessions import REASONING
from benchmarks.streaming.isolation import part_c
from benchmarks.streaming.streams import Run, Stream, compare
from benchmarks.turns import FOLDER, Player, service
from gamemaster.protocol.client import connect
from gamemaster.storage.migrate import migrate
from inference.engine import Engine, GenerationRequest, Kind, Sampling, new_request_id
from inference.scripted.engine import build
from inference.scripted.script import PIECE
from inference.scripted.tokenizer import OUTCOME
from inference.testbed.place import interpreter
from worlds.loader import load_world

RATE, CHUNK, FIRST_S = 165.0, 3, 0.05
TELLING_TOKENS = 330  # two seconds of telling
WORLD = FOLDER.name
PROMPT_TOKENS = 8_000  # about a turn's prompt in The Long Night
ROOT = Path(__file__).resolve().parent.parent
ENGINE_START_S = 180.0
PLAYERS_WAIT_S = 120.0
APART_S = 3.0  # the players begin within a turn's length, evenly apart: people do not act in step


def script() -> dict[str, Any]:
    """Options of the scripted engine: both stages of a turn, as long as a model's usually are."""
    return {
        "content": telling(),
        "structured": json.dumps(OUTCOME, separators=(",", ":")),
        "reasoning": REASONING * 4,
        "honours_budget": True,
        "tokens_per_s": RATE,
        "first_token_s": FIRST_S,
        "chunk": CHUNK,
        "running": 256,
        "waiting": 512,
    }


@functools.cache
def telling() -> str:
    """What the world's places look like, as a narration: real prose, which no guard takes for a loop."""
    texts = (
        text
        for place in load_world(FOLDER).locations.values()
        for variant in place.description.first
        for text in variant.text
    )
    told: list[str] = []
    for text in texts:
        if not set(text) & set('"“”:*@'):  # which could be told otherwise than they are written
            told.append(text)
        if count(" ".join(told)) >= TELLING_TOKENS:
            break
    return "\n\n".join(told)


def count(text: str) -> int:
    return len(PIECE.findall(text))


# ---- directly ----


def stages() -> list[GenerationRequest]:
    """The two requests of a turn."""
    ids = tuple(300 + n % 40_000 for n in range(PROMPT_TOKENS))
    schema = json.dumps({"type": "object", "properties": {}, "required": [], "additionalProperties": False})
    ruling = GenerationRequest(
        new_request_id(), ids, Sampling(1200), json_schema=schema, reasoning_budget=500, thinking_open=True
    )
    return [ruling, GenerationRequest(new_request_id(), ids, Sampling(1200))]


async def read_turn(engine: Engine) -> Stream:
    ruling, telling = stages()
    stream = Stream(time.perf_counter())
    async with aclosing(engine.generate(ruling)) as deltas:
        async for _ in deltas:
            pass
    async with aclosing(engine.generate(telling)) as deltas:
        async for delta in deltas:
            if delta.kind is Kind.CONTENT:
                stream.take(time.perf_counter(), len(delta.token_ids))
    stream.ended = time.perf_counter()
    return stream


async def read_directly(streams: int, turns: int, apart_s: float) -> Run:
    engine = build(script())

    async def reader(number: int) -> list[Stream]:
        await asyncio.sleep(number / streams * apart_s)
        return [await read_turn(engine) for _ in range(turns)]

    read = await asyncio.gather(*(reader(number) for number in range(streams)))
    await engine.close()
    return Run(read)


# ---- through the service ----


class Listener(Player):
    """A player who notes when text came. Raises SystemExit if a turn's text is not the script's."""

    is_hurried = True  # wants no pauses between phrases

    async def listen(self, number: int, expected: str) -> Stream:
        stream, words = Stream(time.perf_counter()), f"look around {number}"
        told: dict[int, str] = {}  # by span, which may come in phrases
        await self.say(type="act", id=secrets.token_hex(8), text=words, instant=self.is_hurried)
        while True:
            frame: dict[str, Any] = json.loads(await self.socket.recv())
            now = time.perf_counter()
            match frame["type"]:
                case "text":
                    stream.take(now, count(frame["text"]))
                    told[frame["span"]] = told.get(frame["span"], "") + frame["text"]
                case "error":
                    raise SystemExit(f"the service refused: {frame['code']}: {frame['message']}")
                case "commit":
                    stream.ended = now
                    text = " ".join(told.values())
                    if text.split() != expected.split():
                        raise SystemExit(
                            f"turn {number} ({frame['reason']}) was told otherwise: {text[:200]!r}"
                        )
                    return stream


async def play_turns(
    url: str, seed: int, ready: asyncio.Barrier, turns: int, wait_s: float, *, is_hurried: bool = True
) -> list[Stream]:
    expected = script()["content"]
    async with connect(url) as connection:
        player = Listener(connection)
        player.is_hurried = is_hurried
        await player.say(type="hello")
        await player.receive("welcome")
        await player.say(type="new_story", id=secrets.token_hex(8), world=WORLD, seed=seed)
        await player.receive("story")
        await player.listen(0, expected)
        async with asyncio.timeout(PLAYERS_WAIT_S):
            await ready.wait()
        await asyncio.sleep(wait_s)
        return [await player.listen(number, expected) for number in range(1, turns + 1)]


async def play_through(url: str, streams: int, turns: int, apart_s: float) -> Run:
    ready = asyncio.Barrier(streams + 1)
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(play_turns(url, n, ready, turns, n / streams * apart_s)) for n in range(streams)
        ]
        await ready.wait()
        before_s = service_cpu_s()
    return Run([task.result() for task in tasks], service_cpu_s() - before_s)


def service_cpu_s() -> float:
    """Processor time so far of the process that serves; its engine and its servers are others."""
    spent = 0.0
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # it has just ended, or waits to be reaped
            if {"serve", "gamemaster.cli.main"} <= set(process.cmdline()):
                times = process.cpu_times()
                spent += times.user + times.system
    return spent


@asynccontextmanager
async def scripted_service(folder: Path) -> AsyncIterator[str]:
    file = folder / "script.json"
    file.write_text(json.dumps(script()))
    alone = {
        "GM_NARRATOR__FIRST_WORDS_S": "0"
    }  # what a player is told is the engine's: the understudy adds nothing
    async with scratch_servers(folder) as urls:
        await migrate(urls.database_url or "")
        async with service(urls, folder / "service", "--model", f"scripted:{file}", settings=alone) as url:
            yield url


async def median_comparison(
    url: str, streams: int, turns: int, rounds: int, name: str, apart_s: float
) -> dict[str, float]:
    """Each figure is the median of as many rounds, each of which reads directly and then through the service."""
    found = []
    for _ in range(rounds):
        direct = await read_directly(streams, turns, apart_s)
        through = await play_through(url, streams, turns, apart_s)
        found.append(compare(direct, through, name))
    return {name: statistics.median(one[name] for one in found) for name in found[0]}


async def part_a(loads: list[int], turns: int, rounds: int) -> Figures:
    """Each load with starts spread, and the one that the goal is for also as a burst: everybody acts at once."""
    figures: Figures = {}
    goal = 16 if 16 in loads else loads[-1]
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        async with scripted_service(Path(scratch)) as url:
            for streams in loads:
                figures |= await median_comparison(url, streams, turns, rounds, str(streams), APART_S)
            figures |= await median_comparison(url, goal, turns, rounds, f"{goal}_burst", 0.0)
    for name in ("throughput_ratio", "itl_p99_ratio", "added_first_token_ms"):
        figures[name] = figures[f"{name}_{goal}"]
        figures[f"{name}_burst"] = figures[f"{name}_{goal}_burst"]
    return {"streams": goal, **figures}


# ---- the real engine on the CPU ----


async def in_test_bed(python: Path, *arguments: str) -> str:
    """Runs `benchmarks.cpu_engine` there; its output. Raises SystemExit with its last words."""
    process = await asyncio.create_subprocess_exec(
        str(python), "-m", "benchmarks.cpu_engine", *arguments, cwd=ROOT,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, errors = await process.communicate()
    if process.returncode:
        raise SystemExit(f"benchmarks.cpu_engine {arguments[0]} failed: {errors.decode()[-2000:]}")
    return out.decode()


async def turns_through(url: str, turns: int) -> list[float]:
    """Seconds of each turn, from the act to the commit. Raises SystemExit if one was not told by the model."""
    async with connect(url) as connection:
        player = Listener(connection)
        await player.say(type="hello")
        await player.receive("welcome")
        await player.say(type="new_story", id=secrets.token_hex(8), world="lighthouse", seed=1)
        await player.receive("story")
        await player.turn(0)  # may be the understudy's: the model has just become ready
        told = [await player.listen(number, NARRATION) for number in range(1, turns + 2)]
        return [stream.ended - stream.begun for stream in told[1:]]  # the first finds no prefix


async def part_b(turns: int) -> Figures:
    """The same length of turn on the bare engine and through everything; both share this machine's cores."""
    python = interpreter()
    if python is None:
        print("part b is left out: the CPU test bed is not made (make testbed)")
        return {}
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        folder = Path(scratch)
        model = str(folder / "model")
        await in_test_bed(python, "build", model)
        os.environ["GM_ENGINE__OVERRIDES"] = json.dumps({"max_total_tokens": 65_536})
        async with scratch_servers(folder) as urls:
            await migrate(urls.database_url or "")
            arguments = ("--model", model, "--profile", "cpu")
            async with service(
                urls, folder / "service", *arguments, python=str(python), start_s=ENGINE_START_S
            ) as url:
                through = await turns_through(url, turns)
        said = await in_test_bed(python, "bare", model, str(turns))
    bare = json.loads(said.partition("BARE ")[2].splitlines()[0])
    direct_s, service_s = statistics.median(bare["seconds"]), statistics.median(through)
    return {
        "cpu_engine_bare_turn_s": direct_s,
        "cpu_engine_service_turn_s": service_s,
        "cpu_engine_tokens_per_turn": statistics.median(bare["tokens"]),
        "cpu_engine_ratio": direct_s / service_s,
    }


def main() -> None:
    parser = options_parser(__doc__, quick="about a minute: one turn of 16 streams, no part b")
    parser.add_argument("--parts", help="which parts to run")
    parser.add_argument("--streams", type=int, nargs="+", help="loads of part a")
    parser.add_argument("--turns", type=int, help="turns of each stream")
    parser.add_argument("--rounds", type=int, help="of part a, of which the median is told")
    given = parser.parse_args()
    loads = given.streams or ([16] if given.quick else [1, 16, 64])
    turns = given.turns or (1 if given.quick else 3)
    parts = given.parts or ("ac" if given.quick else "abc")
    figures: Figures = {"cores": len(os.sched_getaffinity(0)), "load_before": os.getloadavg()[0]}
    if "a" in parts:
        figures |= asyncio.run(part_a(loads, turns, given.rounds or (1 if given.quick else 3)))
    if "b" in parts:
        figures |= asyncio.run(part_b(3 if given.quick else 8))
    if "c" in parts:
        shorter = {"reasoning": REASONING, "content": telling().partition("\n\n")[0]} if given.quick else {}
        figures |= asyncio.run(part_c({**script(), **shorter}, 1 if given.quick else 5))
    result("engine", figures)


if __name__ == "__main__":
    main()
