"""A person at the page: what they do, and what they can see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

PATIENCE_MS = 30_000
# Reported as a console error, so that one list holds everything that went wrong.
WATCH = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));
"""
# What a browser says by itself when the service is away, which some tests mean it to be.
EXPECTED_WHEN_AWAY = ("WebSocket connection to", "net::ERR_")


@dataclass
class Reader:
    """One person with a browser of their own (a context), on one page."""

    page: Page
    url: str
    faults: list[str] = field(default_factory=list)
    service_goes_away: bool = False

    def watch(self) -> None:
        self.page.add_init_script(WATCH)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._on_console)

    def _on_console(self, message: Any) -> None:
        expected = self.service_goes_away and any(text in message.text for text in EXPECTED_WHEN_AWAY)
        if message.type in {"error", "warning"} and not expected:
            self.faults.append(f"{message.text} ({message.location['url']})")

    def visit(self, settings: str = '{"speed": "instant", "voice": "captions"}') -> Reader:
        """Opens the page with settings already made; `instant` shows text at once, `captions` lets nobody speak."""
        self.page.add_init_script(
            f"localStorage.getItem('gamemaster.settings') ?? localStorage.setItem('gamemaster.settings', '{settings}')"
        )
        self.page.goto(self.url)
        expect(self.page.locator(".card .begin").first).to_be_visible(timeout=PATIENCE_MS)
        return self

    def begin(self, world: str) -> Reader:
        self.page.locator(f'.card[data-world="{world}"] .begin').click()
        expect(self.page.locator(".opening p").first).to_be_visible(timeout=PATIENCE_MS)
        return self.rest()

    def begin_unhurried(self, world: str) -> Reader:
        """Begins, and skips the telling of the opening, and its voice."""
        self.begin_skipping(world)
        self.page.keyboard.press("Escape")
        return self.rest()

    def begin_skipping(self, world: str) -> Reader:
        """Begins, and has the opening shown whole; if there is a voice, it goes on."""
        self.page.locator(f'.card[data-world="{world}"] .begin').click()
        expect(self.page.locator(".opening p").first).to_be_visible(timeout=PATIENCE_MS)
        self.page.keyboard.press("Escape")
        return self.rest()

    def hurry(self) -> None:
        """Sets the telling to instant, in the settings as a person does."""
        self.page.get_by_role("button", name="Settings").locator("visible=true").first.click()
        self.page.locator("#settings input[value=instant]").check(force=True)
        self.page.keyboard.press("Escape")

    def send(self, words: str) -> Reader:
        self.page.locator("#words").fill(words)
        self.page.locator("#words").press("Enter")
        return self

    def say(self, words: str) -> Reader:
        """A turn, until it is told."""
        number = self.turns
        self.send(words)
        expect(self.page.locator(".turn")).to_have_count(number + 1, timeout=PATIENCE_MS)
        return self.rest()

    def rest(self) -> Reader:
        """Until nothing is being told."""
        expect(self.page.locator("html")).to_have_attribute("data-turn", "rest", timeout=PATIENCE_MS)
        expect(self.page.locator(".turn.is-live")).to_have_count(0, timeout=PATIENCE_MS)
        return self

    @property
    def turns(self) -> int:
        return self.page.locator(".turn").count()

    @property
    def words(self) -> list[str]:
        """The player's words, turn by turn."""
        said = self.page.locator(".words").all_text_contents()
        return [text.removeprefix("You: ") for text in said]

    @property
    def prose(self) -> list[str]:
        """What was told, turn by turn."""
        return [text.strip() for text in self.page.locator(".turn .prose").all_text_contents()]

    @property
    def place(self) -> str:
        return str(self.page.locator(".p-place h2").text_content())


@contextmanager
def reader(browser: Browser, url: str, **context: Any) -> Iterator[Reader]:
    """A person with a browser of their own; at the end nothing may have gone wrong on their page."""
    room: BrowserContext = browser.new_context(
        **{"viewport": {"width": 1280, "height": 860}, "reduced_motion": "reduce", **context}
    )
    someone = Reader(room.new_page(), url)
    someone.watch()
    try:
        yield someone
        assert someone.faults == [], someone.faults
    finally:
        room.close()
