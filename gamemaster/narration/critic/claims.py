"""What prose says that the player does, has and where they are, read clause by clause. Pure.

A narration in the second person says it plainly: "you take the lantern", "with the key in your hand", "you are in the
kitchen". What is only wished, denied, supposed or compared is no claim. Verbs are those of the lexicon, so that any of
its words for a deed is understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from gamemaster.language.names.normalization import plain, stem
from gamemaster.language.names.noun_index import Nouns, name_words
from gamemaster.language.tables.function_words import ADVERBS, DETERMINERS
from gamemaster.narration.critic.told_turn import Sentence, ToldTurn, clauses_of, tokens_of

Deed = Literal["take", "have", "lack", "give", "handle", "go", "be"]


class Claim(NamedTuple):
    """The player does something to what the words name (`noun`); `things` are the ids that may be meant."""

    deed: Deed
    noun: str
    things: frozenset[str]
    exact: bool  # "the key", "your key", and not "a key"
    sentence: str


HANDLING = frozenset(
    "use light read show throw wear eat drink drop open play put repair sharpen burn wind stroke".split()
)
_GIVING = frozenset("give gives gave hand hands handed".split())
TAKING = frozenset({"take", "steal"})
_HAVING = re.compile(
    r"\b(?:have|has|hold|holding|carry|carrying|clutch|clutching|own|possess|wield|wielding|grip|gripping|"
    r"keep hold of)\b"
)
# Ways of taking that no player types.
_TAKEN = re.compile(
    r"(?:lift|pick|take|pull|fish|dig|draw|slip|snatch|scoop|unhook|pluck|grab|collect|gather|retrieve|"
    r"help yourself to|pocket|stow|tuck|sling|shoulder|unearth|produce)(?: (?:up|out|down|off|away|back))? "
    r"((?:the|your|his|her|their|this|that) .+)"
)
_HEDGES = re.compile(
    r"\b(?:not|no|never|nothing|cannot|can't|couldn't|don't|doesn't|won't|wouldn't|isn't|aren't|haven't|without|nor|"
    r"neither|hardly|barely|almost|nearly|could|would|might|may|should|must|can|if|unless|until|before|as though|"
    r"as if|like|want|wish|try|tries|trying|meant|mean|think|thinking|imagine|remember|dream|picture|wonder|instead|"
    r"about to|reach for|going to|look for|looking for|ask|asks|offer|when|whenever|once|had|used to|will|shall|"
    r"need|needs|whoever|anyone|fail|fails|refuse|refuses|stop short|pretend)\b"
)
_SUPPOSED = re.compile(
    r"^(?:if|unless|suppose|imagine|perhaps|maybe|as though|as if|had you|were you|should you)\b"
)
_STOPS = frozenset(
    """in on at to from with into onto by for up down out off over under behind beside between through and or but then
    as while that which who whose where is are was were has away back again here there now before after against around
    along across inside outside until near toward towards beneath above without within against""".split()
)
_SKIPPED = ADVERBS | frozenset(
    "now then both just also at last finally simply already still once more even".split()
)
_PLACED = re.compile(
    r"\byou (?:now |now are |find yourself |find yourselves )?(?:are|stand|sit|wait|find yourself|remain|kneel|lie)"
    r"(?: now| back| again| once more| alone| safely| standing| sitting| here| still)* "
    r"(?:in|at|on|inside|outside|within|upon) (.+)"
)
_REACHED = re.compile(
    r"\byou (?:\w+ly )?(?:reach|arrive (?:at|in|on)|come (?:to|into|out (?:in|into|on|onto))|enter|"
    r"emerge (?:in|into|on|onto)|step (?:into|onto|out onto|out into)|return to|come back to|get (?:back )?to|"
    r"walk (?:into|onto)|go (?:into|to|up to|down to|out (?:to|onto|into))|climb (?:up |down )?(?:to|into|onto)) (.+)"
)
_IN_HAND = re.compile(
    r"\b(?:(?:with|and) )?((?:the|your|a|an) [a-z0-9' -]{2,50}?) (?:is |are |now |firmly |safe |safely |already )*"
    r"(?:in|into) (?:your|both|one) (?:own )?(?:\w+ )?"
    r"(?:hands?|pockets?|pack|belt|bag|arms|fist|grip|grasp|palm|possession)\b"
)
# The same the other way round: "there in your hand is the key", "your fingers close on the key".
_HAND_HOLDS = re.compile(
    r"\b(?:in your (?:\w+ )?(?:hands?|pockets?|pack|belt|bag|arms|fist|palm) (?:is|are|lies|lie|you find|you have)|"
    r"your (?:\w+ )?(?:fingers|hands?|fist|grip) (?:closes?|finds?|tightens?|folds?|wraps?|curls?)"
    r"(?: (?:on|around|over|upon|about))?) (the .+)"
)
_AT_HAND = re.compile(
    r"\b(the [a-z0-9' -]{2,50}?) (?:lies|hangs|stands|sits|rests|waits|is|is lying|gleams|lands|falls) "
    r"(?:\w+ly )?(?:at your feet|beside you|before you|in front of you|next to you|within (?:your )?reach|here)\b"
)
_LACKS = re.compile(
    r"\byou (?:(?:do not|don't|no longer|never) (?:have|carry|hold|own|possess)|"
    r"(?:have not|haven't) (?:got|brought|any)|have (?:no|lost|forgotten|left behind)|"
    r"left) ((?:a |an |any |the |your )?.+)"
)
_ONLY_SUPPOSED = re.compile(r"\b(?:if|unless|until|could|would|might|may|as though|as if|should)\b")
_YOURS = re.compile(r"\b((?:the) [a-z0-9' -]{2,50}?) (?:is|are) (?:now )?(?:yours|with you now)\b")


def claims_of(turn: ToldTurn, nouns: Nouns) -> Iterator[Claim]:
    """All claims of the narration that name a thing or a place of the world."""
    for sentence in turn.narration:
        if _SUPPOSED.match(plain(sentence.bare)):
            continue
        subject = hedged = False
        for clause in clauses_of(sentence.bare):
            words = tokens_of(clause)
            # "You step up and take the lamp": the second clause has the first one's subject.
            goes_on = subject and bool(words) and words[0] in nouns.verbs.base
            subject = goes_on or "you" in words[:3]
            # "You could go up or take the lamp": what the first clause only supposes, the second does not claim.
            hedged = _HEDGES.search(clause) is not None or (hedged and goes_on)
            lacks = _LACKS.search(clause)
            if lacks is not None and not _ONLY_SUPPOSED.search(clause):
                yield from _claim("lack", lacks[1], sentence, nouns)
            if not hedged:
                yield from _claims_in(f"you {clause}" if goes_on else clause, sentence, nouns)


def _claims_in(clause: str, sentence: Sentence, nouns: Nouns) -> Iterator[Claim]:
    if (placed := _PLACED.search(clause)) is not None:
        yield from _claim("be", placed[1], sentence, nouns)
    if (reached := _REACHED.search(clause)) is not None:
        yield from _claim("go", reached[1], sentence, nouns)
    for pattern in (_IN_HAND, _YOURS, _AT_HAND):
        for match in pattern.finditer(clause):
            deed: Deed = "handle" if pattern is _AT_HAND else "have"
            yield from _claim(deed, match[1], sentence, nouns, last=True)
    if (holds := _HAND_HOLDS.search(clause)) is not None:
        yield from _claim("have", holds[1], sentence, nouns)
    words = tokens_of(clause)
    for at, word in enumerate(words):
        if word == "you":
            yield from _deed(words[at + 1 :], sentence, nouns)


def _deed(words: list[str], sentence: Sentence, nouns: Nouns) -> Iterator[Claim]:
    """The claim in the words after "you"."""
    while words and (words[0] in _SKIPPED or words[0].endswith("ly") or words[0] in ("are", "have just")):
        words = words[1:]
    if words and _HAVING.match(words[0]):
        yield from _claim("have", " ".join(words[1:]), sentence, nouns)
        return
    taken = _TAKEN.match(" ".join(words))
    if taken is not None:
        yield from _claim("take", taken[1], sentence, nouns)
        return
    meanings, length = nouns.verbs.at_start(words)
    if not meanings:
        return
    rest = " ".join(words[length:])
    if TAKING.intersection(meanings[:2]):
        yield from _claim("take", rest, sentence, nouns)
    elif words[0] in _GIVING:
        yield from _claim("give", rest, sentence, nouns)
    elif HANDLING.intersection(meanings[:2]):
        yield from _claim("handle", rest, sentence, nouns)


def _claim(deed: Deed, rest: str, sentence: Sentence, nouns: Nouns, *, last: bool = False) -> Iterator[Claim]:
    words = tokens_of(rest)
    found = noun_at(words[-6:] if last else words, nouns)
    if found is not None:
        noun, things, exact = found
        yield Claim(deed, noun, things, exact, sentence.text)


def noun_at(words: list[str], nouns: Nouns) -> tuple[str, frozenset[str], bool] | None:
    """The noun phrase that begins the words, if its end is a name of the world: words, things, whether definite."""
    definite = bool(words) and (words[0] in ("the", "your", "his", "her", "their", "this", "that", "its"))
    indefinite = bool(words) and words[0] in ("a", "an", "some", "another", "any")
    phrase: list[str] = []
    for word in words:
        if word in _STOPS:
            break
        phrase.append(word)
    while phrase and phrase[0] in DETERMINERS:
        phrase = phrase[1:]
    for start in range(min(len(phrase), 6)):
        name = phrase[start:]
        # As names are indexed, without apostrophes: the reckoner's knife is no other knife.
        words_of_name = name_words(" ".join(name))
        things = nouns.whole.get(
            tuple(stem(word) for word in words_of_name if word not in ("the", "of", "a", "an"))
        )
        if things:
            return " ".join(name), things, definite or not indefinite
    return None
