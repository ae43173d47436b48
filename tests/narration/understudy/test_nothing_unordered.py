"""What was not ordered is not done: small handling hurts nobody, set phrases lead nowhere, and waits need no guess."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.draft import HIDDEN
from gamemaster.rules.proposal import Attempt
from gamemaster.rules.state import StoryState
from tests.casekit import cases
from tests.scenekit import play_in, scene
from tests.worldkit import world_at

LIGHTHOUSE, LONG_NIGHT = "worlds/lighthouse", "worlds/long_night"
INN = "tests/worlds_unseen/caravanserai"


def bonds(state: StoryState) -> dict[str, str]:
    return {who: f"{one.disposition} {one.toward('player')!r}" for who, one in state.characters.items()}


def is_no_feat(before: StoryState, turn: Played, *, most: int) -> bool:
    """Whether nothing is tried, nobody minds, and it takes so many minutes at the most."""
    tried = any(isinstance(op, Attempt) for op in turn.outcome.changes)
    return not tried and bonds(turn.after) == bonds(before) and turn.after.minutes - before.minutes <= most


@cases
def test_small_handling_is_no_feat_and_costs_nothing(world: str, place: str, here: str, words: str) -> None:
    before, turn = play_in(world, place, words, here)
    assert is_no_feat(before, turn, most=5)
    assert (turn.after.place, turn.after.wounds) == (place, before.wounds)


def test_letting_one_thing_go_does_not_part_with_another() -> None:
    _, turn = play_in(INN, "roof", "drop one of the torches on them")
    assert turn.after.items["waterskin"] == "player"


def test_whoever_hides_already_stays_hidden_without_another_try() -> None:
    state = scene(LIGHTHOUSE, "store", "jory")
    state.flags[HIDDEN] = 0
    turn = play(world_at(LIGHTHOUSE), state, "keep out of sight")
    assert HIDDEN in turn.after.flags
    assert not turn.ruling.checks


@cases
def test_a_place_with_a_question_mark_is_no_walk(world: str, place: str, words: str) -> None:
    assert play_in(world, place, words, "ulf" if world == LONG_NIGHT else "")[1].after.place == place


@cases
def test_no_wait_is_guessed(world: str, place: str, words: str, most: int) -> None:
    before, turn = play_in(world, place, words)
    assert turn.after.minutes - before.minutes <= most


def test_whoever_knocks_at_a_door_has_not_gone_in() -> None:
    _, turn = play_in(LIGHTHOUSE, "watchroom", "down to the wireless room and knock")
    assert turn.after.place == "watchroom"
    assert "knock" in " ".join(span.text for span in turn.spans)


@cases
def test_what_is_promised_or_poured_is_not_built(place: str, here: str, words: str) -> None:
    before, turn = play_in(LIGHTHOUSE, place, words, here)
    assert not any(isinstance(op, Attempt) and op.stance == "build" for op in turn.outcome.changes)
    assert turn.after.minutes - before.minutes <= 20


@cases
def test_a_walk_is_walked_as_it_is_told(world: str, place: str, here: str, words: str, leads_to: str) -> None:
    assert play_in(world, place, words, here)[1].after.place == leads_to


@cases
def test_a_dare_a_pat_or_a_look_is_no_blow_and_no_wait(world: str, place: str, here: str, words: str) -> None:
    before, turn = play_in(world, place, words, here)
    assert bonds(turn.after) == bonds(before)
    assert turn.after.minutes - before.minutes <= 5
    assert not turn.ruling.checks


@cases
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


@cases
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


@cases
def test_whoever_is_taken_aside_is_not_robbed(words: str) -> None:
    before, turn = play_in(LONG_NIGHT, "yard", words, "ulf")
    assert turn.after.items == before.items
    assert not turn.ruling.checks


def test_to_keep_low_is_no_wait() -> None:
    before, turn = play_in(INN, "roof", "keep low and look at the torches")
    assert turn.after.minutes - before.minutes <= 5


@cases
def test_what_is_said_or_shown_is_no_deed(world: str, place: str, here: str, words: str) -> None:
    before, turn = play_in(world, place, words, here)
    assert is_no_feat(before, turn, most=1)
    assert (turn.after.place, turn.after.items) == (place, before.items)


@cases
def test_a_tool_that_is_not_there_does_nothing_and_is_named(words: str, tool: str) -> None:
    before, turn = play_in(LIGHTHOUSE, "store", words)
    assert turn.after.minutes == before.minutes
    assert not turn.outcome.changes
    assert tool in turn.spans[0].text


def test_to_burn_everything_is_asked_back() -> None:
    before, turn = play_in(LONG_NIGHT, "yard", "burn everything")
    assert turn.outcome.unclear == "clarify"
    assert turn.after.items == before.items


@cases
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


@cases
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


@cases
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


def test_a_look_that_is_given_to_a_letter_gives_it_to_nobody() -> None:
    state = scene("tests/worlds_small/bellamy", "kitchen", "odile")
    for words in ("give the ticket a quick skim", "I give the ticket a good look"):
        turn = play(world_at("tests/worlds_small/bellamy"), state, words)
        assert turn.after.items["ticket"] == "kitchen", words


def test_some_of_what_is_in_the_hand_is_offered_and_nothing_is_promised() -> None:
    state = scene(INN, "gate", "bishr")
    turn = play(world_at(INN), state, "I take a sip from the waterskin and offer Bishr some")
    assert turn.after.items["waterskin"] == "player"
    assert turn.after.promises == state.promises
    assert "skin_empty" not in turn.after.flags


def test_a_bare_drink_empties_no_skin() -> None:
    state = scene(INN, "gate", "bishr")
    turn = play(world_at(INN), state, "have a drink")
    assert "skin_empty" not in turn.after.flags
    assert turn.after.minutes - state.minutes <= 2


def test_a_promise_of_an_ale_is_no_pact() -> None:
    _, turn = play_in(LONG_NIGHT, "yard", "I promise to bring you an ale, Ulf", "ulf")
    assert "ulf_pact" not in turn.after.flags


def test_what_is_read_to_the_end_is_what_is_laid_down() -> None:
    state = scene(LIGHTHOUSE, "kitchen", "tallack")
    state.items["torn_page"] = "player"
    words = "I unfold the torn page, read it all, then lay it flat on the table"
    turn = play(world_at(LIGHTHOUSE), state, words)
    assert turn.after.items["torn_page"] == "kitchen"
    assert turn.after.items["record"] == state.items["record"]


def test_nothing_is_bought_that_nobody_sells() -> None:
    for place, here, words in (("hall", "ragnhild", "buy the boar-spear"), ("landing", "", "buy a boat")):
        world = LONG_NIGHT if here else LIGHTHOUSE
        _, turn = play_in(world, place, words, here)
        assert not any(span.text.startswith("You buy") for span in turn.spans), words


def test_a_candle_that_is_not_here_lights_no_torch() -> None:
    state = scene(LONG_NIGHT, "byre", has="pine_torch tinderbox")
    turn = play(world_at(LONG_NIGHT), state, "strike the tinderbox and light that candle stub")
    assert not turn.after.details


def test_what_is_taken_out_of_a_crate_leads_nowhere() -> None:
    _, turn = play_in(LIGHTHOUSE, "landing", "take one turnip out of the crate")
    assert turn.after.place == "landing"


def test_what_is_laid_down_for_a_second_is_in_the_hand_again() -> None:
    _, turn = play_in(LIGHTHOUSE, "store", "set my letter on the shelf for a second", "jory", "letter")
    assert turn.after.items["letter"] == "player"


def test_a_page_is_read_in_minutes() -> None:
    state = scene(LIGHTHOUSE, "kitchen", "tallack", "torn_page")
    turn = play(world_at(LIGHTHOUSE), state, "read the torn page")
    assert 0 < turn.after.minutes - state.minutes <= 3
