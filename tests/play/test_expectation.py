"""When a narrator is told that its player writes."""

from __future__ import annotations

from gamemaster.play.expectation import AGAIN_S, MOST_TIMES, Expectation


def test_at_the_first_letter_of_each_turn_and_again_while_they_go_on() -> None:
    expectation = Expectation()
    assert expectation.is_due((0, 1), 100.0)
    assert not expectation.is_due((0, 1), 100.0 + AGAIN_S / 2)
    assert expectation.is_due((0, 1), 100.0 + AGAIN_S)
    assert expectation.is_due((0, 2), 100.0 + AGAIN_S), "the next turn is another"
    assert expectation.is_due((1, 2), 100.0 + AGAIN_S), "and so is one that was taken back"


def test_not_for_ever() -> None:
    expectation = Expectation()
    due = [expectation.is_due((0, 1), number * AGAIN_S) for number in range(MOST_TIMES + 5)]
    assert sum(due) == MOST_TIMES
    assert expectation.is_due((0, 2), 0.0)


def test_a_world_that_was_edited_makes_what_was_ready_useless() -> None:
    expectation = Expectation()
    assert expectation.is_due((0, 1), 0.0)
    expectation.forget()
    assert expectation.is_due((0, 1), 0.0)
