"""The rows of `benchmarks.gpu`: players on one engine, and what their turns took."""

from __future__ import annotations

import asyncio
import itertools
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import percentile
from benchmarks.prompts import Lengths, Turn, recorded_story, requests_of
from inference.chat_template import ChatFormat
from inference.engine import Accounting, Engine, EngineError, GenerationRequest
from worlds.loader import load_world
from worlds.schema import World

WORLD = Path(__file__).resolve().parent.parent / "worlds" / "long_night"
DEADLINE_S = 600.0
MOST_TURNS = 400  # until a story is as deep as was asked for

Row = dict[str, float | str | None]  # a line of the table, by column
Say = Callable[[str], None]


@dataclass(frozen=True)
class Measured:
    """One request, whether it was the turn's first, and whether its reasoning was cut."""

    account: Accounting
    seconds: float
    ruling: bool
    truncated: bool


@dataclass(frozen=True)
class Load:
    """What one row plays. `deep`: tokens that the prompts have at least, so that the prefix cache is a deep one."""

    players: int
    budget: int
    deep: int = 0


async def measure(engine: Engine, request: GenerationRequest, ruling: bool) -> Measured:
    begun = time.perf_counter()
    account, truncated = Accounting(), False
    async with aclosing(engine.generate(request)) as deltas:
        async for delta in deltas:
            if delta.finish is not None:
                account, truncated = delta.finish.accounting, delta.finish.reasoning_truncated
    return Measured(account, time.perf_counter() - begun, ruling, truncated)


async def play(
    engine: Engine, chat: ChatFormat, story: Sequence[Turn], budget: int, lengths: Lengths
) -> list[Measured]:
    """A player's turns, one after the other."""
    found = []
    for turn in story:
        ruling, telling = requests_of(turn, chat, budget, lengths, DEADLINE_S)
        found += [await measure(engine, ruling, True), await measure(engine, telling, False)]
    return found


def figures_of(measured: Sequence[Measured], seconds: float) -> Row:
    """Over all players' requests, ruling and telling in turn. A turn's first visible word comes after its ruling."""
    rulings, tellings = (
        [one for one in measured if one.ruling],
        [one for one in measured if not one.ruling],
    )
    speeds = [
        (one.account.completion_tokens - 1) / (one.seconds - one.account.first_token_s)
        for one in tellings
        if one.account.first_token_s is not None and one.seconds > one.account.first_token_s
    ]
    firsts = [one.account.first_token_s for one in rulings if one.account.first_token_s is not None]
    visible = [
        ruling.seconds + (telling.account.first_visible_s or 0.0)
        for ruling, telling in zip(rulings, tellings, strict=True)
    ]
    return {
        "tokens_per_s": statistics.median(speeds) if speeds else None,
        "total_tokens_per_s": sum(one.account.completion_tokens for one in measured) / seconds,
        "first_token_p50_s": percentile(firsts, 0.5) if firsts else None,
        "first_token_p95_s": percentile(firsts, 0.95) if firsts else None,
        "first_visible_p50_s": percentile(visible, 0.5),
        "first_visible_p95_s": percentile(visible, 0.95),
        **{f"ruling_{name}": value for name, value in _acceptance(rulings).items()},
        **{f"telling_{name}": value for name, value in _acceptance(tellings).items()},
        "reasoning_tokens": statistics.mean(one.account.reasoning_tokens for one in rulings),
        "truncated_share": sum(one.truncated for one in rulings) / len(rulings),
        "cached_share": sum(one.account.cached_tokens for one in measured)
        / max(1, sum(one.account.prompt_tokens for one in measured)),
    }


def _acceptance(measured: Sequence[Measured]) -> Row:
    rates = [one.account.accept_rate for one in measured if one.account.accept_rate is not None]
    lengths = [one.account.accept_length for one in measured if one.account.accept_length is not None]
    return {
        "accept_rate": statistics.mean(rates) if rates else None,
        "accept_length": statistics.mean(lengths) if lengths else None,
    }


def deep_story(chat: ChatFormat, world: World, seed: int, turns: int, deep: int) -> list[Turn]:
    """`turns` turns of a story from where its prompts have `deep` tokens; its last, if they never have.

    0: its first turns.
    """
    if not deep:
        return recorded_story(chat, world, seed, turns)
    story = recorded_story(chat, world, seed, MOST_TURNS, until=deep)
    at = next((n for n, turn in enumerate(story) if len(turn.ruling) >= deep), len(story) - turns)
    return story[max(0, at) : max(0, at) + turns]


async def measure_engine(
    engine: Engine, chat: ChatFormat, loads: Sequence[Load], turns: int, lengths: Lengths, say: Say = print
) -> tuple[list[Row], dict[str, str]]:
    """A row for each load, and why there is none for those that failed. Stories are never played twice: their cache
    would be warm."""
    world = await asyncio.to_thread(load_world, WORLD)
    rows, failed, seeds = [], {}, itertools.count(1)
    for load in loads:
        stories = [
            await asyncio.to_thread(deep_story, chat, world, next(seeds), turns, load.deep)
            for _ in range(load.players)
        ]
        depth = min(len(story[0].ruling) for story in stories)
        begun = time.perf_counter()
        try:
            played = await asyncio.gather(
                *(play(engine, chat, story, load.budget, lengths) for story in stories)
            )
        except EngineError as error:  # the other rows can still be had
            failed[f"{load.players} players, budget {load.budget}, prompts of {depth}"] = str(error)
            say(f"{load}: {error}")
            continue
        measured = [one for each in played for one in each]
        figures = figures_of(measured, time.perf_counter() - begun)
        rows.append({"players": load.players, "budget": load.budget, "prompt_tokens": depth, **figures})
    return rows, failed


def table(rows: Sequence[Row]) -> str:
    names = list(rows[0])
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    for row in rows:
        cells = (f"{value:.3g}" if isinstance(value, float) else str(value if value is not None else "–")
                 for value in row.values())  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
