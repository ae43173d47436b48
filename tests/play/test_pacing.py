"""Telling: what was told, whether it was hurried, stopped, or stopped at what was seen."""

import asyncio
from collections.abc import AsyncIterator

from gamemaster.play.cadence import INSTANT, Cadence
from gamemaster.play.pacing import Telling
from gamemaster.rules.state import Span

SPANS = [
    Span(kind="narration", text="One two three. ", keys=["a"]),
    Span(kind="speech", speaker="hild", text="Four.", keys=["b"]),
]


async def narration(*, endless: bool = False) -> AsyncIterator[Span]:
    for span in SPANS:
        yield span
    if endless:
        await asyncio.Event().wait()


async def tell(telling: Telling, *, endless: bool = False, stop_after: int | None = None) -> list[str]:
    pieces = []
    async for span in telling.spans_until_stopped(narration(endless=endless)):
        async for _, piece in telling.pieces_of(span):
            pieces.append(piece)
            if len(pieces) == stop_after:
                telling.stop()
    return pieces


async def test_all_of_it() -> None:
    telling = Telling(INSTANT)
    assert await tell(telling) == ["One two three. ", "Four."]
    assert telling.told_spans() == SPANS
    assert telling.told_count == 2


async def test_stopped_while_the_narrator_thinks() -> None:
    telling = Telling(INSTANT)
    task = asyncio.create_task(tell(telling, endless=True))
    await asyncio.sleep(0.02)
    assert not task.done()
    assert telling.stop()
    assert await asyncio.wait_for(task, 30) == ["One two three. ", "Four."]
    assert telling.told_spans() == SPANS


async def test_stopped_at_once() -> None:
    telling = Telling(INSTANT)
    telling.stop()
    assert await tell(telling) == []
    assert telling.told_spans() == []


async def test_a_span_that_was_cut_has_no_keys() -> None:
    telling = Telling(Cadence(chars_per_second=1e9))
    spans = [Span(kind="narration", text="word " * 40, keys=["a"])]

    async def one() -> AsyncIterator[Span]:
        for span in spans:
            yield span

    count = 0
    async for span in telling.spans_until_stopped(one()):
        async for _ in telling.pieces_of(span):
            count += 1
            if count == 3:
                telling.stop(keep=2)
    (told,) = telling.told_spans()
    assert spans[0].text.startswith(told.text)
    assert 0 < len(told.text) < len(spans[0].text)
    assert told.keys == []
    assert telling.told_count == 2


async def test_a_hurried_telling_does_not_pause() -> None:
    telling = Telling(Cadence(chars_per_second=0.1, at_most_s=600))  # minutes, unhurried
    task = asyncio.create_task(tell(telling))
    await asyncio.sleep(0.02)
    assert not task.done()
    telling.hurry()
    assert "".join(await asyncio.wait_for(task, 30)) == "One two three. Four."


async def test_it_cannot_be_stopped_once_it_is_being_committed() -> None:
    telling = Telling(INSTANT)
    await tell(telling)
    telling.finished = True
    assert not telling.stop(keep=0)
    assert telling.told_spans() == SPANS
