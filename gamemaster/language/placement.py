"""Read an order that lays something down: what, and where: "stick the torch in the snow beside the gate". Pure."""

from __future__ import annotations

from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, direction_of, resolve
from gamemaster.language.names.noun_phrases import Unclear, one_of, several_of
from gamemaster.language.tables.function_words import DETERMINERS
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

# Verbs that leave a thing where it is put. To hide something is an art of its own: see `gamemaster.rules.stances`.
_PLACING = frozenset(
    "put lay leave set place stash stick stand tuck drop hang lean rest prop stow deposit".split()
)
_DOWN = frozenset("drop leave".split())  # say by themselves that the thing stays here
_WHERE = frozenset(
    """in on into onto upon under underneath beneath below behind beside by near against at among amongst between
    inside over across atop outside""".split()
)
_EXCEPT = frozenset({"but", "except", "besides"})
_HERE = frozenset("here there down".split())
_MANNER = frozenset("upright flat straight neatly gently carefully softly quietly again back just".split())
# Where what one carries stays with one.
_ABOUT_ONESELF = frozenset(
    "me myself bag pack pocket pockets belt sack satchel sleeve coat cloak shirt head".split()
)
# What is underfoot or about in any place, whether or not the world names it somewhere.
_SURFACES = frozenset(
    stem(word) for word in "floor ground snow ice stone rock grass sand mud dirt straw hay corner".split()
)
_KEEPING = _PLACING | frozenset(
    "slip stuff shove pop slide thrust push return raise hold lift bring press".split()
)
_INTO_CLOTHES = frozenset({"in", "into", "inside", "under", "to", "against", "through"})
_FACE = frozenset("lip ear eye nose cheek chest".split())  # what a thing is put to for a moment
_BESIDES = (("together", "with"), ("along", "with"))
WHERE_LIMIT = 60  # characters of the player's words for a spot


def read_placement(scope: Scope, words: list[str]) -> Intent | None:
    """The intent of laying something down, or None if the words are no such order.

    The recipient is the feature that it is put on or under; `topic` the player's own words for the spot.
    """
    if len(words) < 2 or words[0] not in _PLACING or not _EXCEPT.isdisjoint(words):
        return None
    at = next((at for at in range(2, len(words) - 1) if words[at] in _WHERE), len(words))
    item_words, spot = words[1:at], words[at:]
    here = bool(_HERE.intersection(item_words))
    item_words = [word for word in item_words if word not in _HERE | _MANNER]
    if not item_words or not (here or spot or words[0] in _DOWN):
        return None
    things = _items(scope, item_words)
    if not things or not _stays_here(scope, spot):
        return None
    found = one_of(scope, _first_phrase(spot[1:]), frozenset({"feature"})) if spot else None
    onto = found[0] if found is not None and scope.reach(found[0]) else None
    if onto is not None and scope.nouns.kinds.get(onto) in ("person", "threat", "item"):
        return None
    feature = onto if onto is not None and scope.nouns.kinds.get(onto) == "feature" else None
    where = " ".join(spot)[:WHERE_LIMIT] or None
    return Intent(verb="put", objects=things, recipient=feature, topic=where)


def read_keeping(scope: Scope, words: list[str]) -> Intent | None:
    """The intent of putting something into one's own pocket or to one's lips: the recipient is the player.

    What is named besides and is not here is passed over.
    """
    at = next((at for at in range(2, len(words) - 1) if words[at] in _INTO_CLOTHES), None)
    if at is None or words[0] not in _KEEPING or words[at + 1] != "my":
        return None
    spot, further = words[at + 2 :], []
    for besides in _BESIDES:
        end = next((end for end in range(len(spot)) if tuple(spot[end : end + 2]) == besides), None)
        if end is not None:
            spot, further = spot[:end], spot[end + 2 :]
    spot = [word for word in spot if word != ","]
    if not spot or stem(spot[-1]) not in {*map(stem, _ABOUT_ONESELF), *_FACE}:
        return None
    things = _named_items(scope, [*words[1:at], "and", *further])
    return Intent(verb="put", objects=things, recipient=PLAYER) if things else None


def _named_items(scope: Scope, phrase: list[str]) -> tuple[str, ...]:
    """The items in reach among the things that are listed, in order."""
    listed: list[list[str]] = [[]]
    for word in phrase:
        if word in ("and", ","):
            listed.append([])
        else:
            listed[-1].append(word)
    found = (one_of(scope, part, frozenset({"item"})) for part in listed if part)
    things = (thing[0] for thing in found if thing is not None)
    return tuple(
        dict.fromkeys(thing for thing in things if thing in scope.world.items and scope.reach(thing))
    )


def _items(scope: Scope, phrase: list[str]) -> tuple[str, ...]:
    """The things that are laid down, all of them items in reach; none if the phrase names anything else."""
    listed: list[list[str]] = [[]]
    for word in phrase:
        if word in ("and", ",", "&", "+"):
            listed.append([])
        else:
            listed[-1].append(word)
    things: list[str] = []
    for part in filter(None, listed):
        try:
            things += several_of(scope, "put", part)
        except Unclear as unclear:
            if unclear.reason == "which":
                raise
            return ()
    carried = [thing for thing in things if scope.state.items.get(thing) == PLAYER]
    items = all(scope.nouns.kinds.get(thing) == "item" and scope.reach(thing) for thing in things)
    return tuple(dict.fromkeys(things)) if items and carried else ()


def _stays_here(scope: Scope, spot: list[str]) -> bool:
    """Whether the spot is in this place: no other place, no direction, and nothing that the player wears."""
    rest = [word for word in spot[1:] if word not in DETERMINERS]
    if not spot:
        return True
    if not rest or not _ABOUT_ONESELF.isdisjoint(rest[:1]) or direction_of(rest) is not None:
        return False
    phrase = _first_phrase(spot[1:])
    if stem(phrase[-1]) in _SURFACES:
        return True
    found = resolve(scope, phrase, frozenset({"feature"}))
    elsewhere = found is not None and found.fit >= 90 and not scope.reach(found.thing)
    return not (elsewhere and found is not None and found.thing != scope.state.place)


def _first_phrase(words: list[str]) -> list[str]:
    """The words up to the next preposition: "the snow" of "the snow beside the gate"."""
    end = next((at for at in range(1, len(words)) if words[at] in _WHERE), len(words))
    return words[:end]
