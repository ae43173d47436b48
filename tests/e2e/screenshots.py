"""Takes the README's screenshots: starts the real service on scratch data, plays a little, and photographs the page.

Run `python -m tests.e2e.screenshots [FOLDER]`; the default folder is `shots` beside this file.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.conftest import make_data_dir
from tests.e2e.conftest import ARGUMENTS, CHROMIUM
from tests.e2e.reader import PATIENCE_MS, Reader, reader
from tests.e2e.report_shots import write_report
from tests.e2e.service import Service
from tests.e2e.workshop_shots import photograph_workshop

SHOTS = Path(__file__).parent / "shots"
LARGEST_BYTES = 400_000
QUALITIES = (88, 80, 70, 60)  # of JPEG; the first whose file is small enough
DESK: dict[str, Any] = {
    "viewport": {"width": 1360, "height": 850},
    "device_scale_factor": 1.5,
    "reduced_motion": "no-preference",
}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 800}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True,
    "reduced_motion": "no-preference",
}  # fmt: skip
FAST = '{"speed": "fast", "voice": "captions"}'
SPOKEN = '{"voice": "on"}'
VOICE_MS = 90_000  # until somebody in the story has begun to speak
SENTENCE_MS = 1500  # of what somebody says is on the page
FORGOTTEN = "s1t10"  # a turn of the report in which the model was careless
SETTLE_MS = 4500  # dice lie still, and what was news is no longer lit up


class TooLargeError(Exception):
    """A screenshot that stays over `LARGEST_BYTES` at every quality."""


def shoot(visitor: Reader, path: Path, **options: Any) -> None:
    """Photographs the page once nothing moves on it."""
    visitor.page.mouse.move(2, 200)
    if visitor.page.locator("#words").is_visible() and not visitor.page.locator("#panel-close").is_visible():
        visitor.page.locator("#words").focus()
    visitor.page.wait_for_timeout(SETTLE_MS)
    take(visitor.page, path, **options)


def take(page: Page, path: Path, **options: Any) -> None:
    """Photographs the page as it is."""
    for quality in QUALITIES:
        page.screenshot(path=path, type="jpeg", quality=quality, **options)
        if path.stat().st_size <= LARGEST_BYTES:
            print(f"{path}: {path.stat().st_size / 1000:.0f} kB")
            return
    raise TooLargeError(f"{path} is larger than {LARGEST_BYTES} bytes at quality {QUALITIES[-1]}")


def play(visitor: Reader, *inputs: str) -> Reader:
    for words in inputs:
        visitor.say(words)
    return visitor


def photograph_desk(browser: Browser, url: str, folder: Path) -> None:
    with reader(browser, url, **DESK) as visitor:
        visitor.visit(FAST).begin("long_night")
        visitor.page.locator("#scroll").evaluate("(scroll) => scroll.scrollTo(0, 0)")
        shoot(visitor, folder / "opening.jpg")
        play(visitor, "talk to the boy", "ask him what is knocking under the ice")
        shoot(visitor, folder / "story.jpg")
        play(visitor, "go to the yard", "open the well")
        expect(visitor.page.locator(".d20")).to_be_visible(timeout=PATIENCE_MS)
        shoot(visitor, folder / "dice.jpg")
        visitor.page.locator(".bar [data-open=settings]").click()
        visitor.page.locator("#settings input[value=light]").check(force=True)
        visitor.page.keyboard.press("Escape")
        shoot(visitor, folder / "daylight.jpg")
        visitor.page.locator("#settings input[value=world]").last.evaluate("(input) => input.click()")
        visitor.page.locator("#go-home").click()
        shoot(visitor, folder / "worlds.jpg", full_page=True)
        visitor.begin("lighthouse")
        play(visitor, "go in", "ask jory about the bell")
        shoot(visitor, folder / "lighthouse.jpg")


def photograph_speaking(browser: Browser, url: str, folder: Path) -> None:
    """Somebody in the middle of a sentence, with the voice's sheet open."""
    with reader(browser, url, **DESK) as visitor:
        visitor.visit(SPOKEN).begin_unhurried("long_night")
        expect(visitor.page.locator("html")).to_have_attribute("data-voice", "on", timeout=VOICE_MS)
        visitor.send("talk to the boy")
        visitor.page.locator("#do-voice").click()
        expect(visitor.page.locator(".span.is-speaking.is-speech")).to_be_visible(timeout=VOICE_MS)
        visitor.page.wait_for_timeout(SENTENCE_MS)
        take(visitor.page, folder / "speaking.jpg")


def photograph_phone(browser: Browser, url: str, folder: Path) -> None:
    with reader(browser, url, **PHONE) as visitor:
        visitor.visit(FAST).begin("long_night")
        play(visitor, "talk to the boy", "play the counting game with him")
        shoot(visitor, folder / "phone.jpg")
        visitor.page.locator("#do-panel").tap()
        shoot(visitor, folder / "phone-panel.jpg")


def photograph_report(browser: Browser, report: Path, folder: Path) -> None:
    """A turn in which a model forgot what is true, and the summary of its run."""
    page = browser.new_context(**DESK).new_page()
    page.goto(f"{report.as_uri()}#{FORGOTTEN}")
    expect(page.locator("#detail")).to_have_attribute("data-turn", FORGOTTEN)
    page.wait_for_timeout(SETTLE_MS)
    take(page, folder / "report.jpg")
    page.goto("about:blank")
    page.goto(report.as_uri())
    page.wait_for_timeout(SETTLE_MS)
    take(page, folder / "report-summary.jpg")
    page.context.close()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SHOTS
    folder.mkdir(parents=True, exist_ok=True)
    service = Service(make_data_dir(), {"GM_TEXT_SPEED": "0", "GM_LIMITS__ACTS_PER_MINUTE": "600"})
    try:
        service.start()
        # Before Playwright begins, which keeps an event loop of its own.
        report = write_report(service.data_dir / "report.html")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            photograph_report(browser, report, folder)
            photograph_desk(browser, service.url, folder)
            photograph_phone(browser, service.url, folder)
            photograph_workshop(browser, shoot, folder)
            service.until_voiced()
            photograph_speaking(browser, service.url, folder)
            browser.close()
    finally:
        service.stop()
        shutil.rmtree(service.data_dir)


if __name__ == "__main__":
    main()
