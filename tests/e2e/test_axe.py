"""Every screen by axe: in a world's own colours, in the dark, by day, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from gamemaster.replay.report.render import report_html
from tests.e2e.axe import faults
from tests.e2e.feed import Feed, page_server
from tests.e2e.reader import PATIENCE_MS, Reader, reader
from tests.e2e.test_home import ASKED, DESK, PHONE, STORY, line
from tests.runkit import generate_run
from worlds.loader import load_world

Someone = Callable[..., Reader]
LIGHTS = ["world", "dark", "light"]
SOFTLY_MS = 800  # in which colours change
WORLDS = ("long_night", "lighthouse")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with page_server() as url:
        yield url


def settings(light: str) -> str:
    return f'{{"speed": "instant", "theme": "{light}", "voice": "captions"}}'


def clean(someone: Reader) -> None:
    someone.page.wait_for_timeout(SOFTLY_MS)
    found = faults(someone.page)
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
def test_the_first_page(browser: Browser, address: str, context: dict[str, Any], light: str) -> None:
    """With both questions, worlds, and stories, whose rows are open."""
    with reader(browser, address, **context) as someone:
        feed = Feed(someone.page, welcome={"worlds": [line(name) for name in WORLDS], **ASKED})
        feed.stories = [{**STORY, "id": f"{number:032x}"} for number in range(3)]
        page = someone.visit(settings(light)).page
        expect(page.locator("#voice-question")).to_be_visible()
        clean(someone)
        row = page.locator("#home-stories .story-item").first
        row.locator(".story-more").click()
        clean(someone)
        row.get_by_role("button", name="Delete…").click()
        clean(someone)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("world", WORLDS)
def test_a_story_and_its_dialogs(someone: Someone, world: str, light: str) -> None:
    reader = someone(**DESK).visit(settings(light)).begin(world).say("look around").say("what now?")
    page = reader.page
    for summary in page.locator("#panel summary:visible").all():
        summary.click()
    clean(reader)
    for name in ("settings", "stories", "help"):
        page.locator(f".bar [data-open={name}]").click()
        expect(page.locator(f"#{name}")).to_be_visible()
        if name == "stories":
            page.locator("#stories .story-more").first.click()
            page.locator("#stories").get_by_role("button", name="Rename").last.click()
        clean(reader)
        page.keyboard.press("Escape")
    page.locator("#do-branch").click()
    expect(page.locator("#branch")).to_be_visible()
    clean(reader)
    page.keyboard.press("Escape")
    page.locator("#do-voice").click()
    expect(page.locator("#voice")).to_be_visible()
    clean(reader)


@pytest.mark.parametrize("light", LIGHTS)
def test_the_panel_on_a_phone(someone: Someone, light: str) -> None:
    reader = someone(**PHONE).visit(settings(light)).begin("lighthouse").say("go in")
    clean(reader)
    reader.page.locator("#do-panel").tap()
    expect(reader.page.locator("#panel")).to_be_in_viewport()
    clean(reader)


@pytest.mark.parametrize("light", LIGHTS)
def test_a_finished_story(someone: Someone, light: str) -> None:
    reader = someone().visit(settings(light)).begin("lighthouse")
    for words in load_world(Path("worlds") / "lighthouse").endings["clean_record"].path:
        if reader.page.locator("#ending").is_hidden():
            reader.say(words)
    expect(reader.page.locator("#ending h2")).to_be_visible(timeout=PATIENCE_MS)
    clean(reader)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_report(browser: Browser, tmp_path: Path, scheme: Any) -> None:
    path = tmp_path / "report.html"
    path.write_text(report_html(generate_run(40)), encoding="utf-8")
    with reader(browser, path.as_uri(), color_scheme=scheme) as someone:
        someone.page.goto(someone.url)
        expect(someone.page.locator("html")).to_have_attribute("data-ready", "")
        clean(someone)
        someone.page.locator(".row").first.click()
        clean(someone)
