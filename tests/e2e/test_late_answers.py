"""What the service says late, or while somebody presses, takes nothing back from the player. It is a script here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from gamemaster.protocol.messages import CLOSE_IDLE
from tests.e2e.feed import WORLD, Feed, page_server
from tests.e2e.reader import PATIENCE_MS, Reader, reader

LOOK_MS = 10
STORY: dict[str, Any] = {
    "id": "1" * 32, "world": "feed", "title": "A Feed", "name": None, "turn": 12, "place": "The Room", "ended": None,
}  # fmt: skip
OPENINGS = {"worlds": [{**WORLD, "openings": ["She looks up.", "Rain."]}]}


@dataclass
class LateFeed(Feed):
    """Leaves what is named in `late` unanswered until the test answers it."""

    late: set[str] = field(default_factory=set)
    left: list[str | bytes] = field(default_factory=list)

    def _on_message(self, raw: str | bytes) -> None:
        if json.loads(raw)["type"] in self.late:
            self.said.append(json.loads(raw))
            self.left.append(raw)
        else:
            super()._on_message(raw)

    def hear(self, kind: str, times: int) -> None:
        """Until it was said so often."""
        for _ in range(PATIENCE_MS // LOOK_MS):
            if len(self.of(kind)) >= times:
                return
            self.page.wait_for_timeout(LOOK_MS)
        raise AssertionError(f"{kind!r} was said {len(self.of(kind))} times, and not {times}")

    def sleep(self) -> None:
        """As the service does where nothing was said for long."""
        assert self.socket is not None
        self.socket.close(code=CLOSE_IDLE, reason="")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with page_server() as url:
        yield url


@pytest.fixture
def someone(browser: Browser, address: str) -> Iterator[Reader]:
    with reader(browser, address) as made:
        yield made


def press(feed: LateFeed, button: Locator) -> None:
    """As long as a finger does on a page that rests: the page has come back before it is let go."""
    feed.sleep()
    feed.page.wait_for_timeout(50)
    button.hover()
    feed.page.mouse.down()
    feed.hear("stories", 2)
    feed.page.wait_for_timeout(100)
    feed.page.mouse.up()


def test_a_press_that_wakes_the_page_begins_a_story(someone: Reader) -> None:
    feed = LateFeed(someone.page, welcome=OPENINGS)
    someone.visit()
    someone.page.get_by_label("First words").select_option("Rain.")
    press(feed, someone.page.locator(".card .begin"))
    expect(someone.page.locator(".opening p")).to_be_visible(timeout=PATIENCE_MS)
    assert [asked["opening"] for asked in feed.of("new_story")] == [1], "as chosen before the page rested"


def test_a_press_that_wakes_the_page_goes_on_with_a_story(someone: Reader) -> None:
    feed = LateFeed(someone.page, stories=[{**STORY, "updated": "2026-01-01T12:00:00+00:00"}])
    someone.visit()
    line = someone.page.locator("#home-stories .story-line")
    expect(line).to_be_visible()
    feed.stories = [{**STORY, "updated": "2025-01-01T12:00:00+00:00"}]  # its age is told otherwise by then
    before = line.locator(".story-when").text_content()
    press(feed, line)
    expect(line.locator(".story-when")).not_to_have_text(before or "")
    feed.hear("open", 1)


def test_what_is_asked_as_the_service_falls_asleep_is_asked_again(someone: Reader) -> None:
    feed = LateFeed(someone.page, late={"new_story"})
    someone.visit()
    someone.page.locator(".card .begin").click()
    feed.hear("new_story", 1)
    feed.late.clear()
    feed.sleep()
    expect(someone.page.locator(".opening p")).to_be_visible(timeout=PATIENCE_MS)
    first, second = feed.of("new_story")
    assert first["id"] == second["id"], "one story, and not two"


def lines_kept(feed: LateFeed) -> None:
    """Answers the oldest message about lines."""
    asked = json.loads(feed.left.pop(0))
    lines = asked.get("lines") or {"avoid": ["slavery"], "violence": "full"}
    feed.tell("boundaries", n=asked["n"], lines=lines, world=None, terms=["gore", "slavery", "spiders"])


def test_quick_choices_of_what_is_left_out_all_stay(someone: Reader) -> None:
    feed = LateFeed(someone.page, late={"boundaries"})
    page = someone.visit().page
    page.get_by_role("button", name="Settings").locator("visible=true").first.click()
    part = page.locator("#settings .lines")
    expect(part.locator("input[value=mild]")).to_be_disabled()
    lines_kept(feed)
    gore, spiders, mild = (part.locator(f"input[value={value}]") for value in ("gore", "spiders", "mild"))
    expect(part.locator("input[value=slavery]")).to_be_checked()
    gore.check(force=True)
    spiders.check(force=True)
    lines_kept(feed)  # of the first choice alone
    page.wait_for_timeout(50)
    expect(spiders).to_be_checked()
    mild.check(force=True)
    lines_kept(feed)
    page.wait_for_timeout(50)
    expect(mild).to_be_checked()
    feed.hear("boundaries", 4)
    assert feed.said[-1]["lines"] == {"avoid": ["slavery", "gore", "spiders"], "violence": "mild"}
    expect(part.locator("[role=status]")).to_have_text("")
    lines_kept(feed)
    expect(part.locator("[role=status]")).to_contain_text("It holds from your next words on.")


def test_a_choice_that_could_not_be_kept_is_taken_back_and_said(someone: Reader) -> None:
    feed = LateFeed(someone.page, late={"boundaries"})
    page = someone.visit().page
    page.get_by_role("button", name="Settings").locator("visible=true").first.click()
    part = page.locator("#settings .lines")
    expect(part).to_be_visible()
    lines_kept(feed)
    part.locator("input[value=gore]").check(force=True)
    feed.hear("boundaries", 2)
    feed.tell("error", code="too_fast", message="Too many requests. Try again in 3 s.", act_id=None, fatal=False)
    expect(part.locator("[role=status]")).to_have_text("Too many requests. Try again in 3 s.")
    expect(part.locator("input[value=gore]")).not_to_be_checked()
    expect(part.locator("input[value=slavery]")).to_be_checked()


def test_whoever_changes_their_mind_about_being_recorded_is_heard(someone: Reader) -> None:
    offer = {"asked": True, "allowed": False, "keep_days": 30}
    feed = LateFeed(someone.page, late={"consent"}, welcome={"worlds": [WORLD], "recording": offer})
    page = someone.visit().page
    page.get_by_role("button", name="Settings").locator("visible=true").first.click()
    part = page.locator("#settings .consent-choice")
    yes, no = (part.locator(f"input[value={value}]") for value in ("yes", "no"))
    yes.check(force=True)
    no.check(force=True)
    feed.hear("consent", 1)
    feed.tell("consent", allowed=True, deleted=0)
    feed.hear("consent", 2)
    assert [said["record"] for said in feed.of("consent")] == [True, False]
    expect(no).to_be_checked()
    feed.tell("consent", allowed=False, deleted=0)
    expect(part.locator("[role=status]")).to_have_text("Nothing is recorded.")
    expect(no).to_be_checked()
