"""The page in a real browser on the real service: what a player does, from the first visit on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from gamemaster.play.history import TURNS_SHOWN as SHOWN_AT_ONCE
from gamemaster.server.app import WEB
from tests.e2e.reader import PATIENCE_MS, Reader
from tests.e2e.service import Service
from worlds.loader import load_world

WORLD = "lighthouse"
TEN = [
    "look around",
    "go in",
    "look around",
    "search the room",
    "go up",
    "wait",
    "go down",
    "examine the shelf",
    "what now?",
    "go out",
]
COUNT_OUTPUTS = """
window.outputs = 0;
window.AudioContext = class extends AudioContext { constructor(...given) { super(...given); outputs += 1; } };
"""
UNHURRIED = '{"speed": "slow", "voice": "captions"}'
Someone = Callable[..., Reader]


def test_a_first_visit(someone: Someone) -> None:
    reader = someone().visit()
    page = reader.page
    expect(page.locator("h1:visible")).to_have_text("Game Master")
    expect(page.locator("#going-on")).to_be_hidden()
    reader.begin(WORLD)
    expect(page.locator("#words")).to_be_focused()
    assert len(page.locator("#transcript .opening").inner_text()) > 200
    assert reader.place
    assert reader.place in page.title()
    assert page.locator(".gauge").count() >= 1
    assert page.locator(".suggestion").count() >= 1
    expect(page).to_have_url(re.compile(r"#story=[0-9a-f]{32}$"))


def test_the_service_hears_that_words_are_coming(someone: Someone) -> None:
    """At the first letter, not at each; of a new turn again; and at a suggestion that is looked at."""
    reader, sent = someone(), []
    reader.page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda payload: sent.append(json.loads(payload)["type"])),
    )

    def wait_for_notices(count: int) -> None:
        for _ in range(PATIENCE_MS // 50):
            if sent.count("typing") >= count:
                break
            reader.page.wait_for_timeout(50)
        assert sent.count("typing") == count

    reader.visit().begin(WORLD)
    reader.page.clock.install()
    reader.page.locator("#words").press_sequentially("look")
    wait_for_notices(1)
    reader.page.clock.fast_forward(5_000)
    reader.page.locator("#words").press_sequentially(" around")
    wait_for_notices(2)
    reader.page.locator("#words").press("Enter")
    reader.rest()
    reader.page.locator("#words").press_sequentially("wait")
    wait_for_notices(3)
    reader.page.clock.fast_forward(5_000)
    reader.page.locator(".suggestion").first.hover()
    wait_for_notices(4)


def test_no_loudspeaker_is_opened_before_the_voice_is_wanted(someone: Someone) -> None:
    """The click that turns the voice on is enough: nobody is asked for another."""
    reader = someone()
    reader.page.add_init_script(COUNT_OUTPUTS)
    page = reader.visit().begin(WORLD).page
    page.locator("#words").click()
    reader.say("look around")
    assert page.evaluate("outputs") == 0
    page.locator("#do-voice").click()
    page.locator("#voice input[value=on]").click()
    page.wait_for_function("outputs === 1", timeout=PATIENCE_MS)


def test_ten_turns(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD)
    for words in TEN:
        reader.say(words)
    assert reader.words == [words.replace("'", "’") for words in TEN]
    assert all(reader.prose)
    before = reader.prose
    reader.page.reload()
    expect(reader.page.locator(".turn")).to_have_count(10, timeout=PATIENCE_MS)
    assert reader.rest().prose == before


def test_a_page_that_comes_back_names_its_story_in_the_sockets_address(someone: Someone) -> None:
    """By a few digits of its id: a proxy finds the host by them, and its log opens nothing."""
    reader, sockets = someone(), []
    reader.page.on("websocket", lambda socket: sockets.append(socket.url.partition("?")[2]))
    reader.visit().begin(WORLD)
    story = reader.page.url.partition("#story=")[2]
    reader.page.reload()
    reader.say("look around")
    assert sockets == ["", f"story={story[:8]}"]


def test_a_reload_in_the_middle_of_a_turn(someone: Someone) -> None:
    reader = someone().visit(UNHURRIED).begin_unhurried(WORLD)
    reader.send("go in")
    expect(reader.page.locator(".turn.is-live .prose p").first).to_be_visible(timeout=PATIENCE_MS)
    reader.page.reload()
    expect(reader.page.locator(".turn")).to_have_count(1, timeout=PATIENCE_MS)
    reader.hurry()
    assert reader.rest().words == ["go in"]
    told = reader.prose
    assert told[0]
    reader.page.reload()
    expect(reader.page.locator(".turn")).to_have_count(1, timeout=PATIENCE_MS)
    assert reader.rest().prose == told


def test_a_draft_survives_a_reload(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD)
    reader.page.locator("#words").fill("ask the cat about")
    reader.page.reload()
    expect(reader.page.locator("#words")).to_have_value("ask the cat about", timeout=PATIENCE_MS)


def test_undo_gives_the_words_back(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD)
    start = reader.place
    reader.say("go in")
    assert reader.place != start
    reader.page.locator("#do-undo").click()
    expect(reader.page.locator(".turn")).to_have_count(0, timeout=PATIENCE_MS)
    assert reader.place == start
    expect(reader.page.locator("#words")).to_have_value("go in")
    expect(reader.page.locator("#do-undo")).to_be_disabled()


def test_after_several_undos_the_words_are_those_of_the_latest(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD).say("go in").say("look around").say("wait")
    page = reader.page
    for left, words in ((2, "wait"), (1, "look around"), (0, "go in")):
        page.keyboard.press("Alt+u")
        expect(page.locator(".turn")).to_have_count(left, timeout=PATIENCE_MS)
        expect(page.locator("#words")).to_have_value(words)
    reader.say("go in")
    page.locator("#words").fill("a draft of my own")
    page.keyboard.press("Alt+u")
    expect(page.locator(".turn")).to_have_count(0, timeout=PATIENCE_MS)
    expect(page.locator("#words")).to_have_value("a draft of my own")


def test_retry_plays_the_same_words(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD).say("go in").say("search the room")
    reader.page.locator("#do-retry").click()
    expect(reader.page.locator("html")).to_have_attribute("data-turn", "telling", timeout=PATIENCE_MS)
    assert reader.rest().words == ["go in", "search the room"]
    assert all(reader.prose)


def test_a_branch_is_a_story_of_its_own(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD).say("go in").say("go up")
    page = reader.page
    here = page.url
    page.locator(".turn").first.hover()
    page.locator(".turn .turn-branch").first.click()
    page.locator("#branch-name").fill("Down below")
    page.locator("#branch-name").press("Enter")
    expect(page.locator("#toast")).to_contain_text("Down below")
    page.locator("#toast button").click()
    expect(page.locator(".turn")).to_have_count(1, timeout=PATIENCE_MS)
    expect(page.locator("#world-title")).to_contain_text("Down below")
    assert page.url != here
    reader.say("go out")
    page.go_back()
    expect(page).to_have_url(here)
    expect(page.locator(".words").last).to_contain_text("go up", timeout=PATIENCE_MS)
    assert reader.words == ["go in", "go up"]
    page.locator("header [data-open=stories]").click()
    expect(page.locator("#stories .story-line")).to_have_count(2)
    expect(page.locator("#stories .story-line.is-here")).to_have_count(1)


def test_two_players_at_once(someone: Someone) -> None:
    first, second = someone().visit().begin(WORLD), someone().visit().begin(WORLD)
    first.send("go in")
    second.send("look around")
    first.rest()
    second.rest()
    assert (first.words, second.words) == (["go in"], ["look around"])
    assert first.place != second.place
    story = first.page.url
    second.page.evaluate("(address) => history.replaceState(null, '', address)", story)
    second.page.reload()
    expect(second.page.locator("#toast")).to_be_visible(timeout=PATIENCE_MS)
    expect(second.page.locator("#home")).to_be_visible()
    assert first.words[0] not in second.page.locator("#transcript").inner_text()


def test_two_windows_on_one_story_agree(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD)
    other = Reader(reader.page.context.new_page(), reader.url, reader.faults)
    other.watch()
    other.page.goto(reader.page.url)
    expect(other.page.locator(".opening p").first).to_be_visible(timeout=PATIENCE_MS)
    reader.say("go in")
    expect(other.page.locator(".turn")).to_have_count(1, timeout=PATIENCE_MS)
    assert other.rest().prose == reader.prose
    assert other.place == reader.place


def skip(reader: Reader, how: str) -> None:
    """Asks for the passage whole."""
    if how == "button":
        reader.page.get_by_role("button", name="Show the whole passage").click()
    elif how == "tap":
        reader.page.locator(".turn.is-live .prose").click()
    else:
        reader.page.keyboard.press(how)


@pytest.mark.parametrize("how", ["Escape", "Space", "button", "tap"])
def test_the_whole_passage_is_shown_and_nothing_lost(someone: Someone, how: str) -> None:
    reader = reading_slowly(someone)
    page = reader.page
    before = reader.prose[0]
    skip(reader, how)
    expect(page.locator(".turn")).to_have_attribute("data-reason", "complete", timeout=5000)  # at once
    told = reader.rest().prose
    assert len(told[0]) > len(before)
    expect(page.locator("#words")).to_have_value("")
    expect(page.locator("#skip-telling")).to_be_hidden()
    page.reload()
    expect(page.locator(".turn")).to_have_count(1, timeout=PATIENCE_MS)
    assert reader.rest().prose == told


def reading_slowly(someone: Someone) -> Reader:
    """Somebody in the middle of a passage that comes at its own pace."""
    reader = someone().visit(UNHURRIED).begin_unhurried(WORLD)
    reader.send("go in")
    expect(reader.page.locator(".turn.is-live .prose p").first).to_be_visible(timeout=PATIENCE_MS)
    return reader


def test_a_space_that_is_typed_is_a_space(someone: Someone) -> None:
    reader = reading_slowly(someone)
    page = reader.page
    page.keyboard.type("look up now")
    expect(page.locator("#words")).to_have_value("look up now")
    expect(page.get_by_role("button", name="Show the whole passage")).to_be_visible()


def test_words_that_follow_a_passage_shown_whole_take_nothing_back(someone: Someone) -> None:
    reader = reading_slowly(someone)
    page = reader.page
    page.keyboard.press("Escape")
    reader.send("wait")
    expect(page.locator(".turn")).to_have_count(2, timeout=PATIENCE_MS)
    reader.hurry()
    reader.rest()
    expect(page.locator(".turn").first).to_have_attribute("data-reason", "complete")


def test_what_is_told_to_who_cuts_in_is_what_was_shown(someone: Someone) -> None:
    reader = someone().visit(UNHURRIED).begin_unhurried(WORLD)
    reader.send("go in")
    expect(reader.page.locator(".turn.is-live .prose p").first).to_be_visible(timeout=PATIENCE_MS)
    reader.send("wait")
    expect(reader.page.locator(".turn")).to_have_count(2, timeout=PATIENCE_MS)
    reader.hurry()
    told = reader.rest().prose
    assert all(told)
    reader.page.reload()
    expect(reader.page.locator(".turn")).to_have_count(len(told), timeout=PATIENCE_MS)
    assert reader.rest().prose == told


def test_the_letters_are_the_page_s_own(someone: Someone) -> None:
    page = someone().visit().begin(WORLD).page
    loaded = "[...document.fonts].filter((font) => font.status === 'loaded').map((font) => font.family)"
    assert "Literata" in page.evaluate(loaded)
    assert page.evaluate("getComputedStyle(document.getElementById('transcript')).fontFamily").startswith(
        "Literata"
    )
    with page.expect_response("**/latin.woff2") as answer:
        page.reload()
    assert "max-age=31536000" in answer.value.headers["cache-control"]
    assert answer.value.headers["content-type"] == "font/woff2"
    assert (WEB / "fonts").is_dir()
    for folder in (WEB / "fonts").iterdir():
        assert "SIL OPEN FONT LICENSE" in (folder / "OFL.txt").read_text("utf-8")


def test_an_ended_story(someone: Someone) -> None:
    path = load_world(Path("worlds") / WORLD).endings["clean_record"].path
    reader = someone().visit().begin(WORLD)
    page = reader.page
    for words in path:
        if page.locator("#ending").is_hidden():
            reader.say(words)
    expect(page.locator("#ending h2")).to_be_visible()
    expect(page.locator("#composer")).to_be_hidden()
    page.get_by_role("button", name="Take back the last turn").click()
    expect(page.locator("#composer")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#ending")).to_be_hidden()


def test_earlier_turns_are_fetched_on_demand(someone: Someone, service: Service) -> None:
    reader = someone().visit().begin(WORLD)
    page = reader.page
    token = json.loads(page.evaluate("localStorage.getItem('gamemaster.token')"))
    address = f"ws://127.0.0.1:{service.port}/ws"
    with connect(address, subprotocols=[Subprotocol("gamemaster.v1")], proxy=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": token}))
        socket.send(json.dumps({"type": "open", "story": page.url.split("=")[-1]}))
        for number in range(SHOWN_AT_ONCE + 3):
            act = {"type": "act", "id": f"act-{number:08}", "text": f"look around {number}", "instant": True}
            socket.send(json.dumps(act))
            while json.loads(socket.recv(PATIENCE_MS / 1000))["type"] != "commit":
                pass
    page.reload()
    expect(page.locator(".turn")).to_have_count(SHOWN_AT_ONCE, timeout=PATIENCE_MS)
    expect(page.locator(".earlier")).to_have_text("Show earlier turns (3)")
    page.locator(".earlier").click()
    expect(page.locator(".turn")).to_have_count(SHOWN_AT_ONCE + 3)
    expect(page.locator(".earlier")).to_be_hidden()
    assert reader.words == [f"look around {number}" for number in range(SHOWN_AT_ONCE + 3)]


def test_words_that_are_too_long_are_refused_here(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD)
    page = reader.page
    page.locator("#words").fill("a" * 5000)
    expect(page.locator("#counter")).to_have_text(re.compile(r"5000 of \d+ characters"))
    page.locator("#words").press("Enter")
    expect(page.locator("#trouble")).to_contain_text("characters")
    assert reader.turns == 0
    assert len(page.locator("#words").input_value()) == 5000


def test_server_text_is_never_markup(someone: Someone) -> None:
    reader = someone().visit().begin(WORLD)
    reader.say("<img src=x onerror=alert(1)><b>look</b>")
    assert reader.words == ["<img src=x onerror=alert(1)><b>look</b>"]
    assert reader.page.locator("#transcript img, #transcript b:not(.roll b)").count() == 0


def test_coming_back_after_the_service_was_restarted(someone: Someone, service: Service) -> None:
    reader = someone().visit().begin(WORLD).say("go in")
    page = reader.page
    reader.service_goes_away = True
    service.stop()
    reader.send("look around")
    expect(page.locator("#link")).to_be_visible(timeout=PATIENCE_MS)
    assert reader.words == ["go in", "look around"]
    service.start()
    expect(page.locator("#link")).to_be_hidden(timeout=PATIENCE_MS)
    expect(page.locator(".turn.is-live")).to_have_count(0, timeout=PATIENCE_MS)
    assert reader.rest().words == ["go in", "look around"]
    assert all(reader.prose)
    page.reload()
    expect(page.locator(".turn")).to_have_count(2, timeout=PATIENCE_MS)


def test_a_kill_in_the_middle_of_a_turn(someone: Someone, service: Service) -> None:
    reader = someone().visit(UNHURRIED).begin_unhurried(WORLD)
    page = reader.page
    reader.service_goes_away = True
    reader.send("go in")
    expect(page.locator(".turn[data-turn]")).to_have_count(1, timeout=PATIENCE_MS)
    service.kill()
    service.start()
    reader.hurry()
    expect(page.locator("#link")).to_be_hidden(timeout=PATIENCE_MS)
    expect(page.locator(".turn.is-live")).to_have_count(0, timeout=PATIENCE_MS)
    assert reader.rest().words == ["go in"]
    assert all(reader.prose)
    told = reader.prose
    page.reload()
    expect(page.locator(".turn")).to_have_count(1, timeout=PATIENCE_MS)
    assert reader.rest().prose == told
