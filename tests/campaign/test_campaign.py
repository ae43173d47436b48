"""Half a minute of the campaign: real servers, two hosts, and whatever the seed breaks; nothing is lost or doubled.

The command goes on for as long as it is asked to, and also holds times to limits: `python -m tests.campaign`.
"""

from pathlib import Path

import pytest

from tests.campaign.campaign import Plan, run_campaign
from tests.campaign.disk import small_disk

SECONDS = 30.0


@pytest.mark.integration
@pytest.mark.slow
@pytest.mark.timeout(400)
async def test_half_a_minute_of_faults_loses_and_doubles_nothing() -> None:
    outcome = await run_campaign(Plan(SECONDS, seed=2, players=3, every_s=3.0), print)
    assert outcome.is_clean, outcome.data() | outcome.found
    assert any(fault.has_struck for fault in outcome.faults)
    assert outcome.turns >= 3


def test_a_disk_is_full_until_it_is_freed(tmp_path: Path) -> None:
    with small_disk(tmp_path, print) as disk:
        if disk is None:
            pytest.skip("this user may not mount a disk")
        assert disk.fill() > 1e8
        with pytest.raises(OSError, match="No space left"):
            (tmp_path / "file").write_text("a")
        disk.free()
        (tmp_path / "file").write_text("a")
    assert not (tmp_path / "file").exists(), "it was on the disk"
