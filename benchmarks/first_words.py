"""How soon a player reads and hears something while a model thinks for 1, 4, 10 and 20 seconds.

    python -m benchmarks.first_words [--quick] [--turns N] [--thinking S…] [--no-voice] [--triton-url URL] [--json]
    python -m benchmarks.first_words --against-rulings 10000

`gamemaster serve` with the scripted engine, whose every answer begins after so long; players over real WebSockets, one
after the other, type what bots would. `text_p95_S_ms` and `audio_p95_S_ms` are from sending the act to the first text
and to the first audio, where the model needs S seconds before each of its answers.

`--against-rulings` measures no time: bots play so many turns with the understudy, and each turn's first sentence, as it
would have been told while a model thought, is held against the turn's ruling, and read by the critic.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.engine import script
from benchmarks.measuring import Figures, options_parser, percentile, result, scratch_servers
from benchmarks.streaming.spoken_service import SpokenPlayer, speaking_service
from benchmarks.turns import FOLDER, service
from benchmarks.voice import triton_at
from gamemaster.authoring.explore import bot_for
from gamemaster.narration.critic.live import judge
from gamemaster.narration.critic.told_turn import ToldTurn
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.first_words import OPEN, beginning_of, contradiction
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.protocol.client import connect
from gamemaster.rules.dice import roll_for
from gamemaster.rules.state import Span
from gamemaster.storage.migrate import migrate
from worlds.loader import load_world

ACTS = ("look around", "wait an hour", "go to the yard", "search", "go to the shore", "listen")
THINKING_S = (1.0, 4.0, 10.0, 20.0)
WORLDS = (FOLDER, FOLDER.parent / "lighthouse")
LONGEST = 40  # turns of a bot's story


@asynccontextmanager
async def thinking_service(seconds: float, triton_url: str | None) -> AsyncIterator[str]:
    """The address of a service whose model begins each answer after so long."""
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        file = Path(scratch) / "script.json"
        file.write_text(json.dumps({**script(), "first_token_s": seconds}))
        model = ("--model", f"scripted:{file}")
        if triton_url is not None:
            async with speaking_service(triton_url, *model) as url:
                yield url
            return
        async with scratch_servers(Path(scratch)) as urls:
            await migrate(urls.database_url or "")
            async with service(urls, Path(scratch) / "service", *model) as url:
                yield url


async def measure(seconds: float, turns: int, triton_url: str | None) -> tuple[list[float], list[float]]:
    """Milliseconds to the first text and to the first audio, of each turn."""
    texts: list[float] = []
    sounds: list[float] = []
    async with thinking_service(seconds, triton_url) as url, connect(url) as socket:
        player = SpokenPlayer(socket, "pcm16" if triton_url else None, paced=False)
        await player.begin(seed=int(seconds))
        for turn in range(turns + 1):
            text_ms, audio_ms = await act(player, turn)
            if turn:  # the first one warms
                texts.append(text_ms)
                sounds += [] if audio_ms is None else [audio_ms]
    return texts, sounds


async def act(player: SpokenPlayer, turn: int) -> tuple[float, float | None]:
    """A turn to its end: milliseconds to its first text, and to its first audio if there is a voice."""
    begun = time.perf_counter()
    text_ms = audio_ms = None
    number = 0
    missing = {"commit", "spoken"} if player.codec else {"commit"}
    await player.say(type="act", id=secrets.token_hex(8), text=ACTS[turn % len(ACTS)])
    while missing:
        frame = await player.receive()
        now_ms = (time.perf_counter() - begun) * 1000
        number = frame["turn"] if frame["type"] == "accepted" else number
        if frame["type"] == "text" and frame["turn"] == number and text_ms is None:
            text_ms = now_ms
        if frame["type"] == "audio" and number and audio_ms is None:
            audio_ms = now_ms
        if number and frame.get("turn", number) == number:
            missing.discard(frame["type"])
    if text_ms is None:
        raise SystemExit("a turn was told without a word")
    return text_ms, audio_ms


async def run(turns: int, triton_url: str | None, durations: tuple[float, ...]) -> Figures:
    figures: Figures = {}
    for seconds in durations:
        texts, sounds = await measure(seconds, turns, triton_url)
        figures[f"text_p95_{seconds:g}_ms"] = percentile(texts, 0.95)
        if sounds:
            figures[f"audio_p95_{seconds:g}_ms"] = percentile(sounds, 0.95)
        print(f"{seconds:g} s of thinking: {figures}", flush=True)
    return figures


async def with_voice(turns: int, url: str | None, durations: tuple[float, ...]) -> Figures:
    async with triton_at(url) as triton_url:
        return await run(turns, triton_url, durations)


def hold_against_rulings(turns: int) -> Figures:
    """How many first sentences their rulings contradict, or the critic faults; how many commit to nothing."""
    figures: Figures = {"turns": 0, "silent": 0, "open": 0, "contradicted": 0, "faulted": 0}
    worlds = [load_world(folder) for folder in WORLDS]
    for seed in itertools.count(1):
        world, last = worlds[seed % len(worlds)], None
        state, (_, bot) = begin(world, seed), bot_for(world, seed)
        while state.ended is None and state.turn < LONGEST:
            if figures["turns"] == turns:
                return figures
            words = bot.next(world, state, last)
            begun = beginning_of(Scene(world, state, words, roll_for(state.seed, state.turn + 1)))
            last = play(world, state, words)
            figures["turns"] += 1
            if begun is None:
                figures["silent"] += 1
            else:
                told = ToldTurn(world, state, last.after, last.ruling, words, ())
                figures["open"] += begun.kind in OPEN
                figures["contradicted"] += contradiction(begun, last.ruling) is not None
                figures["faulted"] += judge(told, [], [Span(kind="narration", text=begun.text)]) is not None
            state = last.after
    return figures


def main() -> None:
    parser = options_parser(__doc__, "three turns of 1 and 4 seconds")
    parser.add_argument(
        "--turns", type=int, default=None, help="of each duration (default 20, with --quick 3)"
    )
    parser.add_argument("--thinking", type=float, nargs="+", help="seconds (default 1 4 10 20)")
    parser.add_argument("--no-voice", action="store_true", help="measure text alone")
    parser.add_argument("--triton-url", default=None, help="a Triton that runs already")
    parser.add_argument(
        "--against-rulings",
        type=int,
        metavar="TURNS",
        help="hold so many first sentences against their rulings",
    )
    parser.add_argument("--json", action="store_true", help="print only the figures, as JSON")
    options = parser.parse_args()
    turns = options.turns or (3 if options.quick else 20)
    durations = tuple(options.thinking or (THINKING_S[:2] if options.quick else THINKING_S))
    if options.against_rulings:
        result("first_words", hold_against_rulings(options.against_rulings))
        return
    job = (
        run(turns, None, durations) if options.no_voice else with_voice(turns, options.triton_url, durations)
    )
    figures = asyncio.run(job)
    if options.json:
        print(json.dumps({"benchmark": "first_words", **figures}))
    else:
        result("first_words", figures)


if __name__ == "__main__":
    main()
