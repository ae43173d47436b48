"""What the composition root does before the first player comes."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest

from gamemaster import bootstrap
from gamemaster.config.load import load_settings
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.names.spelling import vocabulary_of
from worlds.schema import World

WORLD = Path(__file__).with_name("sample_world")


@pytest.mark.parametrize("of_a_world", [vocabulary_of, nouns_of])
def test_who_comes_first_to_a_new_worker_waits_for_nothing_that_is_worked_out_once(
    of_a_world: Callable[[World], object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bootstrap, "_worlds_kept", {})
    monkeypatch.setenv("GM_DATA_DIR", str(tmp_path))
    bootstrap.keep_worlds(load_settings(world_folder=WORLD))
    (kept,) = (one for folder, one in bootstrap._worlds_kept.items() if folder.name == WORLD.name)
    known = inspect.getclosurevars(of_a_world).nonlocals["made"]
    assert id(kept.world) in known


def test_a_world_that_fails_at_the_first_words_does_not_keep_the_others_from_being_served(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr(bootstrap, "_worlds_kept", {})
    monkeypatch.setattr(bootstrap, "play", fail)
    monkeypatch.setenv("GM_DATA_DIR", str(tmp_path))
    bootstrap.keep_worlds(load_settings())
    assert len(bootstrap._worlds_kept) >= 2
    assert "cannot be played" in caplog.text
