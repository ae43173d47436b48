"""The player's stories on the page: another name, a file to read, and away with it, with the keyboard, too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.reader import PATIENCE_MS, Reader

WORLD = "lighthouse"
Someone = Callable[..., Reader]


def stories(reader: Reader) -> Locator:
    reader.page.keyboard.press("Alt+s")
    dialog = reader.page.locator("#stories")
    expect(dialog).to_be_visible()
    return dialog


def more(place: Locator) -> None:
    place.get_by_role("button", name="Rename, save or delete").first.click()


def test_a_story_is_renamed(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD).say("go in")
    page, dialog = reader.page, stories(reader)
    more(dialog)
    dialog.get_by_role("button", name="Rename").last.click()
    expect(dialog.get_by_label("Its name")).to_be_focused()
    page.keyboard.type("The <b>bell</b>")
    page.keyboard.press("Enter")
    expect(dialog.locator(".story-title")).to_have_text(
        "Skerrow Light · The <b>bell</b>", timeout=PATIENCE_MS
    )
    expect(dialog.locator(".story-line")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#world-title")).to_have_text("Skerrow Light · The <b>bell</b>")
    reader.say("wait")
    page.reload()
    expect(page.locator("#world-title")).to_have_text("Skerrow Light · The <b>bell</b>", timeout=PATIENCE_MS)
    assert reader.rest().words == ["go in", "wait"]


@pytest.mark.parametrize(("button", "suffix"), [("Save as Markdown", "md"), ("Save as a web page", "html")])
def test_a_story_is_saved_to_read(someone: Someone, tmp_path: Path, button: str, suffix: str) -> None:
    reader = someone().visit().begin(WORLD).say("go in")
    dialog = stories(reader)
    more(dialog)
    with reader.page.expect_download() as saved:
        dialog.get_by_role("button", name=button).click()
    assert saved.value.suggested_filename == f"skerrow-light.{suffix}"
    saved.value.save_as(tmp_path / "story")
    text = (tmp_path / "story").read_text("utf-8")
    assert "Skerrow Light" in text
    assert "go in" in text
    assert "The relief boat does not so much land you as throw you." in text
    first = reader.prose[0].split(".")[0]
    assert first.split("’")[0] in text.replace("'", "’")
    assert reader.page.url.split("=")[-1] not in text
    if suffix == "html":
        page = reader.page.context.new_page()
        page.goto((tmp_path / "story").rename(tmp_path / "story.html").as_uri())
        expect(page.locator("h1")).to_have_text("Skerrow Light")
        expect(page.locator(".said")).to_have_text("go in")


def test_a_story_is_deleted_after_a_second_word(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD).say("go in")
    page = reader.page
    page.locator("#go-home").click()
    reader.begin(WORLD)
    dialog = stories(reader)
    expect(dialog.locator(".story-line")).to_have_count(2)
    more(dialog.locator(".story-item").nth(1))
    dialog.get_by_role("button", name="Delete…").click()
    expect(dialog).to_contain_text("Delete “Skerrow Light” with its one turn? This cannot be undone.")
    expect(dialog.get_by_role("button", name="Keep it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Delete it for good")).to_be_hidden()
    expect(dialog.locator(".story-line")).to_have_count(2)
    more(dialog.locator(".story-item").nth(1))
    dialog.get_by_role("button", name="Delete…").click()
    dialog.get_by_role("button", name="Delete it for good").click()
    expect(dialog.locator(".story-line")).to_have_count(1, timeout=PATIENCE_MS)
    expect(dialog.locator(".story-line")).to_be_focused()
    page.keyboard.press("Escape")
    reader.say("look around")  # the story that is open goes on


def test_the_story_that_is_open_is_deleted(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD).say("go in")
    page, dialog = reader.page, stories(reader)
    more(dialog)
    dialog.get_by_role("button", name="Delete…").click()
    dialog.get_by_role("button", name="Delete it for good").click()
    expect(page.locator("#home")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#going-on")).to_be_hidden(timeout=PATIENCE_MS)
    expect(page.locator("#worlds")).to_be_focused()
    reader.begin(WORLD).say("go in")
    assert reader.words == ["go in"]


def test_what_cannot_be_done_is_said(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD).say("go in")
    dialog = stories(reader)
    more(dialog)
    reader.service_goes_away = True
    reader.page.route("**/api/stories/**", lambda route: route.abort("connectionrefused"))
    dialog.get_by_role("button", name="Save as Markdown").click()
    expect(dialog.get_by_role("alert")).to_have_text(
        "That could not be done just now; try again in a moment."
    )
