"""What people have said to the player so far, the latest first, out of the story's state. Pure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    QUESTION_WORDS,
)
from gamemaster.language.talk.questions.follow_ups import FORM_WORDS
from gamemaster.language.talk.questions.matters import SMALL_WORDS
from gamemaster.language.wording.paragraphs import paragraphs_of
from gamemaster.rules.state import SAID, StoryState, digest
from worlds.per_world import per_world
from worlds.schema import Character, Line, World
from worlds.texts import texts_of_world

_MOST_OF_ECHO = 0.5  # of the words that are said back, so many must have been said
_CLAUSE = re.compile(r"[^,.;:?!]+")
_LEAST_QUOTED = 3
_MOST_QUOTED = 12  # words


@dataclass(frozen=True)
class Saying:
    """Something that somebody said: its words without narration, and the topic that it belongs to, if any."""

    who: str
    text: str
    topic: str | None
    turn: int  # 0 where nobody kept it
    stems: frozenset[str]
    written: bool = True  # by a writer, and for them

    def echo(self, words: set[str], phrase: str = "") -> str:
        """A few of its own words to say back: the clause with the phrase, or that shares most with `words`."""
        clauses = [part.strip(" *'\"—-") for part in _CLAUSE.findall(self.text)]
        short = [part for part in clauses if _LEAST_QUOTED <= len(part.split()) <= _MOST_QUOTED]
        best = max(
            short,
            key=lambda part: (bool(phrase) and phrase in _plainly(part), len(content_of(part) & words)),
            default="",
        )
        return best[:1].upper() + best[1:]


@dataclass(frozen=True)
class _Written:
    key: str | None  # in `StoryState.lines`
    topic: str | None
    wordings: tuple[tuple[int | str, str], ...]  # the digest of a whole text, and what the person says in it


@dataclass(frozen=True)
class _WrittenFor:
    """All that somebody was written to say. A story tells little of it, which is found by what it keeps of that."""

    lines: tuple[_Written, ...]
    by_key: dict[str, tuple[int, ...]]
    by_digest: dict[int | str, tuple[int, ...]]  # of what no line keeps the turn of

    def said_in(self, state: StoryState) -> Iterator[_Written]:
        """What may have been said by now, in the order in which it was written."""
        said = {at for key in state.lines for at in self.by_key.get(key, ())}
        said.update(at for key in state.told for at in self.by_digest.get(key, ()))
        return (self.lines[at] for at in sorted(said))


def _written_for(lines: Sequence[_Written]) -> _WrittenFor:
    by_key: dict[str, tuple[int, ...]] = {}
    by_digest: dict[int | str, tuple[int, ...]] = {}
    for at, one in enumerate(lines):
        if one.key is not None:
            by_key[one.key] = (*by_key.get(one.key, ()), at)
            continue
        for key, _ in one.wordings:
            by_digest[key] = (*by_digest.get(key, ()), at)
    return _WrittenFor(tuple(lines), by_key, by_digest)


@per_world
def _words_of_people(world: World) -> dict[str, _WrittenFor]:
    """Everything that each person was written to say, wherever it stands."""
    found = {who: list(_lines_of(who, person)) for who, person in world.characters.items()}
    for text in dict.fromkeys(text for text in texts_of_world(world) if "@" in text):
        spoken: dict[str, list[str]] = {}
        for who, words in paragraphs_of(text):
            if who in found:
                spoken.setdefault(who, []).append(words)
        for who, parts in spoken.items():
            found[who].append(_Written(None, None, ((digest(text), " ".join(parts)),)))
    return {who: _written_for(lines) for who, lines in found.items()}


def _lines_of(who: str, person: Character) -> Iterator[_Written]:
    groups: list[tuple[str, str | None, tuple[Line, ...]]] = [
        ("greeting", None, person.greeting), ("remarks", None, person.remarks),
        *((topic.id, topic.id, topic.lines) for topic in person.topics.values()),
        *((one.id, one.id, one.lines) for one in person.answers.values()),
    ]  # fmt: skip
    for name, topic, lines in groups:
        for number, line in enumerate(lines):
            yield _Written(
                f"{who}.{name}.{number}",
                topic,
                tuple((digest(text), _speech_in(text, who)) for text in line.text),
            )


def _speech_in(text: str, who: str) -> str:
    return " ".join(words for speaker, words in paragraphs_of(text, who) if speaker == who)


def sayings_of(world: World, state: StoryState, who: str) -> list[Saying]:
    """What somebody has said, the latest first; what no line keeps the turn of comes last.

    What they said last is there in full, whether or not a writer wrote it.
    """
    latest, last = _said_last(state, who)
    found = []
    written = _words_of_people(world).get(who)
    for one in written.said_in(state) if written is not None else ():
        turn = state.lines.get(one.key, 0) if one.key is not None else 0
        if one.key is not None and not turn:
            continue
        told = [words for key, words in one.wordings if key in state.told and words]
        text = told[-1] if told else one.wordings[0][1] if turn else ""
        if text:
            found.append(Saying(who, text, one.topic, turn, frozenset(content_of(text))))
    rest = _besides(last, (one.text for one in found if one.turn == latest))
    if rest:
        found.append(Saying(who, rest, None, latest, frozenset(content_of(rest)), written=False))
    return sorted(found, key=lambda saying: -saying.turn)


def _said_last(state: StoryState, who: str) -> tuple[int, str]:
    """The turn in which anybody spoke last, and all that somebody said in it."""
    turn, *spoken = state.focus.get(SAID, "").split("\n")
    said = (words for speaker, _, words in (line.partition(" ") for line in spoken) if speaker == who)
    return (int(turn), next(said, "")) if turn.isdigit() else (-1, "")


def _besides(said: str, lines: Iterable[str]) -> str:
    """What is left of what somebody said without lines that are known to be theirs."""
    for line in lines:
        said = said.replace(line, " ")
    return " ".join(said.split()) if any(char.isalnum() for char in said) else ""


def last_words(world: World, state: StoryState, who: str, fresh: int) -> list[Saying]:
    """What somebody said in the last turn in which they spoke, before this one; nothing once that is long past.

    A line that no writer gave them only goes on from the one before it, which is their last words as well.
    """
    before = [one for one in sayings_of(world, state, who) if 0 < one.turn < state.turn]
    written = next((one.turn for one in before if one.written), None)
    turns = {before[0].turn, before[0].turn if before[0].written else written} if before else set()
    return [one for one in before if one.turn in turns and state.turn - one.turn <= fresh]


def has_asked(world: World, state: StoryState, who: str, anywhere: bool = False) -> bool:
    """Whether the last that somebody said, a moment ago, asks the player something: at its end, or `anywhere` in it."""
    last = [one for one in sayings_of(world, state, who) if one.turn == state.turn]
    return any("?" in one.text if anywhere else one.text.rstrip(" *_'\"”’").endswith("?") for one in last)


def questions_put_by(world: World, state: StoryState, who: str) -> list[str]:
    """The sentences in which somebody has asked something, a moment ago."""
    last = [one.text for one in sayings_of(world, state, who) if one.turn == state.turn]
    return [sentence for text in last for sentence in re.findall(r"[^.!?]+[.!?]*", text) if "?" in sentence]


def who_opened(state: StoryState) -> str | None:
    """Whoever alone spoke in the opening, to whom the player's first words may be an answer."""
    turn, *spoken = state.focus.get(SAID, "").split("\n")
    who = spoken[0].partition(" ")[0] if state.turn == 0 and turn == "0" and len(spoken) == 1 else ""
    return who if who in state.present() else None


