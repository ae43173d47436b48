"""A clause that tells of an act of the player's own body or hands, of which no thing of the world is the object. Pure.

"Do twenty push-ups", "count how long I last", "carve my initials into the table": nobody foresaw it, and it hinders
nothing. It is told in the player's words, and only what would need a thing that is not here is missed.
"""

from __future__ import annotations

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.names.anachronisms import is_absurd
from gamemaster.language.names.described_parts import is_on_the_player, is_only_described, is_spoken_of_here
from gamemaster.language.names.english_words import is_common
from gamemaster.language.names.missing_things import could_be_a_thing, missing_thing
from gamemaster.language.names.named_things import before_preposition
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import Unclear, one_of
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    CLOTHES,
    COVERINGS,
    DETERMINERS,
    HOUSEHOLD,
    PARTITIVES,
    PREPOSITIONS,
    QUESTION_WORDS,
    SECOND_PERSON,
)
from gamemaster.language.tables.verb_forms import is_past, is_third_person, skip_adverbs
from gamemaster.rules.proposal import Intent
from worlds.offers import met_by
from worlds.verbs import BASE_VERBS, CONTEND, META, MOVE, PERCEIVE, SPEAK

# What is got, used up, opened or gone to has to be there.
NEEDS_ITS_THING = (
    frozenset(
        """take drop put give show throw use open close lock unlock break burn light extinguish eat drink wear remove
        read ring build cook pour fill tie untie dig repair buy sell load bribe plant slip write block hide lure
        trap""".split()
    )
    | frozenset(PERCEIVE)
    | frozenset(MOVE)
    | frozenset(SPEAK)
    | frozenset(CONTEND)
    | frozenset(META)
)
_THE = frozenset({"the", "this", "that", "these", "those", "his", "her", "their", "your"})
_BEGINS_NO_ACT = (DETERMINERS | PREPOSITIONS | QUESTION_WORDS | AUXILIARIES - {"do"}) - {"like"}
# Words to somebody, the Game Master not least: "ignore your rules", "let me win".
_OF_TALK = frozenset("you your yours me us let gm please mate sir who".split())
_HANDLED = frozenset(
    {"my", "a", "an", "one", "two", "three", "four", "five", "both", "some", "it", "down", "up"}
)
# It leaves a thing as it was, only cleaner: "wash the mugs one by one", "polish the lens with my sleeve".
_CLEANING = frozenset(
    "wash wipe polish dust clean scrub rinse sweep tidy straighten brush shine dry buff".split()
)
_NEW = frozenset({"my", "a", "an", "some"})
_SAID_BEFORE = frozenset("it that this so not you i the as".split())
_SHORT = 2  # words of "do something"
_MOST_WORDS = 20


def performance_of(scope: Scope, clause: list[str], unclear: Unclear) -> Intent | None:
    """The clause as an act that is only shown; None where it is none, or a thing that it needs is not here."""
    words = without_lead(clause)
    words = words[skip_adverbs(words, words[:1] == ["i"]) :]
    if not 1 < len(words) <= _MOST_WORDS or SPEECH in words or words[0] in _BEGINS_NO_ACT:
        return None
    if _depicts(words):
        return _gesture_of(clause)
    meanings = scope.nouns.verbs.at_start(words)[0]
    if _is_of_body_or_clothes(words, unclear):
        return _gesture_of(clause)
    if unclear.reason == "who" and _names_what_is_here(scope, words[1 + (words[1] in PREPOSITIONS) :]):
        return _gesture_of(clause)  # "salute the gulls"
    if unclear.reason not in ("no_such_thing", "not_understood"):
        return None
    if words[0] in _PICKING and _takes_a_crumb(scope, words):
        return _gesture_of(clause)
    if _handles_what_is_at_hand(scope, words, meanings, unclear):
        return _gesture_of(clause)
    if _is_slight(scope, words, meanings, unclear):
        return _gesture_of(clause)
    described = is_described_here(scope, unclear)
    cleaned = clears_off(words) or (
        words[0] in _CLEANING and (described or _names_what_is_here(scope, words[1:]))
    )
    if meanings and not cleaned and (meanings[0] in NEEDS_ITS_THING or meanings[0] in scope.nouns.verbs.own):
        missed = missing_thing(scope.world, unclear.about, " ".join(words))
        if meanings[0] not in PERCEIVE or missed or not _is_asked(words):
            return None
    if not meanings and not cleaned and not _may_be_a_verb(scope, words, described):
        return None
    if not _OF_TALK.isdisjoint(words) or scope.nouns.verbs.at_start(words)[0][:1] == ("express",):
        return None
    if not all(is_common(word) or stem(word) in scope.nouns.by_stem for word in words if word.isalpha()):
        return None  # what nobody knows is asked after
    pointed = unclear.reason == "no_such_thing" and not described and _is_pointed_at(words, unclear.about)
    if pointed and not cleaned:
        return None
    return _gesture_of(clause)


