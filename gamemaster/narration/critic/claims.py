"""What prose says that the player does, has and where they are, read clause by clause. Pure.

A narration in the second person says it plainly: "you take the lantern", "with the key in your hand", "you are in the
kitchen". What is only wished, denied, supposed or compared is no claim. Verbs are those of the lexicon, so that any of
its words for a deed is understood.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from gamemaster.language.english import Forms, Words
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
_FORMS = Forms(__name__)
_WORDS = Words(__name__)
TAKING = frozenset({"take", "steal"})
_SKIPPED = ADVERBS | frozenset(
    "now then both just also at last finally simply already still once more even".split()
)


def claims_of(turn: ToldTurn, nouns: Nouns) -> Iterator[Claim]:
    """All claims of the narration that name a thing or a place of the world."""
    for sentence in turn.narration:
        if _FORMS["supposed"].match(plain(sentence.bare)):
            continue
        subject = hedged = False
        for clause in clauses_of(sentence.bare):
            words = tokens_of(clause)
            # "You step up and take the lamp": the second clause has the first one's subject.
            goes_on = subject and bool(words) and words[0] in nouns.verbs.base
            subject = goes_on or "you" in words[:3]
            # "You could go up or take the lamp": what the first clause only supposes, the second does not claim.
            hedged = _FORMS["hedges"].search(clause) is not None or (hedged and goes_on)
            lacks = _FORMS["lacks"].search(clause)
            if lacks is not None and not _FORMS["only_supposed"].search(clause):
                yield from _claim("lack", lacks[1], sentence, nouns)
            if not hedged:
                yield from _claims_in(f"you {clause}" if goes_on else clause, sentence, nouns)


def _claims_in(clause: str, sentence: Sentence, nouns: Nouns) -> Iterator[Claim]:
    if (placed := _FORMS["placed"].search(clause)) is not None:
        yield from _claim("be", placed[1], sentence, nouns)
    if (reached := _FORMS["reached"].search(clause)) is not None:
        yield from _claim("go", reached[1], sentence, nouns)
    for pattern in (_FORMS["in_hand"], _FORMS["yours"], _FORMS["at_hand"]):
        for match in pattern.finditer(clause):
            deed: Deed = "handle" if pattern is _FORMS["at_hand"] else "have"
            yield from _claim(deed, match[1], sentence, nouns, last=True)
    if (holds := _FORMS["hand_holds"].search(clause)) is not None:
        yield from _claim("have", holds[1], sentence, nouns)
    words = tokens_of(clause)
    for at, word in enumerate(words):
        if word == "you":
            yield from _deed(words[at + 1 :], sentence, nouns)


def _deed(words: list[str], sentence: Sentence, nouns: Nouns) -> Iterator[Claim]:
    """The claim in the words after "you"."""
    while words and (words[0] in _SKIPPED or words[0].endswith("ly") or words[0] in ("are", "have just")):
        words = words[1:]
    if words and _FORMS["having"].match(words[0]):
        yield from _claim("have", " ".join(words[1:]), sentence, nouns)
        return
    taken = _FORMS["taken"].match(" ".join(words))
    if taken is not None:
        yield from _claim("take", taken[1], sentence, nouns)
        return
    meanings, length = nouns.verbs.at_start(words)
    if not meanings:
        return
    rest = " ".join(words[length:])
    if TAKING.intersection(meanings[:2]):
        yield from _claim("take", rest, sentence, nouns)
    elif words[0] in _WORDS["giving"]:
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
        if word in _WORDS["stops"]:
            break
        phrase.append(word)
    said = phrase
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
            meant = _things_meant(said[: len(said) - len(name)], things, nouns)
            return " ".join(name), meant, definite or not indefinite
    return None


def _things_meant(before: list[str], things: frozenset[str], nouns: Nouns) -> frozenset[str]:
    """Those of the things of one name that the words before it tell from the others.

    "The pair of odd mittens" is not the mitten that sticks out of the snow, which is nowhere called a pair.
    """
    for word in reversed(before):
        things = frozenset(thing for thing in things if stem(word) in nouns.parts[thing]) or things
    return things
