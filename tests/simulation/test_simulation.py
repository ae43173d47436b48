"""Drawn schedules against the real hub, live story, session, frame log and leases; and ten races, found and shrunk.

The command plays any number: `python -m tests.simulation --schedules 10000 --seed 1`.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.simulation.loop import Stuck, run
from tests.simulation.players import Frame, Window
from tests.simulation.races import RACES
from tests.simulation.schedule import Schedule, Step, draw_schedule, shrink
from tests.simulation.simulate import verdict

SCHEDULES, TRIES = 60, 100


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SCHEDULES, 20))
def test_nothing_goes_wrong_in_drawn_schedules(first: int) -> None:
    wrong = {seed: verdict(draw_schedule(seed)) for seed in range(first, first + 20)}
    assert {seed: str(violation) for seed, violation in wrong.items() if violation is not None} == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", RACES)
def test_a_planted_race_is_found_and_made_small(name: str) -> None:
    race = RACES[name]
    found = next((s for s in map(draw_schedule, range(TRIES)) if verdict(s, race) is not None), None)
    assert found is not None, f"{TRIES} schedules do not show it"
    small = shrink(found, lambda fewer: verdict(fewer, race) is not None)
    assert verdict(small, race) is not None
    assert verdict(small) is None, "it is the race that goes wrong, and nothing else"
    assert len(small.steps) <= len(found.steps)


@pytest.mark.slow
def test_a_schedule_is_played_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[object, ...]] = []
    take = Window._take

    def take_note(window: Window, frame: Frame) -> None:
        name = (frame["type"], frame.get("epoch"), frame.get("offset"))
        taken.append((asyncio.get_running_loop().time(), *name))
        take(window, frame)

    monkeypatch.setattr(Window, "_take", take_note)
    for seed in (287, 1, 2, 3):  # of the first, windows were told in an order of chance
        played = []
        for _ in range(4):
            taken.clear()
            verdict(draw_schedule(seed))
            played.append(tuple(taken))
        assert len(set(played)) == 1


def test_a_schedule_shrinks_to_what_matters() -> None:
    steps = tuple(Step(float(at), "kill" if at in (3, 7) else "cut", 0) for at in range(10))
    small = shrink(Schedule(1, steps), lambda fewer: sum(step.what == "kill" for step in fewer.steps) == 2)
    assert [step.at for step in small.steps] == [3.0, 7.0]


def test_the_clock_moves_only_when_nobody_has_anything_to_do() -> None:
    async def sleepers() -> list[float]:
        loop, found = asyncio.get_running_loop(), list[float]()

        async def sleep(seconds: float) -> None:
            await asyncio.sleep(seconds)
            found.append(round(loop.time(), 6))

        await asyncio.gather(*(sleep(seconds) for seconds in (3600.0, 0.5, 60.0)))
        return found

    assert run(sleepers) == [0.5, 60.0, 3600.0]


def test_who_waits_for_ever_is_stuck() -> None:
    async def wait() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(Stuck):
        run(wait)