# What somebody says of themselves with these is so, and not done: "I know", "I miss him", "I come from Bristol".
_STATES = AUXILIARIES | frozenset(
    """am be have own owe need want wish like love hate miss mourn know think believe guess suppose reckon expect hope
    bet fear doubt remember recall forget trust understand mean mind matter care prefer agree disagree wonder deserve
    belong swear promise vow say tell ask admit confess beg hear see sense feel smell notice live work come hail look
    seem sound remain appreciate admire regret dare refuse insist demand accept forgive thank apologise apologize blame
    accuse warn advise suggest propose offer recommend intend plan die kill hurt ache stink suck dream speak talk call
    name lie joke""".split()
)
# What nobody can hold in their hands, of which something is made or given all the same: "give it some thought".
_AIRY = frozenset(
    "thought time distance peace guard cool calm nerve ground watch space pace company count".split()
)


def shown_of_oneself(scope: Scope, clause: list[str], unclear: Unclear) -> Intent | None:
    """What a clause with "I" tells of oneself that no rule knows and nobody is told: "I turn pale", "I act natural".

    Nothing is handled in it: no noun stands beside its verb but a part of oneself, or what nobody can hold.
    """
    if unclear.reason not in ("no_such_thing", "not_understood"):
        return None
    if clause[:1] != ["i"] or len(clause) > _MOST_WORDS or SPEECH in clause:
        return None
    words = clause[1 + skip_adverbs(clause[1:], 0) :]
    if (
        len(words) < _SHORT
        or not words[0].isalpha()
        or is_past(words[0])
        or not SECOND_PERSON.isdisjoint(words)
    ):
        return None
    if words[0] in _STATES or words[0] in scope.nouns.verbs.own:
        return None
    if not all(is_common(word) for word in words if word.isalpha()):
        return None
    beside = words[1 : next((at for at, word in enumerate(words) if at and word in PREPOSITIONS), len(words))]
    told = [word for word in beside if word.isalpha()]
    own = bool(told) and (stem(told[-1]) in BODY or told[-1] in _AIRY)
    if words[0] == "let" and told[:1] in (["it"], ["that"], ["this"]) and len(told) > 1:
        return _gesture_of(clause)  # "I let that sink in"
    handled = bool(told) and (not DETERMINERS.isdisjoint(told) or resolve(scope, told) is not None)
    if (handled or (told and unclear.reason == "no_such_thing")) and not own:
        return None  # "I buy milk"
    return _gesture_of(clause)


def _gesture_of(clause: list[str]) -> Intent:
    return Intent(verb="express", role="emote", topic=" ".join(clause).replace(" ,", ",")[:120])


# What is done with these leaves all as it was: a fingertip, a nose, the tip of a tongue, a seat taken.
_SLIGHT = frozenset("taste smell touch sit lean stand kneel lie crouch clean shake".split())
# What one helps oneself to, where nobody in the story hungers or thirsts.
_FARE = frozenset("eat drink pour fill".split())
_FED = frozenset({"food", "drink"})
# What a place is called where there is something to eat and drink, whether its writer tells of it or not.
_LARDERS = frozenset(
    """kitchen dining restaurant tavern alehouse inn bar cafe canteen mess galley pantry larder cellar bakery pub
    refectory buttery brewhouse""".split()
)


def _serves_food(scope: Scope) -> bool:
    place = scope.world.locations[scope.state.place]
    return any(word in _LARDERS for name in (place.name, *place.aliases) for word in name.casefold().split())


_WHATEVER = frozenset("whatever something anything".split())


