"""Read an order that is an idea of its own: a trap, a barricade, a bait, a bargain, a thing hidden in another. Pure.

The verbs are the natural ones of `gamemaster.rules.stances.table`. What this module decides is which of the things
named is acted on, which it is done with, and where or in exchange for what: "wedge the oar under the door" bars the
door with the oar, "lure the dog with a herring" is done to the dog.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.light_verbs import is_cooked
from gamemaster.language.english import Words
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import (
    Parts,
    Unclear,
    leading_person,
    one_of,
    owner_of,
    parts_of,
    possessor,
    said_as,
)
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS, SELF_WORDS
from gamemaster.language.tables.idea_verbs import EFFORT, GENTLE, OWN_VERBS, PHRASES, VERBS
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.talk.exchanges import proposed_in
from gamemaster.language.talk.remarks import said_to
from gamemaster.rules.grammatical_person import I_AS_YOU
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

# The verb of what is to pass for something else or serve as it: the topic is its kind, the purpose what it is to be.
CONTRIVE = "contrive"
_WORDS = Words(__name__)
_MY = {**I_AS_YOU, "our": "your", "we": "you", "us": "you"}


def read_idea(scope: Scope, head: list[str], words: list[str]) -> Intent | None:
    """The idea that an order holds, if its verb and what it is done to make one; None for any other order."""
    idea = PHRASES.get(tuple(head)) or (VERBS.get(head[0]) if len(head) == 1 or head[0] in VERBS else None)
    if head[0] == "stuff" and (_WORDS["doors"] | _WORDS["gaps"]).isdisjoint(map(stem, words)):
        return None  # "stuff the letter into a bottle" bars no way
    parts = parts_of(scope, words)
    first = parts.direct()[0] if parts.direct() else []
    if head[0] in _WORDS["making"] and _is_snare(scope, head[0], first, parts):
        _has_means(scope, parts)
        return _trap(scope, first, parts)
    if not _WORDS["snares"].isdisjoint(head):
        _has_means(scope, parts)
        return _trap(scope, [], parts)  # "set a trap" is a verb of the lexicon
    if head[0] in _WORDS["moving"] and (barred := _moved_against(scope, first, parts)):
        return barred
    if head[0] in _WORDS["laying"] and (made := _laid_out(first, words)):
        return made
    if head[0] in ("set", "sets") and (adjusted := _set_back(scope, words)):
        return adjusted
    if (made := _made_with_the_verb(scope, head, first, parts, words)) is not None:
        return made
    reader = _READERS.get(idea or "")
    if reader is not None and idea not in ("mark", "write"):  # "with a small cross" is what is marked
        _has_means(scope, parts)
    found = reader(scope, first, parts, words) if reader is not None else None
    if found is None and idea == "write" and _is_written(scope, first, parts):
        return Intent(verb="express", role="emote", topic=" ".join([*head, *words])[:120])
    return found


def _made_with_the_verb(
    scope: Scope, head: list[str], first: list[str], parts: Parts, words: list[str]
) -> Intent | None:
    """What is there only once it is made: "dig a path", "cut my name in the post", "tie a knot in the rope"."""
    if not first or first[0] not in ("a", "an", "my", "two", "three", "some", "another"):
        return None
    if plain_form(head[0], _WORDS["digging"]) in _WORDS["digging"] and first[0] != "my":
        return Intent(verb="build", topic=second_person(_until(words, _WORDS["placed"]))[:80])
    where = _after(scope, parts, _WORDS["into"])
    if (
        plain_form(head[0], _WORDS["cutting"]) in _WORDS["cutting"]
        and where is not None
        and where not in scope.people
    ):
        named = _thing(scope, first)
        return _mark(scope, first, parts, words) if named is None or not scope.reach(named) else None
    knotted = plain_form(head[0], _WORDS["tying"]) in _WORDS["tying"] and stem(first[-1]) in _WORDS["knots"]
    return Intent(verb="express", role="emote", topic=" ".join([*head, *words])[:120]) if knotted else None


def _laid_out(first: list[str], words: list[str]) -> Intent | None:
    """ "Lay a false trail", "leave a few footprints": signs of the player's making, which stay in the place."""
    if (
        not first
        or stem(first[-1]) not in _WORDS["signs"]
        or first[0] in ("the", "my", "his", "her", "their", "these")
    ):
        return None  # whoever lays some means no tracks that were there before
    return Intent(verb="build", topic=second_person(_until(words, _WORDS["placed"]))[:80])


