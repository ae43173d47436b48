"""The splitter: tags cut anywhere, reasoning open, closed, endless or absent, and every chunking alike."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inference.kinds import Kind
from inference.output.reasoning import Run, Splitter, merge_runs

OPEN, CLOSE = (3,), (4,)
# Tags in pieces that share a beginning and recur within themselves, as pieces of "<think>" do.
CUT_OPEN, CUT_CLOSE = (7, 7, 8), (7, 9, 7, 9, 8)
R, C, M = Kind.REASONING, Kind.CONTENT, Kind.MARKER


def split(
    ids: list[int],
    chunks: list[int] | None = None,
    tags: tuple[tuple[int, ...], tuple[int, ...]] = (OPEN, CLOSE),
    thinking_open: bool = False,
    limit: int | None = None,
) -> tuple[list[Run], Splitter]:
    splitter = Splitter(*tags, thinking_open, limit)
    runs: list[Run] = []
    rest = list(ids)
    for size in [*(chunks or []), len(ids)]:
        runs += splitter.feed(rest[:size])
        rest = rest[size:]
    return merge_runs([*runs, *splitter.finish()]), splitter


@pytest.mark.parametrize(
    ("ids", "thinking_open", "expected"),
    [
        ([], False, []),
        ([10, 11], False, [(C, (10, 11))]),
        ([10, 4, 11], True, [(R, (10,)), (M, (4,)), (C, (11,))]),
        ([3, 10, 4, 11], False, [(M, (3,)), (R, (10,)), (M, (4,)), (C, (11,))]),
        ([4, 11], True, [(M, (4,)), (C, (11,))]),
        ([3, 4, 11], False, [(M, (3,)), (M, (4,)), (C, (11,))]),
        ([10, 11], True, [(R, (10, 11))]),
        ([3, 10], True, [(R, (3, 10))]),
        ([10, 4, 11], False, [(C, (10,)), (M, (4,)), (C, (11,))]),
        ([10, 4, 11, 3, 12, 4], True, [(R, (10,)), (M, (4,)), (C, (11,)), (M, (3,)), (R, (12,)), (M, (4,))]),
    ],
)  # fmt: skip
def test_each_form_of_answer(ids: list[int], thinking_open: bool, expected: list[Run]) -> None:
    assert split(ids, thinking_open=thinking_open)[0] == expected


def test_a_close_without_an_opening_is_a_marker_and_is_noticed() -> None:
    assert split([10, 4, 11])[1].stray_close
    assert not split([3, 10, 4, 11])[1].stray_close
    assert not split([10, 4, 11], thinking_open=True)[1].stray_close


def test_a_tag_in_pieces_is_held_back_only_until_it_is_decided() -> None:
    splitter = Splitter(CUT_OPEN, CUT_CLOSE, thinking_open=True)
    assert splitter.feed([1, 7, 9]) == [(R, (1,))]
    assert splitter.feed([7, 9]) == []
    assert splitter.feed([7]) == [
        (R, (7, 9))
    ]  # 7 9 7 9 7: the first two are plain, 7 9 7 may still begin a tag
    assert splitter.feed([9, 8, 5]) == [(M, CUT_CLOSE), (C, (5,))]
    assert splitter.reasoning_tokens == 3


@pytest.mark.parametrize("limit", [0, 1, 20, 500])
@pytest.mark.parametrize("thinking_open", [True, False])
def test_reasoning_that_never_closes_is_cut_at_exactly_the_limit(limit: int, thinking_open: bool) -> None:
    opening = [] if thinking_open else [3]
    runs, splitter = split([*opening, *([10] * 600)], thinking_open=thinking_open, limit=limit)
    assert splitter.overrun
    assert splitter.reasoning_tokens == limit
    assert [run for run in runs if run[0] is R] == ([(R, (10,) * limit)] if limit else [])


@pytest.mark.parametrize("limit", [0, 1, 20])
def test_reasoning_that_closes_at_the_limit_is_not_cut(limit: int) -> None:
    runs, splitter = split([*([10] * limit), 4, 11], thinking_open=True, limit=limit)
    assert not splitter.overrun
    assert runs[-1] == (C, (11,))


def test_a_cut_tag_does_not_count_against_the_limit() -> None:
    closed = split([1, *CUT_CLOSE, 5], tags=(CUT_OPEN, CUT_CLOSE), thinking_open=True, limit=1)
    assert closed[0] == [(R, (1,)), (M, CUT_CLOSE), (C, (5,))]
    almost = split([1, *CUT_CLOSE[:-1], 5], tags=(CUT_OPEN, CUT_CLOSE), thinking_open=True, limit=1)
    assert almost[0] == [(R, (1,))]
    assert almost[1].overrun


def test_sections_share_one_limit() -> None:
    runs, splitter = split([10, 10, 4, 11, 3, 10, 10], thinking_open=True, limit=3)
    assert splitter.overrun
    assert sum(len(ids) for kind, ids in runs if kind is R) == 3


def test_a_model_without_tags_writes_content_only() -> None:
    assert split([3, 4, 5], tags=((), ()))[0] == [(C, (3, 4, 5))]


tokens = st.lists(st.sampled_from([3, 4, 7, 8, 9, 10, 11]), max_size=60)
some_tags = st.sampled_from([(OPEN, CLOSE), (CUT_OPEN, CUT_CLOSE), ((7, 8), (7, 9)), ((), (4,))])
some_limit = st.none() | st.integers(0, 20)


@given(tokens, st.lists(st.integers(0, 5), max_size=60), some_tags, st.booleans(), some_limit)
def test_every_chunking_gives_the_same_split(
    ids: list[int],
    chunks: list[int],
    tags: tuple[tuple[int, ...], tuple[int, ...]],
    thinking_open: bool,
    limit: int | None,
) -> None:
    whole, at_once = split(ids, None, tags, thinking_open, limit)
    cut, bit_by_bit = split(ids, chunks, tags, thinking_open, limit)
    assert cut == whole
    assert (at_once.overrun, at_once.stray_close) == (bit_by_bit.overrun, bit_by_bit.stray_close)


@given(tokens, some_tags, st.booleans())
def test_nothing_is_lost_or_added(
    ids: list[int], tags: tuple[tuple[int, ...], tuple[int, ...]], thinking_open: bool
) -> None:
    runs, splitter = split(ids, [1] * len(ids), tags, thinking_open)
    assert [number for _, run in runs for number in run] == ids
    assert splitter.reasoning_tokens == sum(len(run) for kind, run in runs if kind is R)


@given(tokens, some_tags, st.booleans(), st.integers(0, 10))
def test_reasoning_never_exceeds_the_limit(
    ids: list[int], tags: tuple[tuple[int, ...], tuple[int, ...]], thinking_open: bool, limit: int
) -> None:
    runs, splitter = split(ids, None, tags, thinking_open, limit)
    assert splitter.reasoning_tokens == sum(len(run) for kind, run in runs if kind is R) <= limit


def test_an_answer_sent_all_at_once_takes_time_by_its_length_alone() -> None:
    """A server that does not stream sends tens of thousands at once, and all players wait while they are split."""
    fed = list(range(10, 60_010))
    started = time.process_time()
    runs, _ = split(fed)
    assert runs == [(C, tuple(fed))]
    assert time.process_time() - started < 1.0
