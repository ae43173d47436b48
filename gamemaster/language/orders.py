"""Read an order: a verb and what it is done to, with and for. Pure."""

from __future__ import annotations

import itertools
import re

from gamemaster.language.clauses.expressions import is_own_body
from gamemaster.language.names.anachronisms import is_absurd, is_called_up
from gamemaster.language.names.missing_things import could_be_a_thing
from gamemaster.language.names.named_things import before_preposition
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, is_of_another, is_players_own, resolve
from gamemaster.language.names.noun_phrases import (
    OF_ITSELF,
    SURROUNDINGS,
    Parts,
    Unclear,
    is_a_door,
    is_worn,
    leading_person,
    lidded_here,
    one_of,
    parts_of,
    possessor,
    said_as,
    several_of,
    whoever,
)
from gamemaster.language.names.pronouns import pronoun, without_threats
from gamemaster.language.names.verb_index import SUITS
from gamemaster.language.placement import is_upon_somebody
from gamemaster.language.tables.function_words import (
    COMMON_WORDS,
    COVERINGS,
    DETERMINERS,
    MISSILES,
    PREPOSITIONS,
    RESULT_WORDS,
    VESSELS,
)
from gamemaster.language.tables.lexicon import SEPARABLE
from gamemaster.language.talk.together import TOGETHER, companion
from gamemaster.language.walks.movement import read_move, read_way_taken
from gamemaster.rules.proposal import Intent
from worlds.rules import all_rules
from worlds.schema import PLAYER
from worlds.verbs import BASE_VERBS, PERCEIVE, WALK

# Verbs with which a second thing is the one it is done to or for: give X to Y, put X in Y.
TRANSFER = frozenset("give show throw put pour tie trade steal take drop cook fill wear".split())
DITRANSITIVE = frozenset({"give", "show", "throw", "trade"})
# Verbs that make sense with an object that is nothing in the world: "sing a song", "dig a hole".
LOOSE = frozenset(
    """sing dance pray wait sleep listen smell jump swim hide flee call dig light build eat drink cook play hint journal
    status inventory knock look search ring touch taste""".split()
)
_IN_PARTS = (["in", "half"], ["in", "two"], ["into", "pieces"], ["to", "pieces"], ["in", "pieces"])
_AWAY = frozenset({"aside", "apart", "loose", "closer", "nearer"})
_KICKED = frozenset(
    "kick kicks boot boots shoulder shoulders knock bash force shove shoves barge slam".split()
)
_PARTS_OF = frozenset("off of from around round on in".split())
_TOOL = frozenset({"with", "using", "w"})
_LIFTED = frozenset({"lift", "raise", "heft", "hoist"})
_KEYED_IN = frozenset({"type", "key", "input", "punch"})
_PARTICLES = frozenset({"together", "apart", "open", "off", "out", "away", "over", "up", "down", "aside"})
_OBJECT_PRONOUNS = frozenset({"it", "them", "him", "her", "that", "this"})
_EXCEPT = tuple(
    tuple(marker.split())
    for marker in ("except for", "but not", "other than", "apart from", "except", "but", "besides", "bar")
)


def choose_verb(scope: Scope, meanings: tuple[str, ...], thing: str | None) -> str:
    """The meaning of a verb that fits what it is done to: "leave the hall" is to go, "leave the knife" to drop it."""
    if len(meanings) == 1:
        return meanings[0]
    kind = (
        "person" if thing == PLAYER else scope.nouns.kinds.get(thing, "none") if thing is not None else "none"
    )
    for verb in meanings:
        if verb in scope.nouns.verbs.own and verb not in BASE_VERBS:
            return verb
    suitable = [verb for verb in meanings if kind in SUITS.get(verb, ())]
    for verb in suitable or meanings:
        if thing is not None and (verb, thing) in scope.nouns.ruled:
            return verb
    if suitable:
        return suitable[0]
    anything = (verb for verb in meanings if verb not in SUITS and kind != "none")
    return next(anything, meanings[0])


def _is_a_mere_blow(scope: Scope, meanings: tuple[str, ...], words: list[str], thing: str | None) -> bool:
    """Whether a thing is struck and not broken: "kick the drum", with no tool, which no rule calls breaking it."""
    return "knock" in meanings and _TOOL.isdisjoint(words) and ("break", thing) not in scope.nouns.ruled


# Verbs of what is done to things alone: with them "it" is no threat, even one that stands before the player.
_TO_THINGS = frozenset(
    "take put touch listen open close lock unlock knock search read taste smell use light drop push pull give show "
    "wear eat drink repair wind clean turn hold lift fill".split()
)


