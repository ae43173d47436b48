"""The mutation campaign: every patch applies, faults are noticed by those who should, and what is wrong is said."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.mutation.__main__ import choose, keep_tried, read_tried
from tests.mutation.campaign import RECORDINGS, Caught, Course, check_patches, run_campaign
from tests.mutation.faults import Fault, FaultError, patch_text, read_fault, read_faults
from tests.mutation.table import BEGIN, END, write_table
from tests.mutation.verdict import verdict_of
from tests.worldkit import ROOT

AREAS = {
    "referee", "dice", "hearsay", "frames", "prompts", "speakers", "undo", "unicode", "memory", "compaction", "cadence",
    "voice",
}  # fmt: skip
SMALL = (
    "understudy-lighthouse-spoken",
    "understudy-long_night-two_windows",
    "understudy-lighthouse-odd_words",
    "understudy-long_night-shut_doors",  # in which something hangs on a chance
)


def fault(**changes: object) -> Fault:
    data = {
        "name": "one", "file": "pyproject.toml", "old": "[tool.ruff]", "new": "[tool.rough]", "breaks": "all",
        "meant": ["verify"],
    }  # fmt: skip
    return read_fault("dice", {**data, **changes})


def test_every_patch_applies() -> None:
    """One that does not must be brought up to date in tests/mutation/faults."""
    check_patches(read_faults())


def test_there_are_enough_faults_in_every_part_and_each_names_tests_that_are_there() -> None:
    faults = read_faults()
    assert len(faults) >= 60
    assert {one.area for one in faults} == AREAS
    assert not [path for one in faults for path in one.tests if not (ROOT / path).exists()]


def test_a_patch_that_no_longer_applies_is_named_with_all_others_before_anything_is_run() -> None:
    gone, twice = fault(name="gone", old="nothing like it"), fault(name="twice", old="[tool.")
    with pytest.raises(FaultError, match=r"gone: .* stands 0 times in pyproject\.toml[\s\S]*twice: .* times"):
        run_campaign([gone, fault(), twice])
    with pytest.raises(FaultError, match="changes nothing"):
        patch_text(fault(new="[tool.ruff]"), "[tool.ruff]")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"meant": ["oracle"]}, "`meant` names some of tests, verify, gate"),
        ({"meant": ["tests"]}, "`tests` names files"),
        ({"old_text": "x"}, "there is no field old_text"),
    ],
)
def test_a_fault_that_is_described_wrongly_is_named(changes: dict[str, object], why: str) -> None:
    with pytest.raises(FaultError, match=why):
        fault(**changes)


def test_a_name_that_nothing_has_is_said() -> None:
    with pytest.raises(FaultError, match="called dyce"):
        choose(read_faults(), ["dice", "dyce"])


def test_the_instruments_are_good_enough_only_if_nothing_was_missed_and_replay_noticed_nine_of_ten() -> None:
    by_replay = [Caught(fault(name=f"f{n}"), {"verify": "x", "gate": ""}) for n in range(9)]
    by_tests = Caught(
        fault(name="t", meant=["tests"], tests=["tests"]), {"verify": "", "gate": "", "tests": "x"}
    )
    missed = Caught(fault(name="m"), {"verify": "", "gate": "not meant to"})
    assert verdict_of([*by_replay, by_tests]).is_good
    assert not verdict_of([*by_replay, by_tests, by_tests]).is_good
    assert verdict_of([*by_replay, missed]).missed == ("m",)
    assert not verdict_of([*by_replay, missed]).is_good


def test_the_table_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    write_table([Caught(fault(), {"verify": "x", "gate": ""})], readme)
    text = readme.read_text()
    assert text.startswith(f"before\n{BEGIN}\nMade on ")
    assert "| dice: one | all | · | **caught** | no |" in text
    assert text.endswith(f"{END}\nafter\n")
    assert "old" not in text


def test_a_campaign_that_was_ended_early_goes_on_where_it_was(tmp_path: Path) -> None:
    kept, tried = tmp_path / "tried.json", Caught(fault(), {"verify": "x", "gate": ""})
    assert read_tried(None) == read_tried(kept) == {}
    keep_tried(None, [tried])
    keep_tried(kept, [tried])
    assert read_tried(kept) == {fault(): tried}
    assert fault(breaks="another thing") not in read_tried(kept)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_some_faults_are_noticed_by_whom_they_should(tmp_path: Path) -> None:
    """The quick part of the campaign; the whole takes minutes: `python -m tests.mutation`."""
    for name in SMALL:
        shutil.copy(RECORDINGS / f"{name}.jsonl.zst", tmp_path)
    known = {one.name: one for one in read_faults()}
    twice, chances = known["sent_twice_to_each"], known["chances_lie"]
    harmless = replace(chances, old='"""The story\'s dice:', new='"""A story\'s dice:', tests=())
    found = run_campaign([twice, chances, harmless], Course(jobs=1, recordings=tmp_path))
    assert "the way to the client" in found[0].said["verify"]
    assert found[1].by("verify"), found[1].said
    assert "same_as_baseline_share" in found[1].said["gate"]
    assert found[2].said == {"verify": "", "gate": ""}
