"""What was remarked is said back by whoever hears it, as whole clauses alone."""

from __future__ import annotations

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.wording.said_back import said_back
from tests.casekit import cases


@cases
def test_a_clause_is_turned_to_whoever_hears_it(typed: str, told: str) -> None:
    assert said_back(words_of(plain(typed)), "remark_story").clause == told


@cases
def test_what_is_no_clause_is_not_said_back_as_one(typed: str) -> None:
    assert said_back(words_of(plain(typed)), "remark_warn").clause == ""


@cases
def test_what_they_are_to_leave_or_do_is_said_as_theirs(typed: str, left: str, deed: str) -> None:
    back = said_back(words_of(plain(typed)), "remark_warn")
    assert (back.left, back.deed) == (left, deed)


def test_a_formal_speaker_does_not_contract() -> None:
    assert said_back(["i", "will", "not", "go"], "remark_refuse", formal=True).clause == "you will not go"