_PERCEIVING = frozenset(PERCEIVE)
_FOR_WHOM = frozenset("myself me us ourselves everybody everyone".split())


def read_order(
    scope: Scope, meanings: tuple[str, ...], head: list[str], words: list[str], stealth: bool
) -> Intent:
    """The intent of a verb (its possible meanings and the words it was said with) and the words after it.

    Moving unseen is one verb: with `stealth`, or an adverb such as "quietly", going somewhere becomes `sneak` with the
    place as its object; with verbs that do not move the player the adverb says nothing. Raises `Unclear`.
    """
    opened = "open" in words and head[0] in _KICKED
    if leading_person(scope, words)[0] is None:  # to shove a person aside is another matter
        words = [word for at, word in enumerate(words) if not _says_only_the_result(words, at)]
    if words[:1] in (["us"], ["everybody"], ["everyone"]) and words[1:2] in (["both"], ["all"]):
        words = [words[0], *words[2:]]
    if words[:1] and words[0] in _FOR_WHOM and len(words) > 2 and words[1] in DETERMINERS:
        words = words[1:]  # "pour myself a drink", "pour us both a mug of tea"
    if head[-1] in PREPOSITIONS and not _PERCEIVING.isdisjoint(
        meanings
    ):  # "look at the horse and at the board"
        words = [
            w for n, w in enumerate(words) if n == 0 or w != head[-1] or words[n - 1] not in ("and", ",")
        ]
    if not _PERCEIVING.isdisjoint(meanings):
        words = _without_shoulder(head, words)
    if head[0] == "pick" and (whose := _pocket_of(scope, words)):
        return Intent(verb="steal", objects=(whose,))
    if head[0] in _PRESSED and _is_button(scope, words):
        meanings = ("push",)
    if (taken := read_way_taken(scope, meanings, head, parts_of(scope, words))) is not None:
        return taken
    if (poured := _poured_from(scope, meanings, words)) is not None:
        return poured
    if (handed := _handed_over(scope, meanings, words)) is not None:
        return handed
    words, particle = _particle(scope, head, words)
    meanings = particle or meanings
    if _TO_THINGS.issuperset(meanings) or (meanings[0] == "look" and words[:1] != ["at"]):
        scope = without_threats(scope)
    if meanings[0] == "use" and "to" in words[1:]:
        done = _used_to(scope, words, stealth)
        if done is not None:
            return done
    words, excluded = _except(words)
    parts = parts_of(scope, words)
    first = next((phrase for _, phrases in parts.segments for phrase in phrases), [])
    # A word of several meanings says nothing yet about the kind of thing it is done to.
    suits = SUITS.get(meanings[0], frozenset()) if len(meanings) == 1 else frozenset()
    named = one_of(scope, first, suits) if first else None
    verb = choose_verb(scope, meanings, named[0] if named else None)
    if verb == "put" and named is not None and _comes_out_of(words):
        verb = "pull" if ("pull", named[0]) in scope.nouns.ruled else "take"  # "slide the record out of it"
    if verb in ("take", "pull", "push") and "lid" in first[: first.index("of") if "of" in first else None]:
        verb = "open"  # "lift the lid of the crate"
    ruled = named is not None and ("break", named[0]) in scope.nouns.ruled
    if opened and verb in ("break", "knock", "attack", "push") and not ruled:
        verb = "open"  # "kick the door open"
    if verb == "break" and _is_a_mere_blow(scope, meanings, words, named[0] if named else None):
        verb = "knock"
    if verb == "open" and head[0] in _LIFTED and named and named[0] in scope.world.items:
        opens = ("open", named[0]) in scope.nouns.ruled and not _comes_out_of(words)
        verb = "open" if opens else "take"  # "lift the crate" opens nothing, nor "lift the tin off its shelf"
    if verb == "remove" and named is not None and named[0] == scope.state.place:
        verb, head = "go", ["leave"]  # "get off the ice"
    if verb in WALK:
        walk = read_move(scope, verb, head, parts, stealth)
        whom = companion(scope) if TOGETHER in words and walk.recipient is None and walk.objects else None
        return walk if whom is None else walk.model_copy(update={"recipient": whom})
    if verb in DITRANSITIVE or (verb == "read" and head == ["read"]):
        gift = _read_gift(scope, verb, head, words)
        if gift is not None:
            return gift
    if verb == "call" and words[:1] == ["like"]:  # "whistle like one who has not a care"
        return Intent(verb="express", role="emote", topic=" ".join([*head, *words])[:120])
    if verb == "call" and head[0] in _CRYING and not _is_somebody(scope, named[0] if named else None):
        return Intent(verb="call", topic=" ".join(first or words)[:110] or None)  # whatever is shouted
    if verb == "call" and (first and named is None and is_called_up(head, first)):
        raise Unclear("no_such_thing", said_as(first))
    by_voice = verb == "call" and head[0] in _HAILED and [word for word in words if word not in _HAILING] == first
    if by_voice and _is_out_of_sight(scope, named[0] if named else None):
        return Intent(verb="call", topic=f"{said_as(first)}!")  # "call out to the keeper": whoever hears may come
    if verb == "throw" and (missile := _missile_thrown(scope, parts)):
        return missile
    try:
        seeking = head[-1] == "for" or head[0] in _SEEKING
        intent = _read_act(scope, verb, parts, " ".join(words), seeking=seeking)
    except Unclear as unclear:
        if head[0] in _PUSHED and len(words) <= _A_LABEL and (panel := _buttons(scope)) is not None:
            return Intent(verb="examine", objects=(panel,))  # "press L": which there are is written on them
        if head[0] not in _KEYED_IN or unclear.reason != "no_such_thing":
            raise
        return Intent(verb="express", role="emote", topic=" ".join([*head, *words])[:120])  # "type status"
    if verb == "knock" and not intent.objects and named is None and first and not is_a_door(first):
        if first[0] in ("him", "her", "them"):
            raise Unclear("who", said_as(first))
        if stem(first[-1]) not in SURROUNDINGS:
            raise Unclear("no_such_thing", said_as(first))  # and it is knocked at no door instead
        return Intent(verb="express", role="emote", topic=" ".join([*head, *words])[:120])
    if _is_read_through(scope, intent, head, words):
        intent = intent.model_copy(update={"verb": "read"})
    if verb in ("attack", "break") and intent.recipient is not None and _is_carried(scope, intent):
        if "against" in words:  # "bang the bowl against the post"
            return Intent(verb="knock", objects=(intent.recipient,), tool=intent.objects[0])
        intent = intent.model_copy(update={"verb": "put"})  # "slap the letter on the table"
    if verb == "open" and "lid" in head and not intent.objects and (box := lidded_here(scope)) is not None:
        return Intent(verb="open", objects=(box,))  # "take the lid off"
    if excluded:
        but = {
            thing
            for phrase in parts_of(scope, excluded).direct()
            for thing in several_of(scope, verb, phrase)
        }
        intent = intent.model_copy(
            update={"objects": tuple(thing for thing in intent.objects if thing not in but)}
        )
    return intent


