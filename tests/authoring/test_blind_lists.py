"""Lists that strangers wrote before anybody had tried them: strictly right, and the harm done, must not fall back.

The shares are a little under what was reached when each list was last judged; `gamemaster understand --strict` says
what is misread. Lists a1, a2 and a3 were open while the reading was worked on. List a4 was not: 36 % and 27 % right
before that work, 48 % and 37 % after it, is what a stranger's list can be expected to find.
"""

import pytest

from gamemaster.authoring.strict_judge import judge_strictly
from tests.worldkit import ROOT
from worlds.loader import load_world

RIGHT = {
    "a1_long_night": 0.58, "a1_lighthouse": 0.54, "a2_long_night": 0.65, "a2_lighthouse": 0.62,
    "a3_long_night": 0.56, "a3_lighthouse": 0.50, "a4_long_night": 0.45, "a4_lighthouse": 0.33,
}  # fmt: skip
MOST_HARM = 0.03


@pytest.mark.slow
@pytest.mark.parametrize("name", RIGHT)
def test_what_strangers_typed_is_read_as_meant_and_does_no_harm(name: str) -> None:
    world = load_world(ROOT / "worlds" / name.partition("_")[2])
    lines = (ROOT / "tests" / "inputs" / f"strict_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    found = judge_strictly(world, lines)
    assert found.share >= RIGHT[name], [f"{miss.input} -> {miss.got}" for miss in found.misses]
    assert found.harm_rate <= MOST_HARM, found.harms
