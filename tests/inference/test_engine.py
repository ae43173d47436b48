"""What is refused before an engine sees it, each time with the limit named."""

from dataclasses import replace
from typing import Any

import pytest

from inference.engine import GenerationRequest, RequestRefused, Sampling, check_request, new_request_id
from tests.inference.requests import INFO, request_of

GOOD = request_of((5, 6, 7), 100)


def request_with(**fields: Any) -> GenerationRequest:
    return replace(GOOD, sampling=replace(GOOD.sampling, **fields))


def test_a_good_request_passes() -> None:
    check_request(GOOD, INFO)
    check_request(replace(GOOD, reasoning_budget=50, thinking_open=True), INFO)


@pytest.mark.parametrize(
    ("request_", "field", "limit"),
    [
        (replace(GOOD, token_ids=()), "token_ids", "at least 1 token"),
        (replace(GOOD, token_ids=(5, 1000)), "token_ids[1]", "0 to 999"),
        (replace(GOOD, token_ids=(-1,)), "token_ids[0]", "0 to 999"),
        (replace(GOOD, token_ids=(5,) * (4096 - 100 - 4 + 1)), "token_ids", "at most 3992"),
        (replace(GOOD, request_id="ab"), "request_id", "exactly 32"),
        (replace(GOOD, request_id="g" * 32), "request_id", "hexadecimal"),
        (replace(GOOD, request_id="a" * 33), "request_id", "exactly 32"),
        (replace(GOOD, request_id="A" * 32), "request_id", "lower-case"),
        (request_with(max_new_tokens=0), "max_new_tokens", "1 to 32768"),
        (request_with(max_new_tokens=10**9), "max_new_tokens", "1 to 32768"),
        (request_with(temperature=-0.1), "temperature", "0 to 2"),
        (request_with(temperature=float("nan")), "temperature", "0 to 2"),
        (request_with(top_p=0.0), "top_p", "at most 1"),
        (request_with(top_p=float("nan")), "top_p", "at most 1"),
        (request_with(seed=-1), "seed", "0 to"),
        (request_with(stop_token_ids=(1000,)), "stop_token_ids[0]", "0 to 999"),
        (request_with(stop_token_ids=(1,) * 17), "stop_token_ids", "at most 16"),
        (replace(GOOD, deadline_s=0.0), "deadline_s", "3600"),
        (replace(GOOD, deadline_s=float("inf")), "deadline_s", "3600"),
        (replace(GOOD, reasoning_budget=-1), "reasoning_budget", "0 to 97"),
        (replace(GOOD, reasoning_budget=98), "reasoning_budget", "0 to 97"),
        (replace(GOOD, reasoning_budget=99, thinking_open=True), "reasoning_budget", "0 to 98"),
        (replace(GOOD, thinking_open=True), "thinking_open", "a budget"),
        (replace(GOOD, json_schema='{"type": "string"}'), "json_schema.maxLength", "8192"),
    ],
)
def test_a_bad_request_is_refused_and_the_limit_named(
    request_: GenerationRequest, field: str, limit: str
) -> None:
    with pytest.raises(RequestRefused) as refused:
        check_request(request_, INFO)
    assert refused.value.field == field
    assert limit in refused.value.limit
    assert field in str(refused.value)


def test_draft_tokens_and_the_kv_cache_count() -> None:
    exactly = replace(GOOD, token_ids=(5,) * (4096 - 100 - 4))
    check_request(exactly, INFO)
    with pytest.raises(RequestRefused, match="KV cache"):
        check_request(exactly, replace(INFO, kv_capacity=4095))
    with pytest.raises(RequestRefused, match="5 draft tokens"):
        check_request(exactly, replace(INFO, draft_tokens=5))


def test_a_budget_is_refused_where_the_model_cannot_reason() -> None:
    with pytest.raises(RequestRefused, match="no </think>"):
        check_request(replace(GOOD, reasoning_budget=0), replace(INFO, think_open=(), think_close=()))


def test_no_request_id_is_the_prefix_of_another() -> None:
    ids = [new_request_id() for _ in range(100)]
    assert {len(one) for one in ids} == {32}
    assert len(set(ids)) == 100
    check_request(GenerationRequest(ids[0], (1,), Sampling(1)), INFO)
