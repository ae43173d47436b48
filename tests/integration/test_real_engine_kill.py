"""The real SGLang engine's scheduler is killed in mid-turn, twice, behind a whole service with a player in it.

What is killed is the process that runs the model; SGLang then takes its own processes with it. The service is
`gamemaster serve` in the test bed's environment, with the real Postgres and Valkey, and a tiny checkpoint on the CPU.
"""

import asyncio
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from gamemaster.bootstrap import load_worlds
from gamemaster.narration.model.model_narrator import FELL_SILENT
from gamemaster.protocol.messages import CONSENT_TEXT
from gamemaster.recording.format import SUFFIX, read
from gamemaster.replay.verify.verdicts import verdict_lines as shown
from gamemaster.replay.verify.verify import verify
from inference.chat_template import HuggingFaceTokenizer
from inference.testbed.place import interpreter
from tests.inference.sglang.tale import long_telling
from tests.integration.service import Client, client_on, text_of
from tests.integration.test_model_serving import records, told_in, until_ready
from tests.integration.test_play import playing

pytestmark = [pytest.mark.integration, pytest.mark.nia, pytest.mark.slow, pytest.mark.timeout(1800)]
TELLING = long_telling().replace("\n\n", "")  # frames carry paragraphs without what stands between them
ROOT = Path(__file__).resolve().parents[2]
# Loading takes 15 to 30 s, and a turn some seconds, on two quiet cores: beside other tests' engines, minutes.
START_S = 400.0
TURN_S = 400.0
PATIENCE_S = 180  # the deadline of the model's part before the ruling, and of its telling
REASONS_FOR_S = 0.4  # after so long the model still reasons: it takes some seconds


@pytest.fixture
def bed() -> str:
    python = interpreter()
    if python is None:
        pytest.skip("the CPU test bed is not made: `make testbed` makes it")
    return str(python)


@pytest.fixture
def environment(bed: str, database_url: str, redis_url: str, data_dir: Path) -> dict[str, str]:
    model = data_dir / "model"
    subprocess.run([bed, "-m", "tests.inference.sglang.tale", str(model)], cwd=ROOT, check=True)
    return {
        "GM_DATABASE_URL": database_url,
        "GM_REDIS_URL": redis_url,
        "GM_DATA_DIR": str(data_dir),
        "GM_WORLDS_DIRS": str(ROOT / "tests"),
        "GM_MODEL": str(model),
        "GM_ENGINE__PROFILE": "cpu",
        "GM_TEXT_SPEED": "0",
        "GM_NARRATOR__FIRST_WORDS_S": "0",  # every word is the model's, so that its telling can be compared
        "GM_PROMPT__HEAD_SHARE": "0.7",  # the tiny model's tokens are syllables: twice as many as a real one's
        "GM_NARRATOR__CRITIC_TURNS": "0",  # the tiny model tells the same in each turn
        "GM_NARRATOR__ADJUDICATE_S": str(PATIENCE_S),
        "GM_NARRATOR__NARRATE_S": str(PATIENCE_S),
        "OMP_NUM_THREADS": "1",
    }


def kill_scheduler(service: int) -> None:
    """SGLang's processes carry names of their own."""
    (scheduler,) = (
        process
        for process in psutil.Process(service).children(recursive=True)
        if process.cmdline() and "sglang::scheduler" in process.cmdline()[0]
    )
    os.kill(scheduler.pid, signal.SIGKILL)


async def act(player: Client, number: int) -> list[dict[str, Any]]:
    """Plays a turn whose act's name has the turn's number."""
    await player.send(type="act", id=f"act-{number:08}", text="try the mill door")
    return await player.until("commit", "error", timeout=TURN_S)


async def act_and_kill(
    player: Client, number: int, service: int, stage: str, wait_s: float = 0.0
) -> list[dict[str, Any]]:
    """The scheduler is killed so long after the turn's first frame of the type `stage`."""
    await player.send(type="act", id=f"act-{number:08}", text="try the mill door")
    seen = await player.until(stage, timeout=TURN_S)
    await asyncio.sleep(wait_s)
    kill_scheduler(service)
    return [*seen, *await player.until("commit", "error", timeout=TURN_S)]


async def engine_status(port: int) -> str:
    """Says how long the engine was away."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
        status = str((await http.get("/readyz")).json()["checks"]["engine"])
    print(status)
    assert "back after" in status
    return status


async def test_a_killed_scheduler_costs_no_socket_and_no_turn(
    bed: str,
    environment: dict[str, str],
    database_url: str,
    record_property: Callable[[str, object], None],
) -> None:
    async with playing("serve", python=bed, **environment) as (process, port):
        await until_ready(port, START_S)
        async with client_on(port) as player:
            await player.send(type="consent", record=True, text=CONSENT_TEXT)
            assert (await player.until("consent"))[-1]["allowed"]
            await player.begin("sample_world")
            assert text_of(await act(player, 1)) == TELLING

            in_reasoning = await act_and_kill(player, 2, process.pid, "accepted", REASONS_FOR_S)
            away = await act(player, 3)
            await until_ready(port, START_S)
            record_property("engine", await engine_status(port))
            assert text_of(await act(player, 4)) == TELLING

            in_telling = await act_and_kill(player, 5, process.pid, "text")
            for frames in (in_reasoning, away, in_telling):
                assert frames[-1]["type"] == "commit"
                assert text_of(frames)
            # The same words again are the same turn.
            assert (await act(player, 5))[0]["repeated"]
        below = psutil.Process(process.pid).children(recursive=True)
    assert psutil.wait_procs(below, timeout=30)[1] == [], "processes that outlive the service"

    offsets = [f["offset"] for f in player.frames if f.get("offset", 0) > 0 and f["type"] != "story"]
    assert offsets == list(range(1, len(offsets) + 1)), "one socket all along, and no frame lost"
    turns = await records(database_url, player)
    assert [(turn.number, turn.act_id) for turn in turns] == [(n, f"act-{n:08}") for n in range(1, 6)]
    assert [turn.reason for turn in turns] == [
        "complete",
        "engine_lost",
        "engine_lost",
        "complete",
        "engine_lost",
    ]
    by = [(turn.model.adjudicated_by, turn.model.told_by) for turn in turns if turn.model is not None]
    model, understudy = ("model", "model"), ("understudy", "understudy")
    assert by == [model, understudy, understudy, model, ("model", "both")]
    # What the model had told stays told, and the understudy ends the turn.
    assert TELLING.startswith(turns[4].spans[0].text)
    assert FELL_SILENT in told_in(turns[4])
    await recorded_the_same(Path(environment["GM_DATA_DIR"]), Path(environment["GM_MODEL"]))


async def recorded_the_same(data_dir: Path, model: Path) -> None:
    """The session of the real engine comes out the same without it: prompts by the real tokenizer, deaths and all."""
    (path,) = (data_dir / "recordings").rglob(f"*{SUFFIX}")
    worlds, _ = load_worlds([ROOT / "tests"])
    verdict = await verify(read(path), worlds, lambda described: [HuggingFaceTokenizer.load(model)])
    assert verdict.same, "\n".join(shown(verdict, "this code"))
    assert verdict.turns == 5
