"""Writing while playing, in the page: a save is in the story, and the workshop says why, and keeps plays."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from gamemaster.authoring.new_world import new_world
from tests.conftest import make_data_dir
from tests.e2e.axe import faults
from tests.e2e.conftest import FAST_PLAYERS, WITHOUT_VOICE
from tests.e2e.reader import PATIENCE_MS, Reader, reader
from tests.e2e.service import Service
from tests.worlds.test_pictures import png

BOTS_MS = 60_000  # two dozen stories on a loaded machine


@dataclass(frozen=True)
class Desk:
    """Where a writer works: the world's folder, and the service that plays it."""

    folder: Path
    service: Service

    def edit(self, old: str, new: str) -> None:
        file = self.folder / "world.yaml"
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def served_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    tmp_path = tmp_path_factory.mktemp("writer")
    new_world(tmp_path / "isle", "tiny")
    served = Service(
        make_data_dir(),
        FAST_PLAYERS | WITHOUT_VOICE,
        arguments=("--world", str(tmp_path / "isle"), "--watch"),
    )
    try:
        served.start()
        yield Desk(tmp_path / "isle", served)
    finally:
        served.stop()
        shutil.rmtree(served.data_dir)


@pytest.fixture
def desk(served_desk: Desk) -> Iterator[Desk]:
    file = served_desk.folder / "world.yaml"
    text = file.read_text(encoding="utf-8")
    yield served_desk
    file.write_text(text, encoding="utf-8")
    shutil.rmtree(served_desk.folder / "plays", ignore_errors=True)


def open_page(writer: Reader, page: str) -> Locator:
    """A page of the workshop."""
    if not writer.page.locator("#workshop").is_visible():
        writer.page.locator("#do-workshop").click()
    writer.page.get_by_role("tab", name=page).click()
    return writer.page.locator("#w-body")


def test_a_writer_edits_saves_and_sees_it_in_the_story(browser: Browser, desk: Desk) -> None:
    with reader(browser, desk.service.url) as writer:
        writer.visit().begin("isle").say("ask tam about the lamp")
        page = writer.page
        desk.edit("A brass lamp on a post.", "A tin lamp on a post.")
        expect(page.locator("#save-notice")).to_contain_text("Saved, and in the story.")
        assert "A tin lamp" in writer.say("look at the lamp").prose[-1]

        desk.edit("to: boathouse ", "to: boathuose ")
        expect(page.locator("#save-notice[data-fits=false]")).to_contain_text("no location boathuose")
        expect(page.locator("#save-notice .save-place")).to_contain_text("world.yaml:")
        assert "no brass" not in writer.say("look at the lamp").prose[-1]
        page.reload()
        expect(page.locator("#save-notice[data-fits=false]")).to_be_visible()

        desk.edit("to: boathuose ", "to: boathouse ")
        expect(page.locator("#save-notice[data-fits=true]")).to_be_visible()
        desk.edit('title: "Isle"', 'title: "The Far Isle"')
        expect(page.locator("#world-title")).to_have_text("The Far Isle")
        writer.rest().say("go north")
        assert writer.place == "The Boathouse"


def test_a_writer_sees_why_a_beat_did_not_fire(browser: Browser, desk: Desk) -> None:
    with reader(browser, desk.service.url) as writer:
        writer.visit().begin("isle").say("look at the lamp")
        body = open_page(writer, "Beats")
        splash = body.locator("[data-beat=splash]")
        expect(splash).to_contain_text("waits: 1 of 2 fail")
        expect(splash.locator(".fails").first).to_contain_text("minutes: >= 20")
        expect(splash.locator(".fails").first).to_contain_text("it is ")
        expect(splash.locator(".holds").first).to_contain_text("unset: lamp_lit")
        link = splash.locator(".w-source")
        line = (desk.folder / "world.yaml").read_text().splitlines().index("  splash:") + 1
        expect(link).to_have_attribute("data-place", f"world.yaml:{line}")
        expect(link).to_have_attribute("href", f"vscode://file/{desk.folder}/world.yaml:{line}:3")
        writer.say("wait")
        assert "Something large turns over" in " ".join(writer.prose)
        expect(body.locator("[data-beat=splash]")).to_have_attribute("data-state", "done")


