"""The story speaks: the page in a real browser, the real service, and the real Triton that it starts by itself."""

from __future__ import annotations

import json
import os
import re
import signal
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.e2e.ears import Ears, gaps
from tests.e2e.reader import PATIENCE_MS, Reader, reader
from tests.e2e.service import Service

WORLD = "lighthouse"
VOICE_MS = 90_000  # until Triton runs, the first time
SPEECH_MS = 60_000  # a turn is spoken in as long
SENTENCE_S, PARAGRAPH_S = 0.26, 0.45  # of silence before one, the player's own
AT_ONCE = '{"speed": "instant"}'
BRISKLY = '{"speed": "instant", "rate": 1.7}'  # where it does not matter how long people speak
TRIES = 4
Listening = Callable[..., "Listener"]


@dataclass
class Wire:
    """What goes over the page's socket."""

    sent: list[dict[str, Any]] = field(default_factory=list)
    came: list[dict[str, Any]] = field(default_factory=list)
    audio_frames: int = 0

    def watch(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda payload: self.sent.append(json.loads(payload)))
        socket.on("framereceived", self._on_receive)

    def _on_receive(self, payload: str | bytes) -> None:
        if isinstance(payload, bytes):
            self.audio_frames += 1
        else:
            self.came.append(json.loads(payload))

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Messages of the server."""
        return [message for message in self.came if message["type"] == kind]

    def messages_of(self, kind: str) -> list[dict[str, Any]]:
        """Messages of the page."""
        return [message for message in self.sent if message["type"] == kind]


@dataclass
class Listener:
    """A reader with ears, and with an eye on the wire."""

    reader: Reader
    ears: Ears
    wire: Wire

    @property
    def page(self) -> Page:
        return self.reader.page

    def until_voiced(self, state: str = "on") -> Listener:
        expect(self.page.locator("html")).to_have_attribute("data-voice", state, timeout=VOICE_MS)
        return self

    def until_told(self, turns: int) -> Listener:
        expect(self.page.locator(".turn")).to_have_count(turns, timeout=PATIENCE_MS)
        expect(self.page.locator(".turn.is-live")).to_have_count(0, timeout=SPEECH_MS)
        self.reader.rest()
        return self

    def until_shown(self, letters: int) -> str:
        """Until the last turn shows so much; returns what it shows then."""
        self.page.wait_for_function(
            "(letters) => [...document.querySelectorAll('.turn .prose')].at(-1)?.textContent.length > letters",
            arg=letters,
            timeout=SPEECH_MS,
        )
        return self.reader.prose[-1]

    def play_until_shown(self, words: str, letters: int) -> str:
        """A turn, up to the middle of its telling."""
        self.reader.send(words)
        return self.until_shown(letters)

    def stored_turns(self) -> list[dict[str, Any]]:
        """The story's turns as the database has them."""
        token = json.loads(self.page.evaluate("localStorage.getItem('gamemaster.token')"))
        story = self.page.url.split("=")[-1]
        address = f"{self.reader.url}/api/stories/{story}/turns?limit=20"
        request = urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            turns: list[dict[str, Any]] = json.load(answer)["turns"]
        return turns


@pytest.fixture
def listening(browser: Browser, speaking: Service) -> Iterator[Listening]:
    """Makes listeners who have begun a story by a click, as a player does, and whose voice is on."""
    with ExitStack() as stack:

        def make(settings: str = AT_ONCE, script: str = "", state: str = "on") -> Listener:
            someone = stack.enter_context(reader(browser, speaking.url))
            ears, wire = Ears(someone.page), Wire()
            someone.page.on("websocket", wire.watch)
            if script:
                someone.page.add_init_script(script)
            someone.visit(settings).begin_unhurried(WORLD)
            listener = Listener(someone, ears, wire).until_voiced(state)
            ears.forget()
            return listener

        yield make


def plain(text: str) -> str:
    """Letters and figures alone: how the page sets quotes and emphasis does not matter."""
    return re.sub(r"\W+", "", text)


def told_in(turn: dict[str, Any]) -> str:
    return plain("".join((span["name"] or "") + span["text"] for span in turn["spans"]))


