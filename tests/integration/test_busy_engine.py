"""An engine host that has much to do keeps its stories: a real `smg`, started as `deploy gateway` writes it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from inference.sglang.http_engine import SglangHttpEngine
from inference.testbed.place import ENVIRONMENT
from tests.integration.test_gateway import (
    HEAD,
    ROOT,
    Story,
    checkpoint,
    free_ports,
    notes_of,
    turn,
    until_it_answers,
    until_ready,
)
from tests.machines.machines import gateway_command

pytestmark = [pytest.mark.integration, pytest.mark.slow, pytest.mark.timeout(180)]
STORIES = 16
PLAY_S = 30.0  # within it the gateway has asked both hosts five times how they are
BETWEEN_S = 3.0


async def play(url: str, folder: Path) -> None:
    engine = SglangHttpEngine(url, checkpoint(folder))
    await until_ready(url, 2)
    await until_it_answers(engine)
    stories = [Story(f"story {n}", [*HEAD, 10 + n]) for n in range(STORIES)]
    until = time.monotonic() + PLAY_S
    while time.monotonic() < until:
        await asyncio.gather(*(turn(engine, story, [5] * 8) for story in stories))
        await asyncio.sleep(BETWEEN_S)
    await engine.close()


def test_a_busy_engine_host_keeps_its_stories(tmp_path: Path) -> None:
    if not (ENVIRONMENT / "bin" / "smg").exists():
        pytest.skip("the gateway smg is not here: `make testbed` installs it")
    gateway, *ports = free_ports(3)
    logs = [tmp_path / f"{port}.log" for port in ports]
    stand_in = [sys.executable, "-m", "tests.integration.stand_in_server"]
    commands = [[*stand_in, str(port), str(log)] for port, log in zip(ports, logs, strict=True)]
    commands[0].append("busy")
    commands.append(gateway_command(gateway, ports))
    servers = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) for command in commands]
    try:
        asyncio.run(play(f"http://127.0.0.1:{gateway}", tmp_path))
    finally:
        for server in servers:
            server.kill()
            server.wait()
    busy, idle = ({note["key"] for note in notes_of(log) if note["key"]} for log in logs)
    assert busy, "stories came to the busy one"
    assert idle, "and to the other"
    assert len(busy | idle) == STORIES
    assert busy & idle == set(), "and each stayed where it was"
