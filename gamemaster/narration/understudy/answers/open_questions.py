"""Questions that name no matter: "what do you know?", "what happened here?", "who died?". Pure.

Whoever is asked goes to what they have to say of what the story is about, as anybody who came here would have heard it:
its goal, its summary, the threads that are open. Who has nothing of the kind says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.language.names.normalization import content_of, stem
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.addressee import hearers, is_animal
from gamemaster.language.talk.questions.matters import SMALL_WORDS, matter_of
from gamemaster.language.talk.questions.question_forms import Question, question_of
from gamemaster.rules.conditions import holds
from gamemaster.rules.state import StoryState
from gamemaster.rules.threads import open_threads
from worlds.schema import Topic, World, compare

# One idea in many words, which a question and its answer seldom share.
_DEATH = frozenset(
    map(stem, "die died dies dead death kill killed murder murdered slain drown drowned buried".split())
)
_SMALL = content_of(" ".join(SMALL_WORDS))
_OF_A_NAME = 3  # a topic that goes by a word of the premise
_OF_THE_STORY = 2  # at least, of what is told of what happened
_TIMES = frozenset(
    "here there around last night yesterday today tonight lately place today before all".split()
)


def is_open_question(question: Question, named: bool) -> bool:
    """Whether a question is about all that there is to know; `named`: it names something of the world."""
    if question.kind == "advice":
        return True
    if named or "you" in question.about:
        return False  # "have you ever killed anyone?" and "what happened to you?" are about them
    about = [word for word in question.about if word not in SMALL_WORDS]
    if _is_of_events(question):
        return _TIMES.issuperset(about)
    return question.kind in ("who", "whether", "how_many") and _is_of_death(about)


def news_of(world: World, state: StoryState, who: str, question: Question) -> tuple[str, int] | None:
    """The topic and line of theirs that an open question is answered with; None where they have nothing of it."""
    death = _is_of_death(question.about)
    told = " ".join((world.goal, world.summary, *(one.text for one in open_threads(world, state))))
    premise = content_of(told) - _SMALL
    best: tuple[float, int, str, int] | None = None
    for order, (topic, number) in enumerate(_fresh_lines(world, state, who)):
        text = content_of(topic.lines[number].text[0])
        if death and _DEATH.isdisjoint(_stems(topic.lines[number].text[0])):
            continue
        names = [content_of(name) for name in topic.names]
        share = max((len(premise & name) / len(name) for name in names if name), default=0.0)
        weight = _OF_A_NAME * share + len(premise & text) / 2
        least = _OF_THE_STORY if _is_of_events(question) else 0 if topic.opens else 1
        if not death and weight < least:
            continue
        found = (weight, -order, topic.id, number)
        best = max(best, found) if best is not None else found
    return best[2:] if best is not None else None


def who_has_news(world: World, state: StoryState, words: list[str]) -> list[str]:
    """Who is here and could answer an open question; nobody where the words are none."""
    question = question_of(" ".join(words))
    named = matter_of(scope_of(world, state), question.about, " ".join(words))
    known = named is not None and (named.thing is not None or not _is_of_death(question.about))
    if not is_open_question(question, known and not _TIMES.issuperset(named.name.split() if named else ())):
        return []
    able = [who for who in hearers(world, state) if not is_animal(world, who)]
    return [who for who in able if news_of(world, state, who, question) is not None]


def _is_of_events(question: Question) -> bool:
    """ "What happened here?", "what happened last night?"."""
    return question.kind == "what_happened" or (
        question.kind == "what" and question.about[:1] == ("happened",)
    )


def _is_of_death(words: tuple[str, ...] | list[str]) -> bool:
    content = [stem(word) for word in words if word not in SMALL_WORDS and word not in _TIMES]
    return bool(content) and _DEATH.issuperset(content)


def _stems(text: str) -> set[str]:
    return {stem(word.strip(".,;:!?\"'*").casefold()) for word in text.split()}


def _fresh_lines(world: World, state: StoryState, who: str) -> Iterator[tuple[Topic, int]]:
    """The first line of each of their topics that they would say now; of none that they have spoken of before."""
    liking = state.characters[who].disposition
    for topic in world.characters[who].topics.values():
        key = f"{who}.{topic.id}"
        spoken = any(line.startswith(f"{key}.") for line in state.lines)
        if topic.id == "self" or spoken or not holds(topic.when, world, state):
            continue
        for number, line in enumerate(topic.lines):
            if holds(line.when, world, state) and (
                line.disposition is None or compare(line.disposition, liking)
            ):
                yield topic, number
                break