def _is_slight(scope: Scope, words: list[str], meanings: tuple[str, ...], unclear: Unclear) -> bool:
    """Whether next to nothing is done to an ordinary thing that no writer told of: "taste the sauce", "a stool".

    Nobody denies a kitchen its sauce. What the world knows by that name, or few know at all, may well be wanting.
    """
    phrase = [word for word in before_preposition(unclear.about.split()) if word not in DETERMINERS]
    if unclear.reason != "no_such_thing" or not phrase or not meanings or "," in unclear.about:
        return False
    if not _WHATEVER.isdisjoint(unclear.about.split()):
        return meanings[0] in _SLIGHT | {"eat", "drink"}
    fare = meanings[0] in _FARE and not any(
        _FED.intersection(met_by(one)) for one in scope.world.needs.values()
    )
    fare = fare and ("water" in unclear.about.split() or _serves_food(scope))
    if not (fare or meanings[0] in _SLIGHT) or meanings[0] in scope.nouns.verbs.own:
        return False
    return (
        all(is_common(word) for word in phrase)
        and could_be_a_thing(phrase[-1])
        and stem(phrase[-1]) not in scope.nouns.by_stem
        and not is_absurd(scope.world, phrase)
    )


_DEPICTING = frozenset("carve draw scratch paint sketch trace scrawl chalk engrave etch doodle".split())
_INTO = frozenset({"in", "into", "on", "onto", "across", "over", "upon", "with"})


def _depicts(words: list[str]) -> bool:
    """Whether what is named is only drawn, and nowhere else: "carve a fish into the table edge"."""
    return words[0] in _DEPICTING and words[1] in _NEW and not _INTO.isdisjoint(words[2:])


def _is_of_body_or_clothes(words: list[str], unclear: Unclear) -> bool:
    """Whether a part of oneself is put somewhere, or one's own clothes are dealt with: "prop my feet on his desk"."""
    if unclear.reason != "no_such_thing":
        return False
    at = next((n for n, word in enumerate(words[:4]) if word in ("my", "both")), 0)
    own = at == 1 and words[2:3] != [] and stem(words[2]) in BODY
    named = [word for word in before_preposition(unclear.about.split()) if word not in DETERMINERS]
    worn = bool(named) and stem(named[-1]) in CLOTHES and named[-1] in words[1:5]
    before = words[words.index(named[-1]) - 1] if worn else ""
    return own or (worn and before in ("my", "a", "an", "one", "both"))


_PICKING = frozenset(
    "break tear pull pick cut pinch nick slice scrape snap chip bite steal take nibble".split()
)
# With these it matters that the thing is there: somebody is to have it, a lock gives way, a hunger is stilled.
_ON_WHICH_MUCH_HANGS = (
    frozenset(
        """give throw break burn light extinguish unlock eat drink sell buy trade bargain bribe load hide lure trap
        block write read dig build steal""".split()
    )
    | frozenset(MOVE)
    | frozenset(SPEAK)
    | frozenset(CONTEND)
    | frozenset(META)
)


def _handles_what_is_at_hand(
    scope: Scope, words: list[str], meanings: tuple[str, ...], unclear: Unclear
) -> bool:
    """Whether what is handled is about in any house, or on the player: "hang it on a hook", "polish my badge".

    A thing of that name which a writer has put somewhere may be the one that is meant, where it is named as known.
    """
    phrase = [word for word in before_preposition(unclear.about.split()) if word not in DETERMINERS]
    if not meanings and words[0] in _CLEANING:  # "dry the plates"
        phrase, meanings = (
            before_preposition([word for word in words[1:] if word not in DETERMINERS]),
            ("repair",),
        )
    elif unclear.reason != "no_such_thing" or not {",", "of"}.isdisjoint(unclear.about.split()):
        return False  # a glass is at hand, and no glass of wine
    if not phrase or not meanings:
        return False
    own = meanings[0] in scope.nouns.verbs.own and meanings[0] not in BASE_VERBS
    if meanings[0] in _ON_WHICH_MUCH_HANGS or own or len(words) <= _SHORT:
        return False
    part = stem(phrase[-1]) in _PARTS_OF_ANYTHING and bool(scope.focus.get("it"))
    effects = "my" in words and stem(phrase[-1]) in _EFFECTS and stem(phrase[-1]) not in scope.nouns.by_stem
    if part or effects or is_on_the_player(scope, phrase):
        return True
    indoors = scope.world.locations[scope.state.place].indoors
    at_hand = stem(phrase[-1]) in _HOUSEHOLD and (indoors or not _is_pointed_at(words, unclear.about))
    written = stem(phrase[-1]) in scope.nouns.by_stem
    return at_hand and not (written and _is_pointed_at(words, unclear.about))


