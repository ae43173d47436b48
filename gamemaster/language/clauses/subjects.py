"""Who a clause is about and whether it denies or reports: "I", "he was", "do not", "I say". Pure."""

from __future__ import annotations

import itertools

from gamemaster.language.clauses.expressions import WORDS as EXPRESSIVE
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    QUESTION_WORDS,
)
from gamemaster.language.tables.verb_forms import is_past, is_third_person, plain_form, skip_adverbs
from worlds.verbs import PERCEIVE

FIRST = frozenset({"i", "we"})
_THIRD = frozenset(
    """he she it they this that there nobody noone somebody someone everybody everyone anybody anyone nothing
    everything something these those who which what one mine his hers theirs""".split()
)
PRONOUNS = FIRST | _THIRD | {"you"}
_PLURAL_VERBS = frozenset("mean seem look feel say tell know want need come go stand lie keep make".split())
_MANY = frozenset({"they", "people"})
_OBJECTS = frozenset("me him her them us it you at to like".split())
_PERSONAL = frozenset("i we he she they".split())
_NO_SUBJECTS = frozenset("i we you and or but not no yes please lets let me him her us them".split())
_SETTING = PREPOSITIONS | frozenset(
    """that this every one last all any nineteen days yesterday today tonight now then once earlier later
    meanwhile""".split()
)
JOINTS = frozenset({",", "and", "but", "then", "so", "or", ":", "&", "+", "yet", "only"})
_REPORTING = frozenset(
    """say tell ask whisper murmur mutter mumble shout cry call yell scream reply answer add growl hiss
    snap explain admit
    confess beg plead demand order promise swear announce declare begin go breathe rasp croak grunt snarl sing
    greet thank warn urge insist repeat inquire continue groan sigh laugh joke lie bellow roar hail offer
    threaten accuse taunt tease mock scold reassure comfort curse""".split()
)
_TOLD_BY_THINGS = frozenset({"say", "tell", "ask", "warn", "order", "explain"})
_NOT = (
    ("do", "not"),
    ("never",),
    ("not",),
    ("will", "not"),
    ("can", "not"),
    ("would", "not"),
    ("did", "not"),
    ("let", "us", "not"),
    ("try", "not"),
    ("refuse", "to"),
    ("decide", "not"),
    ("choose", "not"),
)
_AS_IT_IS = frozenset(
    {("as", "i"), ("as", "it"), ("as", "they"), ("where", "it"), ("where", "they"), ("as", "is")}
)
_NOTHING = frozenset({"nothing", "nobody", "noone", "none"})


def person_of(scope: Scope, words: list[str], at: int) -> str | None:
    """The person of the subject and verb that begin here: first, second, third; None if none do."""
    rest = words[at:]
    while rest and (rest[0] in JOINTS or rest[0] in ADVERBS):
        rest = rest[1:]
    if rest and rest[0] in _SETTING:  # "in the war I kept", "that night he came"
        led = next((n for n in range(1, min(8, len(rest))) if rest[n] in _PERSONAL | {"you"}), 0)
        if (
            led
            and rest[led] == "you"
            and not {",", SPEECH}.intersection(rest[:led])
            and rest[0] in PREPOSITIONS
        ):
            return "third"  # "in this business you sell your friends": anybody
        rest = rest[led:] if not {",", SPEECH}.intersection(rest[:led]) else rest
    if len(rest) > 2 and rest[0] in _THIRD and rest[1] in ("all", "both", "each"):
        rest = [rest[0], *rest[2:]]  # "it all makes sense"
    if len(rest) < 2:
        return None
    if rest[0] in FIRST:
        return "first"
    if rest[0] == "you":
        return "second"
    if rest[0] in ("whoever", "whatever") and "," not in rest and is_third_person(rest[1]):
        return "third"  # "whoever goes out tonight is a fool", and not "whoever is there, come out"
    if rest[0] in _THIRD - QUESTION_WORDS and (
        rest[1] in AUXILIARIES or _verbal(rest[skip_adverbs(rest, 1) :])
    ):
        return "third"
    if rest[0] in _ANYBODY and rest[1] in PREPOSITIONS and _does_after_its_place(rest):
        return "third"  # "nobody at the depot would tell me"
    if rest[0] in _MANY and (rest[1] in scope.nouns.verbs.base or rest[2:3] in (["me"], ["us"])):
        return "third"  # "they keep a cow", "they want me to keep it"
    return "third" if finite_at(scope, rest) is not None or _names_a_stranger(scope, rest) else None


_ANYBODY = frozenset(
    "nobody noone somebody someone everybody everyone nothing everything something people none".split()
)
_PLACE_OF_SUBJECT = 7  # words at most of "everyone at the far end of the quay", before its verb


def _does_after_its_place(words: list[str]) -> bool:
    """Whether a subject that says where it is has its verb: "nobody at the depot would", "everyone in town knows"."""
    end = words.index(",") if "," in words else len(words)
    following = words[3 : min(end, _PLACE_OF_SUBJECT)]
    return any(word in AUXILIARIES or is_past(word) or is_third_person(word) for word in following)


