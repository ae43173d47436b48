"""A small whole world for tests to break."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from worlds.loader import check_world
from worlds.problems import WorldError

BASE = """\
title: Quay
summary: A quay at night.
bible: Quiet.
opening: You stand on a quay.
player: {at: quay, death: drowned}
skills:
  nerve: {name: nerve}
needs:
  cold: {name: cold}
locations:
  quay:
    name: The Quay
    description: Wet stone.
    exits:
      - {to: boat, direction: down}
    notice:
      bollard: {name: bollard, text: Iron.}
  boat:
    name: The Boat
    description: It rocks.
    exits:
      - {to: quay, direction: up}
items:
  rope: {name: rope, description: A rope., at: quay, tags: cord}
characters:
  mate:
    name: Mate
    persona: Gruff.
    want: Rest.
    fear: Storms.
    secret: None.
    manner: Short.
    description: Big.
    at: boat
facts:
  leak: {text: The boat leaks.}
beats:
  creak: {when: {at: boat}, text: The boat creaks., effects: {learn: leak}}
endings:
  drowned: {title: Drowned, when: {wounds: 10}, text: You drown., defeat: true}
"""

Check = Callable[[str], list[WorldError]]


@pytest.fixture
def quay(tmp_path: Path) -> Path:
    folder = tmp_path / "quay"
    folder.mkdir()
    (folder / "world.yaml").write_text(BASE, encoding="utf-8")
    return folder


@pytest.fixture
def check(quay: Path) -> Check:
    """Check the quay with one more file, `more.yaml`."""

    def run(more: str) -> list[WorldError]:
        (quay / "more.yaml").write_text(more, encoding="utf-8")
        return check_world(quay)

    return run
