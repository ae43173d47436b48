"""Every part of a line is done or said not to be; what is put back is as it was; a deed waits for its moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState
from tests.casekit import cases
from worlds.loader import load_world

LONG_NIGHT, LIGHTHOUSE = Path("worlds/long_night"), Path("worlds/lighthouse")
BRANNIGAN, DECK_NINE = Path("tests/worlds_modern/brannigan"), Path("tests/worlds_modern/deck_nine")


def _turns(
    world: Path, place: str, *words: str, has: tuple[str, ...] = ()
) -> tuple[StoryState, list[Played]]:
    """The state before, and the turns of a few inputs that follow each other."""
    loaded = load_world(world)
    state = before = state_of(loaded, 1, {"input": words[0], "place": place, "has": list(has)})
    turns = []
    for said in words:
        turns.append(play(loaded, state, said))
        state = turns[-1].after
    return before, turns


def _text(turn: Played) -> str:
    return " ".join(span.text for span in turn.spans)


def _asides(turn: Played) -> list[str]:
    return [aside.why for aside in turn.outcome.asides]


@cases
def test_a_list_that_is_not_here_takes_nothing_else(place: str, words: str) -> None:
    before, [turn] = _turns(BRANNIGAN, place, words)
    assert turn.after.items == before.items


def test_a_list_takes_what_it_names_and_no_more() -> None:
    _, [turn] = _turns(BRANNIGAN, "fourth", "gun, camera, paperclip - take em all")
    held = turn.after.carried_items()
    assert {"revolver", "camera", "wire"} <= set(held)
    assert "trophy" not in held


@cases
def test_words_that_only_take_back_do_nothing(words: str) -> None:
    _, [first, turn] = _turns(LONG_NIGHT, "shore", "take a pebble", words)
    assert turn.outcome.changes == ()
    assert turn.after.minutes == first.after.minutes


@pytest.mark.parametrize(
    ("world", "place", "take", "back", "item"),
    [
        (LONG_NIGHT, "hall", "take the spear", "put it back where it was, i dont want trouble", "boar_spear"),
        (LONG_NIGHT, "hall", "take the spear", "hang it back on the wall", "boar_spear"),
        (BRANNIGAN, "lobby", "take the key", "slip it back on its hook", "pass_key"),
        (BRANNIGAN, "fourth", "take the trophy", "put the trophy back", "trophy"),
    ],
)
def test_what_is_put_back_lies_as_its_writer_laid_it(
    world: Path, place: str, take: str, back: str, item: str
) -> None:
    _, [_, turn, look] = _turns(world, place, take, back, "look around")
    assert turn.after.items[item] == place
    lying = [text for shown in load_world(world).items[item].lying for text in shown.text]
    assert any(text in _text(look) for text in lying)


def test_a_page_goes_back_to_where_it_came_from() -> None:
    _, [_, turn] = _turns(LIGHTHOUSE, "kitchen", "put on a record", "slip the page back before he sees")
    assert turn.after.items["torn_page"] == "kitchen"
    assert "back where it came from" in _text(turn)


def test_what_is_not_from_here_is_kept() -> None:
    _, [turn] = _turns(LONG_NIGHT, "yard", "put the spear back where i found it", has=("boar_spear",))
    assert turn.after.items["boar_spear"] == "player"


@cases
def test_what_is_laid_down_is_laid_down(words: str) -> None:
    _, [turn] = _turns(LONG_NIGHT, "yard", words, has=("boar_spear",))
    assert turn.after.items["boar_spear"] == "yard"


def test_the_other_half_is_all_that_is_left() -> None:
    _, turns = _turns(
        DECK_NINE,
        "corridor",
        "eat half the ration bar",
        "give bo the other half of the ration bar",
        has=("ration",),
    )
    assert turns[0].after.items["ration"] == "player"
    assert turns[1].after.items["ration"] == "bo"


@cases
def test_what_somebody_is_to_hold_is_theirs_to_hold(words: str, given: bool) -> None:
    _, [turn] = _turns(DECK_NINE, "corridor", words, has=("torch",))
    assert (turn.after.items["torch"] == "bo") == given


@cases
def test_not_going_anywhere_is_no_wait(words: str) -> None:
    before, [turn] = _turns(BRANNIGAN, "lobby", words)
    assert turn.after.minutes - before.minutes <= 1


@cases
def test_a_stay_that_is_measured_is_a_wait(words: str, minutes: int) -> None:
    before, [turn] = _turns(BRANNIGAN, "fourth", words)
    assert turn.after.minutes - before.minutes == minutes


def test_lying_awake_passes_the_time_and_no_sleep() -> None:
    before, [turn] = _turns(LONG_NIGHT, "hall", "lie awake for an hour")
    assert turn.after.minutes - before.minutes == 60
    assert all(not getattr(one, "sleep", False) for one in turn.outcome.changes)


@pytest.mark.parametrize(
    ("world", "place", "words", "part"),
    [
        (BRANNIGAN, "fourth", "load up. then give gloria the dime", "load up"),
        (LIGHTHOUSE, "kitchen", "go up n have a look at the bell, then whistle", "bell"),
        (LONG_NIGHT, "hall", "go out, pet the dog, walk to the smithy", "smithy"),
        (DECK_NINE, "bunkroom", "take the torch and the drawing", "drawing"),
        (DECK_NINE, "bunkroom", "take the torch and the chainsaw", "chainsaw"),
    ],
)
def test_a_part_that_is_not_done_is_said(world: Path, place: str, words: str, part: str) -> None:
    _, [turn] = _turns(world, place, words, has=("dime",) if world == BRANNIGAN else ())
    assert any(part in aside.about for aside in turn.outcome.asides), turn.outcome.asides


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (LONG_NIGHT, "hall", "take the torch and look at the shields"),
        (LONG_NIGHT, "hall", "look at the wooden horse and the carved board"),
        (DECK_NINE, "bunkroom", "grab torch n handheld, then look round"),
    ],
)
def test_a_line_that_is_done_in_full_has_nothing_beside_it(world: Path, place: str, words: str) -> None:
    _, [turn] = _turns(world, place, words)
    assert turn.outcome.asides == ()


def test_two_things_are_looked_at() -> None:
    for words in ("look at the wooden horse and the carved board", "look at the torch and at the board"):
        _, [turn] = _turns(LONG_NIGHT, "hall", words)
        assert sum(one.op == "notice" for one in turn.outcome.changes) == 2


@cases
def test_what_is_only_described_stays(words: str) -> None:
    before, [turn] = _turns(DECK_NINE, "bunkroom", words)
    assert _asides(turn) == ["stays"]
    assert turn.after.minutes == before.minutes


@cases
def test_what_a_thing_of_its_kind_has_is_there_with_it(words: str) -> None:
    _, [turn] = _turns(DECK_NINE, "bunkroom", words)
    assert [one.op for one in turn.outcome.changes if one.op == "notice"] == ["notice"]


@cases
def test_to_rest_a_part_of_the_body_on_a_thing_is_no_rest(words: str) -> None:
    _, [turn] = _turns(DECK_NINE, "bunkroom", words)
    assert "notice" in {one.op for one in turn.outcome.changes}
    assert not {"enjoy", "wait"} & {one.op for one in turn.outcome.changes}


def test_what_is_said_to_somebody_who_was_not_found_is_said_to_nobody_else() -> None:
    _, [turn] = _turns(LONG_NIGHT, "hall", 'wake skeggi and whisper "come outside, i need a strong man"')
    assert all(span.speaker != "ragnhild" or "strong" not in span.text for span in turn.spans)
    assert all(getattr(one, "who", None) != "ragnhild" for one in turn.outcome.changes)


def test_a_theft_waits_for_its_moment_and_is_asked_back_then() -> None:
    before, [held, wait, done] = _turns(
        BRANNIGAN, "lobby", "steal the key when he turns the page", "wait", "yes"
    )
    assert _asides(held) == ["held_back"]
    assert held.after.items == before.items
    assert _asides(wait) == ["may_be_so"]
    assert done.after.items["pass_key"] == "player"


def test_a_deed_is_recalled_once_its_condition_comes_about() -> None:
    _, turns = _turns(
        LIGHTHOUSE,
        "kitchen",
        "if tallack leaves i grab the record sleeve",
        "wait",
        "wait an hour",
        "wait an hour",
        "do it",
    )
    assert _asides(turns[0]) == ["held_back"]
    due = next(at for at, turn in enumerate(turns) if "now_so" in _asides(turn))
    assert turns[due].after.characters["tallack"].place != "kitchen"
    assert turns[-1].after.items["sleeve"] == "player"


def test_a_deed_that_was_done_at_once_is_not_recalled() -> None:
    _, turns = _turns(LONG_NIGHT, "hall", "if ragnhild is here i take the torch", "wait")
    assert turns[0].after.items["pine_torch"] == "player"
    assert _asides(turns[1]) == []
