"""How much of its prompts a story finds in the engine's prefix cache, and how much it computes twice.

    python -m benchmarks.prefix [--quick] [--sessions N] [--turns N] [--context N] [--worlds NAME...] [--json]

Bots play sessions through the real ModelNarrator and the real store (`sessions`), in a context that is small
enough for several compactions. Each request to the model, the compactions' own included, then goes through SGLang's own
radix cache (`RadixCache.create_simulated`) at pages of 1 and of 64 tokens, and those of one session through the real
engine on the CPU. The sessions play at the same time, as players of one server do, and share what their heads have in
common. The same stories, in the same context, are laid out as comparable programs do (`prompt_pools.layouts`).

From the second turn on, over all requests:
  hit_page1, hit_page64, hit_engine   share of prompt tokens that were found
  prefilled_per_turn                  tokens that were not
  recomputed_per_turn                 of these, tokens that this story had computed before: as part of a prompt, or as
                                      an answer (`recomputed_per_turn_page64` at pages of 64)
  previous_reply_tokens               what the model wrote in a turn and the story kept: the bound for the one above
  hit_page1_PROGRAM, recomputed_per_turn_PROGRAM   the same of another program's layout

Then many players share a cache of 100,000 tokens (`prompt_pools.prefix_pool`), which their stories fill 1, 2, 3 and 5
times; with --quick 1 and 3 times.
  path_tokens_mean_xN, path_tokens_p95_xN   tokens that a request computes while its player waits
  path_tokens_mean_xN_cold, …p95_xN_cold    the same without warming
  path_tokens_mean_xN_held, …p95_xN_held    with stories kept warm for the pauses that players were seen to make
  path_tokens_mean_x3_tlru, …p95_x3_tlru    with SGLang's eviction for conversations
  path_tokens_mean_x3_priority, …           with its eviction by the requests' priorities

It needs the CPU test bed (`make testbed`), in which SGLang's cache is.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.measuring import options_parser, percentile, result, scratch_servers
from benchmarks.prompt_pools.layouts import LAYOUTS, Asked, Cost, Encode, cost
from benchmarks.prompt_pools.sessions import Session, session
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.storage.migrate import migrate
from gamemaster.storage.postgres_store import PostgresStore
from inference.scripted.tokenizer import ScriptedTokenizer
from inference.testbed.place import interpreter
from worlds.loader import load_world

ROOT = Path(__file__).resolve().parent.parent
CONTEXT, TURNS, SESSIONS, WORLDS = 12_288, 60, 4, ("lighthouse", "long_night")
MOST_SEEDS = 60
GOAL_HIT = 0.97

TIMES = (1, 2, 3, 5)  # how often the stories' tokens fill the bounded cache
# SGLang's `radix_eviction_policy`: what the service leaves it at, and what is made for conversations. `slru` was worse.
POLICY = "lru"
CONVERSATIONS = {"policy": "tlru", "config": {"threshold": 600, "next_prompt_estimate": 300}}
BY_PRIORITY = {"policy": "priority"}
HELD = 0.9  # of the players: for as long as it takes them to come back a story is kept warm
POOL_TURNS = 30  # of each story: as many as players have in an evening
GOAL_PATH = 250  # tokens at p95, with the cache filled 3 times

Stories = Sequence[Sequence[Asked]]


# ---- playing ----


def progress(text: str) -> None:
    """For people, not into the figures."""
    sys.stderr.write(f"{text}\n")


async def sessions(worlds: Sequence[str], count: int, turns: int, context: int) -> list[Session]:
    """So many sessions of `turns` turns in the worlds by turns: seeds whose story ends before are left out."""
    loaded = [await asyncio.to_thread(load_world, ROOT / "worlds" / name) for name in worlds]
    found: list[Session] = []
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        async with scratch_servers(Path(scratch), progress) as urls:
            await migrate(urls.database_url or "")
            store = PostgresStore.at(urls.database_url or "")
            try:
                player = await store.create_player()
                for seed in range(1, MOST_SEEDS):
                    world = loaded[len(found) % len(loaded)]
                    played = await session(store, player, world, seed, turns, context, PromptSettings())
                    if len(played.told.turns) == turns:
                        found.append(played)
                        progress(f"{world.id}, seed {seed}: {turns} turns, {played.epochs} epochs")
                    if len(found) == count:
                        return found
            finally:
                await store.close()
    raise SystemExit(
        f"only {len(found)} of {MOST_SEEDS} stories last {turns} turns: ask for fewer (--turns, --sessions)"
    )


# ---- measuring ----


def in_order(stories: Stories) -> list[tuple[int, int]]:
    """Story and request, turn by turn: everybody's first turn, then everybody's second."""
    keys = [(asked.turn, s, r) for s, story in enumerate(stories) for r, asked in enumerate(story)]
    return [(s, r) for _, s, r in sorted(keys)]


def rows_of(stories: Stories) -> list[dict[str, Any]]:
    """The requests as `prompt_pools.prefix_cache` reads them."""
    last: dict[int, tuple[int, ...]] = {}
    rows = []
    for s, r in in_order(stories):
        prompt, before = stories[s][r].prompt, last.get(s, ())
        pairs = enumerate(zip(prompt, before, strict=False))
        shared = next((at for at, (one, other) in pairs if one != other), min(len(prompt), len(before)))
        rows.append({"story": s, "shared": shared, "new": prompt[shared:], "written": stories[s][r].written})
        last[s] = prompt
    return rows


def by_story(stories: Stories, found: Sequence[int]) -> list[list[int]]:
    """What was found of each request, in each story's own order."""
    hits: list[list[int]] = [[0] * len(story) for story in stories]
    for (s, r), hit in zip(in_order(stories), found, strict=True):
        hits[s][r] = hit
    return hits


