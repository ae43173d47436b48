"""Whether words that name nothing here may be called missing: "You see no bread here", and never "no nights". Pure.

Most words that nothing answers to are no things: a manner, a time, a feeling, a part of the body, a verb. Only what an
order handles, where it stands as the object of that order, is missed by the player and worth a word.
"""

from __future__ import annotations

from gamemaster.language.clauses.expressions import BODY, EXPRESSIVE_NOUNS
from gamemaster.language.names.normalization import SPEECH, plain, stem, words_of
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.tables.function_words import (
    ABSURD_NOUNS,
    ADVERBS,
    AUXILIARIES,
    CLASS_WORDS,
    COMMON_WORDS,
    COVERINGS,
    DETERMINERS,
    DIRECTIONS,
    GREETINGS,
    PREPOSITIONS,
    QUESTION_WORDS,
    RESULT_WORDS,
    SELF_WORDS,
)
from gamemaster.language.tables.verb_forms import is_gerund, is_past
from worlds.schema import World
from worlds.verbs import META, MOVE, SPEAK

# Verbs whose object may be anything: what is played, asked, made or gone to is seldom a thing.
_LOOSE = frozenset(
    (*SPEAK, *MOVE, *META, "express", "play", "sing", "dance", "pray", "turn", "build", "cook")
)
_OF_THINGS = frozenset({"turn", "play"})  # unless a thing is named after them: "turn off the radio"
_LIGHT = frozenset({"take", "give", "have", "make", "get", "let", "keep", "hold"})  # "take my leave"
_PRONOUNS = frozenset(
    """you he she it they him her them we one ones who someone somebody something anyone anybody anything everyone
    everybody everything nobody nothing none both each other others whatever whoever this that these those there here
    no not yes okay and or but so""".split()
)
_TIME = frozenset(
    """second minute hour day night morning evening noon midnight dawn dusk dark week month year moment while time
    today tonight tomorrow yesterday spring summer autumn winter""".split()
)
_ABSTRACT = (
    "ness", "tion", "sion", "ment", "ity", "ance", "ence", "ship", "hood", "ism", "dom", "ude", "ure",
)  # fmt: skip
# Parts and measures of other things: alone they are nothing that could be here or not.
_PARTS = frozenset(
    """side end top bottom back front middle part rest half place way corner edge line row spot bit number kind sort
    amount pair point turn name word thing stuff""".split()
)
# What any place has about it.
ABOUT_ANYWHERE = frozenset("wall floor ground ceiling air sky dark darkness wind snow rain earth".split())
_MEASURES = frozenset({"piece", "bit", "pair", "bunch", "lot"})
_BEFORE = frozenset({"up", "down", "out", "off", "on", "at"})
_SEEKING = frozenset({("look", "for"), ("search", "for"), ("hunt", "for"), ("look", "in"), ("look", "into")})
_TURNING_TO = frozenset((verb, word) for verb in ("talk", "speak", "chat") for word in ("to", "with"))
_ASKED_AFTER = frozenset({"about", "if", "whether", "for"})
_MOST_WORDS = 5
_SHORT_PART = 3  # letters: what begins with an ear is no part of one


def missing_thing(world: World, about: str, typed: str) -> str:
    """The words, without their article, if they name a thing that an order of the player's handles; else empty."""
    phrase = words_of(plain(about))
    while phrase and phrase[0] in DETERMINERS:
        phrase = phrase[1:]
    end = next((at for at, word in enumerate(phrase) if not _is_of_a_name(word)), len(phrase))
    phrase = phrase[:end]  # "page he hid", "table facing her"
    if not 0 < len(phrase) <= _MOST_WORDS or phrase[-1] == "of":
        return ""
    given = words_of(plain(typed))
    for at in range(len(given) - len(phrase) + 1):
        if given[at : at + len(phrase)] == phrase and _is_handled(world, given, at, phrase):
            return " ".join(phrase)
    return ""


def _is_of_a_name(word: str) -> bool:
    """Whether a word may stand in the name of a thing."""
    small = (
        (DETERMINERS - _MEASURES - {"of"})
        | AUXILIARIES
        | SELF_WORDS
        | _PRONOUNS
        | QUESTION_WORDS
        | (PREPOSITIONS - {"of"})
    )
    return word.isalpha() and word not in small and word != SPEECH


def could_be_a_thing(word: str) -> bool:
    """Whether a word, as the last of a name, may be a thing that one can touch."""
    stems = {word, stem(word)}
    unlike = (
        ADVERBS
        | COVERINGS
        | GREETINGS
        | RESULT_WORDS
        | BODY
        | EXPRESSIVE_NOUNS
        | _TIME
        | _PARTS
        | DIRECTIONS.keys()
        | CLASS_WORDS.keys()
    )
    if (
        not _is_of_a_name(word)
        or word in _MEASURES
        or word == "of"
        or not stems.isdisjoint(unlike)
        or len(word) < 3
    ):
        return False
    if word.endswith("ly") or is_gerund(word) or is_past(word):
        return False
    return word in ABSURD_NOUNS or not (len(word) > 6 and word.endswith(_ABSTRACT))


