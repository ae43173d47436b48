"""Claims by which a player would move somebody: who they are, who sent them, what that one wants. By form. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = r"(?:(?:the|my|your|our|mr|mrs|miss|old|captain|chef|lady|lord|king|queen|doctor) )*\w+(?: of (?:the )?\w+)?"
_TITLES = frozenset("mr mrs miss captain chef lady lord king queen doctor".split())
_NOBODY = (
    r"(?!(?:i|we|you|it|this|that|there|who|what|he|she|they|nobody|somebody|everybody|people|something)\b)"
)
_MUST = (
    r"(?:you|he|she) (?:are|is|have|has|must|should|shall|need|needs|can|may|ought)(?: to)?(?: please)?"
    r"|(?:to|that you)|(?:i|we) (?:can|could|may|might|should|am to|are to)"
)
_SENT = re.compile(
    rf"{_NOBODY}(?P<who>{_NAME}) (?:has |have )?(?:just )?(?:sent|sends) (?:me|us)"
    r"(?: (?:here|over|down|up|along|in|back))*(?P<rest>(?: .*)?)"
    rf"|(?:i|we) (?:am|are|was|were|have been|come|came) (?:here )?(?:sent (?:here )?by|on (?:the )?orders? of"
    rf"|on behalf of|in the name of|(?P<hails>from)) {_NOBODY}(?P<from>{_NAME})"
    r"(?P<on>(?: (?:to|for|and|who|he|she|they)\b.*)?)"
    rf"|(?:i|we) (?:have|bring|carry) (?:a |an )?(?:orders?|word|message|instructions?) from (?P<word>{_NAME})"
    r"(?P<go>(?: .*)?)"
)
_SAYS = re.compile(
    rf"(?P<who>he|she|they|{_NOBODY}{_NAME}) (?:says?|said|told me|orders?|ordered|demands?|insists?)(?: that)? "
    rf"(?P<rest>(?:{_MUST}) .+)"
    rf"|{_NOBODY}(?P<wants>{_NAME}) (?:wants|needs|wanted|asks|asked|requires|expects) "
    r"(?P<what>(?:you to|for|the|his|her|your|my) .+)"
)
_WANTED = re.compile(
    r".*?\bif (?:you|i|we) (?:do|will) not (?:give me |get )?(?P<or_else>.+)"
    r"|.*?\b(?:to|must|should|shall|wants?|needs?|for|get|fetch|collect|take|have|you are to|you to)(?: you)?(?: to)? "
    r"(?P<deed>.+)"
)
_IS = re.compile(
    r"(?:i|we) (?:am|are) (?:(?:actually|really|secretly|truly|in fact|in truth) )?"
    r"(?P<what>(?:the|a|an|your|his|her) (?:new |own |royal |old )*(?!bit\b|little\b|lot\b)\w+.*)"
    r"|(?:i|we) (?:(?:used to be|was|were|have been|once was)(?: once)?) (?P<was>(?:the|a|an|chief|head|first)\b .+)"
)


@dataclass(frozen=True)
class Errand:
    """By whom the player says they were sent, and what that one is said to want; empty where nothing was said of it."""

    sender: str
    deed: str = ""


def errand_claimed(said: str) -> Errand | None:
    """Who sent the player, as they say, and what for: "Odile sent me, she says you are to hand over the key"."""
    if (found := _SENT.fullmatch(said)) is not None:
        if found["hails"] and not found["on"] and found["from"].split()[0] not in _TITLES:
            return None  # "I'm from Bristol", "I come from the ship": nobody sent anybody
        rest = found["rest"] or found["on"] or found["go"] or ""
        return Errand(found["who"] or found["from"] or found["word"], _wish_in(rest))
    if (found := _SAYS.fullmatch(said)) is not None:
        return Errand(found["who"] or found["wants"], _wish_in(found["rest"] or f"wants {found['what']}"))
    return None


def _wish_in(rest: str) -> str:
    found = _WANTED.fullmatch(rest)
    deed = (found["or_else"] or found["deed"]) if found is not None else ""
    return re.split(r" (?:so|but|then|now)\b", deed)[0]


_GOES_ON = re.compile(r",? (?:and|so|but) (?:i|we|you)\b")  # what is wanted beside it is no part of the name


def standing_claimed(said: str) -> str | None:
    """What the player says that they are or were, as a name for it: "the king s own tax man"; None of any other."""
    found = _IS.fullmatch(said)
    claimed = (found["what"] or found["was"]) if found is not None else None
    return _GOES_ON.split(claimed)[0] if claimed else claimed


_OWED = re.compile(
    r"(?:(?:so|now|and|but|then|well|remember) )*you (?:still )?owe (?P<whom>me|us|(?:the |old |mr |mrs |miss )?\w+)"
    r"(?P<what> .+)?"
)


def debt_claimed(said: str) -> tuple[str, str] | None:
    """To whom somebody is told that they owe something, and what: "you owe Halla an apology"."""
    found = _OWED.fullmatch(said)
    return (found["whom"], (found["what"] or "").strip()) if found is not None else None
