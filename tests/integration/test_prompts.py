"""Prompts in the real store: the contract holds through undo, branch and restart, and `prompt` shows them."""

import asyncio
import itertools
import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gamemaster.authoring.stored_prompts import StoredTurns, Tokenized, check, show
from gamemaster.cli.main import app
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.storage.postgres_store import PostgresStore
from tests.modelkit import PROSE, Stage, outcome
from tests.narration.prompts.test_compaction import SMALL, play, stage_of
from tests.storykit import Author
from tests.worldkit import ROOT, sample


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, migrated_url: str, tmp_path: Path) -> None:
    monkeypatch.setenv("GM_DATABASE_URL", migrated_url)
    monkeypatch.setenv("GM_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("GM_WORLDS_DIRS", str(ROOT / "tests"))


async def begin_stage(store: PostgresStore, author: Author) -> Stage:
    stage = stage_of(60)
    await stage.move_to(store, author)
    return stage


async def run(*command: str) -> Result:
    return await asyncio.to_thread(CliRunner().invoke, app, ["prompt", *command])


async def stored_turns(store: PostgresStore, stage: Stage) -> StoredTurns:
    stored = await store.load(stage.story, stage.player)
    records = await store.turns(stage.story, stage.player, limit=500)
    return StoredTurns(stored.id, sample(), records, stored.state, {})


@pytest.mark.usefixtures("environment")
async def test_a_story_keeps_the_contract_in_the_store(store: PostgresStore, author: Author) -> None:
    stage = await begin_stage(store, author)
    await play(stage, 11)
    stage.restart()
    await play(stage, 4)
    for _ in range(6):  # back over the compaction
        undone = await store.undo(stage.story, stage.state.turn, author.act_id())
        stage.state = undone.state
    await play(stage, 6, "look elsewhere, time")
    how = Tokenized(stage.chat, "scripted", True, SMALL, stage.narrator.transcripts.room())
    report = check(await stored_turns(store, stage), how)
    assert (report.turns, report.verified, report.violations) == (15, 15, [])
    assert report.compactions >= 1

    branch = await store.branch(stage.story, stage.player, "Branch", author.act_id(), turn=13)
    stage.story, stage.state = branch.id, branch.state
    await play(stage, 3, "look within, time")
    report = check(await stored_turns(store, stage), how)
    assert (report.turns, report.violations) == (16, [])

    checked = await run("check", "--all", "--json")
    assert checked.exit_code == 0, checked.output
    rows = json.loads(checked.stdout)["stories"]
    assert [row["violations"] for row in rows] == [[], []]
    assert {row["unverified"] for row in rows} == {15, 16}, "by a tokenizer that was not named"


@pytest.mark.slow
@pytest.mark.usefixtures("environment")
async def test_the_scripted_engines_prompts_are_made_again_by_any_process(
    store: PostgresStore, author: Author
) -> None:
    await play(await begin_stage(store, author), 8)
    command = ["prompt", "check", "--all", "--json", "--model", "scripted:"]
    checked = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gamemaster.cli.main", *command, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await checked.communicate()
    assert checked.returncode == 0, output
    (row,) = json.loads(output)["stories"]
    assert (row["verified"], row["unverified"], row["violations"]) == (8, 0, [])


@pytest.mark.slow
@pytest.mark.usefixtures("environment")
async def test_a_prompt_is_shown_by_zone_with_what_was_cached(store: PostgresStore, author: Author) -> None:
    stage = await begin_stage(store, author)
    await play(stage, 3)
    stored = await stored_turns(store, stage)
    last = stored.records[-1].model
    assert last is not None
    how = Tokenized(stage.chat, "scripted", exact=True)
    head = show(stored, 3, how).requests[0].zones[0]
    last.uses[0].cached = cached = head.tokens + 10  # each request of this engine is its first
    outcome, telling = show(stored, 3, how).requests
    assert [zone.zone for zone in outcome.zones] == ["head", "story", "transcript", "turn"]
    assert [part.name for part in telling.zones[-1].segments] == [
        "feed",
        "words",
        "ask",
        "outcome",
        "ruling",
        "tell",
    ]
    assert outcome.tokens == outcome.engine_tokens == sum(zone.tokens for zone in outcome.zones)
    assert outcome.zones[0].cached == head.tokens
    assert outcome.cached == cached == sum(zone.cached or 0 for zone in outcome.zones)
    words = next(part for part in outcome.zones[-1].segments if part.name == "words")
    assert "time 3" in words.text

    printed = await run("show", stage.story, "3")
    assert printed.exit_code == 0, printed.output
    for text in (
        "Request for the outcome",
        "Request for the narration",
        "head: ",
        "guessed",
        "time 3",
        "STEP 2",
    ):
        assert text in printed.stdout
    assert "time 2" not in printed.stdout, "of the turns before only sizes"
    assert "time 2" in (await run("show", stage.story, "3", "--whole")).stdout
    data = json.loads((await run("show", stage.story, "3", "--json")).stdout)
    assert [request["stage"] for request in data["requests"]] == ["outcome", "narration"]
    missing = await run("show", stage.story, "9")
    assert missing.exit_code == 1


@pytest.mark.usefixtures("environment")
async def test_what_an_understudys_turn_would_have_sent_is_shown(
    store: PostgresStore, author: Author
) -> None:
    stage = await begin_stage(store, author)
    stage.told_by = Understudy()
    for _ in range(2):
        await stage.play("look around")
    shown = show(await stored_turns(store, stage), 2, Tokenized())
    assert [request.sent for request in shown.requests] == [False, False]
    assert shown.told_by == "understudy"
    assert not shown.exact
    nobody = await run("check", "0" * 32)
    assert nobody.exit_code == 1


async def test_what_a_character_remembers_enters_once_in_an_epoch(
    store: PostgresStore, author: Author
) -> None:
    """Witnessed, kept, recalled and fed by the real store; the prompt is made again the same."""
    take, greet = outcome({"op": "take", "item": "key"}), outcome({"op": "greet", "who": "mara"})
    stage = await begin_stage(store, author)
    stage.actor._lines = itertools.chain([take, PROSE], [greet, PROSE] * 20)
    await stage.play("take the key")
    for number in range(3):
        await stage.play(f"Mara, what do you know of the key? Time {number}")
    stage.restart()
    await stage.play("Mara, the key?")
    text = stage.chat.decode(stage.prompts[-1])
    remembered = [
        line for line in text.splitlines() if line.startswith("@mara remembers [") and "(day 1, " in line
    ]
    assert [line for line in remembered if "key" in line]
    assert len(remembered) == len(set(remembered)), "none came twice"
    how = Tokenized(stage.chat, "scripted", True, SMALL, stage.narrator.transcripts.room())
    report = check(await stored_turns(store, stage), how)
    assert (report.turns, report.verified, report.compactions, report.violations) == (5, 5, 0, [])
