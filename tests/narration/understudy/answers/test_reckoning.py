"""How long it is until what is due, and until a want tells: reckoned, and not the time of day."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.answers.inquiry import Asked
from gamemaster.narration.understudy.answers.reckoning import reckoning_answer, roughly
from gamemaster.play.opening import begin
from gamemaster.rules.clock import pass_minutes
from gamemaster.rules.proposal import Outcome
from gamemaster.rules.referee import open_turn
from tests.worldkit import FAIR, world_at


def answer_to(folder: str, question: str, minutes: int = 0) -> str:
    world = world_at(folder)
    state = begin(world, 11)
    state.minutes += minutes
    return reckoning_answer(Asked(world, state, question, (), question))


def test_an_hour_that_is_named_is_reckoned_to() -> None:
    assert "about ten hours to go" in answer_to("worlds/lighthouse", "how long have i got till four")
    assert "about nine and a half hours to go" in answer_to("worlds/lighthouse", "how long till four", 30)


def test_what_the_player_is_after_says_by_when() -> None:
    told = answer_to("worlds/lighthouse", "how long do i have until the halcyon passes")
    assert "about ten hours to go" in told
    assert "Halcyon" in told


def test_what_nobody_spoke_of_is_not_answer_to() -> None:
    assert "you have not been told" in answer_to("worlds/lighthouse", "how long until the wedding")


def test_a_want_is_reckoned_at_the_rate_of_here() -> None:
    world = world_at("worlds/long_night")
    state = begin(world, 11)
    question = "how long have i got before the cold gets dangerous"
    told = reckoning_answer(Asked(world, state, question, (), question))
    need = world.needs["cold"]
    further = next(one for one in need.levels if one.reach > state.need("cold"))
    assert told.startswith(f"{need.name}: ")
    assert further.word in told
    assert "wound you" in told
    draft = open_turn(world, state, Outcome(), FAIR)
    while draft.state.need("cold") < further.reach:
        pass_minutes(draft, 5)
    assert f"{roughly(draft.state.minutes - state.minutes)} until it is \u201c{further.word}\u201d" in told


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(4, "a few minutes"), (41, "about 40 minutes"), (60, "about an hour"), (95, "about an hour and a half"),
     (600, "about ten hours")],
)  # fmt: skip
def test_a_stretch_is_named_roughly(minutes: int, words: str) -> None:
    assert roughly(minutes) == words
