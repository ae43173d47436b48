"""Which question that a writer foresaw the player's words put, if any: of `answers` in a world. Pure.

Words weigh by how few of the questions hold them (inverse document frequency, Spärck Jones 1972). A question is put
where most of it is said, and little else is; a short one that names nothing ("why?") only word for word, and only
right after what it is about.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.tables.function_words import QUESTION_WORDS
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.talk.questions.matters import SMALL_WORDS
from gamemaster.language.talk.questions.topics import trim_question
from gamemaster.rules.conditions import holds
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.schema import Character, Condition, GmAnswer, World, WrittenAnswer

# Of the weight of a written question so much must be said, and of what was said so much must be in it: enough in all.
_LEAST_OF_IT, _LEAST_IN_IT, _LEAST_IN_ALL = 0.6, 0.5, 0.7
_LEAST_OF_THE_GM = 0.8  # who knows much besides, by the state
_AS_GOOD_AS_EQUAL, _RARE, _LEAST_RARE = 0.85, 0.5, 2  # likeness, by so many words of such a weight or more
_NEAR = 0.1  # what is asked of their last words may be put so much more loosely
_OF_FRAME = 0.35  # the weight of a question word or a pronoun, beside that of a rare word, which is 1
_OF_ANOTHER_KIND = 0.6  # of a question, where the same words ask who and ask when
MOST_WORDS = 30  # a longer speech puts no foreseen question

# How like a question what was said must be: equal, as good as equal, or enough of it to be it.
Likeness = Literal["to the word", "as good as", "loose"]

_SENTENCE = re.compile(r'[^.?!;:"]+')
_ASKING = frozenset({"ask", "tell", "say"})  # before a question that is told of: "I ask Ulf if he is married"

# Whom a word points to, and other small words by which two questions differ.
_FRAME = {
    **dict.fromkeys(("i", "me", "my", "mine", "myself", "we", "us", "our"), "I"),
    **dict.fromkeys(("you", "your", "yours", "yourself"), "YOU"),
    **dict.fromkeys(("he", "him", "his", "himself"), "HE"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "SHE"),
    **dict.fromkeys(("they", "them", "their", "theirs"), "THEY"),
    **dict.fromkeys(("not", "never", "no", "nobody", "nothing"), "NOT"),
}  # fmt: skip
_HOW = frozenset("many much long old far often big deep tall big soon".split())
# What opens or closes any question and says nothing of it.
_IDLE = frozenset(
    """so and but oh ah well then now just really actually please tell say anyway though ok okay hey right exactly
    again still ever even quite honestly truly here there mate sir lady friend man also did do does is are was were
    has have had be been am the a an this that these those it of to in on at for with by from um uh hm""".split()
)
_OPENING = frozenset("so and but oh ah well ok okay hey um uh hm".split())


@dataclass(frozen=True)
class Phrase:
    """A written question: its words, those that say something with those that point, and what it asks for."""

    key: str  # of the answer
    words: tuple[str, ...]  # without the idle ones, where more than one is left
    content: frozenset[str]
    frame: frozenset[str]
    kind: str

    @property
    def asks(self) -> tuple[frozenset[str], frozenset[str], str]:
        return self.content, self.frame, self.kind


@dataclass(frozen=True)
class Phrases:
    """The written questions of one person, of the Game Master, or of the library that serves everybody."""

    phrases: tuple[Phrase, ...]
    to_the_word: Mapping[tuple[str, ...], tuple[Phrase, ...]]
    holding: Mapping[str, tuple[Phrase, ...]]  # by the words that say something
    weights: Mapping[str, float]
    of_all: Mapping[str, frozenset[str]]  # by answer: the words that say something in any of its questions
    names: tuple[Phrase, ...] = ()  # of the topics, which answer what names them better than a question does

    def best(
        self,
        said: Phrase,
        about: Phrase,
        near: frozenset[str],
        open_to: frozenset[str],
        least: float = _LEAST_IN_ALL,
        *,
        nothing_else: bool = False,
    ) -> str | None:
        """The answer whose question is put best; of those in `near` one may be put loosely. None where none is.

        `nothing_else`: all that is said is in the question, and asks for the same.
        """
        if (same := self.same(said, open_to)) is not None:
            return same
        in_forms_known = self._in_forms_known(said)
        if not nothing_else and (pieced := self._pieced_together(in_forms_known, open_to)) is not None:
            return pieced
        said = in_forms_known if said.kind else said  # "is the bell wound?" does not ask how one winds it
        could_be = {id(one): one for word in sorted(said.content) for one in self.holding.get(word, ())}
        scores = (
            (self._score(said, one, _NEAR if one.key in near else 0.0), one.key in near, one.key)
            for one in could_be.values()
            if one.key in open_to
            and not (nothing_else and (said.kind != one.kind or not said.content <= one.content))
        )
        best = max(scores, key=lambda one: one[:2], default=(0.0, False, ""))
        score, is_near, key = best
        if not score or score < least - _NEAR * is_near:
            return None
        named = max((self._score(about, one, 0.0) for one in self.names), default=0.0)
        return key if score + _NEAR * is_near > named else None

    def as_good_as(self, said: Phrase, about: Phrase, open_to: frozenset[str]) -> str | None:
        """The answer whose question is put word for word, or as good as: by its rare words, and hardly any others."""
        if (same := self.same(said, open_to)) is not None:
            return same
        rare = [word for word in said.content if self._weight([word]) >= _RARE]
        sharing = Counter(id(one) for word in rare for one in self.holding.get(word, ()))
        could_be = {id(one): one for word in rare for one in self.holding.get(word, ())}
        scores = (
            (self._score(said, one, 0.0), one.key)
            for at, one in could_be.items()
            if one.key in open_to and sharing[at] >= _LEAST_RARE
        )
        score, key = max(scores, default=(0.0, ""))
        if score < _AS_GOOD_AS_EQUAL:
            return None
        named = max((self._score(about, one, 0.0) for one in self.names), default=0.0)
        return key if score > named else None

    def _pieced_together(self, said: Phrase, open_to: frozenset[str]) -> str | None:
        """The one answer whose questions, taken together, hold every word that says something, and one of them whole.

        Who foresaw "did you kill him" and "did you poison the king" foresaw "did you kill the king".
        """
        found = {
            one.key
            for word in said.content
            for one in self.holding.get(word, ())
            if one.key in open_to
            and one.content <= said.content <= self.of_all[one.key]
            and one.kind == said.kind
            and one.frame - _OTHERS == said.frame - _OTHERS
        }
        return found.pop() if len(found) == 1 and len(said.content) > 1 else None

    def _in_forms_known(self, said: Phrase) -> Phrase:
        """What was said with its verbs as the questions have them: "stole", told of in a report, as "steal"."""
        content = frozenset(plain_form(word, self._forms_held) for word in said.content) - SMALL_WORDS
        return replace(said, content=content)

    @cached_property
    def _forms_held(self) -> frozenset[str]:
        """The words in whose form a verb may stand here."""
        return SMALL_WORDS.union(self.holding)

    @cached_property
    def _of_small_words(self) -> tuple[frozenset[str], ...]:
        """The words of the questions in which none says something."""
        return tuple(frozenset(one.words) for one in self.phrases if not one.content)

    def may_be_put(self, said: Phrase) -> bool:
        """Whether said holds enough of some question, all that points anywhere taken as said."""
        if any(map(frozenset(said.words).issuperset, self._of_small_words)):
            return True
        content = self._in_forms_known(said).content
        sharing = {id(one): one for word in content for one in self.holding.get(word, ())}
        return any(
            one.content <= content <= self.of_all[one.key] or self._may_be(one, content)
            for one in sharing.values()
        )

    def _may_be(self, one: Phrase, said: frozenset[str]) -> bool:
        shared = one.content & said
        if not shared or (len(shared) == 1 and said != one.content):
            return False
        pointing = _OF_FRAME * len(one.frame)
        least = (_LEAST_OF_IT - _NEAR) * (self._weight(one.content) + pointing)
        return self._weight(shared) + pointing >= least

    def same(self, said: Phrase, open_to: frozenset[str]) -> str | None:
        """The answer whose question is put word for word."""
        found = (one.key for one in self.to_the_word.get(said.words, ()) if one.key in open_to)
        return next(found, None) if said.words else None

    def _score(self, said: Phrase, written: Phrase, loosely: float) -> float:
        shared = said.content & written.content
        if not shared or _points_elsewhere(said.frame, written.frame):
            return 0.0
        if len(shared) == 1 and (said.asks != written.asks or not _alike_in_small_words(said, written)):
            return 0.0  # "what is my name" is no "their names?", and "is Ann your sister?" asks after Ann
        both = self._weight(shared) + _OF_FRAME * len(said.frame & written.frame)
        of_it = both / (self._weight(written.content) + _OF_FRAME * len(written.frame))
        in_it = both / (self._weight(said.content) + _OF_FRAME * len(said.frame))
        if said.kind != written.kind and said.kind and written.kind:
            of_it, in_it = of_it * _OF_ANOTHER_KIND, in_it * _OF_ANOTHER_KIND
        in_all = 2 * of_it * in_it / (of_it + in_it)
        enough = of_it >= _LEAST_OF_IT - loosely and in_it >= _LEAST_IN_IT - loosely
        return in_all if enough and in_all >= _LEAST_IN_ALL - loosely else 0.0

    def _weight(self, content: Iterable[str]) -> float:
        return sum(self.weights.get(word, 1.0) for word in content)


def _alike_in_small_words(said: Phrase, written: Phrase) -> bool:
    """Whether two questions share half their words: "can you hear it too" is no "do you want to hear one"."""
    one, other = frozenset(said.words), frozenset(written.words)
    return 2 * len(one & other) >= len(one | other)


def _points_elsewhere(said: frozenset[str], written: frozenset[str]) -> bool:
    """Whether one is about the player, and the other about somebody else."""
    return ("I" in said) != ("I" in written) and not (
        _OTHERS.isdisjoint(said) and _OTHERS.isdisjoint(written)
    )


_OTHERS = frozenset({"HE", "SHE", "THEY"})


def phrase_of(words: list[str], key: str = "") -> Phrase:
    """A question as it is compared with others."""
    said = [word for word in words if word[0].isalnum()]
    at = next((n for n, word in enumerate(said) if word in QUESTION_WORDS), None)
    kind = said[at] if at is not None and at < 3 and said[at] not in ("if", "whether") else ""
    if kind == "how" and at is not None and said[at + 1 : at + 2] and said[at + 1] in _HOW:
        kind = f"how {said[at + 1]}"
    content = frozenset(
        stem(word)
        for word in said
        if word not in SMALL_WORDS and word not in _FRAME and word not in _IDLE and not kind.endswith(word)
    )
    pointed = (word for before, word in pairwise(["", *said]) if (before, word) != ("tell", "me"))
    frame = frozenset(_FRAME[word] for word in pointed if word in _FRAME)
    return Phrase(key, _without_idle(said, content), content, frame, kind)


def _without_idle(said: list[str], content: frozenset[str]) -> tuple[str, ...]:
    """The words that tell two questions apart: all of them in "what now?", which else is "what?"."""
    kept = tuple(word for word in said if word not in _IDLE)
    if len(kept) != 1 or content:
        return kept
    return tuple(word for word in said if word not in _OPENING)


def phrases_of(asks: Iterable[tuple[str, str]], names: Iterable[str] = ()) -> Phrases:
    """Written questions, each with the key of its answer, made ready to be looked up by their words."""
    phrases = tuple(phrase_of(words_of(plain(text)), key) for key, text in asks)
    counts = Counter(word for one in phrases for word in one.content)
    rarest = math.log(1 + len(phrases)) or 1.0
    weights = {
        word: max(0.4, math.log((1 + len(phrases)) / count) / rarest) for word, count in counts.items()
    }
    to_the_word: dict[tuple[str, ...], list[Phrase]] = {}
    holding: dict[str, list[Phrase]] = {}
    for one in phrases:
        to_the_word.setdefault(one.words, []).append(one)
        for word in one.content:
            holding.setdefault(word, []).append(one)
    of_all: dict[str, frozenset[str]] = {}
    for one in phrases:
        of_all[one.key] = of_all.get(one.key, frozenset()) | one.content
    return Phrases(
        phrases,
        {words: tuple(group) for words, group in to_the_word.items()},
        {word: tuple(group) for word, group in holding.items()},
        weights,
        of_all,
        tuple(phrase_of(words_of(plain(name))) for name in names),
    )


def _asks_of(
    answers: Mapping[str, WrittenAnswer] | Mapping[str, GmAnswer],
) -> Iterator[tuple[str, str]]:
    return ((answer.id, text) for answer in answers.values() for text in answer.asks)


@per_world
def _phrases_for(person: Character) -> Phrases:
    return phrases_of(
        _asks_of(person.answers), (name for topic in person.topics.values() for name in topic.names)
    )


@per_world
def _gm_phrases(world: World) -> Phrases:
    return phrases_of(_asks_of(world.answers))


@per_world
def _by_what_they_follow(person: Character) -> tuple[frozenset[str], tuple[tuple[str, tuple[str, ...]], ...]]:
    """The answers to what may be asked at any time, and those that follow something, with what that is."""
    answers = person.answers.items()
    always = frozenset(key for key, one in answers if not one.after)
    return always, tuple((key, tuple(one.after)) for key, one in answers if one.after)


def answer_to(
    person: Character,
    words: str,
    last: frozenset[str],
    open_to: frozenset[str],
    *,
    likeness: Likeness = "loose",
) -> str | None:
    """The id of the written answer to what somebody is asked, of those they are `open_to`; None where none was written.

    `last`: the topics and answers that their last words belong to.
    """
    if not person.answers:
        return None
    said = called_by_no_name(person, words_of(plain(words)))
    if not said or len(said) > MOST_WORDS:
        return None
    always, following = _by_what_they_follow(person)
    near = frozenset(key for key, after in following if not last.isdisjoint(after))
    free = always | near
    phrases = _phrases_for(person)
    whole = phrase_of(words_of(plain(words)))  # "who was your first keeper" calls no keeper
    if (exact := phrases.same(whole, free & open_to)) is not None:
        return exact
    if likeness == "to the word":
        return phrases.same(phrase_of(said), free & open_to)
    about = phrase_of(trim_question(said))
    if likeness == "as good as":
        return next(
            filter(
                None, (phrases.as_good_as(one, about, free & open_to) for one in (whole, phrase_of(said)))
            ),
            None,
        )
    return phrases.best(phrase_of(said), about, near, free & open_to)


def may_be_foreseen(world: World, people: Iterable[str], words: str) -> bool:
    """Whether the words could put a question that was foreseen for one of these people or for the Game Master.

    Seen quickly, without reading them: one of their sentences says as much of a question as must be said.
    """
    written = [_gm_phrases(world)] if world.answers else []
    here = [world.characters[who] for who in people]
    written += [_phrases_for(person) for person in here if person.answers]
    called = {
        stem(word)
        for person in here
        for name in (person.name, *person.aliases)
        for word in words_of(plain(name))
    }
    for sentence in _SENTENCE.findall(plain(words)):
        said = phrase_of(words_of(sentence))
        asked = replace(said, content=said.content - called - _ASKING)
        if any(phrases.may_be_put(said) or phrases.may_be_put(asked) for phrases in written):
            return True
    return False


def answers_open(of: Character | World, world: World, state: StoryState) -> frozenset[str]:
    """The ids of the answers, of somebody or of the Game Master, whose conditions hold as the story stands."""
    always, others = _by_condition(of)
    return always.union(key for key, when in others if holds(when, world, state))


@per_world
def _by_condition(of: Character | World) -> tuple[frozenset[str], tuple[tuple[str, Condition], ...]]:
    """The answers that have no condition, as most, and those that have one, with it."""
    answers = of.answers.items()
    always = frozenset(key for key, one in answers if one.when is None)
    return always, tuple((key, one.when) for key, one in answers if one.when is not None)


def gm_answer_to(world: World, state: StoryState, words: str, *, to_the_word: bool = False) -> str | None:
    """The id of the Game Master's written answer, as the story stands. `to_the_word`: no likeness is enough."""
    said = words_of(plain(words)) if world.answers else []
    if not said or len(said) > MOST_WORDS:
        return None
    open_to = answers_open(world, world, state)
    phrase, phrases = phrase_of(said), _gm_phrases(world)
    if not phrase.content:  # "where am I" is no "where am I from"
        very = (key for key in sorted(open_to) if said in map(_said_plainly, world.answers[key].asks))
        return next(very, None)
    if to_the_word:
        return phrases.same(phrase, open_to)
    return phrases.best(phrase, phrase, frozenset(), open_to, least=_LEAST_OF_THE_GM)


def _said_plainly(question: str) -> list[str]:
    return words_of(plain(question))


_LEAST_BEFORE_A_NAME = 5  # words


def called_by_no_name(person: Character, words: list[str]) -> list[str]:
    """The words without the name of whoever they are said to, at either end: "Jory, are you married?"."""
    idle = _IDLE.union(*(words_of(plain(name)) for name in (person.name, *person.aliases)))  # "hey kid, …"
    if len(words) > _LEAST_BEFORE_A_NAME and words[-2] == "you":
        words = words[:-2]  # "what have you drawn me at, you rogue?"
    start, end = 0, len(words)
    while start < end and (words[start] in idle or not words[start][0].isalnum()):
        start += 1
    while end > start and (words[end - 1] in idle or not words[end - 1][0].isalnum()):
        end -= 1
    return words[start:end] or words
