from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.narration.understudy.answers.tellings import best_of, sentences_in, tellings
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.rules.state import HURT, StoryState
from worlds.loader import load_world
from worlds.schema import World

LIGHTHOUSE = "worlds/lighthouse"
LONG_NIGHT = "worlds/long_night"
OFFICE = "tests/worlds_modern/brannigan"
SHIP = "tests/worlds_modern/deck_nine"
INN = "tests/worlds_unseen/caravanserai"
PLAYED = {
    LIGHTHOUSE: ("look around", "read the letter", "go in", "examine the weight-tube", "examine the oars"),
    LONG_NIGHT: ("look around", "go up the path to the yard", "who lives here?"),
    OFFICE: ("Otis, have you seen Eddie?", "examine the fountain", "take the elevator to the fourth floor"),
    SHIP: ("look around", "Warden, what is the irregularity?", "examine the locker", "leave the bunkroom"),
    INN: ("look around", "examine the horn", "go into the yard", "look around"),
}


@cache
def story(folder: str) -> tuple[World, StoryState]:
    world = load_world(Path(folder))
    state = begin(world, sum(map(ord, folder)))
    for words in PLAYED[folder]:
        state = play(world, state, words).after
    return world, state


def answer_to(folder: str, words: str) -> tuple[str, int]:
    world, state = story(folder)
    played = play(world, state, words)
    return " ".join(span.text for span in played.spans), played.after.minutes - state.minutes


@pytest.mark.parametrize(
    ("folder", "words", "told"),
    [
        (LIGHTHOUSE, "GM: how many hours does the weight take to sink to the bottom?", "eight hours"),
        (LIGHTHOUSE, "GM, how long does the bell's weight take to run down?", "eight hours"),
        (LIGHTHOUSE, "Game Master, whose are the oars, going by what is burnt into them?", "J.K."),
        (LONG_NIGHT, "GM, for how many days has the Otter been stuck?", "ineteen days"),
        (LONG_NIGHT, "Game Master: how many nights does guest-right last?", "three nights"),
        (OFFICE, "GM, what time did the clock in the lobby say?", "ten to midnight"),
        (OFFICE, "narrator, how much money was in the fountain?", "eleven cents"),
        (OFFICE, "GM, what in the elevator needs a key?", "slot under the nine"),
        (SHIP, "how many bunks were made up?", "five of them made"),
        (SHIP, "what was in the locker?", "spare coverall"),
        (SHIP, "GM: when were the lights switched off?", "oh three twelve"),
        (INN, "GM, how many riders are out there?", "Forty riders"),
        (INN, "narrator, what's cut on the horn?", "three short lines"),
    ],
)
def test_what_was_told_answers_wherever_one_stands_and_costs_no_time(
    folder: str, words: str, told: str
) -> None:
    answer, minutes = answer_to(folder, words)
    assert told in answer, answer
    assert "You do not know" not in answer
    assert minutes == 0


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        (LIGHTHOUSE, "GM: how long does a gannet live?"),
        (LIGHTHOUSE, "GM, are the oars made of silver?"),
        (LONG_NIGHT, "GM, who owns the brewhouse?"),
        (OFFICE, "GM: does the fountain glow?"),
        (OFFICE, "GM, did Otis go to school with Eddie?"),
        (SHIP, "GM, what does the captain eat for breakfast?"),
        (INN, "GM, when was the mule born?"),
    ],
)
def test_what_nobody_told_is_not_made_up_of_words_in_passing(folder: str, words: str) -> None:
    world, state = story(folder)
    assert best_of(world, tellings(world, state), words) is None


def test_what_was_not_told_yet_is_not_known() -> None:
    world = load_world(Path(LIGHTHOUSE))
    fresh = begin(world, 1)
    question = "how many hours does the weight take to sink"
    assert best_of(world, tellings(world, fresh), question) is None
    looked = play(world, play(world, fresh, "go in").after, "examine the weight-tube").after
    assert best_of(world, tellings(world, looked), question) is not None


