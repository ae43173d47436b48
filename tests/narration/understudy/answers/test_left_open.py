"""A half of a question that nothing answers is not passed over beside the half that is answered."""

import pytest

from gamemaster.narration.understudy.answers.left_open import left_open
from gamemaster.narration.understudy.understudy import play
from gamemaster.rules.state import new_story
from tests.worldkit import world_at


@pytest.mark.parametrize(
    ("question", "said"),
    [("when am I on watch", "When you are on watch, nobody has told you."),
     ("and where does he sleep", "Where he sleeps, nobody has told you."),
     ("is he just being nasty", "Whether he is just being nasty, you can only guess."),
     ("can I send it from here", "Whether you can send it from here, you would have to try."),
     ("who is up there", "Who is up there, nobody has told you."),
     ("who dug it", "Who dug it, nobody has told you."),
     ("is the fog bell still going", "Whether the fog bell is still going, you can only guess."),
     ("who is the woman at table nine", "Who the woman at table nine is, nobody has told you."),
     ("is the fog bell going its got very quiet", ""), ("is that cheese wheel mouldy round the edges", ""),
     ("what is the moon", ""), ("why did Cobb go", "")],
)  # fmt: skip
def test_it_is_said_back_only_where_it_makes_a_statement(question: str, said: str) -> None:
    assert left_open(question) == said


def test_each_half_is_answered_once_and_costs_no_time() -> None:
    world = world_at("tests/worlds_modern/brannigan")
    turn = play(
        world, new_story(world, 1), "GM: what time is it, and when am I due home? what should I be doing"
    )
    told = [span.text for span in turn.spans]
    assert turn.ruling.minutes == 0
    assert sum("quarter past eleven" in text for text in told) == 1
    assert any("ninth floor" in text or "nine" in text for text in told)
    assert any(text.startswith("When you are due home") for text in told)


def test_the_cold_and_the_dark_speak_against_a_walk_in_the_open() -> None:
    world = world_at("worlds/long_night")
    turn = play(world, new_story(world, 1), "GM, what do I carry, and is it safe to sleep out here?")
    assert any("cold grows on you" in span.text for span in turn.spans)


def test_the_dark_says_nothing_of_whether_a_drink_is_safe() -> None:
    world = world_at("tests/worlds_unseen/caravanserai")
    turn = play(world, new_story(world, 1), "is it safe to drink from the well?")
    told = [span.text for span in turn.spans]
    assert not any("dark" in text for text in told)
