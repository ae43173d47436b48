"""The model's telling of a ruling: its text as spans, read by the critic paragraph by paragraph before it is shown,
watched for degeneration, and cut where it must end."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field

from gamemaster.narration.critic.live import Fault, is_told_already, judge
from gamemaster.narration.critic.told_turn import ToldTurn
from gamemaster.narration.handover import audible_people
from gamemaster.narration.model.answer_stream import stream_answer
from gamemaster.narration.model.text_source import Cut, Generation, ModelState, TextSource
from gamemaster.narration.prompts.markup import Disowned, Narration, Script, Speech
from gamemaster.narration.prompts.prompt import Prompt
from gamemaster.rules.state import Span
from inference.engine import EngineError, Finish, FinishReason, Kind
from inference.output.guard import Guard, scripts_in
from worlds.per_world import per_world
from worlds.schema import World

ALL_THOUGHT = (
    "the model told nothing: all that it wrote was taken for a thought (does its server split thoughts off as this "
    "model writes them, and leave it the tokens for an answer?)"
)
_LINES = re.compile(r"[^\n]*\n|[^\n]+")


class KeptBack(Exception):
    """The critic found a fault in a paragraph, which is not shown."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.finding.kind}: {fault.finding.why}")
        self.fault = fault


@dataclass(eq=False)
class Reader:
    """A turn's telling as the critic reads it. `turn` is what is true in it, `told` what has passed, a span each."""

    turn: ToldTurn
    lenient: bool = False  # matters of taste pass
    told: list[Span] = field(default_factory=list)
    passed: list[Fault] = field(default_factory=list)  # of taste, that were let pass
    _held: list[Span] = field(default_factory=list)

    def hold(self, span: Span) -> None:
        """More of the paragraph that is under way."""
        self._held.append(span)

    def disown(self) -> None:
        """It was none."""
        self._held.clear()

    def release(self) -> Iterator[Span]:
        """The paragraph, which is whole. Raises KeptBack."""
        held, self._held = self._held, []
        if not held:
            return
        whole = [held[0].model_copy(update={"text": "".join(span.text for span in held)})]
        if self.lenient and is_told_already(self.told, whole):
            return  # a model that is asked again likes to begin again
        fault = judge(self.turn, self.told, whole)
        if fault is not None and not (fault.soft and self.lenient):
            raise KeptBack(fault)
        if fault is not None:
            self.passed.append(fault)
        self.told += whole
        yield from held

    def release_what_is_sound(self) -> Iterator[Span]:
        """The whole sentences of a paragraph that was broken off, if there is no fault in them."""
        try:
            yield from self.release()
        except KeptBack:
            return


async def told_by_model(
    source: TextSource, turn: ModelState, prompt: Prompt, generation: Generation, until: float, reader: Reader
) -> AsyncGenerator[Span, None]:
    """The spans of an answer, a paragraph at a time. Raises `Cut` or an EngineError where it ended before its time,
    and KeptBack."""
    told = reader.turn
    guard = Guard(scripts_of(told.world))
    script = Script(audible_people(told.world, told.before, told.after, told.ruling))
    fed, finish, shown, thought = 0, None, False, False
    try:
        async with aclosing(stream_answer(source, turn, "narration", prompt, generation)) as deltas:
            async for delta in deltas:
                finish = delta.finish or finish
                if delta.kind is Kind.MARKER:
                    script.forget()  # it was a thought that nobody opened, as far as it was not told
                    reader.disown()
                if delta.kind is not Kind.CONTENT:
                    thought = True
                    continue
                turn.model.narration += delta.token_ids
                broken = guard.feed(delta.text)
                sound = delta.text if broken is None else delta.text[: max(0, broken.at - fed - 1)]
                for span in _read(script, sound, reader):
                    shown = True
                    yield span
                if broken is not None:
                    raise Cut("budget", f"the guard saw a {broken.fault}: {broken.what}")
                late = source.clock() > until
                if script.ended or happens(turn, "late", late):
                    break
                fed += len(delta.text)
    except (Cut, EngineError):
        for span in reader.release_what_is_sound():
            yield span
        raise
    whole = script.ended or _ended_by_itself(finish)
    for event in script.finish(whole=whole):
        _hold(reader, event)
    for span in reader.release():
        shown = True
        yield span
    if not shown:
        raise Cut(
            "complete", ALL_THOUGHT if thought and not fed else "the model told nothing that could be shown"
        )
    if not whole:
        new, limit_s = generation.request.sampling.max_new_tokens, source.settings.narrate_s
        turn.step(f"narration: cut after {new} tokens, or {limit_s:g} s")
        turn.notes.worsen("budget")


def _read(script: Script, text: str, reader: Reader) -> Iterator[Span]:
    """What of a text may be shown now: the paragraphs that end in it."""
    for line in _LINES.findall(text):
        for event in script.feed(line):
            if not isinstance(event, Disowned) and event.opens:
                yield from reader.release()
            _hold(reader, event)
        if script.is_between:
            yield from reader.release()


def _hold(reader: Reader, event: Narration | Speech | Disowned) -> None:
    if isinstance(event, Disowned):
        reader.disown()
    else:
        reader.hold(span_of(event))


def _ended_by_itself(finish: Finish | None) -> bool:
    return finish is not None and finish.reason in (FinishReason.COMPLETE, FinishReason.STOP)


def happens(turn: ModelState, name: str, value: bool) -> bool:
    """Whether something holds that the clock had a part in, and that hardly ever does."""
    return value if turn.tape is None else turn.tape.happens(turn.number, name, value)


@per_world
def scripts_of(world: World) -> frozenset[str]:
    """The scripts that a world is written in: to the guard they are text, not noise."""
    places = [variant for place in world.locations.values() for variant in place.description.first]
    return scripts_in([world.bible, *(text for variant in places for text in variant.text)])


def span_of(event: Narration | Speech) -> Span:
    """What the script gave, as a span that may go on the one before it."""
    if isinstance(event, Speech):
        return Span(kind="speech", speaker=event.speaker, text=event.text, more=not event.opens)
    return Span(kind="narration", text=event.text, more=not event.opens)
