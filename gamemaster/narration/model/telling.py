"""The model's telling of a ruling: its text as spans, watched for degeneration, and cut where it must end."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from gamemaster.narration.handover import audible_people
from gamemaster.narration.model.answer_stream import stream_answer
from gamemaster.narration.model.text_source import Cut, Generation, ModelState, TextSource
from gamemaster.narration.prompts.markup import Event, Script, Speech
from gamemaster.narration.prompts.prompt import Prompt
from gamemaster.rules.proposal import Ruling
from gamemaster.rules.state import Span, StoryState
from inference.engine import Finish, FinishReason, Kind
from inference.output.guard import Guard, scripts_in
from worlds.per_world import per_world
from worlds.schema import World


async def told_by_model(
    source: TextSource,
    turn: ModelState,
    prompt: Prompt,
    generation: Generation,
    until: float,
    ruling: Ruling,
    after: StoryState,
) -> AsyncGenerator[Span, None]:
    """The spans of an answer, as they come. Raises `Cut` or an EngineError where it ended before its time."""
    scene = turn.scene
    guard = Guard(scripts_of(scene.world))
    script = Script(audible_people(scene.world, scene.state, after, ruling))
    fed, finish, shown = 0, None, False
    async with aclosing(stream_answer(source, turn, "narration", prompt, generation)) as deltas:
        async for delta in deltas:
            finish = delta.finish or finish
            if delta.kind is not Kind.CONTENT:
                continue
            turn.model.narration += delta.token_ids
            broken = guard.feed(delta.text)
            sound = delta.text if broken is None else delta.text[: max(0, broken.at - fed - 1)]
            for event in script.feed(sound):
                shown = True
                yield span_of(event)
            if broken is not None:
                raise Cut("budget", f"the guard saw a {broken.fault}: {broken.what}")
            late = source.clock() > until
            if script.ended or _happens(turn, "late", late):
                break
            fed += len(delta.text)
    whole = script.ended or _ended_by_itself(finish)
    for event in script.finish(whole=whole):
        shown = True
        yield span_of(event)
    if not shown:
        raise Cut("complete", "the model told nothing that could be shown")
    if not whole:
        new, limit_s = generation.request.sampling.max_new_tokens, source.settings.narrate_s
        turn.step(f"narration: cut after {new} tokens, or {limit_s:g} s")
        turn.notes.worsen("budget")


def _ended_by_itself(finish: Finish | None) -> bool:
    return finish is not None and finish.reason in (FinishReason.COMPLETE, FinishReason.STOP)


def _happens(turn: ModelState, name: str, value: bool) -> bool:
    """Whether something holds that the clock had a part in, and that hardly ever does."""
    return value if turn.tape is None else turn.tape.happens(turn.number, name, value)


@per_world
def scripts_of(world: World) -> frozenset[str]:
    """The scripts that a world is written in: to the guard they are text, not noise."""
    places = [variant for place in world.locations.values() for variant in place.description.first]
    return scripts_in([world.bible, *(text for variant in places for text in variant.text)])


def span_of(event: Event) -> Span:
    """What the script gave, as a span that may go on the one before it."""
    if isinstance(event, Speech):
        return Span(kind="speech", speaker=event.speaker, text=event.text, more=not event.opens)
    return Span(kind="narration", text=event.text, more=not event.opens)
