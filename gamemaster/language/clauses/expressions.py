"""Gestures, postures and breaths: what a player shows and does not do. They change nothing and take no time. Pure."""

from __future__ import annotations

from gamemaster.language.gestures.figures_of_speech import is_figure_of_speech, is_in_ones_head
from gamemaster.language.handling import felt_with_the_body
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    QUESTION_WORDS,
)
from gamemaster.language.tables.verb_forms import plain_form, skip_adverbs

# Verbs that show a mood and do nothing else, with any words after them.
_MOODS = frozenset(
    """laugh chuckle giggle snigger snicker smile grin smirk beam frown scowl glower grimace wince pout
    sneer sigh groan
    moan whimper sob weep cry sniffle yawn cough sneeze hiccup gulp gasp pant breathe exhale inhale blink wink
    nod shrug shiver shudder tremble quake flinch start blush sweat swallow pause hesitate fidget squirm stretch
    stiffen relax slump slouch snore sag bow curtsy curtsey salute hum hug pace hunch tense recoil despair grieve
    growl snarl hiss rejoice panic freeze brood sulk daydream ponder think marvel calm compose steady stare gaze glare
    gape gawp clap spit squint tut snort grunt huff wheeze""".split()
)
# Those of them that one's voice and face do alone: whatever they are done to is no thing handled.
_VOICED = frozenset(
    "growl snarl hiss hum laugh smile grin sigh groan moan whimper sob weep cry yawn cough sneeze gasp nod".split()
)
# Postures: an emote unless the world has a use for it, or they are done to a thing or a person.
_POSTURES = frozenset(
    "stand sit kneel lean crouch squat rise slouch straighten perch hop sway wriggle twirl".split()
)
# Verbs that with a part of one's own body are gestures: "rub my hands", "shake my head".
BODY = frozenset(
    """hand arm face eye eyebrow hair head leg foot shoulder chest neck throat mouth lip ear nose finger
    thumb fist palm
    back beard skin knee heart breath cheek chin tooth jaw brow forehead toe eyebrow boot tongue shin elbow weight
    collar hood sleeve tear gaze step voice nerve temple lap fingertip knuckle hip waist wrist belly stomach
    scar sole lung heel brain teeth armpit hair moustache mustache thigh ankle thumbnail fingernail""".split()
)
# Verbs that do something to a part of the body, or with what it wears.
_ITS_SIDES = frozenset("my own one both each either other another free left right bare open the".split())
_HARMING = frozenset(
    "cut burn break attack help examine remove wear search inventory steal trade kiss".split()
)
# With a way to end and nothing handled they are postures: "drop into a chair", "lower myself onto the bench".
_SETTLING = frozenset("drop sink fall flop collapse plop plonk subside bend stoop".split())
_SETTLED = frozenset("into onto on to in down back beside by against over forward low closer".split())
_REFLEXIVE = frozenset({"myself", "ourselves"})
_LIGHT_VERBS = frozenset(
    "take draw give make let heave have do breathe catch hold crack force put flash strike pull turn".split()
)
EXPRESSIVE_NOUNS = frozenset(
    """breath sigh nod smile grin bow curtsy shrug wink laugh chuckle frown stretch shiver shudder groan yawn
    salute gasp sob glare gulp cough face faces moment breather pose wish
    toast handshake hug wave handstand headstand cartwheel somersault pirouette raspberry jig""".split()
)
_SHORT = 4  # words of what somebody has: "a good little cry"
_ROOM = frozenset({"room", "space", "way"})
_EASING = frozenset("lower settle ease plant perch prop drop throw seat fling".split())
_OTHERS = frozenset({"her", "him", "them", "it"})  # "let her smell my hand"
_OWNERS = frozenset("my own a an both one two three four five six seven eight nine ten".split())


