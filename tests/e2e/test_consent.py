"""Whether play may be recorded, as a player is asked: a card, its answer remembered, and the settings to change it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gamemaster.protocol.messages import CONSENT_TEXT
from gamemaster.recording.folder import look
from tests.e2e.reader import PATIENCE_MS, Reader
from tests.e2e.service import Service
from tests.e2e.test_access import NAMELESS, PHONE, faint

Someone = Callable[..., Reader]
WEB = Path(__file__).resolve().parents[2] / "gamemaster" / "server" / "web"
WORLD = "lighthouse"


def yes(reader: Reader) -> None:
    reader.page.get_by_role("button", name="Yes, record it").click()
    expect(reader.page.locator("#consent")).to_be_hidden(timeout=PATIENCE_MS)


def settings(reader: Reader) -> None:
    reader.page.get_by_role("button", name="Settings").locator("visible=true").first.click()
    expect(reader.page.locator("#settings")).to_be_visible()


def recording_files(service: Service) -> set[str]:
    return {file.path.name for file in look(service.data_dir / "recordings").recordings}


def test_the_words_that_are_shown_are_the_ones_that_are_agreed_to() -> None:
    found = re.search(r"export const TEXT = (\d+);", (WEB / "js" / "consent.js").read_text("utf-8"))
    assert found is not None
    assert int(found[1]) == CONSENT_TEXT


def test_a_player_is_asked_once_and_says_yes(someone: Someone, service: Service) -> None:
    before = recording_files(service)
    reader = someone().visit()
    card = reader.page.locator("#consent")
    expect(card).to_be_visible()
    for told in (
        "what you type",
        "what the story answers",
        "times",
        "to make the storyteller better",
        "30 days",
    ):
        expect(card).to_contain_text(told)
    yes(reader)
    expect(reader.page.locator("#toast")).to_contain_text("your play is recorded")
    reader.page.reload()
    expect(reader.page.locator(".card .begin").first).to_be_visible(timeout=PATIENCE_MS)
    expect(card).to_be_hidden()
    reader.begin(WORLD).say("look around")
    reader.page.locator("#go-home").click()
    expect(reader.page.locator("#home")).to_be_visible()
    expect(card).to_be_hidden()
    assert len(recording_files(service) - before) == 1
    assert reader.faults == []


def test_a_player_says_no_with_the_keyboard_and_plays_on(someone: Someone, service: Service) -> None:
    before = recording_files(service)
    reader = someone().visit()
    page = reader.page
    expect(page.locator("#consent")).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "No":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#consent")).to_be_hidden(timeout=PATIENCE_MS)
    expect(page.locator("#toast")).to_have_text("Nothing is recorded.")
    expect(page.locator("#worlds")).to_be_focused()  # and not nowhere: the button is gone
    reader.begin(WORLD).say("look around")
    assert recording_files(service) == before
    page.reload()
    expect(page.locator(".turn")).to_have_count(1, timeout=PATIENCE_MS)
    page.locator("#go-home").click()
    expect(page.locator("#home")).to_be_visible()
    expect(page.locator("#consent")).to_be_hidden()
    assert reader.faults == []


def test_nobody_need_answer_to_play(someone: Someone, service: Service) -> None:
    before = recording_files(service)
    reader = someone().visit()
    expect(reader.page.locator("#consent")).to_be_visible()
    reader.begin(WORLD).say("look around")
    expect(reader.page.locator("#consent")).to_be_hidden()  # it is on the first page alone
    reader.page.locator("#go-home").click()
    expect(reader.page.locator("#consent")).to_be_visible()
    assert recording_files(service) == before


def test_the_settings_change_the_answer_and_delete_what_was_recorded(
    someone: Someone, service: Service
) -> None:
    before = recording_files(service)
    reader = someone().visit()
    page = reader.page
    settings(reader)
    expect(page.locator("#settings input[name=set-record]:checked")).to_have_count(0)
    page.locator("#settings input[name=set-record][value=yes]").check(force=True)
    status = page.locator("#settings .consent-choice [role=status]")
    expect(status).to_contain_text("your play is recorded", timeout=PATIENCE_MS)
    page.keyboard.press("Escape")
    expect(page.locator("#consent")).to_be_hidden()  # answered, if not there
    reader.begin(WORLD).say("look around")
    assert len(recording_files(service) - before) == 1
    settings(reader)
    page.get_by_role("button", name="Delete what was recorded of me").click()
    expect(status).to_have_text("One recording was deleted.", timeout=PATIENCE_MS)
    expect(page.get_by_role("button", name="Delete what was recorded of me")).to_be_focused()
    assert recording_files(service) == before
    page.locator("#settings input[name=set-record][value=no]").check(force=True)
    expect(status).to_have_text("Nothing is recorded.", timeout=PATIENCE_MS)
    page.keyboard.press("Escape")
    reader.say("wait")
    assert recording_files(service) == before
    page.reload()
    expect(page.locator(".turn")).to_have_count(2, timeout=PATIENCE_MS)
    settings(reader)
    expect(page.locator("#settings input[name=set-record][value=no]")).to_be_checked()
    assert reader.faults == []


def test_qa_looks_at_recordings_and_takes_one_out_while_it_is_being_made(
    someone: Someone, service: Service
) -> None:
    reader = someone().visit()
    yes(reader)
    reader.begin(WORLD).say("My name is Anna Svensson, and my mail is anna@example.org")
    story = reader.page.url.partition("#story=")[2]

    def record(*arguments: str) -> str:
        line = [
            sys.executable,
            "-m",
            "gamemaster.cli.main",
            "record",
            *arguments,
            "--data-dir",
            str(service.data_dir),
        ]
        return subprocess.run(line, capture_output=True, text=True, check=True).stdout

    (listed,) = json.loads(record("list", "--story", story, "--json"))["recordings"]
    assert listed["writing"]
    exported = record("export", story)
    assert "⟨email⟩" in exported
    assert not re.search("anna|svensson|example", exported, re.IGNORECASE)
    record("delete", story, "--yes")
    reader.say("wait")  # the story goes on, and nothing is recorded behind QA's back
    assert story not in record("list")
    assert reader.faults == []


def test_an_answer_that_cannot_be_kept_is_told_and_asked_for_again(
    someone: Someone, service: Service
) -> None:
    reader = someone().visit()
    reader.service_goes_away = True
    expect(reader.page.locator("#consent")).to_be_visible()
    service.kill()
    try:
        expect(reader.page.locator("#link")).to_be_visible(timeout=PATIENCE_MS)
        reader.page.get_by_role("button", name="Yes, record it").click()
        expect(reader.page.locator("#toast")).to_contain_text("There is no connection just now")
        expect(reader.page.locator("#consent")).to_be_visible()
    finally:
        service.start()
    expect(reader.page.locator("#link")).to_be_hidden(timeout=PATIENCE_MS)
    yes(reader)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_card_and_settings_can_be_read_by_all(someone: Someone, theme: str, phone: bool) -> None:
    context = PHONE if phone else {}
    reader = someone(**context).visit(f'{{"speed": "instant", "voice": "captions", "theme": "{theme}"}}')
    page = reader.page
    expect(page.locator("#consent")).to_be_visible()
    page.wait_for_timeout(800)  # colours change softly
    assert [entry for entry in faint(page) if "record" in entry[1] or "agree" in entry[1]] == []
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for button in page.locator("#consent button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44  # WCAG 2.2, 2.5.5
    settings(reader)
    page.locator("#settings .consent-choice").scroll_into_view_if_needed()
    assert [entry for entry in faint(page) if "record" in entry[1] or "agree" in entry[1]] == []
    assert page.evaluate(NAMELESS) == []
