"""An answer of the speaker's own life, or of another, is none to a question about somebody."""

import pytest

from tests.narration.understudy.test_conversations import talk

LIGHT, INN = "worlds/lighthouse", "tests/worlds_unseen/caravanserai"


@pytest.mark.parametrize(
    ("folder", "place", "who", "before", "asked", "beside", "named"),
    [
        (LIGHT, "kitchen", "tallack", "Why did Cobb leave?", "Was he married?", "St Ives", "Cobb"),
        (
            INN,
            "gate",
            "bishr",
            "who is the mistress here?",
            "where's her husband?",
            "Kitchen",
            "Nuha's husband",
        ),
    ],
)
def test_what_nobody_knows_of_them_is_owned_to_by_name(
    folder: str, place: str, who: str, before: str, asked: str, beside: str, named: str
) -> None:
    one = talk(folder, place, who)
    one.say(f"{one.world.characters[who].name}, {before}")
    told = one.say(asked)
    assert beside not in told
    assert named in told


def test_a_line_on_them_stands() -> None:
    one = talk(LIGHT, "kitchen", "tallack")
    one.say("Mr Tallack, why did Cobb leave?")
    assert "Redruth" in one.say("where is he now?")
