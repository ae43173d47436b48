"""Read an order that lays something down: what, and where: "stick the torch in the snow beside the gate". Pure."""

from __future__ import annotations

import itertools

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.names.described_parts import is_spoken_of_here
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, direction_of, resolve
from gamemaster.language.names.noun_phrases import (
    Unclear,
    leading_person,
    one_of,
    owner_of,
    possessor,
    several_of,
)
from gamemaster.language.tables.function_words import CLOTHES, DETERMINERS, PREPOSITIONS, THEIR_OWN
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

# Verbs that leave a thing where it is put. To hide one is an art of its own: see `gamemaster.rules.stances.table`.
_PLACING = frozenset(
    "put lay leave set place stash stick stand tuck drop hang lean rest prop stow deposit press toss".split()
)
_FASTENING = frozenset("pin hook fix slot slide nail clip tack stick fit".split())
_DOWN = frozenset("drop leave".split())  # say by themselves that the thing stays here
_WHERE = frozenset(
    """in on into onto upon under underneath beneath below behind beside by near against at among amongst between
    inside over across atop outside before""".split()
)
_UPON = frozenset({"on", "over", "onto", "upon", "before"})
_EXCEPT = frozenset({"but", "except", "besides"})
_HERE = frozenset("here there down".split())
_MANNER = frozenset("upright flat straight neatly gently carefully softly quietly again back just".split())
# Where what one carries stays with one.
_ABOUT_ONESELF = frozenset(
    """me myself bag pack pocket pockets belt sack satchel sleeve coat cloak shirt head boot boots hood hat shoe
    sock glove collar waistband jacket trousers apron bosom bodice waistcoat jumper jersey sweater
    scarf pullover blouse dress skirt robe gown cuff cuffs lining""".split()
)
# What is underfoot or about in any place, whether or not the world names it somewhere.
_SURFACES = frozenset(
    stem(word)
    for word in """floor ground snow ice stone rock grass sand mud dirt straw hay corner
    sill windowsill ledge shelf rail peg stool chair crate counter step""".split()
)  # of which any place has one
_KEEPING = _PLACING | frozenset(
    "hide conceal slip stuff shove pop slide thrust push return raise hold lift bring press sling hoist tie".split()
)
_INTO_CLOTHES = frozenset(
    """in into inside under beneath to against through down up over across on onto round around about behind
    between""".split()
)
_SPOT_ENDS = frozenset({"for", "while", "until", "without", "before"})
_CASTING = frozenset({"throw", "put", "drop"})  # what a thing is done to that ends on one's own shoulder
_FACE = frozenset("lip ear eye nose cheek chest".split())  # what a thing is put to for a moment
_CARRYING = frozenset("shoulder back arm armpit elbow neck waist hip teeth tooth".split())
_FINGERED = frozenset("hand finger palm fist".split())  # what a thing only passes through
_BESIDES = (("together", "with"), ("along", "with"))
WHERE_LIMIT = 60  # characters of the player's words for a spot


