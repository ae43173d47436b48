"""Half a minute of the campaign: real servers, two hosts, and whatever the seed breaks; nothing is lost or doubled.

The command goes on for as long as it is asked to, and also holds times to limits: `python -m tests.campaign`.
"""

import pytest

from tests.campaign.campaign import Plan, run_campaign

SECONDS = 30.0


@pytest.mark.integration
@pytest.mark.slow
@pytest.mark.timeout(400)
async def test_half_a_minute_of_faults_loses_and_doubles_nothing() -> None:
    outcome = await run_campaign(Plan(SECONDS, seed=2, players=3, every_s=3.0), print)
    assert outcome.is_clean, outcome.data() | outcome.found
    assert outcome.faults
    assert outcome.turns >= 3