def _set_back(scope: Scope, words: list[str]) -> Intent | None:
    """ "Set the clock back an hour": what stands here is turned, and neither built nor laid down."""
    at = next((at for at, word in enumerate(words) if at and word in _WORDS["adjusted"]), 0)
    thing = _thing(scope, words[:at]) if at else None
    carried = scope.state.items.get(str(thing)) == PLAYER
    if (
        thing is None
        or carried
        or thing in scope.world.locations
        or scope.nouns.kinds.get(thing) != "feature"
    ):
        return None
    return Intent(verb="turn", objects=(thing,))


def second_person(words: list[str]) -> str:
    """The player's words as they are told of them: "my name" is "your name"."""
    return " ".join(_MY.get(word.casefold(), word) for word in words)


def says_stance(words: list[str], stance: str) -> bool:
    """Whether the words hold a verb of a stance; true of a stance that any verb may come to."""
    own = OWN_VERBS.get(stance)
    return own is None or not own.isdisjoint({*words, *(plain_form(word, own) for word in words)})


def takes_strength(words: list[str]) -> bool:
    """Whether a thing is moved by force in these words: "heave the cart", "push it over"; not "press the button"."""
    forceful = OWN_VERBS["force"] - GENTLE
    return says_stance(words, "force") and not (
        EFFORT.isdisjoint(words)
        and forceful.isdisjoint({*words, *(plain_form(word, forceful) for word in words)})
    )


def _has_means(scope: Scope, parts: Parts) -> None:
    """What an idea is carried out with must be there. Raises `Unclear` for a thing that is nowhere to be seen."""
    for preposition, phrases in parts.segments:
        for phrase in phrases if preposition in _WORDS["with"] else ():
            person = _being(scope, phrase) is not None or phrase[0] in SELF_WORDS
            if not person and _thing(scope, phrase) is None and stem(phrase[-1]) not in _WORDS["at_hand"]:
                raise Unclear("no_such_thing", said_as(phrase))


def _moved_against(scope: Scope, first: list[str], parts: Parts) -> Intent | None:
    """ "Roll a drum against the door": what is moved bars the way."""
    means = _thing(scope, first)
    for preposition, phrases in parts.segments:
        for phrase in phrases if preposition in ("against", "across", "before") else ():
            way = _thing(scope, phrase)
            here = way == scope.state.place  # "roll it across the floor" bars nothing
            leads = way in scope.world.locations and not here
            if means is not None and (leads or stem(phrase[-1]) in _WORDS["doors"]):
                return Intent(verb="block", objects=(way,) if way is not None else (), tool=means)
    return None


# ---- one reader for each idea ----


def _is_snare(scope: Scope, verb: str, first: list[str], parts: Parts) -> bool:
    placed = [phrase for preposition, phrases in parts.segments if preposition for phrase in phrases]
    if any(phrase[:1] == ["my"] and stem(phrase[-1]) in BODY for phrase in placed):
        return False  # "put the net over my shoulders" catches nobody
    if first and stem(first[-1]) in _WORDS["snares"]:
        return True
    tied = any(preposition in _WORDS["across"] for preposition, _ in parts.segments)
    return tied and bool(first) and _is_rope(scope, first)


def _is_rope(scope: Scope, phrase: list[str]) -> bool:
    item = scope.world.items.get(_thing(scope, phrase) or "")
    return stem(phrase[-1]) in _WORDS["ropes"] or (item is not None and "rope" in item.tags)


def _trap(scope: Scope, first: list[str], parts: Parts, words: list[str] | None = None) -> Intent | None:
    tool = _after(scope, parts, frozenset({"with", "using", "from"})) or (
        _thing(scope, first) if first and stem(first[-1]) not in _WORDS["snares"] else None
    )
    if tool is None and first and stem(first[-1]) not in _WORDS["snares"]:
        raise Unclear("no_such_thing", said_as(first))
    where = _after(scope, parts, _WORDS["across"] | _WORDS["into"] | {"at", "for"})
    tool = tool if tool in scope.world.items else None
    return Intent(verb="trap", objects=(where,) if where and where != tool else (), tool=tool)


