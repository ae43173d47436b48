"""Workers are replaced and drained while players play: nothing is lost or doubled, and nobody is sent away for long."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
from pathlib import Path

import httpx
import pytest

from gamemaster.cli.qa.drive import is_true, plans_of
from gamemaster.metrics.samples import Samples, read_samples
from gamemaster.protocol.client import connect
from gamemaster.recording.format import read
from gamemaster.replay.load.audit import Database
from gamemaster.replay.load.driver import Drive, Load
from gamemaster.replay.load.presence import Manner
from gamemaster.server.pid_file import Serving, serving_process
from tests.drivekit import Tape
from tests.integration.service import Puppet, ids, running
from tests.integration.test_backup import gamemaster
from tests.integration.test_play import named_servers, playing

pytestmark = [pytest.mark.integration]
PLAYERS = 4
TOKEN = "t" * 32
RESTART_S = 300  # a machine that does much else starts a process in many seconds


def many_turns(folder: Path) -> Path:
    tape = Tape("lighthouse", pause_s=0.05)
    for words in ("look around", "wait", "look at the sea", "listen") * 100:
        tape.act(words)
    return tape.write(folder / "turns.jsonl.zst")


async def until_said(process: asyncio.subprocess.Process, words: str) -> list[str]:
    """All lines up to the one with these words."""
    assert process.stdout is not None
    lines = []
    async for line in process.stdout:
        lines.append(line.decode())
        if words in lines[-1]:
            return lines
    raise AssertionError(f"the service ended without a word of {words!r}")


async def until_counted(port: int, starts: int) -> Samples:
    """The metrics, once they have seen so many workers start of which two live."""
    async with httpx.AsyncClient(trust_env=False, headers={"Authorization": f"Bearer {TOKEN}"}) as http:
        async with asyncio.timeout(RESTART_S):
            while True:
                answer = await http.get(f"http://127.0.0.1:{port}/metrics", timeout=60)
                seen = read_samples(answer.text)
                started = seen.total("process_starts_total", role="worker")
                if started >= starts and seen.total("processes", role="worker") == 2:
                    return seen
                await asyncio.sleep(0.5)


@pytest.mark.slow
@pytest.mark.timeout(400)  # four processes are started, on a machine that may do much else
async def test_workers_are_replaced_under_players(
    database_url: str, redis_url: str, data_dir: Path, tmp_path: Path
) -> None:
    own = {"GM_LIMITS__ACTS_PER_MINUTE": "6000", "GM_METRICS__TOKEN": TOKEN}
    environment = named_servers(database_url, redis_url, data_dir) | own
    plans = plans_of([read(many_turns(tmp_path))])
    async with playing("serve", "--workers", "2", **environment) as (process, port):
        # Looked at every ten seconds: a worker that was replaced before the first look would never be counted.
        await until_counted(port, starts=2)
        manner = Manner(f"ws://127.0.0.1:{port}/ws")
        load = Load(PLAYERS, ramp_s=0.5, duration_s=RESTART_S)
        drive = Drive(plans, manner, load, database=Database(database_url))
        driving = asyncio.create_task(drive.run())
        while drive.tally.playing < PLAYERS:
            assert not driving.done(), driving.exception()
            await asyncio.sleep(0.05)
        process.send_signal(signal.SIGHUP)
        async with asyncio.timeout(RESTART_S):
            lines = await until_said(process, "all workers were replaced")
        drive.halt()
        run = await driving
        # Workers that were told to end count as none that died, once it was seen that they are gone.
        seen = await until_counted(port, starts=4)
        assert seen.total("process_ends_total", role="worker") == 0
        assert seen.total("process_ends_total", role="template") == 0
        assert serving_process(data_dir, port) == Serving(process.pid, 2)
        await gamemaster("drain", "--port", str(port), data_dir=data_dir)
        assert await process.wait() == 0
    assert len(set(re.findall(r"took the place of (\d+)", "".join(lines)))) == 2
    assert is_true(run), run.notes
    assert (run.metrics["lost"], run.metrics["doubled"]) == (0, 0)
    # All were sent away once at least, with the code at which one comes back at once, and nothing else went wrong.
    # Who comes back to a worker in the moment in which it, too, begins to drain has come in vain and tries again.
    assert set(run.errors) <= {"close_1012", "unreachable"}
    assert run.errors["close_1012"] >= PLAYERS
    median, longest = run.metrics["return_p50_ms"], run.metrics["return_worst_ms"]
    assert median is not None
    assert longest is not None
    assert 0 < median <= longest


async def test_a_drain_lets_a_turn_be_told_before_its_client_is_sent_away(
    migrated_url: str, redis_url: str
) -> None:
    gate = asyncio.Event()
    async with (
        running(migrated_url, redis_url, Puppet(spans=2, gate=gate)) as service,
        service.client() as player,
        service.client() as reader,
    ):
        await player.begin()
        await player.send(type="act", id=next(ids), text="go north")
        await player.until("text")
        os.kill(os.getpid(), signal.SIGUSR1)
        await reader.socket.wait_closed()  # follows no story: goes at once
        await player.send(type="act", id=next(ids), text="take")  # for the next worker
        gate.set()
        assert [frame["type"] for frame in await player.until("commit")][-1] == "commit"
        await player.socket.wait_closed()
        assert reader.socket.close_code == player.socket.close_code == 1012
        stored = await service.desk.store.load(player.story, player.player)
        assert (stored.turn, stored.pending) == (1, None)
        assert await service.desk.leases.holder(player.story) is None


async def test_who_comes_while_a_worker_drains_goes_to_another(migrated_url: str, redis_url: str) -> None:
    gate = asyncio.Event()
    async with (
        running(migrated_url, redis_url, Puppet(spans=2, gate=gate)) as service,
        service.client() as player,
        asyncio.timeout(60),
    ):
        await player.begin()
        await player.send(type="act", id=next(ids), text="go north")
        await player.until("text")
        # As a proxy has them: one kept open after a request, and two on which something is about to be asked.
        kept, asking = await asyncio.open_connection("127.0.0.1", service.port)
        asking.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in await kept.readuntil(b"\r\n\r\n")
        late, asking_late = await asyncio.open_connection("127.0.0.1", service.port)
        with socket.create_connection(("127.0.0.1", service.port)) as underway:
            while service.desk.addresses.half_open.total < 2:
                await asyncio.sleep(0.01)  # until the worker has taken both
            os.kill(os.getpid(), signal.SIGUSR1)
            await kept.read()  # to its end: the connection is closed
            with pytest.raises(ConnectionRefusedError):
                await asyncio.open_connection("127.0.0.1", service.port)
            asking_late.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = await late.read()
            assert answer.startswith(b"HTTP/1.1 200 OK")
            assert b"connection: close" in answer.lower()
            async with connect(service.url, sock=underway) as newcomer:
                await newcomer.wait_closed()
                assert newcomer.close_code == 1012
        gate.set()
        assert [frame["type"] for frame in await player.until("commit")][-1] == "commit"
        for writer in (asking, asking_late):
            writer.close()
