"""Tell a player's own words back to them: "I laugh at my luck" becomes "You laugh at your luck." Pure."""

from __future__ import annotations

import re

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import stem
from gamemaster.language.tables.function_words import ADVERBS, CLOTHES, PREPOSITIONS, RESULT_WORDS
from gamemaster.language.tables.verb_forms import infinitive, is_gerund, is_third_person
from gamemaster.rules.grammatical_person import I_AS_YOU

_PERSONS = {
    **I_AS_YOU, "am": "are", "im": "you are", "i'm": "you are",
    "we": "you", "our": "your", "us": "you", "ourselves": "yourselves",
    "i'll": "you will", "ill": "you will", "i'd": "you would", "i've": "you have",
}  # fmt: skip
_FORMS = Forms(__name__)
_WORDS = Words(__name__)


def _with_owner(found: re.Match[str]) -> str:
    """A part of the body, or what is worn, with whose it is."""
    where, what = found["where"] or "", found["what"]
    own = stem(what.casefold()) in (BODY | CLOTHES) - {"back", "hand"}
    return f"{where}your {what}" if own else found[0]


def _with_owners(first: str, rest: str) -> str:
    """What follows a verb, with whose or what it is that stands without an article: "spit in palm", "lean on table"."""
    words = rest.split(" ")
    objects = 1 if first.casefold() in _WORDS["subjects"] else 0  # where the object of the verb stands
    told: list[str] = []
    for at, word in enumerate(words):
        before = words[at - 1].casefold() if at else ""
        after = words[at + 1].casefold() if at + 1 < len(words) and word[-1:] not in ",.;" else ""
        plain = word.strip(",.;").casefold()
        led = at == objects or (before in _LEADING and words[at - 1][-1:] not in ",.;")
        ends = not after or after in PREPOSITIONS | ADVERBS | RESULT_WORDS | {
            "and",
            "or",
            "while",
            "as",
            "then",
        }
        alike = after == "to" and [plain] == [one.strip(",.;").casefold() for one in words[at + 2 : at + 3]]
        paired = alike or {(before or first.casefold(), plain), (plain, after)} & _SET_PAIRS
        if led and ends and not paired:
            own = stem(plain) in (BODY | CLOTHES) - _NOT_OWNED or (at == objects and plain in _CARRIED)
            stands = at > objects and plain in _STANDING_ABOUT
            word = f"your {word}" if own else f"the {word}" if stands else word
        told.append(word)
    return " ".join(told)


_LEADING = PREPOSITIONS - {"of", "by", "to", "from", "like", "as", "without"}
_NOT_OWNED = frozenset(
    "back step voice gaze weight tear temple scar sole brain nerve button heart lace tie face".split()
)
_SET_PAIRS = frozenset({
    ("shake", "hands"), ("hold", "hands"), ("join", "hands"), ("wash", "hands"), ("cross", "fingers"),
    ("on", "foot"), ("at", "hand"), ("in", "hand"), ("hand", "in"), ("arm", "in"), ("in", "arms"),
    ("catch", "breath"), ("take", "breath"), ("draw", "breath"),
})  # fmt: skip
# What one has about one, where it stands without an article: "shows badge".
_CARRIED = frozenset(
    """badge card ticket pass permit wallet purse notebook pipe watch lantern torch lamp knife sword pistol gun revolver
    cloak bag satchel stick cane staff phone glasses spectacles""".split()
)
_STANDING_ABOUT = frozenset(
    """door doorpost doorframe doorway wall floor table bench chair stool counter windowsill sill shelf rail railing
    fence gatepost desk stove hearth""".split()
)


# What a player adds for the Game Master, and what no telling repeats: "I just kneel", "kneel anyway".
_ADDED = re.compile(r"^(?:i )?(?:just|simply|to) |(?: anyway| anyhow| for now| lol| haha)+$", re.IGNORECASE)


def in_second_person(words: str) -> str:
    """The words as a sentence about "you"; a verb alone, or one in the third person, gets "You" before it."""
    plain = _FORMS["before_i"].sub("", _FORMS["markup"].sub("", words).strip(" .,;:!?-–—"))
    plain = _ADDED.sub("", plain)
    if not plain:
        return "You hold still."
    told = _FORMS["word"].sub(lambda m: _PERSONS.get(m[0].casefold().replace("’", "'"), m[0]), plain)
    told = _FORMS["meaning_to"].sub("you ", told)
    if _FORMS["before_you"].match(told):
        told = _FORMS["before_you"].sub(r"\1, ", told, count=1)
        return f"{told[:1].upper()}{told[1:]}."
    first, _, rest = told.partition(" ")
    part = rest.split(" ")[0].strip(",.").casefold()
    if is_third_person(first.casefold()):
        rest = _FORMS["own"].sub(_with_owner, rest, count=1)  # "taps foot", "takes off cap"
    rest = _with_owners(first, rest)
    if first.casefold() in _WORDS["subjects"]:
        told = f"{first} {rest}"
    if stem(first.casefold()) in BODY and first.casefold().endswith("s") and _FORMS["giving_way"].match(part):
        return f"Your {told}."  # "knees go"
    following = rest.partition(" ")
    if first.casefold() in _WORDS["still"] and is_gerund(following[0].casefold()):
        told = f"you are {first[:1].lower()}{first[1:]} {rest}"  # "already wiping down the nearest pan"
    elif first.casefold() not in _WORDS["subjects"]:
        verb = f"are {first}" if is_gerund(first.casefold()) else infinitive(first[:1].lower() + first[1:])
        told = f"you {verb} {rest}".strip()
    return f"{told[:1].upper()}{told[1:]}."
