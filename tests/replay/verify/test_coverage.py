"""What recordings exercise, and what none does."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.replay.verify.coverage import as_data, coverage_lines, coverage_of, refusals, scripts_in
from tests.replaykit import Taped
from tests.worldkit import sample


async def test_what_was_played_is_exercised_and_the_rest_is_named() -> None:
    taped = Taped(sample(), Understudy())
    await taped.play("look around", "talk to mara", "go to the moon", "Иди наверх")
    found = coverage_of([taped.recording()], taped.at_hand())
    assert found["operations"].exercised["look"] == 1
    assert "end_story" in found["operations"].left_out
    assert found["scripts"].exercised.keys() == {"LATIN", "CYRILLIC"}
    assert f"{sample().id}: mara" in found["speakers"].exercised
    assert "commit" in found["lines"].exercised
    assert "delta" in found["lines"].left_out
    assert found["frames"].exercised["text"] > 0
    assert set(found["frames"].exercised) <= set(found["frames"].known)
    for kind, section in found.items():
        assert not section.known or set(section.exercised) <= set(section.known), kind
    told = "\n".join(coverage_lines(found))
    assert "operations" in told
    assert "end_story" not in as_data(found)["operations"]["exercised"]


def test_refusals_are_read_off_the_referee() -> None:
    assert {"blocked", "dead", "held", "no_such_ending", "not_done", "asleep"} <= set(refusals())


def test_scripts_are_those_of_letters() -> None:
    assert scripts_in("go! 12 灯台守 ｇｏ") == {"LATIN", "CJK", "FULLWIDTH"}