def read_placement(scope: Scope, words: list[str]) -> Intent | None:
    """The intent of laying something down, or None if the words are no such order.

    The recipient is the feature that it is put on or under; `topic` the player's own words for the spot.
    """
    words = in_front(_with_beside(words))
    words = [plain_form(words[0], _PLACING), *words[1:]] if words else words
    if (draped := _laid_round_somebody(scope, words)) is not None:
        return draped
    if len(words) > 2 and words[0] in _FASTENING and "back" in words[1:4]:
        words = ["put", *words[1:]]  # "pin it back", "hook the lamp back on its nail"
    if len(words) < 2 or words[0] not in _PLACING or not _EXCEPT.isdisjoint(words):
        return None
    if goes_into_a_lock(words):
        return None
    at = next((at for at in range(2, len(words) - 1) if words[at] in _WHERE), len(words))
    item_words, spot = words[1:at], words[at:]
    ends = next((n for n in range(2, len(spot)) if spot[n] in _SPOT_ENDS), len(spot))
    spot, how_long = spot[:ends], tuple(spot[ends + 1 :])
    if words[0] == "toss" and spot[:1] not in (["on"], ["onto"]):
        return None  # thrown, and not laid
    here = bool(_HERE.intersection(item_words))
    item_words = [word for word in item_words if word not in _HERE | _MANNER]
    if not item_words or not (here or spot or words[0] in _DOWN) or _is_of_the_body(item_words):
        return None
    things = _items(scope, item_words) or (
        _just_taken(scope, item_words) if spot and words[0] != "leave" else ()
    )
    wearer = leading_person(scope, spot[1:])[0] if spot and spot[0] in _UPON else None
    if spot[1:2] != [] and spot[1] in THEIR_OWN and len(spot) > _PAIR:
        wearer = None  # "on her scale" is not on her
    at_feet = spot[:1] == ["at"]  # laid before somebody, and not given yet
    theirs = owner_of(scope, _first_phrase(spot[1:])) if is_upon_somebody(_first_phrase(spot[1:])) else None
    if things and not at_feet and (whose := theirs or wearer) in scope.people:
        return Intent(verb="give", objects=things, recipient=whose)  # "in her lap", "into his hands"
    if not things or not _stays_here(scope, spot):
        return None
    phrase = _first_phrase(spot[1:])
    found = one_of(scope, phrase, frozenset({"feature"})) if spot else None
    onto = found[0] if found is not None and scope.reach(found[0]) else possessor(scope, phrase)
    whose_thing = phrase[:1] != [] and phrase[0] in THEIR_OWN and not is_upon_somebody(phrase)
    if onto in scope.people and (whose_thing or is_spoken_of_here(scope, phrase)):
        onto = None  # "his desk" is where it lies, and not he
    if onto is not None and scope.nouns.kinds.get(onto) in ("person", "threat", "item"):
        return None
    feature = onto if onto is not None and scope.nouns.kinds.get(onto) == "feature" else None
    if how_long in _A_MOMENT:  # and it is in the hand again
        return Intent(verb="express", role="emote", topic=" ".join(words)[:120])
    where = " ".join(spot)[:WHERE_LIMIT] or None
    return Intent(verb="put", objects=things, recipient=feature, topic=where)


_A_MOMENT = frozenset((a, word) for a in ("a", "one") for word in ("moment", "second", "minute", "bit"))


def is_upon_somebody(phrase: list[str]) -> bool:
    """Whether what lies there is in somebody's hands or on their clothes, and on no thing of theirs: "her lap"."""
    return bool(phrase) and {stem(phrase[-1]), phrase[-1]} & _HELD_BY != set()


_HELD_BY = (
    BODY
    | CLOTHES
    | frozenset("lap pocket bag basket arms hands cup bowl plate mug purse pouch cloak grasp grip".split())
)


def _is_of_the_body(words: list[str]) -> bool:
    """Whether a part of the player's own body is meant, and no hand lantern: "my hands", "a finger"."""
    owned = len(words) == 1 or words[0] in ("my", "a", "one", "both")  # "lay hands on it"
    return bool(words) and owned and stem(words[-1]) in BODY


def _with_beside(words: list[str]) -> list[str]:
    """ "Next to the trapdoor" as "beside the trapdoor", with or without a comma before it."""
    at = next((at for at in range(1, len(words) - 2) if words[at : at + 2] == ["next", "to"]), None)
    if at is None:
        return words
    before = words[: at - (words[at - 1] == ",")]
    return [*before, "beside", *words[at + 2 :]]


def in_front(words: list[str]) -> list[str]:
    """ "In front of him" as "before him"."""
    at = next((at for at in range(1, len(words) - 3) if words[at : at + 3] == ["in", "front", "of"]), None)
    return words if at is None else [*words[:at], "before", *words[at + 3 :]]


