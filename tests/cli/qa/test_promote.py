"""A story that was played becomes a test: scrubbed, verified, with a draft of what is expected."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from gamemaster.cli.qa.promote import PromotionError, promote
from gamemaster.config.settings import Settings
from gamemaster.recording.format import SUFFIX, read, turns_of, write
from gamemaster.replay.verify.expectations import read_expectations, unmet_in
from tests.worldkit import ROOT

SOURCE = ROOT / "tests" / "recordings" / f"understudy-lighthouse-spoken{SUFFIX}"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", worlds_dirs=[ROOT / "worlds"])


def test_it_is_verified_and_its_draft_of_expectations_is_met(tmp_path: Path, settings: Settings) -> None:
    made = promote(SOURCE, tmp_path, "kept", settings)
    assert made.recording == tmp_path / f"kept{SUFFIX}"
    found = read(made.recording)
    assert made.turns == len(turns_of(found)) > 3
    assert found.header.player != read(SOURCE).header.player
    expected = read_expectations(made.expectations).turns
    assert len(expected) == made.turns
    assert unmet_in(found, turns_of(found)) == []


def test_words_that_had_to_be_scrubbed_make_no_test(tmp_path: Path, settings: Settings) -> None:
    lines: list[Any] = copy.deepcopy(read(SOURCE).lines)
    said = next(line for line in lines if line["kind"] == "client" and line["message"]["type"] == "act")
    said["message"]["text"] = "write to me at somebody.real@example.org"
    with_mail = tmp_path / f"mail{SUFFIX}"
    write(with_mail, lines)
    with pytest.raises(PromotionError, match=r"personal data in its words \(.*mail"):
        promote(with_mail, tmp_path, "kept", settings)
    assert not (tmp_path / f"kept{SUFFIX}").exists()


def test_what_diverges_makes_no_test(tmp_path: Path, settings: Settings) -> None:
    lines: list[Any] = copy.deepcopy(read(SOURCE).lines)
    ruling = next(line for line in lines if line["kind"] == "ruling")
    ruling["ruling"]["minutes"] += 1
    wrong = tmp_path / f"wrong{SUFFIX}"
    write(wrong, lines)
    with pytest.raises(PromotionError, match=r"does not come out the same today[\s\S]*referee"):
        promote(wrong, tmp_path, "kept", settings)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("kept")] == []
