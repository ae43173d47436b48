"""Tests mirror the packages: a folder of tests has the name of the room that it tests."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
PACKAGES = ("benchmarks", "inference", "npcs", "voice", "worlds")
# Tests of the whole: on real servers, in a browser, of recordings, of the tests, under faults, on several machines, in
# a simulation.
OF_THE_WHOLE = {"integration", "e2e", "recordings", "mutation", "campaign", "machines", "simulation"}


def mirrors(folder: Path) -> bool:
    """Whether a folder of tests has its room, or tests the whole."""
    parts = folder.relative_to(TESTS).parts
    if parts[0] in OF_THE_WHOLE:
        return True
    package = ROOT if parts[0] in PACKAGES else ROOT / "gamemaster"
    return package.joinpath(*parts).is_dir()


def test_each_folder_of_tests_has_its_room() -> None:
    folders = {path.parent for path in TESTS.rglob("test_*.py")} - {TESTS}
    assert sorted(str(folder) for folder in folders if not mirrors(folder)) == []


def test_a_folder_without_a_room_is_found() -> None:
    assert not mirrors(TESTS / "referee")
    assert mirrors(TESTS / "narration" / "prompts")
