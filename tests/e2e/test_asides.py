"""What is said outside the story: questions back with choices, hints; and the panel's goal. The turns are scripted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.axe import faults
from tests.e2e.feed import VIEW, Feed, page_server
from tests.e2e.reader import PATIENCE_MS, Reader, reader

CHOICES = ["light the lamp", "break the lamp"]
Told = Callable[..., tuple[Reader, Feed]]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with page_server() as url:
        yield url


@pytest.fixture
def story_with_aside(browser: Browser, address: str) -> Iterator[Told]:
    """A turn that was told, with an aside after it, and committed."""
    with ExitStack() as stack:

        def make(text: str, choices: list[str], **context: Any) -> tuple[Reader, Feed]:
            someone = stack.enter_context(reader(browser, address, **context))
            feed = Feed(someone.page)
            someone.visit()
            someone.page.locator(".card .begin").click()
            expect(someone.page.locator(".opening p")).to_be_visible(timeout=PATIENCE_MS)
            someone.send("do the lamp")
            expect(someone.page.locator(".turn[data-turn]")).to_have_count(1)
            feed.text("The lamp waits.")
            for part in (text[:9], text[9:]):
                feed.story(
                    "text", turn=1, span=1, kind="aside", speaker=None, name=None, text=part, choices=choices
                )
            feed.commit()
            return someone.rest(), feed

        yield make


def test_a_question_back_stands_outside_the_prose(story_with_aside: Told) -> None:
    someone, feed = story_with_aside("What do you mean to do?", CHOICES)
    page = someone.page
    assert someone.prose == ["The lamp waits."]
    aside = page.get_by_role("note", name="The Game Master asks")
    expect(aside.locator("p")).to_have_text("What do you mean to do?")
    assert aside.get_by_role("button").all_text_contents() == CHOICES
    expect(page.locator("#live")).to_contain_text("What do you mean to do?")
    expect(page.locator("#live")).to_contain_text("Choices: light the lamp; break the lamp.")
    letters = "(element) => getComputedStyle(element).fontFamily"
    assert aside.evaluate(letters) != page.locator(".turn .prose").evaluate(letters)
    assert faults(page) == []
    page.locator("#words").fill("a draft")
    aside.get_by_role("button").nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_count(2)
    assert feed.of("act")[-1]["text"] == CHOICES[1]
    expect(page.locator("#words")).to_have_value("a draft")
    expect(page.locator(".aside-choice")).to_have_count(0)  # the question is answered


def test_a_choice_is_taken_with_one_key(story_with_aside: Told) -> None:
    someone, feed = story_with_aside("What do you mean to do?", CHOICES)
    someone.page.keyboard.press("Alt+2")
    expect(someone.page.locator(".turn")).to_have_count(2)
    assert feed.of("act")[-1]["text"] == CHOICES[1]


def test_a_line_outside_the_story_has_no_buttons(story_with_aside: Told) -> None:
    text = "If you are in danger yourself, somebody will listen: call your local emergency number."
    someone, _ = story_with_aside(text, [])
    aside = someone.page.get_by_role("note", name="Outside the story")
    expect(aside).to_have_text(text)
    expect(aside.get_by_role("button")).to_have_count(0)
    expect(someone.page.locator("#live")).to_contain_text("somebody will listen")
    assert "listen" not in someone.prose[0]


def test_the_panel_has_a_goal_and_what_is_open(story_with_aside: Told) -> None:
    someone, feed = story_with_aside("What do you mean to do?", CHOICES)
    aims = someone.page.locator(".p-aims")
    expect(aims).to_be_hidden()
    feed.story(
        "state",
        view={
            **VIEW,
            "turn": 1,
            "goal": "Be ashore by four.",
            "threads": ["Who rang the bell?", "Where is Cobb?"],
        },
    )
    expect(aims.locator(".p-goal")).to_have_text("Be ashore by four.")
    assert aims.locator("li").all_text_contents() == ["Who rang the bell?", "Where is Cobb?"]
