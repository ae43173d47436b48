"""The page in another language: nothing of its own stays in English, and what the story says is not touched."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from gamemaster.server.app import WEB
from tests.e2e.feed import WORLD, Feed, page_server
from tests.e2e.reader import Reader, reader

GERMAN = json.loads((WEB / "words" / "de.json").read_text(encoding="utf-8"))
ASKED = {"worlds": [WORLD], "spoken": True, "recording": {"asked": False, "allowed": False, "keep_days": 30}}
# Every text and label of the page that holds letters, and no mark of the catalogue.
UNMARKED = """() => {
  const shown = (element) => element && element.checkVisibility();
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (shown(parentElement) && !parentElement.closest("svg")) found.push(data);
  }
  for (const name of ["aria-label", "title", "placeholder"]) {
    for (const one of document.querySelectorAll(`[${name}]`)) if (shown(one)) found.push(one.getAttribute(name));
  }
  return found.filter((text) => /[A-Za-z]{2}/.test(text.replace(/⟦[^⟧]*⟧|\\(Alt\\+.\\)/g, "")));
}"""
# What is the story's, the reader's, or the same in every language.
STORYS = {
    "A Feed",
    "A story told by a test.",
    "The Room",
    "The Room · Day 1, 08:00, morning",
    "Day 1, 08:00, morning",
    "It begins.",
    "English",
    "Deutsch",
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with page_server() as url:
        yield url


@pytest.fixture
def visitors(browser: Browser, address: str) -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def come(stack: ExitStack, browser: Browser, address: str, **context: Any) -> tuple[Reader, Feed]:
    someone = stack.enter_context(reader(browser, address, **context))
    return someone, Feed(someone.page, welcome=ASKED)


def with_marks(entry: str | dict[str, str], words: str) -> str | dict[str, str]:
    return f"⟦{words}⟧" if isinstance(entry, str) else dict.fromkeys(entry, f"⟦{words}⟧")


def answer_with_marks(route: Route) -> None:
    catalogue = {words: with_marks(entry, re.sub(r"\{\w+\}", "", words)) for words, entry in GERMAN.items()}
    route.fulfill(json=catalogue)


def english_in(page: Page) -> list[str]:
    """What of the page's own is said in no catalogue's words."""
    found = [" ".join(text.split()) for text in page.evaluate(UNMARKED)]
    return [text for text in found if text not in STORYS]


def test_nothing_of_the_pages_own_stays_in_english(
    visitors: ExitStack, browser: Browser, address: str
) -> None:
    someone, _ = come(visitors, browser, address, locale="de-DE")
    page = someone.page
    page.route("**/words/de.json", answer_with_marks)
    someone.visit()
    expect(page.locator("#consent")).to_be_visible()
    assert english_in(page) == []
    page.locator(".card .begin").first.click()
    expect(page.locator(".opening p")).to_be_visible()
    assert english_in(page) == []
    for opener in ("settings", "help", "stories"):
        page.locator(f".bar [data-open={opener}]").click()
        expect(page.locator(f"#{opener}[open]")).to_be_visible()
        assert english_in(page) == []
        page.keyboard.press("Escape")
    page.locator("#do-voice").click()
    expect(page.locator("#voice")).to_be_visible()
    assert english_in(page) == []


def test_a_reader_of_german_reads_german_and_may_choose_english(
    visitors: ExitStack, browser: Browser, address: str
) -> None:
    someone, _ = come(visitors, browser, address, locale="de-AT")
    page = someone.visit().page
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".card .begin").first).to_have_text("Beginnen")
    expect(page.locator("#consent h2")).to_have_text("Darf dein Spiel aufgezeichnet werden?")
    page.locator(".hero [data-open=settings]").click()
    page.get_by_role("group", name="Sprache").get_by_label("English").click(force=True)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".card .begin").first).to_have_text("Begin")


def test_what_is_told_is_in_the_language_of_its_world(
    visitors: ExitStack, browser: Browser, address: str
) -> None:
    someone, _ = come(visitors, browser, address, locale="de-DE")
    page = someone.visit().page
    page.locator(".card .begin").first.click()
    expect(page.locator(".opening")).to_have_attribute("lang", "en")
    expect(page.locator("#words")).to_have_attribute("placeholder", "Was tust du?")