def _names_a_stranger(scope: Scope, words: list[str]) -> bool:
    """Whether a word that is no verb stands as a subject: "Bersi gave me this", "crows never do"."""
    first, at = words[0], skip_adverbs(words, 1)
    if first in scope.nouns.verbs.words or not first.isalpha() or at >= len(words):
        return False
    if first in PREPOSITIONS | QUESTION_WORDS | AUXILIARIES | _NO_SUBJECTS or first.endswith("ly"):
        return False
    plural_does = words[at] in AUXILIARIES and first.endswith("s")
    return plural_does or (
        is_past(words[at]) and at + 1 < len(words) and words[at] not in scope.nouns.verbs.base
    )


def _verbal(rest: list[str]) -> bool:
    return bool(rest) and (
        rest[0] in AUXILIARIES or rest[0] == "ought" or is_past(rest[0]) or is_third_person(rest[0])
    )


def finite_at(scope: Scope, words: list[str]) -> int | None:
    """Where the finite verb stands of a clause whose subject is a name or a noun with its article: "the boy was"."""
    who, length = (
        leading_person(scope, words[:4], by_name=True) if words and words[0] not in PRONOUNS else (None, 0)
    )
    if who is None:
        if not words or words[0] not in DETERMINERS:
            return None
        length = next((n for n in range(2, min(6, len(words))) if _is_finite(scope, words, n)), 0)
        inner = words[1:length]
        return length if length and not PREPOSITIONS.intersection(inner[:1]) and "," not in inner else None
    at = skip_adverbs(words, length)
    asked = (
        words[at : at + 1]
        and words[at] in AUXILIARIES
        and words[at + 1 : at + 2]
        and words[at + 1] in PRONOUNS
    )
    if asked or at >= len(words) or leading_person(scope, words[at : at + 1], by_name=True)[0] is not None:
        return None  # "Hild, can I …" asks her; "hand Dilys the valve"
    return at if _verbal(words[at:]) else None


def _is_finite(scope: Scope, words: list[str], at: int) -> bool:
    """Whether a word after a noun is its verb: an auxiliary, a past form, or a third person with its object."""
    if words[at] in AUXILIARIES or is_past(words[at]):
        return True
    if (
        is_third_person(words[at])
        and plain_form(words[at], _REPORTING) in _TOLD_BY_THINGS
        and at + 1 < len(words)
    ):
        return True  # "the manual says open the valve"
    if words[at] in _PLURAL_VERBS and words[at - 1].endswith("s") and at + 1 < len(words):
        return True  # "the runes mean nothing to me"
    object_follows = at + 1 < len(words) and words[at + 1] in DETERMINERS | _OBJECTS
    if words[0] in ("my", "our") and is_third_person(
        words[at]
    ):  # "my stomach growls so loud that she hears it"
        object_follows = (
            at + 1 == len(words) or words[at + 1] in ADVERBS | PREPOSITIONS | {"so", "as"} or object_follows
        )
    return object_follows and is_third_person(words[at]) and stem(words[at]) not in scope.nouns.by_stem


def denies(words: list[str]) -> bool:
    """ "Do not open it", "I never stole", "touch nothing", "let sleeping dogs lie"."""
    at = skip_adverbs(words, 0)
    if words[at : at + 1] and words[at] in FIRST:
        at = skip_adverbs(words, at + 1)
    rest = words[at:]
    if len(rest) > 1 and rest[0] != "do" and _NOTHING.intersection(rest[1:2]):
        return True
    if rest[:1] == ["let"] and rest[-1] in ("be", "lie", "alone", "sleep", "rest"):
        return True
    if rest[:1] == ["leave"] and (
        rest[-1] in ("alone", "be") or _AS_IT_IS.intersection(itertools.pairwise(rest))
    ):
        return True  # "leave the rest as I found it"
    if len(rest) > 2 and rest[0] == "no" and words[0] in FIRST:
        return True  # "i no touch it"
    if rest[:3] == ["try", "not", "to"] and rest[3:] != [] and rest[3] in EXPRESSIVE:
        return False  # whoever tries not to laugh shows it
    return len(rest) > 1 and any(tuple(rest[: len(phrase)]) == phrase for phrase in _NOT)


def reports_past(words: list[str]) -> bool:
    """Whether the words around a quotation tell that it was said: "I said"."""
    return any(is_past(word) and (word in ("said", "told") or reports([word])) for word in words)


def reports(words: list[str]) -> bool:
    """Whether the words around a quotation say that somebody says it."""
    return any(plain_form(word, _REPORTING) in _REPORTING for word in words)


def denies_noun(scope: Scope, words: list[str]) -> bool:
    """Whether a "no" goes with a noun: "no harm to you", "no sign of him"; before an order it stands alone."""
    if len(words) < 2 or words[1] in _NO_NOUNS or not words[1][0].isalpha():
        return False
    meanings, length = scope.nouns.verbs.at_start(words[1:])
    after = words[1 + length : 2 + length]
    never = bool(meanings) and meanings[0] in _NEVER_NOUNS
    never = never and (meanings[0] != "wait" or words[1] == "wait")  # "no rest for the wicked"
    ordered = bool(meanings) and (never or after[:1] == ["it"])
    return not ordered and not (meanings and after and after[0] in DETERMINERS - {"of"})


_NO_NOUNS = FIRST | DETERMINERS | PREPOSITIONS | {"no", "not", "do", "undo", "longer", "way"}
_NEVER_NOUNS = frozenset({*PERCEIVE, "go", "wait"})
