"""A real Prometheus over a driven service of two workers: every panel has data, every alert is a valid rule."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from typer.testing import CliRunner

from gamemaster.cli import main as cli
from gamemaster.metrics.catalogue.every import METRICS
from gamemaster.metrics.samples import Samples, read_samples
from gamemaster.protocol.client import connect
from tests.integration.listener import Listener
from tests.integration.service import client_on, free_port, ids
from tests.integration.test_model_serving import until_ready
from tests.integration.test_play import playing

pytestmark = [pytest.mark.integration, pytest.mark.slow]
TOKEN = "token-of-the-metrics-test"
SCRIPT = {"tokens_per_s": 400, "first_token_s": 0.02, "chunk": 4, "accept_length": 2.5}
WINDOW = "2m"
WAIT_S = 60.0  # for Prometheus to have seen what happened; a busy machine takes many seconds


def prometheus() -> str:
    found = os.environ.get("GM_TEST_PROMETHEUS") or shutil.which("prometheus")
    if found is None:
        pytest.skip("WITHOUT A REAL PROMETHEUS: install Debian's package, or set GM_TEST_PROMETHEUS")
    return found


@dataclass
class Watched:
    """A service that plays, and the Prometheus that watches it."""

    process: psutil.Process
    port: int
    metrics: int
    database: str  # Prometheus's own address
    spoken: bool

    async def scrape(self) -> Samples:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with httpx.AsyncClient(trust_env=False, headers=headers) as http:
            answer = await http.get(f"http://127.0.0.1:{self.metrics}/metrics")
            assert answer.status_code == 200
            return read_samples(answer.text)

    async def ask(self, queries: Iterable[str]) -> dict[str, list[float]]:
        """What Prometheus answers to each now; NaN among it where it has nothing to divide."""
        found = {}
        async with httpx.AsyncClient(base_url=self.database, trust_env=False) as http:
            for query in queries:
                answer = (await http.get("/api/v1/query", params={"query": query})).json()
                assert answer["status"] == "success", (query, answer)
                found[query] = [float(row["value"][1]) for row in answer["data"]["result"]]
        return found

    def workers(self) -> list[psutil.Process]:
        """Those that were forked from the template."""
        (template,) = (
            child for child in self.process.children() if "forkserver" in " ".join(child.cmdline())
        )
        workers: list[psutil.Process] = template.children()
        return workers


@contextlib.contextmanager
def prometheus_on(folder: Path, target: str) -> Iterator[str]:
    """A Prometheus with our alerts, which looks every second; its address."""
    out = folder / "monitoring"
    written = CliRunner().invoke(cli.app, ["metrics", "dashboards", "--out", str(out), "--target", target])
    assert written.exit_code == 0, written.output
    check = subprocess.run(
        ["promtool", "check", "rules", out / "alerts.yaml"], capture_output=True, text=True, check=False
    )
    assert check.returncode == 0, check.stdout + check.stderr
    (folder / "token").write_text(TOKEN)
    (folder / "prometheus.yml").write_text(
        "global: {scrape_interval: 1s, evaluation_interval: 1s}\n"
        f"rule_files: [{out / 'alerts.yaml'}]\n"
        "scrape_configs:\n"
        "- job_name: gamemaster\n"
        f"  static_configs: [{{targets: ['{target}']}}]\n"
        f"  authorization: {{credentials_file: {folder / 'token'}}}\n"
    )
    port = free_port()
    command = [
        prometheus(), f"--config.file={folder / 'prometheus.yml'}", f"--storage.tsdb.path={folder / 'data'}",
        f"--web.listen-address=127.0.0.1:{port}", "--log.level=error",
    ]  # fmt: skip
    process = subprocess.Popen(command)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def triton_of(request: pytest.FixtureRequest) -> str | None:
    """A Triton that speaks, where there can be one."""
    try:
        url: str = request.getfixturevalue("triton_url")
    except pytest.skip.Exception:
        return None
    return url


@pytest.fixture
async def on_watch(
    request: pytest.FixtureRequest, database_url: str, redis_url: str, data_dir: Path
) -> AsyncIterator[Watched]:
    prometheus()
    triton = triton_of(request)
    (data_dir / "script.json").write_text(json.dumps(SCRIPT))
    metrics = free_port()
    environment = {
        "GM_DATABASE_URL": database_url, "GM_REDIS_URL": redis_url, "GM_DATA_DIR": str(data_dir),
        "GM_MODEL": f"scripted:{data_dir / 'script.json'}", "GM_TEXT_SPEED": "0",
        "GM_METRICS__PORT": str(metrics), "GM_METRICS__TOKEN": TOKEN, "GM_METRICS__GPUS": "8",
        "GM_METRICS__GPU_HOUR_PRICE": "2.5", "GM_METRICS__MILLION_PROMPT_TOKENS_PRICE": "1",
        **({"GM_TRITON_URL": triton, "GM_VOICE": "auto"} if triton is not None else {}),
    }  # fmt: skip
    with prometheus_on(data_dir, f"127.0.0.1:{metrics}") as database:
        async with playing("serve", "--workers", "2", **environment) as (process, port):
            await until_ready(port)
            yield Watched(psutil.Process(process.pid), port, metrics, database, triton is not None)


async def play(port: int) -> None:
    """Turns as players play them, some of which come to nothing."""
    async with client_on(port) as player:
        await player.begin("long_night")
        for words in ("look around", "wait", "take the moon", "colourless green ideas sleep furiously"):
            await player.act(words)
        await player.send(type="undo", id=next(ids))
        await player.until("story", "error")
        await player.send(type="act", id=next(ids), text="x" * 2_500)  # longer than is allowed
        await player.until("error")


async def listen(port: int) -> None:
    """A turn that is heard."""
    async with connect(f"ws://127.0.0.1:{port}/ws") as socket:
        listener = Listener(socket, hears=True)
        await listener.hello(audio=["opus"])
        await listener.voice()
        await listener.begin("long_night")
        await listener.whole_turn("look around")


def queries_of_panels(spoken: bool) -> list[str]:
    """Every query of every panel; without a voice, but for those that need somebody who listens."""
    return [
        metric.write(query, WINDOW)
        for metric in METRICS
        for panel in metric.panels
        for _, query in panel.queries
        if spoken or not (panel.dashboard == "speech" or "spoken turns" in panel.title)
    ]


async def seen_by_prometheus(watched: Watched) -> bool:
    """Whether it knows of turns that were told."""
    query = "sum(gamemaster_told_turns_total)"
    return sum((await watched.ask([query]))[query]) > 0


async def without_data(watched: Watched, queries: Iterable[str]) -> list[str]:
    answers = await watched.ask(queries)
    return [query for query, values in answers.items() if not any(map(math.isfinite, values))]


async def test_every_panel_has_data_and_every_alert_a_value(on_watch: Watched) -> None:
    watched = on_watch
    await asyncio.gather(play(watched.port), play(watched.port))
    await until(watched, seen_by_prometheus)
    # Again: the rate of what appeared only now can be told from its second value on.
    await asyncio.gather(play(watched.port), listen(watched.port) if watched.spoken else play(watched.port))
    empty = queries_of_panels(watched.spoken)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(WAIT_S):
            while empty:
                await asyncio.sleep(1.0)  # Prometheus looks once a second
                empty = await without_data(watched, empty)
    assert empty == []
    await watched.ask(metric.write(alert.when) for metric in METRICS for alert in metric.alerts)
    async with httpx.AsyncClient(base_url=watched.database, trust_env=False) as http:
        groups = (await http.get("/api/v1/rules")).json()["data"]["groups"]
    health: dict[str, Any] = {rule["name"]: rule["health"] for group in groups for rule in group["rules"]}
    assert len(health) == 1 + sum(len(metric.alerts) for metric in METRICS)
    assert set(health.values()) <= {"ok", "unknown"}, "unknown: not evaluated yet"
    await kill_the_workers(watched)
    if not watched.spoken:
        pytest.skip("WITHOUT THE REAL TRITON: all else held; the panels of voices were not asked")


async def kill_the_workers(watched: Watched) -> None:
    """What they have counted stays, and what they held is gone; the next ones count on."""
    before = await watched.scrape()
    assert before.by("processes", "role")["worker"] == 2
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(6):
            await stack.enter_async_context(client_on(watched.port))
        await until(watched, lambda watched: says(watched, "sockets", 6))
        for worker in watched.workers():
            worker.send_signal(signal.SIGKILL)
        await until(watched, lambda watched: says(watched, "sockets", 0))
        await until(watched, lambda watched: says(watched, "process_ends_total", 2, role="worker"))
        after = await watched.scrape()
    for name in ("turns_total", "requests_total", "engine_tokens_total", "turn_seconds_count"):
        assert after.total(name) >= before.total(name) > 0, name


async def says(watched: Watched, name: str, value: float, **labels: str) -> bool:
    """Whether the service itself says so."""
    return (await watched.scrape()).total(name, **labels) == value


async def until(watched: Watched, holds: Callable[[Watched], Awaitable[bool]]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not await holds(watched):
            await asyncio.sleep(0.2)
