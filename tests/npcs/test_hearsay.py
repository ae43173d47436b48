"""Tests of what travels when characters meet, and what never does."""

from typing import Any

import pytest

from npcs.hearsay import LEAST_IMPORTANCE, MOST_TALES, Meeting, known_roots, meetings_of, tales
from npcs.memory import MAX_HOPS, MAX_TEXT_CHARS, Memory
from tests.npcs.memories import memory

MEETING = Meeting("ketil", "hild", turn=10, minute=50, place="hall")


def sighting(**more: Any) -> Memory:
    words = "I saw the guest take the axe."
    return memory("ketil", 3, more.pop("text", words), **{"people": ("player",), "importance": 8, **more})


def test_a_tale_is_told_in_the_listeners_first_person() -> None:
    (told,) = tales(MEETING, [sighting(about="item:axe", valid_from=15)], known=(), first=4)
    assert told == Memory(
        id="10-hild-4",
        owner="hild",
        turn=10,
        minute=50,
        place="hall",
        people=("ketil", "player"),
        text='Ketil told me: "I saw the guest take the axe."',
        importance=6,
        source="heard",
        heard_from="ketil",
        about="item:axe",
        valid_from=15,
        root="3-ketil-0",
        hops=1,
    )


def test_a_tale_told_on_names_who_saw_it_and_costs_importance_each_time() -> None:
    (told,) = tales(MEETING, [sighting(importance=10)], known=())
    (again,) = tales(Meeting("hild", "ivar", 12, 60, "yard"), [told], known=())
    assert again.text == 'Hild told me what Ketil said: "I saw the guest take the axe."'
    assert (again.importance, again.hops, again.root) == (6, 2, "3-ketil-0")
    (third,) = tales(Meeting("ivar", "groa", 14, 70, "yard"), [again], known=())
    assert third.text == 'Ivar told me what Ketil said: "I saw the guest take the axe."'
    assert third.hops == MAX_HOPS
    assert tales(Meeting("groa", "ulf", 16, 80, "yard"), [third], known=()) == []


def test_the_most_important_travel_and_only_a_few() -> None:
    remembered = [memory("ketil", 3, f"I saw thing {n}.", n, importance=n) for n in range(1, 11)]
    assert [m.root for m in tales(MEETING, remembered, known=())] == ["3-ketil-10", "3-ketil-9"]
    assert len(tales(MEETING, remembered, known=(), most=99)) == 11 - LEAST_IMPORTANCE
    assert tales(MEETING, list(reversed(remembered)), known=()) == tales(MEETING, remembered, known=())
    assert MOST_TALES == 2


@pytest.mark.parametrize(
    "kept",
    [
        sighting(importance=LEAST_IMPORTANCE - 1),
        sighting(about="secret:ketil"),
        sighting(about="secret:hild"),
        sighting(about="person:hild"),
        sighting(people=("player", "hild")),
        sighting(source="heard", heard_from="hild", root="2-ivar-0", hops=1),
        sighting(source="heard", heard_from="ivar", root="2-hild-0", hops=2),
        sighting(source="reflected"),
        sighting(invalid_at=30),
        memory("ketil", 10, "It happens now.", importance=9),
        memory("ivar", 3, "Not the teller's own.", importance=9),
    ],
    ids=["dull", "secret", "their secret", "themselves", "was there", "to whom it came from", "to whose it is",
         "belief", "past", "just now", "not theirs"],
)  # fmt: skip
def test_what_is_not_told(kept: Memory) -> None:
    assert tales(MEETING, [kept], known=()) == []


def test_nobody_is_told_what_they_know_already() -> None:
    (told,) = tales(MEETING, [sighting()], known=())
    assert tales(MEETING, [sighting()], known=known_roots([told])) == []
    assert len(tales(MEETING, [sighting(), sighting(text="The same, in other words.")], known=())) == 1


def test_a_long_tale_is_cut() -> None:
    (told,) = tales(MEETING, [sighting(text="x" * MAX_TEXT_CHARS)], known=())
    assert len(told.text) == MAX_TEXT_CHARS
    assert told.text.endswith('…"')


def test_both_speak_when_two_meet_in_an_order_of_its_own() -> None:
    one = meetings_of([("ulf", "hild"), ("hild", "ivar")], 3, 15, "hall")
    assert one == meetings_of([("ivar", "hild"), ("hild", "ulf"), ("ulf", "hild")], 3, 15, "hall")
    assert [(m.teller, m.listener) for m in one] == [
        ("hild", "ivar"), ("hild", "ulf"), ("ivar", "hild"), ("ulf", "hild"),
    ]  # fmt: skip
