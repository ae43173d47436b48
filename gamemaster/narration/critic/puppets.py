"""Whether a telling speaks, decides or promises for the player what they did not. Pure.

What the player's own words say may be told again, and so may what the ruling gave to tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamemaster.language.names.normalization import content_of
from gamemaster.narration.critic.told_turn import QUOTE, Finding, Sentence, ToldTurn, clauses_of, is_stock

_SPEAKS = (
    "say|tell|ask|answer|reply|whisper|mutter|murmur|shout|call|cry|add|promise|swear|confess|admit|explain|"
    "declare|demand|beg|plead|offer|warn|lie|agree|insist|announce|repeat"
)
_QUOTED_AFTER = re.compile(
    rf"\byou (?:\w+ly )?(?:{_SPEAKS})\b[^.!?{QUOTE}]{{0,40}}[,:]?\s*(?P<said>{QUOTE}+)", re.I
)
_QUOTED_BEFORE = re.compile(rf"(?P<said>{QUOTE}+)[\s,]*you (?:\w+ly )?(?:{_SPEAKS})\b", re.I)
LEAST_FOREIGN_WORDS, MOST_FOREIGN = 3, 0.5  # content words of a quotation that the player did not say
_DECIDES = re.compile(
    r"\byou (?:\w+ly |have |now |then )*(?P<verb>decide|decided|resolve|resolved|vow|vowed|swear|swore|confess|"
    r"confessed|forgive|surrender|change your mind|make up your mind|fall in love|give your word|"
    r"apologi[sz]e|agree to)\b(?! (?:not|nothing))"
)
# What goes on in the player's head and heart, as a whole; what catches their eye or crosses their mind may be told.
_FEELS = re.compile(
    r"(?<!do )(?<!did )\byou (?:\w+ly |have |had |still |always )*(?P<verb>think to yourself|tell yourself|"
    r"(?:love|loved|hate|hated|despise|adore) (?:her|him|them|this|it)\b|"
    r"(?:reali[sz]e|know|feel) (?:that )?you (?:have |had |always |still )*(?:love|loved|hate|hated))"
)
_HEDGED = re.compile(
    r"\b(?:if|when|whenever|once|until|unless|before|after|could|would|might|may|should|must|can|whether|what|how|"
    r"that|not|never|before|as though|as if|while|let|until|whatever|had|have to)\b.*\byou\b"
)
# Deeds of the ruling's that are a word given: then the player gave it.
_WORD_GIVEN = frozenset(
    {"promised", "attempted", "came_of", "answered", "rule", "rule_partial", "said", "beat"}
)


def puppets(turn: ToldTurn) -> Iterator[Finding]:
    """Quotations, decisions and words given that are the player's own to make."""
    theirs = content_of(turn.words)
    for sentence in turn.narration:
        if turn.is_given(sentence.text) or is_stock(turn.world, sentence.text):
            continue
        yield from _words_put_in_the_mouth(sentence, theirs)
        yield from _decisions(turn, sentence)


def _words_put_in_the_mouth(sentence: Sentence, theirs: set[str]) -> Iterator[Finding]:
    for pattern in (_QUOTED_AFTER, _QUOTED_BEFORE):
        for match in pattern.finditer(sentence.bare):
            said = content_of(sentence.text.replace("*", "")[match.start("said") : match.end("said")])
            foreign = said - theirs
            if len(foreign) >= LEAST_FOREIGN_WORDS and len(foreign) > MOST_FOREIGN * len(said):
                yield Finding("puppet", sentence.text, "it has the player say what they did not")
                return


def _decisions(turn: ToldTurn, sentence: Sentence) -> Iterator[Finding]:
    if any(happening.kind in _WORD_GIVEN for happening in turn.ruling.happenings):
        return
    for clause in clauses_of(sentence.bare):
        match = _DECIDES.search(clause) or _FEELS.search(clause)
        if match is None or _HEDGED.search(clause[: match.start() + 4]):
            continue
        if content_of(match["verb"]) & content_of(turn.words):
            continue
        yield Finding("puppet", sentence.text, "it decides for the player what they did not say")
        return
