"""What a player's stories leave out, chosen in the page's settings, and in the terminal."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.reader import PATIENCE_MS, Reader
from tests.e2e.test_access import NAMELESS, faint
from tests.e2e.test_consent import settings

Someone = Callable[..., Reader]


def test_a_player_chooses_what_their_stories_leave_out(someone: Someone) -> None:
    reader = someone().visit('{"speed": "instant", "voice": "captions"}').begin("lighthouse")
    page = reader.page
    settings(reader)
    part = page.locator("#settings .lines")
    status = part.locator("[role=status]")
    part.locator("input[value=spiders]").check(force=True, timeout=PATIENCE_MS)
    expect(status).to_contain_text("It holds from your next words on.", timeout=PATIENCE_MS)
    expect(part.locator("input[value=spiders]")).to_be_focused()
    part.get_by_label("Something else").fill("turnips")
    page.keyboard.press("Enter")
    expect(part.locator("input[value=turnips]")).to_be_checked()
    part.locator("input[name=set-violence][value=mild]").check(force=True)
    expect(part.locator("input[name=set-violence][value=mild]")).to_be_checked()
    part.scroll_into_view_if_needed()
    assert page.evaluate(NAMELESS) == []
    assert [entry for entry in faint(page) if "leave" in entry[1] or "detail" in entry[1]] == []
    page.keyboard.press("Escape")
    reader.say("look around")
    assert "turnip" not in reader.prose[-1].lower()
    reader.say("take the turnips")
    expect(page.locator(".turn").last).to_contain_text("The story leaves that out")
    page.reload()
    expect(page.locator(".turn")).to_have_count(2, timeout=PATIENCE_MS)
    settings(reader)
    expect(part.locator("input[value=turnips]")).to_be_checked(timeout=PATIENCE_MS)
    expect(part.locator("input[value=snakes]")).not_to_be_checked()
    expect(part.locator("input[name=set-violence][value=mild]")).to_be_checked()
    assert reader.faults == []
