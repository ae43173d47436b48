"""The Game Master answers from what is true and known, in two sentences, and no time passes."""

from __future__ import annotations

import re

import pytest

from gamemaster.narration.understudy.answers.gm_answers import gm_answer
from gamemaster.narration.understudy.answers.inquiry import Asked
from gamemaster.narration.understudy.answers.story_so_far.evidence import line_text
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, diff, new_story
from gamemaster.rules.threads import goal_of
from tests.scenekit import play_at, text_of
from tests.worldkit import begin, playable_worlds, sample, world_at

KINDS = (
    "place ways people who_is things inventory health needs time self goal heard known how_to rules possible where_is"
    " weather why leader danger death"
).split()


def answer(kind: str, about: str = "", state: StoryState | None = None) -> str:
    return gm_answer(kind, Asked(sample(), state or begin(), about, ("Go to the mill",)))


@pytest.mark.parametrize("name", sorted(playable_worlds()))
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_answered_briefly_and_without_names_not_met(name: str, kind: str) -> None:
    world = playable_worlds()[name]
    state = new_story(world, 1)
    for about in ("", "what about the dark", state.place):
        told = gm_answer(kind, Asked(world, state, about, ()))
        assert told.strip()
        assert len(re.findall(r"[.!?] ", told)) <= 3
        absent = [p.name for p in world.characters.values() if state.characters[p.id].place != state.place]
        if kind not in ("known", "why", "who_is"):  # what everybody knows may name people
            assert not [who for who in absent if who in told and who[0].isupper()]


def test_questions_to_the_game_master_cost_nothing_and_reach_nobody() -> None:
    before = begin()
    for words in (
        "where am I?",
        "who am I?",
        "what time is it?",
        "how badly am I hurt?",
        "what did she say?",
    ):
        played = play(sample(), before, words)
        assert [span.kind for span in played.spans] == ["notice"], words
        assert played.ruling.minutes == 0
        kept = {".".join(change.path[:2]) for change in diff(before, played.after).changes}
        assert {one for one in kept if not one.startswith("told.")} <= {"turn", "focus.ordered"}


def test_ways_by_direction_and_all() -> None:
    world = sample()
    way = world.locations["yard"].exits[0]
    assert world.locations[way.to].name.removeprefix("The ") in answer("ways", f"what is {way.direction[0]}")
    assert "Nothing leads" in answer("ways", "what is southwest") or "southwest" in str(
        world.locations["yard"].exits
    )


def test_what_somebody_said_is_told_in_their_words() -> None:
    asked = play(sample(), begin(), "ask mara about the mill")
    assert answer("heard", "mara", asked.after) == "Mara said: “It stopped.”"
    assert answer("heard", "mara") == "Mara said: “You are late.”"  # in the opening
    assert line_text(sample(), "mara.mill.0") == ("Mara", "It stopped.")
    assert line_text(sample(), "nobody.mill.0") is None


def test_what_is_known_of_a_matter() -> None:
    fact = sample().facts["sand"].text.strip()
    assert answer("known", "what do i know about the sand", begin(facts={"sand": 1})) == fact
    assert answer("known", "what do i know about the sand").startswith("You do not know.")


def test_where_a_thing_was_left() -> None:
    items = begin().items
    assert "on you" in answer("where_is", "knife", begin(items={**items, "knife": "player"}))
    left = begin(items={**items, "knife": "mill"}, held={"knife": 1}, visited={"yard": 1, "mill": 1})
    assert "You left" in answer("where_is", "knife", left)
    gone = begin(items={**items, "knife": "loft"}, visited={"yard": 1})
    assert "do not know" in answer("where_is", "knife", gone)


NIGHT, CITY, SHIP, INN = (
    "worlds/long_night",
    "tests/worlds_modern/brannigan",
    "tests/worlds_modern/deck_nine",
    "tests/worlds_unseen/caravanserai",
)


@pytest.mark.parametrize(
    ("world", "way", "words", "told"),
    [
        (NIGHT, ("go to the yard", "go to the hall"), "is it cold in here?", "Warm enough by the hearth"),
        (CITY, (), "is it hot in here", "No more than you would expect"),
        (NIGHT, ("go to the yard", "go to the hall"), "does anyone look nervous?", "The mistress of"),
        (INN, (), "is anyone armed", "Not so that you could tell. Bishr"),
        (NIGHT, (), "what do i have thats sharp", "The belt-knife."),
        (NIGHT, (), "do i have a weapon", "The belt-knife."),
        (INN, (), "do we have anything to trade", "Nothing of that kind. You carry"),
        (NIGHT, ("go to the yard", "go to the hall"), "is there another way out", "the Byre"),
        (NIGHT, (), "who haven't I talked to yet", "you have not spoken with Ivar (here)"),
        (CITY, ("ask otis about eddie",), "have i talked to everyone?", "You have met Otis"),
        (SHIP, (), "recap pls", "You are Okafor, at the Bunkroom"),
        (NIGHT, ("go to the yard", "go to the hall"), "what did she just say", "Guest-right"),
        (CITY, (), "how long till midnight", "45 minutes to go"),
        (NIGHT, (), "how long till dark", "night is"),
        (CITY, (), "how much time has passed", "since you began"),
        (CITY, (), "what do i know so far", "You are Novak, at the Lobby"),
        (CITY, (), "what haven't i looked at", "the fountain"),
        (CITY, (), "did i miss anything here", "the fountain"),
        (CITY, (), "is there anything here worth taking", "You could take the roll of film"),
        (CITY, (), "how do i look", "A raincoat"),
        (CITY, (), "wheres my gun", "You have not seen your gun yet"),
        (CITY, (), "could i break the window", "You see no window here."),
        (CITY, (), "could i climb into the fountain", "Cigarette ends"),
        (CITY, (), "what does it smell like in here", "Nothing that stands out."),
        (CITY, (), "how many exits", "the Stairwell (up)"),
        (INN, (), "does bishr look scared", "A long man folded up."),
        (INN, (), "what should i ask bishr", "You could talk to Bishr."),
        (INN, (), "am i being followed", "Nobody that you can see comes after you."),
        (INN, (), "this is confusing", "You are the courier"),
        (SHIP, (), "who am i talking to", "Here with you: Warden (the ship)."),
        (SHIP, (), "do i know anyone here", "You have met Warden"),
        (INN, (), "who all is here", "Here with you: Bishr (the gatekeeper)."),
    ],
)
def test_what_a_look_or_the_players_memory_tells_is_answered_by_the_game_master(
    world: str, way: tuple[str, ...], words: str, told: str
) -> None:
    state = new_story(world_at(world), 7)
    for step in way:
        state = play(world_at(world), state, step).after
    turn = play(world_at(world), state, words)
    assert told in " ".join(span.text for span in turn.spans)
    assert {span.kind for span in turn.spans} == {"notice"}
    assert turn.ruling.minutes == 0


@pytest.mark.parametrize(
    "words", ["wait until something happens", "wait for otis to leave", "wait for gloria"]
)
def test_waiting_for_what_may_not_come_is_no_wait_of_hours(words: str) -> None:
    state = new_story(world_at(CITY), 7)
    assert 0 < play(world_at(CITY), state, words).ruling.minutes <= 30


@pytest.mark.parametrize(
    "words", ["what do i have to do?", "what am i here to do?", "what's my mission?", "what did i come here for?"]
)
def test_what_there_is_to_be_done_is_the_goal(words: str) -> None:
    world = world_at("tests/worlds_small/bellamy")
    assert goal_of(world, new_story(world, 1)) in text_of(play_at("tests/worlds_small/bellamy", "kitchen", words))
