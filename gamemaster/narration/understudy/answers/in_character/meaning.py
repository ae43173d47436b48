"""What somebody is asked, found by its meaning among all that was written for them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.semantic.phrase_index import Entry, Found, PhraseIndex
from gamemaster.language.semantic.text_features import stems_of
from gamemaster.language.talk.said_before import last_topics
from gamemaster.language.talk.sentences import asks, sentences_of
from gamemaster.narration.understudy.answers.in_character.line_answers import written_line
from gamemaster.narration.understudy.answers.in_character.open_lines import lines_of_now
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.narration.understudy.answers.written_answers import answers_open_to, said_of_answer
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import Discuss, Operation
from worlds.per_world import per_world
from worlds.schema import Character, Line


@dataclass(frozen=True)
class Fit:
    """How well words must fit what was written: `enough` in all, or so much `ahead` of the next above a `floor`.

    What is found by its names or text alone is ahead of others by chance, unless nothing else would be said.
    """

    enough: float
    ahead: float
    floor: float
    by_question: bool = True

    def holds(self, ranked: Sequence[Found]) -> bool:
        """Whether the first fits so well. What is alone is ahead of nothing."""
        if not ranked:
            return False
        first, *others = ranked
        if first.likeness >= self.enough:
            return True
        leads = bool(others) and first.likeness - others[0].likeness >= self.ahead
        return leads and first.likeness >= self.floor and (first.by_question or not self.by_question)


# Of 199 questions that others wrote, having seen neither the code nor the phrases that it compares with, the line that
# was meant fits best for 146. Where the first is 0.15 ahead and fits by 0.9, it is the one that was meant in 9 of 10.
GUESSED = Fit(1.0, ahead=0.1, floor=0.5, by_question=False)
NEAR = Fit(1.4, ahead=0.2, floor=1.0)
CERTAIN = Fit(1.7, ahead=0.35, floor=1.15)
CLEAR = Fit(2.3, ahead=0.4, floor=1.3)
_NEARLY = 0.35
_OF_A_QUESTION = 0.15  # what is asked outweighs what is told before it
_LIGHTEST = 6.5  # "is it nine?" and "what happened to you?" are like much else, but for words of no weight
_SHORTEST = 2  # "nine?" means something only by what was said before
_MOST_SENTENCES, _LONGEST = 6, 60  # of a speech, and stems of one
_TOPIC, _ANSWER = "topic ", "answer "


def answer_meant(draft: Draft, asked: Asked, fits: Fit, said: Sequence[Operation] = ()) -> Operation | None:
    """What they say to what was meant, if it fits so well, and what they have `said` does not fit nearly as well."""
    ranking = ranking_of(draft, asked.who, asked.spoken or asked.words, asked.words)
    if not fits.holds(ranking):
        return None
    topics = {_TOPIC + one.topic for one in said if isinstance(one, Discuss)}
    if any(one.key in topics and one.likeness > ranking[0].likeness - _NEARLY for one in ranking):
        return None
    key = ranking[0].key
    if key.startswith(_ANSWER):
        return said_of_answer(draft, asked, key.removeprefix(_ANSWER))
    topic = key.removeprefix(_TOPIC)
    return written_line(draft, replace(asked, topic=topic, matter=None, referred=False))


def may_be_meant(draft: Draft, who: str, speech: str, fits: Fit) -> bool:
    """Whether a speech fits anything that was written for somebody and is open, so well."""
    return fits.holds(ranking_of(draft, who, speech))


def ranking_of(draft: Draft, who: str, speech: str, main: str = "") -> list[Found]:
    """What the parts of a speech fit of what is open, each entry as well as any part fits it, the best first."""
    person = draft.world.characters[who]
    index, put = _index(person), _put(person, speech, main)
    open_to = frozenset(_open_to(draft, who))
    best: dict[str, Found] = {}
    for stems, is_question in put:
        if index.weight(stems) < _LIGHTEST:
            continue
        for one in index.ranking(stems, open_to):
            found = replace(one, likeness=one.likeness + _OF_A_QUESTION * is_question)
            if one.key not in best or found.likeness > best[one.key].likeness:
                best[one.key] = found
    return sorted(best.values(), key=lambda one: (-one.likeness, one.key))


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


def _open_to(draft: Draft, who: str) -> Iterator[str]:
    """What they would say as it stands, or have said."""
    person, last = draft.world.characters[who], last_topics(draft.state, who)
    for key in answers_open_to(draft, who):
        after = person.answers[key].after
        if not after or not last.isdisjoint(after):
            yield _ANSWER + key
    for key, topic in person.topics.items():
        if draft.holds(topic.when, f"{who}.{key}") and lines_of_now(draft, who, topic):
            yield _TOPIC + key


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


def _texts(lines: Iterable[Line]) -> Iterator[str]:
    return (text for line in lines for text in line.text)
