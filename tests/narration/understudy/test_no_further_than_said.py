"""A deed goes as far as was said: a sip leaves the jug, half the way is no walk, a thought is no deed."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.rules.state import StoryState
from tests.worldkit import world_at

LIGHTHOUSE, NIGHT = "worlds/lighthouse", "worlds/long_night"
INN, BISTRO = "tests/worlds_unseen/caravanserai", "tests/worlds_small/bellamy"
SHIP, OFFICE = "tests/worlds_modern/deck_nine", "tests/worlds_modern/brannigan"


def play_in(world: str, place: str, words: str, has: str = "") -> tuple[StoryState, Played]:
    state = state_of(world_at(world), 1, {"input": "x", "place": place, "has": has.split()})
    return state, play(world_at(world), state, words)


def text_of(turn: Played) -> str:
    return " ".join(span.text for span in turn.spans)


@pytest.mark.parametrize(
    ("world", "place", "thing", "words"),
    [
        (INN, "kitchen", "dates", "eat one of the dates"),
        (INN, "kitchen", "dates", "I eat a few dates and keep the rest"),
        (INN, "kitchen", "dates", "give Nuha one of my dates"),
        (INN, "kitchen", "dates", "eat a date, save the rest for later"),
        (INN, "kitchen", "waterskin", "take a small sip from the waterskin"),
        (NIGHT, "hall", "ale_jug", "drink a mouthful of ale"),
        (NIGHT, "hall", "ale_jug", "sip the ale"),
        (NIGHT, "hall", "old_mead", "have a sip of mead"),
        (NIGHT, "hall", "salt_herring", "eat half of the herring and save half for later"),
        (NIGHT, "hall", "ships_biscuit", "break off a piece of biscuit and give it to Ragnhild"),
        (NIGHT, "hall", "white_cheese", "cut a slice of the cheese"),
        (SHIP, "corridor", "ration", "nibble at the ration bar"),
        (SHIP, "corridor", "tape", "tear off a strip of tape and stick it over the vent"),
        (BISTRO, "kitchen", "brandy", "take a swig of brandy"),
        (LIGHTHOUSE, "kitchen", "pilchards", "have one pilchard"),
        (LIGHTHOUSE, "kitchen", "turnips", "give Tallack one of the turnips"),
        (SHIP, "corridor", "ration", "I take one bite of the ration and put it away"),
        (SHIP, "corridor", "ration", "share out my ration"),
        (INN, "yard", "dates", "keep half the dates and give Farrokh the other half"),
    ],
)
def test_a_part_of_a_thing_leaves_the_rest(world: str, place: str, thing: str, words: str) -> None:
    before, turn = play_in(world, place, words, thing)
    assert turn.after.items[thing] == "player"
    assert not turn.after.details
    assert turn.after.minutes - before.minutes <= 5
    assert not any(span.kind == "aside" for span in turn.spans), text_of(turn)


@pytest.mark.parametrize(
    ("world", "place", "thing", "words", "where"),
    [
        (INN, "kitchen", "dates", "eat the dates", "nowhere"),
        (NIGHT, "hall", "ale_jug", "drink the ale", "nowhere"),
        (SHIP, "corridor", "ration", "eat the ration bar", "nowhere"),
        (SHIP, "corridor", "torch", "give Bo the torch", "bo"),
        (LIGHTHOUSE, "kitchen", "turnips", "give Tallack the crate of turnips", "tallack"),
    ],
)
def test_the_whole_of_a_thing_is_meant(world: str, place: str, thing: str, words: str, where: str) -> None:
    assert play_in(world, place, words, thing)[1].after.items[thing] == where


def test_the_rest_is_what_is_left() -> None:
    _, turn = play_in(SHIP, "corridor", "eat a third of the bar and hand the rest to Bo", "ration")
    assert turn.after.items["ration"] == "bo"


def test_a_rule_for_one_of_many_is_still_played() -> None:
    assert "Three left" in text_of(play_in(OFFICE, "lobby", "smoke one cigarette")[1])


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (INN, "yard", "I start towards the kitchen, then stop"),
        (INN, "yard", "go halfway up the stairs"),
        (INN, "yard", "I go halfway to the gate and look back"),
        (INN, "yard", "take two steps towards the stable"),
        (INN, "yard", "I make for the stable but stop at the door"),
        (INN, "yard", "I head for the kitchen but change my mind"),
        (INN, "yard", "I set off for the kitchen, but then I think better of it"),
        (NIGHT, "shore", "go a little way out onto the ice"),
        (NIGHT, "shore", "go onto the ice but no further than ten paces"),
        (NIGHT, "shore", "walk out onto the ice a few yards and come back"),
        (NIGHT, "shore", "I start for the yard, then turn back"),
        (LIGHTHOUSE, "kitchen", "go halfway down the stairs and listen"),
        (LIGHTHOUSE, "kitchen", "climb partway up the stairs"),
        (SHIP, "corridor", "go to the lab door and listen"),
        (SHIP, "corridor", "float up to the airlock door"),
        (INN, "yard", "walk over to the stable door"),
        (INN, "yard", "walk up to the stable door"),
        (INN, "yard", "go up to the kitchen door"),
        (OFFICE, "fourth", "I'm about to leave when I remember the trophy"),
    ],
)
def test_a_walk_that_is_only_begun_leads_nowhere(world: str, place: str, words: str) -> None:
    before, turn = play_in(world, place, words)
    assert turn.after.place == place
    assert turn.after.minutes - before.minutes <= 2


@pytest.mark.parametrize(
    ("world", "place", "words", "to"),
    [
        (INN, "yard", "walk to the stable and stop", "stable"),
        (INN, "yard", "walk the few steps to the kitchen", "kitchen"),
        (INN, "yard", "head for the kitchen", "kitchen"),
        (INN, "yard", "walk up to the stable", "stable"),
        (INN, "yard", "go up the stair to the gallery", "gallery"),
        (INN, "yard", "I am about to go to the stable", "stable"),
        (NIGHT, "shore", "walk up to the yard but first look at the boats", "yard"),
        (LIGHTHOUSE, "kitchen", "I would rather go up than stay here", "bunkroom"),
        (LIGHTHOUSE, "kitchen", "next I go up", "bunkroom"),
        (SHIP, "corridor", "you wait here, I'll go to the lab", "lab"),
        (SHIP, "corridor", "to the lab, quickly", "lab"),
    ],
)
def test_a_walk_that_is_meant_leads_there(world: str, place: str, words: str, to: str) -> None:
    assert play_in(world, place, words)[1].after.place == to


def test_what_comes_first_is_done_first() -> None:
    _, turn = play_in(NIGHT, "shore", "walk up to the yard but first I look at the boats")
    assert turn.outcome.changes[0].op == "notice"


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (NIGHT, "hall", "imagine taking the spear and running for it"),
        (NIGHT, "hall", "picture hitting him with the bowl"),
        (NIGHT, "hall", "maybe later I'll visit the smithy"),
        (NIGHT, "hall", "I'd rather die than give her my cloak"),
        (NIGHT, "hall", "someone should light that torch"),
        (NIGHT, "hall", "next time I'll bring a torch"),
        (NIGHT, "brewhouse", "let us hope nobody goes into the mound"),
        (NIGHT, "brewhouse", "it is not as if I could just walk out over the ice"),
        (NIGHT, "brewhouse", "Yrsa's the sort who would put henbane in the ale and go to bed"),
        (LIGHTHOUSE, "kitchen", "later I'll go up and wind the clock"),
        (LIGHTHOUSE, "wireless", "the trick would be to put the valve in and then wait for dark"),
        (LIGHTHOUSE, "wireless", "careful or I'll drop the record"),
        (OFFICE, "fourth", "next week I'll take the camera to be fixed"),
        (OFFICE, "lobby", "stay back or I'll leave"),
        (SHIP, "corridor", "some other time I'll go to the lab"),
        (SHIP, "lab", "I'd love to sleep"),
        (INN, "yard", "perhaps I'll sleep on the roof tonight"),
        (NIGHT, "smithy", "whoever goes out on the ice tonight is a fool"),
        (NIGHT, "smithy", "one more word from him and I'll take his chisel"),
        (NIGHT, "smithy", "when I get home I'll sleep for a month and eat a whole pig"),
        (SHIP, "gardens", "the manual says open the valve and run"),
        (SHIP, "gardens", "tell you what, if it gets worse I'll drop everything and run"),
        (BISTRO, "kitchen", "I might go out to the alley, but let me think"),
        (OFFICE, "street", "whoever is there, come in"),
        (LIGHTHOUSE, "bunkroom", "you go up, I'll stay"),
        (NIGHT, "groa_hut", "I've half a mind to go back to the ship and stay there"),
        (NIGHT, "groa_hut", "let's pretend we never met"),
        (NIGHT, "groa_hut", "I wouldn't wear those mittens if you paid me"),
        (OFFICE, "street", "in this business you sell your friends first"),
        (SHIP, "pump_room", "water is life, break the pump and you break the ship"),
        (SHIP, "pump_room", "no rest for the wicked"),
        (SHIP, "pump_room", "go on, drip"),
        (SHIP, "command", "in the end we all take the lift down"),
        (SHIP, "command", "I'll sleep when I'm dead"),
        (SHIP, "corridor", "when I retire I'll sit in the gardens and eat tomatoes"),
        (SHIP, "command", "either we fix the pump or we leave"),
        (OFFICE, "elevator", "going up, as the man said"),
        (LIGHTHOUSE, "watchroom", "you sleep, you miss a ship, men die"),
        (INN, "cistern", "I've seen men killed for less water than this"),
        (SHIP, "airlock", "in case of fire, leave by the lift, it says"),
        (INN, "gallery", "to sleep, to dream, all that"),
        (INN, "kitchen", "we wait and we die"),
        (INN, "kitchen", "once this is done I'll give Nuha the letter"),
        (INN, "yard", "maybe I'll take the cart pole"),
    ],
)
def test_what_is_not_ordered_changes_nothing(world: str, place: str, words: str) -> None:
    before, turn = play_in(world, place, words, {"wireless": "record valve"}.get(place, ""))
    assert turn.after.place == place
    assert [thing for thing, where in before.items.items() if turn.after.items[thing] != where] == []
    assert turn.after.minutes - before.minutes <= 5
    assert turn.after.details == before.details


@pytest.mark.parametrize(
    ("world", "place", "words", "what"),
    [
        (NIGHT, "hall", "I promise not to hurt anyone", "not to hurt anyone"),
        (NIGHT, "hall", "you have my word I'll stay inside tonight", "to stay inside tonight"),
        (OFFICE, "lobby", "I swear on my mother's grave I won't shoot anybody", "not to shoot anybody"),
        (INN, "kitchen", "I promise not to open the letter", "not to open the letter"),
        (INN, "kitchen", "I promise you, I'll bring the key back", "to bring the key back"),
        (INN, "kitchen", "I promise you, Nuha, I'll bring the key back", "to bring the key back"),
        (SHIP, "corridor", "I promise not to open the airlock", "not to open the airlock"),
    ],
)
def test_a_promise_not_to_is_kept_in_the_words_it_was_given_in(
    world: str, place: str, words: str, what: str
) -> None:
    given = play_in(world, place, words)[1].after.promises.values()
    assert [one.what for one in given if one.by == "player"] == [what]


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (LIGHTHOUSE, "wireless", "I swear I saw somebody go out on the gallery"),
        (LIGHTHOUSE, "wireless", "I promise you it was not me"),
        (SHIP, "lab", "I promise I'm not here to steal your keycard"),
        (OFFICE, "lobby", "I swear to God the door was open"),
    ],
)
def test_what_is_sworn_to_be_so_binds_nobody(world: str, place: str, words: str) -> None:
    assert not play_in(world, place, words)[1].after.promises


@pytest.mark.parametrize(
    ("world", "place", "has", "words", "thing"),
    [
        (INN, "kitchen", "", "I try to get a glimpse of the book", "water_book"),
        (INN, "kitchen", "", "sneak a look at Nuha's book", "water_book"),
        (OFFICE, "fourth", "", "try the weight of the trophy", "trophy"),
        (OFFICE, "fourth", "", "get a better look at the camera", "camera"),
        (NIGHT, "smithy", "", "try the edge of the chisel with my thumb", "ice_chisel"),
        (NIGHT, "smithy", "", "I pick up the bar to look at it and put it back", "iron_bar"),
        (LIGHTHOUSE, "bunkroom", "", "catch a glimpse of the watch", "pocket_watch"),
        (LIGHTHOUSE, "bunkroom", "", "have a squint at the pocket watch", "pocket_watch"),
    ],
)
def test_only_looking_takes_nothing(world: str, place: str, has: str, words: str, thing: str) -> None:
    before, turn = play_in(world, place, words, has)
    assert [(one.op, one.what) for one in turn.outcome.changes if one.op == "notice"] == [("notice", thing)]
    assert turn.after.items == before.items


@pytest.mark.parametrize(
    ("world", "place", "words", "answer"),
    [
        (LIGHTHOUSE, "kitchen", "is the stove on?", "mica window"),
        (LIGHTHOUSE, "kitchen", "is there anything in the sleeve?", ""),
        (OFFICE, "fourth", "is the revolver loaded?", "Nothing in it"),
        (OFFICE, "fourth", "is there film in the camera?", "No film"),
        (INN, "yard", "is the pole heavy?", "You can carry it"),
        (SHIP, "corridor", "is the tape sticky?", "holds the ship together"),
        (NIGHT, "hall", "is the spear sharp?", "Ash and iron"),
    ],
)
def test_asking_how_a_thing_is_costs_nothing(world: str, place: str, words: str, answer: str) -> None:
    before, turn = play_in(world, place, words)
    assert turn.after.minutes == before.minutes
    assert turn.after.items == before.items
    assert turn.after.noticed == before.noticed
    assert answer in text_of(turn)


@pytest.mark.parametrize(
    ("world", "place", "has", "words", "to"),
    [
        (INN, "yard", "cart_pole", "bring the pole back to Bishr and wedge it under the gate", "gate"),
        (INN, "yard", "", "take the letter to Sabbas and read it to him", "gallery"),
        (SHIP, "bunkroom", "", "take the radio to Bo and switch it on", "corridor"),
        (NIGHT, "yard", "boar_spear", "bring the spear to Skeggi and sharpen it", "smithy"),
    ],
)
def test_what_is_to_be_done_beside_somebody_is_done_there(
    world: str, place: str, has: str, words: str, to: str
) -> None:
    _, turn = play_in(world, place, words, has)
    assert turn.after.place == to
    done = [one.op for one in turn.outcome.changes if one.op != "take"]
    assert done[0] == "move"


@pytest.mark.parametrize(
    ("world", "place", "has", "words", "thing", "who"),
    [
        (INN, "yard", "cart_pole", "carry the pole to Bishr", "cart_pole", "bishr"),
        (SHIP, "bunkroom", "", "bring Bo the radio", "radio", "bo"),
        (SHIP, "lift", "", "bring Bo my ration", "ration", "bo"),
        (LIGHTHOUSE, "bunkroom", "pocket_watch", "bring Tallack the watch", "pocket_watch", "tallack"),
    ],
)
def test_what_is_brought_is_handed_over_where_they_are(
    world: str, place: str, has: str, words: str, thing: str, who: str
) -> None:
    after = play_in(world, place, words, has)[1].after
    assert after.place == after.characters[who].place
    assert after.items[thing] == who


@pytest.mark.parametrize(
    ("world", "place", "has", "words", "thing"),
    [
        (LIGHTHOUSE, "bunkroom", "pocket_watch", "bring the watch to Jory and wind it", "pocket_watch"),
        (SHIP, "bunkroom", "radio", "bring the radio to Gus and switch it on", "radio"),
        (INN, "roof", "", "bring the letter to Layla and break the seal", "letter"),
    ],
)
def test_what_waits_for_somebody_who_is_not_found_is_not_done_here(
    world: str, place: str, has: str, words: str, thing: str
) -> None:
    before, turn = play_in(world, place, words, has)
    assert (turn.after.place, turn.after.items[thing]) == (place, "player")
    assert turn.after.flags == before.flags
    assert [span.kind for span in turn.spans][-1] == "aside"


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (SHIP, "lab", "fine, don't give me the keycard then"),
        (NIGHT, "smithy", "don't make me go out there again"),
    ],
)
def test_what_is_not_to_be_done_to_the_player_is_nobodys_word(world: str, place: str, words: str) -> None:
    assert not play_in(world, place, words)[1].after.promises


@pytest.mark.parametrize(
    ("world", "place", "has", "words", "gone", "kept"),
    [
        (INN, "yard", "dates quilt", "give Farrokh the dates and the quilt", "dates quilt", ""),
        (INN, "yard", "dates", "give a date to Farrokh and eat one myself", "", "dates"),
        (NIGHT, "hall", "ale_jug", "pour two cups of ale, one for me and one for Ragnhild", "", "ale_jug"),
        (SHIP, "corridor", "tape", "tear some tape and stick it over the vent", "", "tape"),
    ],
)
def test_each_of_two_things_is_done_for_itself(
    world: str, place: str, has: str, words: str, gone: str, kept: str
) -> None:
    _, turn = play_in(world, place, words, has)
    assert {thing for thing in has.split() if turn.after.items[thing] != "player"} == set(gone.split())
    assert {thing for thing in has.split() if turn.after.items[thing] == "player"} == set(kept.split())
    assert not turn.after.details
    assert not any(span.kind == "aside" for span in turn.spans), text_of(turn)


def test_one_of_two_is_handed_over() -> None:
    _, turn = play_in(OFFICE, "lobby", "light two cigarettes, one for me and one for Otis")
    assert "hand one to Otis" in text_of(turn)


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (NIGHT, "hall", "if I win you tell me who took the baby"),
        (OFFICE, "lobby", "a dime says you can't tell me who left last"),
        (OFFICE, "lobby", "heads I win, tails you tell me who came in"),
        (SHIP, "corridor", "if I lose, you get my ration"),
    ],
)
def test_a_wager_is_put_to_whoever_is_there(world: str, place: str, words: str) -> None:
    before, turn = play_in(world, place, words)
    assert any(span.kind == "speech" for span in turn.spans), text_of(turn)
    assert turn.after.items == before.items


def test_a_wager_leaves_the_question_beside_it() -> None:
    _, turn = play_in(OFFICE, "lobby", "if I win you tell me about Crane. how long have you worked here?")
    assert "ask" in [one.verb for one in turn.outcome.intents]
