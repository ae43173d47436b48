"""Play is judged by what no turn may do; each kind of offence is found when it is planted."""

from typing import Any

import pytest

from gamemaster.authoring.play_judge import faults, judge_play
from gamemaster.authoring.player_bots import SHARES, Typed, TypistBot, templates
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.rules.proposal import Happening
from gamemaster.rules.state import Span, new_story
from tests.worldkit import world_at

WORLD = world_at("worlds/lighthouse")
START = new_story(WORLD, 1)
LOOK = Typed("deeds", "look")


def play_with(*happenings: Happening, **ruling: Any) -> Played:
    turn = play(WORLD, START, LOOK.words)
    told = (*turn.ruling.happenings, *happenings)
    changed = turn.ruling.model_copy(update={"happenings": told, **ruling})
    return Played(turn.outcome, changed, turn.spans, turn.after)


def kinds(turn: Played, typed: Typed = LOOK) -> set[str]:
    return {kind for kind, _ in faults(WORLD, START, typed, turn)}


def test_an_ordinary_turn_offends_nobody() -> None:
    assert kinds(play_with()) == set()


@pytest.mark.parametrize(
    ("turn", "kind"),
    [
        (play_with(minutes=120), "leap"),
        (play_with(Happening(kind="presence", who="dilys")), "contradiction"),
        (play_with(Happening(kind="lying", what="record")), "contradiction"),
        (
            play_with(*(Happening(kind="rejected", detail={"code": "dont_have"}) for _ in range(2))),
            "failures",
        ),
        (play_with(suggestions=("Talk to Dilys Pryce",)), "stranger"),
    ],
)
def test_what_is_planted_is_found(turn: Played, kind: str) -> None:
    assert kind in kinds(turn)


def test_time_that_was_asked_for_is_no_leap_and_a_name_that_was_typed_no_stranger() -> None:
    assert kinds(play_with(minutes=120), Typed("deeds", "wait for two hours")) == set()
    named = play_with()
    named.spans.append(Span(kind="aside", text="Dilys Pryce is not here."))
    assert kinds(named, Typed("speech", "hello Dilys Pryce")) == set()


def test_the_bots_type_every_role_and_fill_every_template() -> None:
    assert sum(SHARES.values()) == 100
    assert SHARES.keys() == templates().keys()
    typed = [TypistBot(run).next_input(WORLD, START) for run in range(300)]
    assert {one.role for one in typed} >= SHARES.keys() - {
        "speech"
    }  # nobody is at the landing to be talked to
    assert not any("{" in one.words for one in typed)


def test_the_same_seed_gives_the_same_judgement() -> None:
    assert judge_play(WORLD, 30).data() == judge_play(WORLD, 30).data()
