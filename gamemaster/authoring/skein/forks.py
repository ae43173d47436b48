"""Plays many stories of one world at once: in forks, which have the world already."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

from worlds.schema import World

Item = TypeVar("Item")
Found = TypeVar("Found")
_LEAST_PER_PROCESS = 3  # stories: for fewer it is not worth a fork
_worlds: list[World] = []  # of a forked process: the one world that it plays in


def spread(
    work: Callable[[World, Item], Found], world: World, items: Sequence[Item], processes: int
) -> tuple[Found, ...]:
    """`work` done for each item, in so many processes at most, in order. With several its caller has no other threads.

    `work` is a function of a module: it is sent by its name.
    """
    processes = min(processes, len(items) // _LEAST_PER_PROCESS)
    if processes < 2:
        return tuple(work(world, item) for item in items)
    forked = multiprocessing.get_context("fork")  # the world is there already: it need not be sent
    with ProcessPoolExecutor(processes, forked, _use_world, (world,)) as pool:
        return tuple(pool.map(_in_world, [(work, item) for item in items]))


def _use_world(world: World) -> None:
    _worlds[:] = [world]


def _in_world(task: tuple[Callable[[World, Any], Any], Any]) -> Any:
    work, item = task
    return work(_worlds[0], item)
