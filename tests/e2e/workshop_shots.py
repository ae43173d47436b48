"""The pictures of `worlds/README.md`: a writer plays the template `inn` with the workshop beside the story."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from gamemaster.authoring.new_world import new_world
from tests.conftest import make_data_dir
from tests.e2e.reader import Reader, reader
from tests.e2e.service import Service

DESK = {"viewport": {"width": 1440, "height": 900}, "device_scale_factor": 1.5}
Shoot = Callable[..., None]


def photograph_workshop(browser: Browser, shoot: Shoot, folder: Path) -> None:
    """Starts a service of its own: the workshop is for whoever asked for it."""
    home = Path(tempfile.mkdtemp())
    world = home / "inn"
    new_world(world, "inn")
    service = Service(
        make_data_dir(),
        {"GM_VOICE": "off", "GM_TEXT_SPEED": "0"},
        arguments=("--world", str(world), "--watch"),
    )
    try:
        service.start()
        with reader(browser, service.url, **DESK) as writer:
            _photograph(writer, world, shoot, folder)
    finally:
        service.stop()
        shutil.rmtree(service.data_dir)
        shutil.rmtree(home)


def _photograph(writer: Reader, world: Path, shoot: Shoot, folder: Path) -> None:
    page = writer.visit().begin("inn").page
    for words in ("ask marta about the guests", "look at the stove", "go up", "go east"):
        writer.say(words)
    page.locator("#do-workshop").click()
    page.get_by_role("tab", name="Plays").click()
    page.get_by_label("Keep this play as").fill("up the stair")
    page.get_by_role("button", name="Keep", exact=True).click()
    page.get_by_role("tab", name="Beats").click()
    expect(page.locator("[data-beat=pell_stirs]")).to_be_visible()
    shoot(writer, folder / "workshop-beats.jpg")
    file = world / "places.yaml"
    file.write_text(
        file.read_text("utf-8").replace("Two doors. One has light under it.", "Two doors, and a draught."),
        "utf-8",
    )
    expect(page.locator("#save-notice")).to_contain_text("Told otherwise now")
    page.locator("#save-notice").get_by_role("button", name="Look").click()
    expect(page.locator(".w-is").first).to_be_visible()
    shoot(writer, folder / "workshop-plays.jpg")
    page.get_by_role("tab", name="Map").click()
    page.locator("[data-chart=places]").click()
    expect(page.locator("#w-chart .w-node").first).to_be_visible()
    shoot(writer, folder / "workshop-map.jpg")
