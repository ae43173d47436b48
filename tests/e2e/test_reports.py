"""An answer that was not all right, reported from the page, and read by whoever runs the service."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.e2e.reader import PATIENCE_MS, Reader
from tests.e2e.service import Service
from tests.e2e.test_access import NAMELESS, faint

Someone = Callable[..., Reader]


def reports(service: Service, *arguments: str) -> Any:
    line = [sys.executable, "-m", "gamemaster.cli.main", "reports", *arguments]
    line += ["--data-dir", str(service.data_dir), "--json"]
    return json.loads(subprocess.run(line, capture_output=True, text=True, check=True).stdout)


def test_a_turn_is_reported_from_the_page_and_read_by_the_operator(
    someone: Someone, service: Service
) -> None:
    reader = someone().visit('{"speed": "instant", "voice": "captions"}').begin("lighthouse").say("go in")
    page = reader.page
    page.locator(".turn").last.hover()
    page.locator(".turn .turn-report").last.click()
    dialog = page.locator("#report")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Turn 1 goes to the people who run this service.")
    expect(dialog.get_by_label("What was not all right?")).to_be_focused()
    assert page.evaluate(NAMELESS) == []
    assert [entry for entry in faint(page) if "turn" in entry[1]] == []
    page.keyboard.type("It told me of a key that I never saw.")
    dialog.get_by_role("button", name="Report it, with its text").click()
    expect(dialog).to_be_hidden(timeout=PATIENCE_MS)
    expect(page.locator("#toast")).to_contain_text("It is reported.")
    (mine,) = (one for one in reports(service, "list") if one["note"].startswith("It told me of a key"))
    assert (mine["turn"], mine["words"], mine["done"]) == (1, "go in", None)
    assert reader.prose[-1].split("’")[0][:40] in mine["told"].replace("'", "’")
    assert reports(service, "done", str(mine["id"]))["done"]
    assert mine["id"] not in [one["id"] for one in reports(service, "list")]
    assert reader.faults == []
