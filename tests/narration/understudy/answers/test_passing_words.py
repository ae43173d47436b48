"""A few words without a verb in company, and words that are put right."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.casekit import cases
from tests.narration.understudy.conversations import LIGHTHOUSE, LONG_NIGHT
from tests.worldkit import world_at

BRANNIGAN = "tests/worlds_modern/brannigan"


def _with(place: str, *who: str) -> StoryState:
    state = new_story(world_at(LONG_NIGHT), seed=1)
    state.place = place
    for one, person in state.characters.items():
        person.place = place if one in who else "elsewhere"
    return state


def _talks_of(state: StoryState, *inputs: str) -> list[tuple[str, str]]:
    """Who is talked with about what by the last of the inputs."""
    for words in inputs[:-1]:
        state = play(world_at(LONG_NIGHT), state, words).after
    changes = play(world_at(LONG_NIGHT), state, inputs[-1]).outcome.changes
    return [(change.who, change.topic) for change in changes if change.op == "discuss"]


@cases
def test_a_guess_goes_to_whoever_talks_of(words: str) -> None:
    assert _talks_of(_with("shore", "ivar"), "what comes after ten?", words) == [("ivar", "riddle")]


@cases
def test_a_bare_name_asks_after_whoever_is_away(words: str) -> None:
    played = play(world_at(LONG_NIGHT), _with("shore", "ivar"), words)
    said = [change for change in played.outcome.changes if change.op in ("discuss", "answer")]
    assert [change.who for change in said] == ["ivar"]
    assert any("Ragnhild" in span.text or "Grandmother" in span.text for span in played.spans)


def test_a_remark_on_the_night_is_no_news() -> None:
    for words in ("Long night ahead", "Ulf, it is a cold night", "Quiet tonight, isn't it?"):
        played = play(world_at(LONG_NIGHT), _with("yard", "ulf"), words)
        [said] = [change for change in played.outcome.changes if change.op == "answer"]
        assert said.source in ("reaction", "manners"), words
        assert "That's news to me." not in said.texts, words


@cases
def test_what_says_nothing_or_might_be_a_deed_is_said_to_nobody(words: str) -> None:
    played = play(world_at(LONG_NIGHT), _with("shore", "ivar"), words)
    assert not [change for change in played.outcome.changes if change.op in ("discuss", "answer")]


@cases
def test_what_was_asked_of_the_wrong_person_is_asked_of_the_right_one(words: str) -> None:
    state = _with("hall", "ulf", "ragnhild")
    assert _talks_of(state, "Ulf, what do you know about the knocking?", words) == [("ragnhild", "knocking")]


def test_what_was_meant_instead_is_asked_of_the_same_person() -> None:
    state = _with("shore", "ivar")
    assert _talks_of(state, "Ivar, tell me about Orm", "no, I meant the knocking") == [("ivar", "knocking")]
    assert _talks_of(state, "i mean ask him about the knocking") == [("ivar", "knocking")]


def test_questions_that_are_joined_are_answered_in_order() -> None:
    words = "Ivar, what are you doing, who is Ulf, and what do you know about the knocking?"
    topics = [
        intent.topic for intent in play(world_at(LONG_NIGHT), _with("shore", "ivar"), words).outcome.intents
    ]
    assert topics == ["doing", "ulf", "knocking"]


@cases
def test_what_orders_nothing_is_said_to_whoever_one_talks_with(words: str) -> None:
    world = world_at(BRANNIGAN)
    state = play(world, new_story(world, seed=1), "Hello, Otis").after
    played = play(world, state, words)
    assert {change.who for change in played.outcome.changes if change.op in ("discuss", "answer")} == {"otis"}
    assert not [span for span in played.spans if span.kind == "aside"]


@cases
def test_amid_a_talk_what_is_left_or_no_english_is_said_to_nobody(words: str) -> None:
    world = world_at(BRANNIGAN)
    state = play(world, new_story(world, seed=1), "Hello, Otis").after
    played = play(world, state, words)
    assert not [change for change in played.outcome.changes if change.op in ("discuss", "answer")]


def test_a_question_that_was_not_followed_is_put_to_whoever_one_talks_with() -> None:
    world = world_at(LIGHTHOUSE)
    state = new_story(world, seed=1)
    state.place = state.characters["tallack"].place = "kitchen"
    state = play(world, state, "Hello, Mr Tallack").after
    played = play(world, state, "Sits up in the hard chair till three, eh?")
    heard = {change.who for change in played.outcome.changes if change.op in ("discuss", "answer")}
    assert heard == {"tallack"}


@cases
def test_who_says_their_name_and_asks_for_one_gets_it(words: str) -> None:
    world = world_at(BRANNIGAN)
    played = play(world, new_story(world, seed=1), words)
    assert any("Otis" in span.text for span in played.spans if span.speaker == "otis")
    assert not [span for span in played.spans if span.kind == "notice"]


def test_not_you_but_somebody_who_is_not_here_is_asked_about_them() -> None:
    state = _with("hall", "ragnhild")
    assert _talks_of(state, "Ragnhild, who are you?", "not you, Ulf") == [("ragnhild", "ulf")]


@cases
def test_whom_nobody_knows_is_not_here(words: str, named: str) -> None:
    world = world_at(BRANNIGAN)
    [told] = [span.text for span in play(world, new_story(world, seed=1), words).spans]
    assert named in told
    assert "cannot tell" not in told


@cases
def test_what_is_said_to_a_thing_or_through_a_door_is_for_nobody_in_the_room(words: str) -> None:
    world = world_at(LIGHTHOUSE)
    state = new_story(world, seed=1)
    state.place = state.characters["tallack"].place = "kitchen"
    state = play(world, state, "Hello, Mr Tallack").after
    changes = play(world, state, words).outcome.changes
    assert not [one for one in changes if one.op in ("discuss", "answer", "greet")]
    assert not [one for one in changes if one.op == "attempt" and one.target is not None]