def breaths(utterances: list[dict[str, Any]]) -> list[float]:
    """Seconds of silence that belong between them."""
    return [
        SENTENCE_S if after["span"] == before["span"] and after["start"] - before["end"] < 2 else PARAGRAPH_S
        for before, after in pairwise(utterances)
    ]


@pytest.mark.parametrize("codec", ["opus", "pcm16"])
def test_a_turn_is_spoken_to_its_end(listening: Listening, codec: str) -> None:
    listener = listening(script="delete window.AudioDecoder" if codec == "pcm16" else "")
    # A machine too busy to let page and voice keep up makes sound come late: then another turn has to show it.
    flawless = False
    for turn in range(1, TRIES + 1):
        listener.ears.forget()
        listener.reader.send("wait")
        listener.until_told(turn)
        utterances = [one for one in listener.wire.of("utterance") if one["turn"] == turn]
        assert len(utterances) > 1
        assert [one["utterance"] for one in utterances] == list(range(len(utterances)))
        pieces = listener.ears.pieces
        sound = listener.ears.whole()
        assert np.sqrt(np.mean(sound**2)) > 0.01
        letters = sum(one["end"] - one["start"] for one in utterances)
        assert letters / 30 < len(sound) / pieces[0].rate < letters / 8  # as fast as people speak
        assert listener.wire.of("commit")[-1]["reason"] == "complete"
        played = listener.wire.messages_of("played")
        assert played[-1] == {"type": "played", "turn": turn, "utterance": len(utterances), "samples": 0}
        assert plain(listener.reader.prose[-1]) == told_in(listener.stored_turns()[-1])
        # One sentence follows the other on the very sample, after exactly one breath.
        expected = [round(seconds * pieces[0].rate) for seconds in breaths(utterances)]
        silences = [gap for gap in gaps(pieces) if gap]
        flawless = silences == expected and not any(piece.late for piece in pieces)
        if flawless:
            break
    assert flawless, (silences, expected, [piece.late for piece in pieces])
    assert listener.wire.of("voice")[-1]["codec"] == codec


def test_the_opening_is_spoken_and_may_be_skipped(browser: Browser, speaking: Service) -> None:
    with reader(browser, speaking.url) as someone:
        wire, ears = Wire(), Ears(someone.page)
        someone.page.on("websocket", wire.watch)
        someone.visit(AT_ONCE)
        someone.begin_skipping(WORLD)  # the first gesture, and Escape as soon as there are words
        opening = someone.page.locator(".opening")
        assert len(opening.text_content() or "") > 500  # all of it at once
        expect(someone.page.locator("#speaking")).to_be_visible(
            timeout=PATIENCE_MS
        )  # and it is spoken all the same
        assert any(one["turn"] == 0 for one in wire.of("utterance"))
        assert wire.messages_of("read_on") == []
        someone.page.keyboard.press("Escape")
        expect(someone.page.locator("#speaking")).to_be_hidden()
        assert wire.messages_of("read_on")[0]["turn"] == 0
        assert ears.pieces
        someone.say("wait")
        assert wire.of("commit")[-1]["reason"] == "complete"


def test_a_passage_shown_whole_is_told_whole(listening: Listening) -> None:
    listener = listening()
    page = listener.page
    listener.play_until_shown("go in", 20)
    page.keyboard.press("Escape")
    assert listener.ears.recent()["loudest"] > 0.001
    expect(page.locator("#speaking")).to_be_visible()
    page.keyboard.press("Escape")
    recent = listener.ears.after_gesture(0.3)
    assert recent["last"] - recent["gesture"] < 0.1
    listener.reader.rest()
    assert listener.wire.of("commit")[-1]["reason"] == "complete"
    assert plain(listener.reader.prose[0]) == told_in(listener.stored_turns()[0])
    listener.play_until_shown("wait", 20)  # and the next turn has its voice
    assert any(one["turn"] == 2 for one in listener.wire.of("utterance"))