def _laid_round_somebody(scope: Scope, words: list[str]) -> Intent | None:
    """ "Settle my cloak round the boy's shoulders": given to whoever they are."""
    if (wrapped := _somebody_wrapped(scope, words)) is not None:
        return wrapped
    at = next((at for at in range(2, len(words) - 1) if words[at] in _ROUND), None)
    if at is None or words[0] in PREPOSITIONS:
        return None
    whose = owner_of(scope, words[at + 1 :])
    things = _items(scope, words[1:at]) if whose in scope.people else ()
    carried = bool(things) and all(scope.state.items.get(thing) == PLAYER for thing in things)
    return Intent(verb="give", objects=things, recipient=whose) if carried else None


def _somebody_wrapped(scope: Scope, words: list[str]) -> Intent | None:
    """ "Wrap the boy in my cloak", "cover her with the blanket": given to whoever it is."""
    who, length = leading_person(scope, words[1:])
    rest = [word for word in words[1 + length :] if word not in ("up", "well", "warmly")]
    if (
        words[0] not in _WRAPPING
        or who not in scope.people
        or rest[:1] not in (["in"], ["with"])
        or len(rest) < _PAIR
    ):
        return None
    things = _items(scope, rest[1:])
    carried = bool(things) and all(scope.state.items.get(thing) == PLAYER for thing in things)
    return Intent(verb="give", objects=things, recipient=str(who)) if carried else None


_WRAPPING = frozenset("wrap wraps cover covers swaddle tuck bundle drape".split())
_PAIR = 2
_ROUND = frozenset({"round", "around", "over", "about"})


def read_keeping(scope: Scope, words: list[str]) -> Intent | None:
    """The intent of putting something into one's own pocket or to one's lips: the recipient is the player.

    What is named besides and is not here is passed over.
    """
    if (away := _put_away(scope, words)) is not None:
        return away
    led = [at for at in range(2, len(words) - 1) if words[at] in _INTO_CLOTHES]
    at = next(
        (at for at in led if _spot_about_oneself(words[at + 1 :])), next(iter(led), None)
    )  # "up onto my back"
    if at is not None and _is_of_the_body(words[1:at]):
        return None
    if at is not None and words[at] in ("through", "over") and stem(words[-1]) in _FINGERED:
        things = _named_items(scope, words[1:at]) if words[at + 1] == "my" else ()
        return Intent(verb="put", objects=things, recipient=PLAYER) if things else None
    meanings = scope.nouns.verbs.at_start(words)[0]
    kept = words[0] in _KEEPING or not _CASTING.isdisjoint(meanings) or not meanings
    spot, further = _spot_about_oneself(words[at + 1 :] if at is not None else []), []
    if at is None or not kept or not spot:
        return None
    put = [word for word in words[1:at] if word != "back"]
    if not _REMAINDER.isdisjoint(put[-1:]) and stem(before_comma(spot)[-1]) in map(stem, _ABOUT_ONESELF):
        return Intent(verb="express", role="emote", topic=" ".join(before_comma(words))[:120])
    for besides in _BESIDES:
        end = next((end for end in range(len(spot)) if tuple(spot[end : end + 2]) == besides), None)
        if end is not None:
            spot, further = spot[:end], spot[end + 2 :]
    first = before_comma(spot)
    spot = first if first and stem(first[-1]) in map(stem, _ABOUT_ONESELF) else [w for w in spot if w != ","]
    if not spot or stem(spot[-1]) not in {*map(stem, _ABOUT_ONESELF), *_FACE, *_CARRYING, *_FINGERED}:
        return None
    things = _named_items(scope, [*words[1:at], "and", *further])
    if things and words[0] in _LIFTED and all(scope.state.items.get(thing) != PLAYER for thing in things):
        return Intent(verb="take", objects=things)  # "hoist the crate onto my shoulder"
    return Intent(verb="put", objects=things, recipient=PLAYER) if things else None


_LIFTED = frozenset({"hoist", "lift", "heave", "raise"})


