"""Talk as it is typed, put in full: "you ok?", "seen Eddie lately?", "want help?"; and what says nothing. Pure.

Only what lacks the auxiliary that any speaker would supply: what could be an order or a statement stays as it is.
"""

from __future__ import annotations

import re

from gamemaster.language.tables.feelings import FEELINGS

_STATES = "|".join(
    sorted(
        FEELINGS | set("okay ok well hurt cold hungry thirsty sure serious busy ill sick awake ready".split())
    )
)
_BEFORE = r"(?P<lead>(?:(?:hey|hi|hello|so|and|but|oh|well|hm|hmm|sorry) ,? ?)*(?:\w+ (?:\w+ )?, )?)"
_ANY = (
    r"(?:any|anything|anyone|anybody|some|something|a|an|the|my|his|her|him|it|them|that|this|of|from|enough)"
)
_CALLED = "buddy|mate|pal|friend|dude|bro|man|sir|there|now|today|tonight|at all|lad|love|kid|boss|doll"
_DO = frozenset(
    """want need fancy care mind know remember recognise recognize like trust believe think live work sleep hear see
    mean drink eat play""".split()
)
_HAVE = frozenset("seen been heard met noticed got any ever".split())
_LACKING = re.compile(
    _BEFORE + rf"(?P<rest>you (?:still |all )?(?:all right|alright|{_STATES})(?= ?(?:, )?(?:{_CALLED})?$)"
    rf"|you (?:ever )?(?:seen|been)\b.*|(?:ever )?(?:seen|heard|met|noticed) {_ANY}\b.*"
    r"|(?:got|any (?:idea|chance|news|word|sign)) .+|any (?:idea|chance|news|word|sign)"
    r"|(?:want|need|fancy|care for) (?:help|a hand|company|to|me to|some|something|any|anything|a|an)\b.*|mind if .+"
    r"|(?:know|remember|recognise|recognize) \w+.*"
    rf"|you (?:got|{'|'.join(sorted(_DO))}) .+)"
)
# What only keeps a talk going, and tells nothing.
_DISCOURSE = re.compile(
    r"(?:(?:and|but|so|well) )*(?:you (?:know|see|never know)|i mean|mind you|i (?:guess|suppose|think)|just saying"
    r"|fair enough|no (?:offence|offense)|to be honest|if you ask me|you know (?:what i mean|how it is))"
)
_TRAILING = re.compile(
    r"(?<=\w)(?: ,)? (?:you know|i (?:think|guess|suppose)|if you ask me|no (?:offence|offense)|just saying)$"
)
_OF_MYSELF = re.compile(
    r"(?:can|could|did|have|had|would|was|am) not (?!i\b|we\b|you\b|he\b|she\b|they\b|it\b)\w+"
)
# "Won't you come in", "can you not just do it yourself": asked as a favour, and no denial.
_KINDLY = re.compile(
    r"^((?:[\w,]+ ){0,3})(will|can|could|would) (?:not you|you not) (?:just |please )*"
    r"((?!be\b|have\b|see\b|hear\b|mind\b)\w+)"
)
_OPEN = (" what", " as", " that", " than", " like", " do", " did")


def is_discourse(words: list[str]) -> bool:
    """Whether words only keep a talk going: "you know", "you never know", "I mean"."""
    return _DISCOURSE.fullmatch(" ".join(word for word in words if word[0].isalnum())) is not None


def in_full(words: list[str], asked: bool) -> list[str]:
    """A question without its auxiliary with it; anything else as it stands, without what trails after it.

    What is no question by its words alone is one only where it was `asked`.
    """
    text = _KINDLY.sub(r"\1\2 you \3", _without_trail(" ".join(words)))
    if not asked and _OF_MYSELF.match(text):
        return ["i", *text.split()]  # "can't sleep"
    found = _LACKING.match(text)
    if found is None:
        return text.split() or words
    rest = found["rest"].split()
    head = rest[1] if rest[0] == "you" else rest[0]
    if head in ("still", "all") and len(rest) > 2:
        head = rest[2]
    if rest[0] == "you" and not (head in _DO or head in _HAVE):
        full = ["are", *rest]
    elif rest[0] == "you" and head in ("seen", "been", "ever"):
        full = ["have", *rest]
    elif not asked and not (head == "got" and rest[1:2] and rest[1] in ("any", "anything")):
        return text.split()
    elif rest[0] == "you":
        full = ["have" if head == "got" else "do", *rest]
    elif head in _HAVE:
        full = ["have", "you", *rest]
    else:
        full = ["do", "you", *rest]
    return [*found["lead"].split(), *full]


def _without_trail(text: str) -> str:
    """The words without "you know" and its like after them; a statement of one's mind stays."""
    cut = _TRAILING.sub("", text)
    return (
        cut
        if len(cut.split()) > 2
        and not cut.endswith((" what", " as", " that", " than", " like", " do", " did"))
        else text
    )
