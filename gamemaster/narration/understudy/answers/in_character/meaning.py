"""What somebody is asked, found by its meaning among all that was written for them. Pure."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.semantic.phrase_index import Entry, Found, PhraseIndex
from gamemaster.language.semantic.text_features import stems_of
from gamemaster.language.talk.questions.asked_kinds import asked_kind
from gamemaster.language.talk.said_before import last_topics
from gamemaster.language.talk.sentences import asks, sentences_of
from gamemaster.narration.understudy.answers.in_character.line_answers import written_line
from gamemaster.narration.understudy.answers.in_character.open_lines import lines_of_now
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.narration.understudy.answers.written_answers import is_open_to, said_of_answer
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import Discuss, Operation
from worlds.per_world import per_world
from worlds.schema import Character, Effects, Line


@dataclass(frozen=True)
class Fit:
    """How well words must fit what was written: so much `ahead` of the next above a `floor`, or `enough` in all.

    What is ahead is meant far more often than what only fits well: two lines that fit equally are on the same matter.
    Where questions are written for somebody, what is found by its names or text alone is ahead of others by chance.
    """

    ahead: float
    floor: float
    enough: float = 9.0
    by_question: bool = True  # where any questions are written for them
    by_name: bool = True  # where none are

    def holds(self, ranked: Sequence[Found]) -> bool:
        """Whether the first fits so well. What is alone is ahead of nothing."""
        if not ranked:
            return False
        first, *others = ranked
        if first.likeness >= self.enough:
            return True
        if not others or first.likeness - others[0].likeness < self.ahead:
            return False
        if not any(one.by_question for one in ranked):
            return self.by_name and first.likeness >= _BY_NAME
        return first.likeness >= self.floor and (first.by_question or not self.by_question)


# Of 182 questions that others wrote, having seen neither the code nor the phrases that it compares with, the line that
# was meant fits best for 129: where it is 0.35 ahead for 14 of 15, 0.2 ahead for 6 of 7, and less for one in three.
GUESSED = Fit(ahead=0.1, floor=0.5, enough=1.3, by_question=False)
NEAR = Fit(ahead=0.2, floor=1.0, enough=2.0)
RATHER = Fit(ahead=0.3, floor=0.8, enough=1.5, by_name=False)  # than what anybody says to any such question
INSTEAD = Fit(ahead=0.2, floor=1.0, enough=1.5)
TOLD = Fit(ahead=0.2, floor=1.0, enough=2.0, by_name=False)
CERTAIN = Fit(ahead=0.35, floor=1.0, by_name=False)
CLEAR = Fit(ahead=0.5, floor=1.3, by_name=False)
SURE = Fit(ahead=0.5, floor=2.0, by_name=False)
_BY_NAME = 0.65  # is much, where no question is written for anything
# What somebody takes as what it is, whatever it names: a bet, a threat held out, a coat pressed on them.
TAKEN_AS_SUCH = frozenset(
    "bet dare hint press_on courtesy sorry grief affirm deny obey snap doubt admit answered".split()
)
_OF_A_QUESTION = 0.15  # what is asked outweighs what is told before it
_LIGHTEST = 6.5  # "is it nine?" and "what happened to you?" are like much else, but for words of no weight
_SHORTEST = 2  # "nine?" means something only by what was said before
_MOST_SENTENCES, _LONGEST = 6, 60  # of a speech, and stems of one
_MOST_BEFORE = 2  # sentences
_TOPIC, _ANSWER = "topic ", "answer "
_QUOTED = re.compile(r"[\"\u201c\u201d]([^\"\u201c\u201d]+)[\"\u201c\u201d]")
# "I asked about you, not Miss Pryce": what was not meant is not looked for.
_PUT_RIGHT = re.compile(r"\bI (?:meant|mean|(?:was|am) asking|asked)\b", re.IGNORECASE)
_RULED_OUT = re.compile(r",? (?:and )?not (?:about )?(?:[\w'’]+ ?){1,4}(?=[.,;!?]|$)", re.IGNORECASE)
_GESTURE = re.compile(r"\*[^*]*\*")


def answer_meant(
    draft: Draft, asked: Asked, fits: Fit, said: Sequence[Operation] = ()
) -> list[Operation] | None:
    """What they say to what was meant, if it fits so well, and is as far ahead of what they have `said`.

    Nothing more, where they have told just that in this turn: "your eyes are wet. Are you well?" wants one answer.
    """
    ranking = ranking_in_context(draft, asked)
    if not fits.holds(ranking):
        return None
    topics = {one.topic for one in said if isinstance(one, Discuss)}
    near = (one for one in ranking if one.likeness > ranking[0].likeness - fits.ahead)
    if any(one.key.partition(" ")[2] in topics for one in near):
        return None
    key = ranking[0].key
    kind, _, topic = key.partition(" ")
    written = asked.person.answers[topic] if kind == _ANSWER.strip() else asked.person.topics[topic]
    if any(_moves(line.effects) for line in written.lines) and not asks(words_of(plain(asked.words))):
        return None
    prefix = f"{asked.who}.{topic}."
    if any(name.startswith(prefix) and turn == draft.state.turn for name, turn in draft.state.lines.items()):
        return []
    if kind == _ANSWER.strip():
        found = said_of_answer(draft, asked, topic)
    else:
        found = written_line(draft, replace(asked, topic=topic, matter=None, referred=False))
    return [found] if found is not None else None


def ranking_in_context(draft: Draft, asked: Asked) -> list[Found]:
    """What a question fits of what is open, with what was told right before it, the best first."""
    return ranking_of(draft, asked.who, _in_context(asked), asked.words)


def _moves(effects: Effects) -> bool:
    """Whether things or people come elsewhere by it: that is to be asked for, and is brought about by no remark."""
    moved = (effects.give, effects.lose, effects.put, effects.go, effects.send, effects.harm, effects.kill)
    return any(moved)


def _in_context(asked: Asked) -> str:
    """The sentence that the words stand in, and what was told right before it: "your eyes are wet. Are you well?"."""
    raw = _RULED_OUT.sub("", asked.raw) if _PUT_RIGHT.search(asked.raw) else asked.raw
    quoted = _QUOTED.findall(raw)
    heard = sentences_of(". ".join(quoted) if quoted else _GESTURE.sub(" ", raw))
    own = {word for word in words_of(asked.words) if word.isalnum()}
    shared = [len(own.intersection(words)) for words, _ in heard]
    if not shared or 2 * max(shared) < len(own):
        return asked.spoken or asked.words
    at = shared.index(max(shared))
    first = at
    while first > max(0, at - _MOST_BEFORE) and not (heard[first - 1][1] or asks(heard[first - 1][0])):
        first -= 1
    return " ".join(" ".join(words) + (" ?" if asked else " .") for words, asked in heard[first : at + 1])


def may_be_meant(draft: Draft, who: str, speech: str, fits: Fit) -> bool:
    """Whether a speech fits anything that was written for somebody and is open, so well."""
    return fits.holds(ranking_of(draft, who, speech))


def ranking_of(draft: Draft, who: str, speech: str, main: str = "") -> list[Found]:
    """What the parts of a speech fit of what is open, each entry as well as any part fits it, the best first."""
    person = draft.world.characters[who]
    index, put = _index(person), _put(person, speech, main)
    open_to = _OpenTo(draft, who)
    best: dict[str, Found] = {}
    for stems, is_question in put:
        if index.weight(stems) < _LIGHTEST:
            continue
        for one in index.ranking(stems, open_to):
            found = replace(one, likeness=one.likeness + _OF_A_QUESTION * is_question)
            if one.key not in best or found.likeness > best[one.key].likeness:
                best[one.key] = found
    return sorted(best.values(), key=lambda one: (-one.likeness, one.key))


def ranking_by_kind(draft: Draft, asked: Asked, kind: str) -> list[Found]:
    """What is open that was written for a question of the same kind, by how like it is to the one that is asked."""
    return _by_kind(asked.person)[kind].ranking(_asked_for(asked), _OpenTo(draft, asked.who))


def likeness_by_kind(asked: Asked, topic: str, kind: str) -> float:
    """How like the question is to those of the same kind that were written for a topic or an answer of theirs."""
    index = _by_kind(asked.person)[f"{kind} {topic}"]
    found = index.ranking(_asked_for(asked), (_TOPIC + topic, _ANSWER + topic))
    return found[0].likeness if found else 0.0


def _asked_for(asked: Asked) -> tuple[str, ...]:
    person = asked.person
    own = {stem for name in (person.name, *person.aliases) for stem in stems_of(name)}
    return _without_call(words_of(asked.words), own)


def _put(person: Character, speech: str, main: str = "") -> Iterator[tuple[tuple[str, ...], bool]]:
    """What was said, as a whole and sentence by sentence, without the names of whoever it is said to."""
    own = {stem for name in (person.name, *person.aliases) for stem in stems_of(name)}
    parts: dict[tuple[str, ...], bool] = {}
    said = sentences_of(speech)[:_MOST_SENTENCES]
    asked = words_of(plain(main))
    for words, is_question in said:
        question = is_question or asks(words)
        if question or not asks(asked):  # "i am freezing, is there a fire up there?" asks for the fire
            parts[_without_call(words, own)] = question
    parts.setdefault(_without_call(asked, own), asks(asked))
    if len(said) > 1:
        whole = [word for words, _ in said for word in words]
        parts.setdefault(_without_call(whole, own), False)
    yield from ((stems, question) for stems, question in parts.items() if len(stems) >= _SHORTEST)


def _without_call(words: list[str], own: set[str]) -> tuple[str, ...]:
    """The stems, without a name called out at either end: "Jory, are you married?"."""
    stems = list(stems_of(" ".join(words))[:_LONGEST])
    while len(stems) > 1 and stems[0] in own:
        del stems[0]
    while len(stems) > 1 and stems[-1] in own and stems[-1] != "you":
        del stems[-1]
    return tuple(stems)


class _OpenTo(Container[str]):
    """What they would say as it stands, or have said: looked at one by one, as far as it is asked for."""

    def __init__(self, draft: Draft, who: str) -> None:
        self._draft, self._who, self._person = draft, who, draft.world.characters[who]
        self._last = last_topics(draft.state, who)
        self._known: dict[str, bool] = {}

    def __contains__(self, key: object) -> bool:
        name = str(key)
        if name not in self._known:
            self._known[name] = self._is_open(name)
        return self._known[name]

    def _is_open(self, name: str) -> bool:
        kind, _, key = name.partition(" ")
        if kind == _ANSWER.strip():
            after = self._person.answers[key].after
            return (not after or not self._last.isdisjoint(after)) and is_open_to(self._draft, self._who, key)
        topic = self._person.topics[key]
        open_now = self._draft.holds(topic.when, f"{self._who}.{key}")
        return open_now and bool(lines_of_now(self._draft, self._who, topic))


@per_world
def _index(person: Character) -> PhraseIndex:
    topics = (
        Entry(_TOPIC + key, questions=one.paraphrases, names=one.names, texts=tuple(_texts(one.lines)))
        for key, one in person.topics.items()
    )
    answers = (
        Entry(_ANSWER + key, questions=(*one.asks, *one.paraphrases), texts=tuple(_texts(one.lines)))
        for key, one in person.answers.items()
    )
    return PhraseIndex((*topics, *answers))


class _ByKind(dict[str, PhraseIndex]):
    """The questions that are written for somebody, by what one thing they want, "when", or of one entry, "when boat".

    Each is indexed when it is first asked for: most are never.
    """

    def __init__(self, person: Character) -> None:
        super().__init__()
        self._questions = [
            *((_TOPIC + key, one.paraphrases) for key, one in person.topics.items()),
            *((_ANSWER + key, (*one.asks, *one.paraphrases)) for key, one in person.answers.items()),
        ]

    def __missing__(self, name: str) -> PhraseIndex:
        kind, _, topic = name.partition(" ")
        of_kind = (
            Entry(key, questions=tuple(one for one in questions if asked_kind(one) == kind))
            for key, questions in self._questions
            if not topic or key.endswith(f" {topic}")
        )
        self[name] = index = PhraseIndex(entry for entry in of_kind if entry.questions)
        return index


@per_world
def _by_kind(person: Character) -> _ByKind:
    return _ByKind(person)


def _texts(lines: Iterable[Line]) -> Iterator[str]:
    return (text for line in lines for text in line.text)