def test_only_what_was_heard_is_told(listening: Listening) -> None:
    listener = listening()
    page = listener.page
    listener.play_until_shown("go in", 60)
    listener.reader.send("wait")
    expect(page.locator(".turn")).to_have_count(2, timeout=PATIENCE_MS)
    listener.until_shown(20)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    listener.reader.rest()
    places = [cut["heard"] for cut in listener.wire.messages_of("interrupt") if cut["heard"]]
    heard = next(place for place in places if place["turn"] == 1)
    utterances = {one["utterance"]: one for one in listener.wire.of("utterance") if one["turn"] == 1}
    ended = [
        (utterances[one["utterance"]]["span"], end)
        for one in listener.wire.of("timing")
        if one["turn"] == 1 and one["utterance"] == heard["utterance"]
        for (_, _, end), (following, _, _) in pairwise(one["words"])
        if following <= heard["samples"]
    ]
    commit = next(frame for frame in listener.wire.of("commit") if frame["turn"] == 1)
    assert commit["reason"] == "interrupted"
    if (
        ended
    ):  # else it was cut in the first words of a sentence, whose timing says nothing of the ones before
        assert (commit["kept"]["span"], commit["kept"]["chars"]) >= ended[-1]
    told = [plain(text) for text in listener.reader.prose]
    assert told[0]
    assert told == [told_in(turn) for turn in listener.stored_turns()]
    page.reload()
    expect(page.locator(".turn")).to_have_count(len(told), timeout=PATIENCE_MS)
    assert [plain(text) for text in listener.reader.rest().prose] == told


def test_muted_and_fast(listening: Listening) -> None:
    listener = listening('{"speed": "instant", "muted": true, "rate": 1.7}')
    listener.play_until_shown("wait", 20)
    assert listener.ears.recent()["loudest"] < 0.001
    assert listener.page.locator("#speaking").is_visible()
    listener.until_told(1)
    assert listener.wire.of("commit")[-1]["reason"] == "complete"
    assert plain(listener.reader.prose[0]) == told_in(listener.stored_turns()[0])


def test_captions_only(listening: Listening) -> None:
    listener = listening('{"speed": "instant", "voice": "captions"}', state="captions")
    listener.reader.say("go in")
    assert listener.wire.audio_frames == 0
    assert listener.ears.pieces == []
    assert listener.reader.prose[0]


def test_a_reload_in_the_middle_of_a_sentence(listening: Listening) -> None:
    listener = listening(BRISKLY)
    page = listener.page
    listener.play_until_shown("go in", 40)
    page.reload()
    expect(page.locator("#voice-hint")).to_be_visible(timeout=PATIENCE_MS)
    listener.until_told(1)
    assert plain(listener.reader.prose[0]) == told_in(listener.stored_turns()[0])
    listener.reader.send("wait")  # a gesture: the voice comes back
    listener.until_voiced().until_told(2)
    listener.reader.send("wait")
    listener.until_told(3)
    assert listener.ears.pieces
    assert listener.wire.of("commit")[-1]["reason"] == "complete"


def tritons(service: Service) -> list[int]:
    """Process ids of the Triton servers that a service started."""
    assert service.process is not None
    parents, servers = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if Path((folder / "cmdline").read_bytes().split(b"\0")[0].decode()).name == "tritonserver":
                servers.append(int(folder.name))
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended while we looked

    def ours(process: int) -> bool:
        while process in parents:
            process = parents[process]
            if service.process is not None and process == service.process.pid:
                return True
        return False

    return [process for process in servers if ours(process)]


def test_a_voice_that_is_killed_comes_back(listening: Listening, speaking: Service) -> None:
    listener = listening(BRISKLY)
    page = listener.page
    listener.play_until_shown("go in", 20)
    killed = tritons(speaking)
    assert killed
    for process in killed:
        os.kill(process, signal.SIGKILL)
    listener.until_told(1)  # in text
    assert plain(listener.reader.prose[0]) == told_in(listener.stored_turns()[0])
    listener.reader.send("wait")
    listener.until_told(2)
    assert any(frame["state"] == "degraded" for frame in listener.wire.of("voice"))
    listener.until_voiced()  # by itself
    before = len(listener.ears.pieces)
    listener.reader.send("wait")
    listener.until_told(3)
    assert len(listener.ears.pieces) > before
    assert page.locator("#do-voice").get_attribute("data-state") == "on"
