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
from gamemaster.rules.proposal import Operation
from worlds.per_world import per_world
from worlds.schema import Character, Line


@dataclass(frozen=True)
class Fit:
    """How well words must fit what was written: `least` of likeness and `ahead` of the next, or `leading` it by far."""

    least: float
    ahead: float = 0.0
    leading: float | None = None
    foreseen: bool = False  # only what was written as an answer

    def holds(self, ranked: Sequence[Found]) -> bool:
        """Whether the first fits so well. What is alone leads nothing."""
        if not ranked or (self.foreseen and not ranked[0].key.startswith(_ANSWER)):
            return False
        lead = ranked[0].likeness - ranked[1].likeness if len(ranked) > 1 else 0.0
        far = self.leading is not None and lead >= self.leading and ranked[0].likeness >= _LEAST
        return far or (ranked[0].likeness >= self.least and (lead >= self.ahead or len(ranked) == 1))


# Chosen on 174 questions whose answer was written, and not yet tried on others: of 66 that are CERTAIN, 48 find the
# very line that was wanted; of 153 that may be GUESSED, 95. Whoever has little to say is asked in words that share
# hardly any with it: there, what leads is meant.
PLAIN, PLAIN_ANSWER = Fit(1.7, leading=0.45), Fit(1.8, foreseen=True)
CERTAIN, CERTAIN_ANSWER = Fit(1.5, ahead=0.25), Fit(1.5, foreseen=True)
NEAR = Fit(1.35, ahead=0.1)
LIKELY, GUESSED = Fit(1.05), Fit(1.05, leading=0.1)
_LEAST = 0.4
_OF_A_QUESTION = 0.15  # what is asked outweighs what is told before it
_SHORTEST = 2  # "nine?" means something only by what was said before
_MOST_SENTENCES, _LONGEST = 6, 60  # of a speech, and stems of one
_TOPIC, _ANSWER = "topic ", "answer "


def answer_meant(draft: Draft, asked: Asked, fits: Fit) -> Operation | None:
    """What they say to what was meant, if it fits so well."""
    ranking = _ranking(draft, asked.who, asked.spoken or asked.words, asked.words)
    if not fits.holds(ranking):
        return None
    key = ranking[0].key
    if key.startswith(_ANSWER):
        return said_of_answer(draft, asked, key.removeprefix(_ANSWER))
    topic = key.removeprefix(_TOPIC)
    return written_line(draft, replace(asked, topic=topic, matter=None, referred=False))


def may_be_meant(draft: Draft, who: str, speech: str, fits: Fit) -> bool:
    """Whether a speech fits anything that was written for somebody and is open, so well."""
    return fits.holds(_ranking(draft, who, speech))


def _ranking(draft: Draft, who: str, speech: str, main: str = "") -> list[Found]:
    """What the parts of a speech fit of what is open, each entry as well as any part fits it, the best first."""
    person = draft.world.characters[who]
    index, put = _index(person), _put(person, speech, main)
    open_to = frozenset(_open_to(draft, who))
    best: dict[str, float] = {}
    for stems, is_question in put:
        for one in index.ranking(stems, open_to):
            likeness = one.likeness + _OF_A_QUESTION * is_question
            best[one.key] = max(best.get(one.key, 0.0), likeness)
    return sorted(
        (Found(key, likeness) for key, likeness in best.items()), key=lambda one: (-one.likeness, one.key)
    )


def _put(person: Character, speech: str, main: str = "") -> Iterator[tuple[tuple[str, ...], bool]]:
    """What was said, as a whole and sentence by sentence, without the names of whoever it is said to."""
    own = {stem for name in (person.name, *person.aliases) for stem in stems_of(name)}
    parts: dict[tuple[str, ...], bool] = {}
    said = sentences_of(speech)[:_MOST_SENTENCES]
    for words, is_question in said:
        parts[_without_call(words, own)] = is_question or asks(words)
    parts.setdefault(_without_call(words_of(plain(main)), own), asks(words_of(plain(main))))
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
