"""What players type in their first minutes: plain words, in worlds that they do not know yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.addressee import leader_of
from gamemaster.language.talk.vocatives import without_endearment
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.proposal import Inform, Move, Try
from tests.casekit import cases
from worlds.loader import load_world

TINY = Path("worlds/templates/tiny")  # what a writer begins with


def turn_of(world: str, place: str, words: str) -> Played:
    loaded = load_world(Path("worlds") / world)
    return play(loaded, state_of(loaded, 1, {"input": words, "place": place}), words)


@cases
def test_only_this_is_done(world: str, place: str, words: str, verbs: list[str]) -> None:
    assert [intent.verb for intent in turn_of(world, place, words).outcome.intents] == verbs


@cases
def test_nobody_walks_off(world: str, place: str, words: str) -> None:
    assert not any(isinstance(one, Move) for one in turn_of(world, place, words).outcome.changes)


@cases
def test_a_door_is_knocked_on_before_it_is_gone_through(words: str, done: list[str], ends: str) -> None:
    played = turn_of("long_night", "shore", words)
    assert [(one.verb, *one.objects) for one in played.outcome.intents] == [tuple(one.split()) for one in done]
    assert played.after.place == ends


@pytest.mark.parametrize("words", ["who is here", "who else is here?", "who's in the room"])
def test_who_is_here_is_seen_and_takes_no_time(words: str) -> None:
    played = turn_of("lighthouse", "kitchen", words)
    assert [one.kind for one in played.outcome.changes if isinstance(one, Inform)] == ["people"]
    assert played.ruling.minutes == 0


def test_a_walk_ends_before_too_many_rooms_are_new() -> None:
    played = turn_of("lighthouse", "landing", "go up to the light")
    gone = [one.to for one in played.outcome.changes if isinstance(one, Move)]
    assert 1 < len(gone) <= 4
    assert played.after.place != "lantern"


def test_a_hand_that_is_lifted_takes_no_twenty_minutes() -> None:
    assert turn_of("long_night", "shore", "attack the boy").ruling.minutes <= 2


@pytest.mark.parametrize("words", ["drink some ale", "have a drink of ale"])
def test_what_is_missing_is_called_by_its_name(words: str) -> None:
    played = turn_of("long_night", "hall", words)
    assert [(one.why, one.about) for one in played.outcome.asides] == [("not_found", "ale")]


def test_what_is_asked_for_is_told_beside_a_walk() -> None:
    played = turn_of("lighthouse", "landing", "I check my pockets, then go in")
    assert any(span.kind == "notice" and "letter" in span.text for span in played.spans)


@pytest.mark.parametrize("words", ["look for Bersi", "search for Bersi", "examine Bersi"])
def test_nobody_is_a_part_of_what_they_gave(words: str) -> None:
    intents = turn_of("long_night", "shore", words).outcome.intents
    assert not any("tinderbox" in one.objects for one in intents)


@cases
def test_what_there_is_none_of_is_said_so(words: str, why: str) -> None:
    world = load_world(TINY)
    played = play(world, state_of(world, 1, {"input": words}), words)
    assert [one.why for one in played.outcome.changes if isinstance(one, Try)] == [why]
    assert played.ruling.minutes <= 1


@pytest.mark.parametrize("words", ["what's my name?", "who am I?"])
def test_whoever_has_no_name_is_not_called_you(words: str) -> None:
    world = load_world(TINY)
    told = play(world, state_of(world, 1, {"input": words}), words).spans[0].text
    assert "the you" not in told
    assert "yours to say" in told


@pytest.mark.parametrize("words", ["talk to whoever is here", "talk to everyone here"])
def test_whoever_is_here_is_talked_to(words: str) -> None:
    world = load_world(TINY)
    played = play(world, state_of(world, 1, {"input": words}), words)
    assert [intent.objects for intent in played.outcome.intents] == [("tam",)]


def things_sought_in_vain(world: str, place: str, words: str) -> list[str]:
    changes = turn_of(world, place, words).outcome.changes
    return [one.about for one in changes if isinstance(one, Inform) and one.kind == "sought"]


@cases
def test_whoever_seeks_in_vain_is_told_so(world: str, place: str, words: str, sought: str) -> None:
    played = turn_of(world, place, words)
    assert f"You find no {sought}." in "\n".join(span.text for span in played.spans)


@cases
def test_what_may_be_here_is_not_denied(world: str, place: str, words: str) -> None:
    assert things_sought_in_vain(world, place, words) == []


@cases
def test_what_the_eye_and_the_pocket_tell(world: str, place: str, words: str, kinds: list[str]) -> None:
    intents = turn_of(world, place, words).outcome.intents
    assert [one.verb if one.verb == "inventory" else one.topic for one in intents] == kinds


@pytest.mark.parametrize("words", ["leave", "go out", "turn around and leave"])
def test_nobody_leaves_the_open_air_by_going_in(words: str) -> None:
    assert turn_of("lighthouse", "landing", words).after.place == "landing"


@pytest.mark.parametrize("words", ["call out to the keeper", "shout for Jory", "call Tallack"])
def test_whoever_is_out_of_sight_can_be_called(words: str) -> None:
    played = turn_of("lighthouse", "landing", words)
    assert [(one.verb, one.objects) for one in played.outcome.intents] == [("call", ())]
    assert not played.outcome.asides


@cases
def test_what_is_cried_out_is_words(words: str, cried: str, place: str) -> None:
    played = turn_of("long_night", "hall", words)
    assert (played.outcome.intents[0].verb, played.outcome.intents[0].topic) == ("call", cried)
    assert played.after.place == place


@pytest.mark.parametrize("words", ["call ragnhild a liar!", "shout at Ragnhild to stop!", "I cry!"])
def test_not_all_that_ends_so_is_cried_out(words: str) -> None:
    assert "call" not in [one.verb for one in turn_of("long_night", "hall", words).outcome.intents]


@pytest.mark.parametrize("words", ["go home", "I want to go home", "walk back home"])
def test_going_home_sends_nobody_else_there(words: str) -> None:
    played = turn_of("long_night", "hall", words)
    assert [(one.verb, one.direction) for one in played.outcome.intents] == [("go", "home")]
    assert played.after.place == "hall"


def test_whoever_stands_there_has_heard_a_shout() -> None:
    text = "\n".join(span.text for span in turn_of("templates/inn", "parlour", "shout fire! fire!").spans)
    assert "looks round at you" in text


@cases
def test_who_is_not_here_is_shown_nothing(words: str) -> None:
    done = turn_of("lighthouse", "landing", words).outcome.changes
    assert [(one.what, one.why) for one in done if isinstance(one, Try)] == [("jory", "who_not_here")]


def test_what_was_seen_in_a_room_on_the_way_is_remembered_there() -> None:
    world = load_world(Path("worlds/lighthouse"))
    state = play(world, state_of(world, 1, {"input": "x", "place": "watchroom"}), "go up").after
    told = " ".join(span.text for span in play(world, state, "read the logbook").spans)
    assert "Watch Room" in told


@cases
def test_what_is_offered_as_ones_own_must_be_had(words: str) -> None:
    played = turn_of("long_night", "shore", words)
    assert [(aside.why, aside.about) for aside in played.outcome.asides] == [("not_carried", "bread")]
    assert played.ruling.minutes == 0


@cases
def test_what_any_place_has_is_the_one_here(words: str, done: str) -> None:
    assert turn_of("long_night", "hall", words).outcome.changes[0].op == done


def test_a_light_is_no_shout() -> None:
    told = turn_of("lighthouse", "kitchen", "I light my lantern and signal the ship with it").outcome.changes
    assert [one.op for one in told] == ["enjoy", "attempt"]


@cases
def test_what_is_said_after_a_colon_is_not_done(words: str) -> None:
    played = turn_of("long_night", "hall", words)
    assert {intent.verb for intent in played.outcome.intents} <= {"tell", "ask", "promise"}
    assert played.ruling.minutes <= 1


def test_to_try_and_do_is_to_try_to() -> None:
    played = turn_of("long_night", "hall", "try and shift the table")
    assert [intent.verb for intent in played.outcome.intents] == ["push"]


def test_what_something_would_be_for_is_no_name_of_it() -> None:
    told = turn_of("long_night", "hall", "is there anything useful in here I could borrow?").spans
    assert not any("i could" in span.text for span in told)


@cases
def test_what_they_are_called_is_no_part_of_the_question(words: str, bare: str) -> None:
    read, plainly = (turn_of("lighthouse", "kitchen", one).outcome.intents[0] for one in (words, bare))
    assert (read.verb, read.objects, read.topic) == (plainly.verb, plainly.objects, plainly.topic)


@cases
def test_whom_one_asks_about_is_a_part_of_the_question(words: str) -> None:
    world = load_world(Path("worlds/lighthouse"))
    scope = scope_of(world, state_of(world, 1, {"input": words, "place": "kitchen"}))
    assert without_endearment(scope, words.split(), asked=True) == words.split()


@cases
def test_a_walk_that_is_taken_is_a_walk(words: str, place: str) -> None:
    played = turn_of("long_night", "yard", words)
    assert played.after.place == place
    assert not played.outcome.asides


def test_a_stranger_says_mister_to_a_surname() -> None:
    assert turn_of("lighthouse", "store", "Where is the cat, Mister Kemp?").outcome.intents[0].objects == ("jory",)


def test_who_leads_is_told_by_what_they_are_where_nobody_is_host() -> None:
    world = load_world(Path("worlds/lighthouse"))
    people = {
        who: person.model_copy(update={"host": (), "persona": "The owner of the rock." if who == "dilys" else "A man."})
        for who, person in world.characters.items()
    }
    bare = world.model_copy(update={"characters": people})
    assert leader_of(bare, state_of(bare, 1, {"input": "x"})) == "dilys"


def test_what_is_held_up_to_the_light_is_held_to_it() -> None:
    world = load_world(Path("worlds/lighthouse"))
    held = world.rules["show_the_letter_jory"].model_copy(
        update={"id": "held", "verbs": ("hold",), "phrases": ("hold the letter to the light",), "when": None}
    )
    world = world.model_copy(update={"rules": {**world.rules, "held": held}})
    for words in ("hold the letter up to the light", "look at my letter of appointment against the light"):
        played = play(world, state_of(world, 1, {"input": words, "place": "landing"}), words)
        assert played.outcome.intents[-1].rule == "held"