_OUT_OF = (("out", "of"), ("from", "inside"), ("from", "within"), ("off", "of"))
_TO_WHERE = frozenset("in into inside on onto under beside to back".split())


def _comes_out_of(words: list[str]) -> bool:
    """Whether a thing is moved out of another, and into nothing: "the record out of its sleeve", "it from the rack"."""
    if not _TO_WHERE.isdisjoint(words):
        return False
    at = next((n for n in range(1, len(words) - 1) if words[n] in ("from", "off")), 0)
    return bool(at) or any(pair in _OUT_OF for pair in itertools.pairwise(words[1:]))


_SEARCHING = frozenset("check search scan comb look examine inspect study consult".split())
_SPOILING = frozenset({"break", "cut", "burn"})


def _is_read_through(scope: Scope, intent: Intent, head: list[str], words: list[str]) -> bool:
    """Whether a thing that a writer lets be read is gone through for something: "check the ledger for tonight".

    What is read by breaking it open is only looked at.
    """
    thing = next(iter(intent.objects), None)
    if intent.verb not in ("examine", "search") or ("read", thing) not in scope.nouns.ruled:
        return False
    rules = (rule for rule in all_rules(scope.world) if thing in rule.on and "read" in rule.verbs)
    if any(not _SPOILING.isdisjoint(rule.verbs) for rule in rules):
        return False
    at = words.index("for") if "for" in words[1:] else 0
    sought = bool(at) and words[at + 1 : at + 2] not in (["a"], ["an"]) and bool(words[at + 1 :])
    return head[-1] in ("through", "up") or (sought and head[0] in _SEARCHING)


def _is_button(scope: Scope, words: list[str]) -> bool:
    """Whether a way is named by where it leads, and by no door: what is hit in a lift is a button."""
    if not words or not _DOORS.isdisjoint(map(stem, words)):
        return False
    found = resolve(scope, words, frozenset({"place"}), frozenset({"place"}))
    return found is not None and any(way.to == found.thing for way in scope.ways)


