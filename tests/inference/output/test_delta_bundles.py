"""Deltas that go together: nothing is lost or reordered, beginnings and ends are not kept waiting."""

import asyncio

from inference.engine import Delta, Finish, FinishReason, Kind
from inference.output.delta_bundles import GATHER_TOKENS, DeltaBundles, join

LONG_S = 3000.0  # that no test waits for


def content(number: int, finish: Finish | None = None) -> Delta:
    return Delta(Kind.CONTENT, (number,), f"{number} ", finish)


async def test_what_begins_a_kind_and_what_ends_the_answer_goes_at_once() -> None:
    sent: list[Delta] = []
    bundles = DeltaBundles(sent.append, LONG_S)
    bundles.put(Delta(Kind.REASONING, (1,)))
    assert [delta.token_ids for delta in sent] == [(1,)]
    for number in (2, 3):
        bundles.put(Delta(Kind.REASONING, (number,)))
    assert len(sent) == 1, "more of the same waits"
    bundles.put(Delta(Kind.MARKER, (4,)))
    bundles.put(content(5))
    assert [delta.token_ids for delta in sent] == [(1,), (2, 3), (4,), (5,)]
    bundles.put(content(6))
    bundles.put(content(7, Finish(FinishReason.COMPLETE)))
    assert sent[-1].token_ids == (6, 7)
    assert sent[-1].text == "6 7 "
    assert sent[-1].finish is not None
    assert [delta.finish for delta in sent[:-1]] == [None] * 4


async def test_the_end_of_a_paragraph_goes_at_once() -> None:
    sent: list[Delta] = []
    bundles = DeltaBundles(sent.append, LONG_S)
    for text in ("Snow", " falls", ".\n\nA", " dog"):
        bundles.put(Delta(Kind.CONTENT, (1,), text))
    assert [delta.text for delta in sent] == ["Snow", " falls.\n\nA"]
    thought = DeltaBundles(sent.append, LONG_S)
    for text in ("So", ".\n", "Then"):
        thought.put(Delta(Kind.REASONING, (1,), text))
    assert [delta.text for delta in sent[2:]] == ["So"], "nobody is shown what is thought"


async def test_what_waits_goes_by_itself_though_nothing_more_comes() -> None:
    sent: list[Delta] = []
    bundles = DeltaBundles(sent.append, 0.01)
    for number in range(3):
        bundles.put(content(number))
    async with asyncio.timeout(10):
        while len(sent) < 2:
            await asyncio.sleep(0.005)
    assert [delta.token_ids for delta in sent] == [(0,), (1, 2)]


async def test_what_waits_is_sent_before_an_error_and_not_to_a_reader_who_left() -> None:
    sent: list[Delta] = []
    bundles = DeltaBundles(sent.append, 0.01)
    for number in range(3):
        bundles.put(content(number))
    bundles.flush()
    assert [delta.token_ids for delta in sent] == [(0,), (1, 2)]
    bundles.put(content(3))
    bundles.drop_timer()
    await asyncio.sleep(0.05)
    assert len(sent) == 2


async def test_what_comes_faster_than_any_model_writes_does_not_wait() -> None:
    sent: list[Delta] = []
    bundles = DeltaBundles(sent.append, LONG_S)
    for number in range(10 * GATHER_TOKENS):
        bundles.put(content(number))
    assert max(len(delta.token_ids) for delta in sent) == GATHER_TOKENS
    assert [number for delta in sent for number in delta.token_ids] == list(range(9 * GATHER_TOKENS + 1))


def test_one_delta_of_several_has_all_of_them() -> None:
    end = Finish(FinishReason.STOP, stop_token_id=9)
    assert join([content(1), content(2), Delta(Kind.CONTENT, finish=end)]) == Delta(
        Kind.CONTENT, (1, 2), "1 2 ", end
    )
    assert join([content(1)]) == content(1)
