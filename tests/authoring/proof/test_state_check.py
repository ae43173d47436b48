"""The second opinion on the referee finds each impossible change when it is planted, and says nothing of real turns."""

from collections.abc import Callable

import pytest

from gamemaster.authoring.player_bots import TypistBot
from gamemaster.authoring.proof.lies import with_something_to_lie_about
from gamemaster.authoring.proof.state_check import record_contradictions, state_contradictions
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.play.opening import begin
from gamemaster.rules.proposal import Outcome, Roll, Ruling
from gamemaster.rules.state import Promise, StoryState, TurnRecord, diff
from tests.worldkit import world_at
from worlds.schema import PLAYER

WORLD = world_at("worlds/lighthouse")
START = with_something_to_lie_about(WORLD, begin(WORLD, 1))
(DEAD,) = (who for who, one in START.characters.items() if not one.alive)


def after(change: Callable[[StoryState], None]) -> StoryState:
    state = START.clone()
    state.turn += 1
    change(state)
    return state


def gift_from_nowhere(state: StoryState) -> None:
    far = next(item for item, at in state.items.items() if at in WORLD.locations and at != state.place)
    state.items[far] = PLAYER


def leap_through_walls(state: StoryState) -> None:
    state.place = "gallery"


def revival(state: StoryState) -> None:
    state.characters[DEAD].alive = True


def walking_dead(state: StoryState) -> None:
    state.characters[DEAD].place = state.place


def thing_in_no_place(state: StoryState) -> None:
    state.items[next(iter(state.items))] = "the moon"


def knowledge_from_nobody(state: StoryState) -> None:
    told = {fact for who in state.present() for fact in WORLD.characters[who].knows}
    state.facts["invented"] = state.turn
    assert "invented" not in told


def forgotten_promise(state: StoryState) -> None:
    state.promises.clear()


def promise_of_something_else(state: StoryState) -> None:
    state.promises["0"] = state.promises["0"].model_copy(update={"what": "to leave by the first boat"})


def time_running_back(state: StoryState) -> None:
    state.minutes -= 1


@pytest.mark.parametrize(
    "change",
    [
        gift_from_nowhere, leap_through_walls, revival, walking_dead, thing_in_no_place, knowledge_from_nobody,
        forgotten_promise, promise_of_something_else, time_running_back,
    ],
)  # fmt: skip
def test_an_impossible_change_is_found(change: Callable[[StoryState], None]) -> None:
    assert list(state_contradictions(WORLD, START, after(change))) != []


def test_a_promise_is_not_kept_by_a_word() -> None:
    before, given = START.clone(), Promise(by=PLAYER, to=DEAD, what="to bring the oars", item="oars")
    before.promises["1"] = given
    kept = before.clone()
    kept.turn += 1
    kept.promises["1"] = given.model_copy(update={"status": "kept", "settled": kept.turn})
    assert list(state_contradictions(WORLD, before, kept)) == [
        f"the promise 1 is kept, and oars is not with {DEAD}"
    ]


def test_real_turns_are_left_alone() -> None:
    state, bot = START, TypistBot(3)
    for _ in range(25):
        played = play(WORLD, state, bot.next(WORLD, state, None))
        assert list(state_contradictions(WORLD, state, played.after)) == []
        state = played.after


def test_a_record_that_leads_elsewhere_is_found() -> None:
    played = play(WORLD, START, "look")
    record = TurnRecord(
        number=1, act_id="proof-000001", words="look", roll=Roll(d20=(1,)), outcome=Outcome(), ruling=Ruling(),
        spans=[], reason="complete", patch=diff(START, played.after), narrator="understudy", language="en",
    )  # fmt: skip
    assert list(record_contradictions(START, record, played.after)) == []
    other = played.after.model_copy(update={"minutes": played.after.minutes + 1})
    assert list(record_contradictions(START, record, other)) != []
