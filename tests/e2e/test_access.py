"""The page for everybody: keyboard alone, a phone, a screen reader, little motion, and enough contrast."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.reader import PATIENCE_MS, Reader

WORLD = "lighthouse"
PHONE = {
    "viewport": {"width": 390, "height": 780},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
Someone = Callable[..., Reader]

# Every text on the page with the colours that a reader sees it in, where its ground is plain enough to say.
CONTRASTS = """() => {
  const parse = (text) => {
    const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    probe.fillStyle = text;
    probe.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = probe.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const over = (top, under) => top.slice(0, 3).map((part, i) => part * top[3] + under[i] * (1 - top[3]));
  const ground = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest(".sr-only, .skip, [aria-hidden=true], :disabled, noscript, svg")) continue;
    const under = ground(element);
    const ink = over(parse(getComputedStyle(element).color), under);
    const [low, high] = [luminance(ink), luminance(under)].sort((a, b) => a - b);
    found.push([(high + 0.05) / (low + 0.05), text.slice(0, 40), element.className]);
  }
  return found;
}"""

NAMELESS = """() => [
  ...document.querySelectorAll("button, a, input, textarea, select, dialog, fieldset, [popover], [role=meter]"),
].filter((element) => {
  if (!element.checkVisibility()) return false;
  const labelled = element.getAttribute("aria-labelledby");
  const named = element.getAttribute("aria-label") || (labelled && document.getElementById(labelled)?.textContent)
    || element.textContent.trim() || [...(element.labels ?? [])].some((label) => label.textContent.trim());
  return !named;
}).map((element) => element.outerHTML.slice(0, 120))"""


def faint(page: Page) -> list[Any]:
    return [entry for entry in page.evaluate(CONTRASTS) if entry[0] < 4.5]


def press(page: Page, key: str, focuses: str) -> None:
    page.keyboard.press(key)
    expect(page.locator(focuses)).to_be_focused()


def test_keyboard_alone(someone: Someone) -> None:
    reader = someone().visit()
    page = reader.page
    press(page, "Tab", focuses="#skip")
    press(page, "Enter", focuses="#worlds")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement.closest('.card')?.dataset.world === '{WORLD}'"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#words")).to_be_focused(timeout=PATIENCE_MS)
    page.keyboard.type("go in")
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_count(1, timeout=PATIENCE_MS)
    reader.rest()
    expect(page.locator("#words")).to_be_focused()
    suggestion = page.locator(".suggestion").first.text_content()
    page.keyboard.press("Alt+1")
    expect(page.locator(".turn")).to_have_count(2, timeout=PATIENCE_MS)
    assert reader.rest().words[-1] == suggestion
    page.keyboard.press("ArrowUp")
    expect(page.locator("#words")).to_have_value(suggestion or "")
    page.keyboard.press("Alt+u")
    expect(page.locator(".turn")).to_have_count(1, timeout=PATIENCE_MS)
    press(page, "Alt+p", focuses="#panel")
    page.keyboard.press("Tab")
    press(page, "Alt+p", focuses="#words")
    press(page, "Alt+p", focuses="#panel")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()
    press(page, "/", focuses="#words")
    page.keyboard.press("Alt+v")
    expect(page.locator("#voice")).to_be_visible()
    expect(page.locator("#voice input[value=captions]")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#voice input[value=on]")).to_be_checked()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator("#voice")).to_be_hidden()
    expect(page.locator("#words")).to_be_focused()
    press(page, "Alt+b", focuses="#branch-name")
    page.keyboard.type("by keyboard")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("by keyboard")


def test_to_the_panel_and_back_where_it_is_a_drawer(someone: Someone) -> None:
    page = someone(viewport={"width": 900, "height": 700}).visit().begin(WORLD).page
    for _ in range(2):
        page.keyboard.press("Alt+p")
        expect(page.locator("#panel-close")).to_be_focused()
        page.keyboard.press("Alt+p")
        expect(page.locator("#panel")).not_to_be_in_viewport()
        expect(page.locator("#words")).to_be_focused()
    page.locator("#go-home").focus()
    page.keyboard.press("Alt+p")
    press(page, "Escape", focuses="#go-home")


def test_a_phone(someone: Someone) -> None:
    reader = someone(**PHONE).visit()
    page = reader.page
    page.locator(f'.card[data-world="{WORLD}"] .begin').tap()
    expect(page.locator(".opening p").first).to_be_visible(timeout=PATIENCE_MS)
    reader.rest().say("go in")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator("#composer").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 780
    panel = page.locator("#panel")
    expect(panel).not_to_be_in_viewport()
    page.locator("#do-panel").tap()
    expect(panel).to_be_in_viewport()
    expect(page.locator("#panel-close")).to_be_focused()
    place = reader.place
    page.locator(".p-exits .chip").first.tap()
    expect(page.locator(".turn")).to_have_count(2, timeout=PATIENCE_MS)
    expect(panel).not_to_be_in_viewport()
    assert reader.rest().place != place
    page.locator("#do-voice").tap()
    expect(page.locator("#voice")).to_be_in_viewport(ratio=1)
    touched = "#composer button, .bar button, .suggestion, #voice .choice-row label, #voice button"
    small = page.evaluate(
        """(touched) => [...document.querySelectorAll(touched)]
      .filter((button) => button.checkVisibility()).map((button) => button.getBoundingClientRect())
      .filter((box) => Math.min(box.width, box.height) < 40).length""",
        touched,
    )
    assert small == 0


def test_the_panel_speaks_for_the_player(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD)
    page = reader.page
    page.locator(".p-carried .chip").first.click()
    expect(page.locator("#words")).to_have_value(re.compile(r"^look at the "))
    expect(page.locator("#words")).to_be_focused()
    assert reader.turns == 0
    place = reader.place
    page.locator(".p-exits .chip").first.click()
    expect(page.locator(".turn")).to_have_count(1, timeout=PATIENCE_MS)
    assert reader.rest().place != place
    expect(page.locator("#words")).to_have_value(re.compile(r"^look at the "))


def test_a_screen_reader_hears_whole_sentences(someone: Someone) -> None:
    reader = someone().visit('{"speed": "fast", "voice": "captions"}').begin(WORLD)
    page = reader.page
    page.evaluate("""() => {
      window.heard = [];
      const hear = (record) => record.addedNodes.forEach((node) => window.heard.push(node.textContent));
      new MutationObserver((records) => records.forEach(hear))
        .observe(document.getElementById("live"), { childList: true });
    }""")
    reader.say("go in")
    heard = page.evaluate("window.heard")
    assert heard
    assert all(re.search(r"[.!?…:][\"”’)]*$", line) for line in heard), heard
    told = re.sub(r"\W+", "", reader.prose[-1])
    assert re.sub(r"\W+", "", heard[0]) in told
    assert page.locator("#live").get_attribute("aria-live") == "polite"
    assert page.locator("main:visible").count() == 1
    assert page.locator("h1:visible").count() == 1


@pytest.mark.parametrize("light", ["world", "dark", "light"])
@pytest.mark.parametrize("world", ["lighthouse", "long_night"])
def test_contrast_and_names(someone: Someone, world: str, light: str) -> None:
    reader = someone().visit(f'{{"speed": "instant", "theme": "{light}", "voice": "captions"}}')
    page = reader.page
    page.wait_for_timeout(300)
    assert faint(page) == []
    reader.begin(world).say("look around").say("go in")
    for summary in page.locator("#panel summary:visible").all():
        summary.click()
    assert faint(page) == []
    assert page.evaluate(NAMELESS) == []
    for name in ("settings", "stories", "help"):
        page.locator(f".bar [data-open={name}]").click()
        expect(page.locator(f"#{name}")).to_be_visible()
        page.wait_for_timeout(400)
        assert faint(page) == []
        assert page.evaluate(NAMELESS) == []
        page.keyboard.press("Escape")
    page.locator("#do-voice").click()
    expect(page.locator("#voice")).to_be_visible()
    page.wait_for_timeout(400)
    assert faint(page) == []
    assert page.evaluate(NAMELESS) == []


def test_settings_are_remembered(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD)
    page = reader.page
    page.locator(".bar [data-open=settings]").click()
    page.locator("#settings input[value=light]").check(force=True)
    page.locator("#settings input[name=set-font][value=mono]").check(force=True)
    page.locator("#set-size").fill("26")
    page.keyboard.press("Escape")
    page.wait_for_timeout(700)
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-font", "mono")
    expect(page.locator("html")).to_have_attribute("data-light", "light")
    assert page.evaluate("getComputedStyle(document.getElementById('transcript')).fontSize") == "26px"
    page.wait_for_timeout(700)
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == ground


def test_dice_fall_and_are_explained(someone: Someone) -> None:
    reader = someone(reduced_motion="no-preference").visit('{"speed": "fast", "voice": "captions"}')
    page = reader.page
    reader.begin("long_night")
    reader.say("go to the yard").say("open the well")
    expect(page.locator(".d20.is-down")).to_have_count(1)
    number = page.locator(".d20").first.get_attribute("data-number")
    words = page.locator(".roll-words").last.text_content() or ""
    assert re.search(rf"{number} (plus|minus) \d+ is -?\d+, against \d+", words), words
    # The page may still be scrolling, and its fading edge over the die: the face is read where it has come into view.
    page.locator(".d20").first.scroll_into_view_if_needed()
    page.wait_for_function(
        """(number) => {
          const die = document.querySelector(".d20").getBoundingClientRect();
          const at = document.elementFromPoint(die.x + die.width / 2, die.y + die.height / 2);
          return at?.closest(".d20-face")?.textContent === number;
        }""",
        arg=number,
    )
