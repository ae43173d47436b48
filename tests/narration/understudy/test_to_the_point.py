"""People answer what is put to them, and are moved by what is said and done before them."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.forces.heartfelt import heartfelt_of
from gamemaster.language.talk.forces.statements import statement_of
from gamemaster.language.talk.questions.elliptical import in_full
from gamemaster.language.talk.questions.question_forms import question_of
from gamemaster.language.talk.remarks import hails_anybody
from gamemaster.language.talk.sentences import sentences_of, with_one_named
from gamemaster.language.wording.replies import reply
from gamemaster.narration.understudy.prose import as_one_speech
from gamemaster.narration.understudy.reactions import is_their_part
from gamemaster.rules.stances.favours import demand_of
from gamemaster.rules.state import Span
from tests.casekit import cases
from tests.narration.understudy.conversations import LONG_NIGHT
from tests.narration.understudy.test_conversations import Talk, talk
from tests.worldkit import world_at

FORD = "tests/worlds_small/ford"
CARAVANSERAI = "tests/worlds_unseen/caravanserai"


@pytest.fixture
def halla() -> Talk:
    return talk(FORD, "alehouse", "halla")


@cases
def test_the_reply_is_of_the_kind_that_is_asked_for(halla: Talk, words: str, kind: str) -> None:
    told = halla.say(words)
    assert any(text in told for text in reply(halla.world.characters["halla"], kind)), told


@cases
def test_a_claim_is_known_for_true_by_the_players_part(claimed: str, theirs: bool) -> None:
    assert is_their_part(world_at(CARAVANSERAI), claimed) == theirs


@cases
def test_a_question_of_state_has_its_kind(words: str, kind: str) -> None:
    assert question_of(words).kind == kind


@cases
def test_why_not_is_no_favour_asked(words: str, full: str) -> None:
    assert " ".join(in_full(words.split(), True)) == full


@cases
def test_a_statement_has_its_question_after_a_comma(said: str, sentences: int) -> None:
    assert len(sentences_of(said)) == sentences


@cases
def test_one_stands_for_what_was_named(words: str, put: str) -> None:
    assert " ".join(with_one_named(words.split(), "key")) == put


@cases
def test_a_call_to_anybody_greets(words: str, greets: bool) -> None:
    assert hails_anybody(words.split()) == greets


@cases
def test_what_is_confided_has_its_force(words: str, force: str) -> None:
    heart = heartfelt_of(words)
    assert (heart.kind if heart is not None else statement_of(words.split()).force) == force


@cases
def test_what_silence_is_sold_for(threat: str, demand: str) -> None:
    assert demand_of(threat) == demand


def test_nobody_says_their_last_sentence_again() -> None:
    one, two = (Span(speaker="ann", text=text, kind="speech") for text in ("Ann. The cook.", "The cook. All day."))
    assert [span.text for span in as_one_speech([one, two])] == ["Ann. The cook. All day."]


def test_two_short_words_are_said_again() -> None:
    one, two = (Span(speaker="ann", text=text, kind="speech") for text in ("No.", "No. Not today."))
    assert [span.text for span in as_one_speech([one, two])] == ["No. No. Not today."]


def test_who_somebody_is_told_by_what_they_are_to_others() -> None:
    ivar = talk(LONG_NIGHT, "shore", "ivar")
    kin = next(name for name in ivar.world.characters["ivar"].topics["orm"].names if "'s " in name)
    assert ivar.say("Ivar, who is Orm?").removeprefix("ivar: ").casefold().startswith(kin.casefold())


def test_a_bet_on_how_things_are_sends_nobody_to_look(halla: Talk) -> None:
    halla.say("I bet they are Ketil's")
    assert not [one for one in halla.last.outcome.changes if one.op == "try"]  # type: ignore[union-attr]
