"""Once all of a turn is told: the model is asked what those present keep of it, and what might come next.

The player reads meanwhile. Where there is no time or no answer, the understudy suggests, and the turn's own record is
what people remember.
"""

from __future__ import annotations

import logging

from gamemaster.narration.model.degradation import Rung
from gamemaster.narration.model.engine_tape import gave_up
from gamemaster.narration.model.text_source import Cut, JsonQuestion, ModelState, TextSource
from gamemaster.narration.prompts.aftermath import (
    Aftermath,
    aftermath_schema,
    read_aftermath,
    those_present,
    with_question,
)
from gamemaster.narration.prompts.prompt import ContextFullError, Transcript
from gamemaster.narration.prompts.requests_sent import GIVEN_UP
from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.rules.state import StoryState
from inference.engine import EngineError

log = logging.getLogger(__name__)

AFTERMATH_TOKENS = 360  # of memories and suggestions, at most


async def ask_for_the_rest(
    source: TextSource,
    turn: ModelState,
    told: Transcript,
    narration: tuple[int, ...],
    after: StoryState,
    suggestions: tuple[str, ...] = (),
) -> Aftermath:
    """`told` is the transcript up to the telling, `narration` what was told, `suggestions` are the understudy's if they
    are known. Raises nothing of the engine's."""
    world = turn.scene.world
    people = those_present(world, after)
    fallback = Aftermath(suggestions=suggestions or suggest(world, after))
    if not _has_time(source, turn) or after.ended is not None:
        return fallback
    prompt = with_question(told, narration, people)
    try:
        until = source.clock() + source.settings.aftermath_s
        shape = aftermath_schema(people)
        text = await source.ask_json(turn, JsonQuestion(prompt, shape, AFTERMATH_TOKENS, until, "aftermath"))
        found = read_aftermath(text, people)
    except (EngineError, ContextFullError, Cut, ValueError) as error:
        gave_up(turn.scene.tape, turn.number, "aftermath", error, source.hide)
        turn.step(f"aftermath: {GIVEN_UP}{type(error).__name__}")
        log.info(
            "story %s, turn %d: no aftermath: %s", turn.scene.story, turn.number, source.hide(str(error))
        )
        return fallback
    return Aftermath(found.memories, found.suggestions or fallback.suggestions)


def _has_time(source: TextSource, turn: ModelState) -> bool:
    """Whether it is likely to be done in time. A model that is hurried already is not asked for more."""
    limit_s = source.settings.aftermath_s
    enough = limit_s > 0 and turn.rung is Rung.FULL and not turn.aside
    enough = enough and source.pace.seconds_for(AFTERMATH_TOKENS / 2, source.clock()) <= limit_s
    if turn.tape is not None and limit_s > 0:
        enough = turn.tape.decide(turn.number, "aftermath", enough)
    return enough