def is_expression(scope: Scope, words: list[str]) -> bool:
    """Whether a clause without its subject is a gesture, a posture or a breath."""
    at = skip_adverbs(words, 0)
    if at == len(words):
        return False
    verb, rest = plain_form(words[at], _KNOWN), words[at + 1 :]
    if words[at] in ("hand", "hands") and rest and (rest[0] in _OTHERS or rest[0] in DETERMINERS | {"over"}):
        return False  # "hands him the letter" is giving
    if felt_with_the_body(scope, words[at:]) is not None:
        return False  # "rest a hand on the winch"
    if is_figure_of_speech(scope, words[at:]):
        return True
    if verb in _MOODS | _POSTURES and scope.nouns.verbs.own.intersection({words[at], verb}):
        return False
    if _faces_all(scope, words[at:]):
        return True
    if verb in _VOICED and not (verb == "cry" and rest[:1] == ["out"]):
        return True
    if verb in _MOODS and words[at] not in ("start", "starts") and _aims_at_nothing(scope, rest):
        if verb == "spit":
            return not rest or "my" in rest  # "spit at Ulf" is done to him, "spit in my hands" to nobody
        return verb not in ("stare", "gaze", "think") or not rest or rest[0] not in ("at", "about", "of")
    if words[at : at + 3] == ["try", "not", "to"] and words[at + 3 : at + 4] != []:
        return words[at + 3] in WORDS
    if verb in _POSTURES:
        rest = rest[:-2] if rest[-2:] in (["a", "little"], ["a", "bit"]) else rest
        if _is_own_body(scope, words[at:]):
            return True
        if verb in _SET_UPRIGHT and rest[:1] in (["it"], ["them"]):
            return False  # "lean it on the wall"
        if rest and (rest[0] in DETERMINERS or resolve(scope, rest, frozenset({"item"})) is not None):
            return rest[0] not in DETERMINERS and rest[0] in PREPOSITIONS
        return rest[:1] not in (["to"], ["about"], ["guard"], ["watch"]) and "wait" not in rest
    if (
        verb == "feel"
        and rest
        and rest[0] not in DETERMINERS | PREPOSITIONS | _OTHERS
        and not resolve(scope, rest)
    ):
        return len(rest) < 3  # "feel foolish"
    if words[at] in ("stay", "keep") and rest in (["low"], ["close"], ["back"]):
        return True
    lets = words[at] in ("let", "lets") and bool(rest) and rest[0] in _OTHERS | _REFLEXIVE
    if words[at] in ("let", "lets") and rest[-2:-1] == ["my"] and stem(rest[-1]) in BODY:
        return True  # "let the dog sniff my hand"
    if _settles(scope, verb, rest) or (lets and not _lets_see(scope, rest[1:])):
        return True
    if verb == "make" and rest and rest[0] in _ROOM:
        return True  # "make room on the bench"
    who, length = leading_person(scope, rest) if words[at] in _SENT and rest else (None, 0)
    if who is not None and _noun_of(rest[length:]) in EXPRESSIVE_NOUNS | {"kiss", "look", "glance"}:
        return True  # "toss Yrsa a grin"
    if verb in _LIGHT_VERBS and _noun_of(rest) in EXPRESSIVE_NOUNS:
        return True
    if verb == "have" and rest[:1] == ["a"] and 1 < len(rest) < _SHORT and rest[-1] in _MOODS:
        return True  # "have a little cry"
    return _is_own_body(scope, words[at:])


def _lets_see(scope: Scope, rest: list[str]) -> bool:
    """Whether somebody is let see a thing, which is to show it: "let her read the letter"."""
    found = resolve(scope, rest[1:], frozenset({"item"})) if rest[:1] in (["see"], ["read"]) else None
    return found is not None and found.fit >= _SURE and found.thing in scope.world.items


_SURE = 90  # fit of a name
_LOOKING = frozenset("look looks stare stares gaze gazes glare glares glance glances".split())


def _faces_all(scope: Scope, words: list[str]) -> bool:
    """Whether the people here are looked at together: "look at them all defiantly" examines no things."""
    rest = words[1:]
    while rest and rest[0] in ("round", "around", "back", "up"):
        rest = rest[1:]
    together = rest[:3] == ["at", "them", "all"] or rest[:4] == ["at", "all", "of", "them"]
    return words[0] in _LOOKING and together and len(scope.people) > 0


_INWARD = frozenset(
    "think ponder wonder reflect consider muse remember recall daydream realise realize hope wish imagine".split()
)


def is_inward(words: list[str]) -> bool:
    """Whether what is told of oneself goes on in one's mind, where nobody sees it: "I think: ten, then"."""
    at = skip_adverbs(words, 1 if words[:1] in (["i"], ["we"]) else 0)
    if at == len(words):
        return False
    return plain_form(words[at], _INWARD) in _INWARD or is_in_ones_head(words[at:])


def _settles(scope: Scope, verb: str, rest: list[str]) -> bool:
    """Whether somebody lets themselves down somewhere, and nothing else: "sink down by the fire"."""
    reflexive = rest[:1] and rest[0] in _REFLEXIVE
    if not (verb in _SETTLING or (reflexive and verb in _EASING)):
        return False
    rest = rest[1:] if reflexive else rest
    if not rest or rest[0] not in _SETTLED:
        return False
    found = resolve(scope, rest[1:]) if len(rest) > 1 else None
    return found is None or scope.nouns.kinds[found.thing] != "place"