def _spot_about_oneself(words: list[str]) -> list[str]:
    """The words for a part of oneself or of one's clothes, without whose it is: "my coat pocket", "one arm"."""
    if words[:1] == ["my"]:
        return words[1:]
    named = before_comma(words)
    spot = named[1:] if named and named[0] in _ONE_OF_TWO else named
    if len(spot) > _SPOT_WORDS or not spot or (named[0] == "the" and {"my", "other"}.isdisjoint(spot)):
        return []
    ends = {*_CARRYING, *_FINGERED, "pocket", "belt"}
    return spot if stem(spot[-1]) in ends and _PLAINLY_MINE.issuperset(spot[:-1]) else []


_ONE_OF_TWO = frozenset({"one", "an", "a", "the", "each", "both"})
_PLAINLY_MINE = frozenset("my other free left right coat crook of".split())
_SPOT_WORDS = 4  # of "crook of my arm"
_REMAINDER = frozenset(
    "rest remainder remains half change leftovers others one core".split()
)  # of what was had


def before_comma(words: list[str]) -> list[str]:
    return words[: words.index(",")] if "," in words[1:] else words


def _put_away(scope: Scope, words: list[str]) -> Intent | None:
    """ "Put the gun away", of what one has: it stays with one, out of sight."""
    verb = plain_form(words[0], _AWAY) if words else ""
    inside = words.index("in", 2) if words[:1] in (["tuck"], ["tucks"]) and "in" in words[2:] else 0
    if inside and (
        inside + 1 == len(words) or words[inside + 1] in PREPOSITIONS
    ):  # "tuck the knife in at the back"
        tucked = _named_items(scope, words[1:inside])
        return Intent(verb="put", objects=tucked, recipient=PLAYER) if tucked else None
    if verb not in _AWAY or len(words) < 3 or "away" not in (words[1], words[-1]):
        return None
    things = _named_items(scope, words[2:] if words[1] == "away" else words[1:-1])
    carried = things and all(scope.state.items.get(thing) == PLAYER for thing in things)
    return Intent(verb="put", objects=things, recipient=PLAYER) if carried else None


_AWAY = frozenset("put tuck stow stash pack slip tidy".split())
KEYHOLES = frozenset("slot lock keyhole ignition socket reader".split())


def goes_into_a_lock(words: list[str]) -> bool:
    """Whether something is put where a key belongs, and not laid down there: "stick the key in the slot"."""
    at = next((at for at in range(1, len(words) - 1) if words[at] in ("in", "into", "inside")), None)
    return at is not None and stem(_first_phrase(words[at + 1 :])[-1]) in KEYHOLES


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


def _just_taken(scope: Scope, phrase: list[str]) -> tuple[str, ...]:
    """What "it" is that was taken in the same breath: "take the tape and put it on the floor"."""
    thing = scope.focus.get("it") if phrase in (["it"], ["them"]) else None
    lies = thing in scope.world.items and scope.state.items.get(str(thing)) == scope.state.place
    return (str(thing),) if lies else ()


def _stays_here(scope: Scope, spot: list[str]) -> bool:
    """Whether the spot is in this place: no other place, no direction, and nothing that the player wears."""
    rest = [word for word in spot[1:] if word not in DETERMINERS]
    if not spot:
        return True
    if not rest or not _ABOUT_ONESELF.isdisjoint(rest[:1]) or direction_of(rest) is not None:
        return False
    if any(one == "my" and stem(other) in _ABOUT_ONESELF for one, other in itertools.pairwise(spot)):
        return False  # "over the hole in my sleeve"
    phrase = _first_phrase(spot[1:])
    if stem(phrase[-1]) in _SURFACES:
        return True
    found = resolve(scope, phrase, frozenset({"feature"}))
    elsewhere = found is not None and found.fit >= 90 and not scope.reach(found.thing)
    if found is None or not elsewhere or found.thing == scope.state.place:
        return True
    return scope.nouns.kinds.get(found.thing) == "feature" and is_spoken_of_here(scope, phrase)


def _first_phrase(words: list[str]) -> list[str]:
    """The words up to the next preposition: "the snow" of "the snow beside the gate"."""
    end = next((at for at in range(1, len(words)) if words[at] in _WHERE), len(words))
    return words[:end]
