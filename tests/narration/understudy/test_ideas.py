"""Odd ideas, as people type them: what each is tried as, on what, with what. No writer foresaw any of them."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.language.understanding import understand
from gamemaster.memory.witnessing import Turn, memories_of
from gamemaster.narration.understudy.understudy import Played, play, play_without_suggestions
from gamemaster.rules.proposal import AddDetail, Attempt, Enjoy, PassTime
from tests.scenekit import standing
from tests.worldkit import act, begin, world_at
from worlds.schema import PLAYER

LONG_NIGHT, LIGHTHOUSE, SAMPLE = "worlds/long_night", "worlds/lighthouse", "tests/sample_world"

# World, place, what is carried and who is there besides; then the words, the stance, target, tool and recipient.
IDEAS = [
    (LONG_NIGHT, "hall porridge_bowl ulf", "throw the porridge in Ulf's face", "distract ulf porridge_bowl -"),
    (LONG_NIGHT, "yard bersis_spoon bishop", "throw the spoon into the well to draw the dog",
     "distract bishop bersis_spoon yard_well"),
    (LONG_NIGHT, "yard ulf", "throw a snowball at Ulf", "distract ulf - -"),
    (LONG_NIGHT, "yard ulf", "distract Ulf by throwing a bead at the rack", "distract ulf - -"),
    (LONG_NIGHT, "hall ale_jug ulf", "spill the ale on Ulf", "distract ulf ale_jug -"),
    (LONG_NIGHT, "loft glass_beads", "drop the beads to make a noise", "distract - glass_beads -"),
    (LONG_NIGHT, "boathouse iron_bar", "wedge the iron bar under the trapdoor", "block under_ice iron_bar -"),
    (LONG_NIGHT, "hall boar_spear", "block the door with the spear", "block yard boar_spear -"),
    (LONG_NIGHT, "hall", "barricade the door with the benches", "block yard hall_benches -"),
    (LONG_NIGHT, "hall", "pile the benches against the door", "block yard hall_benches -"),
    (LONG_NIGHT, "storehouse", "topple the barrels to block the door", "block - storehouse_barrels -"),
    (LONG_NIGHT, "hall", "stand guard at the door", "endure yard - -"),
    (LONG_NIGHT, "byre glass_beads", "hide the beads in the hay", "hide glass_beads - byre_hay"),
    (LONG_NIGHT, "hall", "hide the knife in the hearth", "hide belt_knife - hall_hearth"),
    (LONG_NIGHT, "yard", "bury the knife in the snow", "hide belt_knife - -"),
    (LONG_NIGHT, "hall orms_axe ulf", "plant the axe under Ulf's seat", "hide orms_axe - hall_high_seat"),
    (LONG_NIGHT, "hall bone_seal ulf", "slip the seal into Ulf's pocket", "finesse ulf bone_seal -"),
    (LONG_NIGHT, "wood coil_of_rope", "set a snare with the rope", "trap - coil_of_rope -"),
    (LONG_NIGHT, "boathouse coil_of_rope", "tie the rope across the doorway at ankle height", "trap - coil_of_rope -"),
    (LONG_NIGHT, "yard coil_of_rope", "stretch the rope across the steps to trip Ulf", "trap hall coil_of_rope -"),
    (LONG_NIGHT, "smithy", "offer Skeggi my cloak for a nail", "bargain skeggi sea_cloak -"),
    (LONG_NIGHT, "hall arm_rings ulf", "bribe Ulf with the arm rings to look the other way", "bargain ulf arm_rings -"),
    (LONG_NIGHT, "yard salt_herring bishop", "lure the dog away with a herring", "lure bishop salt_herring -"),
    (LONG_NIGHT, "yard salt_herring bishop", "leave the herring by the well to lure the dog there",
     "lure bishop salt_herring yard_well"),
    (LONG_NIGHT, "shore", "build a snowman", "build - - -"),
    (LONG_NIGHT, "shore", "make a little cairn of stones for Bersi", "build - - -"),
    (LONG_NIGHT, "gate", "carve my name in the palisade", "mark gate_palisade - -"),
    (LONG_NIGHT, "gate", "carve a rune into the wicket with my knife", "mark gate_wicket belt_knife -"),
    (LONG_NIGHT, "ice", "draw a circle on the ice", "mark ice - -"),
    (LONG_NIGHT, "headland pine_torch", "wave the torch to signal the ship", "signal - pine_torch -"),
    (LONG_NIGHT, "byre", "comfort the cow", "comfort byre_cow - -"),
    (LONG_NIGHT, "boathouse", "cut the nets", "sabotage boathouse_nets - -"),
    (LONG_NIGHT, "smithy", "sabotage the forge", "sabotage smithy_forge - -"),
    (LONG_NIGHT, "hall psalter", "dress up as a priest using the psalter", "disguise player psalter -"),
    (LONG_NIGHT, "hall", "smear soot on my face so nobody recognises me", "disguise player - -"),
    (LONG_NIGHT, "hall", "sing a sad song about Bersi", "music - - -"),
    (LONG_NIGHT, "hall", "dance on the table", "music hall_benches - -"),
    (LONG_NIGHT, "shore", "mourn Bersi", "mourn - - -"),
    (LONG_NIGHT, "hall", "kick the benches over", "force hall_benches - -"),
    (LONG_NIGHT, "shore", "push the boat over", "force shore_boats - -"),
    (LONG_NIGHT, "bower", "pick the lock of the chest", "finesse bower_chest - -"),
    (LONG_NIGHT, "hall", "beg Ragnhild for mercy", "beg ragnhild - -"),
    (LONG_NIGHT, "hall ulf", "threaten Ulf with the knife", "threaten ulf belt_knife -"),
    (LONG_NIGHT, "hall skeggi", "intimidate Skeggi into telling me about the slip", "threaten skeggi - -"),
    (LONG_NIGHT, "yard ulf", "I sneak up behind Ulf", "stealth ulf - -"),
    (LONG_NIGHT, "gate", "sneak past the crows", "stealth gate_crows - -"),
    (LONG_NIGHT, "hall ulf", "hide under the benches", "stealth hall_benches - -"),
    (LIGHTHOUSE, "kitchen", "hit Tallack with the kettle", "strike tallack kettle -"),
    (LIGHTHOUSE, "lantern", "smash the lamp", "force lamp - -"),
    (LIGHTHOUSE, "kitchen", "barricade the door with the table", "block - table -"),
    (LIGHTHOUSE, "store", "roll a drum against the door", "block landing drums -"),
    (LIGHTHOUSE, "gallery", "tie myself to the rail", "endure player - rail"),
    (LIGHTHOUSE, "landing", "scratch a message on the steps", "mark landing - -"),
    (LIGHTHOUSE, "wireless", "cut the cables", "sabotage cables - -"),
    (LIGHTHOUSE, "store", "hide behind the drums", "stealth drums - -"),
    (LIGHTHOUSE, "store storm_lantern", "hide the lantern behind the coal", "hide storm_lantern - coal"),
    (LIGHTHOUSE, "gallery storm_lantern", "wave the lantern at the ship", "signal - storm_lantern -"),
    (SAMPLE, "yard", "shove Mara aside", "force mara - -"),
    (SAMPLE, "yard", "hide the knife in the well", "hide knife - well"),
    (SAMPLE, "yard", "block the mill door with the knife", "block mill knife -"),
    (SAMPLE, "yard", "bribe Wen with the knife", "bargain well_keeper knife -"),
    (SAMPLE, "yard", "build a snow fort", "build - - -"),
    (SAMPLE, "yard", "carve a wolf on the well with my knife", "mark well knife -"),
    (SAMPLE, "wood", "set a trap for the wolf", "trap - - -"),
]  # fmt: skip
COMFORTS = [
    (LONG_NIGHT, "hall", "warm myself at the fire", "hall_hearth warmth"),
    (LONG_NIGHT, "hall", "I warm my hands over the hearth", "hall_hearth warmth"),
    (LONG_NIGHT, "hall", "sit by the hearth", "hall_hearth warmth"),
    (LONG_NIGHT, "groa_hut", "get warm", "groa_hut_fire warmth"),
    (LONG_NIGHT, "groa_hut", "dry my clothes by the fire", "groa_hut_fire warmth"),
    (LONG_NIGHT, "hall", "rest on the bench", "hall_benches rest"),
    (LONG_NIGHT, "byre", "lie down in the hay", "byre_hay rest"),
    (LIGHTHOUSE, "kitchen", "sit by the stove", "stove warmth"),
    (LIGHTHOUSE, "bunkroom", "lie down on the bunk", "bunks rest"),
    (SAMPLE, "loft lantern", "light the lantern", "lantern light"),
]


def attempt(folder: str, setting: str, words: str, seed: int = 5) -> Played:
    return play_without_suggestions(world_at(folder), standing(folder, setting, seed), words)


@pytest.mark.parametrize(("folder", "setting", "words", "expected"), IDEAS)
def test_an_idea_is_tried_as_what_it_is(folder: str, setting: str, words: str, expected: str) -> None:
    played = attempt(folder, setting, words)
    attempts = [op for op in played.outcome.changes if isinstance(op, Attempt)]
    found = [f"{op.stance} {op.target or '-'} {op.tool or '-'} {op.recipient or '-'}" for op in attempts]
    assert found == [expected], played.outcome
    assert not played.ruling.rejections
    assert any(happening.kind == "attempted" for happening in played.ruling.happenings)


@pytest.mark.parametrize(
    ("folder", "setting", "words"),
    [
        # What the story needs where it is, and what is no thing to hand over, is not for trade.
        (LONG_NIGHT, "hall hacksilver", "trade the silver for the keys with Ragnhild"),
        (LONG_NIGHT, "brewhouse", "offer Yrsa my knife for the henbane"),
        (LONG_NIGHT, "smithy", "offer Skeggi my cloak for his hammer"),
        (SAMPLE, "yard", "swap my knife for Wen's coin"),
        ("tests/worlds_modern/brannigan", "lobby", "offer otis a lucky for the master key"),
        ("tests/worlds_modern/brannigan", "lobby", "trade otis the dime for his radio"),
        # Nor does anybody promise what nothing in the world has them do.
        ("tests/worlds_modern/deck_nine", "corridor", "persuade bo to stand on his head"),
        ("tests/worlds_modern/deck_nine", "corridor", "will you tape over your eye, bo?"),
        (LONG_NIGHT, "hall", "tell Ragnhild to dance on the table"),
        (LONG_NIGHT, "hall", "beg Ragnhild to sing like a bird"),
    ],
)
def test_what_nobody_could_grant_is_answered_in_words_and_binds_nobody(
    folder: str, setting: str, words: str
) -> None:
    state = standing(folder, setting, 5)
    played = play(world_at(folder), state, words)
    assert not any(isinstance(op, Attempt) for op in played.outcome.changes)
    assert any(span.speaker for span in played.spans), "somebody answers"
    assert played.after.minutes - state.minutes <= 1
    assert played.after.items == state.items
    assert not [name for name in played.after.promises if name.startswith("turn_")]
    assert not any(one.toward(PLAYER).debt for one in played.after.characters.values())


@pytest.mark.parametrize(("folder", "setting", "words", "expected"), COMFORTS)
def test_what_offers_warmth_food_rest_or_light_gives_it(
    folder: str, setting: str, words: str, expected: str
) -> None:
    played = attempt(folder, setting, words)
    used = [op for op in played.outcome.changes if isinstance(op, Enjoy)]
    assert [f"{op.what} {op.offer}" for op in used] == [expected]
    assert not played.ruling.checks, "it never fails"
    assert not played.ruling.rejections


@pytest.mark.parametrize(("folder", "setting", "words", "expected"), IDEAS)
def test_an_idea_is_told_concretely_however_it_falls(
    folder: str, setting: str, words: str, expected: str
) -> None:
    """Success and failure alike: nothing is claimed of what never was, and no placeholder is left."""
    for seed in (1, 2, 3):
        played = attempt(folder, setting, words, seed)
        text = " ".join(span.text for span in played.spans)
        assert "{" not in text
        assert played.ruling.minutes <= 40
        assert played.after.wounds <= 3
        hidden = [name for name in world_at(folder).threats if name in text and name not in words]
        assert not hidden


def test_a_snowman_stays_and_is_seen_again() -> None:
    built = attempt(LONG_NIGHT, "shore", "build a snowman").after
    looked = play(world_at(LONG_NIGHT), built, "look around")
    assert any("a snowman" in span.text for span in looked.spans)


def test_people_remark_on_what_was_made() -> None:
    state = act(begin(), AddDetail(text="a snowman")).after
    remarks = []
    for _ in range(20):
        ruled = act(state, PassTime(minutes=5), verbs="wait")
        remarks += [h for h in ruled.ruling.happenings if h.detail.get("code") == "regarded"]
        state = ruled.after
    assert [h.detail["named"] for h in remarks] == ["a snowman"], "once"


def test_what_is_not_there_cannot_be_used() -> None:
    played = attempt(LIGHTHOUSE, "kitchen", "jam the stove with a crowbar")
    assert not [op for op in played.outcome.changes if isinstance(op, Attempt)]
    assert played.ruling.minutes <= 1


def test_witnesses_keep_what_they_saw() -> None:
    world, before = world_at(LONG_NIGHT), standing(LONG_NIGHT, "hall boar_spear", 5)
    played = play(world, before, "block the door with the spear")
    turn = Turn(world, before, played.after, played.outcome, played.ruling, tuple(played.spans))
    kept = [memory.text for memory in memories_of(turn) if memory.owner == "ragnhild"]
    assert any(text.startswith("I saw the stranger") and "boar-spear" in text for text in kept)


CRANE = "crane_office crane lighter coat pass_key"


@pytest.mark.parametrize(
    "words",
    [
        "set fire to his pile of paper with my zippo",
        "burn his papers",
        "tear up his papers",
        "smash crane's desk",
    ],
)
def test_what_is_done_to_somebodys_thing_is_not_done_to_them(words: str) -> None:
    played = attempt("tests/worlds_modern/brannigan", CRANE, words)
    assert not any(isinstance(op, Attempt) for op in played.outcome.changes)
    assert played.after.characters["crane"].wounds == played.after.wounds == 0
    assert "desk" in played.spans[0].text, "what was told of it is all there is"


@pytest.mark.parametrize(
    "words", ["hit his arm", "knock crane out with the adding machine", "knock him cold"]
)
def test_what_is_done_to_somebodys_body_is_done_to_them(words: str) -> None:
    played = attempt("tests/worlds_modern/brannigan", CRANE, words)
    assert [(op.stance, op.target) for op in played.outcome.changes if isinstance(op, Attempt)] == [
        ("strike", "crane")
    ]


def test_the_door_that_was_gone_through_is_not_broken_behind_one() -> None:
    played = attempt(
        "tests/worlds_modern/brannigan", "ninth pass_key", "barge into crane's office, kick the door"
    )
    assert played.after.place == "crane_office"
    assert not any(isinstance(op, Attempt) for op in played.outcome.changes)


@pytest.mark.parametrize("words", ["put the coat on his desk", "toss the coat on the desk"])
def test_a_thing_is_laid_on_what_is_only_told_of(words: str) -> None:
    played = attempt("tests/worlds_modern/brannigan", CRANE, words)
    assert played.after.items["coat"] == "crane_office"


def test_who_threatens_to_do_something_to_themselves_is_heard_and_does_not_do_it() -> None:
    words = "threaten to drink the fungicide unless she talks"
    played = attempt("tests/worlds_modern/deck_nine", "lab", words)
    (threat,) = [op for op in played.outcome.changes if isinstance(op, Attempt)]
    assert (threat.stance, threat.target, threat.tool) == ("threaten", "ines", None)
    assert "fungicide" in threat.aim


@pytest.mark.parametrize("world", ["worlds/lighthouse", "worlds/long_night", "tests/worlds_modern/brannigan"])
@pytest.mark.parametrize(
    "words",
    [
        "lay a false trail",
        "leave a false trail",
        "lay false tracks",
        "plant false evidence",
        "leave footprints",
    ],
)
def test_a_sign_that_is_laid_is_an_idea_and_no_thing_that_is_missing(world: str, words: str) -> None:
    state = state_of(world_at(world), 1, {"input": "x"})
    turn = play(world_at(world), state, words)
    assert [op.stance for op in turn.outcome.changes if isinstance(op, Attempt)] == ["build"]
    assert turn.after.items == state.items


@pytest.mark.parametrize(
    ("world", "place"), [("worlds/lighthouse", "watchroom"), ("tests/worlds_modern/brannigan", "lobby")]
)
@pytest.mark.parametrize(
    "words", ["set the clock back", "set the clock forward", "set the clock back ten minutes"]
)
def test_a_clock_that_is_set_is_turned_and_not_built(world: str, place: str, words: str) -> None:
    state = state_of(world_at(world), 1, {"input": "x", "place": place})
    assert [(one.verb, one.objects) for one in understand(world_at(world), state, words).intents] == [
        ("turn", ("clock",))
    ]


def test_what_is_carried_is_still_set_down() -> None:
    state = state_of(world_at("worlds/lighthouse"), 1, {"input": "x", "place": "watchroom"})
    turn = play(world_at("worlds/lighthouse"), state, "set the lantern down")
    assert turn.after.items["storm_lantern"] == "watchroom"
