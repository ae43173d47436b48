"""How long the player means to wait, sleep or work: "ten minutes", "till four", "until dark". Pure."""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.language.tables.function_words import UNTIL
from gamemaster.rules.conditions import is_night, minute_of_day
from gamemaster.rules.state import StoryState
from worlds.schema import World, in_hours

LONGEST = 1440
EVENT_MINUTES = (
    120  # at most, of waiting for something that has no hour: "until the tide turns", "till Ulf comes"
)
_NUMBERS = {
    word: number
    for number, word in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen twenty""".split()
    )
} | {"a": 1, "an": 1, "few": 3, "couple": 2, "several": 4, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
     "ninety": 90, "some": 2, "another": 1, "half": 0}  # fmt: skip
_UNITS = {
    "minute": 1, "minutes": 1, "min": 1, "mins": 1, "hour": 60, "hours": 60, "hr": 60, "hrs": 60, "day": 1440,
    "days": 1440, "second": 0, "seconds": 0, "heartbeat": 0, "heartbeats": 0, "breath": 0, "breaths": 0,
    "moments": 2, "h": 60,
}  # fmt: skip
_LOOSE = {
    "moment": 2,
    "while": 15,
    "bit": 10,
    "sec": 1,
    "tick": 1,
    "spell": 30,
    "ages": 120,
    "long": 60,
    "ratito": 10,
}
_DAYTIMES = {
    "dawn": 7, "sunrise": 7, "daybreak": 7, "morning": 7, "light": 8, "daylight": 8, "noon": 12, "midday": 12,
    "afternoon": 14, "dusk": 17, "sunset": 17, "evening": 18, "dark": 18, "darkness": 18, "nightfall": 18, "night": 20,
    "tonight": 20, "midnight": 24, "tomorrow": 7, "supper": 18, "breakfast": 7,
}  # fmt: skip
_NIGHTFALL = frozenset({"dark", "darkness", "nightfall", "night"})
TIME_WORDS = frozenset((*_UNITS, *_LOOSE, *_DAYTIMES))
_SOMEBODY = frozenset(
    """someone somebody anyone anybody he she they him her them everyone everybody something anything""".split()
)
_THEIR_MINUTES = (
    30  # of waiting for what may come or not: "until someone speaks to me", "till something happens"
)
_OWN_MINUTES = 5  # of waiting for one's own breath, eyes or hands
_ANSWERS = frozenset("answer reply response reaction permission leave".split())
# "Wait for him to go on": what people do next who stand before one.
_REACTING = frozenset(
    "continue speak talk say finish explain react respond nod blink move turn look relax stop begin start".split()
)
_ANSWER_MINUTES = 2  # nobody waits longer at a door
_LEADS = frozenset(
    {"for", "about", "around", "roughly", "at", "least", "maybe", "just", "only", "until", "till", "til"}
)


@dataclass(frozen=True)
class Duration:
    """`minutes` from now; `event`: at most so many, for what has no hour of its own."""

    minutes: int
    event: bool = False


def duration_of(world: World, state: StoryState, words: list[str]) -> Duration | None:
    """The duration that words name somewhere, or None: a clock time, a time of day, a number of units, an event."""
    for at, word in enumerate(words):
        if word in UNTIL:
            return _until(world, state, words[at + 1 :])
    for at in range(len(words)):
        found = _measure(words[at:])
        if found is not None:
            return Duration(min(LONGEST, found))
    if "for" in words and not (_ANSWERS | _REACTING).isdisjoint(words[words.index("for") :]):
        return Duration(_ANSWER_MINUTES, event=True)
    if "night" in words and not {"the", "tonight"}.isdisjoint(words):
        return Duration(
            _minutes_to(world, state, _DAYTIMES["morning"] * 60)
        )  # "for the night", "through the night"
    return None


def length_named(words: list[str]) -> int | None:
    """The minutes that a deed is said to last: "for an hour" anywhere, "half an hour" at the end. None if unnamed."""
    for at, word in enumerate(words):
        if word == "for" and (found := _measure(words[at + 1 :])) is not None:
            return min(LONGEST, found)
    for at in range(max(1, len(words) - 4), len(words)):
        if words[-1] in _UNITS and (found := _measure(words[at:])) is not None:
            return min(LONGEST, found)
    return None


def is_measure(words: list[str]) -> bool:
    """Whether the words are a number of units and nothing else: "for two hours", "a while"."""
    return bool(words) and (words[0] in _LEADS or _measure(words) is not None)


def _measure(words: list[str]) -> int | None:
    """A number and a unit at the start of the words."""
    given = [
        word
        for word in words[:7]
        if word not in ("of", "good", "long", "short", "more", "the", "little", "whole", "full", "so")
    ]
    if given[:2] == ["half", "hour"] or given[:3] == ["half", "an", "hour"]:
        return 30
    if given[1:2] == ["quarter"] and "hour" in given[:5]:
        return 15
    at, number = 0, None
    while at < len(given) and (count := _number(given[at])) is not None:
        number = count if number is None or given[at] not in ("a", "an") else number
        number = (number or 0) if at == 0 else max(number or 0, count)
        at += 1
    if at < len(given) and number is not None and given[at] in _UNITS:
        extra = 30 if given[at + 1 : at + 4] == ["and", "a", "half"] and _UNITS[given[at]] == 60 else 0
        return number * _UNITS[given[at]] + extra
    if at and at < len(given) and given[at] in _LOOSE:
        return _LOOSE[given[at]]
    if not at and given and given[0] in ("hours", "ages"):
        return 120
    return None


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) < 4 else _NUMBERS.get(word)


def _until(world: World, state: StoryState, words: list[str]) -> Duration | None:
    given = [
        word
        for word in words
        if word not in ("the", "it", "is", "gets", "about", "around", "at", "its", "comes", "turns")
    ]
    if not given:
        return Duration(EVENT_MINUTES, event=True)
    hour = _clock(given)
    if hour is not None:
        return Duration(_minutes_to(world, state, hour, twelve=_is_bare(given)))
    daytime = next((word for word in given[:4] if word in _DAYTIMES), None)
    if daytime is not None and not {"my", "he", "she", "they", "you"}.intersection(given):
        if daytime in _NIGHTFALL and not is_night(world, state):  # in the dark it is deep night that one waits for
            return Duration(_minutes_to(world, state, _first_hour_of_night(world) * 60))
        return Duration(_minutes_to(world, state, _DAYTIMES[daytime] * 60 % 1440))
    if given[0] in ("my", "i"):
        return Duration(_OWN_MINUTES, event=True)  # "until my eyes get used to the dark"
    theirs = not _SOMEBODY.isdisjoint(given)
    return Duration(_THEIR_MINUTES if theirs else EVENT_MINUTES, event=True)


def _first_hour_of_night(world: World) -> int:
    """The hour at which it gets dark; where the sun does not set, the usual one."""
    dark = [in_hours(world.clock.night, hour) for hour in range(24)]
    return next((hour for hour in range(24) if dark[hour] and not dark[hour - 1]), _DAYTIMES["dark"])


def _clock(words: list[str]) -> int | None:
    """A time of the clock in minutes: "four", "4", "half past six", "half six", "quarter to ten", "16 30"."""
    if words[:1] == ["half"] and words[1:2] != [] and words[1] not in ("past", "a", "an"):
        words = ["half", "past", *words[1:]]
    if words[:2] == ["half", "past"] and len(words) > 2 and (hour := _number(words[2])) is not None:
        return hour * 60 + 30
    quarter = words[1:] if words[:1] == ["a"] else words
    if quarter[:1] == ["quarter"] and len(quarter) > 2 and (hour := _number(quarter[2])) is not None:
        return hour * 60 + (15 if quarter[1] == "past" else -15)
    hour = (
        _number(words[0])
        if words[0] not in ("a", "an", "some", "few", "several", "couple", "half", "another")
        else None
    )
    if hour is None or hour > 24 or (words[1:2] and words[1] in _UNITS):
        return None
    minute = int(words[2]) if words[1:2] == [":"] and len(words) > 2 and words[2].isdecimal() else 0
    return (hour + 12 * ("pm" in words and hour < 12)) * 60 + minute


def _is_bare(words: list[str]) -> bool:
    """Whether an hour may be of the morning or of the evening: whichever comes first is meant."""
    return not {"am", "pm", "morning", ":"}.intersection(words)


def _minutes_to(world: World, state: StoryState, hour: int, *, twelve: bool = False) -> int:
    ahead = (hour - minute_of_day(world, state)) % 1440
    if twelve and hour <= 720:
        ahead = min(ahead, (hour + 720 - minute_of_day(world, state)) % 1440 or 720)
    return ahead or (720 if twelve else 1440)
