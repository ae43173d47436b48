"""The operator's page in a real browser: opened with the token, it shows who plays, and its orders reach the player."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import OPS_TOKEN
from tests.e2e.reader import PATIENCE_MS, Reader, reader
from tests.e2e.service import Service
from tests.e2e.test_access import NAMELESS, faint

MANY_STORIES = """() => {
  const box = document.querySelector("#stories"), row = box.querySelector("tbody tr");
  for (let i = 0; i < 200; i++) row.after(row.cloneNode(true));
  return box.getBoundingClientRect().height <= innerHeight && box.scrollHeight > box.clientHeight;
}"""
# What has to be scrolled sideways to be read. Parts without a table have nothing to hide.
WIDER_THAN_THE_SCREEN = """() => [...document.querySelectorAll("#desk section > div, #desk, body")]
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.id || box.tagName)"""
WHO = """
fetch("/api/player", {headers: {Authorization: `Bearer ${JSON.parse(localStorage.getItem("gamemaster.token"))}`}})
  .then((answer) => answer.json())
"""


@pytest.fixture
def newcomer(browser: Browser, service_with_ops: Service) -> Iterator[Reader]:
    with reader(browser, service_with_ops.url) as made:
        yield made


def open_ops(operator: Reader) -> Page:
    page = operator.page
    page.goto(f"{operator.url}/ops")
    page.get_by_label("Token").fill(OPS_TOKEN)
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#desk")).to_be_visible(timeout=PATIENCE_MS)
    return page


def sure(page: Page, answer: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name=answer).click()
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_operator_mutes_bans_and_switches_maintenance(
    operator: Reader, player: Reader, newcomer: Reader, service_with_ops: Service, tmp_path: Path
) -> None:
    player.visit().begin("lighthouse").say("go in")
    name = player.page.evaluate(WHO)["player"]
    page = open_ops(operator)
    expect(page.locator("#stories")).to_contain_text("lighthouse", timeout=PATIENCE_MS)
    expect(page.locator("#workers tbody tr")).to_have_count(1)
    assert page.evaluate(MANY_STORIES), "what stands below stays in reach"
    page.locator("#stories").get_by_role("button").first.click()
    expect(page.locator("#players")).to_contain_text(name, timeout=PATIENCE_MS)
    page.get_by_label("An id").fill(name[:8])
    page.get_by_role("button", name="Find", exact=True).click()
    page.locator("#players").get_by_role("button", name="Show").click()
    expect(page.locator("#player")).to_contain_text("1 story, 1 turn,")
    page.screenshot(path=tmp_path / "ops.png", full_page=True)
    assert page.evaluate(NAMELESS) == []
    assert faint(page) == []
    page.set_viewport_size({"width": 360, "height": 780})
    assert page.evaluate(WIDER_THAN_THE_SCREEN) == []
    page.screenshot(path=tmp_path / "ops-phone.png", full_page=True)
    page.set_viewport_size({"width": 1360, "height": 1200})
    with page.expect_download(timeout=PATIENCE_MS) as saved:
        page.get_by_role("button", name="Export").click()
    assert saved.value.suggested_filename == f"game-master-{name[:8]}.zip"
    page.get_by_role("button", name="Mute").click()
    expect(page.get_by_role("button", name="Unmute")).to_be_visible()
    player.page.locator("#words").fill("go up")
    player.page.keyboard.press("Enter")
    expect(player.page.get_by_text("has stopped your acts").first).to_be_visible(timeout=PATIENCE_MS)
    page.get_by_role("button", name="Ban…").click()
    sure(page, "Leave it")
    expect(page.get_by_role("button", name="Lift the ban")).to_have_count(0)
    page.get_by_role("button", name="Begin maintenance").click()
    sure(page, "Begin")
    expect(page.locator("#maintenance")).to_contain_text("end it")
    newcomer.page.goto(newcomer.url)
    expect(newcomer.page.get_by_text("being worked on").first).to_be_visible(timeout=PATIENCE_MS)
    link = newcomer.page.locator("#link")
    expect(link).to_contain_text("no story is begun just now. Try again in a while.", timeout=PATIENCE_MS)
    newcomer.page.screenshot(path=tmp_path / "newcomer.png")
    page.get_by_role("button", name="end it").click()
    expect(page.locator("#maintenance")).to_have_text("Begin maintenance")
    expect(newcomer.page.get_by_text("Skerrow Light").first).to_be_visible(timeout=2 * PATIENCE_MS)
    expect(link).to_be_hidden()
    page.get_by_role("button", name="Lock").click()
    expect(page.locator("#desk")).to_be_hidden()
    assert operator.faults + player.faults + newcomer.faults == []
    assert OPS_TOKEN not in service_with_ops.log.read_text(errors="replace")


def test_who_is_signed_out_is_told_and_comes_back_when_that_is_lifted(
    operator: Reader, player: Reader, service_with_ops: Service
) -> None:
    player.visit().begin("lighthouse").say("go in")
    name = player.page.evaluate(WHO)["player"]
    page = open_ops(operator)
    page.get_by_label("An id").fill(name[:8])
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name="Show").click()
    page.get_by_role("button", name="Sign out…").click()
    expect(page.get_by_role("dialog")).to_contain_text("1 cannot be opened")
    sure(page, "Sign out")
    link = player.page.locator("#link")
    expect(link).to_contain_text("Your stories are kept", timeout=PATIENCE_MS)
    player.page.reload()
    expect(link).to_contain_text("Your stories are kept", timeout=PATIENCE_MS)
    page.get_by_role("button", name="Accept their tokens again…").click()
    sure(page, "Accept them")
    expect(page.get_by_role("button", name="Sign out…")).to_be_visible(timeout=PATIENCE_MS)
    link.get_by_role("button", name="Try again").click()
    expect(player.page.locator("article").last).to_contain_text("go in", timeout=PATIENCE_MS)
    assert player.page.evaluate(WHO)["player"] == name
    page.get_by_role("button", name="Sign out…").click()
    sure(page, "Sign out")
    link.get_by_role("button", name="Begin as somebody new").click(timeout=PATIENCE_MS)
    expect(link).to_be_hidden(timeout=PATIENCE_MS)
    player.page.wait_for_function("localStorage.getItem('gamemaster.token') !== null", timeout=PATIENCE_MS)
    assert player.page.evaluate(WHO)["player"] != name


def test_a_wrong_token_opens_nothing(operator: Reader) -> None:
    page = operator.page
    page.goto(f"{operator.url}/ops")
    page.get_by_label("Token").fill("no-such-token-here-at-all")
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#refused")).to_contain_text("not the token of GM_OPS__TOKEN", timeout=PATIENCE_MS)
    expect(page.locator("#desk")).to_be_hidden()
    assert [fault for fault in operator.faults if "401" not in fault] == []
    operator.faults.clear()
