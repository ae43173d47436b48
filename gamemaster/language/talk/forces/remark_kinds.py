"""What a remark is, sentence by sentence: a report, a warning, praise, a plan, a tale of one's own. By form. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from gamemaster.language.english import Forms, Words
from gamemaster.language.tables.function_words import AUXILIARIES, QUESTION_WORDS
from gamemaster.language.tables.verb_forms import is_past, is_third_person, skip_adverbs

RemarkKind = Literal[
    "remark_joke", "remark_wrong", "remark_report", "remark_hush", "remark_warn", "remark_insult",
    "remark_refuse", "remark_agree", "remark_slight", "remark_afraid", "remark_claim", "remark_propose",
    "remark_offer", "remark_plan", "remark_praise", "remark_admire", "remark_liken", "remark_excuse",
    "remark_lack", "remark_skill", "remark_taste", "remark_hardship", "remark_story", "remark_state",
    "remark_scene", "remark_observe", "remark_opinion",
]  # fmt: skip
# Those that weigh most first: of several sentences the first of the weightiest kind is what is answered.
KINDS: tuple[RemarkKind, ...] = get_args(RemarkKind)
REMARKS: frozenset[str] = frozenset(KINDS)
_LEAST = 3  # words of either side of a "but"
# Of these the words that lead up to them tell: "I confess", "all right", "no".
_WITH_LEAD = frozenset({"remark_wrong", "remark_agree", "remark_refuse"})
# What outweighs a sentence before it; of all others the first is what was said.
_WEIGHTY = 14
_FORMS = Forms(__name__)
_WORDS = Words(__name__)
# Tried in this order; what none of them is may still be an opinion, an observation or a tale of one's own.
_TRIED: tuple[RemarkKind, ...] = (
    "remark_wrong", "remark_hush", "remark_warn", "remark_propose", "remark_agree", "remark_offer",
    "remark_refuse", "remark_excuse", "remark_afraid", "remark_taste", "remark_hardship", "remark_claim",
    "remark_insult", "remark_slight", "remark_liken", "remark_praise", "remark_admire", "remark_plan",
    "remark_report", "remark_lack", "remark_skill", "remark_state", "remark_scene", "remark_story",
    "remark_opinion",
)  # fmt: skip


@dataclass(frozen=True)
class Remark:
    """What one sentence is, and its own words, without what only leads up to them."""

    kind: RemarkKind
    text: str

    @property
    def weight(self) -> int:
        return min(KINDS.index(self.kind), _WEIGHTY)


def remark_in(text: str, names: frozenset[str] = frozenset()) -> Remark | None:
    """What a sentence in plain words is, without names called out; None where it tells nothing to anybody.

    `names`: the words by which people are called, with which a sentence may begin.
    """
    text = _FORMS["excused"].sub("", text)
    bare = _FORMS["tail"].sub("", _FORMS["lead"].sub("", text)).strip()
    if not bare or _FORMS["no_remark"].match(bare) or _FORMS["no_remark"].match(text):
        return None
    first, _, after = bare.partition(" but ")
    said = _of_one_clause(text, bare, names)
    if said is None and len(after.split()) >= _LEAST:
        return remark_in(after, names)
    if len(after.split()) >= _LEAST and len(first.split()) >= _LEAST and said is not None:
        weightier = remark_in(after, names)  # "I've no money, but I can chop wood"
        return weightier if weightier is not None and weightier.weight <= said.weight else said
    return said


def _of_one_clause(text: str, bare: str, names: frozenset[str]) -> Remark | None:
    for kind in _TRIED:
        for said in (bare, text) if kind in _WITH_LEAD else (bare,):
            if _FORMS[kind].fullmatch(said) is not None:
                return Remark(kind, bare)
    return _by_its_subject(bare, names)


def _by_its_subject(text: str, names: frozenset[str]) -> Remark | None:
    words = text.split()
    if words[0] == "you" and len(words) > 1:
        return Remark("remark_observe", text)
    if words[0] in ("i", "we"):
        verb = words[skip_adverbs(words, 1) : skip_adverbs(words, 1) + 1]
        return Remark("remark_story", text) if verb and is_past(verb[0]) else None
    if words[0] in ("my", "our"):
        past = any(is_past(word) for word in words[2:5])
        return Remark("remark_story" if past else "remark_state", text)
    called = not names.isdisjoint((words[0], words[0].removesuffix("s")))
    if called and len(words) > 2 and QUESTION_WORDS.isdisjoint(words[1:3]):
        return Remark("remark_opinion", text)  # "Jory's scared out of his wits"
    named = words[0] in _WORDS["begins_a_subject"]
    finite = any(word in AUXILIARIES or is_past(word) or is_third_person(word) for word in words[1:6])
    return Remark("remark_opinion", text) if named and finite else None


def is_for_later(text: str) -> bool:
    """Whether what one says one will do is for another time, or hangs on something: nothing is done now."""
    return _FORMS["later"].search(text) is not None


def is_certainly_told(text: str) -> bool:
    """Whether words of the past tell a tale of long ago, and not what the player does now."""
    return _FORMS["long_ago"].search(text) is not None


def is_consent(text: str) -> bool:
    """Whether a sentence says no more than that one is willing: "all right", "very well then"."""
    return _FORMS["consent"].fullmatch(text) is not None


def asks_a_deed(text: str) -> bool:
    """Whether an order to them stands in a sentence: "swear to me", "give me the jug"."""
    return _FORMS["asks_a_deed"].fullmatch(text) is not None


def is_a_riddle(text: str) -> bool:
    """Whether a question is one that its asker answers, for a laugh."""
    return _FORMS["riddle"].match(text) is not None
