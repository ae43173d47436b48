"""The line: who is served first, what those who wait are told, and that no place in it is lost."""

import asyncio
import contextlib
from collections.abc import Callable

import pytest

from gamemaster.admission import line as line_module
from gamemaster.admission.line import Line, LineFull, Place, Rank


def silent(place: Place) -> None:
    """Nobody listens."""


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class Doorway:
    """Visitors of a line, each of whom stays until they are told to leave."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.inside: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def come(
        self, name: str, rank: Rank, tell: Callable[[Place], None] = silent, address: str = ""
    ) -> None:
        async def visit() -> None:
            async with self.line.turn(rank, tell, address):
                self.inside[name] = asyncio.Event()
                await self.inside[name].wait()

        self.tasks[name] = asyncio.create_task(visit())
        await settle()

    async def leave(self, name: str) -> None:
        self.inside.pop(name).set()
        await settle()


async def test_so_many_at_once_and_who_plays_already_goes_first() -> None:
    door = Doorway(Line(width=1, hold_s=None))
    await door.come("first", Rank.ARRIVING)
    await door.come("newcomer", Rank.ARRIVING)
    await door.come("story", Rank.BEGINNING)
    await door.come("player", Rank.GOING_ON)
    order = []
    for _ in range(4):
        (name,) = door.inside
        order.append(name)
        await door.leave(name)
    assert order == ["first", "player", "story", "newcomer"]
    assert (door.line.served, len(door.line)) == (0, 0)


async def test_nobody_waits_for_ever() -> None:
    door = Doorway(Line(width=1, hold_s=None))
    await door.come("first", Rank.GOING_ON)
    await door.come("newcomer", Rank.ARRIVING)
    for number in range(line_module.LATE_SHARE):
        await door.come(f"player {number}", Rank.GOING_ON)
        (name,) = door.inside
        await door.leave(name)
    assert door.tasks["newcomer"].done() or "newcomer" in door.inside
    for task in door.tasks.values():
        task.cancel()
    await settle()


async def test_who_goes_away_keeps_nobody_waiting() -> None:
    door = Doorway(Line(width=1, hold_s=None))
    for name in ("first", "gone", "last"):
        await door.come(name, Rank.ARRIVING)
    door.tasks["gone"].cancel()
    await door.leave("first")
    assert [*door.inside] == ["last"]
    await door.come("next", Rank.ARRIVING)
    # Called and gone in the same moment: the place is passed on.
    door.inside.pop("last").set()
    door.tasks["next"].cancel()
    await settle()
    assert (door.line.served, len(door.line)) == (0, 0)


async def test_what_takes_long_holds_up_nobody() -> None:
    door = Doorway(Line(width=1, hold_s=0.01))
    await door.come("slow", Rank.GOING_ON)
    await door.come("other", Rank.GOING_ON)
    async with asyncio.timeout(10):
        while "other" not in door.inside:
            await asyncio.sleep(0.001)
    for name in ("slow", "other"):
        await door.leave(name)
    assert door.line.served == 0


async def test_who_must_wait_is_told_a_place_and_an_estimate_that_shrink(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(line_module, "LOOK_S", 0.001)
    monkeypatch.setattr(line_module._Waiter, "is_due", lambda waiter, now: True)
    door = Doorway(Line(width=1, hold_s=None, interval_s=1.0))
    told: list[Place] = []
    await door.come("first", Rank.ARRIVING)
    for number in range(5):
        await door.come(f"before {number}", Rank.ARRIVING)
    await door.come("me", Rank.ARRIVING, told.append)
    assert told[0] == Place(5, 5.0), "at once"
    while "me" not in door.inside:
        ahead = told[-1].ahead
        (name,) = door.inside
        await door.leave(name)
        async with asyncio.timeout(10):
            while told[-1].ahead == ahead and "me" not in door.inside:
                await asyncio.sleep(0.001)
    assert [place.ahead for place in told] == sorted((place.ahead for place in told), reverse=True)
    estimates = [place.estimate_s for place in told]
    assert estimates == sorted(estimates, reverse=True)
    assert told[-1].ahead < 2
    await door.leave("me")


async def test_a_line_has_an_end() -> None:
    door = Doorway(Line(width=1, most=1, hold_s=None))
    await door.come("first", Rank.ARRIVING)
    await door.come("second", Rank.ARRIVING)
    with pytest.raises(LineFull) as full:
        async with door.line.turn(Rank.GOING_ON, silent):
            pass
    assert full.value.refusal.limit == "1 waiting"
    assert full.value.refusal.retry_after_s
    for name in ("first", "second"):
        with contextlib.suppress(KeyError):
            await door.leave(name)


async def test_addresses_take_turns() -> None:
    door = Doorway(Line(width=1, hold_s=None, interval_s=1.0))
    told: dict[str, list[Place]] = {"other": [], "third": []}
    await door.come("inside", Rank.GOING_ON, address="greedy")
    for number in range(4):
        await door.come(f"greedy {number}", Rank.GOING_ON, address="greedy")
    await door.come("other", Rank.GOING_ON, told["other"].append, "192.0.2.1")
    await door.come("third", Rank.GOING_ON, told["third"].append, "192.0.2.2")
    assert (told["other"], told["third"]) == ([Place(1, 1.0)], [Place(2, 2.0)])
    order = []
    for _ in range(7):
        (name,) = door.inside
        order.append(name)
        await door.leave(name)
    assert order == ["inside", "greedy 0", "other", "third", "greedy 1", "greedy 2", "greedy 3"]
    assert (door.line.served, len(door.line)) == (0, 0)


async def order_of(count: int, door: Doorway) -> list[str]:
    """The first words of the names of the next ones inside, each of whom leaves."""
    order = []
    for _ in range(count):
        (name,) = door.inside
        order.append(name.split()[0])
        await door.leave(name)
    return order


async def send_home(door: Doorway) -> None:
    """Whoever still stands in line goes."""
    for task in door.tasks.values():
        task.cancel()
    await asyncio.gather(*door.tasks.values(), return_exceptions=True)


async def test_every_rank_has_its_share_while_the_others_come_and_come() -> None:
    door = Doorway(Line(width=1, hold_s=None))
    await door.come("inside", Rank.GOING_ON)
    for rank in Rank:
        for number in range(20):
            await door.come(f"{rank.name} {number}", rank)
    order = await order_of(17, door)
    assert (order.count("GOING_ON"), order.count("BEGINNING"), order.count("ARRIVING")) == (12, 2, 2)
    await send_home(door)


@pytest.mark.parametrize("rank", [Rank.BEGINNING, Rank.ARRIVING])
async def test_one_in_a_few_is_of_a_later_rank_whichever_that_is(rank: Rank) -> None:
    door = Doorway(Line(width=1, hold_s=None))
    await door.come("inside", Rank.GOING_ON)
    for number in range(20):
        await door.come(f"player {number}", Rank.GOING_ON)
    for number in range(3):
        await door.come(f"late {number}", rank)
    order = await order_of(13, door)
    assert [at for at, name in enumerate(order) if name == "late"] == [4, 8, 12]
    await send_home(door)


async def test_who_goes_away_leaves_the_turn_to_their_address() -> None:
    door = Doorway(Line(width=1, hold_s=None))
    for name in ("inside", "gone", "next"):
        await door.come(name, Rank.ARRIVING, address="192.0.2.1")
    door.tasks["gone"].cancel()
    await settle()
    await door.leave("inside")
    assert list(door.inside) == ["next"]
    assert len(door.line) == 0
    await door.leave("next")