async def run_in_test_bed(module: str, asked: Mapping[str, Any], python: Path) -> list[Any]:
    """What a module of the test bed found. Raises SystemExit with its last words."""
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        file = Path(scratch) / "requests.json"
        file.write_text(json.dumps(asked))
        process = await asyncio.create_subprocess_exec(
            str(python), "-m", module, str(file), cwd=ROOT,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        out, errors = await process.communicate()
    if process.returncode:
        raise SystemExit(f"{module} failed: {errors.decode()[-2000:]}")
    found: list[Any] = json.loads(out.decode().partition("FOUND ")[2].splitlines()[0])
    return found


async def found_by(
    layouts: Mapping[str, Stories], jobs: Sequence[tuple[str, int]], python: Path
) -> list[Cost]:
    """The cost of each job, a layout and a page size. Raises SystemExit with the test bed's last words."""
    rows = {name: rows_of(stories) for name, stories in layouts.items()}
    found = await run_in_test_bed(
        "benchmarks.prompt_pools.prefix_cache", {"layouts": rows, "jobs": jobs}, python
    )
    return [
        cost(layouts[name], by_story(layouts[name], hits))
        for (name, _), hits in zip(jobs, found, strict=True)
    ]


async def measure(played: Sequence[Session], context: int, python: Path, *, engine: bool) -> dict[str, Any]:
    encode: Encode = ScriptedTokenizer({}).encode
    layouts: dict[str, Stories] = {"ours": [one.requests for one in played]}
    for name, layout in LAYOUTS.items():
        layouts[name] = [layout(one.told, encode, context) for one in played]
    page1, page64, *others = await found_by(
        layouts, [("ours", 1), ("ours", 64), *((name, 1) for name in LAYOUTS)], python
    )
    figures = prefix_figures(page1, page64)
    if engine:
        progress("one session through the real engine on the CPU ...")
        (real,) = await found_by({"ours": layouts["ours"][:1]}, [("ours", 0)], python)
        figures |= {"hit_engine": real.hit, "recomputed_per_turn_engine": real.recomputed_per_turn}
    for name, other in zip(LAYOUTS, others, strict=True):
        figures[f"hit_page1_{name}"] = other.hit
        figures[f"prefilled_per_turn_{name}"] = other.prefilled_per_turn
        figures[f"recomputed_per_turn_{name}"] = other.recomputed_per_turn
    return figures


# ---- a bounded cache ----


def turns_of(story: Sequence[Asked]) -> list[dict[str, Any]]:
    """The requests of players, turn by turn, as `prompt_pools.prefix_pool` reads them."""
    turns: list[dict[str, Any]] = []
    last: tuple[int, ...] = ()
    for number, requests in itertools.groupby(
        (asked for asked in story if asked.reply is not None), key=lambda asked: asked.turn
    ):
        asked_rows: list[dict[str, Any]] = []
        ahead = 0
        for asked in requests:
            prompt = asked.prompt
            if not asked_rows:
                ahead = known_before(asked)
            pairs = enumerate(zip(prompt, last, strict=False))
            shared = next((at for at, (one, other) in pairs if one != other), min(len(prompt), len(last)))
            asked_rows.append({"shared": shared, "new": prompt[shared:], "written": asked.written})
            last = prompt
        turns.append({"turn": number, "ahead": ahead if turns else 0, "asked": asked_rows})
    return turns


def known_before(asked: Asked) -> int:
    """Tokens of a turn's first prompt that are known before the player's words: all before the turn, and its scene."""
    own, scene = f"{asked.turn}/", f"{asked.turn}/feed"
    before = itertools.takewhile(
        lambda piece: piece.key == scene or not piece.key.startswith(own), asked.pieces
    )
    return sum(len(piece.ids) for piece in before if not piece.key.endswith("/rest"))


def common_head(stories: Sequence[Sequence[Asked]]) -> int:
    """Tokens that the first prompts of all stories share."""
    firsts = [story[0].prompt for story in stories]
    return next(
        (at for at, ids in enumerate(zip(*firsts, strict=False)) if len(set(ids)) > 1), len(firsts[0])
    )


async def pool_figures(
    stories: Stories, python: Path, every: Sequence[int] = TIMES
) -> tuple[dict[str, Any], str]:
    """Figures for the result, and a table. The stories must be of one world."""
    jobs: list[dict[str, Any]] = [
        {"times": times, "warmed": warmed, "policy": POLICY} for times in every for warmed in (True, False)
    ]
    jobs += [{"times": 3, "warmed": True, **other} for other in (CONVERSATIONS, BY_PRIORITY)]
    jobs += [{"times": times, "warmed": True, "policy": POLICY, "held": HELD} for times in every]
    played = [turns_of(story)[:POOL_TURNS] for story in stories]
    asked = {"stories": played, "head": common_head(stories), "jobs": jobs}
    found = await run_in_test_bed("benchmarks.prompt_pools.prefix_pool", asked, python)
    figures: dict[str, Any] = {}
    lines = [
        "| cache filled | players | eviction | warmed | mean | p95 | p99 | in the background |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for job, (players, path, background) in zip(jobs, found, strict=True):
        mean, p95, p99 = sum(path) / len(path), percentile(path, 0.95), percentile(path, 0.99)
        warmed = "held" if job.get("held") else "yes" if job["warmed"] else "no"
        row = f"| {job['times']}× | {players} | {job['policy']} | {warmed} | {mean:.0f} | {p95:.0f} | {p99:.0f} |"
        lines.append(f"{row} {background / len(path):.0f} |")
        end = "" if job["policy"] == POLICY else f"_{job['policy']}"
        end += "_cold" if not job["warmed"] else "_held" if job.get("held") else ""
        figures[f"path_tokens_mean_x{job['times']}{end}"] = mean
        figures[f"path_tokens_p95_x{job['times']}{end}"] = p95
    figures["path_goal_met"] = figures["path_tokens_p95_x3"] <= GOAL_PATH
    return figures, "\n".join(lines)


def prefix_figures(page1: Cost, page64: Cost) -> dict[str, Any]:
    return {
        "hit_page1": page1.hit,
        "hit_page64": page64.hit,
        "prompt_tokens": page1.prompt_tokens,
        "prefilled_per_turn": page1.prefilled_per_turn,
        "recomputed_per_turn": page1.recomputed_per_turn,
        "recomputed_per_turn_page64": page64.recomputed_per_turn,
        "previous_reply_tokens": page1.previous_reply_tokens,
        "goal_met": page1.hit >= GOAL_HIT and page1.recomputed_per_turn <= page1.previous_reply_tokens,
    }


async def run(given: argparse.Namespace, python: Path) -> dict[str, Any]:
    played = await sessions(given.worlds, given.sessions, given.turns, given.context)
    figures = await measure(played, given.context, python, engine=not given.quick)
    progress("many players on one bounded cache ...")
    first = [one.requests for one in played[:: len(given.worlds)]]  # of one world: they share its head
    pool, rows = await pool_figures(first, python, (1, 3) if given.quick else TIMES)
    progress(rows)
    return {
        "worlds": " ".join(given.worlds),
        "sessions": len(played),
        "turns": given.turns,
        "context": given.context,
        "epochs_per_session": sum(one.epochs for one in played) / len(played),
        "stages_by_understudy": sum(one.by_understudy for one in played),
        **figures,
        **pool,
    }


def main() -> None:
    parser = options_parser(__doc__, quick="one session, without the real engine")
    parser.add_argument("--sessions", type=int, help=f"how many (default {SESSIONS}, quick 1)")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"of each (default {TURNS})")
    parser.add_argument(
        "--context", type=int, default=CONTEXT, help=f"tokens of the model's context (default {CONTEXT})"
    )
    parser.add_argument(
        "--worlds", nargs="+", default=WORLDS, help=f"folders of worlds/ (default {' '.join(WORLDS)})"
    )
    parser.add_argument("--json", action="store_true", help="only the figures, as one JSON object")
    given = parser.parse_args()
    given.sessions = given.sessions or (1 if given.quick else SESSIONS)
    python = interpreter()
    if python is None:
        raise SystemExit("the CPU test bed is not made, and SGLang's cache is in it: make testbed")
    figures = asyncio.run(run(given, python))
    if given.json:
        print(json.dumps(figures))
    else:
        result("prefix", figures)


if __name__ == "__main__":
    main()
