"""Small handling of a thing in view has an outcome, takes a minute or two, and stays; a prepared deed that is only like
it is offered, and not done."""

from __future__ import annotations

from gamemaster.narration.understudy.answers.left_things import left_so
from gamemaster.narration.understudy.deeds.small_handling import deed_of, plainly_put, table
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.protocol.state_view import view
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at
from worlds.schema import World

NIGHT, LIGHTHOUSE = "worlds/long_night", "worlds/lighthouse"


def story(world: str, place: str, *carried: str) -> StoryState:
    state = new_story(world_at(world), 5)
    state.place = place
    for item in carried:
        state.items[item] = "player"
    return state


def text_of(turn: Played) -> str:
    return " ".join(span.text for span in turn.spans)


def test_what_is_tied_stays_tied_and_is_known_later() -> None:
    world, state = world_at(NIGHT), story(NIGHT, "boathouse", "coil_of_rope")
    turn = play(world, state, "tie one end of the rope round the trestle")
    assert turn.after.minutes - state.minutes <= 5
    assert "round the trestle" in text_of(turn)
    carried = {one.id: one.note for one in view(world, turn.after, ()).carried}
    assert carried["coil_of_rope"] == "tied round the trestle"
    assert "tied round the trestle" in text_of(play(world, turn.after, "is the rope tied to anything?"))
    assert "Not you yourself" in text_of(play(world, turn.after, "am i tied on?"))


def test_nothing_is_answered_of_what_nobody_handled() -> None:
    world, state = world_at(NIGHT), story(NIGHT, "boathouse")
    assert left_so(world, state, ["am", "i", "tied", "on"]) == ""
    assert "Nothing that has happened says so" in text_of(play(world, state, "am i tied on?"))


def test_leave_and_kinship_are_no_state_of_the_body() -> None:
    world, state = world_at(LIGHTHOUSE), story(LIGHTHOUSE, "store")
    for words in ("am i allowed to go upstairs?", "am i needed here?", "are we related?"):
        assert "Nothing that has happened says so" not in text_of(play(world, state, words)), words


def test_a_prepared_deed_that_costs_much_is_offered_and_not_done() -> None:
    world, state = world_at(NIGHT), story(NIGHT, "boathouse")
    turn = play(world, state, "unbolt the hatch")
    assert turn.after.minutes - state.minutes <= 5
    assert turn.after.wounds == state.wounds
    assert "slip_open" not in turn.after.flags
    offered = [choice for aside in turn.outcome.asides for choice in aside.choices]
    assert offered == ["chisel the ice off the trapdoor with the belt-knife"]
    for agreed in ("yes", offered[0]):
        assert play(world, turn.after, agreed).after.minutes - turn.after.minutes == 45, agreed


def test_the_deed_itself_is_done_by_whoever_names_it() -> None:
    world, state = world_at(NIGHT), story(NIGHT, "boathouse")
    for words in ("chip the ice off the bolt", "pry up the hatch", "hack at the trapdoor"):
        assert play(world, state, words).after.minutes - state.minutes >= 45, words


def test_a_prank_with_what_is_only_told_of_shows_and_stays() -> None:
    world, state = world_at(LIGHTHOUSE), story(LIGHTHOUSE, "kitchen")
    turn = play(world, state, "turn the plates to the wall")
    assert "nothing changes" not in text_of(turn)
    assert [one.text for one in turn.after.details.values()] == ["the plates, turned out of line"]
    assert "the plates, turned out of line" in text_of(play(world, turn.after, "look around"))


def test_what_was_not_followed_is_done_where_it_is_small_handling_of_what_was_named() -> None:
    world, state = world_at(LIGHTHOUSE), story(LIGHTHOUSE, "store")
    taken = play(world, state, "take the tin of pilchards").after
    for words in ("give it a shake and a sniff", "toss it in the air and catch it"):
        turn = play(world, taken, words)
        assert not turn.outcome.asides, words
        assert turn.after.items["pilchards"] == "player", words