def _buttons(scope: Scope) -> str | None:
    """The buttons that this place has, as its writer named them; None where it has none."""
    named = (
        resolve(scope, [word], frozenset({"feature"}), frozenset({"feature"})) for word in ("buttons", "keys")
    )
    return next((one.thing for one in named if one is not None and scope.reach(one.thing)), None)


_PUSHED = frozenset({"press", "push", "hit", "punch", "jab"})
_A_LABEL = 2  # words of what a button may be called by


def _is_somebody(scope: Scope, thing: str | None) -> bool:
    return thing is not None and (scope.reach(thing) or scope.nouns.kinds.get(thing) == "person")


def _is_out_of_sight(scope: Scope, thing: str | None) -> bool:
    """Whether it is somebody who is not here."""
    return scope.nouns.kinds.get(thing or "") == "person" and thing not in scope.people


def _poured_from(scope: Scope, meanings: tuple[str, ...], words: list[str]) -> Intent | None:
    """ "Fill a cup from the jug", "pour Yrsa a cup out of it": some cup or other, which nobody has named."""
    at = next((at for at, word in enumerate(words) if at > 1 and word in ("from", "out")), 0)
    some = at > 1 and words[at - 1] in VESSELS and words[at - 2] in ("a", "an", "one", "another")
    if not some or {"pour", "fill"}.isdisjoint(meanings):
        return None
    found = one_of(
        scope, words[at + 1 + (words[at : at + 2] == ["out", "of"]) :], frozenset({"item", "feature"})
    )
    return Intent(verb="pour", objects=(found[0],)) if found is not None and scope.reach(found[0]) else None


_CRYING = frozenset("shout yell scream cry bellow holler howl roar".split())
_HAILING = frozenset({"out", "to", "for", "up", "down"})
_HAILED = _CRYING | {"call", "hail"}
_PRESSED = frozenset({"hit", "punch", "jab"})  # as a button is: "hit nine"
_DOORS = frozenset({"door", "gate", "hatch", "wall"})
_HANDING = frozenset({"put", "use", "throw", "drop", "push", "turn"})


def _handed_over(scope: Scope, meanings: tuple[str, ...], words: list[str]) -> Intent | None:
    """ "Slip her the bridle", "flip him the key": a person and what the player carries, whatever the verb."""
    who, length = leading_person(scope, words)
    rest = words[length:]
    if _HANDING.isdisjoint(meanings) or who not in scope.people or not rest or rest[0] not in DETERMINERS:
        return None
    found = one_of(scope, rest, frozenset({"item"}))
    if found is None and could_be_a_thing(rest[-1]):
        raise Unclear("no_such_thing", said_as(rest))  # "flip Otis the pen", and no Otis is flipped
    at_hand = found is not None and scope.state.items.get(found[0]) in (PLAYER, scope.state.place)
    return Intent(verb="give", objects=(found[0],), recipient=who) if found is not None and at_hand else None


def _pocket_of(scope: Scope, words: list[str]) -> str | None:
    """Whose pocket is picked: "her pocket", "the nurse's pockets"."""
    if not words or stem(words[-1]) != "pocket":
        return None
    owner = possessor(scope, words) or leading_person(scope, words[:-1])[0]
    return owner if owner in scope.people else None


def _is_carried(scope: Scope, intent: Intent) -> bool:
    return bool(intent.objects) and all(scope.state.items.get(thing) == PLAYER for thing in intent.objects)


def _says_only_the_result(words: list[str], at: int) -> bool:
    """Whether a word is no part of what something is done to: "pry the slab aside", "pry it open with the bar",
    "cut the rope in half"."""
    if at and words[-2:] in _IN_PARTS and at >= len(words) - 2:
        return True
    last = at + 1 == len(words) or words[at + 1] in _TOOL
    return words[at] in _AWAY or (words[at] == "open" and at > 0 and last)


