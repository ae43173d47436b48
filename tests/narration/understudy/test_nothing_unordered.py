"""What was not ordered is not done: small handling hurts nobody, set phrases lead nowhere, and waits need no guess."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.draft import HIDDEN
from gamemaster.rules.proposal import Attempt
from gamemaster.rules.state import StoryState
from tests.scenekit import play_in, scene
from tests.worldkit import world_at

LIGHTHOUSE, LONG_NIGHT = "worlds/lighthouse", "worlds/long_night"
INN, MILL = "tests/worlds_unseen/caravanserai", "tests/sample_world"


def bonds(state: StoryState) -> dict[str, str]:
    return {who: f"{one.disposition} {one.toward('player')!r}" for who, one in state.characters.items()}


@pytest.mark.parametrize(
    ("world", "place", "here", "words"),
    [
        (MILL, "yard", "mara", "tug Mara's apron"),
        (INN, "gate", "bishr", "pluck at Bishr's sleeve"),
        (INN, "kitchen", "nuha", "draw up a stool next to Nuha"),
        (LIGHTHOUSE, "wireless", "dilys", "drag a chair over beside Dilys"),
        (LIGHTHOUSE, "kitchen", "tallack", "nudge the record over to Tallack"),
        (LONG_NIGHT, "hall", "ragnhild", "shove the porridge bowl across to the lady"),
        (MILL, "mill", "", "shake the gears"),
        (LIGHTHOUSE, "watchroom", "", "rattle the press to hear what is in it"),
        (LONG_NIGHT, "groa_hut", "groa", "stoop under the low beam"),
        (LONG_NIGHT, "byre", "cuthred", "scratch the cow behind the ears"),
        (LONG_NIGHT, "hall", "ragnhild", "back away two paces from her"),
        (LIGHTHOUSE, "wireless", "dilys", "hop up and down"),
    ],
)
def test_small_handling_is_no_feat_and_costs_nothing(world: str, place: str, here: str, words: str) -> None:
    before, turn = play_in(world, place, words, here)
    assert not any(isinstance(op, Attempt) for op in turn.outcome.changes)
    assert (turn.after.place, turn.after.wounds) == (place, before.wounds)
    assert bonds(turn.after) == bonds(before)
    assert turn.after.minutes - before.minutes <= 5


def test_letting_one_thing_go_does_not_part_with_another() -> None:
    _, turn = play_in(INN, "roof", "drop one of the torches on them")
    assert turn.after.items["waterskin"] == "player"


def test_whoever_hides_already_stays_hidden_without_another_try() -> None:
    state = scene(LIGHTHOUSE, "store", "jory")
    state.flags[HIDDEN] = 0
    turn = play(world_at(LIGHTHOUSE), state, "keep out of sight")
    assert HIDDEN in turn.after.flags
    assert not turn.ruling.checks


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (LONG_NIGHT, "hall", "hm. the smithy?"),
        (INN, "yard", "the stable? or"),
        (INN, "yard", "the gallery?"),
    ],
)
def test_a_place_with_a_question_mark_is_no_walk(world: str, place: str, words: str) -> None:
    assert play_in(world, place, words, "ulf" if world == LONG_NIGHT else "")[1].after.place == place


@pytest.mark.parametrize(
    ("world", "place", "words", "most"),
    [
        (LIGHTHOUSE, "watchroom", "climb down to the wireless room, knock and wait for a reply", 5),
        (LONG_NIGHT, "hall", "if Ulf is about I wait until he has gone", 5),
        (INN, "yard", "unless Farrokh objects I sleep until he is done", 5),
    ],
)
def test_no_wait_is_guessed(world: str, place: str, words: str, most: int) -> None:
    before, turn = play_in(world, place, words)
    assert turn.after.minutes - before.minutes <= most


def test_whoever_knocks_at_a_door_has_not_gone_in() -> None:
    _, turn = play_in(LIGHTHOUSE, "watchroom", "down to the wireless room and knock")
    assert turn.after.place == "watchroom"
    assert "knock" in " ".join(span.text for span in turn.spans)


@pytest.mark.parametrize(
    ("place", "here", "words"),
    [
        ("kitchen", "tallack", "let me make you a promise, sir"),
        ("store", "jory", "I make Jory an oath"),
        ("kitchen", "tallack", "make a mug for the old man"),
    ],
)
def test_what_is_promised_or_poured_is_not_built(place: str, here: str, words: str) -> None:
    before, turn = play_in(LIGHTHOUSE, place, words, here)
    assert not any(isinstance(op, Attempt) and op.stance == "build" for op in turn.outcome.changes)
    assert turn.after.minutes - before.minutes <= 20


@pytest.mark.parametrize(
    ("world", "place", "here", "words", "leads_to"),
    [
        (LONG_NIGHT, "shore", "ivar", "I plod up the trodden path past the boats, shivering, to the lights", "yard"),
        (INN, "yard", "farrokh", "I pick my way round the broken cart and up the stair to the gallery", "gallery"),
        (INN, "gallery", "sabbas", "I turn on my heel and stump up to the roof", "roof"),
        (MILL, "yard", "mara", "I wander down past the last of the houses to the wood", "wood"),
        (LIGHTHOUSE, "kitchen", "tallack", "I feel my way up the iron ladder to the bunk room", "bunkroom"),
    ],
)  # fmt: skip
def test_a_walk_that_is_told_at_length_is_walked(
    world: str, place: str, here: str, words: str, leads_to: str
) -> None:
    assert play_in(world, place, words, here)[1].after.place == leads_to


@pytest.mark.parametrize(
    ("world", "place", "here", "words"),
    [
        (INN, "yard", "farrokh", "I challenge Farrokh to throw dice with me"),
        (LONG_NIGHT, "smithy", "skeggi", "dare Skeggi to lift the anvil"),
        (LIGHTHOUSE, "store", "jory", "wager Jory a shilling that the bell stops before ten"),
        (INN, "stable", "layla", "give the mare a slap on the neck"),
        (LONG_NIGHT, "hall", "ragnhild", "show Ragnhild my empty hands"),
        (LIGHTHOUSE, "lantern", "", "shut my eyes and count to five"),
        (MILL, "yard", "mara", "toss a stone down the well to hear how far it falls"),
        (INN, "kitchen", "nuha", "turn to Nuha and spread my arms"),
        (LONG_NIGHT, "yard", "ulf", "*draws my knife and tests its edge with my thumb*"),
    ],
)
def test_a_dare_a_pat_or_a_look_is_no_blow_and_no_wait(world: str, place: str, here: str, words: str) -> None:
    before, turn = play_in(world, place, words, here)
    assert bonds(turn.after) == bonds(before)
    assert turn.after.minutes - before.minutes <= 5
    assert not turn.ruling.checks


@pytest.mark.parametrize(
    ("world", "place", "words", "seen"),
    [
        (INN, "roof", "dangle the rope over the parapet as though somebody had gone down it", "rope over the parapet"),
        (LONG_NIGHT, "byre", "put hay under the blanket so it looks as if a man lies there", "hay under the blanket"),
        (LIGHTHOUSE, "kitchen", "turn the calendar round so that he thinks it is tomorrow", "calendar"),
    ],
)  # fmt: skip
def test_what_is_staged_stays_and_is_seen_again(world: str, place: str, words: str, seen: str) -> None:
    _, turn = play_in(world, place, words)
    assert any(seen in detail.text for detail in turn.after.details.values())
    again = play(world_at(world), turn.after, "look around")
    assert seen in " ".join(span.text for span in again.spans)


def test_porridge_in_a_face_leaves_the_hand_and_names_whom_it_meets() -> None:
    _, turn = play_in(LONG_NIGHT, "hall", "fling the porridge into Ulf's face", "ulf ragnhild")
    attempt = next(op for op in turn.outcome.changes if isinstance(op, Attempt))
    assert (attempt.target, attempt.tool) == ("ulf", "porridge_bowl")
    assert turn.after.items["porridge_bowl"] != "player"
    assert "Ulf" in " ".join(span.text for span in turn.spans)


@pytest.mark.parametrize(
    ("world", "place", "here", "words"),
    [
        (LONG_NIGHT, "hall", "ulf", "I elbow Ulf, teasingly"),
        (LONG_NIGHT, "shore", "ivar", "hoist Ivar onto my shoulders so that he sees the mast"),
        (LIGHTHOUSE, "store", "jory", "lend Jory a hand and give him a hand with the coal"),
        (LIGHTHOUSE, "wireless", "dilys", 'I cut her short with a look: "When?"'),
        (LIGHTHOUSE, "wireless", "dilys", "pick Dilys's brain about the set"),
        (LIGHTHOUSE, "kitchen", "tallack", "thump the table with my fist"),
        (LIGHTHOUSE, "kitchen", "tallack", "knock the ash out of my pipe on the stove"),
        (INN, "yard", "farrokh", "hit it off with Farrokh"),
        (INN, "stable", "layla", "shoo the flies off the mare"),
    ],
)
def test_manners_of_speaking_and_play_hurt_nobody(world: str, place: str, here: str, words: str) -> None:
    before, turn = play_in(world, place, words, here)
    assert turn.after.place == place
    assert not turn.ruling.checks
    feelings = {
        who: (one.disposition, one.toward("player").fear) for who, one in turn.after.characters.items()
    }
    assert all(
        one.disposition <= feelings[who][0] and one.toward("player").fear >= feelings[who][1]
        for who, one in before.characters.items()
    )
    assert turn.after.minutes - before.minutes <= 5


def test_bare_hands_draw_no_blade() -> None:
    _, turn = play_in(LONG_NIGHT, "yard", "punch Ulf in the mouth", "ulf")
    assert not any(getattr(op, "item", None) == "belt_knife" for op in turn.outcome.changes)


@pytest.mark.parametrize("words", ["take Ulf aside for a word", "draw the steward apart for a moment"])
def test_whoever_is_taken_aside_is_not_robbed(words: str) -> None:
    before, turn = play_in(LONG_NIGHT, "yard", words, "ulf")
    assert turn.after.items == before.items
    assert not turn.ruling.checks


def test_to_keep_low_is_no_wait() -> None:
    before, turn = play_in(INN, "roof", "keep low and look at the torches")
    assert turn.after.minutes - before.minutes <= 5


@pytest.mark.parametrize(
    ("world", "place", "here", "words"),
    [
        (LONG_NIGHT, "yard", "ulf", "I hug my cloak about me"),
        (LIGHTHOUSE, "store", "jory", "Maybe I can help you with it"),
        (LIGHTHOUSE, "store", "jory", "I think you go and sit there to be alone."),
        (LONG_NIGHT, "hall", "ragnhild", "keep quiet"),
        (MILL, "mill", "mara", "help Mara with the bucket"),
        (LONG_NIGHT, "hall", "ragnhild", "duck below the bench"),
        (LIGHTHOUSE, "kitchen", "", "bored now"),
        (LIGHTHOUSE, "kitchen", "", "make it more exciting"),
    ],
)
def test_what_is_said_or_shown_is_no_deed(world: str, place: str, here: str, words: str) -> None:
    before, turn = play_in(world, place, words, here)
    assert not any(isinstance(op, Attempt) for op in turn.outcome.changes)
    assert (turn.after.place, turn.after.items) == (place, before.items)
    assert bonds(turn.after) == bonds(before)
    assert turn.after.minutes - before.minutes <= 1


@pytest.mark.parametrize(
    ("words", "tool"),
    [("cut the pipe with my chainsaw", "chainsaw"), ("light it with my lighter", "lighter")],
)
def test_a_tool_that_is_not_there_does_nothing_and_is_named(words: str, tool: str) -> None:
    before, turn = play_in(LIGHTHOUSE, "store", words)
    assert turn.after.minutes == before.minutes
    assert not turn.outcome.changes
    assert tool in turn.spans[0].text


def test_to_burn_everything_is_asked_back() -> None:
    before, turn = play_in(LONG_NIGHT, "yard", "burn everything")
    assert turn.outcome.unclear == "clarify"
    assert turn.after.items == before.items


@pytest.mark.parametrize("words", ["hotwire the table", "I hotwire the gramophone"])
def test_a_deed_that_nobody_knows_is_not_told_as_done(words: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "kitchen", words)
    assert "You try to hotwire the" in turn.spans[0].text
    assert "leave it as it was" in turn.spans[0].text


def test_slipping_out_is_a_walk_and_no_stealth() -> None:
    _, turn = play_in(LONG_NIGHT, "yard", "slip out to the shore")
    assert turn.after.place == "shore"
    assert not turn.ruling.checks


def test_tea_that_is_poured_spoils_no_mugs() -> None:
    _, turn = play_in(LIGHTHOUSE, "kitchen", "I pour us both a mug of tea", "tallack")
    assert not any(isinstance(op, Attempt) for op in turn.outcome.changes)


@pytest.mark.parametrize(
    "words",
    [
        "I climb the stair quietly and stop outside the kitchen to listen",
        "climb up to the kitchen, pausing outside the door to listen",
    ],
)
def test_whoever_stops_outside_does_not_go_in(words: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "store", words, "jory")
    assert turn.after.place == "store"
    assert play_in(LIGHTHOUSE, "store", "climb up to the kitchen")[1].after.place == "kitchen"


def test_one_of_many_is_thrown_and_the_rest_are_left() -> None:
    _, turn = play_in(LIGHTHOUSE, "landing", "grab a turnip, chuck it at the sea")
    assert turn.after.items["turnips"] == "landing"


def test_what_is_wanted_is_done_after_what_comes_first() -> None:
    _, turn = play_in(LIGHTHOUSE, "store", "I want to go to the kitchen but first I take the mantle")
    assert (turn.after.items["mantle"], turn.after.place) == ("player", "kitchen")


def test_what_was_found_is_not_said_to_be_put_back() -> None:
    _, turn = play_in(LIGHTHOUSE, "bunkroom", "search Jory's mattress, then put it back")
    assert not any("put it back" in span.text for span in turn.spans)


def test_a_thought_between_stars_is_no_deed_of_ones_own() -> None:
    _, turn = play_in(LONG_NIGHT, "hall", "*Somebody loved that.*", "ragnhild")
    assert not any("You somebody" in span.text for span in turn.spans)


@pytest.mark.parametrize("words", ["put my hands into the stew", "put my hand in my pocket"])
def test_a_hand_is_no_lantern(words: str) -> None:
    before, turn = play_in(LIGHTHOUSE, "kitchen", words)
    assert turn.after.items == before.items
    assert not any("lantern" in span.text for span in turn.spans)


def test_fingers_that_are_slipped_into_something_feel_for_what_is_in_it() -> None:
    _, turn = play_in(LIGHTHOUSE, "kitchen", "slip my fingers into the record sleeve")
    assert "folded sheet" in turn.spans[0].text


def test_what_is_meant_is_done() -> None:
    _, turn = play_in(LONG_NIGHT, "byre", "I mean ask him about the knocking", "cuthred")
    assert [intent.verb for intent in turn.outcome.intents] == ["ask"]
