"""What a remark is: a report, a warning, praise, a plan, a tale of one's own; and what is none."""

from __future__ import annotations

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.talk.forces.remark_kinds import is_for_later, remark_in
from tests.casekit import cases


def _plainly(text: str) -> str:
    return " ".join(word for word in words_of(plain(text)) if word[0].isalnum())


@cases
def test_a_sentence_is_a_remark_of_its_kind(kind: str, texts: str) -> None:
    for text in texts.split("|"):
        remark = remark_in(_plainly(text), frozenset({"anna"}))
        assert (remark.kind if remark is not None else None) == kind, text


@cases
def test_what_asks_orders_or_only_thinks_is_no_remark(text: str) -> None:
    assert remark_in(_plainly(text)) is None


def test_a_plan_for_another_time_is_told_from_one_for_now() -> None:
    assert is_for_later("i am going out to the island as soon as the tide turns")
    assert not is_for_later("i am going out to the island")


def test_of_two_clauses_the_one_that_weighs_more_is_the_remark() -> None:
    remark = remark_in("i have no money but i can chop wood")
    assert remark is not None
    assert remark.kind == "remark_skill"
