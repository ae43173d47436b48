"""Whether there is time for a deed: how long it takes, by a trial, and how long it is until what is due. Pure.

"Could I get to the weir and back before the coach goes?" Of whoever may come at any moment nobody knows the hour.
"""

from __future__ import annotations

import re

from gamemaster.language.clauses.durations import is_measure, length_named
from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import resolve, scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.narration.understudy.answers.inquiry import Asked
from gamemaster.narration.understudy.answers.judgements import deadline, in_time_answer
from gamemaster.narration.understudy.answers.of_deeds.deeds_asked import DeedAsked, deed_asked
from gamemaster.narration.understudy.answers.of_deeds.prospects import lasting, prospect, witnesses
from gamemaster.narration.understudy.answers.of_deeds.trials import trial_of
from gamemaster.narration.understudy.answers.reckoning import (
    MOST_OF_A_DAY,
    roughly,
    time_until,
    with_time_left,
)
from gamemaster.narration.understudy.answers.scene_answers import walk_minutes
from gamemaster.rules.state import StoryState
from worlds.schema import World

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_HOW_LONG = re.compile(r"how (?:long|much)\b")
_NAMED = 84  # how well the words must name a place
_CLOSE = 0.8  # of the time that is left: a deed that takes more of it is a near thing


def time_for_it_answer(asked: Asked) -> str:
    """Whether there is time for what is named; else what is due, and when."""
    deed = deed_asked(asked.question or asked.about)
    told = time_for(asked.world, asked.state, deed) if deed is not None else ""
    due = deadline(asked.world, asked.state)
    if told or not due or not _HOW_LONG.match(" ".join(asked.asked_words)):
        return told or in_time_answer(asked)
    return with_time_left(asked.world, asked.state, due)


def time_for(world: World, state: StoryState, asked: DeedAsked) -> str:
    """Whether it could be done by then, in three sentences at most; empty where no time is named or known."""
    until = words_of(plain(asked.before))
    caught = _FORMS["caught"].fullmatch(asked.order)
    if caught is not None and not until:
        left, due = time_until(world, state, words_of(plain(caught["what"])))
        return _due(world, state, left, due)
    if not until:
        return _there_and_back(world, state, asked) if asked.back else ""
    if _is_somebody(world, state, until):
        seen = witnesses(world, state) if not _WORDS["coming"].isdisjoint(until) else ""
        told = f"When that may be, you cannot know. {seen}".strip()
        return " ".join(part for part in (prospect(world, state, asked), told) if part)
    left, due = time_until(world, state, until)
    if left is not None and left >= MOST_OF_A_DAY:
        return "It is about that time now, or just past it."
    needed = _minutes_of(world, state, asked)
    if left is None:
        hour = due.replace("*", "") or "When that will be, you have not been told."
        return f"{_there_and_back(world, state, asked)} {hour}".strip()
    if needed is None:
        far = "How far it is, nobody has told you." if asked.order.split()[0] in _WORDS["walks"] else ""
        told = far or prospect(world, state, asked) or "How long it would take you, only trying tells."
        return f"{told} You have {roughly(left)} until then."
    verdict = "Yes" if needed <= left * _CLOSE else "Only just" if needed <= left else "No"
    back = " there and back" if asked.back else ""
    return f"{verdict}: it takes {lasting(needed)}{back}, and you have {roughly(left)} until then."


def _due(world: World, state: StoryState, left: int | None, due: str) -> str:
    """How long one has to be there for what leaves at its hour; empty where that was not told."""
    if due:
        return with_time_left(world, state, due)
    return f"You have {roughly(left)} until then." if left is not None else ""


def _there_and_back(world: World, state: StoryState, asked: DeedAsked) -> str:
    """How long it takes to go somewhere, and to be back; else what is said of the deed alone."""
    needed = _minutes_of(world, state, asked) if asked.back else None
    return f"It takes {lasting(needed)} there and back." if needed is not None else prospect(world, state, asked)


def _is_somebody(world: World, state: StoryState, words: list[str]) -> bool:
    """Whether it is to be done before somebody comes or sees it."""
    return words[0] in _WORDS["anybody"] or leading_person(scope_of(world, state), words, by_name=True)[0] is not None


def _minutes_of(world: World, state: StoryState, asked: DeedAsked) -> int | None:
    """How long the deed takes; None where nobody can tell beforehand."""
    words = words_of(plain(asked.order))
    named = length_named(words)
    if named is not None or is_measure(words[-2:]):
        return named  # "sleep an hour"
    place = _place_named(world, state, words)
    if place is not None:
        there = walk_minutes(world, state, place)
        return None if there is None else there * (2 if asked.back else 1)
    trial = None if words[0] in _WORDS["walks"] else trial_of(world, state, asked.order)
    return trial.minutes if trial is not None and trial.refusal is None and trial.minutes else None


def _place_named(world: World, state: StoryState, words: list[str]) -> str | None:
    """The place that the last words name: "get to the weir"."""
    if words[0] not in _WORDS["walks"]:
        return None
    for start in range(1, len(words)):
        found = resolve(scope_of(world, state), words[start:], frozenset({"place"}), frozenset({"place"}))
        if found is not None and found.fit >= _NAMED:
            return found.thing
    return None
