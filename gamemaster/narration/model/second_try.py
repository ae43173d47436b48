"""A telling that the critic reads: at a fault the model goes on otherwise from the last good paragraph, once.

A second fault ends the model's part, and the understudy tells the rest. Each is kept with the turn.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from gamemaster.narration.critic.live import Fault, why_not
from gamemaster.narration.model.degradation import Course
from gamemaster.narration.model.telling import KeptBack, Reader, happens, told_by_model
from gamemaster.narration.model.text_source import Cut, ModelState, TextSource
from gamemaster.narration.prompts.markup import markup_of
from gamemaster.narration.prompts.prompt import ContextFullError, Transcript, told_ids
from gamemaster.rules.state import Again, Span, Withheld
from inference.engine import EngineLost

LEAST_S = 3.0  # that a second try must have
KEPT_CHARACTERS = 200  # of what was not shown


async def tell_with_critic(
    source: TextSource, state: ModelState, ruled: Transcript, course: Course, until: float, reader: Reader
) -> AsyncGenerator[Span, None]:
    """The spans that may be shown. Raises as `told_by_model`, but `Cut` in place of KeptBack."""
    try:
        async with aclosing(_telling(source, state, ruled, course, until, reader)) as spans:
            async for span in spans:
                yield span
        return
    except KeptBack as kept:
        fault = kept.fault
    if happens(state, "no_second_try", source.clock() > until - LEAST_S):
        _note(state, fault, "understudy")
        raise Cut("complete", f"the critic found {fault.finding.kind}, and there is no time for a second try")
    again = _ask_again(state, ruled, fault, reader)
    try:
        async with aclosing(_telling(source, state, again, course, until, reader)) as spans:
            async for span in spans:
                yield span
    except KeptBack as kept:
        _note(state, kept.fault, "understudy")
        raise Cut("complete", f"the critic found {kept}, in a second try") from None
    except (ContextFullError, EngineLost):
        state.model.again = None  # it was not asked
        raise
    for passed in reader.passed:
        _note(state, passed, "told")


async def _telling(
    source: TextSource, state: ModelState, asked: Transcript, course: Course, until: float, reader: Reader
) -> AsyncGenerator[Span, None]:
    state.telling = asked
    generation = source.telling(state, asked.prompt, course)
    async with aclosing(told_by_model(source, state, asked.prompt, generation, until, reader)) as spans:
        async for span in spans:
            yield span


def _ask_again(state: ModelState, ruled: Transcript, fault: Fault, reader: Reader) -> Transcript:
    """The prompt of the second try: what has passed stands in it, and why the rest did not."""
    _note(state, fault, "again")
    reader.lenient = True
    told = markup_of([(span.speaker, span.text) for span in reader.told])
    ids = told_ids(ruled.chat, f"{told}\n\n", state.model.narration) if told else ()
    note = correction(fault, begun=bool(told))
    state.model.again = Again(told=list(ids), spans=len(reader.told), note=note)
    state.model.narration = []
    return ruled.go_on(ids, note)


def correction(fault: Fault, *, begun: bool) -> str:
    """What the model is told of its fault."""
    how = "Go on from there with the next paragraph" if begun else "Tell it anew"
    return (
        f"NOT SHOWN: {why_not(fault.finding)}. What stands above was told. {how}; do not begin again, and do not speak "
        "of this."
    )


def _note(state: ModelState, fault: Fault, then: str) -> None:
    finding = fault.finding
    state.model.withheld.append(
        Withheld.model_validate(
            {
                "kind": finding.kind,
                "text": finding.text[:KEPT_CHARACTERS],
                "why": finding.why[:KEPT_CHARACTERS],
                "then": then,
            }
        )
    )
    state.step(f"narration: critic: {finding.kind}: {then}")