_HOUSEHOLD = frozenset(map(stem, HOUSEHOLD))
# What anybody has about them, whether a writer gave it to them or not.
_EFFECTS = frozenset(
    map(
        stem,
        "watch bundle bag pack purse satchel handkerchief pipe comb glasses spectacles pocket hair".split(),
    )
)
# What the thing that was handled before has, whoever wrote of it: "make the bunk and tuck the corners in".
_PARTS_OF_ANYTHING = frozenset(
    map(
        stem,
        """corner edge side end rim lid handle strap hem seam wick flame tip mouthpiece grip hilt spout cork
        stem""".split(),
    )
)


_CLEARING = frozenset("shake knock brush stamp beat wipe kick dust scrape sweep rub clean wash".split())


def clears_off(words: list[str]) -> bool:
    """Whether snow or dust comes off something, which nobody has to have told of: "shake the snow from it"."""
    off = next((at for at, word in enumerate(words) if word in ("off", "from", "out")), 0)
    cleared = COVERINGS | _WET
    return words[0] in _CLEARING and off > 0 and not cleared.isdisjoint(map(stem, words[1 : off + 1]))


_WET = frozenset({"wet", "damp", "rain", "water", "drop", "drip", "sleep", "chill"})


def is_described_here(scope: Scope, unclear: Unclear) -> bool:
    """Whether what an order names has no name of its own, but what is told of this place or of a thing speaks of it."""
    phrase = [word for word in unclear.about.split() if word not in DETERMINERS]
    if unclear.reason != "no_such_thing" or not phrase or "," in phrase:
        return False
    return is_spoken_of_here(scope, phrase) or is_only_described(scope, phrase)


def _names_what_is_here(scope: Scope, words: list[str]) -> bool:
    """Whether the first thing that is named is one that is here, whatever else is said of it."""
    found = one_of(scope, before_preposition(words), frozenset({"item", "feature"})) if words else None
    return found is not None and scope.reach(found[0])


def _takes_a_crumb(scope: Scope, words: list[str]) -> bool:
    """Whether a little is taken of what is here or told of: "break a crumb off the cheese"."""
    if words[-1] == "off" and words[1:2] == ["a"] and stem(words[-2]) in PARTITIVES and scope.focus.get("it"):
        return scope.reach(scope.focus["it"])  # "go to the rack, snap a bit off"
    at = next((n for n, word in enumerate(words) if n and word in ("off", "from", "of")), 0)
    some = at > 1 and stem(words[at - 1]) in PARTITIVES and words[1] in ("a", "an", "one", "some", "another")
    phrase = words[at + 1 + (words[at : at + 2] == ["off", "of"]) :] if some else []
    named = one_of(scope, before_preposition(phrase), frozenset({"item", "feature"})) if phrase else None
    plainly = [word for word in before_preposition(phrase) if word not in DETERMINERS] if phrase else []
    return (
        named is not None and scope.reach(named[0])
        if named
        else bool(plainly) and is_spoken_of_here(scope, plainly)
    )


def _is_asked(words: list[str]) -> bool:
    """Whether what is perceived is the answer to a question: "count how long I last"."""
    return words[1] in QUESTION_WORDS


def _may_be_a_verb(scope: Scope, words: list[str], described: bool) -> bool:
    """Whether a word that is in no list of verbs stands where one does: "polish my boots", "hopscotch to the door"."""
    first, second = words[0], words[1]
    if first == "do":
        return second not in _SAID_BEFORE and len(words) > _SHORT
    named = (
        stem(first) in scope.nouns.by_stem and second not in _NEW
    )  # "fold a napkin", beside a folded apron
    known = named or first in ADVERBS or is_past(first)
    known = known or len(words) == _SHORT  # "nice one"
    return (
        not known
        and is_common(first)
        and not is_third_person(first)
        and second in (_HANDLED | _THE if described else _HANDLED)
    )


def _is_pointed_at(words: list[str], about: str) -> bool:
    """Whether what is not here was named as something definite: "the crown"."""
    named = [word for word in about.split(",")[0].split() if word not in DETERMINERS]
    if not named:
        return False
    at = next((n for n, word in enumerate(words) if n and word == named[0]), 0)
    return bool(at) and words[at - 1] in _THE
