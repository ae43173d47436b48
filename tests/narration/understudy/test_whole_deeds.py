"""Deeds of several parts, and those that need a thing that is not there: nothing is dropped, nothing made up."""

from __future__ import annotations

from gamemaster.language.clauses.split import clauses
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.names.rule_phrases import rule_named
from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions
from tests.casekit import cases
from tests.scenekit import play_in, scene, text_of
from tests.worldkit import world_at

INN = "tests/worlds_unseen/caravanserai"
NIGHT, LIGHT, CITY = "worlds/long_night", "worlds/lighthouse", "tests/worlds_modern/brannigan"


def test_to_go_through_what_no_way_leads_through_is_to_search_it() -> None:
    searched = understand(world_at(CITY), scene(CITY, "lobby"), "go through the visitors book").intents
    assert [one.verb for one in searched] == ["search"]
    walked = understand(world_at(CITY), scene(CITY, "lobby"), "go through the door").intents
    assert [one.verb for one in walked] != ["search"]


def test_whoever_has_come_indoors_and_goes_in_is_in_already() -> None:
    _, turn = play_in(NIGHT, "ice", "head for the hut with the flag, knock the snow off my boots and go in")
    assert turn.after.place == "fishing_hut"
    assert not [h for h in turn.ruling.happenings if h.detail.get("why") == "no_direction"]
    assert "You knock the snow off your boots." in text_of(turn)


@cases
def test_what_is_held_out_or_sat_by_has_to_be_there(place: str, words: str) -> None:
    _, turn = play_in(NIGHT, place, words)
    assert not [h for h in turn.ruling.happenings if h.kind == "expressed"]


def test_ones_own_hand_and_a_toast_are_no_things_that_have_to_be_there() -> None:
    for words in ("hold out my hand to Ragnhild", "raise a toast to Ragnhild"):
        _, turn = play_in(NIGHT, "hall", words, here="ragnhild")
        assert text_of(turn).startswith("You "), words


def test_a_feat_comes_off_or_does_not() -> None:
    _, turn = play_in(NIGHT, "hall", "turn a cartwheel")
    assert text_of(turn).removeprefix("You turn a cartwheel").startswith(", and ")


def test_what_nobody_has_a_verb_for_is_an_order_of_its_own_with_it() -> None:
    scope = scope_of(world_at(LIGHT), scene(LIGHT))
    assert clauses(scope, "go back and grate it into the stew".split()) == [
        ["go", "back"],
        ["grate", "it", "into", "the", "stew"],
    ]


def test_the_phrase_of_a_rule_is_known_with_it_in_place_of_the_name() -> None:
    state = scene(NIGHT, "hall").model_copy(update={"focus": {"it": "wooden_horse"}})
    read = rule_named(scope_of(world_at(NIGHT), state), "gallop it along the bench".split())
    assert read is not None
    assert read.rule == "horse_galloped"


@cases
def test_snow_lies_about_and_needs_no_name(words: str, told: str) -> None:
    _, turn = play_in(NIGHT, "yard", words)
    assert told in text_of(turn)


def test_what_is_done_to_it_on_the_ice_does_not_lead_the_player_there() -> None:
    _, turn = play_in(NIGHT, "shore", "pick up a flat stone and skip it across the ice")
    assert turn.after.place == "shore"
    assert "and skip it across the ice." in text_of(turn)


@cases
def test_whoever_climbs_a_roof_does_not_go_in(words: str) -> None:
    _, turn = play_in(NIGHT, "yard", words)
    assert turn.after.place == "yard"


def test_what_is_dipped_into_something_stays_in_the_hand() -> None:
    _, turn = play_in(CITY, "lobby", "dip my hat in the fountain", has="lighter")
    assert not [h for h in turn.ruling.happenings if h.kind == "dropped"]
    _, turn = play_in(CITY, "lobby", "dip the lighter in the fountain", has="lighter")
    assert turn.after.items["lighter"] == "player"


def test_who_is_looked_at_through_a_thing_is_what_is_seen() -> None:
    state = scene(NIGHT, "fishing_hut", "kark")
    words = "pocket that stone with the hole in it and look through it at Kark"
    *_, look = understand(world_at(NIGHT), state, words).intents
    assert (look.verb, look.objects, look.tool) == ("examine", ("kark",), "holed_stone")


def test_snow_that_is_brushed_off_is_told_and_not_explained_away() -> None:
    _, turn = play_in(NIGHT, "ice", "kneel, brush the snow off with my sleeve and look down through the ice")
    assert "brush the snow off with your sleeve" in text_of(turn)
    assert "no more to" not in text_of(turn)


@cases
def test_the_thing_that_a_later_part_wants_is_named_where_it_is_not_here(words: str, named: str) -> None:
    _, turn = play_in(CITY, "lobby", words)
    assert f"You see no {named} here." in text_of(turn)