def last_topics(state: StoryState, who: str) -> frozenset[str]:
    """What somebody's last written words belong to: a topic, an answer, `greeting`; nothing once they are long past."""
    said = {key: turn for key, turn in state.lines.items() if key.startswith(f"{who}.")}
    latest = max(said.values(), default=0)
    if state.turn - latest > _LATEST:
        return frozenset()
    return frozenset(key.split(".")[1] for key, turn in said.items() if turn == latest)


def _plainly(text: str) -> str:
    """The roots of a text's words between single spaces, without what only points: sought in it as they stand."""
    return f" {' '.join(_roots(words_of(plain(text))))} "


def _roots(words: list[str]) -> list[str]:
    return [stem(word) for word in words if word[0].isalnum() and word not in _POINTING]


_POINTING = frozenset("it that this the a an them so and but".split())


def words_said_back(saying: Saying, words: list[str]) -> str:
    """The words of a saying that others have in a row, as they stand in it: "the other thing", of "what other thing?".

    They begin where their noun does, and name something; empty where none do.
    """
    told = [_Word(found[0].casefold(), *found.span()) for found in _WORD.finditer(saying.text)]
    asked = [stem(word) for word in words]
    runs = []
    for at, back in itertools.product(range(len(told)), range(len(asked))):
        length = _run_length(saying.text, told[at:], asked[back:])
        run = told[at : at + length]
        while run and run[-1].word in _SMALL:
            run = run[:-1]
        while run and run[0].word in (_SMALL | SMALL_WORDS) - _ARTICLES - _ONE_OF_SEVERAL:
            run = run[1:]
        empty = _NAMES_NOTHING - _ONE_OF_SEVERAL if len(run) > 1 else _NAMES_NOTHING | SMALL_WORDS
        if any(empty.isdisjoint((one.word, stem(one.word))) for one in run):
            begins = _where_it_begins(saying.text, told, told.index(run[0]))
            runs.append((len(run), begins < run[0].start, -back, begins, run[-1].end))
    *_, begins, ends = max(runs, default=(0, 0))
    return saying.text[begins:ends]


