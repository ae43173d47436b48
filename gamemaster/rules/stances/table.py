"""The table of stances: what kind of thing an unforeseen idea is, what decides it, and what may come of it. Data only.

A narrator picks the row (`proposal.Attempt`), and `attempts` rules on it. `aims` come about when it succeeds, `costs`
are drawn from when it half succeeds or fails; their names are those of functions in the modules `aims` and `costs`.
A world may retune or drop a row (`World.stances`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from worlds.schema import Family, StanceName

# What an idea may be aimed at. `here`: this place, or nothing in particular.
Kind = Literal["person", "threat", "thing", "way", "self", "here"]
# When the dice decide. `opposed`: where somebody could resist or notice, or danger is near; `hazard`: always, somebody
# may get hurt; `never`: it just succeeds.
Dice = Literal["opposed", "hazard", "never"]


@dataclass(frozen=True)
class Stance:
    """One row. `difficulty` is that of a fair try (8 easy, 12 fair, 16 hard), before what makes it easier or harder."""

    family: Family
    difficulty: int
    minutes: int
    on: frozenset[Kind]
    aims: tuple[str, ...]
    costs: tuple[str, ...]
    dice: Dice = "opposed"
    deed: str | None = None  # what those who see it remember the player did
    tools: frozenset[str] = frozenset()  # tags of what makes it easier
    unseen: bool = False  # watchers and light make it harder, darkness easier
    by_hand: bool = True  # False: it is done with words


def _kinds(*kinds: Kind) -> frozenset[Kind]:
    return frozenset(kinds)


def _tags(words: str) -> frozenset[str]:
    return frozenset(words.split())


_THINGS = _kinds("thing", "way", "here")
_PEOPLE = _kinds("person", "threat")
_ARMS = _tags("weapon iron blade axe spear sword gun")
_LEVERS = _tags("lever iron axe hammer tool weapon")

STANCES: dict[StanceName, Stance] = {
    "force": Stance(
        "force",
        12,
        10,
        _kinds("thing", "way", "person"),
        ("give_way",),
        ("noise_2", "harm", "strain"),
        "hazard",
        "damage",
        _LEVERS,
    ),
    "strike": Stance(
        "force",
        12,
        5,
        _kinds("person", "threat", "thing"),
        ("wound",),
        ("harm",),
        "hazard",
        "violence",
        _ARMS,
    ),
    "finesse": Stance(
        "craft",
        12,
        10,
        _kinds("thing", "way", "person", "here"),
        ("ease",),
        ("noise_1", "jam", "harm"),
        "hazard",
        None,
        _tags("blade needle wire pick rope tool"),
        unseen=True,
    ),
    "stealth": Stance(
        "quiet",
        12,
        5,
        _kinds("person", "threat", "thing", "way", "here", "self"),
        ("vanish",),
        ("noise_1", "suspicion"),
        unseen=True,
        tools=_tags("cloak dark soft"),
    ),
    "craft": Stance(
        "craft",
        12,
        20,
        _kinds("thing", "here", "person", "self"),
        ("serve",),
        ("spend", "late"),
        tools=_tags("tool blade rope needle wire pitch"),
    ),
    "endure": Stance(
        "endurance",
        12,
        20,
        _kinds("threat", "way", "thing", "here", "self", "person"),
        ("hold_out",),
        ("strain", "harm"),
        "hazard",
        tools=_tags("fur cloak shield wool"),
    ),
    "search": Stance(
        "wits", 12, 10, _kinds("thing", "here", "person"), ("find",), ("noise_1", "suspicion"), "never"
    ),
    "persuade": Stance("speech", 12, 5, _PEOPLE, ("agree",), ("owe", "displease"), by_hand=False),
    "deceive": Stance(
        "speech",
        12,
        5,
        _PEOPLE,
        ("believe",),
        ("suspicion_2", "distrust"),
        deed="lie",
        by_hand=False,
        tools=_tags("proof paper letter tally seal keepsake"),
    ),
    "threaten": Stance(
        "speech", 14, 3, _PEOPLE, ("cow",), ("frighten", "noise_2"), deed="threat", by_hand=False, tools=_ARMS
    ),
    "charm": Stance(
        "speech",
        12,
        5,
        _PEOPLE,
        ("endear",),
        ("suspicion",),
        by_hand=False,
        tools=_tags("keepsake silver drink food"),
    ),
    "bargain": Stance(
        "speech",
        10,
        5,
        _PEOPLE,
        ("swap",),
        ("owe", "late"),
        by_hand=False,
        tools=_tags("money silver countable food drink"),
    ),
    "comfort": Stance(
        "speech",
        10,
        1,  # minutes: a kind word or an arm round somebody is soon given
        _PEOPLE | _kinds("thing"),
        ("soothe",),
        (),  # kindness in vain costs nothing
        deed="kindness",
        by_hand=False,
        tools=_tags("food drink fur wool"),
    ),
    "beg": Stance("speech", 14, 3, _PEOPLE, ("grant",), ("displease",), by_hand=False),
    "insult": Stance("speech", 12, 1, _PEOPLE, ("offend",), (), "never", "insult", by_hand=False),
    "distract": Stance(
        "speech",
        12,
        5,
        _kinds("person", "threat", "here", "thing", "way"),
        ("divert",),
        ("suspicion", "noise_2"),
        tools=_tags("bell light flame food countable small"),
    ),
    "trap": Stance(
        "craft",
        14,
        20,
        _kinds("threat", "person", "way", "thing", "here"),
        ("set_trap",),
        ("spend", "harm", "late"),
        "hazard",
        None,
        _tags("rope wire net pitch blade"),
    ),
    "hide": Stance(
        "quiet",
        10,
        5,
        _kinds("thing"),
        ("stash",),
        ("suspicion", "late"),
        tools=_tags("cloak fur"),
        unseen=True,
    ),
    "block": Stance(
        "force",
        10,
        20,
        _kinds("way", "thing", "here"),
        ("bar",),
        ("noise_2", "strain"),
        tools=_tags("lever rope iron wood chain"),
    ),
    "mark": Stance(
        "craft", 8, 5, _THINGS | _kinds("self"), ("leave_mark",), (), "never", tools=_tags("blade chalk")
    ),
    "lure": Stance(
        "wits",
        12,
        10,
        _PEOPLE,
        ("draw_off",),
        ("spend", "approach"),
        "hazard",
        tools=_tags("food bell light small countable"),
    ),
    "signal": Stance(
        "wits",
        10,
        2,  # minutes: a shout or a wave is soon over
        _kinds("person", "threat", "here", "thing", "way"),
        ("call_over",),
        ("noise_2",),
        tools=_tags("light flame bell horn"),
    ),
    "sabotage": Stance(
        "craft",
        12,
        10,
        _kinds("thing", "way"),
        ("spoil",),
        ("suspicion_2", "noise_1"),
        deed="damage",
        tools=_LEVERS | _tags("blade pitch herb flame"),
        unseen=True,
    ),
    "disguise": Stance(
        "craft",
        12,
        20,
        _kinds("self", "here", "person", "thing"),
        ("dress_up",),
        ("suspicion_2", "late"),
        tools=_tags("cloak fur hat coat wool"),
    ),
    "mourn": Stance(
        "speech",
        8,
        5,
        _kinds("person", "thing", "here", "self", "threat", "way"),
        ("honour",),
        (),
        "never",
        "rite",
        by_hand=False,
    ),
    "music": Stance(
        "speech",
        10,
        5,
        _kinds("person", "threat", "thing", "here", "self"),
        ("delight",),
        ("noise_1",),
        by_hand=False,
    ),
    "build": Stance(
        "craft", 10, 20, _THINGS, ("make",), ("spend", "strain", "late"), tools=_tags("tool blade rope wood")
    ),
}
