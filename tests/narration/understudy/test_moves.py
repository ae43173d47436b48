"""What is said to somebody and asks nothing is taken as what it does, once, and shows what it touches."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.language.talk.forces.moves import MOVES, MoveKind, move_in
from gamemaster.language.wording.move_lines import move_lines
from gamemaster.narration.understudy.answers.in_character.move_answers import touches_of
from gamemaster.narration.understudy.understudy import play_without_suggestions
from gamemaster.rules.state import Span
from worlds.loader import load_world
from worlds.schema import World

TESTS = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def brannigan() -> World:
    return load_world(TESTS / "worlds_modern" / "brannigan")


def spans_of(world: World, place: str, here: list[str], words: str) -> list[Span]:
    state = state_of(world, 1, {"input": "x", "here": here, "has": [], "place": place})
    return play_without_suggestions(world, state, words).spans


@pytest.mark.parametrize(
    ("speech", "kind"),
    [
        ("You took it, didn't you.", "accuse"),
        ("Gone since Monday and you said nothing??", "reproach"),
        ("Otis told me everything.", "claim_to_know"),
        ("I know who wrote it.", "claim_to_know"),
        ("You hide the key at night.", "accuse"),
        ("Ten bucks says he runs.", "bet"),
        ("I dare you to ring him.", "dare"),
        ("There. I'm not looking. Take your time.", "give_time"),
        ("I'd take the money if I were you.", "advise"),
        ("It was her coat, wasn't it.", "guess"),
        ("Where do you want these boxes?", "place"),
        ("And what if I went and told your brother what you just said?", "hint"),
        ("Is that so? Suppose I let slip where you go at night.", "hint"),
        ("Suppose I opened the gate and told them how few you are.", "hint"),
        ("Ten coppers says they ride off before dark.", "bet"),
        ("Here, have my scarf, you're shaking.", "press_on"),
        ("It looks as though nobody has dusted in here.", "guess"),
        ("Smells like somebody burnt the milk, hm?", "guess"),
        ("Heads I sleep inside, tails I sleep in the shed. Deal?", "bet"),
        ("You took it. Where is it now?", None),
        ("Who was here last night?", None),
        ("What if I told you a secret?", None),
    ],
)
def test_a_speech_is_what_its_weightiest_sentence_does(speech: str, kind: MoveKind | None) -> None:
    move = move_in(speech)
    assert (move.kind if move is not None else None) == kind


def test_a_touched_secret_shows_and_is_not_told(brannigan: World) -> None:
    spans = spans_of(brannigan, "lobby", ["otis"], "Otis, I know about the twenty dollars.")
    assert [span.kind for span in spans][:1] == ["narration"], spans  # it is seen before anything is said
    assert "Crane" not in " ".join(span.text for span in spans)
    state = state_of(brannigan, 1, {"input": "x", "here": ["otis"], "has": [], "place": "lobby"})
    assert "secret" in touches_of(
        brannigan, state, "otis", "I know about the twenty dollars", "claim_to_know"
    )
    assert "secret" not in touches_of(brannigan, state, "otis", "You smell of soap", "tease")


def test_several_sentences_said_to_one_person_are_answered_once(brannigan: World) -> None:
    spans = spans_of(
        brannigan, "lobby", ["otis"], "You never told me. Not one word. You should have told me, Otis."
    )
    assert len([span for span in spans if span.speaker == "otis"]) == 1, spans


def test_everybody_can_take_each_move(brannigan: World) -> None:
    for kind in MOVES:
        lines = move_lines()[kind]
        assert any(not line.if_ for line in lines), kind
        assert any("machine" in line.if_ for line in lines), kind


def speech_in(spans: list[Span]) -> str:
    return " ".join(span.text for span in spans if span.speaker)


def test_a_sorry_where_nobody_is_at_odds_makes_no_peace(brannigan: World) -> None:
    spans = spans_of(brannigan, "lobby", ["otis"], "Otis, I'm sorry to trouble you so late")
    assert speech_in(spans) == "Not at all. You do not disturb me.", spans
    asked = spans_of(brannigan, "lobby", ["otis"], '"Sorry to bother you, Otis. Who is Mr Crane?"')
    assert "disturb" not in speech_in(asked), asked  # what is asked is answered, and the manners are not


def test_a_loss_told_in_company_is_answered_by_somebody(brannigan: World) -> None:
    told = "my brother used to run a lift like this. he died in the war"
    spans = spans_of(brannigan, "lobby", ["otis"], told)
    assert [span.speaker for span in spans] == ["otis"], spans
    assert "sorry" in speech_in(spans).casefold()


def test_each_of_several_questions_in_one_sentence_is_put_by_itself(brannigan: World) -> None:
    state = state_of(brannigan, 1, {"input": "x", "here": ["otis"], "has": [], "place": "lobby"})
    words = '"Evening, Otis. Who is Mr Crane, where is the lift, and what are you listening to?"'
    played = play_without_suggestions(brannigan, state, words)
    assert sum(intent.verb == "ask" for intent in played.outcome.intents) == 3, played.outcome.intents
