"""The ladder: a slow or silent engine gets less of a turn, and gets it all again once it is fast."""

from gamemaster.narration.model.degradation import (
    FORGET_S,
    Pace,
    Rung,
    choose_to_adjudicate,
    choose_to_narrate,
)


def pace(tokens_per_s: float, first_token_s: float = 0.1, now: float = 0.0) -> Pace:
    made = Pace()
    made.measure(now, tokens=101, seconds=first_token_s + 100 / tokens_per_s, first_token_s=first_token_s)
    return made


def test_while_nothing_is_known_the_full_course_is_tried() -> None:
    assert choose_to_adjudicate(Pace(), 0.0, 1.0).rung is Rung.FULL
    assert choose_to_adjudicate(Pace(), 0.0, 1.0).why == ""


def test_the_rungs_go_down_with_the_speed_and_say_why() -> None:
    rungs = [choose_to_adjudicate(pace(speed), 1.0, 10.0).rung for speed in (165, 60, 30, 5)]
    assert rungs == [Rung.FULL, Rung.SHORT_REASONING, Rung.SHORT_ANSWER, Rung.UNDERSTUDY]
    assert "are left" in choose_to_adjudicate(pace(60), 1.0, 10.0).why


def test_the_telling_is_never_above_the_ruling() -> None:
    fast = pace(165)
    assert choose_to_narrate(fast, 1.0, 60.0, Rung.FULL).rung is Rung.FULL
    assert choose_to_narrate(fast, 1.0, 60.0, Rung.SHORT_ANSWER).rung is Rung.SHORT_ANSWER
    assert choose_to_narrate(pace(2), 1.0, 60.0, Rung.FULL).rung is Rung.UNDERSTUDY


def test_a_request_that_brought_nothing_counts_as_slow_until_it_is_forgotten() -> None:
    made = pace(165)
    made.note_failure(10.0, waited_s=30.0)
    assert choose_to_adjudicate(made, 11.0, 20.0).rung is Rung.UNDERSTUDY
    assert choose_to_adjudicate(made, 11.0 + FORGET_S, 20.0).rung is Rung.FULL


def test_measures_are_smoothed_and_short_answers_say_nothing() -> None:
    made = pace(100)
    made.measure(1.0, tokens=3, seconds=9.0, first_token_s=0.1)
    assert made.tokens_per_s is not None
    assert abs(made.tokens_per_s - 100) < 1
    made.measure(2.0, tokens=101, seconds=10.1, first_token_s=0.1)
    assert 60 < made.tokens_per_s < 80
