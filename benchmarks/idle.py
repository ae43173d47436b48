"""What an idle socket costs the service: memory, and whether everybody else is served beside ten thousand of them.

    python -m benchmarks.idle [--quick] [--sockets 10000] [--json]

`gamemaster serve` in a process of its own, on real servers. So many clients connect, say `hello` and then nothing.
Memory is the process's own (`Rss` of /proc), before and after, for each socket (`kb_per_socket`). Then `/healthz` is
asked, and one player begins a story and acts. Each client is a socket and no more; all share the machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import psutil

from benchmarks.burst import Visitor, ms
from benchmarks.measuring import options_parser, result, scratch_servers
from benchmarks.turns import service
from gamemaster.replay.load.connection import Link, connect
from gamemaster.storage.migrate import migrate

SETTINGS = {
    "GM_LIMITS__NEW_PLAYERS_PER_MINUTE": "1000000",
    "GM_LIMITS__CONNECTIONS": "100000",
    "GM_LIMITS__WAITING": "100000",
}
AT_ONCE = 40  # who connect together
HELLO = b'{"type":"hello"}'


def memory_kb(data_dir: Path) -> float:
    """Of the service that was started on this data."""
    for process in psutil.process_iter(["cmdline"]):
        line = process.info["cmdline"] or []
        if "serve" in line and str(data_dir) in line:
            return float(process.memory_info().rss) / 1024
    raise SystemExit("the service's process was not found")


async def come(url: str, room: asyncio.Semaphore, closed: list[int]) -> Link:
    """A client that was welcomed, and says nothing more."""
    welcomed = asyncio.Event()

    def hear(data: bytes, text: bool) -> None:
        if b'"type":"welcome"' in data:
            welcomed.set()

    async with room:
        link = await connect(url, hear, closed.append)
        link.send(HELLO)
        await welcomed.wait()
    return link


async def measure(url: str, data_dir: Path, count: int) -> dict[str, Any]:
    """Memory for each of so many sockets, and how others are served meanwhile."""
    port = int(url.rsplit(":", 1)[1].split("/")[0])
    closed: list[int] = []
    room = asyncio.Semaphore(AT_ONCE)
    warm = [await come(url, room, closed) for _ in range(20)]
    before = memory_kb(data_dir)
    began = time.perf_counter()
    links = await asyncio.gather(*(come(url, room, closed) for _ in range(count)))
    took = time.perf_counter() - began
    after = memory_kb(data_dir)
    health: list[float] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
        for _ in range(50):
            asked = time.perf_counter()
            (await client.get("/healthz")).raise_for_status()
            health.append(time.perf_counter() - asked)
    player = Visitor("127.0.0.1", port)
    await player.come()
    lost = len(closed)
    for link in (*warm, *links):
        link.leave()
    player.leave()
    return {
        "sockets": count, "kb_per_socket": round((after - before) / count, 1), "lost": lost,
        "connects_per_s": round(count / took), "healthz_p99_ms": ms(health, 0.99),
        "served": player.commits, "turn_error": player.error,
    }  # fmt: skip


async def run(count: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="gm-idle-") as scratch:
        async with scratch_servers(Path(scratch)) as urls:
            assert urls.database_url is not None
            await migrate(urls.database_url)
            async with service(urls, Path(scratch), settings=SETTINGS) as url:
                return await measure(url, Path(scratch), count)


def main() -> None:
    parser = options_parser(__doc__, quick="500 sockets")
    parser.add_argument("--sockets", type=int, default=10_000, help="who connect and say nothing")
    options = parser.parse_args()
    with contextlib.suppress(ValueError, OSError):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    result("idle", asyncio.run(run(500 if options.quick else options.sockets)))


if __name__ == "__main__":
    main()
