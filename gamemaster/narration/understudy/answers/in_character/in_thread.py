"""Whether what somebody would say belongs to what they are asked, and to their last words where it goes on from those.

A short question that points at what was just said, or says a word of it back, is no occasion for a speech on something
else: a line of another matter is said only where it tells of nearly all that is asked. A line that holds nothing of a
question is no answer to any. Else they own that they know no more. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.semantic.encoder import encoder
from gamemaster.language.semantic.text_features import stems_of
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.talk.questions.asked_kinds import asked_kind
from gamemaster.language.talk.questions.matters import SMALL_WORDS
from gamemaster.language.talk.said_before import Saying, last_words
from gamemaster.narration.understudy.answers.in_character.answer_sources import ignorance
from gamemaster.narration.understudy.answers.in_character.last_matter import nothing_more_on
from gamemaster.narration.understudy.answers.in_character.meaning import ranking_in_context
from gamemaster.narration.understudy.answers.in_character.questions import PERSONAL, Asked
from gamemaster.narration.understudy.answers.open_questions import is_open_question
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import Answer, Discuss, Operation
from worlds.schema import Topic, WrittenAnswer

_FRESH = 2  # turns in which somebody's last words are what is asked about
_LONGEST = 10  # words of a question that may go on from them without naming their matter
_TELLS = (
    4.5  # rarity from which on a word says something of what is asked: "mug", and neither "want" nor "go"
)
_ALL_BUT, _SOME = (
    0.6,
    0.3,
)  # of the weight of what is asked, so much a line tells of: of another matter, or of any
_MEANT, _MEANT_BY_ONE_WORD = 1.5, 2.0  # likeness of a question that was written for such a line
_LIKE = 1.0  # the same, where nothing was said before
_POINTING = re.compile(
    r"\b(?:do|does|did|has|have|had|will|would|can|could|should|must|might|was|were)"
    r" (?:it|he|she|they|that|this|those)\b"
    r"|\b(?:it|him|her|them|that|this|those|(?<!up )(?<!down )(?<!over )(?<!out )there)$"
    r"|\b(?:him|them)\b|^(?:is|are|was|were) (?:it|he|she|they|that)$"
    r"|(?<!you )\b(?:what|who|whom)$"  # "told by whom?"
)
_OF_ONE_THING = frozenset({"what", "who", "where", "when", "how", "how_many", "why"})


@dataclass(frozen=True)
class _Question:
    """A short question: the words of it that tell something, the last words of whoever is asked, and whether it points.

    `goes_on`: it goes on from those, of which it says some `back`.
    """

    words: frozenset[str]
    back: frozenset[str]
    last: tuple[Saying, ...]
    points: bool
    goes_on: bool

    @property
    def topics(self) -> frozenset[str | None]:
        return frozenset(one.topic for one in self.last)


def kept_to_thread(
    draft: Draft, asked: Asked, said: list[Operation], by_form: Sequence[Operation]
) -> list[Operation]:
    """What they say, without speeches on something else; that they know no more, where nothing is left.

    `by_form`: what the form of the words and the names in them lead to, which is only left out within a thread.
    """
    question = _question_of(asked)
    if question is None:
        return said
    sure = () if question.goes_on else by_form
    beside = [one for one in said if one not in sure and not _fits(draft, asked, one, question)]
    if not beside:
        return said
    kept = [one for one in said if not any(one is out for out in beside)]
    if any(isinstance(one, (Discuss, Answer)) for one in kept):
        return kept
    texts = nothing_more_on(asked, question.last[0]) if question.goes_on else ignorance(asked)[1]
    source = "follow_up" if question.goes_on else "ignorance"
    return [*kept, Answer(who=asked.who, texts=texts[:24], source=source)] if texts else said


def _question_of(asked: Asked) -> _Question | None:
    """What is asked, where it is asked in few words; None of all else."""
    asks = asked.question.asked or "?" in asked.raw
    if not asks or asked.question.kind in PERSONAL | {"price"}:
        return None  # "who are you?" goes on from nothing
    if len(asked.words.split()) > _LONGEST or is_open_question(asked.question, asked.thing is not None):
        return None
    own = {word for name in (asked.person.name, *asked.person.aliases) for word in stems_of(name)}
    words = telling_words((asked.words,)) - own
    talking = asked.state.focus.get("who") == asked.who
    last = tuple(last_words(asked.world, asked.state, asked.who, _FRESH)) if talking else ()
    told = telling_words(one.text for one in last)
    back = frozenset(word for word in words if _is_said(word, told))
    points = _POINTING.search(" ".join(w for w in words_of(plain(asked.words)) if w[0].isalnum())) is not None
    goes_on = bool(last) and (points or not words or bool(back))
    return _Question(words, back, last, points, goes_on) if goes_on or words else None


def _fits(draft: Draft, asked: Asked, said: Operation, question: _Question) -> bool:
    """Whether what they would say is no speech on something else."""
    if isinstance(said, Discuss):
        return _is_of_it(draft, asked, said, question)
    if not isinstance(said, Answer) or not question.back or asked.question.kind not in _OF_ONE_THING:
        return True
    # What anybody may say of their life is no answer to what they have just told of it.
    anything = said.source == "reply" and not said.ordinary and said.fact is None
    return not anything or not question.words.isdisjoint(telling_words(said.texts[:1]))


def _is_of_it(draft: Draft, asked: Asked, line: Discuss, question: _Question) -> bool:
    """Whether a line is of what is asked: of the thread, or so near to the question that nothing else can be meant."""
    if line.topic == asked.topic and _is_whom_it_points_to(asked, question):
        return True
    person = asked.person
    entry: Topic | WrittenAnswer | None = person.topics.get(line.topic or "") or person.answers.get(
        line.topic or ""
    )
    if entry is None:
        return True
    if line.topic in question.topics:
        told = telling_words(text for one in _lines_meant(entry, line) for text in one)
        return not question.words.isdisjoint(told) or not _wants_what_no_next_line_is(asked, question)
    likeness = max(
        (
            one.likeness
            for one in ranking_in_context(draft, asked)
            if one.key.partition(" ")[2] == line.topic and one.by_question
        ),
        default=0.0,
    )
    alone = question.points and len(question.words) <= 1
    if likeness >= (_LIKE if not question.goes_on else _MEANT_BY_ONE_WORD if alone else _MEANT):
        return True
    if question.goes_on and (alone or (question.words <= question.back and line.topic != asked.topic)):
        return False  # of their own words, nothing else that those happen to name
    names = entry.names if isinstance(entry, Topic) else entry.asks
    texts = [text for one in _lines_meant(entry, line) for text in one]
    share = share_told(question.words, telling_words((*names, *entry.paraphrases, *texts)))
    return share >= (_ALL_BUT if question.goes_on else _SOME)


def _wants_what_no_next_line_is(asked: Asked, question: _Question) -> bool:
    """Whether a yes or a no is wanted to what they did not say, or just what they left open: "tell her what?"."""
    said = words_of(plain(asked.spoken or asked.words))
    open_ended = len(said) > 1 and said[-1] in ("what", "who", "whom") and said[-2] not in _BEFORE_WHAT
    new = bool(question.words) and not question.back
    return open_ended or (new and asked_kind(asked.words) == "whether")


_BEFORE_WHAT = frozenset({",", "and", "so", "but", "or", "then"})  # "and what?" asks on


def _is_whom_it_points_to(asked: Asked, question: _Question) -> bool:
    """Whether a topic is named where nothing was said before, or is whoever "he" or "they" can only be."""
    return not question.goes_on or (asked.referred and _OF_PEOPLE.search(asked.words) is not None)


_OF_PEOPLE = re.compile(r"\b(?:he|she|him|her|his|hers|they|them|their)\b")


def _lines_meant(entry: Topic | WrittenAnswer, line: Discuss) -> Sequence[tuple[str, ...]]:
    lines = entry.lines if line.line is None else (entry.lines[line.line],)
    return [one.text for one in lines]


def share_told(words: frozenset[str], told: frozenset[str]) -> float:
    """Of the weight of words, how much is told."""
    rarity = encoder().rarity
    whole = sum(map(rarity, words))
    return sum(map(rarity, words & told)) / whole if whole else 0.0


def _is_said(word: str, told: frozenset[str]) -> bool:
    """Whether a word was said in any of its forms: "forget", of what was "forgot"."""
    alone = frozenset({word})
    return (
        word in told or plain_form(word, told) in told or any(plain_form(one, alone) == word for one in told)
    )


def telling_words(texts: Iterable[str]) -> frozenset[str]:
    """The stems of texts that say something, whatever they stand among."""
    rarity = encoder().rarity
    stems = (stem for text in texts for stem in stems_of(text) if stem not in SMALL_WORDS)
    return frozenset(stem for stem in stems if rarity(stem) >= _TELLS)
