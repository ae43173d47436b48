"""Tests of clauses that only take back the order beside them: "joke", "no, too mean", "no wait, don't"."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.language.portions import part_meant
from gamemaster.language.reading import Reading
from gamemaster.language.understanding import understand
from tests.worldkit import world_at

NIGHT, LIGHTHOUSE, LOBBY = "worlds/long_night", "worlds/lighthouse", "tests/worlds_modern/brannigan"


def read(words: str, world: str = NIGHT, place: str = "smithy") -> Reading:
    return understand(world_at(world), state_of(world_at(world), 1, {"input": "x", "place": place}), words)


def deeds(words: str, world: str = NIGHT, place: str = "smithy") -> list[tuple[str, tuple[str, ...]]]:
    return [(one.verb, one.objects) for one in read(words, world, place).intents]


@pytest.mark.parametrize("joint", [", ", " - ", "... ", ". ", " — "])
@pytest.mark.parametrize(
    "back",
    ["joke", "lol just kidding", "no, too loud", "nah thats too mean", "no wait, dont", "ok never mind"],
)
def test_a_clause_that_takes_back_leaves_nothing_deeds(joint: str, back: str) -> None:
    assert not deeds(f"kick the anvil{joint}{back}")
    assert deeds(f"kick the anvil{joint}{back}. ask him about the keel") == [("ask", ("skeggi",))]


@pytest.mark.parametrize(
    "words",
    [
        "threaten him: 'talk or I tell Ragnhild' - no, too mean, i just smile",
        "threaten him: 'talk'. no wait, i just smile",
        "say 'get out' - no wait, i just smile",
    ],
)
def test_what_was_quoted_in_an_order_taken_back_is_not_said(words: str) -> None:
    assert [(one.verb, one.topic) for one in read(words).intents] in (
        [("express", "i just smile")],
        [("express", "I just smile")],
    )


def test_what_is_quoted_after_an_order_taken_back_is_said() -> None:
    found = read("threaten him: 'talk' - no, too mean. say 'what is the keel?'").intents
    assert [(one.verb, one.topic) for one in found] == [("ask", "keel")]


def test_talk_that_breaks_off_is_taken_back_with_the_order() -> None:
    words = "give bishop... hm i have no food. ok never mind. whats in that well"
    assert deeds(words, place="yard") == [("examine", ("yard_well",))]


@pytest.mark.parametrize(
    "back", [", joke, not the pilchards", ". no, not the pilchards", " - wait not the pilchards",
             "... not the pilchards"]
)  # fmt: skip
def test_only_the_thing_that_is_named_is_taken_back(back: str) -> None:
    assert deeds(f"take the spare mantle and the pilchards{back}", LIGHTHOUSE, "store") == [
        ("take", ("mantle",))
    ]
    assert not deeds(f"take the pilchards{back}", LIGHTHOUSE, "store")


@pytest.mark.parametrize(
    ("words", "verb"),
    [
        ("tell him a joke", "tell"),
        ("tell him no, too mean", "tell"),
        ("dont wait, go", "go"),
        ("shake my head, no", "express"),
        ("examine the anvil, that is too big", "examine"),
        ("you are ugly, skeggi. just kidding", "insult"),
        ("give him no food", "give"),
    ],
)
def test_look_alikes_stay_what_they_are(words: str, verb: str) -> None:
    assert [one for one, _ in deeds(words)][:1] == [verb]


def test_no_wait_for_somebody_takes_nothing_back() -> None:
    assert deeds("kick the anvil. wait for him")[0] == deeds("kick the anvil")[0]


def test_to_joke_among_other_deeds_takes_nothing_back() -> None:
    assert deeds("kick the anvil, joke, and smile")[:1] == deeds("kick the anvil")
    assert not deeds("kick the anvil, joke")


def test_what_is_shut_out_of_no_list_takes_nothing_back() -> None:
    assert deeds("take the pilchards, not the mantle", LIGHTHOUSE, "store") == [("take", ("pilchards",))]


@pytest.mark.parametrize(
    "words",
    ["eat the porridge, but leave half for later", "eat the porridge. no, half", "eat the porridge and save some"],
)  # fmt: skip
def test_a_meal_of_which_a_part_is_spared_is_not_eaten_whole(words: str) -> None:
    (found,) = read(words, place="hall").intents
    assert found.verb == "eat"
    assert part_meant(world_at(NIGHT), "porridge_bowl", found.words) in ("half", "some")


@pytest.mark.parametrize("words", ["eat the porridge and leave", "eat the porridge, then leave the hall"])
def test_leaving_after_a_meal_spares_nothing_of_it(words: str) -> None:
    assert [one for one, _ in deeds(words, place="hall")] == ["eat", "go"]


@pytest.mark.parametrize("words", ["actually i do take my gun", "actually, i do take my gun. then sit down"])
def test_actually_i_do_confirms_an_act(words: str) -> None:
    assert deeds(words, LOBBY, "fourth")[0] == ("take", ("revolver",))


@pytest.mark.parametrize("words", ["actually i do want my gun", "actually i do not take my gun"])
def test_actually_i_do_tells_of_a_state_or_denies(words: str) -> None:
    assert not deeds(words, LOBBY, "fourth")
