"""What somebody who was asked for something could do about it: hand over, go, tell. Pure; used by the referee."""

from __future__ import annotations

import re

from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.scene_changes import block_between, came_of, is_needed
from gamemaster.rules.operations.social_operations import withheld_line
from gamemaster.rules.proposal import Attempt
from gamemaster.rules.reach import exits, is_open
from worlds.schema import PLAYER

ASKING = frozenset({"persuade", "beg", "bargain"})  # stances that ask somebody for something
ONE_OF_THEM = "one of them"  # the aim of a bargain that offers no more than that of what is many
DEAL, SHARE = (
    "_deal",
    "_share",
)  # what the promises of a bargain's two sides are called: theirs, and the player's
OF_A_DEAL = "as promised: "  # before such a name in the topic of what is done because of it
_WORD = "to "  # what an aim begins with that is a promise to be given: "to keep quiet"


_FOR_IT = re.compile(r"i will (?P<offered>.+?) if you (?P<asked>.+)")
_OF = {"he": ("him", "his"), "she": ("her", "her"), "it": ("it", "its")}
_TURNED = {"yours": "theirs", "me": "you", "my": "your", "mine": "yours", "i": "you"}


def sides_of(aim: str, pronoun: str = "they") -> tuple[str, str] | None:
    """What each side of a bargain gives their word on: "to work for her", "to tell you about Ulf"."""
    found = _FOR_IT.fullmatch(aim)
    if found is None:
        return None
    them, their = _OF.get(pronoun, ("them", "their"))
    turned = {**_TURNED, "you": them, "your": their}
    offered = " ".join(turned.get(word, word) for word in found["offered"].split())
    asked = " ".join({"me": "you", "my": "your"}.get(word, word) for word in found["asked"].split())
    return f"to {offered}", f"to {asked}"


def can_be_granted(draft: Draft, op: Attempt) -> bool:
    """Whether a request has something in it that could come about here. Being won over in general always could."""
    who = op.target or ""
    if op.stance == "bargain":
        return op.recipient not in draft.world.items or is_spared(draft, who, op.recipient or "")
    if op.recipient is not None:
        return is_spared(draft, who, op.recipient) or op.recipient in open_ways(draft)
    return not op.aim or op.aim.startswith(_WORD) or withheld_line(draft, who, op.aim) is not None


def is_spared(draft: Draft, who: str, item: str) -> bool:
    """Whether somebody has a thing, in their hands or lying here, that the story does not need where it is."""
    thing, at = draft.world.items.get(item), draft.state.items.get(item)
    theirs = at == who or (thing is not None and at == draft.state.place and thing.owner == who)
    return theirs and not is_needed(draft.world, item)


def hand_over(draft: Draft, who: str, item: str) -> bool:
    """A thing goes from somebody's hands into the player's, where the story can spare it."""
    if not is_spared(draft, who, item):
        return False
    draft.put_item(item, PLAYER)
    draft.changed.append(f"You have {draft.name(item)}.")
    came_of(draft, "handed", who=who, what=item)
    return True


def open_ways(draft: Draft) -> list[str]:
    """The places next door that one could walk to from here."""
    world, state = draft.world, draft.state
    ways = (way for way in exits(world, state) if is_open(world, state, way))
    return [way.to for way in ways if not block_between(draft, state.place, way.to)]
