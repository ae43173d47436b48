"""What the player did is known: to the Game Master, to whoever saw it, and to what they say of it afterwards."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.answers.story_so_far.deeds_done import (
    is_it_done,
    outdated_lines,
    own_deed_in,
)
from gamemaster.narration.understudy.understudy import play
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Roll
from gamemaster.rules.state import StoryState
from tests.worldkit import world_at
from worlds.schema import World

INN, SHIP = "tests/worlds_unseen/caravanserai", "tests/worlds_modern/deck_nine"
OFFICE, KITCHEN = "tests/worlds_modern/brannigan", "tests/worlds_small/bellamy"
LIGHT = "worlds/lighthouse"
BEST = Roll(d20=(20,) * len(roll_for(1, 1).d20))

Deed = tuple[str, str, list[str], str]
# A world, where, what is carried, and the deed.
BRACED = (INN, "gate", ["cart_pole"], "brace the gate with the pole")
LIT: Deed = (SHIP, "gardens", [], "turn on the lights")
LOADED = (OFFICE, "fourth", ["revolver", "cartridges"], "load the revolver")
PICKED = (OFFICE, "stairwell", ["wire"], "pick the lock")
UNLOCKED = (KITCHEN, "kitchen", ["office_key"], "unlock the office")
WOUND = (LIGHT, "watchroom", ["winding_key"], "wind the bell")


def before(deed: Deed) -> tuple[World, StoryState]:
    world = world_at(deed[0])
    return world, state_of(world, 1, {"input": "x", "place": deed[1], "has": deed[2]})


def after(deed: Deed, *more: str) -> tuple[World, StoryState]:
    world, state = before(deed)
    for words in (deed[3], *more):
        state = play(world, state, words, BEST).after
    return world, state


def answer_to(world: World, state: StoryState, words: str) -> str:
    return " ".join(span.text for span in play(world, state, words).spans)


@pytest.mark.parametrize(
    ("deed", "words", "answer"),
    [
        (BRACED, "is the gate braced?", "Yes. The cart pole is wedged behind the gate."),
        (BRACED, "is the gate still braced", "The cart pole is wedged"),
        (BRACED, "is the gate barred now?", "The cart pole is wedged"),
        (BRACED, "did I brace the gate?", "Yes, you did. The cart pole is wedged"),
        (BRACED, "did I fix it?", "The cart pole is wedged"),
        (BRACED, "did I get it braced?", "Yes, you did."),
        (BRACED, "did that work?", "Yes. The cart pole is wedged"),
        (LIT, "did that work?", "Yes. The lamps are on."),
        (LIT, "did I get the lights on?", "The lamps are on."),
        (LOADED, "is my gun loaded?", "Yes"),
        (LOADED, "have I loaded my gun yet?", "Yes, you did."),
        (PICKED, "did I get it open?", "Yes"),
        (PICKED, "is the lock picked?", "Yes"),
        (UNLOCKED, "did I unlock the office?", "Yes, you did."),
        (WOUND, "is the bell wound?", "It is wound, and running"),
        (WOUND, "did that help?", "The fog-bell is striking."),
    ],
)
def test_the_game_master_knows_what_was_done_and_asking_takes_no_time(
    deed: Deed, words: str, answer: str
) -> None:
    world, state = after(deed)
    played = play(world, state, words)
    assert answer in " ".join(span.text for span in played.spans)
    assert played.after.minutes == state.minutes


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (BRACED, "did that work?"),
        (BRACED, "did I brace the gate?"),
        (LIT, "did I get the lights on?"),
        (LOADED, "is my gun loaded?"),
        (PICKED, "did I get it open?"),
        (WOUND, "is the bell wound?"),
    ],
)
def test_what_was_not_done_is_not_said_to_be(deed: Deed, words: str) -> None:
    world, state = before(deed)
    answer = answer_to(world, state, words)
    assert "Yes" not in answer
    assert "you did." not in answer


def test_what_was_undone_stands_no_longer() -> None:
    world, state = after(LIT, "turn off the lights")
    assert not is_it_done(world, state, "are the lights switched on?").startswith("Yes")
    assert "The lamps are on" not in answer_to(world, state, "did that work?")


def test_what_one_carries_is_seen_beside_the_answer() -> None:
    world, state = before(LOADED)
    assert answer_to(world, state, "is my gun loaded?") == (
        "Not by you, and not that you can see. A Colt Detective Special. Nothing in it."
    )


@pytest.mark.parametrize(
    ("deed", "words", "answers"),
    [
        (BRACED, "Bishr, did I brace the gate?", ["The cart pole is wedged behind the gate."]),
        (BRACED, "tell Bishr I braced the gate", ["So you have", "I see that", "You did"]),
        (BRACED, "Bishr, the gate is braced now", ["So you have", "I see that", "You did"]),
        (LOADED, "Gloria, did I load the gun?", ["So you have", "I see that", "You did"]),
        (LOADED, "I loaded the gun, Gloria", ["So you have", "I see that", "You did"]),
        (UNLOCKED, "Odile, I've unlocked the office", ["So you have", "I see that", "You did"]),
    ],
)
def test_whoever_is_there_has_seen_it(deed: Deed, words: str, answers: list[str]) -> None:
    world, state = after(deed)
    answer = answer_to(world, state, words)
    assert any(one in answer for one in answers), answer


@pytest.mark.parametrize(
    ("deed", "way", "words", "answers"),
    [
        (BRACED, "go to the yard", "Farrokh, I braced the gate", ["Good.", "Then it's done.", "If you say"]),
        (BRACED, "go to the yard", "tell Farrokh the gate is braced", ["Good.", "Then it's", "If you say"]),
        (
            BRACED,
            "go to the yard",
            "Farrokh, did I brace the gate?",
            ["You'd know", "I wasn't", "You tell me"],
        ),
        (LIT, "go south", "Bo, I turned the lights back on", ["Good.", "Then it's done.", "If you say"]),
    ],
)
def test_whoever_was_elsewhere_has_it_from_the_player(
    deed: Deed, way: str, words: str, answers: list[str]
) -> None:
    world, state = after(deed, way)
    answer = answer_to(world, state, words)
    assert any(one in answer for one in answers), answer


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (BRACED, "Bishr, I braced the gate"),
        (LOADED, "Gloria, I loaded the gun"),
        (BRACED, "Bishr, I stole the moon"),
        (BRACED, "Bishr, did you brace the gate?"),
    ],
)
def test_what_was_not_done_is_a_claim_like_any_other(deed: Deed, words: str) -> None:
    world, state = before(deed)
    answer = answer_to(world, state, words)
    assert not any(one in answer for one in ("So you have", "I see that you have", "You did"))


def test_nobody_speaks_as_if_nothing_had_been_done() -> None:
    world, state = after(BRACED)
    answers = []
    for words in (
        "Bishr, what about the gate?",
        "Bishr, the gate?",
        "Bishr, is it safe now?",
        "tell me about the gate",
    ):
        played = play(world, state, words)
        state = played.after
        answers.append(" ".join(span.text for span in played.spans))
    assert "With that pole under her" in answers[0]
    assert not any("I can't shift it on my own" in answer for answer in answers)


@pytest.mark.parametrize("words", ["Bishr, is it safe now?", "Bishr, is that better?"])
def test_whoever_is_asked_whether_all_is_well_speaks_of_what_was_changed(words: str) -> None:
    world, state = after(BRACED)
    assert "pole" in answer_to(world, state, words)
    world, state = before(BRACED)
    assert "pole" not in answer_to(world, state, words)


def test_lines_are_outdated_by_the_players_deeds_alone() -> None:
    world, state = after(BRACED)
    topic = world.characters["bishr"].topics["gate"]
    assert outdated_lines(world, state, topic) == {2}
    state.rules.clear()  # as if it had come about by itself
    assert outdated_lines(world, state, topic) == frozenset()


@pytest.mark.parametrize(
    "words",
    [
        "i am tired",
        "i want the gate",
        "did i hear hooves",
        "the gate is old",
        "is the gate braced",
        "i braced myself",
    ],
)
def test_other_words_tell_of_no_deed(words: str) -> None:
    world, state = after(BRACED)
    assert own_deed_in(world, state, words.split()) is None


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("did I light the fire?", "Yes, you did. The hearth in the lodge is lit."),
        ("did I light the beacon?", "No, you"),
    ],
)
def test_a_deed_is_known_by_what_its_writer_tells_of_it(words: str, answer: str) -> None:
    world, state = after(("worlds/long_night", "lodge", [], "light the hearth"))
    assert answer in answer_to(world, state, words)


def test_promises_are_known_to_be_kept_or_not() -> None:
    world, state = after((LIGHT, "wireless", ["valve"], "Dilys, I promise to bring you a valve"))
    assert "Not yet." in answer_to(world, state, "did I keep my promise?")
    state = play(world, state, "give Dilys the valve").after
    assert "Yes. You kept a promise" in answer_to(world, state, "did I keep my promise?")
    assert "No. You kept a promise" in answer_to(world, state, "did I break my word?")


@pytest.mark.parametrize(
    ("words", "answer"),
    [("Dilys, did that fix it?", "That's Dada"), ("Dilys, is it better now?", "That's Dada")],
)
def test_what_only_waits_for_the_deed_is_no_answer_on_it(words: str, answer: str) -> None:
    world, state = after((LIGHT, "wireless", ["valve"], "give Dilys the valve"))
    assert answer not in answer_to(world, state, words)


@pytest.mark.parametrize(
    ("place", "words"), [("watchroom", "stop the bell"), ("kitchen", "stop the gramophone")]
)
def test_nothing_stops_that_no_rule_stops(place: str, words: str) -> None:
    world, state = before((LIGHT, place, [], ""))
    assert "and nothing changes" in answer_to(world, state, words)


@pytest.mark.parametrize(
    ("deed", "between", "words", "answer"),
    [
        (
            BRACED,
            ["go to the yard", "Farrokh, hello"],
            "is the gate still braced?",
            "Yes. The cart pole is wedged",
        ),
        (
            BRACED,
            ["go to the yard"],
            "Farrokh, is the gate braced?",
            "The cart pole is wedged behind the gate.",
        ),
        (LIT, ["go south", "Bo, hello"], "are the lights switched on?", "Yes"),
        (LOADED, ["Gloria, hello"], "is the gun loaded?", "Yes"),
    ],
)
def test_amid_a_talk_what_was_done_is_known_as_well(
    deed: Deed, between: list[str], words: str, answer: str
) -> None:
    world, state = after(deed, *between)
    assert answer in answer_to(world, state, words)


def test_what_they_have_a_word_on_is_theirs_to_answer() -> None:
    world, state = after(BRACED, "Bishr, hello")
    assert "With that pole under her" in answer_to(world, state, "Bishr, will the gate hold?")
