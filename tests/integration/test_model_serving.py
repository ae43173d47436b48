"""`gamemaster serve --model` as an operator runs it: the engine in the web process, and one engine for all workers."""

import asyncio
import json
from pathlib import Path
from signal import SIGTERM

import httpx
import psutil
import pytest

from gamemaster.rules.state import TurnRecord
from gamemaster.storage.postgres_store import PostgresStore
from tests.integration.service import Client, client_on, text_of
from tests.integration.test_play import playing, processes_in, stop

pytestmark = [pytest.mark.integration, pytest.mark.slow]
SENTENCES = (
    "The lamps go out one after the other, and nobody speaks of it.",
    "A gull walks along the rail as if it had been asked to.",
    "Somewhere under the floor a pump takes a breath, and holds it.",
    "The glass has a crack in it that was not there in the morning.",
    "Rain comes in from the west, and thinks better of it.",
    "There is a smell of paraffin, of wet wool and of old bread.",
    "Far down, the sea turns over in its sleep and says a word.",
    "Then all of it is still, and goes on being still.",
)
TELLING = " ".join(SENTENCES)
SCRIPT = {"content": TELLING, "tokens_per_s": 80, "first_token_s": 0.05, "chunk": 3}
READY_S = 60.0
IN_A_ROW = 8  # answers from /readyz, so that each worker was asked


@pytest.fixture
def environment(database_url: str, redis_url: str, data_dir: Path) -> dict[str, str]:
    (data_dir / "script.json").write_text(json.dumps(SCRIPT))
    return {
        "GM_DATABASE_URL": database_url,
        "GM_REDIS_URL": redis_url,
        "GM_DATA_DIR": str(data_dir),
        "GM_MODEL": f"scripted:{data_dir / 'script.json'}",
        "GM_TEXT_SPEED": "0",
    }


async def until_ready(port: int, within_s: float = READY_S) -> None:
    ready = 0
    async with asyncio.timeout(within_s):
        while ready < IN_A_ROW:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
                ready = ready + 1 if (await http.get("/readyz")).status_code == 200 else 0
            await asyncio.sleep(0.05)


def engines(pid: int) -> list[int]:
    """Engine processes under the service, without their supervisors."""
    below = psutil.Process(pid).children(recursive=True)
    return [
        process.pid
        for process in below
        if "inference.hosted.child" in process.cmdline() and not process.children()
    ]


async def stop_in_a_turn(process: asyncio.subprocess.Process, player: Client) -> None:
    """The socket closes with "come back", and the status is 0. That the turn ended, its record shows."""
    await player.send(type="act", id="act-last-0001", text="wait")
    await player.until("text")
    stopping = asyncio.create_task(stop(process, SIGTERM))
    await player.socket.wait_closed()
    assert player.socket.close_code == 1012
    assert await stopping == 0


async def records(database_url: str, player: Client) -> list[TurnRecord]:
    store = PostgresStore.at(database_url)
    try:
        return await store.turns(player.story, player.player)
    finally:
        await store.close()


def told_in(turn: TurnRecord) -> str:
    return "".join(span.text for span in turn.spans)


def narrators(turns: list[TurnRecord]) -> list[tuple[str, str]]:
    """Who ruled and who told, turn by turn; the last was told to its end."""
    assert told_in(turns[-1]).endswith(TELLING)
    return [(turn.model.adjudicated_by, turn.model.told_by) for turn in turns if turn.model is not None]


async def test_inline(database_url: str, environment: dict[str, str], data_dir: Path) -> None:
    async with playing("serve", "--inline", **environment) as (process, port):
        await until_ready(port)
        assert psutil.Process(process.pid).children(recursive=True) == []
        async with client_on(port) as player:
            await player.begin("lighthouse")
            assert text_of(await player.act("look around")).endswith(TELLING)
            await stop_in_a_turn(process, player)
    assert processes_in(data_dir) == []
    turns = await records(database_url, player)
    assert [turn.number for turn in turns] == [1, 2]
    assert narrators(turns) == [("model", "model")] * 2


async def test_workers_share_one_engine(
    database_url: str, environment: dict[str, str], data_dir: Path
) -> None:
    async with playing("serve", "--workers", "2", **environment) as (process, port):
        await until_ready(port)
        (engine,) = engines(process.pid)
        async with client_on(port) as player:
            await player.begin("lighthouse")
            assert text_of(await player.act("look around")).endswith(TELLING)
        # Whichever process answers, the model narrates.
        for _ in range(6):
            async with client_on(port, player.token) as back:
                await back.open(player.story)
                assert text_of(await back.act("wait")).endswith(TELLING)
        async with client_on(port, player.token) as back:
            await back.open(player.story)
            psutil.Process(engine).kill()
            assert (await back.act("wait"))[-1]["type"] == "commit"
            await until_ready(port)
            (other,) = engines(process.pid)
            assert other != engine
            await stop_in_a_turn(process, back)
    assert processes_in(data_dir) == []
    turns = await records(database_url, player)
    assert [turn.number for turn in turns] == list(range(1, 10))
    told_by = narrators(turns)
    assert told_by[:7] + told_by[8:] == [("model", "model")] * 8
