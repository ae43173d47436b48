"""Which of the lines that somebody may say now fits what was asked, by the words of the lines themselves. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gamemaster.language.names.normalization import content_of
from gamemaster.narration.understudy.answers.story_so_far.deeds_done import outdated_lines
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.social_operations import open_lines
from worlds.per_world import per_world
from worlds.schema import NO_EFFECTS, Character, Line, Topic

_MOST_ASKED = 0.5  # of what was asked, by weight, so much must stand in a line


def lines_of_now(draft: Draft, who: str, topic: Topic) -> list[int]:
    """The lines of a topic that were not said yet, hold, and tell of things as they are since the player's deeds."""
    outdated = outdated_lines(draft.world, draft.state, topic)
    return [n for n in open_lines(draft, who, topic.lines, f"{who}.{topic.id}") if n not in outdated]


_ANYTHING = re.compile(
    r"(?:all|everything|anything|something|whatever|(?:a|your|my) secret)(?: .*)?"
    r"|what (?:(?:\w+ ){1,4})(?:know|knows|saw|seen|heard|(?:will|would|do|does|can|dare|dares) not)"
    r"(?: (?:say|tell)(?: (?:me|you|us))?)?(?: here)?"
)


def asks_anything(words: Sequence[str]) -> bool:
    """Whether what is to be told is left to whoever tells it: "what you know", "what the others won't"."""
    return _ANYTHING.fullmatch(" ".join(words)) is not None


def anything_to_tell(draft: Draft, who: str) -> tuple[str, int] | None:
    """The topic and line that somebody tells who may choose: what teaches most, then what is of somebody else."""
    people = {
        name.casefold()
        for other, person in draft.world.characters.items()
        if other != who
        for name in (person.name, *person.aliases)
    }
    person = draft.world.characters[who]
    open_to_choose = [
        (topic, number)
        for topic, number in _free(draft, who)
        if topic != "self" and not person.topics[topic].lines[number].lie
    ]

    def worth(found: tuple[str, int]) -> tuple[int, bool]:
        topic = person.topics[found[0]]
        return len(topic.lines[found[1]].effects.learn), not people.isdisjoint(map(str.casefold, topic.names))

    return max(open_to_choose, key=worth, default=None)


def line_of_topic(draft: Draft, who: str, topic: str, kind: str, words: set[str]) -> int | None:
    """The line of a topic that is said next to a follow-up: for its kind, with its words, else the first."""
    known = draft.world.characters[who].topics.get(topic)
    if known is None or not draft.holds(known.when, f"{who}.{topic}"):
        return None
    free = lines_of_now(draft, who, known)
    for_kind = [number for number in free if kind in known.lines[number].answers]
    return max(
        for_kind or free,
        key=lambda number: (len(words & _lines(draft.world.characters[who]).stems[topic, number]), -number),
        default=None,
    )


def line_of_words(draft: Draft, who: str, topic: Topic, words: set[str]) -> int | None:
    """The line of a topic that shares more with what was asked than its next one does; None: as they stand.

    A line that waited for a condition, or does something, is said when its writer meant it to be.
    """
    free = lines_of_now(draft, who, topic)
    free = [number for number in free if number == free[0] or not _is_bound(topic.lines[number])]
    if not free or _is_bound(topic.lines[free[0]]):
        return None
    stems = _lines(draft.world.characters[who]).stems
    shared = {number: len(words & stems[topic.id, number]) for number in free}
    best = max(free, key=lambda number: (shared[number], -number), default=None)
    return best if best is not None and shared[best] > shared[free[0]] else None


def _is_bound(line: Line) -> bool:
    return line.when is not None or line.disposition is not None or line.effects != NO_EFFECTS