@dataclass(frozen=True)
class _Word:
    word: str
    start: int
    end: int


def _where_it_begins(text: str, told: list[_Word], at: int) -> int:
    """Where the phrase begins that a word stands in: at the article before it, if only one other word is between."""
    if told[at].word in _ARTICLES:
        return told[at].start
    for before in reversed(told[max(at - _MOST_BEFORE_A_NOUN, 0) : at]):
        if any(char in ",.;:!?" for char in text[before.start : told[at].start]):
            break
        if before.word in _ARTICLES:
            return before.start
    return told[at].start


def _run_length(text: str, told: list[_Word], asked: list[str]) -> int:
    """How many words of a text, unbroken by a stop, are those that are asked with."""
    length = 0
    for one, word in zip(told, asked, strict=False):
        if stem(one.word) != word or (length and text[told[length - 1].end : one.start].strip()):
            break
        length += 1
    return length


_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_MOST_BEFORE_A_NOUN = 2  # words, the article among them
_ARTICLES = frozenset("the a an my your his her its our their this that these those".split())
_PARTICLES = frozenset("up down off out away over back".split())  # "leave off" is one word as much as "leave"
_PRONOUNS = frozenset("i you he she it we they me him us them not no yes so there here and or but".split())
_SMALL = (_ARTICLES | PREPOSITIONS | AUXILIARIES | QUESTION_WORDS | _PRONOUNS) - _PARTICLES
_ONE_OF_SEVERAL = frozenset("other last same".split())  # "the other thing" names one
_NAMES_NOTHING = FORM_WORDS | _SMALL | _PARTICLES | DETERMINERS


def phrase_echoed(sayings: list[Saying], words: list[str]) -> tuple[Saying, str] | None:
    """The saying that has just these words in a row, and the words: "one of ten?", "ten what?"."""
    said = [word for word in words if word[0].isalnum()]
    open_ended = bool(said) and not _OPEN_ENDED.isdisjoint((said[0], said[-1]))
    said = [word for word in said if word not in _OPEN_ENDED]
    phrase = f" {' '.join(_roots(said))} "
    if len(said) < 2 and not (open_ended and said):
        return None
    return next(((one, phrase) for one in sayings[:_LATEST] if phrase in _plainly(one.text)), None)


def run_said_back(sayings: list[Saying], words: list[str]) -> tuple[Saying, str] | None:
    """The saying of which the words have a run of three or more: "what is it that you hear every night"."""
    said = _roots([word for word in words if word[0].isalnum()])
    for length in range(len(said), _LEAST_RUN - 1, -1):
        for at in range(len(said) - length + 1):
            run = said[at : at + length]
            phrase = f" {' '.join(run)} "
            if SMALL_WORDS.issuperset(run) or _YOU.issuperset(run[:1]):
                continue
            for one in sayings[:_LATEST]:
                if phrase in _plainly(one.text):
                    return one, phrase
    return None


_LEAST_RUN = 3  # words
_YOU = frozenset({"you", "i", "we", "is", "are", "do", "did", "have"})
_OPEN_ENDED = frozenset("what who whom which where when how whose and".split())
_LATEST = 3  # sayings of which the very words are remembered


def what_is_echoed(sayings: list[Saying], words: set[str]) -> Saying | None:
    """What the words say back, if most of them were said; one word alone counts of the last thing said only."""
    best: tuple[int, Saying] | None = None
    for order, saying in enumerate(sayings):
        shared = len(words & saying.stems)
        least = 1 if order == 0 else 2
        if shared >= least and shared >= len(words) * _MOST_OF_ECHO and (best is None or shared > best[0]):
            best = (shared, saying)
    return best[1] if best is not None else None
