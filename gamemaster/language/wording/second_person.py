"""Tell a player's own words back to them: "I laugh at my luck" becomes "You laugh at your luck." Pure."""

from __future__ import annotations

import re

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.names.normalization import stem
from gamemaster.language.tables.function_words import CLOTHES
from gamemaster.language.tables.verb_forms import infinitive, is_gerund, is_third_person
from gamemaster.rules.grammatical_person import I_AS_YOU

_PERSONS = {
    **I_AS_YOU, "am": "are", "im": "you are", "i'm": "you are",
    "we": "you", "our": "your", "us": "you", "ourselves": "yourselves",
    "i'll": "you will", "ill": "you will", "i'd": "you would", "i've": "you have",
}  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SUBJECTS = frozenset({"you", "your"})
_STILL = frozenset({"already", "still", "now", "always", "quietly", "slowly", "absently", "idly", "busily"})
_BEFORE_I = re.compile(r"^(?:(?:now|then|so|and|but|again|also|\w+ly),? )+(?=(?:i|we)\b)")
# What is meant or wanted, and done in the same breath: "I'll sit down" is told as "You sit down".
_MEANING_TO = re.compile(
    r"^you (?:will|shall|'ll|’ll|are going to|want to|would like to|have to|need to|decide to|am going to) (?=\w)",
    re.IGNORECASE,
)
# A clause that comes before the one with "you" in it: "as the talk lulls you raise your voice".
_BEFORE_YOU = re.compile(
    r"^((?:as|while|when|once|after|before|since|with|if|because)\b.*?\w) (?=you\b)", re.IGNORECASE
)
_MARKUP = re.compile(r"[{}@*\"“”]")


# What parts of the body do by themselves.
_GIVING_WAY = re.compile(
    r"(?:go|give|buckle|shake|tremble|sting|burn|ache|water|widen|narrow|fill|close|drop|clench|tighten|chatter|rise|sag)$"
)


_OWN = re.compile(r"^(?P<where>(?:off|on|up|down) )?(?P<what>[a-z]+)", re.IGNORECASE)


def _with_owner(found: re.Match[str]) -> str:
    """A part of the body, or what is worn, with whose it is."""
    where, what = found["where"] or "", found["what"]
    own = stem(what.casefold()) in (BODY | CLOTHES) - {"back", "hand"}
    return f"{where}your {what}" if own else found[0]


def in_second_person(words: str) -> str:
    """The words as a sentence about "you"; a verb alone, or one in the third person, gets "You" before it."""
    plain = _BEFORE_I.sub("", _MARKUP.sub("", words).strip(" .,;:!?-–—"))
    if not plain:
        return "You hold still."
    told = _WORD.sub(lambda m: _PERSONS.get(m[0].casefold().replace("’", "'"), m[0]), plain)
    told = _MEANING_TO.sub("you ", told)
    if _BEFORE_YOU.match(told):
        told = _BEFORE_YOU.sub(r"\1, ", told, count=1)
        return f"{told[:1].upper()}{told[1:]}."
    first, _, rest = told.partition(" ")
    part = rest.split(" ")[0].strip(",.").casefold()
    if is_third_person(first.casefold()):
        rest = _OWN.sub(_with_owner, rest, count=1)  # "taps foot", "takes off cap"
    if stem(first.casefold()) in BODY and first.casefold().endswith("s") and _GIVING_WAY.match(part):
        return f"Your {told}."  # "knees go"
    following = rest.partition(" ")
    if first.casefold() in _STILL and is_gerund(following[0].casefold()):
        told = f"you are {first[:1].lower()}{first[1:]} {rest}"  # "already wiping down the nearest pan"
    elif first.casefold() not in _SUBJECTS:
        verb = f"are {first}" if is_gerund(first.casefold()) else infinitive(first[:1].lower() + first[1:])
        told = f"you {verb} {rest}".strip()
    return f"{told[:1].upper()}{told[1:]}."