def test_nothing_is_handled_that_is_not_here() -> None:
    world, state = world_at(NIGHT), story(NIGHT, "boathouse")
    turn = play(world, state, "dip a stick in the pitch")
    assert not any(one.op == "express" for one in turn.outcome.changes)
    assert not turn.after.details


def test_a_bite_leaves_the_rest() -> None:
    world, state = world_at(NIGHT), story(NIGHT, "boathouse", "ships_biscuit")
    turn = play(world, state, "take a bite of the biscuit")
    assert turn.after.items["ships_biscuit"] == "player"
    assert any("bitten into" in one.text for one in turn.after.details.values())


def test_the_parts_of_a_deed_are_told_apart() -> None:
    deed = deed_of("I tie one end of the rope round the trestle twice")
    assert deed is not None
    assert (deed.verb, deed.thing, deed.where) == ("tie", "one end of the rope", "round the trestle")
    assert plainly_put("give it a good shake".split()) == ["shake", "it"]
    assert plainly_put("take a bite of the apple".split()) == ["bite", "the", "apple"]
    assert deed_of("turn round the stove") is None


def test_every_outcome_can_be_told() -> None:
    """An outcome that needs the other thing asks for a preposition before it, or has a wording without it."""
    for name, kind in table().kinds.items():
        last = kind.outcomes[-1]
        assert kind.of or kind.said or kind.to or not (last.of or last.said or last.to), name
        for outcome in kind.outcomes:
            assert outcome.text, name
            assert all(text.strip().endswith((".", "?")) for text in outcome.text), name


def test_what_a_writer_wrote_for_a_handling_comes_first() -> None:
    world, state = world_at(LIGHTHOUSE), story(LIGHTHOUSE, "store", "pilchards")
    written = world.items["pilchards"].handled
    assert written["shake"][0] in text_of(play(world, state, "shake the tin of pilchards"))
    assert written["smell"][0] in text_of(play(world, state, "smell the tin of pilchards"))


def notes_of(world: str, state: StoryState) -> dict[str, str]:
    """What the panel says of each thing that is carried."""
    return {one.id: one.note for one in view(world_at(world), state, ()).carried}


def test_no_knob_is_turned_on_what_has_none() -> None:
    world, state = world_at(LIGHTHOUSE), story(LIGHTHOUSE, "store", "coin", "spoon")
    for words in ("flip the coin up and catch it", "flip the coin up a few times", "put the spoon down"):
        turn = play(world, state, words)
        assert not turn.after.details, words
        assert "You turn" not in text_of(turn), words
        assert "off; on" not in text_of(turn), words
    assert turn.after.items["spoon"] == "store"


def test_the_state_is_the_handled_things_own() -> None:
    world, state = world_at(NIGHT), story(NIGHT, "boathouse")
    turn = play(world, state, "dip my finger in the pitch")
    assert "finger" in text_of(turn)
    assert not turn.after.details  # no finger stays dipped, and the pot was not dipped
    dipped = play(world, state, "dip my knife in the pitch").after
    assert [one.on for one in dipped.details.values()] == ["belt_knife"]


def test_what_is_tied_to_something_stays_where_that_is() -> None:
    world, state = world_at(NIGHT), story(NIGHT, "boathouse", "coil_of_rope")
    tied = play(world, state, "tie one end of the rope round the trestle").after
    away = tied.model_copy(update={"place": "shore"})
    assert notes_of(NIGHT, tied)["coil_of_rope"] == "tied round the trestle"
    assert notes_of(NIGHT, away)["coil_of_rope"] == ""
    assert "tied round the trestle" in text_of(play(world, play(world, tied, "drop the rope").after, "look"))


def test_what_is_tied_round_the_player_goes_along_and_ends_when_it_is_laid_down() -> None:
    world, state = world_at(NIGHT), story(NIGHT, "boathouse", "coil_of_rope")
    tied = play(world, state, "tie the rope round my waist").after
    away = tied.model_copy(update={"place": "shore"})
    assert notes_of(NIGHT, away)["coil_of_rope"] == "tied round your waist"
    assert "Yes" in text_of(play(world, away, "am i tied?"))
    dropped = play(world, away, "drop the rope").after
    assert not dropped.details
    assert "Yes" not in text_of(play(world, dropped, "am i tied?"))


