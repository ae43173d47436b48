"""What a writer wrote for a deed is used: its matter, its verb, its one thing; nothing is told as done without it."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.rules.state import StoryState, new_story
from tests.casekit import cases
from tests.worldkit import world_at
from worlds.schema import World


@pytest.fixture(scope="module")
def cab() -> World:
    return world_at("tests/worlds_small/cab")


def standing(world: World, place: str, *flags: str, has: tuple[str, ...] = ()) -> StoryState:
    state = new_story(world, 1)
    state.place = place
    state.flags |= dict.fromkeys(flags, 0)
    state.items |= dict.fromkeys(has, "player")
    return state


def rules_of(played: Played) -> list[str]:
    return [one.rule for one in played.outcome.changes if one.op == "use"]


def text_of(played: Played) -> str:
    return " ".join(span.text for span in played.spans)


@cases
def test_a_rule_answers_what_is_told_of_its_matter_alone(cab: World, words: str, done: bool) -> None:
    assert ("handed" in play(cab, standing(cab, "cab"), words).after.flags) is done


@cases
def test_without_about_the_phrases_say_what_is_told(cab: World, words: str, done: bool) -> None:
    assert ("warned" in play(cab, standing(cab, "cab"), words).after.flags) is done


@cases
def test_a_verb_means_the_one_thing_here_that_it_is_for(
    cab: World, place: str, words: str, rule: str
) -> None:
    assert rules_of(play(cab, standing(cab, place, "fired"), words)) == [rule]


@cases
def test_what_a_rule_covers_is_not_told_as_done_without_it(cab: World, place: str, words: str) -> None:
    played = play(cab, standing(cab, place), words)
    assert not {"dug", "through", "sent"} & played.after.flags.keys()
    assert not text_of(played).startswith(("You ram", "You dig", "You build", "You send", "You telegraph"))


def test_what_is_in_the_hand_is_dug_with(cab: World) -> None:
    assert "dug" in play(cab, standing(cab, "yard", has=("shovel",)), "dig").after.flags


@cases
def test_a_promise_in_other_words_is_the_rules_and_another_is_not(cab: World, words: str, made: bool) -> None:
    assert ("silence" in play(cab, standing(cab, "cab"), words).after.promises) is made


@cases
def test_a_declared_promise_is_made_in_its_own_words(cab: World, words: str) -> None:
    assert "back" in play(cab, standing(cab, "cab"), words).after.promises


@cases
def test_a_deal_is_offered_and_not_promised(cab: World, words: str) -> None:
    assert rules_of(play(cab, standing(cab, "cab"), words)) == ["deal"]


def test_a_written_way_back_is_the_way_back(cab: World) -> None:
    state = new_story(cab, 1)
    for words in ("go out", "go forward", "go back", "go back"):
        state = play(cab, state, words).after
    assert state.place == "cab"


@pytest.fixture(scope="module")
def train() -> World:
    return world_at("tests/worlds_small/train")


def last_of(world: World, *inputs: str) -> Played:
    state = new_story(world, 1)
    for words in inputs[:-1]:
        state = play(world, state, words).after
    return play(world, state, inputs[-1])


@cases
def test_who_is_there_is_told_however_often_one_comes(train: World, visits: int) -> None:
    text = text_of(last_of(train, *["go out", "go in"] * visits, "go out"))
    assert "Ann" in text
    assert "Lenk" in text


@cases
def test_her_is_the_one_woman_in_the_room(train: World, words: str) -> None:
    played = last_of(train, "go out", "ask ann about soup", "go in", "go north", words)
    assert "Ann" not in text_of(played)
    assert "vas" in {span.speaker for span in played.spans} or "Vasko" in text_of(played)


@cases
def test_a_clock_that_is_there_is_looked_at(train: World, words: str) -> None:
    assert "Ten past four." in text_of(last_of(train, words))


@pytest.mark.parametrize("inputs", [("check the time",), ("go out", "look at the clock"), ("status",)])
def test_where_none_is_the_time_is_told(train: World, inputs: tuple[str, ...]) -> None:
    assert "Ten past four." not in text_of(last_of(train, *inputs))
    assert "o'clock" in text_of(last_of(train, *inputs)) or "past" in text_of(last_of(train, *inputs))


def test_a_tool_that_is_named_and_elsewhere_is_not_stood_in_for(train: World) -> None:
    assert "opened" not in last_of(train, "open the crate with the shovel").after.flags
    assert "opened" in last_of(train, "open the crate with the pliers").after.flags
    assert "opened" in last_of(train, "open the crate").after.flags


def test_what_was_lit_and_carried_off_is_not_left_behind(train: World) -> None:
    assert "lantern" not in text_of(last_of(train, "light the lantern", "go out", "go in"))
    assert "lantern" in text_of(last_of(train, "light the lantern", "drop the lantern", "go out", "go in"))


def test_him_who_was_named_in_the_same_breath_is_meant(train: World) -> None:
    played = last_of(
        train, "go out", "ask ann about soup", "go in", "go north", "go back to ann and thank her"
    )
    assert "vas" not in {span.speaker for span in played.spans}


@pytest.fixture(scope="module")
def footplate() -> World:
    return world_at("tests/worlds_small/footplate")


@cases
def test_what_is_handed_over_in_plain_words_is_given(footplate: World, words: str) -> None:
    assert "lent" in last_of(footplate, words).after.flags


@cases
def test_nothing_is_given_by_words_that_hand_nothing_over(footplate: World, words: str) -> None:
    played = last_of(footplate, words)
    assert played.after.items["pot"] == "player"
    assert played.after.items["ticket"] == "player"
    assert "eat" not in {intent.verb for intent in played.outcome.intents}


@cases
def test_who_is_asked_for_their_thing_says_what_was_written(footplate: World, words: str) -> None:
    assert "something hot" in text_of(last_of(footplate, words))
    after = last_of(footplate, "give the coffee to kessel", words).after
    assert after.items["shovel"] == "player"


def test_what_one_has_is_not_refused(footplate: World) -> None:
    text = text_of(
        last_of(footplate, "give kessel the coffee", "take the shovel", "kessel, can I have the shovel?")
    )
    assert "No." not in text


@cases
def test_away_from_what_it_is_done_to_nothing_is_told_as_done(footplate: World, words: str) -> None:
    assert not text_of(last_of(footplate, words)).startswith("You ")
    assert "sent" in last_of(footplate, "go out", "send SOS").after.flags


@pytest.fixture(scope="module")
def lodge() -> World:
    return world_at("tests/worlds_small/lodge")


@cases
def test_an_oath_that_a_writer_foresaw_is_sworn_in_any_words_of_its_matter(lodge: World, words: str) -> None:
    played = play(lodge, new_story(lodge, seed=1), words)
    assert list(played.after.promises) == ["quiet"]
    assert "Then ask me." in " ".join(span.text for span in played.spans)


def test_another_promise_is_not_the_oath_that_was_foreseen(lodge: World) -> None:
    played = play(lodge, new_story(lodge, seed=1), "I promise to mend your roof, Ann")
    assert "quiet" not in played.after.promises
    assert played.after.promises


def _lines_of_ann(played: Played) -> list[str]:
    return [span.text for span in played.spans if span.speaker == "ann"]


def test_whoever_is_greeted_with_more_than_a_greeting_greets_and_answers(lodge: World) -> None:
    first = play(lodge, new_story(lodge, seed=1), "hey Ann, I'm new. what of the owl?")
    assert " ".join(_lines_of_ann(first)) == "You're the new keeper. The owl is deaf."
    shrugged = play(lodge, new_story(lodge, seed=1), "good evening Ann, rough night?")
    assert " ".join(_lines_of_ann(shrugged)) == "You're the new keeper."
    again = play(lodge, first.after, "hello Ann, what of the owl?")
    assert "You're the new keeper." not in _lines_of_ann(again)


def test_a_thing_is_not_handed_over_for_other_words_than_were_asked_for_it(lodge: World) -> None:
    for seed in range(1, 9):
        played = play(
            lodge, new_story(lodge, seed), "Ann, I'll give you my ring if you tell me who lives here"
        )
        assert played.after.items["ring"] == "player"
        assert "The well is dry." not in " ".join(_lines_of_ann(played))
    asked = "Ann, I'll give you my ring if you tell me about the well"
    played_on = [play(lodge, new_story(lodge, seed), asked) for seed in range(1, 9)]
    told = {
        one.after.items["ring"] for one in played_on if "The well is dry." in " ".join(_lines_of_ann(one))
    }
    assert told == {"ann"}
