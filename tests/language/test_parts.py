"""Inputs of several parts: each part is read, and none takes the others with it."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions
from tests.scenekit import scene
from tests.worldkit import world_at

NIGHT, LIGHT, MODERN = "worlds/long_night", "worlds/lighthouse", "tests/worlds_modern/brannigan"


@pytest.mark.parametrize(
    ("world", "place", "here", "has", "words", "expected"),
    [
        # Orders before a question are done, and what is asked is answered.
        (
            NIGHT,
            "hall",
            "",
            "",
            "take one of the pine torches, light it at the hearth and look at the carved board, what does it say?",
            ["take pine_torch", "light pine_torch", "examine hall_board", "read hall_board"],
        ),
        # What is said of a thing by the way does not make a tale of the order after it.
        (
            LIGHT,
            "store",
            "",
            "oars",
            "put the oars back in the rack, they're a nuisance, and head up to the kitchen",
            ["put oars", "go kitchen"],
        ),
        # What one goes on doing leads in to a walk, and to words at its end.
        (
            LIGHT,
            "landing",
            "",
            "turnips",
            'still carrying the turnips I go in and say "Evening."',
            ["go store", "talk jory"],
        ),
        # Words between mouthfuls are said.
        (
            NIGHT,
            "hall",
            "ragnhild",
            "",
            'eat the porridge, asking between mouthfuls "Whose seat was this till lately?"',
            ["eat porridge_bowl", "ask ragnhild"],
        ),
        # What is carried through a door is taken, and walked with.
        (
            LIGHT,
            "landing",
            "",
            "",
            "carry the crate of turnips in through the door",
            ["take turnips", "go store"],
        ),
        (
            LIGHT,
            "landing",
            "",
            "",
            "pick up the crate of turnips and carry it in through the door",
            ["take turnips", "go store"],
        ),
        (LIGHT, "store", "", "oars", "carry the oars up to the kitchen", ["go kitchen"]),
        # A name given is heard beside a question.
        (
            MODERN,
            "lobby",
            "otis",
            "",
            "tell him my name is Sam Pike and ask for a room",
            ["tell otis", "ask otis"],
        ),
        (NIGHT, "shore", "ivar", "", '"My name is Halla. Where is everybody?"', ["tell ivar", "ask ivar"]),
        # Each question of a speech is put, and each that a report joins.
        (
            LIGHT,
            "kitchen",
            "dilys",
            "",
            '"Who was Cobb? Why did he leave? And is there any more stew?"',
            ["ask dilys"] * 3,
        ),
        (MODERN, "lobby", "otis", "", "ask him who Crane is and what he heard", ["ask otis", "ask otis"]),
        # What is told before a question is told; what one never did is not what one does not ask.
        (
            MODERN,
            "lobby",
            "otis",
            "",
            "I tell Otis I was in the building and ask what he heard",
            ["tell otis", "ask otis"],
        ),
        (
            MODERN,
            "lobby",
            "otis",
            "",
            "confess to Otis that I never shot a man and ask him to teach me",
            ["tell otis", "persuade otis"],
        ),
        # Whoever is found already is spoken to; whether somebody is here is where they are.
        (LIGHT, "kitchen", "tallack", "", "find Tallack and tell him that the bell rings", ["tell tallack"]),
        (NIGHT, "yard", "ulf", "", "is Hild here?", ["inform hild"]),
        # What goes on beside a deed is asked; a name given is told; of whom one asks is not asked themselves.
        (
            NIGHT,
            "brewhouse",
            "yrsa",
            "",
            "help Yrsa stir the vat while asking her about her daughter",
            ["express", "ask yrsa"],
        ),
        (NIGHT, "shore", "ivar", "", "give my name as Sam and ask for water", ["tell ivar", "ask ivar"]),
        (
            NIGHT,
            "yard",
            "ulf cuthred",
            "",
            "ask whether Cuthred was taken and what he wants",
            ["ask ulf"] * 2,
        ),
        # A threat or an offer that is reported is one.
        (
            MODERN,
            "fourth",
            "dolores",
            "",
            "take off my coat and tell Dolores that unless she shows me the film I'll call the police",
            ["express", "threaten dolores"],
        ),
    ],
)
def test_each_part_is_read(
    world: str, place: str, here: str, has: str, words: str, expected: list[str]
) -> None:
    intents = understand(world_at(world), scene(world, place, here, has), words).intents
    assert [" ".join([one.verb, *one.objects]) for one in intents] == expected


def test_no_lie_is_told_in_the_name_of_a_player_who_only_asks_for_company() -> None:
    world, start = world_at(NIGHT), scene(NIGHT, "yard", "cuthred")
    asked = play_without_suggestions(world, start, "Walk with me to the byre, Cuthred")
    lured = play_without_suggestions(world, start, "lie to Cuthred")
    assert not any("silver" in span.text for span in asked.spans)
    assert any("silver" in span.text for span in lured.spans)


@pytest.mark.parametrize(
    ("world", "start", "words", "slept_at"),
    [
        (LIGHT, "store", "I have a nap in my bunk till about half eleven", "bunkroom"),
        (NIGHT, "hall", "sleep till midnight in the hay-loft", "loft"),
    ],
)
def test_one_sleeps_where_one_said(world: str, start: str, words: str, slept_at: str) -> None:
    told = play_without_suggestions(world_at(world), scene(world, start), words)
    assert told.after.place == slept_at
    assert any(one.kind == "slept" for one in told.ruling.happenings)
