"""How people word a deed: its manner, its end, what it is for, what takes it back, when it is to be done."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.state import new_story
from tests.language.clauses.test_gates import DECK, LIGHT, NIGHT, OFFICE, standing
from tests.worldkit import world_at
from worlds.schema import PLAYER


def read(folder: str, place: str, words: str, here: str = "", has: str = "") -> list[str]:
    """What the words are read as: each verb with what it is done to."""
    intents = understand(world_at(folder), standing(folder, place, here, has), words).intents
    return [" ".join([one.verb, *one.objects, *filter(None, [one.recipient])]) for one in intents]


@pytest.mark.parametrize(
    ("folder", "place", "here", "has", "words", "expected"),
    [
        # A step back is no flight, unless it says where to.
        (DECK, "gardens", "gus", "", "i back off a bit", ["express"]),
        (DECK, "gardens", "gus", "", "back away slowly", ["express"]),
        (NIGHT, "yard", "ulf", "", "retreat a few paces", ["express"]),
        (NIGHT, "yard", "ulf", "", "i back away into the hall", ["go hall"]),
        (NIGHT, "yard", "ulf", "", "run away", ["flee"]),
        # What is put away stays with whoever has it; a key goes into a lock, and is not laid down there.
        (OFFICE, "fourth", "gloria", "revolver", "put the gun away", [f"put revolver {PLAYER}"]),
        (OFFICE, "fourth", "gloria", "revolver", "put the gun down", ["put revolver"]),
        (OFFICE, "elevator", "", "pass_key", "stick the key in the slot", ["use ninth"]),
        (OFFICE, "elevator", "", "pass_key", "put the key in the keyhole", ["use ninth"]),
        (OFFICE, "elevator", "", "", "hit four", ["push fourth"]),
        (OFFICE, "fourth", "gloria", "", "pick up the phone", ["listen phone"]),
        # Where a walk ends, by what it leads, what it is for, how it is done.
        (LIGHT, "kitchen", "tallack", "", "go up till im at the bell", ["go watchroom"]),
        (NIGHT, "yard", "", "", "past the hall to the smithy", ["go smithy"]),
        (DECK, "pump_room", "", "", "never mind the pumps, back up to the gardens", ["go gardens"]),
        (LIGHT, "landing", "", "turnips", "throw the crate into the sea for luck", ["throw turnips sea"]),
        (NIGHT, "yard", "", "", "i shout BERSI!! as loud as i can", ["call"]),
        (NIGHT, "shore", "ivar", "", "have a little cry", ["express"]),
        # What was taken back, what is over, what is for another hour.
        (NIGHT, "hall", "ragnhild", "", "take the spear.. no leave it", []),
        (NIGHT, "hall", "ragnhild", "", "take the spear. hm actually forget it", []),
        (LIGHT, "kitchen", "tallack", "torn_page", "but i already read it", []),
        (NIGHT, "hall", "", "", "go find groa in the morning", []),
        (NIGHT, "hall", "ragnhild", "", "take the spear tomorrow", []),
        (NIGHT, "hall", "", "", "sleep until tomorrow", ["sleep"]),
        # What is only said.
        (OFFICE, "fourth", "gloria", "", "i owe u two months pay dont i", ["tell gloria"]),
        (LIGHT, "kitchen", "tallack", "", "bronchitis my foot", ["tell tallack"]),
        (LIGHT, "kitchen", "tallack", "", "make a cuppa for tallack and one for me", ["cook kettle"]),
        (NIGHT, "shore", "ivar", "", "go to the boathouse but not without asking ivar if its safe",
         ["ask ivar", "go boathouse"]),
        # At whose door one knocks before one goes in.
        (NIGHT, "yard", "", "", "knock and enter the smithy", ["knock smithy", "go smithy"]),
        (NIGHT, "shore", "", "", "knock and go into the hall", ["go hall"]),
    ],
)  # fmt: skip
def test_a_wording_is_heard(
    folder: str, place: str, here: str, has: str, words: str, expected: list[str]
) -> None:
    assert read(folder, place, words, here, has) == expected


def test_what_is_said_to_somebody_elsewhere_is_not_said_to_those_here() -> None:
    for words in (
        'go back to ulf and threaten him: "I know you killed Orm."',
        'tell ulf "I know you killed Orm"',
    ):
        intents = understand(world_at(NIGHT), standing(NIGHT, "smithy", "skeggi hild"), words).intents
        assert all(one.objects == ("ulf",) for one in intents)


def test_a_gift_to_a_sleeper_is_laid_beside_them() -> None:
    world = world_at(NIGHT)
    state = new_story(world, 1)
    who, bed = next(
        (person.id, movement.at)
        for person in world.characters.values()
        for movement in person.movements
        if movement.asleep
    )
    state.place = state.characters[who].place = bed
    state.visited[bed] = 1
    state.items["glass_beads"] = PLAYER
    hours = (state.model_copy(update={"minutes": minutes}) for minutes in range(0, 1440, 30))
    night = next(hour for hour in hours if is_asleep(world, hour, who))
    name = world.characters[who].name
    [laid] = understand(world, night, f"give the glass beads to {name}, but let them sleep").intents
    assert (laid.verb, laid.objects, laid.recipient) == ("put", ("glass_beads",), None)
    assert play(world, night, f"give the glass beads to {name}").after.items["glass_beads"] == bed


def test_small_deeds_take_little_time() -> None:
    for words in ("pray", "sing a verse", "play a few notes on the harmonica"):
        before = standing(DECK, "corridor", "bo", "harmonica")
        assert play(world_at(DECK), before, words).after.minutes - before.minutes <= 5


def test_what_one_laid_down_is_kept_after_all() -> None:
    down = play(world_at(LIGHT), standing(LIGHT, "store", "jory", "mantle"), "put the mantle down")
    assert down.after.items["mantle"] == "store"
    assert play(world_at(LIGHT), down.after, "actually keep the mantle").after.items["mantle"] == PLAYER
