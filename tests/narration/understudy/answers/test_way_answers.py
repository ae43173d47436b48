"""Ways to what was not seen, doors, and where there is a bed: what the Game Master can say, and what people know."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.answers.local_knowledge import place_of_fixture
from gamemaster.narration.understudy.answers.way_answers import not_seen
from gamemaster.narration.understudy.understudy import Played, play, play_without_suggestions
from gamemaster.rules.state import new_story
from tests.casekit import cases
from tests.narration.understudy.conversations import INN, LIGHTHOUSE, LONG_NIGHT
from tests.narration.understudy.test_conversations import Talk, talk
from tests.scenekit import state_at
from tests.worldkit import world_at
from worlds.schema import NOWHERE, Condition

MILL = "tests/sample_world"


def alone(folder: str, place: str) -> Talk:
    return talk(folder, place)


def answer_to(one: Talk, words: str) -> str:
    one.say(words)
    return one.passage


def minutes_of_last(one: Talk) -> int:
    assert one.last is not None
    return one.last.ruling.minutes


@cases
def test_who_is_here_may_know_what_was_not_seen_and_is_offered_to_be_asked(
    folder: str, place: str, who: str, words: str
) -> None:
    one = talk(folder, place, who)
    name = one.world.characters[who].name
    asked = play(one.world, one.state, words).outcome.suggestions[0]
    passage = answer_to(one, words)
    assert "You have not seen the" in passage
    assert f"{name} might know." in passage
    assert asked.startswith(f"Ask {name} where the ")
    one.say(asked)
    assert one.sources == ["sight"], one.passage


def test_alone_it_says_so_and_names_the_ways() -> None:
    passage = answer_to(alone(LIGHTHOUSE, "landing"), "which way is the kitchen?")
    assert "You have not seen the kitchen yet." in passage
    assert "Oil Store" in passage


def test_what_was_seen_before_is_where_it_was_seen() -> None:
    one = alone(LIGHTHOUSE, "store")
    one.state.visited |= {"store": 1, "kitchen": 1}
    assert "Kitchen" in answer_to(one, "where is the stove?")


def test_nobody_gives_away_what_is_hidden() -> None:
    world = world_at(MILL)
    state = new_story(world, 3)
    hidden = [feature for _, feature in world.features() if feature.secret or feature.search]
    assert hidden
    assert all(place_of_fixture(world, state, feature.id) is None for feature in hidden)


DOORS = [
    (LIGHTHOUSE, "landing", "is the door shut?", "open"),
    (INN, "yard", "is the iron-bound door bolted?", "shut"),
    (LONG_NIGHT, "yard", "is the storehouse door open?", "shut"),
    (LONG_NIGHT, "hall", "is the great door locked?", "not locked"),
    (MILL, "yard", "is the mill door locked?", "shut"),
]


@pytest.mark.parametrize(("folder", "place", "words", "state"), DOORS)
def test_whether_a_door_is_open_is_seen(folder: str, place: str, words: str, state: str) -> None:
    one = alone(folder, place)
    assert f"is {state}" in answer_to(one, words)
    assert minutes_of_last(one) == 0


def test_what_lies_behind_a_door_is_where_it_leads() -> None:
    assert "leads to the Bower" in answer_to(alone(LONG_NIGHT, "hall"), "what is behind the curtained door?")


@cases
def test_where_one_may_sleep_is_a_question_and_no_sleep(words: str) -> None:
    played: Played = play(world_at(LONG_NIGHT), new_story(world_at(LONG_NIGHT), 5), words)
    assert played.ruling.minutes == 0
    assert [op.op for op in played.outcome.changes] == ["inform"]


@cases
def test_outside_one_is_sent_under_a_roof_for_comfort(words: str) -> None:
    passage = answer_to(alone(LONG_NIGHT, "yard"), words)
    assert "under a roof: the Hall" in passage
    assert "Ice" not in passage
    assert "Storehouse" not in passage  # it is shut


def test_under_a_roof_every_way_may_be_the_one() -> None:
    passage = answer_to(alone(LONG_NIGHT, "boathouse"), "how do i get warm?")
    assert "From here you can go to" in passage
    assert "under a roof" not in passage


def test_a_host_says_where_there_is_a_bed() -> None:
    one = talk(INN, "gate", "bishr")
    assert "Gate" in one.say("Bishr, where could I sleep tonight?") or one.sources == ["sight"]


@cases
def test_whoever_counts_what_is_in_sight_is_told_of_it_at_once(words: str) -> None:
    one = alone(LIGHTHOUSE, "store")
    one.say(words)
    assert one.sources == ["inform"]
    assert minutes_of_last(one) == 0


@cases
def test_the_opening_is_not_recited(words: str) -> None:
    one = alone(LIGHTHOUSE, "landing")
    passage = answer_to(one, words)
    assert not any(sentence in passage for sentence in ("Supernumerary", "counted your limbs", "steamer"))


@cases
def test_where_a_way_leads(folder: str, place: str, words: str, answer: str) -> None:
    one = alone(folder, place)
    assert answer in answer_to(one, words)
    assert minutes_of_last(one) == 0


@cases
def test_what_is_in_or_on_a_thing_is_told_at_once(words: str) -> None:
    one = alone(LIGHTHOUSE, "kitchen")
    one.say(words)
    assert one.sources == ["inform"]
    assert minutes_of_last(one) == 0


def test_a_place_with_a_question_mark_is_no_order_to_go_there() -> None:
    for words in ("the smithy?", "smithy?"):
        one = alone(LONG_NIGHT, "yard")
        one.say(words)
        assert one.state.place == "yard", words


def test_when_opens_a_question_and_no_time() -> None:
    one = talk(INN, "kitchen", "nuha")
    one.say("when did the riders come?")
    assert one.sources == ["discuss"]  # nobody was spoken to, and she saw them come


def test_what_is_not_here_is_said_to_be_missing_by_its_name() -> None:
    one = alone(LIGHTHOUSE, "store")
    assert "You see no spare ladder here." in answer_to(one, "is there a spare ladder?")


def test_a_question_to_somebody_where_nobody_is_finds_nobody() -> None:
    one = alone(LONG_NIGHT, "loft")
    assert "nobody here" in answer_to(one, "what do you think of that, friend?")


@cases
def test_what_is_not_here_is_told_by_whoever_has_a_word_for_it(who: str | None, told: str) -> None:
    one = talk(MILL, "yard", *([who] if who else []))
    assert answer_to(one, "examine the gears").startswith(f"You see no gears here. {told}".strip())


def test_what_the_story_itself_looks_for_is_not_told_as_standing_somewhere() -> None:
    world = world_at("worlds/long_night")
    thread = world.threads[next(iter(world.threads))]
    asking = thread.model_copy(
        update={
            "text": "Where is the hearth?",
            "goal": "Find it.",
            "opens": Condition(),
            "closes": Condition(has=("axe",)),
        }
    )
    seeking = world.model_copy(update={"threads": {asking.id: asking}})
    told = play_without_suggestions(
        seeking, state_at("worlds/long_night", "hall"), "GM, where is the hearth?"
    )
    assert "Find it." in " ".join(span.text for span in told.spans)
    found = play_without_suggestions(world, state_at("worlds/long_night", "hall"), "GM, where is the hearth?")
    assert "Find it." not in " ".join(span.text for span in found.spans)


def test_what_the_player_used_up_was_seen_and_is_gone() -> None:
    world, state = world_at(LONG_NIGHT), state_at(LONG_NIGHT, "hall")
    assert not_seen(world, state, "where is the salt herring").startswith("You have not seen")
    state.items["salt_herring"], state.held["salt_herring"] = NOWHERE, 1
    gone = "You had the salt herring, and nothing is left of it."
    assert not_seen(world, state, "where is the salt herring") == gone
