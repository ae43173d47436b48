"""The table of stances (`table.yaml`): what an unforeseen idea is, what decides it, and what may come of it.

A narrator picks the row (`proposal.Attempt`), and `attempts` rules on it. `aims` come about when it succeeds, `costs`
are drawn from when it half succeeds or fails; their names are those of functions in the modules `aims` and `costs`.
A world may retune or drop a row (`World.stances`).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, TypeAdapter

from gamemaster.rules.proposal import Attempt
from worlds.safe_yaml import load_packaged
from worlds.schema import Family, StanceName

# What an idea may be aimed at. `here`: this place, or nothing in particular.
Kind = Literal["person", "threat", "thing", "way", "self", "here"]
# When the dice decide. `opposed`: where somebody could resist or notice, or danger is near; `hazard`: always, somebody
# may get hurt; `never`: it just succeeds.
Dice = Literal["opposed", "hazard", "never"]
_Words = BeforeValidator(str.split)


class Stance(BaseModel):
    """One row. `difficulty` is that of a fair try (8 easy, 12 fair, 16 hard), before what makes it easier or harder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    family: Family
    difficulty: int
    minutes: int
    aimed_at: Annotated[frozenset[Kind], _Words]
    aims: Annotated[tuple[str, ...], _Words]
    costs: Annotated[tuple[str, ...], _Words]
    dice: Dice = "opposed"
    deed: str | None = None  # what those who see it remember the player did
    tools: Annotated[frozenset[str], _Words] = frozenset()  # tags of what makes it easier
    unseen: bool = False  # watchers and light make it harder, darkness easier
    by_hand: bool = True  # False: it is done with words


STANCES = TypeAdapter(dict[StanceName, Stance]).validate_python(
    load_packaged("gamemaster.rules.stances", "table.yaml")
)

# The aims of a stealth that only keeps another deed of the same turn from somebody's eyes, or from everybody's.
UNNOTICED = "unnoticed"
UNNOTICED_BY_ALL = "unnoticed by anybody"


def is_unnoticed(op: Attempt) -> bool:
    """Whether an attempt only keeps what is done in the same turn from somebody's eyes."""
    return op.stance == "stealth" and op.aim in (UNNOTICED, UNNOTICED_BY_ALL)


def row_of(op: Attempt) -> Stance:
    """The row of an attempt. To do a small thing unnoticed takes no longer than the thing, and costs looks at most."""
    row = STANCES[op.stance]
    if not is_unnoticed(op):
        return row
    return row.model_copy(update={"minutes": 1, "costs": ("suspicion",)})
