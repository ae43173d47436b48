"""Tests of `gamemaster npcs recall-test` on the real Postgres: what it counts, and that it leaves nothing behind."""

import json
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy.engine import make_url
from typer.testing import CliRunner

from gamemaster.authoring.recall_test import as_data, ask_all, readable
from gamemaster.cli.main import app
from gamemaster.storage.migrate import MigrationError
from npcs.recall_sets import EXAMPLE, parse_set, read_set

pytestmark = pytest.mark.integration

SETS = Path(__file__).parents[1] / "npcs"


def lines(*records: object) -> str:
    return "\n".join(json.dumps(record) for record in records)


async def test_hits_and_misses_are_counted(migrated_url: str) -> None:
    memories = [
        {"id": f"m{n}", "owner": "hild", "turn": n, "text": f"The guest fed cow {n}."} for n in range(1, 8)
    ]
    given = parse_set(
        lines(
            *memories,
            {"id": "u1", "owner": "ulf", "turn": 3, "text": "I stole the axe myself."},
            {"ask": "hild", "question": "which cow is cow 3?", "answers": ["m3"]},
            {"ask": "hild", "question": "did I ever sail?", "answers": ["m1"]},
            {"ask": "hild", "question": "who stole the axe?", "answers": []},
            {"ask": "hild", "question": "did I feed cow 6?", "answers": ["m6"], "turn": 5},
        )
    )
    found = await ask_all(migrated_url, given, None)
    data = as_data(given, found, None, "none here")
    assert (data["questions"], data["memories"], data["leaks"]) == (4, 8, 0)
    assert data["hit_at_5_text"] == pytest.approx(1 / 3, abs=1e-3)
    assert (data["hit_at_5_vector"], data["vector_reason"]) == (None, "none here")
    sailed, late = data["failures_text"]
    assert (sailed["question"], sailed["line"], sailed["answers"]) == ("did I ever sail?", 10, ["m1"])
    assert not {"m6", "m7"} & set(late["found"]), "what happens later cannot be remembered yet"
    assert any("did I ever sail?" in line for line in readable(data))


async def test_it_leaves_nothing_in_the_database(migrated_url: str) -> None:
    await ask_all(migrated_url, parse_set(EXAMPLE), None)
    plain = make_url(migrated_url).set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await asyncpg.connect(plain)
    try:
        for table in ("players", "worlds", "stories", "npc_memories", "npc_memory_vectors"):
            assert await connection.fetchval(f"SELECT count(*) FROM {table}") == 0, table
    finally:
        await connection.close()


async def test_a_database_that_was_not_migrated_is_told_apart(database_url: str) -> None:
    with pytest.raises(MigrationError, match="gamemaster migrate"):
        await ask_all(database_url, parse_set(EXAMPLE), None)


async def test_words_alone_reach_the_goal_on_our_sets(migrated_url: str) -> None:
    for name in ("recall_known.yaml", "recall_held_out.yaml"):
        given = read_set(SETS / name)
        found = await ask_all(migrated_url, given, None)
        assert found.by_text.leaks == 0
        assert found.by_text.hit is not None
        assert found.by_text.hit >= 0.8, name


def test_the_command_prints_json(migrated_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GM_DATABASE_URL", migrated_url)
    file = tmp_path / "set.jsonl"
    file.write_text(CliRunner().invoke(app, ["npcs", "recall-test", "--example"]).stdout)
    done = CliRunner().invoke(app, ["npcs", "recall-test", str(file), "--json", "--embeddings", "off"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert (data["questions"], data["hit_at_5_text"], data["leaks"]) == (3, 1.0, 0)
    assert (data["hit_at_5_vector"], "off" in data["vector_reason"]) == (None, True)
    file.write_text('{"ask": "hild", "question": "who?", "answers": ["m9"]}')
    done = CliRunner().invoke(app, ["npcs", "recall-test", str(file), "--json"])
    assert done.exit_code == 1
    assert "line 1: answers: story 'story' has no memory 'm9'" in done.stderr
    assert CliRunner().invoke(app, ["npcs", "recall-test", str(tmp_path / "none")]).exit_code == 1