def is_about_anywhere(word: str) -> bool:
    """Whether any place has what a word names, as it has sides and corners: a spot, a place, an end."""
    return stem(word) in _PARTS


def _is_handled(world: World, given: list[str], at: int, phrase: list[str]) -> bool:
    """Whether the phrase is the object of an order: a verb of handling, perhaps a particle, its article, the phrase."""
    head = phrase[phrase.index("of") - 1] if "of" in phrase[1:] else phrase[-1]
    head = phrase[-2] if head in _MEASURES and len(phrase) > 1 else head  # "chess piece"
    if not could_be_a_thing(head):
        return False
    start = at
    while start and given[start - 1] in DETERMINERS:
        start -= 1
    introduced = start < at
    after = given[at + len(phrase) : at + len(phrase) + 1]
    if tuple(given[max(0, start - 2) : start]) in _TURNING_TO and after in ([], [","], ["."], ["about"]):
        return True  # "talk to the chaplain", "speak with Henry"
    if given[:start] == ["ask"] and after and after[0] in QUESTION_WORDS | _ASKED_AFTER:
        return True
    if "my" in given[start:at] and any(head.startswith(part) for part in BODY if len(part) > _SHORT_PART):
        return False  # "scratch at it with my thumbnail"
    if introduced and start and given[start - 1] in ("with", "using", "ask"):
        return True  # "cut the pipe with my chainsaw", "ask the captain about the bell"
    if introduced and start > 1 and given[start - 1] in _PLACED and stem(head) not in _ANYWHERE:
        after_it = given[at + len(phrase) : at + len(phrase) + 1]
        if after_it in _AT_THE_END and _ends_in_an_order(world, given[: start - 1]):
            return True  # "knock on the housing", "stab it into the board"
    while start and (given[start - 1] in _BEFORE or given[start - 1] in ADVERBS):
        start -= 1
    if start and given[start - 1] in ("him", "her", "them", "me", "us", "myself", "ourselves"):
        start -= 1  # "toss him the coin"
    if start > 1 and (given[start - 2], given[start - 1]) in _SEEKING:
        start -= 1
    verbs = nouns_of(world).verbs
    ends = at + len(phrase) == len(given) or given[at + len(phrase)] in (",", ".")
    if introduced and ends and start > 1 and given[start - 1] in ("and", ","):
        return _is_one_of_a_list(world, given[: start - 1])
    for length in range(1, min(3, start) + 1):
        meanings, used = verbs.at_start(given[start - length :])
        if (
            used < length
            or not meanings
            or (meanings[0] in _LOOSE and not (introduced and meanings[0] in _OF_THINGS))
            or not _is_an_order(given[start - length : start])
        ):
            continue
        before = given[start - length - 1] if start > length else ""
        if given[start - length] == "have" and before in ("i", "we", "you", "they"):
            return False
        if before in DETERMINERS or before in PREPOSITIONS:
            return False  # no order: "in the look of him"
        also_a_verb = bool(verbs.at_start([head])[0])
        light = given[start - length] in _LIGHT and meanings[0] not in ("eat", "drink")
        if also_a_verb and (not introduced or light):
            return False
        # A word of the language that is no name here and has no article is rather a manner: "push hard".
        return introduced or at + len(phrase) == len(given) or head not in COMMON_WORDS
    return False


_PLACED = frozenset(
    "on onto in into at under behind beneath against inside through beside over off from by".split()
)
_AT_THE_END: tuple[list[str], ...] = ([], [","], ["."], ["and"], ["then"])
# What is about anywhere, whether anybody tells of it or not.
_ANYWHERE = frozenset(
    map(stem, "floor ground ceiling wall air sky room place fire table chair window corner".split())
)
_FURTHEST = 6  # words between a verb and where it is done


def _ends_in_an_order(world: World, before: list[str]) -> bool:
    """Whether words end in an order of which only the place is wanting: "knock", "stab it"."""
    verbs = nouns_of(world).verbs
    for at in range(len(before) - 1, max(-1, len(before) - _FURTHEST), -1):
        meanings, length = verbs.at_start(before[at:])
        begins = not at or before[at - 1] in (",", "and", "then", "i", ".")
        if begins and meanings and meanings[0] not in _LOOSE and _is_an_order(before[at : at + length]):
            return True
    return False


def _is_one_of_a_list(world: World, before: list[str]) -> bool:
    """Whether words end in an order and the things that it names: "take the torch" before "and the drawing"."""
    verbs = nouns_of(world).verbs
    for at in range(len(before) - 1, max(-1, len(before) - _LONGEST_LIST), -1):
        meanings, length = verbs.at_start(before[at:])
        if meanings and meanings[0] not in _LOOSE and before[at + length : at + length + 1] != []:
            return before[at + length] in DETERMINERS and _is_an_order(before[at : at + length])
    return False


_LONGEST_LIST = 12  # words


def _is_an_order(words: list[str]) -> bool:
    """Whether the words of a verb order something: no "counting", which tells how."""
    return (
        all(word.isalpha() for word in words)
        and not is_gerund(words[0])
        and words[0] not in AUXILIARIES - {"have"}
    )
