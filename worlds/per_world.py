"""What is worked out of a world, or of a part of one, once, and forgotten with it."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import TypeVar

from worlds.schema import Part

T = TypeVar("T")
W = TypeVar("W", bound=Part)


def per_world(make: Callable[[W], T]) -> Callable[[W], T]:
    """Have a function of a world, or of a part of one, answer from memory. What it returns is shared, and must not hold
    on to the world.

    Worlds are told apart as objects: they have no hash, and two with the same id may differ.
    """
    made: dict[int, tuple[weakref.ref[W], T]] = {}

    @functools.wraps(make)
    def value_for(world: W) -> T:
        # An `id` may be given to another world once the first is gone: the reference says which one it was.
        known = made.get(id(world))
        if known is not None and known[0]() is world:
            return known[1]
        key = id(world)
        value = make(world)
        made[key] = weakref.ref(world, lambda _: made.pop(key, None)), value
        return value

    return value_for