def test_a_writer_arranges_a_scene_and_reads_the_ruling(browser: Browser, desk: Desk) -> None:
    with reader(browser, desk.service.url) as writer:
        writer.visit().begin("isle")
        body = open_page(writer, "Now")
        body.get_by_label("Go to").fill("boathouse")
        body.get_by_role("button", name="Go", exact=True).click()
        expect(writer.page.locator("#bar-where")).to_contain_text("The Boathouse")
        expect(body).to_contain_text("at boathouse")
        body.get_by_label("Set the flag").fill("lamp_lit")
        body.get_by_role("button", name="Set", exact=True).click()
        expect(body.locator(".w-chips")).to_contain_text("lamp_lit")
        body.locator("#w-minds summary").click()
        expect(body.locator("#w-minds")).to_contain_text("Tam")
        writer.rest().say("take the oil").say("go up")
        body = open_page(writer, "Last turn")
        expect(
            body.locator(".is-refused").or_(body.get_by_text("unclear:")).or_(body.get_by_text("go ")).first
        ).to_be_visible()
        writer.page.locator(".turn").last.evaluate("turn => { turn.dataset.before = '' }")
        body.get_by_role("button", name="20", exact=True).click()
        # It is taken back, and then played again: between the two the page is at rest.
        expect(writer.page.locator(".turn[data-before]")).to_have_count(0)
        expect(writer.page.locator(".words").last).to_contain_text("go up")
        writer.rest()
        assert writer.words[-1] == "go up"
        body.get_by_role("button", name="The prompt, by zones").click()
        expect(
            writer.page.locator("#prompts").get_by_role("heading", name="For the narration")
        ).to_be_visible()


def test_a_writer_keeps_a_play_and_blesses_what_an_edit_changed(browser: Browser, desk: Desk) -> None:
    with reader(browser, desk.service.url) as writer:
        writer.visit().begin("isle").say("ask tam about the lamp").say("go north")
        body = open_page(writer, "Plays")
        body.get_by_label("Keep this play as").fill("To the boathouse")
        body.get_by_role("button", name="Keep", exact=True).click()
        expect(body.locator("[data-play=to-the-boathouse]")).to_contain_text("2 turns, as it was")
        assert "say: go north" in (desk.folder / "plays" / "to-the-boathouse.yaml").read_text()

        desk.edit("Rope, tar, and a boat", "Cobwebs, tar, and a boat")
        expect(writer.page.locator("#save-notice")).to_contain_text("Told otherwise now: to-the-boathouse.")
        change = body.locator("[data-play=to-the-boathouse] .w-change")
        expect(change.locator(".w-was")).to_contain_text("Rope, tar")
        expect(change.locator(".w-is")).to_contain_text("Cobwebs, tar")
        body.get_by_role("button", name="Bless to-the-boathouse").click()
        expect(body.locator("[data-play=to-the-boathouse]")).to_contain_text("2 turns, as it was")

        desk.edit("take the oil, go south", "take the soil, go south")
        expect(writer.page.locator("#save-notice")).to_contain_text("leaves the way at input 3")


def test_a_play_that_was_kept_leaves_the_page_that_the_writer_has_gone_to(
    browser: Browser, desk: Desk
) -> None:
    with reader(browser, desk.service.url) as writer:
        writer.visit().begin("isle").say("go north")
        body = open_page(writer, "Plays")
        held: list[Route] = []
        writer.page.route(
            "**/plays",
            lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
        )
        body.get_by_label("Keep this play as").fill("slow")
        body.get_by_role("button", name="Keep", exact=True).click()
        body = open_page(writer, "Beats")
        expect(body.locator("[data-beat=splash]")).to_be_visible()
        with writer.page.expect_response(
            lambda answer: answer.url.endswith("/plays") and answer.request.method == "GET"
        ):
            held.pop().continue_()
        writer.page.evaluate(
            "() => new Promise((done) => setTimeout(done, 200))"
        )  # whatever it draws is drawn
        expect(body.locator("[data-beat=splash]")).to_be_visible()


