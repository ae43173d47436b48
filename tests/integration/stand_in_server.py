"""A stand-in for SGLang's HTTP server, without a model: `/generate` streams a known answer, and finds known prefixes.

`python -m tests.integration.stand_in_server PORT LOG [busy]` writes a line of JSON to LOG for each request that it
answered to its end, or that hung up. A busy one says late that it is well, and that requests wait for it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from pathlib import Path
from typing import Any

import uvicorn

WORDS = 90  # answers are of the ids 10 to 99
FIRST_WORD = 10
TOKEN_S = 0.01
BUSY_HEALTH_S = 7.0  # SGLang answers once its scheduler has done anything, and gives up after 20 s
LOADS = {"num_running_reqs": 24, "num_waiting_reqs": 20, "token_usage": 0.95, "max_total_num_tokens": 1_000_000}
INFO = {
    "model_path": "stand-in",
    "version": "0.0",
    "context_length": 32_768,
    "max_total_num_tokens": 1_000_000,
    "max_running_requests": 64,
    "max_queued_requests": 64,
    "incremental_streaming_output": True,
}

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def answer_to(ids: Sequence[int], tokens: int) -> list[int]:
    """What every stand-in says after a prompt."""
    start = sum(ids) % WORDS
    return [FIRST_WORD + (start + place) % WORDS for place in range(tokens)]


def common_length(one: Sequence[int], other: Sequence[int]) -> int:
    """How many ids two sequences begin with alike: by halves, as a slice is compared at once and an id is not."""
    alike, beyond = 0, min(len(one), len(other)) + 1
    while beyond - alike > 1:
        middle = (alike + beyond) // 2
        if one[alike:middle] == other[alike:middle]:
            alike = middle
        else:
            beyond = middle
    return alike


class StandIn:
    """An ASGI application. What it has answered is its cache."""

    def __init__(self, log: Path, *, busy: bool = False) -> None:
        self.log = log
        self.busy = busy
        self.known: list[list[int]] = []

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        match scope["type"], scope.get("path"):
            case "http", "/generate":
                await self._generate(scope, receive, send)
            case "http", "/health" | "/health_generate":
                await asyncio.sleep(BUSY_HEALTH_S if self.busy else 0)
                await _say(send, {})
            case "http", "/v1/loads" if self.busy:
                await _say(send, {"version": INFO["version"], "loads": [{"dp_rank": 0, **LOADS}]})
            case "http", "/server_info" | "/get_server_info" | "/get_model_info" | "/model_info":
                await _say(send, INFO)
            case "http", _:
                await _say(send, {"error": "unknown"}, 404)

    def says(self, asked: dict[str, Any]) -> tuple[list[int], dict[str, Any]]:
        """The tokens of its answer, and why it ends."""
        tokens = asked["sampling_params"]["max_new_tokens"]
        return answer_to(asked["input_ids"], tokens), {"type": "length"}

    async def _generate(self, scope: Message, receive: Receive, send: Send) -> None:
        asked = json.loads(await _body(receive))
        prompt: list[int] = asked["input_ids"]
        said, reason = self.says(asked)
        cached = max((common_length(prompt, known) for known in self.known), default=0)
        meta: dict[str, object] = {
            "prompt_tokens": len(prompt),
            "cached_tokens": cached,
            "finish_reason": None,
        }
        key = dict(scope["headers"]).get(b"x-smg-routing-key", b"").decode()
        line = {"rid": asked["rid"], "key": key, "prompt": len(prompt), "cached": cached}
        gone = asyncio.ensure_future(_hangs_up(receive))
        await send(_start(200, b"text/event-stream"))
        for place, token in enumerate(said):
            await asyncio.sleep(TOKEN_S)
            if gone.done():
                self._note({**line, "said": place, "end": "hung up"})
                return
            if place == len(said) - 1:
                self.known.append([*prompt, *said])
                self._note({**line, "said": len(said), "end": "whole"})
                meta = {**meta, "finish_reason": reason}
            event = json.dumps({"output_ids": [token], "meta_info": meta})
            await send(_piece(f"data: {event}\n\n".encode(), more=True))
        await send(_piece(b"data: [DONE]\n\n", more=False))
        gone.cancel()

    def _note(self, line: dict[str, Any]) -> None:
        with self.log.open("a") as file:
            file.write(json.dumps(line) + "\n")


async def _body(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    return body


async def _hangs_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _start(status: int, kind: bytes) -> Message:
    return {"type": "http.response.start", "status": status, "headers": [(b"content-type", kind)]}


def _piece(body: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}


async def _say(send: Send, said: object, status: int = 200) -> None:
    await send(_start(status, b"application/json"))
    await send(_piece(json.dumps(said).encode(), more=False))


def main() -> None:
    uvicorn.run(
        StandIn(Path(sys.argv[2]), busy="busy" in sys.argv[3:]),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        log_level="error",
        lifespan="off",
        ws="none",
    )


if __name__ == "__main__":
    main()