def best_line(
    draft: Draft,
    who: str,
    words: set[str],
    *,
    besides: str | None = None,
    named_by: str = "",
    naming: frozenset[str] = frozenset(),
) -> tuple[str, int] | None:
    """The topic and line that share most with the words, if they share enough of them.

    With `named_by` it is a line of a topic that is named in that text; with `naming` it holds one of those words.
    """
    lines = _lines(draft.world.characters[who])
    said = content_of(named_by)
    most = sum(lines.weights.get(word, lines.weight_of_new_words) for word in words) or 1.0
    best: tuple[bool, float, str, int] | None = None
    for topic, number in _free(draft, who):
        if topic == besides or topic == "self":
            continue
        if naming and naming.isdisjoint(lines.stems[topic, number]):
            continue
        names = draft.world.characters[who].topics[topic].names
        named = any(stem and stem <= said for stem in map(content_of, names))
        shared = sum(lines.weights[word] for word in words & lines.stems[topic, number])
        enough = named if named_by else shared >= _MOST_ASKED * most
        if enough and (best is None or (named, shared) > best[:2]):
            best = (named, shared, topic, number)
    return best[2:] if best is not None else None


_EXPLAINED = 0.5  # of the weight of what was asked, so much stands in a line that answers it
_PLAINLY = 0.75  # and so much in one that holds nothing of the kind that is asked for
_OF_A_TOPIC = 0.5  # what a word counts that names a line's topic, and does not stand in the line itself


def line_that_tells(
    draft: Draft,
    who: str,
    words: frozenset[str],
    suits: Callable[[Line], bool],
    *,
    precise: bool,
    around: frozenset[str] = frozenset(),
    same: str | None = None,
) -> tuple[str, int] | None:
    """The topic and line that explain most of what was asked, and hold what it asks for; None where none does.

    `precise`: it asks for one thing, which `suits` finds in a line. `around`: the words that it goes on from, which
    explain nothing; `same`: their topic, another line of which needs no more than to hold what is asked for.
    """
    person = draft.world.characters[who]
    lines = _lines(person)
    asked = words - around or words
    most = sum(lines.weights.get(word, lines.weight_of_new_words) for word in asked)
    best: tuple[float, str, int] | None = None
    for topic, number in _free(draft, who):
        stems = lines.stems[topic, number]
        names = content_of(" ".join(person.topics[topic].names))
        told = sum(
            lines.weights.get(word, lines.weight_of_new_words) * (1 if word in stems else _OF_A_TOPIC)
            for word in asked
            if word in stems | names
        )
        share = told / most if most else 0.0
        fits = precise and suits(person.topics[topic].lines[number])
        onward = topic == same and fits and (share > 0 or words <= around)
        another = (
            bool(asked and around) and asked <= names and topic != same
        )  # what is asked of is a topic of its own
        enough = onward or another or (asked & stems and share >= (_EXPLAINED if fits else _PLAINLY))
        rank = share + (0.5 if fits else 0.0) + (0.25 if topic == same else 0.0)
        if enough and (best is None or rank > best[0]):
            best = (rank, topic, number)
    return best[1:] if best is not None else None


def line_that_fits(draft: Draft, who: str, fits: Callable[[Line], bool]) -> tuple[str, int] | None:
    """The first line that somebody may say now which fits, and does nothing but tell."""
    topics = draft.world.characters[who].topics
    free = ((topic, number, topics[topic].lines[number]) for topic, number in _free(draft, who))
    return next(((topic, number) for topic, number, line in free if fits(line) and not _is_bound(line)), None)


@dataclass(frozen=True)
class _Lines:
    """Somebody's lines by topic and number, as the words that say what they are about, and how much each word says."""

    stems: dict[tuple[str, int], frozenset[str]]
    weights: dict[str, float]

    @property
    def weight_of_new_words(self) -> float:
        return math.log(1 + len(self.stems))


@per_world
def _lines(person: Character) -> _Lines:
    stems = {
        (topic.id, number): frozenset(content_of(line.text[0]))
        for topic in person.topics.values()
        for number, line in enumerate(topic.lines)
    }
    counts = Counter(stem for words in stems.values() for stem in words)
    return _Lines(stems, {stem: math.log(1 + len(stems) / count) for stem, count in counts.items()})


def _free(draft: Draft, who: str) -> Iterator[tuple[str, int]]:
    for topic in draft.world.characters[who].topics.values():
        if draft.holds(topic.when, f"{who}.{topic.id}"):
            for number in lines_of_now(draft, who, topic):
                yield topic.id, number
