"""A world that is edition under a story: what the story keeps, what follows the edit, and what its writer is told."""

from __future__ import annotations

from gamemaster.rules.state import StoryState, new_story
from gamemaster.rules.upkeep.world_edit import carry_over, losses
from tests.rules.upkeep.test_world_upgrade import DATA, WORLD, edition
from worlds.schema import World

WITHOUT_INN = edition(
    locations={"inn": None},
    items={"mug": {"name": "mug", "description": "Chipped.", "at": "quay"}},
    characters={"una": {**DATA["characters"]["una"], "at": "quay"}},
)


def story() -> StoryState:
    """Una was met at the inn, and the rope taken along."""
    state = new_story(WORLD, 7)
    state.place, state.items["rope"], state.held["rope"] = "inn", "player", 1
    state.characters["una"].met = True
    return state


def notes_on(new: World, before: StoryState, old: World = WORLD) -> str:
    return "\n".join(losses(old, new, before, carry_over(old, new, before, before)))


def test_an_edit_of_words_costs_nothing() -> None:
    before = story()
    now = edition(locations={"inn": {"name": "The Inn", "description": "Thick smoke."}})
    assert carry_over(WORLD, now, before, before) == before
    assert notes_on(now, before) == ""


def test_a_place_that_is_gone_is_said_with_the_way_to_keep_it() -> None:
    said = notes_on(WITHOUT_INN, story())
    assert "The Inn (`inn`), is gone: it goes on at The Quay" in said
    assert "write `was: inn` there" in said


def test_a_renamed_place_is_followed() -> None:
    now = edition(
        locations={"inn": None, "tavern": {"name": "The Tavern", "description": "Smoke.", "was": "inn"}},
        items={"mug": {"name": "mug", "description": "Chipped.", "at": "tavern"}},
        characters={"una": {**DATA["characters"]["una"], "at": "tavern"}},
    )
    assert carry_over(WORLD, now, story(), story()).place == "tavern"
    assert notes_on(now, story()) == "`inn` is `tavern` now: what the story knew of it is kept."


def test_what_the_player_had_and_met_is_said_when_it_is_gone() -> None:
    said = notes_on(edition(items={"rope": None}, characters={"una": None}), story())
    assert "`rope`, which the player carried, is gone" in said
    assert "Una (`una`), whom the player has met, is gone" in said


def test_what_nobody_touched_follows_the_edit_and_what_was_touched_does_not() -> None:
    before = story()
    now = edition(
        items={
            name: {**DATA["items"][name], "at": "inn" if name == "rope" else "quay"}
            for name in ("mug", "rope")
        }
    )
    after = carry_over(WORLD, now, before, before)
    assert (after.items["mug"], after.items["rope"]) == ("quay", "player")


def test_what_one_edit_took_away_the_next_one_brings_back() -> None:
    before = story()
    without = carry_over(WORLD, WITHOUT_INN, before, before)
    assert without.place == "quay"
    again = carry_over(WITHOUT_INN, WORLD, before, without)
    assert (again.place, again.characters["una"].met) == ("inn", True)
