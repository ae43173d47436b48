"""Raw ids become deltas: kinds, text, times and counts."""

from dataclasses import replace
from typing import Any

from inference.engine import FinishReason, Kind
from inference.output.deltas import DeltaMaker
from inference.scripted.script import PieceDecoder
from tests.inference.requests import INFO, Answer, request_of

# Ids below 256 are bytes here; the tags are 256 and 257.
BYTES = replace(INFO, think_open=(256,), think_close=(257,))


def maker_of(moments: list[float], **fields: Any) -> DeltaMaker:
    return DeltaMaker(request_of("Hello", **fields), BYTES, PieceDecoder({}), clock=lambda: moments.pop(0))


def test_times_are_of_the_first_token_and_of_the_first_text() -> None:
    maker = maker_of([100.0, 101.0, 103.5], reasoning_budget=9, thinking_open=True)
    answer = Answer(maker.feed([65, 66]) + maker.feed([257]) + maker.feed([67, 68]))
    answer.deltas += maker.finish(FinishReason.STOP, cached_tokens=4, stop_token_id=259, accept_length=2.5)
    account = answer.finish.accounting
    assert (account.first_token_s, account.first_visible_s) == (1.0, 3.5)
    assert (account.prompt_tokens, account.cached_tokens, account.reasoning_tokens) == (5, 4, 2)
    assert account.completion_tokens == 6  # the marker and the stop token count
    assert (answer.text, answer.finish.stop_token_id, account.accept_length) == ("CD", 259, 2.5)


def test_a_character_cut_across_tokens_comes_whole_with_its_last() -> None:
    maker = maker_of([0.0] * 9)
    first, second, third = "€".encode()
    assert [delta.text for delta in maker.feed([first])] == [""]
    assert [delta.text for delta in maker.feed([second, third])] == ["€"]
    maker.feed([first])
    assert maker.finish(FinishReason.LENGTH)[-1].text == "\ufffd"


def test_an_overrun_is_a_finish_of_its_own_whatever_the_engine_says() -> None:
    maker = maker_of([0.0] * 9, reasoning_budget=2, thinking_open=True)
    answer = Answer(maker.feed([65, 66, 67, 68]))
    assert maker.overrun
    answer.deltas += maker.finish(FinishReason.ABORT)
    assert answer.finish.reason is FinishReason.BUDGET
    assert answer.finish.reasoning_truncated
    assert answer.ids(Kind.REASONING) == (65, 66)


def test_an_engine_that_closed_the_reasoning_itself_says_so() -> None:
    maker = maker_of([0.0] * 9, reasoning_budget=2, thinking_open=True)
    answer = Answer(maker.feed([65, 66, 257, 67]))
    answer.deltas += maker.finish(FinishReason.COMPLETE, truncated=True)
    assert answer.finish.reason is FinishReason.COMPLETE
    assert answer.finish.reasoning_truncated
