"""Many come at once: the page shows its place in line, and goes on when it is served. The service is a script."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, expect

from tests.e2e.feed import Feed, page_server
from tests.e2e.reader import PATIENCE_MS, reader


class BusyFeed(Feed):
    """Holds `hello` back until the test lets it in."""

    def _on_message(self, raw: str | bytes) -> None:
        if json.loads(raw)["type"] == "hello" and not self.said:
            self.hello = raw
            self.tell("waiting", ahead=40, estimate_s=12.2)
        else:
            super()._on_message(raw)

    def let_in(self) -> None:
        super()._on_message(self.hello)


def test_a_place_in_line_is_shown_until_one_is_served(browser: Browser) -> None:
    with page_server() as address, reader(browser, address) as someone:
        feed: Any = BusyFeed(someone.page)
        someone.page.goto(address)
        link = someone.page.locator("#link")
        expect(link).to_have_text(
            "Many come at once. 40 are served before you: about 12 s. Nothing is lost.", timeout=PATIENCE_MS
        )
        feed.tell("waiting", ahead=1, estimate_s=0.4)
        expect(link).to_have_text("Many come at once. You are next: a moment. Nothing is lost.")
        feed.let_in()
        expect(link).to_be_hidden()
        expect(someone.page.locator(".card .begin")).to_be_visible(timeout=PATIENCE_MS)
