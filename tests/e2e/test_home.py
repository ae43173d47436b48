"""The first page: what is asked there, and that a story can begin without scrolling. The welcome is the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import faults
from tests.e2e.feed import Feed, page_server
from tests.e2e.reader import PATIENCE_MS, Reader, reader
from worlds.loader import load_world

ASKED: dict[str, Any] = {"spoken": True, "recording": {"asked": False, "allowed": False, "keep_days": 30}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
STORY: dict[str, Any] = {
    "id": "1" * 32, "world": "lighthouse", "title": "Skerrow Light", "name": None, "turn": 12, "place": "The Landing",
    "ended": None, "updated": "2026-01-01T12:00:00+00:00",
}  # fmt: skip
WORLDS = ("long_night", "lighthouse")
Home = Callable[..., tuple[Reader, Feed]]


def line(name: str) -> dict[str, Any]:
    world = load_world(Path("worlds") / name)
    theme = world.theme.model_dump(mode="json")
    return {
        "id": name,
        "title": world.title,
        "summary": world.summary,
        "genre": world.genre,
        "theme": theme,
    }


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with page_server() as url:
        yield url


@pytest.fixture
def home(browser: Browser, address: str) -> Iterator[Home]:
    """Somebody on the first page; `welcome` adds to what the service says there."""
    with ExitStack() as stack:

        def make(
            welcome: dict[str, Any], stories: int = 0, settings: str = "{}", **context: Any
        ) -> tuple[Reader, Feed]:
            someone = stack.enter_context(reader(browser, address, **context))
            lines = [line(name) for name in WORLDS]
            feed = Feed(someone.page, welcome={"worlds": lines, **welcome})
            feed.stories = [{**STORY, "id": f"{number:032x}"} for number in range(stories)]
            return someone.visit(settings), feed

        yield make


def is_in_sight(page: Page, selector: str) -> bool:
    """Whether the first such element is whole in the window, without scrolling."""
    box = page.locator(selector).first.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
def test_a_story_can_begin_without_scrolling(home: Home, context: dict[str, Any]) -> None:
    someone, _ = home(ASKED, **context)
    page = someone.page
    expect(page.locator("#voice-question")).to_be_visible()
    expect(page.locator("#consent")).to_be_visible()
    page.wait_for_function("document.fonts.status === 'loaded'")
    assert is_in_sight(page, ".card .begin")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
def test_nor_does_one_who_comes_back(home: Home, context: dict[str, Any]) -> None:
    someone, _ = home({}, stories=9, **context)
    expect(someone.page.locator("#home-stories .story-line").first).to_be_visible()
    assert is_in_sight(someone.page, ".card .begin")
    expect(someone.page.locator("#all-stories")).to_have_text("All your stories (9)")
    someone.page.locator("#all-stories").click()
    expect(someone.page.locator("#stories .story-line")).to_have_count(9)


def test_the_voice_is_chosen_once(home: Home) -> None:
    someone, feed = home(ASKED)
    page = someone.page
    question = page.get_by_role("group", name="How should the story come to you?")
    expect(question.get_by_label("Spoken aloud")).to_be_checked()
    question.get_by_label("Only written").check(force=True)
    page.locator(".card .begin").first.click()
    expect(page.locator(".opening p")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("html")).to_have_attribute("data-voice", "captions")
    assert [*feed.of("hello"), *feed.of("voice")][-1]["audio"] == []
    page.goto(someone.url)
    expect(page.locator(".card .begin").first).to_be_visible(timeout=PATIENCE_MS)
    expect(question).to_be_hidden()


def test_where_there_is_no_voice_nobody_is_asked(home: Home) -> None:
    someone, _ = home({**ASKED, "spoken": False})
    expect(someone.page.locator("#consent")).to_be_visible()
    expect(someone.page.locator("#voice-question")).to_be_hidden()


def test_each_world_has_a_scene_of_its_own(home: Home) -> None:
    someone, _ = home({})
    scenes = [
        someone.page.locator(f'.card[data-world="{name}"] .scene').get_attribute("data-scene")
        for name in WORLDS
    ]
    assert scenes == ["fjord", "lighthouse"]
    # This person's system asks for little motion; the page may hear of it a moment late.
    someone.page.wait_for_function(
        "() => ![...document.querySelectorAll('.scene > svg')].some((sheet) => sheet.getAnimations().length)"
    )


def test_scenes_move_without_being_drawn_anew(home: Home) -> None:
    someone, _ = home({}, reduced_motion="no-preference")
    moved = someone.page.evaluate("""() => document.getAnimations()
      .filter((one) => one.effect.target.closest(".scene"))
      .flatMap((one) => one.effect.getKeyframes()).flatMap((frame) => Object.keys(frame))""")
    moved = set(moved) - {"offset", "easing", "composite", "computedOffset"}
    assert moved
    assert moved <= {"transform", "opacity"}


def test_a_world_with_several_openings_begins_as_its_player_says(home: Home) -> None:
    card = {**line("lighthouse"), "openings": ["She looks up.", "Rain."]}
    someone, feed = home({"worlds": [card], **ASKED})
    how = someone.page.get_by_label("First words")
    expect(how.locator("option")).to_have_text(["By chance", "She looks up.", "Rain."])
    how.select_option("Rain.")
    assert faults(someone.page) == []
    someone.page.get_by_role("button", name="Begin").click()
    expect(someone.page.locator("#transcript")).to_be_visible()
    (asked,) = [one for one in feed.said if one["type"] == "new_story"]
    assert (asked["world"], asked["opening"]) == ("lighthouse", 1)


def test_a_world_of_one_opening_asks_nothing(home: Home) -> None:
    someone, _ = home({})
    expect(someone.page.locator("#worlds .card")).to_have_count(len(WORLDS))
    assert someone.page.get_by_label("First words").count() == 0
