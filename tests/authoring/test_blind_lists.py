"""Lists that strangers wrote before anybody had tried them: strictly right, and the harm done, must not fall back.

The shares are a little under what was reached when each list was last judged; `gamemaster understand --strict` says
what is misread. Lists a1, a2 and a3 were open while the reading was worked on; a4 was not until it had been judged
(36 % and 27 % right before that work, 48 % and 37 % after it). a5 holds typical inputs, where a1 to a4 hold many odd
ones: read for the first time it was 78 % and 73 % right, with 1.3 % and 1.7 % harm. a6 was read for the first time at
65 % and 68 % with 1.7 % and 0 % harm, and was open afterwards. a7 was read for the first time at 78 % and 75 % without
harm; nobody has worked on it.
"""

import pytest

from gamemaster.authoring.strict_judge import judge_strictly
from tests.worldkit import ROOT, world_at

RIGHT = {
    "a1_long_night": 0.66, "a1_lighthouse": 0.64, "a2_long_night": 0.72, "a2_lighthouse": 0.74,
    "a3_long_night": 0.65, "a3_lighthouse": 0.56, "a4_long_night": 0.57, "a4_lighthouse": 0.40,
    "a5_long_night": 0.78, "a5_lighthouse": 0.70,
    "a6_long_night": 0.86, "a6_lighthouse": 0.80, "a7_long_night": 0.76, "a7_lighthouse": 0.73,
}  # fmt: skip
MOST_HARM = 0.02


@pytest.mark.slow
@pytest.mark.parametrize("name", RIGHT)
def test_what_strangers_typed_is_read_as_meant_and_does_no_harm(name: str) -> None:
    world = world_at(f"worlds/{name.partition('_')[2]}")
    lines = (ROOT / "tests" / "inputs" / f"strict_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    found = judge_strictly(world, lines)
    assert found.share >= RIGHT[name], [f"{miss.input} -> {miss.got}" for miss in found.misses]
    assert found.harm_rate <= MOST_HARM, found.harms
