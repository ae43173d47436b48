"""What one line orders of things and people: alternatives, corrections, shares, poses, and what is only read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState
from worlds.loader import load_world

LONG_NIGHT, LIGHTHOUSE = Path("worlds/long_night"), Path("worlds/lighthouse")
BRANNIGAN, DECK_NINE = Path("tests/worlds_modern/brannigan"), Path("tests/worlds_modern/deck_nine")


def _turns(
    world: Path, place: str, *words: str, has: tuple[str, ...] = (), here: tuple[str, ...] = ()
) -> tuple[StoryState, list[Played]]:
    """The state before, and the turns of a few inputs that follow each other."""
    loaded = load_world(world)
    state = before = state_of(
        loaded, 1, {"input": words[0], "place": place, "has": list(has), "here": list(here)}
    )
    turns = []
    for said in words:
        turns.append(play(loaded, state, said))
        state = turns[-1].after
    return before, turns


def _asides(turn: Played) -> list[str]:
    return [aside.why for aside in turn.outcome.asides]


@pytest.mark.parametrize(
    ("place", "words", "takes", "ends"),
    [
        ("lobby", "if otis is asleep i swipe the key, otherwise i just say goodnight", False, "lobby"),
        (
            "fourth",
            "go down to the lobby, and if otis is asleep i swipe the key, otherwise i say goodnight",
            False,
            "lobby",
        ),
        ("lobby", "if otis is awake i say goodnight, otherwise i take the key", False, "lobby"),
        ("lobby", "if he lets me ill take the key, if not i take the stairs", False, "lobby"),
        ("lobby", "If otis is gone, take the key. If not, go to the office.", False, "fourth"),
        ("lobby", "if otis is here i take the key, else i go to the office", True, "lobby"),
    ],
)
def test_of_two_alternatives_one_is_done(place: str, words: str, takes: bool, ends: str) -> None:
    _, [turn] = _turns(BRANNIGAN, place, words)
    assert (turn.after.items["pass_key"] == "player", turn.after.place) == (takes, ends)


def test_a_lie_is_told_and_the_theft_waits() -> None:
    before, [turn] = _turns(
        BRANNIGAN,
        "lobby",
        "tell otis there's a guy outside messing with his car, and when he looks away grab the key",
    )
    assert turn.after.items == before.items
    assert any(op.op in ("answer", "discuss") for op in turn.outcome.changes)
    assert _asides(turn) == ["held_back"]


@pytest.mark.parametrize(
    ("world", "place", "words", "has", "item", "where"),
    [
        (DECK_NINE, "corridor", "give bo the wrench, no, the torch", ("wrench", "torch"), "torch", "bo"),
        (DECK_NINE, "corridor", "give bo the wrench, no, the torch", ("wrench", "torch"), "wrench", "player"),
        (BRANNIGAN, "fourth", "take the camera, no, the gun", (), "revolver", "player"),
        (BRANNIGAN, "fourth", "take the camera, no, the gun", (), "camera", "fourth"),
        (BRANNIGAN, "lobby", "give otis my zippo. actually no, keep it", ("lighter",), "lighter", "player"),
        (
            BRANNIGAN,
            "lobby",
            "light a smoke, no wait, offer him one first",
            ("cigarettes",),
            "cigarettes",
            "player",
        ),
        (DECK_NINE, "corridor", "split the ration bar with bo", ("ration",), "ration", "player"),
        (BRANNIGAN, "fourth", "take the gun but leave the trophy", (), "trophy", "fourth"),
        (LONG_NIGHT, "shore", "wrap the boy in my cloak", ("sea_cloak",), "sea_cloak", "ivar"),
        (LIGHTHOUSE, "landing", "throw a turnip at the gannets, then another", (), "turnips", "landing"),
    ],
)
def test_things_come_where_the_line_says(
    world: Path, place: str, words: str, has: tuple[str, ...], item: str, where: str
) -> None:
    _, [turn] = _turns(world, place, words, has=has)
    assert turn.after.items[item] == where


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (LIGHTHOUSE, "landing", "dont go in. walk round the tower first"),
        (LONG_NIGHT, "shore", "pick up ivar and carry him up to the house"),
        (LIGHTHOUSE, "bunkroom", "lie down, boots on, and stare at the ceiling"),
        (BRANNIGAN, "lobby", "look tough"),
        (BRANNIGAN, "lobby", "look busy"),
        (BRANNIGAN, "fourth", "put my feet on the desk"),
        (LIGHTHOUSE, "kitchen", "shake his hand"),
        (LONG_NIGHT, "shore", "ruffle his hair"),
    ],
)
def test_nobody_walks_sleeps_or_loses_anything_for_a_small_act(world: Path, place: str, words: str) -> None:
    before, [turn] = _turns(world, place, words)
    assert turn.after.place == before.place
    assert turn.after.items == before.items
    assert turn.after.minutes - before.minutes <= 2


@pytest.mark.parametrize(
    "words", ["look around", "look outside", "look at the key", "look up", "look closer"]
)
def test_a_look_is_still_a_look(words: str) -> None:
    _, [turn] = _turns(BRANNIGAN, "lobby", words)
    assert any(op.op in ("look", "notice", "try", "search") for op in turn.outcome.changes)


def test_the_way_that_is_named_is_taken_and_not_the_other() -> None:
    _, [turn] = _turns(BRANNIGAN, "lobby", "take the stairs not the elevator, up to my office")
    assert [op.to for op in turn.outcome.changes if op.op == "move"] == ["stairwell", "fourth"]


def test_both_of_us_is_we() -> None:
    _, [turn] = _turns(DECK_NINE, "corridor", "both of us go into the gardens")
    assert turn.after.place == "gardens"


def test_what_is_checked_is_what_was_just_taken() -> None:
    _, [turn] = _turns(BRANNIGAN, "fourth", "take the gun and check if its loaded")
    assert [op.op for op in turn.outcome.changes] == ["take", "notice"]


def test_what_is_echoed_and_agreed_to_is_done() -> None:
    _, [turn] = _turns(LONG_NIGHT, "shore", "play with you? sure, one round")
    assert any(getattr(op, "rule", "") == "play_ivar" for op in turn.outcome.changes)
    before, [declined] = _turns(LONG_NIGHT, "shore", "play with you? no way")
    assert declined.after.minutes == before.minutes


def test_who_helps_themselves_eats_what_there_is() -> None:
    _, [turn] = _turns(LIGHTHOUSE, "kitchen", "help myself then, and sit down well away from the cat")
    assert any(getattr(op, "rule", "") == "eat_stew" for op in turn.outcome.changes)


def test_what_is_read_aloud_again_is_heard_again() -> None:
    _, turns = _turns(
        LIGHTHOUSE,
        "kitchen",
        "put on a record",
        "read the page aloud to tallack",
        "read it to him again",  # as he has asked: the scene that the world has for it
        "read the page aloud to tallack",
        here=("tallack",),
    )
    assert "aloud to Ambrose Tallack" in " ".join(span.text for span in turns[-1].spans)
    assert any(getattr(op, "why", "") == "heard" for op in turns[-1].outcome.changes)


def test_what_no_rule_is_for_is_told_as_it_was_typed() -> None:
    _, [turn] = _turns(DECK_NINE, "corridor", "take the tape and stick it over the hole in my sleeve")
    assert "stick it over the hole in your sleeve" in " ".join(span.text for span in turn.spans)


def test_a_tale_of_gestures_is_not_picked_apart() -> None:
    _, [turn] = _turns(
        LONG_NIGHT, "hall", 'I stamp the snow off my boots. "Cold night." I sit among the bags and weep.'
    )
    assert not {"vain", "part_not_followed"}.intersection(_asides(turn))


@pytest.mark.parametrize(
    ("words", "ends", "minutes"),
    [
        ("go up. no, down. no, stay here", "lobby", 0),
        ("take the elevator. actually wait, stairs", "stairwell", 5),
        ("take the elevator. no, take the stairs", "stairwell", 5),
    ],
)
def test_a_later_order_takes_the_place_of_the_one_before(words: str, ends: str, minutes: int) -> None:
    before, [turn] = _turns(BRANNIGAN, "lobby", words)
    assert turn.after.place == ends
    assert turn.after.minutes - before.minutes <= minutes


@pytest.mark.parametrize("words", ["toss the dime to otis", "throw the film to otis and yell catch"])
def test_what_is_thrown_to_somebody_is_for_them_to_catch(words: str) -> None:
    before, [turn] = _turns(BRANNIGAN, "lobby", words, has=("dime",))
    assert turn.after.wounds == before.wounds
    assert "otis" in (turn.after.items["dime"], turn.after.items["film"])


@pytest.mark.parametrize("words", ["wait for otis to leave", "wait for dolores to come down"])
def test_to_wait_for_what_somebody_does_is_a_wait(words: str) -> None:
    before, [turn] = _turns(BRANNIGAN, "lobby", words)
    assert turn.after.minutes > before.minutes
    assert [op.op for op in turn.outcome.changes] == ["pass_time"]


def test_what_is_laid_down_in_peace_is_laid_down() -> None:
    _, [turn] = _turns(
        DECK_NINE, "corridor", "put the wrench down so he sees i mean no harm", has=("wrench",)
    )
    assert turn.after.items["wrench"] == "corridor"


def test_everything_goes_back_the_way_it_was() -> None:
    _, turns = _turns(
        BRANNIGAN, "fourth", "take the gun and the camera", "put everything back the way it was", "look"
    )
    assert {turns[1].after.items[item] for item in ("revolver", "camera")} == {"fourth"}
    assert "A camera hangs on the coat stand." in " ".join(span.text for span in turns[2].spans)


def test_what_is_ordered_again_is_done_again() -> None:
    _, [turn] = _turns(LONG_NIGHT, "hall", "pick up the bowl, drop it, pick it up again")
    assert turn.after.items["porridge_bowl"] == "player"


@pytest.mark.parametrize(
    "words", ["sit next to gloria and hold her hand for a minute", "shake gloria's hand"]
)
def test_a_hand_that_is_held_is_no_look(words: str) -> None:
    _, [turn] = _turns(BRANNIGAN, "fourth", words)
    assert {op.op for op in turn.outcome.changes} == {"express"}
