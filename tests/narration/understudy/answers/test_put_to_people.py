"""Questions that name nobody: who answers them."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.casekit import cases
from tests.narration.understudy.conversations import LIGHTHOUSE, LONG_NIGHT
from tests.worldkit import world_at
from worlds.schema import World


def _among(world: World, place: str, who: str | None) -> StoryState:
    state = new_story(world, seed=1)
    state.place = place
    for one, person in state.characters.items():
        person.place = place if one == who else "elsewhere"
    return state


def _speakers(world: World, state: StoryState, words: str) -> list[str | None]:
    return [span.speaker for span in play(world, state, words).spans if span.speaker]


@cases
def test_whoever_has_a_word_on_it_answers(who: str, place: str, words: str) -> None:
    world = world_at(LONG_NIGHT)
    assert who in _speakers(world, _among(world, place, who), words)


@cases
def test_what_is_asked_of_the_game_master_stays_theirs(words: str) -> None:
    world = world_at(LONG_NIGHT)
    played = play(world, _among(world, "shore", "ivar"), words)
    assert not [change for change in played.outcome.changes if change.op == "discuss"]


@cases
def test_who_stands_here_is_seen_and_asked_of_nobody(words: str) -> None:
    world = world_at(LONG_NIGHT)
    assert not _speakers(world, _among(world, "yard", "ulf"), words)


def test_of_another_place_only_those_are_named_who_are_there() -> None:
    world = world_at(LONG_NIGHT)
    turn = play(world, _among(world, "yard", "ulf"), "who is in the hall?")
    told = " ".join(span.text for span in turn.spans)
    assert not [one.name for one in world.characters.values() if one.name in told and one.at != "hall"]


@cases
def test_what_was_foreseen_of_the_game_master_is_answered_by_them(place: str, who: str, words: str) -> None:
    world = world_at(LIGHTHOUSE)
    assert not _speakers(world, _among(world, place, who), words)


@cases
def test_leave_that_was_foreseen_is_theirs_to_give(place: str, who: str, words: str) -> None:
    world = world_at(LIGHTHOUSE)
    talking = play(world, _among(world, place, who), "good evening").after
    assert _speakers(world, talking, words) == [who]


@cases
def test_whoever_is_here_answers_what_no_eye_could_tell(
    folder: str, place: str, who: str, words: str
) -> None:
    world = world_at(folder)
    assert who in _speakers(world, _among(world, place, who), words)


@cases
def test_people_are_known_by_what_they_are_and_do(
    folder: str, place: str, who: str, words: str, told: str
) -> None:
    world = world_at(folder)
    spans = play(world, _standing(world, place), words).spans
    assert any(span.speaker == who and told in span.text for span in spans), [span.text for span in spans]


def _standing(world: World, place: str) -> StoryState:
    state = new_story(world, seed=1)
    state.place = place
    return state


@cases
def test_nobody_is_asked_in_the_place_of_somebody_who_is_not_there(
    folder: str, place: str, words: str
) -> None:
    world = world_at(folder)
    played = play(world, _standing(world, place), words)
    assert not [change for change in played.outcome.changes if change.op in ("discuss", "answer")]
    assert played.after.minutes == 0


@cases
def test_what_eyes_tell_is_put_to_nobody(folder: str, place: str, who: str, words: str) -> None:
    world = world_at(folder)
    played = play(world, _among(world, place, who), words)
    assert not [change for change in played.outcome.changes if change.op in ("discuss", "answer")]


def test_what_somebody_does_is_asked_of_them_and_not_who_they_are() -> None:
    for folder, place, who, words in (
        (LONG_NIGHT, "shore", "ivar", "Ivar, what are you doing?"),
        (LONG_NIGHT, "hall", "ragnhild", "what are you doing"),
        (LIGHTHOUSE, "kitchen", "tallack", "Mr Tallack, what are you doing?"),
    ):
        world = world_at(folder)
        played = play(world, _among(world, place, who), words)
        topics = [change.topic for change in played.outcome.changes if change.op == "discuss"]
        assert topics == ["doing"], words


def test_a_question_of_small_words_is_no_other_one() -> None:
    world = world_at(LIGHTHOUSE)
    for place, who, words, topics in (
        ("store", "jory", "so what now?", ["what_plan"]),
        ("store", "jory", "what is in here?", []),
        ("kitchen", "tallack", "what lady?", ["lady_tram"]),
        ("kitchen", "tallack", "what is that?", []),
    ):
        played = play(world, _among(world, place, who), words)
        assert [one.topic for one in played.outcome.changes if one.op == "discuss"] == topics, words


def test_sorry_before_a_question_is_a_courtesy_and_before_a_statement_an_apology() -> None:
    world = world_at(LIGHTHOUSE)

    def answer_to(words: str) -> list[str]:
        return [span.text for span in play(world, _among(world, "kitchen", "tallack"), words).spans]

    assert answer_to("sorry, where is Jory?") == answer_to("where is Jory?")
    assert any("accepted" in text for text in answer_to("sorry, I was rude to you"))
