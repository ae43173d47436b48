"""Engine hosts: the real SGLang in its HTTP server, and stand-ins that say the same. Each notes what it answered.

`python -m tests.machines.engines sglang|stand-in FOLDER PORT LOG`
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

import uvicorn

from inference.sglang.http_engine import ROUTING_KEY
from tests.inference.sglang import http_server
from tests.integration.stand_in_server import StandIn
from tests.machines.storyteller import Storyteller

Message = MutableMapping[str, Any]
App = Callable[
    [Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]
]
HEADER = ROUTING_KEY.encode()
EVENT = b"data: {"
# A prompt here has 11,000 tokens, 8,000 of them every story's: room for what fifty stories have of their own. In the
# 16,384 tokens of the test bed's profile each story would push out the one before.
SETTINGS = {"max_total_tokens": 300_000, "max_running_requests": 16}


class Noting:
    """ASGI middleware: a line of JSON for each story's request that was answered to its end, and what it found."""

    def __init__(self, app: App, log: Path) -> None:
        self.app, self.log = app, log

    async def __call__(self, scope: Message, receive: Any, send: Any) -> None:
        key = dict(scope.get("headers", ())).get(HEADER)
        if key is None or scope.get("path") != "/generate":
            await self.app(scope, receive, send)
            return
        came, last = time.time(), b""

        async def note(message: Message) -> None:
            nonlocal last
            body = message.get("body", b"")
            if body.startswith(EVENT):
                last = body
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                self._write(key.decode(), came, last)

        await self.app(scope, receive, note)

    def _write(self, key: str, came: float, last: bytes) -> None:
        meta = json.loads(last.removeprefix(EVENT.rstrip(b"{")))["meta_info"] if last else {}
        if meta.get("finish_reason"):
            line = {"key": key, "at": came, "prompt": meta["prompt_tokens"], "cached": meta["cached_tokens"]}
            with self.log.open("a") as file:
                file.write(json.dumps(line) + "\n")


class ToldStandIn(StandIn):
    """Says what the checkpoint would."""

    def __init__(self, folder: Path, log: Path) -> None:
        super().__init__(log)
        self._storyteller = Storyteller(folder)
        config = json.loads((folder / "config.json").read_text())
        self._ends = frozenset(config["eos_token_id"])

    def says(self, asked: dict[str, Any]) -> tuple[list[int], dict[str, Any]]:
        sampling = asked["sampling_params"]
        ends = self._ends | frozenset(sampling.get("stop_token_ids", ()))
        return self._storyteller.says(asked["input_ids"], sampling, ends)


def main() -> None:
    kind, folder, port, log = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    if kind == "sglang":
        sys.argv[1:] = [str(folder), str(port)]
        http_server.main(lambda app: app.add_middleware(Noting, log=log), SETTINGS)
        return
    stand_in = Noting(ToldStandIn(folder, log.with_suffix(".answers")), log)
    uvicorn.run(stand_in, host="127.0.0.1", port=port, log_level="error", lifespan="off", ws="none")


if __name__ == "__main__":
    main()
