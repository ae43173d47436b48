"""What is kept of a player, from the page's settings and from the terminal: saved as a file, and deleted."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.reader import PATIENCE_MS, Reader
from tests.e2e.test_access import NAMELESS, faint
from tests.e2e.test_consent import settings

Someone = Callable[..., Reader]


def test_a_player_saves_everything_and_then_deletes_it(someone: Someone, tmp_path: Path) -> None:
    reader = someone().visit('{"speed": "instant", "voice": "captions"}').begin("lighthouse").say("go in")
    page = reader.page
    settings(reader)
    part = page.locator("#settings .my-data")
    part.scroll_into_view_if_needed()
    assert page.evaluate(NAMELESS) == []
    assert [entry for entry in faint(page) if "kept" in entry[1] or "Delete" in entry[1]] == []
    with page.expect_download(timeout=PATIENCE_MS) as saved:
        part.get_by_role("button", name="Save all of it as a file").click()
    saved.value.save_as(tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert '"words":"go in"' in archive.read("turns.jsonl").decode()
    part.get_by_role("button", name="Delete me and everything…").click()
    expect(part).to_contain_text("This cannot be undone.")
    expect(part.get_by_role("button", name="Keep it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(part.get_by_role("button", name="Delete me and everything…")).to_be_focused()
    page.keyboard.press("Enter")
    token = page.evaluate("localStorage.getItem('gamemaster.token')")
    part.get_by_role("button", name="Delete everything for good").click()
    expect(page.locator("#home")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".card .begin").first).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#going-on")).to_be_hidden()
    page.wait_for_function("localStorage.getItem('gamemaster.token')", timeout=PATIENCE_MS)
    assert page.evaluate("localStorage.getItem('gamemaster.token')") != token
    reader.begin("lighthouse").say("go in")  # as somebody new
    assert reader.faults == []