def test_what_bots_do_not_come_to_any_more_is_said_and_can_be_blessed(browser: Browser, desk: Desk) -> None:
    with reader(browser, desk.service.url) as writer:
        writer.visit().begin("isle")
        body = open_page(writer, "Plays")
        names = "names: [the ferry, crossing, the boat]"
        desk.edit(names, names + "\n        when: {minutes: '>= 2000'}")
        notice = writer.page.locator("#save-notice")
        expect(notice).to_contain_text("No bot comes any more to: topic tam.ferry.", timeout=BOTS_MS)
        bots = body.locator("[data-play=bots]")
        expect(bots).to_contain_text("No bot comes any more to topic tam.ferry.")
        body.get_by_role("button", name="Bless bots").click()
        expect(bots).not_to_contain_text("No bot comes any more")
        assert "topic tam.lamp" in (desk.folder / "plays" / "bots.yaml").read_text()


def test_the_charts_lead_to_file_and_line(browser: Browser, desk: Desk) -> None:
    with reader(browser, desk.service.url) as writer:
        writer.visit().begin("isle").say("look")
        body = open_page(writer, "Map")
        body.locator("[data-chart=places]").click()
        chart = writer.page.locator("#w-chart")
        expect(chart.locator('[data-node=jetty][data-marks~="here"]')).to_be_visible()
        chart.locator("[data-node=boathouse]").click()
        expect(chart.locator(".w-source")).to_have_attribute("data-place", "world.yaml:46")
        chart.get_by_role("button", name="Go there").click()
        expect(writer.page.locator("#bar-where")).to_contain_text("The Boathouse")
        body.get_by_label("Send bots first").check()
        body.locator("[data-chart=beats]").click()
        expect(chart.locator('[data-node=across][data-marks~="bots"]')).to_be_visible(timeout=PATIENCE_MS)
        expect(
            chart.locator('[data-node="rules.light_lamp"], [data-node="rules.cross"]').first
        ).to_be_visible()


@pytest.mark.parametrize("width", [1440, 420])
def test_everybody_can_use_the_workshop(browser: Browser, desk: Desk, width: int) -> None:
    with reader(browser, desk.service.url, viewport={"width": width, "height": 900}) as writer:
        writer.visit().begin("isle").say("ask tam about the lamp")
        for page in ("Now", "Beats", "Last turn", "Map", "Plays"):
            body = open_page(writer, page)
            expect(body.locator(".w-page")).to_be_visible()
            assert faults(writer.page) == [], page
        open_page(writer, "Map").locator("[data-chart=places]").click()
        expect(writer.page.locator("#w-chart .w-node").first).to_be_visible()
        assert faults(writer.page) == []


def test_a_picture_is_shown_where_it_belongs(browser: Browser, desk: Desk) -> None:
    (desk.folder / "jetty.png").write_bytes(png(320, 200))
    with reader(browser, desk.service.url) as writer:
        writer.visit().begin("isle")
        expect(writer.page.locator(".p-picture")).to_have_count(0)
        picture = "{file: jetty.png, alt: A jetty at dusk}"
        desk.edit("    name: The Jetty\n", f"    name: The Jetty\n    picture: {picture}\n")
        shown = writer.page.get_by_role("img", name="A jetty at dusk")
        expect(shown).to_be_visible()
        assert shown.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 320
        writer.say("ask tam about the lamp").say("go north")
        expect(shown).to_have_count(0)


def test_a_player_is_offered_no_workshop(someone: Callable[..., Reader]) -> None:
    player = someone().visit().begin("long_night")
    expect(player.page.locator("#do-undo")).to_be_visible()
    expect(player.page.locator("#do-workshop")).to_have_count(0)
    assert player.say("!at bower").words == ["!at bower"]
    assert player.place != "The Bower"  # a way that Ragnhild bars, and no order of the workshop
    story = player.page.url.rpartition("=")[2]
    headers = "{Authorization: 'Bearer ' + JSON.parse(localStorage['gamemaster.token'])}"
    status = f"fetch('api/stories/{story}/workshop', {{headers: {headers}}}).then((answer) => answer.status)"
    assert player.page.evaluate(status) == 404
    player.faults.clear()  # the browser names the 404