def _noun_of(rest: list[str]) -> str:
    """The noun that a light verb takes: "a deep breath" -> "breath"."""
    while rest and rest[0] in ("out", "him", "her", "them", "everybody", "everyone"):
        rest = rest[1:]
    if not rest or rest[0] not in DETERMINERS | EXPRESSIVE_NOUNS:
        return ""
    for word in rest[:5]:
        if word in PREPOSITIONS or word in (",", "and"):
            return ""
        if word in EXPRESSIVE_NOUNS:
            return word
    return ""


_SET_UPRIGHT = frozenset({"lean", "stand", "sit", "perch"})
_SENT = frozenset("toss throw shoot flash blow cast send fling".split())
_HOW_FAR = frozenset("low deep long hard loud wide".split())


def _aims_at_nothing(scope: Scope, rest: list[str]) -> bool:
    """Whether no thing is handled: what follows is nothing, an adverb, or a preposition with its noun."""
    rest = rest[skip_adverbs(rest, 0) :]
    if rest and rest[0] in _HOW_FAR:
        rest = rest[1:]  # "bow low to them all" names no low door
    if not rest or rest[0] in PREPOSITIONS | {"and", "like"}:
        return True
    end = next((at for at, word in enumerate(rest) if at and word in PREPOSITIONS), len(rest))
    handled = end < len(rest) and rest[0] in DETERMINERS and stem(rest[end - 1]) not in BODY
    return not handled and resolve(scope, rest[:end]) is None  # "stretch the rope across the door" handles it


_NO_DEEDS = (
    PREPOSITIONS
    | DETERMINERS
    | AUXILIARIES
    | QUESTION_WORDS
    | frozenset("and or no not i you rain snow sweat blood water".split())
)


def _is_own_body(scope: Scope, words: list[str]) -> bool:
    """A verb with a part of the player's own body as its object: "rub my hands", "raise an eyebrow"."""
    meanings, length = scope.nouns.verbs.at_start(words)
    if length > 2 and meanings[0] == "insult" and leading_person(scope, words[length:])[0] is None:
        return stem(words[2]) in BODY  # "stick my tongue out at the sky"
    if length > 2 and meanings[0] != "wait":
        return False  # "put my ear to the door" is listening
    rest = words[1:]
    while rest and rest[0] in ("up", "down", "out", "back", "on", "into"):
        rest = rest[1:]
    if words[0] in _NO_DEEDS:
        return False  # "rain down my neck"
    bare = rest[:1] != [] and stem(rest[0]) in BODY and (len(rest) == 1 or rest[1] in PREPOSITIONS)
    if bare and words[0].isalpha() and stem(words[0]) not in scope.nouns.by_stem:
        rest = ["my", *rest]  # "cross legs", "tuck hair behind ear"
    harms = not _HARMING.isdisjoint(meanings[:1]) and words[0] not in ("crack", "cracks")  # one's knuckles
    if len(rest) < 2 or rest[0] not in _OWNERS or harms:
        return False
    part = next((at for at, word in enumerate(rest[1:4], 1) if stem(word) in BODY), None)
    if part is None or not PREPOSITIONS.isdisjoint(rest[1:part]):
        return False
    if {"touch", "put"}.intersection(meanings[:1]) and _touches(scope, rest[part + 1 :]):
        return False
    owned = resolve(scope, rest[1:part], frozenset({"item"})) if part > 1 else None
    if owned is not None and owned.fit >= 90 and owned.thing in scope.world.items:
        return False  # "take my beads back"
    found = resolve(scope, rest[part : part + 1], frozenset({"item"}))
    if found is None or scope.nouns.kinds[found.thing] == "place":
        return True  # "roll my shoulders", where the path leads to a shoulder of rock
    return found.fit < 97 or not scope.reach(found.thing)


def is_own_body(phrase: list[str]) -> bool:
    """Whether a phrase names a part of the player's body or sleeve: "one shoulder", "my free hand", "the other arm"."""
    told = bool(phrase) and stem(phrase[-1]) in BODY and _ITS_SIDES.issuperset(phrase[:-1])
    return told and (phrase[0] != "the" or "other" in phrase)


def _touches(scope: Scope, rest: list[str]) -> bool:
    """Whether the gesture ends at a thing: "dip my hand in the water"."""
    found = resolve(scope, rest[1:]) if rest and rest[0] in PREPOSITIONS else None
    return found is not None and found.fit >= 86 and scope.reach(found.thing)


# Words that a player may use of themselves in any world, and that are spelt right.
WORDS = _MOODS | _POSTURES | BODY | EXPRESSIVE_NOUNS
_KNOWN = frozenset({"feel"}) | _MOODS | _POSTURES | _LIGHT_VERBS | _SETTLING | _EASING
