"""What the understudy tells where a line was drawn: the moment without its detail, or a line that looks away. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from gamemaster.language.wording.stock_lines import phrases_with
from gamemaster.rules.boundaries import Lines, crossing_in, without_crossings
from gamemaster.rules.state import Span
from worlds.schema import World


def fade(world: World, spans: Iterable[Span], lines: Lines) -> list[Span]:
    """The spans without the sentences that cross a line; one line in place of a stretch of which nothing is left.

    What was written for it counts as told all the same.
    """
    told: list[Span] = []
    looks_away = phrases_with(world, "faded")[0]
    for span in spans:
        text = without_crossings(span.text, lines)
        if text:
            choices = [choice for choice in span.choices if crossing_in(choice, lines) is None]
            told.append(span.model_copy(update={"text": text, "choices": choices}))
        elif told and told[-1].text == looks_away:
            told[-1] = told[-1].model_copy(update={"keys": [*told[-1].keys, *span.keys]})
        else:
            told.append(Span(kind="narration", text=looks_away, keys=span.keys))
    return told
