"""A story told by a script instead of the service: the page as it is, and every frame under the test's control."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import uvicorn
from playwright.sync_api import Page, WebSocketRoute
from starlette.applications import Starlette
from starlette.routing import Mount

from gamemaster.protocol.audio_frames import AudioFrame, pack
from gamemaster.server.app import WEB
from gamemaster.server.page_files import PageFiles
from gamemaster.server.security_headers import SecurityHeaders
from tests.e2e.service import free_port
from voice.codecs import Codec

PCM_FRAME_S = 0.1
_SOCKET = re.compile(r"/ws(?:\?story=\w+)?$")  # the page names its story, once it has one
PLACE = {"id": "room", "name": "The Room", "note": ""}
VIEW: dict[str, Any] = {
    "turn": 0,
    "place": PLACE,
    "time": "Day 1, 08:00, morning",
    "night": False,
    "gauges": [],
}
VIEW |= {"carried": [], "here": [], "things": [], "exits": [], "skills": [], "facts": []}
VIEW |= {"suggestions": [], "ended": None}
OPENING = {"kind": "narration", "speaker": None, "name": None, "text": "It begins."}
SNAPSHOT = {"story": "0" * 32, "world": "feed", "name": None, "opening": [OPENING], "turns": [], "earlier": 0}
WORLD = {"id": "feed", "title": "A Feed", "summary": "A story told by a test."}
WELCOME: dict[str, Any] = {"protocol": "gamemaster.v1", "player": "p", "token": "t", "limits": {}}
Samples = npt.NDArray[np.int16]


@contextmanager
def page_server() -> Iterator[str]:
    """The page's files with their headers, and nothing behind them. Yields the address."""
    port = free_port()
    app = SecurityHeaders(Starlette(routes=[Mount("/", PageFiles(WEB))]))
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.should_exit = True
        thread.join()


def wave(seconds: float, rate: int, hertz: float = 330.0) -> Samples:
    """A tone that swells and fades slowly, so that every place in it looks different from its neighbours."""
    time_s = np.arange(round(seconds * rate)) / rate
    loudness = 0.35 + 0.15 * np.sin(2 * np.pi * 1.3 * time_s)
    samples: Samples = (loudness * np.sin(2 * np.pi * hertz * time_s) * 32767).astype(np.int16)
    return samples


def pcm_frames(samples: Samples, rate: int) -> list[tuple[int, bytes]]:
    """(offset, payload) of each frame."""
    size = round(rate * PCM_FRAME_S)
    return [(at, samples[at : at + size].tobytes()) for at in range(0, len(samples), size)]


@dataclass
class Feed:
    """Answers a page as the service does. Frames of the story are numbered here."""

    page: Page
    voice: str = "on"
    said: list[dict[str, Any]] = field(default_factory=list)
    socket: WebSocketRoute | None = None
    offset: int = 0
    codec: Codec = "pcm16"
    checks: list[dict[str, Any]] = field(default_factory=list)
    welcome: dict[str, Any] = field(default_factory=lambda: {"worlds": [WORLD]})
    stories: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.route_web_socket(_SOCKET, self._on_open)

    def _on_open(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(self._on_message)

    def _on_message(self, raw: str | bytes) -> None:
        message = json.loads(raw)
        self.said.append(message)
        match message["type"]:
            case "hello":
                self.tell("welcome", **WELCOME, **self.welcome)
                self.answer_voice(message["audio"])
            case "voice":
                self.answer_voice(message["audio"])
            case "stories":
                self.tell("stories", stories=self.stories)
            case "new_story" | "open":
                self.story("story", **SNAPSHOT, view=VIEW)
                self.tell("spoken", turn=0, utterances=0)
            case "act":
                self.story(
                    "accepted", act_id=message["id"], turn=1, words=message["text"], d20=9, repeated=False
                )
                self.story("ruling", turn=1, checks=self.checks, changed=[], rejected=[])
            case _:
                pass  # what tests look for in `said`

    def answer_voice(self, audio: list[str]) -> None:
        state = self.voice if audio else "off"
        self.codec = "opus" if "opus" in audio else "pcm16"
        self.tell("voice", state=state, codec=self.codec if state == "on" else None, message="")

    def tell(self, type_: str, **fields: Any) -> None:
        """To this page alone."""
        self._send({"type": type_, "epoch": -1, "offset": -1, **fields})

    def story(self, type_: str, **fields: Any) -> None:
        """A numbered frame of the story."""
        self.offset += 1
        self._send({"type": type_, "epoch": 1, "offset": self.offset, **fields})

    def _send(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps(message))

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.said if message["type"] == kind]

    def text(self, text: str, span: int = 0, speaker: str | None = None) -> None:
        kind = "speech" if speaker else "narration"
        self.story(
            "text", turn=1, span=span, kind=kind, speaker=speaker, name=speaker and speaker.title(), text=text
        )

    def announce(self, number: int, start: int, end: int, rate: int, **fields: Any) -> None:
        fields = {"span": 0, "speaker": None, "name": None, "pre_skip": 0, **fields}
        self.tell("utterance", turn=1, utterance=number, start=start, end=end, sample_rate=rate, **fields)

    def audio(
        self,
        number: int,
        frames: list[tuple[int, bytes]],
        rate: int,
        length: int | None,
        first: int = 0,
        failed: bool = False,
    ) -> None:
        """Frames of an utterance, counted from `first`; its last one if `length` is given."""
        for sequence, (offset, payload) in enumerate(frames, first):
            self._sound(number, sequence, rate, offset, payload=payload)
        if length is not None:
            self._sound(number, first + len(frames), rate, length, last=True, failed=failed)

    def _sound(self, number: int, sequence: int, rate: int, offset: int, **fields: Any) -> None:
        assert self.socket is not None
        frame = AudioFrame(self.codec, 1, number, sequence, rate, offset, **fields)
        self.socket.send(pack(frame))

    def say(self, number: int, text: str, start: int, samples: Samples, rate: int, **fields: Any) -> None:
        """A sentence whole: announced, timed evenly word by word, and spoken in PCM."""
        self.codec = "pcm16"
        self.announce(number, start, start + len(text), rate, **fields)
        self.tell("timing", turn=1, utterance=number, words=evenly(text, start, len(samples)))
        self.audio(number, pcm_frames(samples, rate), rate, len(samples))

    def commit(self, reason: str = "complete", kept: dict[str, int] | None = None) -> None:
        act = self.of("act")[-1]["id"]
        self.story("state", view={**VIEW, "turn": 1})
        self.story("commit", turn=1, act_id=act, told=None, kept=kept, reason=reason)


def evenly(text: str, start: int, length: int) -> list[tuple[int, int, int]]:
    """Word timings with the words spread evenly over `length` samples."""
    words = text.split()
    places, at = [], 0
    for index, word in enumerate(words):
        at = text.index(word, at)
        places.append((round(index * length / len(words)), start + at, start + at + len(word)))
        at += len(word)
    return places