def _block(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    """ "Block the door with the oar", "wedge the oar under the door": the way first, what bars it as the tool."""
    means, against = _after(scope, parts, _WORDS["with"]), _after(scope, parts, _WORDS["against"])
    thing = _thing(scope, first)
    if thing is None and means is not None and first and stem(first[-1]) in _WORDS["doors"]:
        return Intent(verb="block", tool=means)  # whichever way there is
    if against == scope.state.place:
        return None  # "wedge my knife between two stones", on a shore of them
    if means is None and against is not None and thing is not None:
        thing, means = against, thing
    if thing is None or thing in scope.world.characters:
        return None
    against_what = (phrases for preposition, phrases in parts.segments if preposition in _WORDS["against"])
    fast = [stem(phrase[-1]) for phrases in against_what for phrase in phrases]
    if means is None and not (_WORDS["doors"] | _WORDS["fittings"]).isdisjoint(fast):
        return Intent(
            verb="block", tool=thing
        )  # "wedge the oar under the handle": the oar bars whichever way
    if means is None and fast and scope.state.items.get(thing) == PLAYER:
        return None  # "wedge my knife between two stones" bars nothing
    return Intent(verb="block", objects=(thing,), tool=means)


def _hide(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    thing = _thing(scope, first)
    if thing is None or thing not in scope.world.items:
        return None  # the player hides, or buries somebody
    where = _after(scope, parts, _WORDS["into"])
    return Intent(verb="hide", objects=(thing,), recipient=where if where != thing else None)


def _lure(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    who = _being(scope, first)
    if who is None:
        return None
    to = _after(scope, parts, frozenset({"to", "into", "toward", "towards", "in", "onto"}))
    return Intent(verb="lure", objects=(who,), tool=_after(scope, parts, _WORDS["with"]), recipient=to)


def _distract(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    who = _being(scope, first)
    tool = _after(scope, parts, frozenset({"with", "using", "by"}))
    return Intent(
        verb="distract", objects=(who,) if who else (), tool=tool if tool in scope.world.items else None
    )


def _mark(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    """ "Carve my name in the post": what is carved are words, what it is carved in is the thing."""
    tool = _after(scope, parts, _WORDS["with"])
    on = _after(scope, parts, _WORDS["into"] | {"at"})
    if on in scope.world.characters:
        return None
    if on is None:
        thing = _thing(scope, first)
        surface = next((phrases[-1] for preposition, phrases in parts.segments if preposition == "on"), [])
        if thing is None and surface and first[:1] in (["a"], ["an"], ["my"]):
            raise Unclear("no_such_thing", said_as(surface))  # it is marked, and the mark is not missing
        if thing is None or thing in scope.world.characters:
            return None
        return Intent(verb="mark", objects=(thing,), tool=tool)
    return Intent(verb="mark", objects=(on,), tool=tool, topic=second_person(first)[:80] or None)


def _write(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    """What is written or drawn is an idea only on something here: a letter to somebody is another matter."""
    return (
        _mark(scope, first, parts, words)
        if _after(scope, parts, _WORDS["into"] | {"at"}) is not None
        else None
    )


def _is_written(scope: Scope, first: list[str], parts: Parts) -> bool:
    """Whether what is written or drawn is no thing: "write my name in the fog"."""
    surface = any(preposition in ("in", "on", "into", "across") for preposition, _ in parts.segments)
    return bool(first) and surface and (first[-1] in _WORDS["written"] or _thing(scope, first) is None)


def _build(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    """Something of the player's own making: what is no thing of the world."""
    if first and _thing(scope, first) is not None and _after(scope, parts, frozenset({"against", "across"})):
        return _block(scope, first, parts, words)  # "pile the benches against the door"
    new = bool(first) and first[0] in ("a", "an", "another") and not _WORDS["not_the_same"].isdisjoint(first)
    if not first or (_thing(scope, first) is not None and not new) or _is_common(scope, first):
        return None
    if leading_person(scope, words)[0] is not None or first[0] in _WORDS["for_somebody"]:
        return None  # "make you a promise", "make her some tea"
    tool = _after(scope, parts, frozenset({"with", "using", "from", "of"}))
    on = _after(scope, parts, _WORDS["into"] | {"against", "by", "near", "beside"})
    return Intent(
        verb="build",
        objects=(on,) if on else (),
        tool=tool,
        topic=second_person(_until(words, _WORDS["placed"]))[:80],
    )


def _until(words: list[str], stops: frozenset[str]) -> list[str]:
    """The words before what says with what, where or for what."""
    return words[: next((at for at, word in enumerate(words) if at and word in stops), len(words))]


def _is_common(scope: Scope, phrase: list[str]) -> bool:
    """Whether what is made is nothing to look at: "make a noise", "make sure", "make peace"."""
    determined = phrase[0] in ("a", "an", "some", "another", "two", "three", "my")
    made = stem(phrase[-1])
    return not determined or made in _WORDS["not_made"] or is_cooked(made)


def _bargain(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    """ "Trade X for Y with Z", "offer Z my X for Y": to whom, what is offered, and what is wanted."""
    if (service := proposed_in(scope, ["offer", *words])) is not None and service.only_asks:
        put = said_to(scope, service.who, service.words)
        return put.model_copy(update={"words": " ".join(service.words)})  # "offer to shift the wheel for her"
    if "for" not in words[1:]:
        return None
    who, length = leading_person(scope, words)
    if who is not None:
        parts = parts_of(scope, words[length:])
        first = parts.direct()[0] if parts.direct() else []
    offered = _thing(scope, first)
    wanted = _phrase_after(parts, frozenset({"for"}))
    found = _thing(scope, wanted) or _thing(scope, wanted[1:])  # "Wen's coin", "his hammer"
    who = (
        who or _being_after(scope, parts, frozenset({"with", "to", "from"})) or _holder(scope, wanted, found)
    )
    if who is None and len(scope.people) == 1:
        who = scope.people[0]
    if who is None or (offered is None and found is None):
        return None
    topic = None if found in scope.world.items else second_person(wanted)[:80] or None
    item = found if found in scope.world.items else None
    return Intent(
        verb="bargain",
        objects=(who,),
        tool=offered if offered in scope.world.items else None,
        recipient=item,
        topic=topic,
    )


def _bribe(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    who, offered = _being(scope, first), _after(scope, parts, _WORDS["with"])
    if who is None or offered not in scope.world.items:
        return None
    return Intent(verb="bargain", objects=(who,), tool=offered)


def _plant(
    scope: Scope, first: list[str], parts: Parts, words: list[str], *, hidden: bool = True
) -> Intent | None:
    """ "Slip the seal into Ulf's pocket", "plant the axe under the seat": on somebody, or out of sight."""
    item = _thing(scope, first)
    if item not in scope.world.items:
        return _suggest(scope, parts, words) if hidden else None
    for preposition, phrases in parts.segments:
        for phrase in phrases if preposition in _WORDS["into"] | {"on"} else ():
            who = possessor(scope, phrase) or _being(scope, phrase)
            if who in scope.people and _thing(scope, phrase) in (None, who):
                return Intent(verb="plant", objects=(str(item),), recipient=who)
    return _hide(scope, first, parts, words) if hidden else None


def _suggest(scope: Scope, parts: Parts, words: list[str]) -> Intent | None:
    """ "Plant the idea in the boy's head that …": what is put into somebody's head is said to them."""
    heads = [
        phrase
        for preposition, phrases in parts.segments
        if preposition in _WORDS["into"]
        for phrase in phrases
    ]
    for phrase in heads:
        end = next((at for at, word in enumerate(phrase) if stem(word) in _WORDS["minds"]), None)
        who = (
            None if end is None else owner_of(scope, phrase[: end + 1]) or possessor(scope, phrase[: end + 1])
        )
        if who in scope.people:
            said = words[words.index("that") + 1 :] if "that" in words else words
            return Intent(verb="tell", role="speech", objects=(str(who),), topic=second_person(said)[:110])
    return None


def _recite(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    """A story that is told for its own sake, to whoever is there."""
    if not first or stem(first[-1]) not in _WORDS["tales"] or leading_person(scope, words)[0] is not None:
        return None
    return Intent(verb="recite", topic=second_person(words)[:80])


def _disguise(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    tool = _after(scope, parts, frozenset({"with", "using", "in"}))
    as_whom = _phrase_after(parts, frozenset({"as", "like"})) or [
        w for w in first if w not in ("myself", "me")
    ]
    return Intent(verb="disguise", tool=tool, topic=" ".join(as_whom)[:80] or None)


def _mourn(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    who = _thing(scope, first) if first else None
    return Intent(
        verb="mourn",
        objects=(who,) if who and scope.reach(who) else (),
        topic=second_person(words)[:80] or None,
    )


def _sabotage(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    thing = _thing(scope, first)
    if thing is None:
        return None
    return Intent(verb="sabotage", objects=(thing,), tool=_after(scope, parts, _WORDS["with"]))


def _signal(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    tool = _after(scope, parts, _WORDS["with"])
    to = _being(scope, first) or _being_after(scope, parts, frozenset({"to", "at"}))
    thing = _thing(scope, first)
    beneath = _phrase_after(parts, frozenset({"under", "in", "before", "at", "in front of", "towards"}))
    if thing in scope.world.items and (whose := owner_of(scope, beneath) or to) in scope.people:
        return Intent(verb="show", objects=(str(thing),), recipient=whose)  # "under his nose"
    if to is not None and tool is None:
        return None  # a wave at somebody is a greeting
    if tool is None and thing not in scope.world.items:
        return None
    return Intent(
        verb="signal",
        objects=(to,) if to else (),
        tool=tool or (thing if thing in scope.world.items else None),
    )


def _beg(scope: Scope, first: list[str], parts: Parts, words: list[str]) -> Intent | None:
    who, length = leading_person(scope, words)
    if who is None:
        return None
    rest = words[length:]
    return Intent(
        verb="beg", role="speech", force="beg", objects=(who,), topic=second_person(rest)[:80] or None
    )


_READERS: dict[str, Callable[[Scope, list[str], Parts, list[str]], Intent | None]] = {
    "block": _block, "hide": _hide, "lure": _lure, "distract": _distract, "mark": _mark, "write": _write,
    "build": _build,
    "bargain": _bargain, "disguise": _disguise, "mourn": _mourn, "sabotage": _sabotage, "trap": _trap,
    "signal": _signal, "beg": _beg, "bribe": _bribe, "plant": _plant,
    "slip": partial(_plant, hidden=False), "recite": _recite,
}  # fmt: skip


# ---- what phrases mean ----


def _thing(scope: Scope, phrase: list[str]) -> str | None:
    """The thing in reach that a phrase names, or a way out."""
    if not phrase:
        return None
    found = one_of(scope, phrase, frozenset({"item", "feature", "place"}))
    if found is None or found[0] == PLAYER:
        return None
    match = found[1]
    if match is not None and match.fit < (76 if scope.reach(found[0]) else 86):
        return None
    held = scope.state.items.get(found[0]) in scope.people
    return found[0] if scope.reach(found[0]) or held else None


def _being(scope: Scope, phrase: list[str]) -> str | None:
    found = one_of(scope, phrase, frozenset({"person", "threat"})) if phrase else None
    known = scope.world.characters.keys() | scope.world.threats.keys()
    return found[0] if found is not None and found[0] in known else None


def _phrase_after(parts: Parts, prepositions: frozenset[str]) -> list[str]:
    for preposition, phrases in parts.segments:
        if preposition in prepositions and phrases:
            return phrases[0]
    return []


def _after(scope: Scope, parts: Parts, prepositions: frozenset[str]) -> str | None:
    """The first thing in reach that is named after one of these prepositions."""
    for preposition, phrases in parts.segments:
        for phrase in phrases if preposition in prepositions else ():
            if (thing := _thing(scope, phrase)) is not None:
                return thing
    return None


def _being_after(scope: Scope, parts: Parts, prepositions: frozenset[str]) -> str | None:
    for preposition, phrases in parts.segments:
        for phrase in phrases if preposition in prepositions else ():
            if (who := _being(scope, phrase)) is not None:
                return who
    return None


def _holder(scope: Scope, phrase: list[str], item: str | None) -> str | None:
    """Whose the wanted thing is: who holds it, or whose it is said to be ("Wen's coin")."""
    holder = scope.state.items.get(item or "")
    if holder in scope.people:
        return holder
    if phrase and phrase[0] not in DETERMINERS | PREPOSITIONS:
        return _being(scope, phrase[:1])
    return None
