"""Plays a schedule against the real hub, live story, session, frame log and leases, and gives the verdict on it."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import count
from random import Random
from unittest.mock import patch

from gamemaster.play import retry
from gamemaster.rules.state import OUTSIDE_STORY
from gamemaster.storage import frame_log
from inference.backoff import Backoff
from tests.simulation.cluster import Cluster
from tests.simulation.loop import Stuck, run
from tests.simulation.players import Shown, Violation, Window
from tests.simulation.races import Race
from tests.simulation.schedule import ACTS, Schedule, Step

LONGEST_S = 240.0  # of the loop's own time, until everything must be answered
CALM_S = 8.0  # after the last answer, for stories to change hands


def verdict(schedule: Schedule, race: Race = nullcontext) -> Violation | None:
    """What went wrong; None where nothing did. `race` plants a mistake in the code."""
    with _repeatable(schedule.seed), race():
        try:
            run(lambda: _simulate(schedule))
        except Violation as violation:
            return violation
        except (Stuck, TimeoutError) as error:
            return Violation("stuck", str(error) or f"not everything was answered within {LONGEST_S:g} s")
    return None


@contextmanager
def _repeatable(seed: int) -> Iterator[None]:
    """What the code draws by chance, it draws from the seed."""
    random, numbers = Random(f"chance {seed}"), count(1)

    def next_epoch(higher_than: int) -> int:
        return max(1_000 * next(numbers), higher_than + 1)

    quiet = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with (
            patch.object(retry, "Backoff", functools.partial(Backoff, random=random)),
            patch.object(frame_log, "new_epoch", next_epoch),
        ):
            yield
    finally:
        logging.disable(quiet)


async def _simulate(schedule: Schedule) -> None:
    chance = Random(f"latencies {schedule.seed}")
    cluster, shown = Cluster(chance), Shown()
    windows = [Window(cluster, shown, Random(chance.random())) for _ in range(2)]
    first = windows[0]
    staying = [asyncio.create_task(first.stay())]
    try:
        async with asyncio.timeout(LONGEST_S):
            await first.begin()
            for other in windows[1:]:
                other.token, other.story = first.token, first.story
                staying.append(asyncio.create_task(other.stay()))
            await _play(schedule, cluster, windows)
            await asyncio.sleep(CALM_S)
        for window in windows:
            if window.problem is not None:
                raise window.problem
        await _compare(cluster, shown, windows)
    finally:
        if cluster.faults:
            raise Violation("fault", repr(cluster.faults[0])) from cluster.faults[0]
        for window in windows:
            window.closed = True
        for task in staying:
            task.cancel()


async def _play(schedule: Schedule, cluster: Cluster, windows: list[Window]) -> None:
    """Each window does one thing after the other; faults come when they come."""
    begun = asyncio.get_running_loop().time()
    tasks = [
        asyncio.create_task(_do_in_order(window, number, begun, schedule))
        for number, window in enumerate(windows)
    ]
    faults = [step for step in schedule.steps if step.what not in ("act", "undo")]
    tasks.append(asyncio.create_task(_break(faults, begun, cluster, windows)))
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    try:
        for task in done:
            task.result()
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


async def _do_in_order(window: Window, number: int, begun: float, schedule: Schedule) -> None:
    steps = [s for s in schedule.steps if s.what in ("act", "undo") and s.who == number]
    for index, step in enumerate(steps):
        await _until(begun + step.at)
        act_id = f"act-{number}-{index:04}"
        if step.what == "act":
            await window.act(act_id, ACTS[(number + index) % len(ACTS)])
        else:
            window.shown.undos += 1
            await window.undo(f"undo-{number}-{index:04}")


async def _break(steps: list[Step], begun: float, cluster: Cluster, windows: list[Window]) -> None:
    for step in steps:
        await _until(begun + step.at)
        now = asyncio.get_running_loop().time()
        match step.what:
            case "cut":
                windows[step.who].cut()
            case "kill":
                cluster.kill(step.who)
            case "hold":
                cluster.hold(step.who, step.seconds)
            case "redis_away":
                cluster.outages.redis_until = now + step.seconds
            case "redis_flush":
                cluster.redis.flush()
            case "store_away":
                cluster.outages.store_until = now + step.seconds
            case _:
                raise AssertionError(step.what)


async def _until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - asyncio.get_running_loop().time()))


async def _compare(cluster: Cluster, shown: Shown, windows: list[Window]) -> None:
    """The store against what was shown: nothing lost, nothing doubled, and every window shows what is kept."""
    story = windows[0].story
    book = cluster.store._stories[story]  # the double's own
    player, undone = book.player, {turn.act_id for turn in book.turns if turn.undone_by is not None}
    if len(undone) > shown.undos:
        raise Violation("lost", f"{undone} were taken back, and {shown.undos} times that was asked for")
    records = await cluster.store.turns(story, player, limit=500)
    kept = [record.act_id for record in records]
    if [record.number for record in records] != list(range(1, len(records) + 1)) or len(set(kept)) < len(
        kept
    ):
        raise Violation("doubled", f"the store has the turns {[(r.number, r.act_id) for r in records]}")
    for act, turn in shown.committed.items():
        if act not in undone and (act not in kept or kept.index(act) + 1 != turn):
            raise Violation("lost", f"{act} was told to be turn {turn}, and the store has {kept}")
    for number, window in enumerate(windows):
        if window.turns != kept:
            raise Violation("stale", f"window {number} shows {window.turns}, and the store has {kept}")
        for record in records:
            told = "".join(span.text for span in record.spans if span.kind not in OUTSIDE_STORY)
            if window.tellings.get(record.act_id) != told:
                raise Violation(
                    "retold", f"{record.act_id}: {window.tellings.get(record.act_id)!r}, not {told!r}"
                )
