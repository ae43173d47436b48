"""The sessions that the prefix benchmark plays: the real narrator and store, every request known piece by piece."""

import pytest

from benchmarks.prompt_pools.layouts import cost
from benchmarks.prompt_pools.sessions import session
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.storage.postgres_store import PostgresStore
from tests.worldkit import playable_worlds

pytestmark = pytest.mark.integration
TURNS = 14


@pytest.mark.slow
async def test_a_session_is_known_piece_by_piece_over_compactions(store: PostgresStore) -> None:
    world = playable_worlds()["lighthouse"]
    player = await store.create_player()
    played = await session(
        store, player, world, 1, TURNS, 8_192, PromptSettings(compact_at=0.45, keep_turns=2)
    )
    assert [turn.number for turn in played.told.turns] == list(range(1, TURNS + 1))
    assert played.by_understudy == 0
    assert played.epochs > 1

    stages = [asked for asked in played.requests if asked.reply is not None]
    assert len(stages) == 2 * TURNS
    assert len(played.requests) > len(stages), "summaries are asked for, and prepared epochs computed"
    before_last = [asked for asked in stages if asked.turn < TURNS]
    assert not [piece.key for asked in before_last for piece in asked.pieces if piece.key.endswith("/rest")]

    # With a cache that finds whole prompts of before.
    found, known = [], set[tuple[int, ...]]()
    for asked in played.requests:
        prompt = asked.prompt
        found.append(max((len(part) for part in known if prompt[: len(part)] == part), default=0))
        known |= {prompt, (*prompt, *asked.written)}
    figures = cost([played.requests], [found])
    assert figures.recomputed_per_turn > 0, (
        "an outcome is computed again, once reasoning is gone from before it"
    )
    assert figures.hit > 0.5
