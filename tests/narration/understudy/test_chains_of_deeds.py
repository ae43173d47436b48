"""Several deeds in one breath: a walk comes first, what follows it is done where it leads, and questions do nothing."""

from __future__ import annotations

from gamemaster.authoring.input_lists import state_of
from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from tests.casekit import cases
from tests.scenekit import play_in, scene
from tests.worldkit import world_at

LIGHTHOUSE, LONG_NIGHT = "worlds/lighthouse", "worlds/long_night"
INN, MILL = "tests/worlds_unseen/caravanserai", "tests/sample_world"


@cases
def test_what_lies_at_the_end_of_a_walk_is_taken_there(
    world: str, place: str, words: str, leads_to: str, item: str
) -> None:
    _, turn = play_in(world, place, words)
    assert turn.after.place == leads_to
    assert turn.after.items[item] == "player"
    assert "Left undone" not in " ".join(span.text for span in turn.spans)


@cases
def test_words_after_a_walk_mean_what_is_there(world: str, place: str, words: str, seen: str) -> None:
    reading = understand(world_at(world), scene(world, place), words)
    assert reading.intents[-1].objects == (seen,)


@cases
def test_what_belongs_to_the_end_of_a_walk_waits_where_it_falls_short(
    world: str, place: str, words: str
) -> None:
    before, turn = play_in(world, place, words)
    assert turn.after.minutes - before.minutes <= 5
    carried = {item for item, where in before.items.items() if where == "player"}
    assert all(turn.after.items[item] == "player" for item in carried)
    assert any("waits until you are there" in span.text for span in turn.spans)


@cases
def test_a_question_where_or_when_does_nothing_amid_a_talk(
    world: str, place: str, here: str, greeting: str, words: str
) -> None:
    talking = play(world_at(world), scene(world, place, here), greeting).after
    turn = play(world_at(world), talking, words)
    assert turn.after.place == place
    carried = [item for item, where in talking.items.items() if where == "player"]
    assert [item for item, where in turn.after.items.items() if where == "player"] == carried
    assert turn.after.minutes - talking.minutes <= 6


@cases
def test_of_a_tale_every_deed_and_word_is_heard_and_nothing_else(
    world: str, place: str, here: str, words: str, verbs: list[str]
) -> None:
    reading = understand(world_at(world), scene(world, place, here), words)
    assert [one.verb for one in reading.intents] == verbs
    assert reading.unclear is None


@cases
def test_a_way_is_gone_in_its_order(world: str, place: str, words: str, leads_to: str) -> None:
    assert play_in(world, place, words)[1].after.place == leads_to


def test_a_thing_is_brought_to_whoever_is_said_to_be_there() -> None:
    state = scene(INN, "yard", "farrokh")
    state.characters["layla"].place = "stable"
    turn = play(world_at(INN), state, "take the letter over to Layla in the stable")
    assert (turn.after.place, turn.after.items["letter"]) == ("stable", "layla")


@cases
def test_a_few_idle_words_are_passed_over(words: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "store", words)
    assert not turn.outcome.asides


def test_waiting_for_what_people_may_do_is_no_two_hours() -> None:
    before, turn = play_in(INN, "kitchen", "wait until somebody comes in", "nuha")
    assert turn.after.minutes - before.minutes <= 30


@cases
def test_a_door_that_is_opened_to_be_gone_through_is_one_walk(
    world: str, place: str, words: str, leads_to: str
) -> None:
    _, turn = play_in(world, place, words)
    assert turn.after.place == leads_to
    assert not [aside for aside in turn.outcome.asides if aside.why in ("not_found", "not_there")]


def test_a_latch_is_that_of_the_door_at_which_one_has_knocked() -> None:
    world = world_at(LONG_NIGHT)
    knocked = play(world, scene(LONG_NIGHT, "yard"), "knock at the hall").after
    assert play(world, knocked, "lift the latch and go in").after.place == "hall"


@cases
def test_what_is_no_door_is_not_gone_through(words: str) -> None:
    assert play_in(LONG_NIGHT, "yard", words)[1].after.place == "yard"


@cases
def test_whoever_is_looked_for_is_looked_for_where_they_may_be(words: str, leads_to: str) -> None:
    assert play_in(LONG_NIGHT, "yard", words)[1].after.place == leads_to


def test_a_place_that_is_only_guessed_at_is_asked_back() -> None:
    world = world_at(LONG_NIGHT)
    reading = understand(world, scene(LONG_NIGHT, "yard"), "the brewhouse, I think")
    assert not reading.intents
    assert reading.clarify is not None
    assert reading.clarify.choices == ("Go to the Brewhouse",)