def test_each_thing_keeps_its_own_last_state() -> None:
    world, state = world_at(LIGHTHOUSE), story(LIGHTHOUSE, "store", "letter")
    folded = play(world, state, "fold the letter small").after
    opened = play(world, folded.model_copy(update={"place": "kitchen"}), "unfold the letter").after
    assert [one.text for one in opened.details.values()] == ["the letter, spread out"]


def test_two_things_that_nobody_keeps_count_of_are_two() -> None:
    world, state = world_at(LIGHTHOUSE), story(LIGHTHOUSE, "store")
    for words in (
        "knot a string round the rack",
        "knot a ribbon round the bunker",
        "tie the string round the pipe",
    ):
        state = play(world, state, words).after
    assert {one.text for one in state.details.values()} == {
        "a ribbon, tied round the bunker",
        "the string, tied round the pipe",
    }


def test_a_fire_is_no_soup() -> None:
    world = world_at(LIGHTHOUSE)
    said = text_of(play(world, story(LIGHTHOUSE, "kitchen"), "stir the fire"))
    assert "sparks" in said or "red underneath" in said


def with_handled(item: str, **handled: str) -> World:
    """The lighthouse, whose writer wrote this of a thing."""
    world = world_at(LIGHTHOUSE)
    written = world.items[item].model_copy(update={"handled": {kind: (text,) for kind, text in handled.items()}})
    return world.model_copy(update={"items": {**world.items, item: written}})


def test_what_a_writer_wrote_is_told_of_the_kind_that_was_meant() -> None:
    state = story(LIGHTHOUSE, "store", "letter")
    both = with_handled("letter", switch="It has no switch.", turn="The back of it is bare.")
    assert "The back of it is bare." in text_of(play(both, state, "turn the letter round"))
    one = with_handled("letter", switch="It has no switch.")
    assert "It has no switch." not in text_of(play(one, state, "turn the letter round"))
    assert "It has no switch." in text_of(play(one, state, "turn the letter off"))


def test_a_lamp_that_burns_is_turned_off_once() -> None:
    world, state = world_at(LIGHTHOUSE), story(LIGHTHOUSE, "store")
    off = play(world, state, "turn the lantern off")
    assert "not burning" not in text_of(off)
    assert notes_of(LIGHTHOUSE, off.after)["storm_lantern"] == "turned off"
    assert "not burning" in text_of(play(world, off.after, "turn the lantern off"))
    on = play(world, off.after, "turn the lantern on").after
    assert notes_of(LIGHTHOUSE, on)["storm_lantern"] == "turned on"


def test_what_is_tied_to_a_belt_hangs_there() -> None:
    world, state = world_at(NIGHT), story(NIGHT, "boathouse", "coil_of_rope")
    tied = play(world, state, "tie the rope to my belt")
    assert notes_of(NIGHT, tied.after.model_copy(update={"place": "shore"}))["coil_of_rope"] == "tied to your belt"


def test_what_stands_on_the_players_nose_is_not_pocketed() -> None:
    world, state = world_at(LIGHTHOUSE), story(LIGHTHOUSE, "kitchen", "coin")
    assert "three tries" in text_of(play(world, state, "balance the coin on my nose"))


def test_a_net_over_the_players_own_shoulder_is_no_trap() -> None:
    world, state = world_at(NIGHT), story(NIGHT, "boathouse")
    for words in ("put the net over my shoulders", "hang the net over my shoulder"):
        turn = play(world, state, words)
        assert turn.after.minutes - state.minutes <= 5, words
        assert not any(one.kind == "trap" for one in turn.after.details.values()), words
    assert any(one.text == "the net, hung over your shoulder" for one in turn.after.details.values())
