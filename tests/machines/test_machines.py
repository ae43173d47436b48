"""A few players on several machines, one of each of which is killed; stand-ins are the engine hosts.

The command has fifty players, and real SGLang servers among the engine hosts: `python -m tests.machines`.
"""

from __future__ import annotations

import pytest

from inference.testbed.place import ENVIRONMENT
from tests.machines.machines import Plan, play_and_kill

pytestmark = [pytest.mark.integration, pytest.mark.nia, pytest.mark.slow, pytest.mark.timeout(400)]


async def test_one_of_each_machine_dies_and_nothing_is_lost_or_doubled() -> None:
    if not (ENVIRONMENT / "bin" / "smg").exists():
        pytest.skip("the gateway smg is not here: `make testbed` installs it")
    plan = Plan(players=8, sglangs=0, stand_ins=3, pause_s=1.0, calm_s=6.0)
    outcome = await play_and_kill(plan, print)
    found = outcome.data()
    assert len(outcome.killed) == 4
    assert found["turns"] > plan.players
    assert (found["lost"], found["doubled"]) == (0, 0)
    # The gateway aside: one that starts again takes requests before it has reached all of its members.
    shares = [
        share
        for what, share in found["affinity_after"].items()
        if what != "the gateway" and share is not None
    ]
    assert min(shares) >= 0.98
    assert found["moved_stories"], "the engine host that died had stories"
    assert found["prefix_found_after_a_move"] >= 0.9