def test_whoever_said_it_is_named() -> None:
    answer, _ = answer_to(OFFICE, "narrator, when did Otis last see Eddie?")
    assert answer.startswith("Otis said: ")


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Ash. J.K. is burnt in.", ["Ash.", "J.K. is burnt in."]),
        ("It ran down at 1.40. I slept.", ["It ran down at 1.40.", "I slept."]),
        ("Mr. Tallack nods. Good!", ["Mr. Tallack nods.", "Good!"]),
        ("He said \u201cGo.\u201d She went", ["He said \u201cGo.\u201d", "She went"]),
    ],
)
def test_a_sentence_ends_at_no_initial_and_in_no_number(text: str, sentences: list[str]) -> None:
    assert list(sentences_in(text)) == sentences


@pytest.mark.parametrize(
    ("folder", "words", "told"),
    [
        (LIGHTHOUSE, "narrator, give me a summary of what I have learned so far please", "Still open: "),
        (LIGHTHOUSE, "GM: what do I know so far, in short?", "Still open: "),
        (LONG_NIGHT, "Game Master, sum up what Ulf has told me", "It's the nine of us now."),
        (LONG_NIGHT, "GM, catch me up please", "Ulf said: "),
        (OFFICE, "(ooc: keep notes for me: the clock, the film, Otis)", "The film: A roll of film"),
        (OFFICE, "GM, keep my notes: the fountain and the unicorn", "The unicorn: nothing so far."),
        (SHIP, "narrator, sum up what the Warden has told me", "switched off by hand"),
        (INN, "GM, I want a short summary", "Still open: "),
    ],
)
def test_notes_are_kept_and_summed_up_by_the_game_master_alone(folder: str, words: str, told: str) -> None:
    answer, minutes = answer_to(folder, words)
    assert told in answer, answer
    assert minutes == 0


@pytest.mark.parametrize(
    ("folder", "words", "told"),
    [
        (LONG_NIGHT, "who said that it is a misfortune?", "Ulf said: "),
        (OFFICE, "who said he always signed?", "Otis said: "),
        (OFFICE, "What did Otis say about Eddie exactly?", "I went round at ten."),
        (SHIP, "who said it was switched off by hand?", "Warden said: "),
        (SHIP, "GM, who said that the moon is cheese?", "Nobody has said so to you"),
    ],
)
def test_who_said_it_and_in_what_words(folder: str, words: str, told: str) -> None:
    answer, minutes = answer_to(folder, words)
    assert told in answer, answer
    assert minutes == 0


@pytest.mark.parametrize(
    ("folder", "words", "name"),
    [
        (LIGHTHOUSE, "GM: what are the odds that Jory is lying to me?", "Jory"),
        (LIGHTHOUSE, "GM, is Jory trustworthy, as far as I can tell?", "Jory"),
        (LONG_NIGHT, "narrator: is it likely that Ulf is hiding something?", "Ulf"),
        (OFFICE, "GM: could Otis be lying to me about Tuesday?", "Otis"),
        (SHIP, "how sure can I be that the Warden is on my side?", "Warden"),
        (INN, "GM: do you think Bishr is on the riders' side?", "Bishr"),
    ],
)
def test_whom_to_believe_is_weighed_and_nobody_is_asked_if_they_lie(
    folder: str, words: str, name: str
) -> None:
    answer, minutes = answer_to(folder, words)
    assert "proves it either way" in answer
    assert name in answer
    assert "You could ask" not in answer
    assert minutes == 0


@pytest.mark.parametrize(
    ("folder", "words", "told"),
    [
        (LIGHTHOUSE, "Is anything flashing in here?", "Nothing here is flashing"),
        (LIGHTHOUSE, "has anything here been moved lately?", "Nothing here looks moved lately"),
        (LIGHTHOUSE, "anything unusual?", "Nothing looks out of place"),
        (LONG_NIGHT, "GM, is there anything strange about the snow?", "trodden"),
        (SHIP, "GM, is anything lit?", "Emergency strips are lit"),
        (INN, "anything odd here?", "Nothing looks out of place"),
        (LIGHTHOUSE, "Is there anywhere in here that a man could hide?", "not looked closely"),
        (OFFICE, "where could somebody hide in this office?", "not looked closely"),
    ],
)
def test_what_is_asked_of_anything_here_gets_no_list_and_costs_no_time(
    folder: str, words: str, told: str
) -> None:
    answer, minutes = answer_to(folder, words)
    assert told in answer, answer
    assert "You could take" not in answer
    assert minutes == 0


