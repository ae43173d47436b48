"""How people play a part: told of in the third person, with gestures in stars, with deeds beside what is said."""

from __future__ import annotations

import pytest

from gamemaster.authoring.strict_judge import losses
from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at
from worlds.schema import PLAYER

NIGHT, LIGHT, INN = "worlds/long_night", "worlds/lighthouse", "tests/worlds_unseen/caravanserai"


def standing(folder: str, place: str, has: str = "") -> StoryState:
    state = new_story(world_at(folder), 1)
    state.place = place
    state.visited[place] = 1
    for item in has.split():
        state.items[item] = PLAYER
        state.held[item] = 0
    return state


def read(folder: str, place: str, words: str, has: str = "") -> list[str]:
    """What the words are read as: each verb with what it is done to."""
    intents = understand(world_at(folder), standing(folder, place, has), words).intents
    return [" ".join([one.verb, *one.objects, *filter(None, [one.recipient])]) for one in intents]


@pytest.mark.parametrize(
    ("folder", "place", "has", "words", "expected"),
    [
        # Told of in the third person, by a name that nobody here bears.
        (LIGHT, "landing", "", 'Snorri the Bold laughs! "Forty steps?" He marches in.', ["call", "go store"]),
        (INN, "yard", "", "Yusuf takes the cart pole and lifts his chin.", ["take cart_pole", "express"]),
        (NIGHT, "shore", "", "Astrid crouches down and asks the boy where his father is.", ["express", "ask ivar"]),
        # Gestures in stars: what handles a thing in reach is done.
        (LIGHT, "watchroom", "", "*thumbs through the old log, frowns*", ["read old_log", "express"]),
        (INN, "gate", "", "*drums his fingers on the bench*", ["express"]),
        # What leads next door is a walk, and what would harm somebody is no gesture.
        (NIGHT, "shore", "", "*squares his shoulders and marches into the boathouse*", ["express", "go boathouse"]),
        (NIGHT, "shore", "", "*strides about the shore*", ["express"]),
        (NIGHT, "shore", "", "*breaks his arm*", ["break ivar"]),
        (NIGHT, "shore", "", "*clears his throat*", ["express"]),
        (NIGHT, "shore", "", "i crouch down to the boy's level", ["express"]),
        (NIGHT, "shore", "", '"One of us is lying," he says, and ruffles the boys hair.', ["express", "tell ivar"]),
        (NIGHT, "shore", "", "i stamp my feet before heading up the path to the houses", ["express", "go yard"]),
        (NIGHT, "shore", "", "i salute like a soldier and go to the boathouse", ["express", "go boathouse"]),
        # What stands beside them is said.
        (LIGHT, "wireless", "", "*nods* you never sleep much", ["express", "tell dilys"]),
        (LIGHT, "wireless", "", "(quietly, to Dilys) does he always do that?", ["ask dilys"]),
        (LIGHT, "wireless", "", "*sits down* take the photograph", ["express", "take photograph"]),
        # A deed right after what is said, and what is said without marks.
        (NIGHT, "groa_hut", "", '"Ow!" I hop back, rubbing my shin. "I only came in."', ["tell groa", "tell groa"]),
        (LIGHT, "kitchen", "storm_lantern", '"Evening." I put the lantern on the table.',
         ["talk tallack", "put storm_lantern table"]),
        (INN, "yard", "", "Is there water down there, I ask the Persian, and how deep?", ["ask farrokh"]),
        # What only adds, shows or says how; what somebody else does meanwhile.
        (NIGHT, "byre", "", "I nod. A cow. I stroke the cow.", ["pet byre_cow"]),
        (NIGHT, "hall", "belt_knife", "Torvald lays his knife on the board, hilt toward the lady.",
         ["put belt_knife hall_board"]),
        (NIGHT, "hall", "boar_spear", "I drop the spear, slowly, and kick it away from me.", ["put boar_spear"]),
        (NIGHT, "shore", "", "I say their names while I walk back up to the yard", ["go yard"]),
        (LIGHT, "kitchen", "", "Mr. Finch smiles and regards the keeper. \"And who had the watch, sir?\"",
         ["examine tallack", "ask tallack"]),
        (INN, "gate", "", "put down that beam, bishr, i mean it", ["persuade bishr"]),
        (LIGHT, "store", "", "distract Jory by asking about the girl while I pocket the mantle",
         ["distract jory", "take mantle"]),
        (NIGHT, "shore", "", "put my cloack on the kid", ["give sea_cloak ivar"]),
        (NIGHT, "storehouse", "white_cheese", "I eat the cheese, rind and all", ["eat white_cheese"]),
        (LIGHT, "store", "", "ey jory wanna bet who's first up the ladder", ["tell jory"]),
        (LIGHT, "watchroom", "", "As quietly as I can I ease the press open", ["open press"]),
        (LIGHT, "watchroom", "", 'I write "1919?" in the dust on the desk', ["mark desk"]),
        (LIGHT, "watchroom", "", "start reading the log", ["read logbook"]),
        # Held out, under a nose, over a shoulder.
        (INN, "gate", "", "I hold out the waterskin to the old man", ["give waterskin bishr"]),
        (NIGHT, "yard", "", "I spit in my palm and hold it out to Ulf", ["express"]),
        (LIGHT, "kitchen", "", "I wave the letter under his nose", ["show letter tallack"]),
        (NIGHT, "boathouse", "coil_of_rope", "sling the rope over my shoulder", [f"put coil_of_rope {PLAYER}"]),
        # Of what lies elsewhere and what is here, what is here is meant.
        (NIGHT, "howe", "", "I read the runes", ["read howe_runes"]),
        (NIGHT, "brewhouse", "", "search yrsa's herbs", ["search brewhouse_herbs"]),
        (LIGHT, "landing", "", "check if somebody's been using the boat", ["examine jolly_boat"]),
        # A part is a part of something, and turned round is the same.
        (LIGHT, "bunkroom", "pocket_watch", "The watch is heavy. I read the engraving on it.",
         ["read pocket_watch"]),
        (LIGHT, "watchroom", "", "Up I go", ["go lantern"]),
        (NIGHT, "yard", "salt_herring", "if he growls I throw him the herring, otherwise I walk to the hall",
         ["go hall"]),
    ],
)  # fmt: skip
def test_what_is_acted_out_is_done_and_said(
    folder: str, place: str, has: str, words: str, expected: list[str]
) -> None:
    found = read(folder, place, words, has)
    assert [one for one in found if one != "express"] == [one for one in expected if one != "express"]
    assert "express" not in expected or "express" in found or len(expected) > 1


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("hall", "*thinks about taking the boar-spear*"),
        ("hall", "Kael wonders who took the boar-spear."),
        ("hall", "Nobody takes the boar-spear."),
        ("hall", "Ulf takes the boar-spear."),
        ("hall", 'Ragnhild says "take the boar-spear".'),
        ("hall", "*watches her take the boar-spear*"),
        ("hall", "they take the boar-spear every night"),
    ],
)
def test_what_somebody_else_does_is_not_done(place: str, words: str) -> None:
    acting = [one for one in read(NIGHT, place, words) if one.split()[0] in ("take", "steal", "go", "drop")]
    assert not acting


