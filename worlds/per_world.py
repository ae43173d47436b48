"""What is worked out of a world once, and forgotten with it."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import TypeVar

from worlds.schema import World

T = TypeVar("T")


def per_world(make: Callable[[World], T]) -> Callable[[World], T]:
    """Have a function of a world answer from memory. What it returns is shared, and must not hold on to the world.

    Worlds are told apart as objects: they have no hash, and two with the same id may differ.
    """
    made: dict[int, tuple[weakref.ref[World], T]] = {}

    @functools.wraps(make)
    def value_for(world: World) -> T:
        # An `id` may be given to another world once the first is gone: the reference says which one it was.
        known = made.get(id(world))
        if known is not None and known[0]() is world:
            return known[1]
        key = id(world)
        value = make(world)
        made[key] = weakref.ref(world, lambda _: made.pop(key, None)), value
        return value

    return value_for