@cases
def test_a_few_of_many_leave_the_rest_where_they_are(words: str, told: str) -> None:
    before, turn = play_in(LIGHTHOUSE, "landing", words)
    assert turn.after.items["turnips"] == before.items["turnips"] == "landing"
    assert told in " ".join(span.text for span in turn.spans)


@cases
def test_all_of_many_are_taken(place: str, words: str, item: str) -> None:
    assert play_in(LIGHTHOUSE, place, words)[1].after.items[item] == "player"


def test_a_second_walk_is_said_to_be_left_for_the_next_turn() -> None:
    _, turn = play_in(
        LIGHTHOUSE, "kitchen", "go to the bunk room, search the lockers, then go to the lantern"
    )
    assert turn.after.place == "bunkroom"
    assert [(aside.why, aside.about) for aside in turn.outcome.asides] == [("put_off", "go to the lantern")]
    assert "left for the next turn: “go to the lantern”" in " ".join(span.text for span in turn.spans)


@cases
def test_one_walk_leaves_nothing_undone(words: str) -> None:
    assert not play_in(LIGHTHOUSE, "kitchen", words)[1].outcome.asides


@cases
def test_a_walk_goes_through_rooms_that_nothing_stops_it_in(
    world: str, place: str | None, words: str, leads_to: str
) -> None:
    told = {"place": place} if place else {}
    state = state_of(world_at(world), 1, told)
    assert play(world_at(world), state, words).after.place == leads_to


def test_whoever_is_asked_along_is_asked_before_the_walk() -> None:
    state = state_of(world_at(LIGHTHOUSE), 1, {"place": "store", "here": ["jory"]})
    turn = play(world_at(LIGHTHOUSE), state, "run up to the bell n wind it!! jory come w me")
    assert [one.verb for one in turn.outcome.intents] == ["recruit", "go", "wind"]
    assert turn.after.place == "watchroom"
    assert all("other floor" not in span.text for span in turn.spans)


@cases
def test_the_rest_of_a_walk_is_resumed(words: str) -> None:
    _, turn = play_in(MILL, "yard", "go into the mill and sleep")
    assert any(aside.choices for aside in turn.outcome.asides)
    again = play(world_at(MILL), turn.after, words)
    assert [one.verb for one in again.outcome.intents] == ["go", "sleep"]


@cases
def test_a_place_that_somebody_says_they_go_to_is_there(words: str) -> None:
    state = state_of(world_at(LONG_NIGHT), 1, {"place": "boathouse"})
    assert play(world_at(LONG_NIGHT), state, words).after.place == "hall"


def test_what_is_read_to_somebody_who_is_gone_is_read_to_nobody_else() -> None:
    world = world_at(LIGHTHOUSE)
    told = {"place": "kitchen", "has": ["torn_page"], "here": ["tallack", "jory"]}
    state = play(world, state_of(world, 1, told), "hello Tallack").after
    state = play(world, state, "look at the torn page").after
    state.characters["tallack"].place = "bunkroom"
    turn = play(world, state, "read it out loud to him, all of it")
    assert "tallack_slept" not in turn.after.facts
    assert turn.ruling.minutes <= 1


@cases
def test_nobody_walks_back_for_a_question(world: str, place: str, here: str, words: str, leads_to: str) -> None:
    _, turn = play_in(world, place, words, here)
    assert turn.after.place == leads_to
    assert len([one for one in turn.outcome.changes if one.op == "move"]) == 1


@cases
def test_a_walk_on_tiptoe_with_a_peek_in_is_one_walk(world: str, place: str, words: str, leads_to: str) -> None:
    _, turn = play_in(world, place, words)
    assert turn.after.place == leads_to
    assert not turn.outcome.asides


def test_a_friend_who_sees_one_creep_off_suspects_nothing() -> None:
    world = world_at(LIGHTHOUSE)
    state = scene(LIGHTHOUSE, "store", "jory")
    assert state.characters["jory"].disposition > 0
    for turn in range(1, 9):
        after = play(world, state.model_copy(update={"turn": turn}), "sneak up to the kitchen").after
        assert after.characters["jory"].suspicion == 0


@cases
def test_back_in_is_where_one_came_from(world: str, place: str, away: str, words: str) -> None:
    left = play(world_at(world), scene(world, place), away).after
    assert left.place != place
    assert play(world_at(world), left, words).after.place == place


def test_what_follows_a_walk_that_leads_nowhere_waits() -> None:
    before, turn = play_in(
        LONG_NIGHT, "yard", "go back in, sit at the guest's place and eat the porridge slowly", "ulf"
    )
    assert turn.after.place == "yard"
    assert turn.after.minutes - before.minutes <= 1
    waiting = [aside.about for aside in turn.outcome.asides if aside.why == "not_there"]
    assert waiting == ["sit at the guest's place"]