@pytest.mark.parametrize(
    ("folder", "place", "words"),
    [
        (LIGHT, "store", 'If he comes any closer I\'ll brain him with the lantern. "Stay there, Kemp!"'),
        (NIGHT, "bower", "leave everything as it is and close the chest again"),
        (INN, "gate", "I'd give him my own waterskin if only he'd let me through."),
        (NIGHT, "shore", "I walk round the poles twice and think"),
        (NIGHT, "boathouse", "I wander down between the hulls, running my hand along the planks"),
        (LIGHT, "store", "He thinks I can't hear him. I keep very still."),
        (NIGHT, "yard", "I let myself slide down the wall of the hut until I'm sitting in the snow."),
        (NIGHT, "yard", "It all makes sense now: the belt, the boots, the sledge."),
        (INN, "gate", "I offer the old man my arm"),
        (NIGHT, "hall", "I think about taking the boar-spear, but I leave it on the wall."),
        (NIGHT, "hall", "I nearly take the boar-spear, then think better of it."),
        (NIGHT, "byre", "I want to sleep, but I keep my eyes open and listen."),
        (NIGHT, "ice", "Do I go back to the shore, or on to the hut?"),
        (LIGHT, "kitchen", "I ask Tallack to go up to the lantern and take the letter."),
        (NIGHT, "yard", "Sigrun swears, shoulders her way past the steward and grins."),
        (NIGHT, "storehouse", "leave a trail of barley from the storehouse to the gate"),
        (NIGHT, "ice", "Then I hear it: knocking, three slow knocks, from below."),
        (INN, "gate", "I spit in my palm, shake his hand and grin"),
        (NIGHT, "yard", "I trudge up from the boats with my hood pulled low"),
        (LIGHT, "wireless", "I step inside and take off my hat"),
        (NIGHT, "hall", "I take a deep breath, step back and sink onto a bench"),
    ],
)
def test_nothing_is_lost_by_what_is_only_told(folder: str, place: str, words: str) -> None:
    assert not losses(world_at(folder), standing(folder, place), words)


def test_what_is_laid_down_amid_a_talk_is_done_and_not_told() -> None:
    world = world_at(NIGHT)
    talking = play(world, standing(NIGHT, "shore"), "good morning, ivar").after
    turn = play(world, talking, "I lay my tinderbox on the stones and wait")
    assert turn.after.items["tinderbox"] == "shore"
    told = play(world, talking, "I lay awake all night")
    assert {one.verb for one in told.outcome.intents} == {"tell"}


def test_what_one_does_to_oneself_is_told_as_ones_own() -> None:
    turn = play(world_at(NIGHT), standing(NIGHT, "shore"), '*lowers himself onto the next keel* "Morning, lad."')
    assert "yourself" in turn.spans[0].text
