"""What a "sorry" is, and what is told as a loss of one's own."""

from __future__ import annotations

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.talk.forces.regrets import Regret, regret_in
from gamemaster.language.talk.forces.sorrows import is_sorrow
from tests.casekit import cases


@cases
def test_a_sorry_is_manners_sympathy_or_amends(kind: Regret, texts: str) -> None:
    for text in texts.split("|"):
        assert regret_in(words_of(plain(text))) == kind, text


@cases
def test_a_loss_of_ones_own_is_told(speech: str) -> None:
    assert is_sorrow(speech)


@cases
def test_what_tells_of_no_loss(speech: str) -> None:
    assert not is_sorrow(speech)
