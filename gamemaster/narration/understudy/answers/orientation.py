"""The Game Master's answers to somebody who is lost: who and where they are, what presses, whom they see. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS, PREPOSITIONS, QUESTION_WORDS
from gamemaster.language.talk.addressee import is_animal
from gamemaster.language.wording.stock_lines import clock_in_words, hours_in_words, join_names, name_of
from gamemaster.narration.understudy.answers.story_so_far.tellings import sentences_in
from gamemaster.rules.conditions import is_night, minute_of_day, wordings
from gamemaster.rules.state import StoryState
from gamemaster.rules.threads import goal_of
from worlds.schema import World, in_hours

_OF_THE_GOAL = frozenset("goal quest mission objective task purpose aim".split())
_SOON = 3  # hours: nightfall is told of when it is no further off
# What somebody is called who is only seen, by the pronouns they may have.
SEEN_AS: dict[str, frozenset[str]] = {
    **dict.fromkeys("man guy bloke dude fella fellow lad boy chap gentleman he him".split(), frozenset({"he"})),
    **dict.fromkeys("woman lady girl lass she her".split(), frozenset({"she"})),
    **dict.fromkeys(
        "that this one person someone somebody stranger figure they kid child".split(),
        frozenset({"he", "she", "they"}),
    ),
    **dict.fromkeys("people men women folk these those them everyone".split(), frozenset({"he", "she", "they"})),
}  # fmt: skip
_OF_THE_PLAYER = re.compile(r"\b(?:you|your)\b", re.IGNORECASE)
_SEVERAL = frozenset("people men women folk these those them everyone".split())
_MOST_SHOWN = 3
_WHERE = frozenset({"at", "from", "behind", "under", "outside", "by"})
_SMALL = DETERMINERS | PREPOSITIONS | QUESTION_WORDS | AUXILIARIES


def bearings(world: World, state: StoryState, asked: list[str], suggestions: tuple[str, ...]) -> str:
    """What one is after, what presses, and what could be done; whoever is lost hears first who and where they are."""
    goal = aims(world, state)
    inputs = [text[:1].lower() + text[1:] for text in suggestions]
    could = f"You could {join_names(inputs, 'or')}." if inputs else ""
    if not _OF_THE_GOAL.isdisjoint(asked):
        return " ".join(part for part in (goal, could) if part)
    if "why" in asked or "about" in asked:
        return " ".join(
            part
            for part in (whereabouts(world, state, clock=True), how_it_began(world, state), goal, could)
            if part
        )
    return " ".join(
        part for part in (whereabouts(world, state, clock=True), goal, pressing(world, state), could) if part
    )


def aims(world: World, state: StoryState) -> str:
    """What the whole story is after, and what comes first of it, unless that says much the same."""
    whole, first = (text.strip().replace("*", "") for text in (world.goal, goal_of(world, state)))
    said = {word for word in words_of(plain(whole)) if len(word) > 3}
    new = [word for word in words_of(plain(first)) if len(word) > 3 and word not in said]
    is_new = 2 * len(new) > sum(len(word) > 3 for word in words_of(plain(first)))
    if not (whole and is_new):
        return first or whole
    return f"{whole.rstrip('.')}; for now: {first}"


def how_it_began(world: World, state: StoryState) -> str:
    """What the opening says of the player: what they are above all, else what they came through."""
    opening = "".join(wordings(world.opening, world, state)[:1]).splitlines()
    unspoken = " ".join(line for line in opening if not line.startswith("@"))
    told = list(sentences_in(unspoken))
    own = [one for one in told if _OF_THE_PLAYER.search(one)]
    role = [one for one in own if one.startswith(("You are ", "You were ", "You have "))]
    return " ".join([*role, *(one for one in own if one not in role)][:1] if role else own[:2])


def whereabouts(world: World, state: StoryState, *, clock: bool = False) -> str:
    """Who the player is, and where; with the hour."""
    name = world.player.name
    called = name if name[:1].isupper() or name.startswith("the ") or name == "you" else f"the {name}"
    now = f", and it is {clock_in_words(minute_of_day(world, state))}" if clock else ""
    here = name_of(world, state.place)
    return f"You are at {here}{now}." if called == "you" else f"You are {called}, at {here}{now}."


def pressing(world: World, state: StoryState) -> str:
    """Wounds, needs and the coming of night, where they press; else empty."""
    quarter = min(3, max(1, state.wounds * 4 // world.player.health)) if state.wounds else 0
    felt = [world.player.wounds[quarter]] if quarter else []
    for name, need in world.needs.items():
        reached = [level for level in need.levels if state.need(name) >= level.reach]
        felt += [max(reached, key=lambda level: level.reach).word] if reached else []
    parts = [f"You are {join_names(felt)}." if felt else "", _nightfall(world, state)]
    return " ".join(part for part in parts if part)


def _nightfall(world: World, state: StoryState) -> str:
    if is_night(world, state):
        return ""
    hour = minute_of_day(world, state) // 60
    for off in range(1, _SOON + 1):
        if in_hours(world.clock.night, (hour + off) % 24):
            left = off * 60 - minute_of_day(world, state) % 60
            return (
                f"Night is {'less than an hour' if left < 60 else 'about ' + hours_in_words(left + 30)} off."
            )
    return ""


def in_sight(world: World, state: StoryState, asked: list[str]) -> list[str]:
    """Whom "that guy", "the woman with the keys" or "these people" may mean among those who are here."""
    named = [word for word in asked if word in SEEN_AS]
    here = [who for who in state.present() if state.characters[who].alive and not is_animal(world, who)]
    if not named or not here:
        return []
    alike = SEEN_AS[named[-1]] | {"they"}  # whoever has no pronoun of their own may be called anything
    fitting = [who for who in here if world.characters[who].pronoun in alike]
    if not _SEVERAL.isdisjoint(named):
        return (fitting or here)[:_MOST_SHOWN]
    marks = {stem(word) for word in asked if word not in SEEN_AS.keys() | _SMALL}
    likeness = {who: len(marks & _looks_of(world, state, who)) for who in fitting}
    best = [who for who in fitting if likeness[who] and likeness[who] == max(likeness.values())]
    faced = (state.focus.get(key) for key in ("him", "her", "them", "you"))
    last = next((who for who in faced if who in fitting), None)
    if best:
        return best[:_MOST_SHOWN]
    if marks and any(word in _WHERE for word in asked):
        return []  # "the woman at table nine" is not whoever else stands here
    return [last] if last is not None else fitting[:_MOST_SHOWN]


def _looks_of(world: World, state: StoryState, who: str) -> set[str]:
    person = world.characters[who]
    texts = (person.name, *person.aliases, *wordings(person.description, world, state))
    return {stem(word) for text in texts for word in words_of(text.casefold())}
