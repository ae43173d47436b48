"""A page on which nobody does anything lets go of its socket, and has it back when it is touched."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, WebSocket, expect

from tests.e2e.conftest import FAST_PLAYERS, WITHOUT_VOICE
from tests.e2e.reader import PATIENCE_MS, reader
from tests.e2e.service import Service, serve


@pytest.fixture(scope="module")
def drowsy() -> Iterator[Service]:
    """A service that closes sockets on which nothing was said for a second."""
    with serve(FAST_PLAYERS | WITHOUT_VOICE | {"GM_LIMITS__IDLE_S": "1"}) as served:
        yield served


def test_a_page_that_rests_comes_back_when_it_is_touched(browser: Browser, drowsy: Service) -> None:
    with reader(browser, drowsy.url) as player:
        sockets: list[WebSocket] = []
        player.page.on("websocket", lambda socket: sockets.append(socket))
        player.visit().begin("lighthouse")
        story = player.page.url
        while not sockets[-1].is_closed():
            sockets[-1].wait_for_event("close", timeout=PATIENCE_MS)
        asleep = len(sockets)
        expect(player.page.locator("#link")).to_be_hidden()
        player.say("look around")
        assert len(sockets) > asleep, "it came back by itself, with what was typed"
        assert player.page.url == story
        expect(player.page.locator(".turn")).to_have_count(1)
        assert re.search(r"\w", player.prose[0])