def _missile_thrown(scope: Scope, parts: Parts) -> Intent | None:
    """ "Throw a stone at the crows", where no stone is a thing of the world: thrown at them, with nothing."""
    things = parts.direct()
    if len(things) != 1 or not things[0] or stem(things[0][-1]) not in MISSILES:
        return None
    found = resolve(scope, things[0], frozenset({"item"}))
    if found is not None and found.fit >= 97 and scope.reach(found.thing):
        return None
    _, others, unresolved = _beyond(scope, "throw", parts)
    if not others and unresolved is None and len(parts.segments) > 1:  # "throw a pebble in"
        told = [words for leading, phrases in parts.segments for words in ([leading or ""], *phrases)]
        thrown = " ".join(filter(None, (word for words in told for word in words)))
        return Intent(verb="express", role="emote", topic=f"throw {thrown}"[:120])
    thrown = " ".join(word for word in things[0] if word not in ("a", "an", "the"))
    return Intent(verb="throw", recipient=others[0], topic=thrown) if others and unresolved is None else None


def _particle(scope: Scope, head: list[str], words: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """The words without the particle of a verb in two parts, and the meanings of that verb: "pick the knife up"."""
    if len(head) == 1 and len(words) > 1:
        verb = SEPARABLE.get((head[0], words[-1]))
        own = scope.nouns.verbs.phrases.get((head[0], words[-1]), ()) if words[-1] in _PARTICLES else ()
        if "attack" in own and leading_person(scope, words)[0] is None:
            own = tuple(one for one in own if one != "attack")  # "take his coat down" takes down nobody
        if "flee" in (verb, *own) and leading_person(scope, words)[0] is None:
            verb, own = None, ()  # "shake the wet off", and no pursuer
        if verb or own:
            if verb == "wear" and (other := _put_on(scope, words[:-1])):
                return words[:-1], (other,)
            return words[:-1], (verb,) if verb else own
        # "Fish the key out from under it": what one fishes out is not looked for, but taken.
        for at in range(1, len(words) - 1):
            taken = scope.nouns.verbs.phrases.get((head[0], words[at]), ())[:1] == ("take",)
            alone = scope.nouns.verbs.phrases.get((head[0],), ())[:1]
            if taken and alone == ("search",) and words[at] == "out" and words[at + 1] in ("of", "from"):
                return [*words[:at], *words[at + 1 :]], ("take",)
        # "Wipe it off with the rag", "knock the guard out with the lamp": what it is done with comes after.
        for at in range(1, len(words) - 1):
            led = (at == 1 and words[0] in _OBJECT_PRONOUNS) or words[at + 1] in _TOOL
            if led and (verb := SEPARABLE.get((head[0], words[at]))):
                if verb == "wear" and words[at + 1] not in (*_TOOL, "and", ",", "now", "then", "again"):
                    break  # "put it on the shelf" is laid there
                return [*words[:at], *words[at + 1 :]], (verb,)
    return words, ()


def _put_on(scope: Scope, words: list[str]) -> str | None:
    """What putting a thing on means that is not worn: "put a record on"."""
    found = resolve(scope, words, frozenset({"item"}))
    if found is None or ("wear", found.thing) in scope.nouns.ruled:
        return None
    return next((verb for verb in ("play", "light", "use") if (verb, found.thing) in scope.nouns.ruled), None)


def _used_to(scope: Scope, words: list[str], stealth: bool) -> Intent | None:
    """ "Use the axe to break the boards" is breaking the boards with the axe."""
    at = words.index("to", 1)
    meanings, length = scope.nouns.verbs.at_start(words[at + 1 :])
    tool = one_of(scope, words[:at], frozenset({"item"}))
    if not meanings or tool is None or scope.nouns.kinds.get(tool[0]) != "item":
        return None
    rest = words[at + 1 :]
    intent = read_order(scope, meanings, rest[:length], rest[length:], stealth)
    return intent if intent.tool else intent.model_copy(update={"tool": tool[0]})


# A part of what was named before: nobody parts with the whole of it by "offer him some".
_OF_IT = frozenset(
    "some one a an any the bit sip taste drop little part half share mouthful bite swig of it them".split()
)
_DEALS = frozenset("deal bargain trade exchange swap terms".split())


def _read_gift(scope: Scope, verb: str, head: list[str], words: list[str]) -> Intent | None:
    """ "Give Hild the net": a person, then a thing. None if the words are not of this form."""
    if (
        len(words) == 2
        and words[0] in ("it", "them", "that")
        and leading_person(scope, words[1:])[0] is not None
    ):
        words = [words[1], words[0]]  # "give it her"
    person, length = leading_person(scope, words)
    if person is None:
        person, length = _leading_thing(scope, words)
    rest = words[length:]
    if person is None or not rest or rest[0] in PREPOSITIONS or rest[0] in ("and", ","):
        return None
    if rest[0] not in DETERMINERS and is_of_another(scope.nouns, words) and _is_own(scope, rest):
        return None  # "throw her knife", "throw Ulf's knife" give nobody mine
    parts = parts_of(scope, rest)
    things: list[str] = []
    for phrase in parts.direct():
        try:
            things += several_of(scope, verb, phrase)
        except Unclear as unclear:
            if head[0] == "offer" and _OF_IT.issuperset(phrase):
                return Intent(verb="express", role="emote", topic=" ".join([*head, *words])[:120])
            if head[0] == "offer" and unclear.reason == "no_such_thing":
                offered = "promise" if _DEALS.isdisjoint(rest) else "trade"
                return Intent(verb=offered, objects=(person,), topic=" ".join(rest)[:110])
            if not things or unclear.reason != "no_such_thing":
                raise
            scope.missed.append(unclear.about)
    if verb == "throw" and person in scope.people:
        verb = "give"  # "toss him my cloak"
    if things == [PLAYER]:
        return Intent(
            verb="express", role="emote", topic=" ".join([*head, *words])[:120]
        )  # "offer him my arm"
    return Intent(verb=verb, objects=tuple(dict.fromkeys(things)), recipient=person)


def _is_own(scope: Scope, phrase: list[str]) -> bool:
    """Whether a phrase names one thing that the player came with."""
    found = resolve(scope, before_preposition(phrase), frozenset({"item"}))
    return found is not None and is_players_own(scope, found.thing) and not scope.world.items[found.thing].plural


def _leading_thing(scope: Scope, words: list[str]) -> tuple[str | None, int]:
    """The receiver that is no person, where another noun phrase follows at once: "feed the cat some fish"."""
    if words[:1] == ["it"] and words[1:2] and words[1] in ("some", "a", "an", "the", "my", "this", "that"):
        return pronoun(scope, "it"), 1  # "throw it a fish"
    for at in range(1, len(words) - 1):
        if (
            words[at] in ("some", "a", "an", "the", "my", "this", "that", "these")
            and words[at - 1] not in PREPOSITIONS
        ):
            found = resolve(scope, words[:at], frozenset({"feature"}))
            if found is not None and found.fit >= 90 and scope.nouns.kinds[found.thing] == "feature":
                return found.thing, at
    return None, 0


def _loose(scope: Scope) -> frozenset[str]:
    """Verbs that need no object of the world; so do those that only this world has, for its rules to decide."""
    return LOOSE | (scope.nouns.verbs.own - frozenset(BASE_VERBS))


_UNKNOWN = ([["it"]], [["them"]])
_SEEKING = frozenset({"find", "seek", "hunt", "look"})  # what is looked for need not be here


_BESIDE = frozenset({"behind", "beside", "near", "by", "next"})


def _stands_by_somebody(scope: Scope, parts: Parts) -> bool:
    """Whether a thing is named by whoever it stands by: "the shelf behind her"."""
    beside = (phrases[0] for before, phrases in parts.segments if before in _BESIDE and phrases)
    named = parts.direct()[:1] != [] and could_be_a_thing(parts.direct()[0][-1])
    return named and any(leading_person(scope, phrase)[0] in scope.people for phrase in beside)


# "Look over his shoulder at the record": it is the record that is looked at.
_OVER_A_SHOULDER = re.compile(r"\b(?:over|past|across) (?:\w+ ){1,2}shoulders?\b ?")


def _without_shoulder(head: list[str], words: list[str]) -> list[str]:
    """The words after a verb of looking without whose shoulder it is done over, where they name anything else."""
    text = " ".join([*head[-1:], *words])
    rest = _OVER_A_SHOULDER.sub("", text).split()
    kept = rest[1:] if rest[:1] == head[-1:] else rest
    return kept if kept and len(rest) < len(text.split()) else words


def _read_act(scope: Scope, verb: str, parts: Parts, text: str, *, seeking: bool = False) -> Intent:
    objects: list[str] = []
    missing: Unclear | None = None
    own: list[str] = []
    for phrase in parts.direct():
        if RESULT_WORDS.issuperset(phrase) and resolve(scope, phrase) is None:
            objects.extend(_taken_in(scope, verb))
            continue  # "drink deep"
        if is_worn(scope, phrase):
            own.append(" ".join(phrase))
            continue
        try:
            objects.extend(several_of(scope, verb, phrase))
        except Unclear as unclear:
            if unclear.reason == "which":
                raise
            missing = missing or unclear
    tool, others, unresolved = _beyond(scope, verb, parts)
    others = [thing for thing in others if thing not in objects]
    recipient: str | None = None
    if objects and others:
        if _is_meant_here(scope, verb, objects[0], others[0]) or _is_cleared(scope, verb, parts):
            objects = others[:1]  # "the cracks in the door": the door is here, the cracks known are elsewhere
        elif verb in TRANSFER or (scope.nouns.kinds.get(others[0]) != "place" and verb not in PERCEIVE):
            recipient = others[0]
        if (
            verb == "use"
            and not tool
            and scope.nouns.kinds.get(objects[0]) == "item"
            and others[0] != objects[0]
        ):
            # "use the axe on the boards": the thing done to comes last, the tool first.
            objects, tool, recipient = [others[0]], objects[0], None
    elif own and others and not objects:
        recipient = others[0] if scope.nouns.kinds.get(others[0]) != "person" else None
    elif others and not objects and missing is not None and verb not in OF_ITSELF and _is_part(parts):
        objects, missing = others[:1], None  # "the linen around his jaw", "a corner off the cheese"
    elif verb == "read" and missing is not None and others and others[0] in scope.people:
        raise missing  # "read the letter to her" reads no face
    elif verb in PERCEIVE and missing is not None and others and _stands_by_somebody(scope, parts):
        raise missing  # "check the shelf behind her" looks at nobody
    elif others and missing is not None and parts.direct() in _UNKNOWN:
        raise missing  # "tap it on the stove": whatever it is, it is not the stove
    elif others and not objects and (missing is None or verb in _loose(scope) | {"examine", "read"}):
        objects, missing = others[:1], None
    if verb == "read" and scope.nouns.kinds.get(recipient or "") in ("feature", "place", "item"):
        recipient = None  # "under the table", "by the fire": where one reads, and nothing that is read as well
    if verb == "use" and tool and objects and scope.nouns.kinds.get(objects[0]) == "item" and not others:
        objects, tool = [tool], objects[0]
    objects = list(dict.fromkeys(objects))
    if missing is not None and objects and missing.about:
        scope.missed.append(missing.about)
    if (
        missing is not None
        and not objects
        and (
            verb not in _loose(scope)
            or missing.reason == "absurd"
            or verb in ("eat", "drink")
            or (not seeking and _wants_a_thing(verb, parts))
        )
    ):
        raise missing
    if unresolved is not None and (
        unresolved.reason == "absurd"
        or (verb in _SWITCHED and not objects and not parts.direct())
        or verb in {"give", "put", "throw"} | _WITH_TOOLS
        or (verb == "use" and objects)
    ):
        raise unresolved
    if not objects and tool and verb in ("trade", "play", "dance", "use", "fill"):
        objects, tool = [tool], None
    if own and not objects and recipient is None:
        return Intent(verb="express", role="emote")  # "take off my cap": the player's own words tell it
    if own and not objects:
        return Intent(verb=verb, tool=tool, recipient=recipient, topic=", ".join(own)[:110])
    topic = (
        text[:110] or None
        if verb in ("wait", "sleep", "search", "pray", "sing", "call") and not objects
        else None
    )
    return Intent(verb=verb, objects=tuple(objects), tool=tool, recipient=recipient, topic=topic)


# Of the verbs that need no object, those that are done to the very thing that is named: "light the candle".
_DONE_TO = frozenset("light ring search play touch taste".split())


def _wants_a_thing(verb: str, parts: Parts) -> bool:
    """Whether a verb that needs no object was given one that could be handled: no other is lit or searched for it."""
    phrase = next(iter(parts.direct()), [])
    made = verb == "play" and phrase[:1] in (["a"], ["an"], ["some"])  # "play a tune"
    named = len(phrase) > 1 and phrase[0] in DETERMINERS and could_be_a_thing(phrase[-1])
    return verb in _DONE_TO and named and not made


_SWITCHED = frozenset({"turn", "close", "open", "extinguish"})  # "shut off the pumps": the pumps are wanted


def _taken_in(scope: Scope, verb: str) -> list[str]:
    """What is eaten or drunk where nothing is named: what was spoken of last."""
    thing = scope.focus.get("it") if verb in ("eat", "drink") else None
    return [thing] if thing is not None and scope.reach(thing) else []


def _is_meant_here(scope: Scope, verb: str, thing: str, other: str) -> bool:
    """Whether what is named first only lies elsewhere, and is here a part of the other: "the snow off the runes"."""
    if scope.reach(thing) or not scope.reach(other) or scope.nouns.kinds.get(other) == "place":
        return False
    return verb in PERCEIVE or (verb not in TRANSFER and scope.nouns.kinds.get(thing) == "feature")


def _is_cleared(scope: Scope, verb: str, parts: Parts) -> bool:
    """Whether what lies on a thing here is only got off it: "chip the ice off the bolt", which is done to the bolt."""
    first = parts.direct()[:1]
    lying = bool(first) and stem(first[0][-1]) in COVERINGS
    beyond = any(preposition in ("off", "from") and phrases for preposition, phrases in parts.segments)
    return verb not in TRANSFER and verb not in PERCEIVE and lying and beyond


def _is_part(parts: Parts) -> bool:
    """Whether what is named is said to be a part of another thing, or about it."""
    return len(parts.segments) > 1 and parts.segments[1][0] in _PARTS_OF


def _except(words: list[str]) -> tuple[list[str], list[str]]:
    """Part "everything but the knife" into what is meant and what is not."""
    for at in range(1, len(words)):
        for marker in _EXCEPT:
            if tuple(words[at : at + len(marker)]) == marker and words[0] in (
                "all",
                "everything",
                "everyone",
                "it",
            ):
                return words[:at], words[at + len(marker) :]
    return words, []


# What is done with a tool, and not without it: whoever names one that is not there has not done it.
_WITH_TOOLS = frozenset("cut break open unlock light burn dig repair free".split())


def _is_a_tool(scope: Scope, phrase: list[str]) -> bool:
    """Whether a phrase after "with" names a thing that one could hold, rather than a manner: "my chainsaw"."""
    head = phrase[-1] if phrase else ""
    told = bool(phrase) and phrase[0] in ("my", "a", "an", "the") and len(phrase) < _LONG_NAME
    return (
        told
        and could_be_a_thing(head)
        and head not in COMMON_WORDS
        and not scope.nouns.verbs.at_start([head])[0]
    )


_HANDED = frozenset({"give", "put", "throw"})
_ABOUT_ME = frozenset("behind after beside near around round".split())
_LONG_NAME = 4  # words


def _beyond(scope: Scope, verb: str, parts: Parts) -> tuple[str | None, list[str], Unclear | None]:
    """The tool and the other things named after prepositions, and the first of those that is nothing in the world."""
    tool: str | None = None
    others: list[str] = []
    unresolved: Unclear | None = None
    likened = False
    for preposition, phrases in parts.segments:
        if preposition is None:
            continue
        for phrase in phrases:
            wanted = (
                frozenset({"item"}) if preposition in _TOOL else frozenset({"person", "feature", "place"})
            )
            found = one_of(scope, phrase, wanted if verb != "use" else frozenset({"feature"}))
            if (
                found is None
                and preposition in ("from", "off", "of", "on", "at")
                and (whose := possessor(scope, phrase))
            ):
                found = (whose, None)
            if found is None and (who := whoever(scope, phrase)) is not None:
                found = (who, None)
            if found is not None and found[0] == PLAYER and preposition in _ABOUT_ME:
                continue  # "the door behind me" is no door of mine
            if found is not None and preposition in ("from", "off") and not scope.reach(found[0]):
                continue  # where it is taken from is no other place: "the spear from the wall"
            if found is not None and preposition == "into" and phrase[0] in ("a", "an") and not scope.reach(found[0]):
                continue  # "fold my letter into a boat": what it becomes lies nowhere
            theirs = verb in ("put", "drop") and phrase[0] in ("his", "her", "their") and len(phrase) > 1
            if theirs and found is not None and found[0] in scope.people and not is_upon_somebody(phrase):
                continue  # "put it by his chair": it is not given to him
            if preposition in ("as", "like") and verb not in PERCEIVE:
                likened = True
                continue  # "sign it as Mickey Mouse", "wipe my feet like a good boy"
            if found is None and likened:
                continue  # "as an offering to the gods": what it is likened to goes on
            if found is None and preposition not in _TOOL and is_own_body(phrase):
                if verb not in _HANDED:
                    continue  # "rub the coin behind one ear"
                found = (PLAYER, None)
            if found is None:
                wanting = preposition in _TOOL and verb in _WITH_TOOLS and _is_a_tool(scope, phrase)
                if preposition not in _TOOL or wanting or is_absurd(scope.world, phrase):
                    unresolved = unresolved or Unclear(
                        "absurd" if is_absurd(scope.world, phrase) else "no_such_thing", said_as(phrase)
                    )
            elif (
                preposition in _TOOL
                and scope.nouns.kinds.get(found[0]) in ("item", "feature")
                and tool is None
            ):
                tool = found[0]
            elif found[0] != scope.state.place or not others:
                others.append(found[0])
    return tool, others, unresolved
