"""The runner's scenarios over SGLang's own HTTP server, in the test bed's environment; prints what happened as JSON.

`.venv-nia/bin/python -m tests.inference.sglang.http_runner FOLDER/steady spec [smg]`
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

from transformers import AutoTokenizer

from inference.chat_template import HuggingFaceTokenizer, derive
from inference.engine import EngineLost
from inference.sglang.engine import SglangEngine
from inference.sglang.http_engine import SglangHttpEngine
from tests.inference.sglang.runner import SCHEMA, Bed, Result, greedy, request, run, stages

START_S = 900.0  # beside the other tests
STOP_S = 20.0


class HttpBed(Bed):
    """As `Bed`, with the checkpoint's own tokenizer: the engine that is asked is in another process."""

    def __init__(self, engine: SglangHttpEngine, folder: Path) -> None:
        self.engine = cast(SglangEngine, engine)
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.chat = derive(HuggingFaceTokenizer.load(folder), engine.info)


def free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])


async def reach(engine: SglangHttpEngine, server: subprocess.Popen[bytes]) -> None:
    async with asyncio.timeout(START_S):
        while True:
            try:
                await engine.health()
            except EngineLost:
                assert server.poll() is None, "the server ended"
                await asyncio.sleep(0.5)
            else:
                return


async def thoughts(bed: Bed) -> Result:
    """Budgets held by SGLang's strict thinking, and a grammar after reasoning and without."""
    prompt, found = bed.prompt_ids("open the hatch"), {}
    for budget in (0, 1, 20):
        found[budget] = await run(
            bed.engine, request(prompt, 700, reasoning_budget=budget, thinking_open=True)
        )
    asked = bed.prompt_ids("open the hatch and wait")
    after = request(asked, 200, reasoning_budget=20, thinking_open=True, json_schema=SCHEMA)
    plain = request(bed.prompt_ids("wait", thinking=False), 100, json_schema=SCHEMA)
    return {
        "strict": found,
        "after_reasoning": await run(bed.engine, after),
        "without": await run(bed.engine, plain),
    }


async def endings(bed: Bed, engine: SglangHttpEngine) -> Result:
    """Every way to stop early; after each, the server has nothing left running."""
    asked = request(bed.ids("the ice"), 3000)
    task = asyncio.create_task(run(engine, asked))
    await asyncio.sleep(1.0)
    await engine.abort(asked.request_id)
    aborted = await task
    left = await idle(engine)
    late = await run(engine, request(bed.ids("the ice"), 3000, deadline_s=0.7))
    return {
        "abort": [aborted["finish"], len(aborted["ids"])],
        "deadline": late["error"],
        "after": [left, await idle(engine)],
        "refused": (await run(engine, request((), 5)))["error"],
    }


async def idle(engine: SglangHttpEngine) -> int:
    """Tokens in use once nothing runs, or as it is after 2 s: as the server itself says."""
    used = -1
    for _ in range(40):
        loads = (await engine._client.get("v1/loads")).json()["loads"]
        used = sum(int(load["num_running_reqs"]) + int(load["num_waiting_reqs"]) for load in loads)
        if not used:
            break
        await asyncio.sleep(0.05)
    return used


async def main() -> None:
    folder = Path(sys.argv[1])
    port = free_port()
    command = [sys.executable, "-m", "tests.inference.sglang.http_server", str(folder), str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        engine = SglangHttpEngine(f"http://127.0.0.1:{port}", folder)
        await reach(engine, server)
        bed = HttpBed(engine, folder)
        results: dict[str, Any] = {
            "greedy": await greedy(bed),
            "stages": await stages(bed),
            "thoughts": await thoughts(bed),
            "endings": await endings(bed, engine),
            "info": [engine.info.context_length, engine.info.vocabulary_size, list(engine.info.end_ids)],
            "strict": engine.strict,
        }
        os.killpg(server.pid, signal.SIGKILL)
        results["gone"] = (await run(engine, request(bed.ids("the ice"), 5)))["error"]
        await engine.close()
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)
        server.wait(STOP_S)
    print("RESULTS " + json.dumps(results), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
