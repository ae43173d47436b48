"""What is worked out of a world is remembered for that world object, and for no longer than there is one."""

import gc
import weakref

from tests.worldkit import sample
from worlds.per_world import per_world
from worlds.schema import World


def test_each_world_is_asked_about_once() -> None:
    asked: list[str] = []

    @per_world
    def title(world: World) -> str:
        asked.append(world.id)
        return world.title

    one = sample().model_copy()
    other = one.model_copy(update={"title": "Another mill"})
    assert [title(one), title(other), title(one), title(other)] == [one.title, other.title] * 2
    assert asked == [one.id, other.id]


def test_a_world_at_an_address_of_old_is_not_taken_for_the_one_before() -> None:
    first = sample()

    @per_world
    def title(world: World) -> str:
        return world.title

    for number in range(50):  # an address is given again sooner or later, mostly at once
        world = first.model_copy(update={"title": f"Mill {number}"})
        assert title(world) == f"Mill {number}"
        del world


def test_what_is_remembered_goes_with_the_world() -> None:
    class Made:
        """Something that can be watched."""

    made = per_world(lambda world: Made())
    world = sample().model_copy()
    watched = weakref.ref(made(world))
    assert watched() is not None
    del world
    gc.collect()
    assert watched() is None
