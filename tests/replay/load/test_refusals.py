"""How long a driven player waits that the service has refused, and what is said of it."""

import pytest

from gamemaster.play.failures import failure, unavailable
from gamemaster.replay.load.refusals import AGAIN_S, advice, wait_s


@pytest.mark.parametrize(("asked", "waited"), [(2.5, 2.5), (0.001, 0.1), (None, AGAIN_S)])
def test_a_player_waits_as_long_as_the_refusal_asks(asked: float | None, waited: float) -> None:
    refusal = failure("too_fast", "Send it again in 99 s.", retry_after_s=asked)
    assert wait_s(refusal.model_dump()) == waited


def test_what_is_away_says_when_to_ask_again() -> None:
    assert wait_s(unavailable("The story's keeper does not answer.").model_dump()) > 0


@pytest.mark.parametrize(
    ("limit", "said"),
    [("60 new players a minute", "--ramp"), ("8 connections", "--players"), (None, "refuses")],
)
def test_the_person_who_drives_is_told_what_to_do(limit: str | None, said: str) -> None:
    assert said in advice(failure("too_many", "No.", limit=limit).model_dump())
