"""What anybody knows who stands here: the hour, the name of the place, the ways out, the weather. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.questions.gm_questions import gm_question
from gamemaster.language.wording.stock_lines import clock_in_words, join_names, name_of
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.narration.understudy.answers.scene_answers import climate, way_to
from gamemaster.protocol.state_view import time_of_day
from gamemaster.rules.conditions import minute_of_day
from gamemaster.rules.reach import exits

# What is named alone: "ask Otis the time".
_NAMED = {
    "time": "what time is it",
    "hour": "what time is it",
    "weather": "what is the weather like",
    "way out": "which ways lead out",
    "name of this place": "what is this place",
}
_FAR = re.compile(r"(?:and )?(?:is it|how) (?:very |a )?(?:far|long)\b|how many minutes\b")
_OF_THE_HOUR = frozenset(
    "time hour clock late early night day dark light morning evening noon midnight".split()
)
_OF_ANY_WAY = frozenset("way ways door doors exit exits out leave lead leads get".split())


def common_knowledge(asked: Asked) -> tuple[str, ...]:
    """What they say to a question that the Game Master would answer from what both of them see; else nothing."""
    if asked.thing in asked.world.locations and _FAR.match(asked.words):
        way = way_to(asked.world, asked.state, asked.thing)
        return (re.sub(r" \((\w+)\)", r", \1", way),) if way else ()
    if asked.thing and asked.asks_the_way:
        return ()
    words = words_of(plain(asked.words))
    named = " ".join(word for word in words if word not in ("the", "about"))
    in_full = words_of(_NAMED[named]) if named in _NAMED else words
    found = gm_question(scope_of(asked.world, asked.state), in_full, addressed=True)
    told = _TOLD.get(found.topic or "") if found is not None and not found.objects else None
    return told(asked, words) if told is not None else ()


def _hour(asked: Asked, words: list[str]) -> tuple[str, ...]:
    if _OF_THE_HOUR.isdisjoint(words):
        return ()  # "when will it be?" is of something else
    now = clock_in_words(minute_of_day(asked.world, asked.state))
    light = time_of_day(asked.world, minute_of_day(asked.world, asked.state) // 60)
    return (f"About {now}.", f"It's {now}, near enough.", f"About {now}, and {light}, as you see.")


def _weather(asked: Asked, words: list[str]) -> tuple[str, ...]:
    felt = climate(asked.world, asked.state, words)
    if felt:
        return (felt,)
    if asked.world.locations[asked.state.place].indoors:
        return ("I've been indoors. You'd know better than I.",)
    return ("You can see as much of it as I can.",)


def _place(asked: Asked, words: list[str]) -> tuple[str, ...]:
    return (f"This is {name_of(asked.world, asked.state.place)}.",)


def _ways(asked: Asked, words: list[str]) -> tuple[str, ...]:
    if _OF_ANY_WAY.isdisjoint(words):
        return ()
    ways = join_names([name_of(asked.world, way.to) for way in exits(asked.world, asked.state)])
    return (f"From here there's {ways}. I know of no other way.",) if ways else ()


_TOLD = {"time": _hour, "weather": _weather, "place": _place, "ways": _ways}
