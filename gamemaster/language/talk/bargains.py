"""What is offered and what is asked for it: "I'll mend your boat if you tell me about Ulf". Pure."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from gamemaster.language.tables.function_words import AUXILIARIES
from gamemaster.language.tables.verb_forms import is_past
from gamemaster.rules.grammatical_person import EXCHANGED

_WILL = (
    r"(?:i|we) (?:will|shall|can|could|would|am going to|are going to|am willing to)"
    r"(?: (?:gladly|happily|even|also|just|willingly|be glad to|be happy to))*"
)
# Work that is done for one's keep: "I'll chop wood for a bed".
WORK = (
    r"(?:chop|split|haul|carry|fetch|sweep|scrub|wash|cook|mend|fix|row|dig|shovel|clean|work|help|sing|play|mind|stand|do)"
)
KEEP = (
    r"(?:my|a|an|some) (?:\w+ )?(?:bed|supper|meal|food|bread|drink|keep|night|roof|room|place|bunk|passage|lodging"
    r"|breakfast|dinner|bowl|corner|blanket|ride|bench)\b.*"
)
_IF = r"(?:if|when|once|provided(?: that)?|as long as) you (?:will |would |can |could )?"
_FOR = r"(?:in exchange|in return) for"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?:i|we) offer to (?P<deed>.+?) (?:{_FOR} (?P<thing>.+)|{_IF}(?P<asked>.+))",
        rf"{_WILL} (?P<deed>.+?) (?:{_FOR} (?P<thing>.+)|{_IF}(?P<asked>.+))",
        rf"{_IF}(?P<asked>.+?) (?:then )?{_WILL} (?P<deed>.+)",
        rf"(?:i|we) offer (?:you )?(?P<gift>.+?) {_FOR} (?P<thing>.+)",
        rf"{_WILL} (?P<deed>(?:give|show|tell|pay|trade|teach|lend) you .+?) for (?P<thing>(?:a|an|your|some|one) .+)",
        rf"{_WILL} (?P<deed>{WORK}\b.+?) for (?P<thing>{KEEP})",
    )
)
_LONGEST = 12  # words of one side, that somebody would say back
_TURNED = {**EXCHANGED, "us": "you"}


@dataclass(frozen=True)
class Terms:
    """Both sides of a bargain as whoever it is put to says them: "mend my boat", "tell you about Ulf"."""

    offered: str
    asked: str


def terms_of(words: list[str], names: frozenset[str] = frozenset()) -> Terms | None:
    """The terms that words name; None where they are no bargain, or too long to be said back.

    `names` are the proper names, which are written with a capital.
    """
    text = " ".join(word for word in words if word[0].isalnum())
    for form in _FORMS:
        found = form.fullmatch(text)
        if found is None:
            continue
        sides = found.groupdict()
        deed, gift, asked, thing = (sides.get(one) or "" for one in ("deed", "gift", "asked", "thing"))
        if max(len(deed.split()), len(asked.split()), len(thing.split()), len(gift.split())) > _LONGEST:
            return None
        if thing.split()[:1] and thing.split()[0].endswith("ing"):
            return None  # "in exchange for telling me": no form of it can be said back plainly
        offered = f"do {deed}" if deed.startswith("not ") else deed or f"give you {gift}"
        return Terms(_said_back(offered, names), _said_back(asked or f"give me {thing}", names))
    return None


_TITLES = {title.casefold(): title for title in ("Mr", "Mrs", "Miss", "Sir", "Dr")}


def _said_back(side: str, names: frozenset[str]) -> str:
    capitals = {**_TITLES, **{name.casefold(): name for name in names}}
    words = side.split()
    said = [_TURNED.get(word) or capitals.get(word, word) for word in words]
    for at, (word, following) in enumerate(itertools.pairwise(words)):
        asked = at > 0 and words[at - 1] in _BEFORE_A_SUBJECT  # "what you know"
        if word == "you" and (following in AUXILIARIES or is_past(following) or asked):
            said[at : at + 2] = ["I", _OF_ME.get(following, following)]  # "what you are counting", "you saw me"
    return " ".join(said)


_BEFORE_A_SUBJECT = frozenset("what who whom where when why how all everything whatever".split())
_OF_ME = {"are": "am", "were": "was"}
