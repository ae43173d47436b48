"""The Game Master's answers about what has just been: how long it took, who spoke, whether it still goes on. Pure.

Each is a whole sentence out of the clock, the lines that were said, and what is to be seen and heard where one stands.
"""

from __future__ import annotations

import re

from gamemaster.language.clauses.durations import duration_of
from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import content_of, words_of
from gamemaster.language.names.noun_index import resolve, scope_of
from gamemaster.language.wording.stock_lines import clock_in_words, join_names, name_of
from gamemaster.narration.understudy.answers.beside_deeds import shown_of
from gamemaster.narration.understudy.answers.inquiry import Asked, first_sentences
from gamemaster.narration.understudy.answers.scene_answers import length_in_words
from gamemaster.narration.understudy.answers.standing_answers import NOTHING_CAME, deeds
from gamemaster.narration.understudy.answers.story_so_far.evidence import (
    answer_from_evidence,
    mention_of,
    state_told,
)
from gamemaster.rules.conditions import minute_of_day
from gamemaster.rules.state import DEED, LASTED, StoryState

_RECENT = 3  # turns: what took long before them is not what is asked after
_LIKE = 2  # times as long, or as short, is still called so
_NAMED = 86  # fit of a name from which on it is one
_FORMS = Forms(__name__)


def lasted_answer(asked: Asked) -> str:
    """How long the last turn took by the clock; whether it was as long as the player says."""
    passed = _minutes_lately(asked.state)
    now = f"It is {clock_in_words(minute_of_day(asked.world, asked.state))}"
    short = "no more than a few minutes"
    told = length_in_words(passed) if passed else short
    named = duration_of(asked.world, asked.state, asked.asked_words)
    if named is None or named.event or asked.asked_words[:1] == ["how"]:
        return f"{told[:1].upper()}{told[1:]}. {now}."
    so = passed * _LIKE >= named.minutes and passed <= named.minutes * _LIKE
    return f"{'Yes' if so else 'No'}: it was {told}. {now}."


def _minutes_lately(state: StoryState) -> int:
    turn, _, minutes = state.focus.get(LASTED, "").partition(" ")
    return int(minutes) if minutes and state.turn - int(turn) <= _RECENT else 0


def just_done_answer(asked: Asked) -> str:
    """What the player did last, in their words, how long it took if that was long, and what has come of it."""
    world, state = asked.world, asked.state
    if deed := state.focus.get(DEED):
        done = f"What you did last: \u201c{deed}\u201d."
    elif state.minutes:
        done = f"You came to {name_of(world, state.place)}."
    else:
        return "You have done nothing yet but arrive."
    passed = _minutes_lately(state)
    took = f"It took {length_in_words(passed)}." if passed else ""
    came = deeds(world, state, None)
    return " ".join(part for part in (done, took, "" if came == NOTHING_CAME else came) if part)


def own_state_answer(asked: Asked) -> str:
    """Whether the player is in some state, tied, soaked, hidden: what was told or done that says so, else that nothing
    does."""
    world, state = asked.world, asked.state
    said = {_root(word) for word in asked.asked_words[2:] if content_of(word)}
    if (deed := state.focus.get(DEED)) and said & {_root(word) for word in words_of(deed)}:
        return f"So much you did: \u201c{deed}\u201d. Whether it holds, you have not tried."
    told = answer_from_evidence(world, state, asked.question or asked.about, set())
    return told if re.search(r"\byou(?:r|rs)?\b", told, re.IGNORECASE) else "Nothing that has happened says so."


def _root(word: str) -> str:
    """A form of a verb cut to what its other forms share: "tied" and "tie"."""
    return re.sub(r"(?:ied|ed|d|ing|s|e|y|ie)$", "", word)


NOBODY_SPOKE = "Nobody whose voice you know has spoken just now."


def spoke_answer(asked: Asked) -> str:
    """Who spoke last, of those whom the player heard of late."""
    state = asked.state
    latest = max(state.lines.values(), default=0)
    if not latest or state.turn - latest > _RECENT:
        return NOBODY_SPOKE
    said = dict.fromkeys(key.partition(".")[0] for key, turn in state.lines.items() if turn == latest)
    speakers = [name_of(asked.world, who) for who in said if who in asked.world.characters]
    return f"That was {join_names(speakers)}." if speakers else NOBODY_SPOKE


def still_answer(asked: Asked) -> str:
    """Whether something goes on still: what is told of it now, where one stands; else that nothing shows it here."""
    found = _FORMS["still"].fullmatch(" ".join(word for word in asked.asked_words if word[0].isalnum()))
    if found is None:
        return ""
    world, state, name = asked.world, asked.state, found["it"]
    named = resolve(scope_of(world, state), name.split(), *(frozenset({"item", "feature"}),) * 2)
    thing = asked.thing or (named.thing if named is not None and named.fit >= _NAMED else None)
    told = state_told(world, state, thing, "is it on") if thing is not None else ""
    told = told or mention_of(world, state, name, of_the_place=True)
    seen = thing is not None and scope_of(world, state).reach(thing)
    shown = first_sentences(next(shown_of(world, state, str(thing)), ""), 1) if seen and not told else ""
    return told or shown or _FORMS_OF_NOTHING[found["heard"] is not None]


_FORMS_OF_NOTHING = (
    "You cannot tell from where you are.",
    "You do not hear it from where you are.",
)
