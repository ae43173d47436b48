"""The parts of the SGLang adapter that need no SGLang: requests, ends, text; and the tiny models' foretelling."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inference.engine import (
    EngineBusy,
    EngineInfo,
    FinishReason,
    GenerationRequest,
    Lane,
    RequestFailed,
    Sampling,
)
from inference.sglang.detokenize import StreamDecoder
from inference.sglang.requests import costs, end_of, is_strict, parameters
from inference.testbed.predict import verifications
from inference.testbed.vocabulary import byte_letters, cut, spell

INFO = EngineInfo("tiny", 100, 1000, 1000, end_ids=(1,))
ID = "0" * 32


def request_with(**fields: Any) -> GenerationRequest:
    return GenerationRequest(ID, (5, 6), Sampling(20, stop_token_ids=(7,), seed=3), **fields)


def test_a_plain_request() -> None:
    given = parameters(request_with(), strict=False, seeded=True)
    assert given["input_ids"] == [5, 6]
    assert given["rid"] == ID
    assert given["stream"]
    assert not given["require_reasoning"]
    assert given["sampling_params"]["stop_token_ids"] == [7]
    assert given["sampling_params"]["sampling_seed"] == 3
    assert "custom_params" not in given["sampling_params"]


def test_a_budget_is_strict_only_inside_an_open_think() -> None:
    assert is_strict(request_with(reasoning_budget=0, thinking_open=True))
    assert not is_strict(request_with(reasoning_budget=5, thinking_open=False))
    assert not is_strict(request_with())
    given = parameters(request_with(reasoning_budget=0, thinking_open=True, json_schema="{}"), strict=True)
    assert given["require_reasoning"]
    assert given["sampling_params"]["custom_params"] == {"thinking_budget": 0}
    assert given["sampling_params"]["json_schema"] == "{}"


def test_a_seed_is_sent_only_where_it_is_heeded() -> None:
    assert "sampling_seed" not in parameters(request_with(), strict=False)["sampling_params"]


def test_play_goes_first() -> None:
    play, background = (parameters(request_with(lane=lane), strict=False)["priority"] for lane in Lane)
    assert play - background > 10, "SGLang's threshold for preempting what runs"


@pytest.mark.parametrize(
    ("found", "reason", "stop", "error"),
    [
        ({"type": "length", "length": 5}, FinishReason.LENGTH, None, None),
        ({"type": "stop", "matched": 7}, FinishReason.STOP, 7, None),
        ({"type": "stop", "matched": 1}, FinishReason.COMPLETE, 1, None),
        ({"type": "stop", "matched": "text"}, FinishReason.COMPLETE, None, None),
        (
            {"type": "abort", "message": "Abort", "status_code": None, "err_type": None},
            FinishReason.ABORT,
            None,
            None,
        ),
        ({"type": "abort", "message": "full", "status_code": 503}, FinishReason.ABORT, None, EngineBusy),
        ({"type": "abort", "message": "bad", "status_code": 400}, FinishReason.ABORT, None, RequestFailed),
        ({"type": "new thing"}, FinishReason.ABORT, None, RequestFailed),
    ],
)
def test_how_sglang_ends(
    found: dict[str, Any], reason: FinishReason, stop: int | None, error: type[Exception] | None
) -> None:
    end = end_of({"finish_reason": found}, request_with(), INFO, 12)
    assert (end.reason, end.stop_token_id) == (reason, stop)
    assert isinstance(end.error, error) if error else end.error is None


def test_costs_without_speculation() -> None:
    assert costs({"prompt_tokens": 9, "cached_tokens": None}) == {
        "prompt_tokens": 9,
        "cached_tokens": 0,
        "accept_length": None,
        "accept_rate": None,
    }


class Bytes:
    """A tokenizer of single bytes: ids from 256 on are special."""

    def decode(self, token_ids: list[int], *, skip_special_tokens: bool) -> str:
        assert skip_special_tokens
        return bytes(token for token in token_ids if token < 256).decode(errors="replace")


@given(st.text(), st.randoms(use_true_random=False))
def test_text_is_whole_however_it_is_cut(text: str, chooser: random.Random) -> None:
    decoder, ids, parts = StreamDecoder(Bytes()), list(text.encode()), []
    while ids:
        size = chooser.randint(1, 9)
        part = decoder.feed(ids[:size])
        assert "\ufffd" not in part or "\ufffd" in text
        parts.append(part)
        ids = ids[size:]
    assert "".join(parts) + decoder.flush() == text


@given(st.binary(max_size=60), st.randoms(use_true_random=False))
def test_text_does_not_depend_on_chunks_even_if_it_is_garbage(data: bytes, chooser: random.Random) -> None:
    whole, cut_up = StreamDecoder(Bytes()), StreamDecoder(Bytes())
    expected = whole.feed(list(data)) + whole.flush()
    found, ids = "", list(data)
    while ids:
        size = chooser.randint(1, 7)
        found += cut_up.feed(ids[:size])
        ids = ids[size:]
    assert found + cut_up.flush() == expected


def test_a_character_cut_in_two_comes_with_its_last_token() -> None:
    decoder = StreamDecoder(Bytes())
    first, *rest = "ж".encode()
    assert decoder.feed([65, first]) == "A"
    assert decoder.feed(rest) == "ж"
    assert decoder.feed([first]) == ""
    assert decoder.flush() == "\ufffd"


def test_special_tokens_have_no_text() -> None:
    assert StreamDecoder(Bytes()).feed([300, 72, 105, 301]) == "Hi"


def test_byte_letters_are_a_letter_for_each_byte() -> None:
    assert len(set(byte_letters())) == 256
    assert spell(" a\n") == "ĠaĊ"


@given(st.text(min_size=1, max_size=300))
def test_pieces_spell_the_text_and_are_all_new(text: str) -> None:
    taken = set(byte_letters())
    if spell(text) in taken:
        return  # one byte is every vocabulary's own
    pieces = cut(text, set(taken))
    assert "".join(pieces) == spell(text)
    assert len(pieces) == len(set(pieces))
    assert not taken & set(pieces)


def test_drafts_that_are_always_right_take_a_step_for_four() -> None:
    table = [*range(1, 100), 0]
    assert verifications(list(range(1, 42)), table) == 10


def test_drafts_that_are_always_wrong_take_a_step_for_each() -> None:
    assert verifications(list(range(1, 42)), [99] * 100) == 40


def test_a_miss_costs_what_was_drafted_after_it() -> None:
    table = [*range(1, 100), 0]
    table[3] = 50  # after 3 comes 4, and the draft says 50
    assert verifications([1, 2, 3, 4, 5, 6, 7, 8], table) == 2
