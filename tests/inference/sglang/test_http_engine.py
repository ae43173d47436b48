"""The real SGLang over its own HTTP server: the same tokens as in this process, the same prefix, the same ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.inference.sglang.conftest import Transcripts

pytestmark = [pytest.mark.nia, pytest.mark.slow, pytest.mark.timeout(2000)]


@pytest.fixture(scope="module")
def http(transcripts: Transcripts) -> dict[str, Any]:
    return transcripts["steady http"]


@pytest.fixture(scope="module")
def here(transcripts: Transcripts) -> dict[str, Any]:
    return transcripts["steady spec"]


def test_the_tokens_are_the_same(http: dict[str, Any], here: dict[str, Any]) -> None:
    got, due = http["greedy"]["answers"], here["greedy"]["answers"]
    assert len(got) == len(due) > 20
    for one, other in zip(got, due, strict=True):
        for field in ("ids", "text", "finish", "stop", "accept_length", "prompt_tokens"):
            assert one[field] == other[field]


def test_the_prefix_of_a_story_is_found_as_well(http: dict[str, Any], here: dict[str, Any]) -> None:
    for one, other in zip(http["stages"]["turns"], here["stages"]["turns"], strict=True):
        for stage in ("first", "second"):
            assert one[stage]["ids"] == other[stage]["ids"]
        assert one["second"]["cached_tokens"] == other["second"]["cached_tokens"] > 500


def test_budgets_and_grammars_hold(http: dict[str, Any], here: dict[str, Any]) -> None:
    assert http["strict"], "the server says that it thinks strictly"
    for budget, answer in http["thoughts"]["strict"].items():
        assert answer["reasoning_tokens"] == int(budget)
        assert answer["truncated"]
    for name in ("after_reasoning", "without"):
        assert http["thoughts"][name]["text"] == here["grammar"][name]["text"]


def test_every_way_to_stop_early_frees_the_server(http: dict[str, Any]) -> None:
    endings = http["endings"]
    finish, tokens = endings["abort"]
    assert finish == "abort"
    assert 0 < tokens < 3000
    assert endings["deadline"] == "DeadlineExceeded"
    assert endings["after"] == [0, 0]
    assert endings["refused"] == "RequestRefused", "what kills SGLang never reaches it"
    assert http["gone"] == "EngineLost"


def test_what_is_known_of_the_model_without_loading_it(http: dict[str, Any]) -> None:
    context, vocabulary, ends = http["info"]
    assert context > 4_000
    assert vocabulary > 300
    assert ends