@pytest.mark.parametrize("folder", [LIGHTHOUSE, SHIP, INN])
@pytest.mark.parametrize(
    "words", ["What do I see and hear right now?", "what can I see, hear and smell here?"]
)
def test_the_senses_are_told_in_the_words_of_the_place(folder: str, words: str) -> None:
    answer, minutes = answer_to(folder, words)
    world, state = story(folder)
    first = next(iter(sentences_in(world.locations[state.place].description.first[0].text[0])))
    assert first in answer
    assert "Nothing leads right" not in answer
    assert minutes == 0


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        (LIGHTHOUSE, "is there anything to eat here?"),
        (OFFICE, "is there anything on the desk?"),
        (SHIP, "is there anything worth taking?"),
    ],
)
def test_what_is_there_to_be_had_is_no_sign(folder: str, words: str) -> None:
    answer, _ = answer_to(folder, words)
    assert "Nothing here looks" not in answer


def test_that_nothing_is_known_is_said_once() -> None:
    answer, _ = answer_to(SHIP, "GM: how old is the captain? and GM, how tall is the cook?")
    assert answer.count("You do not know") == 1


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        (LIGHTHOUSE, "What if the bell stopped tonight, Jory?"),
        (LIGHTHOUSE, "What if the bell stopped, Jory, what would you do?"),
        (OFFICE, "What if Eddie never comes back, Gloria?"),
        (INN, "what would happen if the riders broke the gate, Farrokh?"),
    ],
)
def test_what_is_put_to_somebody_by_name_is_theirs_to_answer(folder: str, words: str) -> None:
    world, state = story(folder)
    played = play(world, state, words)
    assert [span.speaker for span in played.spans if span.kind == "speech"]
    assert not [span for span in played.spans if span.kind == "notice"]


@pytest.mark.parametrize(
    ("folder", "words", "deed"),
    [
        (LIGHTHOUSE, "GM, what exactly happened to me on that stair, and how bad is it?", "climb the stair"),
        (SHIP, "(ooc) what happened to me just now?", "pull the lever"),
    ],
)
def test_a_wound_is_told_with_what_the_player_was_at(folder: str, words: str, deed: str) -> None:
    world, whole = story(folder)
    state = whole.clone()
    state.wounds, state.focus[HURT] = 1, f"{state.turn}\n{deed}"
    played = play(world, state, words)
    told = " ".join(span.text for span in played.spans)
    assert f"You were hurt just now, at this: \u201c{deed}\u201d." in told
    assert played.after.minutes == state.minutes
    assert not [span for span in played.spans if span.kind == "speech"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sum up what I know", "sum up what i know"),
        ("sum it up", "sum it up"),
        ("the sum of it", "the sum of it"),
        ("gimme sum food", "give me some food"),
    ],
)
def test_to_sum_up_is_no_short_some(text: str, words: str) -> None:
    assert " ".join(words_of(plain(text))) == words


@pytest.mark.parametrize(
    ("folder", "words", "told"),
    [
        (SHIP, "Was I told at what time the lights went out?", "oh three twelve"),
        (SHIP, "how many bunks were made up, and how many weren't?", "five of them made"),
        (OFFICE, "what was in the lobby again, apart from Otis?", "Brown marble"),
        (OFFICE, "GM, list what I should follow up", "You could "),
        (LIGHTHOUSE, "what does my notebook say about the oars?", "leathers greased"),
        (
            LIGHTHOUSE,
            "GM: what do I know so far? Keep my notes for me: the oars, the weight.",
            "The weight: ",
        ),
        (LONG_NIGHT, "GM: going by what I've seen, is Ulf hiding something?", "proves it either way"),
        (LONG_NIGHT, "GM, is anybody here lying to me?", "proves that of anybody"),
        (INN, "narrator, remind me how many riders there are", "Forty riders"),
    ],
)
def test_what_has_only_to_be_remembered_is_asked_of_nobody(folder: str, words: str, told: str) -> None:
    answer, minutes = answer_to(folder, words)
    assert told in answer, answer
    assert minutes == 0


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        (LONG_NIGHT, "Ulf, how many of you live here?"),
        (OFFICE, "Gloria, when did you last see Eddie?"),
        (INN, "Farrokh, how many riders are there?"),
        (INN, "who are the riders?"),
    ],
)
def test_what_is_asked_of_somebody_stays_theirs(folder: str, words: str) -> None:
    world, state = story(folder)
    assert any(span.kind == "speech" for span in play(world, state, words).spans)
