"""The prompts of a turn in the page: there for a designer, and for nobody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import FAST_PLAYERS, WITHOUT_VOICE
from tests.e2e.reader import Reader, reader
from tests.e2e.service import Service, serve


@pytest.fixture(scope="module")
def workshop() -> Iterator[Service]:
    with serve(FAST_PLAYERS | WITHOUT_VOICE | {"GM_DESIGNER": "1"}) as served:
        yield served


def test_a_designer_looks_at_the_prompts_of_a_turn(browser: Browser, workshop: Service) -> None:
    with reader(browser, workshop.url) as someone:
        someone.visit().begin("long_night").say("look around").say("wait")
        page = someone.page
        page.locator("#do-prompts").click()
        dialog = page.locator("#prompts")
        expect(dialog.get_by_role("heading", name="For the narration")).to_be_visible()
        expect(dialog.locator("details[open] pre").filter(has_text='"wait"').first).to_be_visible()
        dialog.locator("summary").filter(has_text="Head").first.click()
        expect(dialog.locator("pre").filter(has_text="You are the Game Master").first).to_be_visible()
        dialog.locator("summary").filter(has_text="Ivar").click()
        expect(dialog.locator("li").filter(has_text="is fond of Hild")).to_be_visible()
        dialog.get_by_label("Turn").fill("1")
        dialog.get_by_label("Turn").press("Tab")
        expect(dialog.locator("pre").filter(has_text='"look around"').first).to_be_attached()


def test_a_player_is_offered_none(someone: Callable[..., Reader]) -> None:
    player = someone().visit().begin("long_night")
    expect(player.page.locator("#do-undo")).to_be_visible()
    expect(player.page.locator("#do-prompts")).to_have_count(0)
