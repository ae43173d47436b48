"""The double of a model: what it writes is what its requests allow, and with it both worlds are played to an end."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator

import pytest

from gamemaster.narration.prompts.ruling_text import AUTHOR
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.cadence import INSTANT
from gamemaster.play.opening import begin
from gamemaster.play.pacing import Telling
from gamemaster.play.turn import Given, run_turn
from gamemaster.play.turn_events import TurnCommitted
from gamemaster.rules.state import TurnRecord
from inference.engine import Delta, GenerationRequest, Kind
from inference.scripted.engine import Cadence
from tests.modelkit import PLAYER, STORY, Shelf
from tests.recordings.oracle import Oracle, OracleEngine, fits
from tests.recordings.rewording import reword, tell
from tests.recordings.stage import by_tokens
from tests.worldkit import world_at
from worlds.schema import World

FAST = Cadence(tokens_per_s=50_000, first_token_s=0.0001, chunk=64)


class Watched(OracleEngine):
    """Keeps what was asked with a grammar, and what was written to it."""

    answers: list[tuple[str, str]]

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        text = ""
        async for delta in super().generate(request):
            text += delta.text if delta.kind is Kind.CONTENT else ""
            yield delta
        if request.json_schema is not None:
            self.answers.append((request.json_schema, text))


async def play_path(engine: OracleEngine, world: World, path: tuple[str, ...]) -> list[TurnRecord]:
    narrator, shelf, state = by_tokens(engine), Shelf(), begin(world, 1)
    for number, words in enumerate(path):
        given = Given(STORY, world, state, state, f"act-{number:08}", words, player=PLAYER)
        async for event in run_turn(given, narrator, shelf, Telling(INSTANT)):
            if isinstance(event, TurnCommitted):
                state = event.after
    return shelf.records


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ending"), [("lighthouse", "the_boat"), ("long_night", "over_the_pass")])
async def test_a_world_is_played_to_an_ending(name: str, ending: str) -> None:
    world = world_at(f"worlds/{name}")
    engine = Watched(Oracle(), cadence=FAST)
    engine.answers = []
    records = await play_path(engine, world, world.endings[ending].path)
    assert records[-1].ruling.ended == ending
    for record in records:
        assert record.model is not None
        assert (record.model.adjudicated_by, record.model.told_by) == ("model", "model"), record.model.steps
    outcomes = [text for schema, text in engine.answers if "intents" in json.loads(schema)["properties"]]
    assert len(outcomes) == len(records)
    for schema, text in engine.answers:
        assert fits(json.loads(text), json.loads(schema)), text


async def test_it_tells_in_other_words_than_the_author() -> None:
    world = world_at("worlds/long_night")
    records = await play_path(
        OracleEngine(Oracle(), cadence=FAST), world, ("go to the boathouse", "go to the shore")
    )
    state = begin(world, 1)
    drafts = []
    for record in records:
        turn = play(world, state, record.words)
        state = turn.after
        drafts.append(" ".join(span.text for span in turn.spans))
    assert drafts != [" ".join(span.text for span in record.spans) for record in records]


def test_words_are_exchanged_and_names_are_not() -> None:
    assert reword("Nobody begins to count. All at once Hild cannot stop.") == (
        "No one starts to count. All at once Hild can't stop."
    )
    ruling = f"THE RULING\nMust be told:\nMinutes that pass: 5.\n{AUTHOR}\nOne. Two. Three.\nSTEP 2: tell it in one "
    assert tell(f"{ruling}short paragraph.", "go") == "One. Two."
