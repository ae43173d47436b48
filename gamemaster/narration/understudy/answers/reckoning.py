"""How much time there is: until what was told of is due, and until a want that grows begins to tell. Pure.

The hour is reckoned from what the player asks, was told or is after; a want from its rate where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.language.clauses.durations import duration_of
from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.tables.function_words import UNTIL
from gamemaster.language.talk.questions.reckonings import of_wear
from gamemaster.language.wording.stock_lines import NUMBERS, clock_in_words
from gamemaster.narration.understudy.answers.inquiry import Asked
from gamemaster.narration.understudy.answers.judgements import deadline
from gamemaster.narration.understudy.answers.scene_answers import offer_in
from gamemaster.narration.understudy.answers.story_so_far.evidence import hours_told, who_could_tell
from gamemaster.rules.clock import rate
from gamemaster.rules.conditions import minute_of_day
from gamemaster.rules.state import StoryState
from worlds.offers import met_by
from worlds.schema import Need, World

_FORMS = Forms(__name__)
_DAY = 1440
MOST_OF_A_DAY = 1200  # minutes: what is so far ahead was due a while ago, and tells of what has been


def reckoning_answer(asked: Asked) -> str:
    """How long it is until what was asked of; of a want that was named, or of what wears one down, how long one has."""
    world, state = asked.world, asked.state
    need = _need_meant(asked) if asked.asked_words[:2] != ["what", "time"] else None
    if need is not None:
        return _until_it_tells(world, state, need)
    now = clock_in_words(minute_of_day(world, state))
    left, due = time_until(world, state, _after_until(asked.asked_words) or _hour_alone(asked.asked_words))
    if not due and left is not None:
        return f"It is {now}: {f'{roughly(left)} to go' if left < MOST_OF_A_DAY else 'about now, or just past'}."
    if not due:
        could = who_could_tell(world, state, asked.asked_words, ())
        return f"It is {now}. When that will be, you have not been told. {could}".strip()
    return _of_the_hour(world, state, left, due)


def time_until(world: World, state: StoryState, until: list[str]) -> tuple[int | None, str]:
    """The minutes until an hour or what is due, where they are known, and what was told of it that says so."""
    ahead = duration_of(world, state, ["until", *until]) if until else None
    if ahead is not None and not ahead.event:
        return ahead.minutes, ""
    matter = " ".join(until)
    of_the_end = _is_what_all_wait_for(world, state, matter)
    told = hours_told(world, state, matter) if content_of(matter) and not of_the_end else ""
    of_the_end = of_the_end or not content_of(matter) - content_of(deadline(world, state))
    due = told or (deadline(world, state) if of_the_end else "")
    ahead_of_it = list(_hours_in(world, state, due))
    if ahead_of_it and min(ahead_of_it) >= MOST_OF_A_DAY:
        return None, ""
    return next((one for one in ahead_of_it if one < MOST_OF_A_DAY), None), due


def with_time_left(world: World, state: StoryState, told: str) -> str:
    """What was told of an hour, with the time it is now, and how long it is until the first hour that is named."""
    left = next((one for one in _hours_in(world, state, told) if one < MOST_OF_A_DAY), None)
    return _of_the_hour(world, state, left, told)


def _of_the_hour(world: World, state: StoryState, left: int | None, told: str) -> str:
    length = f": {roughly(left)} to go" if left is not None else ""
    return f"It is {clock_in_words(minute_of_day(world, state))}{length}. {told.replace('*', '')}"


def _is_what_all_wait_for(world: World, state: StoryState, matter: str) -> bool:
    """Whether a matter is what the goal's hour is of, by another name that somebody's topic has: the ship, Halcyon."""
    said, hour = content_of(matter) - _COMING, content_of(deadline(world, state))
    topics = (topic for person in world.characters.values() for topic in person.topics.values())
    named = ([content_of(name) for name in topic.names] for topic in topics)
    return bool(said) and any(said in names and any(name and name <= hour for name in names) for names in named)


_COMING = content_of("get gets come comes pass passes arrive arrives go goes sail sails is due here")


def _after_until(words: list[str]) -> list[str]:
    at = next((at for at, word in enumerate(words) if word in UNTIL or word in ("before", "to")), len(words))
    return [word for word in words[at + 1 :] if word[0].isalnum()]


def _hour_alone(words: list[str]) -> list[str]:
    """What is asked after by how far off it is, or at what time: "how far off is noon", "what time is supper"."""
    if words[:2] == ["what", "time"]:
        return [word for word in words[3:] if word not in _BESIDE_IT]
    at = next((at for at, word in enumerate(words) if word in ("is", "are", "was")), len(words))
    return [word for word in words[at + 1 :] if word != "the"] if "far" in words[:at] else []


_BESIDE_IT = frozenset("the our my tonight today here served at".split())


def _hours_in(world: World, state: StoryState, told: str) -> Iterator[int]:
    """The minutes until each hour that a sentence names: "at four in the morning", "before the noon bell"."""
    text = plain(told)
    for found in (*_FORMS["span"].finditer(text), *_FORMS["hour"].finditer(text)):
        ahead = duration_of(world, state, ["until", *words_of(found["hour"])])
        if ahead is not None and not ahead.event:
            yield ahead.minutes


def _need_meant(asked: Asked) -> Need | None:
    """The want that is asked about by name or by what it does; where only "it" gets worse, the one that grows most."""
    needs = list(asked.world.needs.values())
    words = asked.asked_words
    said = content_of(" ".join(words))
    wanted = offer_in(words)
    for need in needs:
        names = content_of(
            f"{need.id} {need.name} {need.word} {' '.join(level.word for level in need.levels)}"
        )
        if said & names or (wanted is not None and wanted in met_by(need)):
            return need
    growing = [need for need in needs if rate(asked.world, asked.state, need.id, need) > 0]
    if not growing or not of_wear(" ".join(words)):
        return None
    return min(growing, key=lambda need: _minutes_to(asked.world, asked.state, need, need.maximum) or _DAY)


def _until_it_tells(world: World, state: StoryState, need: Need) -> str:
    """How a want stands, when it will be felt more, and when it begins to wound; at the rate of here and now."""
    now = state.need(need.id)
    word = next((one.word for one in reversed(need.levels) if now >= one.reach), need.word)
    growth = rate(world, state, need.id, need)
    begun = f"{need.name}: {word}."
    if now >= need.maximum:
        return f"{begun} It is as bad as it gets; do something about it now."
    if growth <= 0:
        return f"{begun} {'Here it eases.' if growth < 0 else 'Here it gets no worse.'}"
    further = [one for one in need.levels if one.reach > now]
    ahead = [
        f"{roughly(minutes)} until it is \u201c{one.word}\u201d"
        for one in further[:1]
        if (minutes := _minutes_to(world, state, need, one.reach)) is not None
    ]
    worst = _minutes_to(world, state, need, need.maximum)
    if worst is not None and need.harm_per_hour:
        ahead.append(f"{roughly(worst)} until it begins to wound you")
    elif (
        worst is not None
        and len(further) > 1
        and (last := _minutes_to(world, state, need, further[-1].reach))
    ):
        ahead.append(f"{roughly(last)} until it is \u201c{further[-1].word}\u201d")
    said = ", and ".join(ahead)
    return (
        f"{begun} As things are here, {said}."
        if said
        else f"{begun} It grows, and there is no worse to come."
    )


def _minutes_to(world: World, state: StoryState, need: Need, reach: int) -> int | None:
    """The minutes until a want has grown so far, at the rate of here and now; None where it does not grow."""
    growth = rate(world, state, need.id, need)
    return max(1, (reach - state.need(need.id)) * 60 // growth) if growth > 0 else None


def roughly(minutes: int) -> str:
    """A stretch of time as one reckons it: "a few minutes", "40 minutes", "about an hour and a half"."""
    if minutes < 10:
        return "a few minutes"
    if minutes < 55:
        return f"about {(minutes + 2) // 5 * 5} minutes"
    hours, half = divmod((minutes + 15) // 30, 2)
    number = NUMBERS[hours] if hours < len(NUMBERS) else str(hours)
    if hours == 1:
        return f"about an hour{' and a half' if half else ''}"
    return f"about {number}{' and a half' if half else ''} hours"
