"""Somebody answers: what was written for it, what they know and see and feel, who may know, or that they do not."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import Relation, StoryState, new_story
from tests.worldkit import begin, sample, world_at
from worlds.schema import World


def ask(words: str, state: StoryState | None = None, world: World | None = None) -> Played:
    return play(world or sample(), state or begin(), words)


def first_speech(played: Played) -> tuple[str | None, str]:
    """Who spoke, and what they said first."""
    span = next(span for span in played.spans if span.kind == "speech")
    return span.speaker, span.text


def source(played: Played) -> str:
    return next(op.source for op in played.outcome.changes if op.op == "answer")


def mara(**changes: object) -> World:
    world = sample()
    person = world.characters["mara"].model_copy(update=changes)
    return world.model_copy(update={"characters": {**world.characters, "mara": person}})


def test_a_written_line_comes_first_and_the_rest_is_never_silence() -> None:
    assert first_speech(ask("mara, what about the gears?")) == ("mara", "It stopped.")
    played = ask("mara, why is the moon so red tonight?")
    speaker, said = first_speech(played)
    assert speaker == "mara"
    assert "moon" in said
    assert source(played) == "ignorance"


def test_whoever_does_not_know_sends_on_to_who_may() -> None:
    played = ask("Mara, where does the wolf sleep?")
    assert source(played) == "pointer"
    assert "Old Wen" in first_speech(played)[1]


def test_a_line_is_not_said_twice_and_not_passed_over_in_silence() -> None:
    first = ask("ask mara about the mill")
    again = ask("ask mara about the mill", first.after)
    assert first_speech(again)[0] == "mara"
    assert first_speech(again)[1] != first_speech(first)[1]


@pytest.mark.parametrize(
    "words", ["what do you want?", "what are you afraid of?", "are you cold?", "who are you?"]
)
def test_people_speak_of_themselves(words: str) -> None:
    played = ask(f"mara, {words}")
    assert first_speech(played)[0] == "mara"
    assert source(played) == "reply"


def test_who_they_are_is_in_their_own_words_where_there_are_any() -> None:
    assert first_speech(ask("mara, who are you?"))[1] == "Mara. The miller."


def test_feelings_answer_for_people() -> None:
    state = begin()
    state.characters["mara"].relations["well_keeper"] = Relation(trust=-3)
    played = ask("Mara, what do you think of Wen?", state)
    assert source(played) == "feeling"
    assert "Old Wen" in first_speech(played)[1]
    liked = begin()
    liked.characters["mara"].relations["player"] = Relation(fear=3)
    assert first_speech(ask("mara, do you like me?", liked)) != first_speech(ask("mara, do you like me?"))


def test_where_somebody_is_who_stands_there_is_seen() -> None:
    played = ask("mara, where is wen?")
    assert source(played) == "sight"


def test_facts_are_told_by_those_who_know_them_and_then_known() -> None:
    world = mara(knows=("sand",))
    fact = world.facts["sand"].text
    played = ask("mara, why is there sand everywhere?", world=world)
    who, said = first_speech(played)
    assert who == "mara"
    assert said.casefold().endswith(fact.casefold())
    assert "sand" in played.after.facts


def test_speech_to_nobody_in_a_full_place_is_answered() -> None:
    world = world_at("worlds/long_night")
    state = begin_there("hall", "ulf", "ragnhild", "groa")
    for words in ("what is going on with you people?", "hello"):
        assert first_speech(play(world, state, words))[0] in ("ulf", "ragnhild", "groa")
    assert "Ragnhild, by the look of it." in "".join(
        span.text for span in play(world, state, "who commands here?").spans
    )


def begin_there(place: str, *people: str) -> StoryState:
    state = new_story(world_at("worlds/long_night"), 7)
    state.place = place
    for who in people:
        state.characters[who].place = place
    return state


HALL = ("ulf", "hild", "ragnhild")


def in_hall(words: str, *people: str) -> Played:
    world = world_at("worlds/long_night")
    state = new_story(world, 5)
    state.place = "hall"
    for who in people or HALL:
        state.characters[who].place = "hall"
    return play(world, state, words)


def test_a_threat_in_words_is_no_blow_and_costs_nothing_with_others() -> None:
    words = "threaten Ulf: if you don't tell me the truth I'll tell the lady about the tallow on your boots"
    played = in_hall(words)
    assert [(intent.verb, intent.objects) for intent in played.outcome.intents] == [("threaten", ("ulf",))]
    assert not any(one.what == "violence" for c in played.after.characters.values() for one in c.witnessed)
    assert all(played.after.characters[who].toward("player").trust >= 0 for who in ("ragnhild", "hild"))


def test_where_a_claim_and_a_question_come_together_the_question_is_answered() -> None:
    played = in_hall("Ragnhild, I could work for my keep. What needs doing?")
    assert [intent.verb for intent in played.outcome.intents] == ["ask"]


@pytest.mark.parametrize(
    "words",
    ["Ulf, did you look?", "Ulf, where do you sit?", "Ulf, are you lying to me?", "Ulf, is that true?"],
)
def test_no_verb_and_no_fragment_is_said_back(words: str) -> None:
    assert not first_speech(in_hall(words))[1].startswith(("Look", "Sit", "Lying", "The true"))


def test_a_deflection_is_not_repeated() -> None:
    world = world_at("worlds/long_night")
    state = new_story(world, 5)
    state.place = "hall"
    told = []
    for words in ("did you look", "did you sit", "is that true", "is it so", "did you jump"):
        state.characters["ragnhild"].place = "hall"
        played = play(world, state, f"ragnhild, {words}?")
        told.append(first_speech(played)[1])
        state = played.after
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("words", ["Ulf, will you come with me?", "Come to the yard with me, Ulf"])
def test_a_request_for_company_is_answered_and_costs_nothing(words: str) -> None:
    played = in_hall(words)
    assert played.outcome.intents[0].verb == "recruit"
    assert first_speech(played)[0] == "ulf"
    assert played.after.characters["ulf"].toward("player").debt == 0


@pytest.mark.parametrize(
    "words", ["was he?", "is that so, ulf?", "what of it?", "who would know about that?"]
)
def test_a_deed_spoken_of_is_not_said_back_as_if_it_were_a_name(words: str) -> None:
    world = world_at("worlds/long_night")
    for turn in range(2, 8):
        state = new_story(world, turn)
        state.turn, state.place = turn, "hall"
        state.characters["ulf"].place = state.characters["ragnhild"].place = "hall"
        state.focus = {"who": "ulf", "talked": str(turn), "matter": "guard your door"}
        assert "guard your door" not in " ".join(span.text for span in play(world, state, words).spans)


def test_which_of_their_words_is_meant_is_the_saying_that_shares_them() -> None:
    world = world_at("worlds/long_night")
    state = new_story(world, 1)
    for words in ("hello", "have you seen bersi", "what did you mean by six on the ship?"):
        state = play(world, state, words).after
    heard = " ".join(
        span.text
        for span in play(world, state, "what did you mean, the smoke?").spans
        if span.speaker == "ivar"
    )
    assert "Bersi" in heard or "smok" in heard
    assert "four hundred" not in heard


def test_two_questions_in_one_breath_on_a_topic_of_one_line_are_answered_once() -> None:
    """A stranger's words: the second finds the topic's only line told a moment ago, and nothing to name."""
    world = world_at("tests/worlds_modern/brannigan")
    state = new_story(world, 5)
    state.place = next(place for place, one in world.locations.items() if one.name == "Your Office")
    told = ask(
        "gloria u know what eddie was doing on nine tuesday? he ever talk to you about it", state, world
    )
    said = [span.text for span in told.spans if span.speaker == "gloria"]
    assert "Eddie" in " ".join(said) or "harbour" in " ".join(said)
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    ("world", "place", "asked", "again"),
    [
        (
            "tests/worlds_unseen/caravanserai",
            "gate",
            "can I sleep here tonight, Bishr?",
            "did you say I could sleep here?",
        ),
        (
            "tests/worlds_modern/brannigan",
            "fourth",
            "Gloria, may I sleep on the couch?",
            "did you say I could sleep on the couch?",
        ),
        (
            "tests/worlds_modern/brannigan",
            "fourth",
            "may I stay here tonight, Gloria?",
            "did you say that I may stay here?",
        ),
    ],
)
def test_leave_to_sleep_or_stay_stands_once_it_is_given(
    world: str, place: str, asked: str, again: str
) -> None:
    loaded = world_at(world)
    state = state_of(loaded, 1, {"input": "x", "place": place})
    given = play(loaded, state, asked).after
    assert [one.what.split()[:3] for one in given.promises.values()] == [["to", "let", "you"]]
    word = ("gave you my word", "I said so", "As I promised")
    assert any(one in first_speech(ask(again, given, loaded))[1] for one in word)
    assert not any(one in first_speech(ask(again, state, loaded))[1] for one in word)
    assert len(play(loaded, given, asked).after.promises) == 1


@pytest.mark.parametrize("words", ["Gloria, may I sit down?", "Gloria, may I ask you something?"])
def test_leave_for_the_moment_binds_nobody(words: str) -> None:
    world = world_at("tests/worlds_modern/brannigan")
    state = state_of(world, 1, {"input": "x", "place": "fourth"})
    assert not play(world, state, words).after.promises


def test_leave_is_no_word_on_what_they_do_themselves() -> None:
    world = world_at("tests/worlds_modern/brannigan")
    state = state_of(world, 1, {"input": "x", "place": "fourth"})
    given = play(world, state, "Gloria, may I sleep on the couch?").after
    said = " ".join(span.text for span in play(world, given, "Gloria, will you sleep?").spans)
    assert not any(one in said for one in ("gave you my word", "I said so", "As I promised"))
