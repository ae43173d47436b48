"""A model server with an OpenAI-style API whose model is the oracle: real HTTP on a real socket, at a model's pace."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from inference.scripted.engine import Cadence
from inference.scripted.script import PIECE
from tests.model_servers import serve_locally
from tests.recordings.oracle import PACE, Oracle, Written, common_length

MODEL = "oracle"


@dataclass
class OracleServer:
    """Answers `GET /v1/models` and `POST /v1/chat/completions`. `breaks` are stages of turns in which it hangs up."""

    oracle: Oracle
    cadence: Cadence = PACE
    breaks: list[tuple[int, str]] = field(default_factory=list)
    url: str = ""
    _seen: list[str] = field(default_factory=list)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            if head.startswith("GET"):
                body = json.dumps({"data": [{"id": MODEL}]}).encode()
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n" + body)
            else:
                length = int(head.lower().partition("content-length:")[2].partition("\r\n")[0])
                await self._complete(json.loads(await reader.readexactly(length)), writer)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            return  # who asked wants no more of it
        finally:
            writer.close()

    async def _complete(self, body: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        asked = "\n".join(message["content"] for message in body["messages"])
        form = body.get("response_format", {}).get("json_schema")
        line = self.oracle.answer(asked, body.get("seed"), json.dumps(form["schema"]) if form else None)
        place = self.oracle.place_of(body.get("seed"))
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n")
        breaks = place in self.breaks
        await self._stream(line, writer, half=breaks)
        if breaks:
            self.breaks.remove(place)
            return
        writer.write(_event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}))
        writer.write(_event({"choices": [], "usage": self._usage(asked, line)}))
        writer.write(b"data: [DONE]\n\n")

    async def _stream(self, line: Written, writer: asyncio.StreamWriter, *, half: bool) -> None:
        """The answer, so many tokens a step; only half of it if the connection is to break off."""
        thought, words = PIECE.findall(line.reasoning), PIECE.findall(line.text)
        tokens = [*(("reasoning_content", t) for t in thought), *(("content", t) for t in words)]
        tokens = tokens[: len(tokens) // 2] if half else tokens
        await asyncio.sleep(self.cadence.first_token_s)
        for at in range(0, len(tokens), self.cadence.chunk):
            step = tokens[at : at + self.cadence.chunk]
            for name in ("reasoning_content", "content"):
                if text := "".join(text for key, text in step if key == name):
                    writer.write(
                        _event({"choices": [{"index": 0, "delta": {name: text}, "finish_reason": None}]})
                    )
            await writer.drain()
            await asyncio.sleep(len(step) / self.cadence.tokens_per_s)

    def _usage(self, asked: str, line: Written) -> dict[str, Any]:
        """As a server with a prefix cache reports it."""
        cached = max((common_length(asked, seen) for seen in self._seen), default=0)
        self._seen = [*self._seen[-15:], asked]
        reasoning, content = len(PIECE.findall(line.reasoning)), len(PIECE.findall(line.text))
        return {
            "prompt_tokens": len(PIECE.findall(asked)),
            "completion_tokens": reasoning + content,
            "prompt_tokens_details": {"cached_tokens": len(PIECE.findall(asked[:cached]))},
            "completion_tokens_details": {"reasoning_tokens": reasoning},
        }


def _event(message: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(message)}\n\n".encode()


@asynccontextmanager
async def serving(server: OracleServer) -> AsyncIterator[OracleServer]:
    """The server on a free port of this machine, until the context ends."""
    async with serve_locally(server.handle) as server.url:
        yield server