def test_whoever_walks_about_looking_for_something_searches() -> None:
    _, turn = play_in(
        CITY, "lobby", "walk round the fountain slowly, touching nothing, looking for anything moved"
    )
    assert [h.kind for h in turn.ruling.happenings if h.kind in ("expressed", "searched", "found")][:2] in (
        ["expressed", "searched"],
        ["expressed", "found"],
    )


def test_a_screen_that_nobody_named_is_not_the_voice_of_the_ship() -> None:
    _, turn = play_in(
        "tests/worlds_modern/deck_nine", "bunkroom", "float over to the panel, pry it open and look in"
    )
    assert not [h for h in turn.ruling.happenings if h.kind == "attempted"]


def test_what_is_given_to_a_thing_is_done_to_it() -> None:
    _, turn = play_in(NIGHT, "smithy", "give the anvil one good knock")
    assert [h.what for h in turn.ruling.happenings if h.kind == "rule"] == ["ring_the_anvil"]


@cases
def test_what_is_only_stirred_is_not_eaten(words: str) -> None:
    _, turn = play_in(LIGHT, "kitchen", words)
    assert not [h for h in turn.ruling.happenings if h.kind == "rule"]


def test_what_is_set_straight_stays_where_it_is_worn_and_nobody_is_told_that_they_cannot_brace_themselves() -> (
    None
):
    _, turn = play_in(CITY, "elevator", "set the lighter straight", has="lighter")
    assert turn.after.items["lighter"] == "player"
    _, turn = play_in(CITY, "elevator", "brace myself")
    assert "You brace yourself." in text_of(turn)


def test_shade_is_no_thing_that_has_to_be_told_of() -> None:
    _, turn = play_in(INN, "gate", "sit in the shade")
    assert "You sit in the shade." in text_of(turn)


def test_of_what_is_done_and_used_up_the_writer_tells() -> None:
    state = scene(INN, "stable")
    state = state.model_copy(update={"items": {**state.items, "bridle": "nowhere"}})
    told = [
        text_of(play_without_suggestions(world_at(INN), one, "bridle the mare"))
        for one in (state, state.model_copy(update={"held": {**state.held, "bridle": 1}}))
    ]
    assert ["You hold up the bridle" in one for one in told] == [False, True]


def test_what_is_carved_need_not_be_there() -> None:
    _, turn = play_in(CITY, "lobby", "carve a fish into the panelling")
    assert "You carve a fish into the panelling." in text_of(turn)


def test_what_is_not_there_to_be_cut_is_not_hidden() -> None:
    _, turn = play_in(CITY, "lobby", "cut a slice off the ham and hide it in my sleeve")
    assert not [h for h in turn.ruling.happenings if h.kind == "attempted"]
    assert "no slice" in text_of(turn)


def test_what_is_only_coiled_or_stacked_is_told_and_what_is_chained_stays_so() -> None:
    _, turn = play_in(LIGHT, "store", "stack the drums neatly")
    assert "leave it as it was" not in text_of(turn)


def test_it_is_nobody_who_can_talk_unless_they_were_meant_before() -> None:
    deck = "tests/worlds_modern/deck_nine"
    _, turn = play_in(deck, "bunkroom", "tug at the locker door, then kick it")
    assert not [
        h
        for h in turn.ruling.happenings
        if h.kind == "attempted" and h.detail["target"] in world_at(deck).characters
    ]


def test_what_is_only_straightened_is_no_work_of_twenty_minutes() -> None:
    before, turn = play_in(LIGHT, "kitchen", "straighten the mugs")
    assert turn.after.minutes - before.minutes <= 1


def test_water_on_ones_own_face_is_splashed() -> None:
    _, turn = play_in(CITY, "lobby", "splash water from the fountain on my face")
    assert "You splash water from the fountain on your face." in text_of(turn)


def test_a_verb_that_is_also_somebodys_word_for_a_thing_is_a_verb_before_its_object() -> None:
    _, turn = play_in(NIGHT, "bower", "smooth the bed and sit on the edge of it")
    assert "You smooth the bed" in text_of(turn)


@cases
def test_what_a_vain_deed_was_to_be_done_to_is_named(place: str, words: str, missing: str) -> None:
    before, turn = play_in(CITY, place, words)
    assert f"You see no {missing} here." in text_of(turn)
    assert turn.after.minutes == before.minutes


def test_whoever_hurries_to_somebody_goes_and_whoever_opens_a_door_a_crack_does_not() -> None:
    read = understand(
        world_at(NIGHT), scene(NIGHT, "byre"), "shut the door and hurry back to Ragnhild"
    ).intents
    assert read[-1].verb == "follow"  # a walk to somebody
    _, turn = play_in(CITY, "fourth", "open the door a crack")
    assert turn.after.place == "fourth"
