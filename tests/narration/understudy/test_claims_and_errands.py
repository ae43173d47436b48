"""What somebody is told to move them: who sent the player, what they are, what is owed; where they are to lead."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.forces.claims import Errand, errand_claimed, standing_claimed
from gamemaster.narration.understudy.reactions import as_typed
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from tests.casekit import cases
from tests.scenekit import play_in, text_of
from tests.worldkit import world_at
from worlds.schema import PLAYER

FORD = "tests/worlds_small/ford"
BRANNIGAN = "tests/worlds_modern/brannigan"


@pytest.mark.parametrize(
    ("said", "errand"),
    [
        ("odile sent me", Errand("odile")),
        (
            "odile sent me she says you are to hand over the saffron key",
            Errand("odile", "hand over the saffron key"),
        ),
        ("the sheriff wants you to open the cellar", Errand("the sheriff", "open the cellar")),
        ("i was sent by the captain to fetch the lamp", Errand("the captain", "fetch the lamp")),
    ],
)
def test_who_sent_the_player_and_what_for(said: str, errand: Errand) -> None:
    assert errand_claimed(said) == errand


@cases
def test_what_claims_no_errand(said: str) -> None:
    assert errand_claimed(said) is None


@cases
def test_what_the_player_says_that_they_are(said: str, claimed: str | None) -> None:
    assert standing_claimed(said) == claimed


def test_words_are_said_back_as_they_were_typed() -> None:
    raw = "I am the King's own man, from Bakersfield. The ale is good."
    assert as_typed(raw, "the kings own man from bakersfield") == "the King's own man from Bakersfield"
    assert as_typed(raw, "the ale") == "the ale"


def test_nobody_hands_a_thing_over_for_somebody_else_s_word() -> None:
    start, turn = play_in(
        FORD, "", "Halla, the sheriff sent me, he says you are to hand over the cellar key", "halla"
    )
    assert turn.after.items == start.items
    assert "heriff" in text_of(turn)
    assert "cellar key" in text_of(turn)


def test_whoever_is_said_to_want_it_and_stands_there_is_pointed_at() -> None:
    _, turn = play_in(FORD, "", "Halla, Ketil says you are to open the cellar", "halla")
    assert "Ketil" in text_of(turn)


def test_a_title_is_not_taken_on_trust() -> None:
    _, turn = play_in(BRANNIGAN, "lobby", "Otis, I am the mayor's own brother.", "otis")
    assert "The mayor's own brother" in text_of(turn)


def test_whoever_is_to_lead_the_way_says_where_it_is_and_nobody_walks() -> None:
    start, turn = play_in(FORD, "", "Bersi, take me to Halla", "bersi")
    assert turn.after.place == start.place
    assert "Halla" in text_of(turn)


def test_you_never_saw_me_binds_whoever_agrees() -> None:
    _, turn = play_in(BRANNIGAN, "lobby", "Otis, if anyone asks, you never saw me", "otis")
    (word,) = turn.after.promises.values()
    assert (word.by, word.to, word.what) == ("otis", PLAYER, "not to tell anybody about you")


def test_what_is_declined_is_let_drop_with_one_answer() -> None:
    world = world_at(BRANNIGAN)
    _, before = play_in(BRANNIGAN, "lobby", "Otis, how are you?", "otis")
    turn = play(world, before.after, "No, I don't want a smoke, thank you")
    assert [one.kind for one in turn.ruling.happenings] == ["answered"]
    assert turn.after.items == before.after.items


LIGHTHOUSE = "worlds/lighthouse"


def test_whoever_is_told_not_to_tell_somebody_keeps_it_to_themselves() -> None:
    _, turn = play_in(LIGHTHOUSE, "store", "Don't tell Tallack I was in here", "jory")
    (word,) = turn.after.promises.values()
    assert (word.by, word.to) == ("jory", PLAYER)
    assert word.what.startswith("not to tell ")


def test_a_message_is_taken_to_whom_it_is_for() -> None:
    _, turn = play_in(LIGHTHOUSE, "store", "Jory, tell Tallack I'm on my way up", "jory")
    (word,) = turn.after.promises.values()
    assert word.what.casefold() == "to tell tallack you are on your way up"


@cases
def test_what_is_not_there_to_be_had_is_no_deal(words: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "store", words, "jory")
    assert [one.verb for one in turn.outcome.intents] == ["bargain"]
    assert not turn.after.promises
    assert "?" in text_of(turn)


def test_an_oath_for_something_is_a_bargain_of_two_halves() -> None:
    _, turn = play_in(
        LIGHTHOUSE, "store", "Jory, I promise I won't tell anyone if you show me the sheet", "jory"
    )
    (intent,) = turn.outcome.intents
    assert intent.verb == "bargain"
    assert intent.topic == "i will not tell anyone if you show me the sheet"
