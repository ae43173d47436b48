"""The real engine under its host, killed in several ways, in the test bed's environment. Prints JSON.

`.venv-nia/bin/python -m tests.inference.sglang.hosted_engine FOLDER/steady hosted`; the socket lies beside the
checkpoint, so FOLDER's path is short.
"""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

import psutil

from gamemaster.hosting import supervisor
from inference.engine import EngineLost, GenerationRequest, Sampling, new_request_id
from inference.hosted.host import EngineHost, HostSettings, HostState
from inference.hosted.incidents import Incidents
from inference.testbed.checkpoints import write_steady

RECOVERY_S = 240.0
# The tiny checkpoints' ids of "<think>" and what leads there; any ids will do for endless talk.
PROMPT = (40, 41, 42)
MOST = 400
# Of talk that is to be cut short: on a busy machine the engine is far ahead of who reads it.
ENDLESS = 3_500


def scheduler() -> int:
    """The process of SGLang's that runs the model: the one with the most memory among the host's descendants."""
    below = psutil.Process().children(recursive=True)
    return int(max(below, key=lambda process: process.memory_info().rss).pid)


def child() -> int:
    """The process that `inference.hosted.child` runs in."""
    below = psutil.Process().children(recursive=True)
    return next(
        int(process.pid)
        for process in below
        if "inference.hosted.child" in process.cmdline() and "-I" not in process.cmdline()
    )


async def talk(
    host: EngineHost, most: int = MOST, after: int = 0, act: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    ids: list[int] = []
    acted = False
    started = time.monotonic()
    request = GenerationRequest(new_request_id(), PROMPT, Sampling(most, temperature=0.0))
    try:
        async with aclosing(host.engine.generate(request)) as deltas:
            async for delta in deltas:
                ids += delta.token_ids
                if after and not acted and len(ids) >= after:
                    acted, started = True, time.monotonic()
                    act()
    except EngineLost as error:
        return {"lost": error.reason, "seconds": time.monotonic() - started, "ids": len(ids)}
    return {"ids": ids}


async def main() -> None:
    model = sys.argv[1]
    if not Path(model).exists():
        write_steady(Path(model))
    incidents = Incidents(Path(model).with_name("incidents"))
    settings = HostSettings(
        "inference.sglang.start:build",
        Path(supervisor.__file__),
        Path(model).with_suffix(".sock"),
        {"model": model, "profile": "cpu", "overrides": {"crash_dump_folder": str(incidents.dumps)}},
        start_s=RECOVERY_S,
        incidents=incidents.folder,
    )
    host = EngineHost(settings, on_progress=lambda line: None)
    started = time.monotonic()
    await host.start()
    results: dict[str, Any] = {"start_s": time.monotonic() - started}
    try:
        results["before"] = await talk(host)
        for name, victim in (("scheduler", scheduler), ("child", child)):
            pid = victim()
            results[name] = await talk(host, ENDLESS, 40, lambda pid=pid: os.kill(pid, signal.SIGKILL))  # type: ignore[misc]
            async with asyncio.timeout(RECOVERY_S):
                while host.recovery_s is None or host.state is not HostState.READY:
                    await asyncio.sleep(0.2)
            results[name] |= {"recovery_s": host.recovery_s, "again": await talk(host)}
            host.recovery_s = None
        results["starts"] = host.starts
    finally:
        await host.close()
    results["kept"] = [sorted(file.suffix for file in place.iterdir()) for place in incidents.places()]
    results["left"] = [process.name() for process in psutil.Process().children(recursive=True)]
    print("RESULTS " + json.dumps(results), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
