"""The Game Master's answers about the place: the ways, the things, what is in sight. Pure."""

from __future__ import annotations

import itertools
import re

from gamemaster.language.names.missing_things import missing_thing
from gamemaster.language.names.normalization import content_of
from gamemaster.language.names.noun_index import resolve, scope_of
from gamemaster.language.tables.function_words import DETERMINERS, DIRECTIONS, PREPOSITIONS
from gamemaster.language.talk.questions.questions_of_sight import goal_sought
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.narration.understudy.answers import (
    left_things,
    scene_answers,
    standing_answers,
    way_answers,
)
from gamemaster.narration.understudy.answers.inquiry import AROUND_HERE, SHORT_NAME, Asked, first_sentences
from gamemaster.narration.understudy.answers.knowledge_answers import knowledge_answer
from gamemaster.narration.understudy.answers.left_open import with_names_written
from gamemaster.narration.understudy.answers.status_answers import (
    level_of,
    report,
)
from gamemaster.narration.understudy.answers.story_so_far.evidence import (
    answer_from_evidence,
    mention_of,
    roots_of,
    who_could_tell,
    who_might_know,
)
from gamemaster.narration.understudy.secrecy import is_named
from gamemaster.rules.conditions import wordings
from gamemaster.rules.reach import exits, features, in_reach, is_open, items_here
from worlds.schema import NO_EFFECTS, PLAYER, Exit

MOST_LISTED = 8

_OF_WAYS = content_of("way ways door doors exit exits path paths road lead leads go out leave")

_OPEN_OR_SHUT = frozenset("locked unlocked shut open closed barred unbarred bolted ajar".split())

_BEYOND = frozenset("through beyond past behind side up down over along lead leads".split())

_OF_ANY_WAY = frozenset("way ways exit exits another other".split())  # "is there another way out?"

_LEADS_THERE = re.compile(
    r"\b(?:to|into|onto|inside|(?:way|direction) (?:is|are|lies|lie)|far(?: away| off)? is"
    r"|get (?:up|down|in|out|over)? ?to) (?:the |a |an |my )?\w+"
)


def place_answer(asked: Asked) -> str:
    world, state = asked.world, asked.state
    place = world.locations[state.place]
    if {"see", "look", "notice", "find"} & set(asked.words):
        return things_answer(asked)
    where = "indoors" if place.indoors else "in the open"
    return f"You are at {name_of(world, state.place)}, {where}. {list_of_ways(asked, exits(world, state))}"


def ways_answer(asked: Asked) -> str:
    world, state = asked.world, asked.state
    ways, words = exits(world, state), asked.asked_words
    if ways and not _NEAREST.isdisjoint(words):
        near = [one_way(asked, way) for way in ways if way.time == min(one.time for one in ways)]
        told = "Several are equally near" if len(near) > SHORT_NAME else ""
        told = told or f"{_with_capital(join_names(near))} {'is' if len(near) == 1 else 'are'} nearest"
        return f"{told}. {list_of_ways(asked, ways)}"
    if not _OPEN_OR_SHUT.isdisjoint(words) and (told := way_answers.open_or_shut(world, state, words)):
        return told
    leads = words[:2] == ["where", "does"]
    if (leads or not _BEYOND.isdisjoint(words)) and (told := way_answers.beyond(world, state, words)):
        return told
    if asked.thing in world.locations:
        way = scene_answers.way_to(world, state, asked.thing)
        return way or f"You do not know the way there. {list_of_ways(asked, ways)}"
    leads = _LEADS_THERE.search(" ".join(words)) is not None
    found = "" if leads else answer_from_evidence(world, state, asked.question or asked.about, _OF_WAYS)
    if found and asked.thing is None:
        return found  # "which of the doors have smoke coming out?"
    if leads and (told := way_answers.not_seen(world, state, asked.question or asked.about)):
        return told if asked.state.present() else f"{told} {list_of_ways(asked, ways)}"
    wanted = next((DIRECTIONS[word] for word in asked.words if word in DIRECTIONS), None)
    if wanted is not None and asked.thing is None and _OF_ANY_WAY.isdisjoint(words):
        leading = [way for way in ways if wanted in way.direction]
        if not leading:
            return f"Nothing leads {wanted} from here. {list_of_ways(asked, ways)}"
        return f"{wanted.capitalize()} is {join_names([one_way(asked, way) for way in leading])}."
    none = _ANOTHER_WAY.match(" ".join(words))
    return f"{'None that you have seen. ' if none else ''}{list_of_ways(asked, ways)}"


_NEAREST = frozenset({"closest", "nearest"})


def _with_capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


# Of a way besides those that are told one is told that there is none.
_ANOTHER_WAY = re.compile(
    r"(?:is|are) there (?:an?|any|some) ?"
    r"(?:other|back|second|secret|hidden|different|quicker|shorter|safer|side) "
)


def list_of_ways(asked: Asked, ways: list[Exit]) -> str:
    if not ways:
        return "You see no way on from here."
    told = [
        f"{one_way(asked, way)} ({way.direction[0]})" if way.direction else one_way(asked, way)
        for way in ways
    ]
    return f"From here you can go to {join_names(told, 'or')}."


def one_way(asked: Asked, way: Exit) -> str:
    shut = "" if is_open(asked.world, asked.state, way) else ", which is shut"
    return f"{name_of(asked.world, way.to)}{shut}"


def things_answer(asked: Asked) -> str:
    world, state = asked.world, asked.state
    if of_kind := scene_answers.of_kind(world, state, asked.asked_words):
        return of_kind
    if asked.thing in world.locations and asked.thing != state.place:
        return f"You are not at {name_of(world, asked.thing)}, and cannot see that from here."
    wanting = _named_after_there(asked.asked_words)
    if wanting and (told := mention_of(world, state, wanting, of_the_place=True)):
        return told
    if wanting:
        could = who_might_know(world, state, asked.asked_words)
        return f"You see no {wanting} here. {could}".strip()
    within = _named_inside(asked.asked_words)
    if within and (asked.thing in state.carried_items() or asked.thing in items_here(world, state)):
        return plain_sight_answer(asked)  # "what is in the letter?"
    if within and not content_of(within.split()[-1]) & _here_called(asked):
        if told := mention_of(world, state, within, of_the_place=True):
            return told
        return f"You see no {within} here. {who_could_tell(world, state, asked.asked_words, ())}".strip()
    lying = [name_of(world, item) for item in items_here(world, state)]
    seen = [name_of(world, feature.id) for feature in features(world, state) if not feature.secret]
    parts = [
        f"You see {join_names(seen[:MOST_LISTED])}." if seen else "",
        f"You could take {join_names(lying[:MOST_LISTED], 'or')}." if lying else "",
    ]
    return " ".join(part for part in parts if part) or "There is nothing here that stands out."


def _named_after_there(words: list[str]) -> str:
    """What is asked for by "is there a spare key?", as it was said; nothing where anything at all would do."""
    if words[1:2] != ["there"] or words[0] not in ("is", "are"):
        return ""
    end = next((at for at, word in enumerate(words) if at > 2 and word in _AFTER_THE_NAME), len(words))
    said = [word for word in words[2:end] if word not in ("a", "an", "any", "some", "the", "here")]
    return "" if not said or len(said) > SHORT_NAME or not _ANYTHING.isdisjoint(said) else " ".join(said)


_AFTER_THE_NAME = PREPOSITIONS | frozenset("where that which who whose i we you he she they to".split())


def _named_inside(words: list[str]) -> str:
    """In or on what somebody asks for what there is: "what is in the log"; nothing where it is the place."""
    at = next((at for at, word in enumerate(words) if at and word in _INSIDE), None)
    named = itertools.takewhile(lambda word: word not in _OF_USE, words[at + 1 :] if at is not None else ())
    said = [word for word in named if word.isalnum() and word not in AROUND_HERE]
    return " ".join(said) if len(said) <= SHORT_NAME and _ANYTHING.isdisjoint(said) else ""


_OF_USE = frozenset({"i", "we", "you", "that", "which", "to"})  # "in here that I could borrow"


def _here_called(asked: Asked) -> set[str]:
    """The roots of what the place and the things in it are called."""
    world, state = asked.world, asked.state
    things = [state.place, *items_here(world, state), *state.carried_items()]
    things += [one.id for one in features(world, state)]
    return set().union(*(roots_of(world, one) for one in things))


_INSIDE = frozenset({"in", "on", "inside", "under", "behind", "beneath"})

_SEEING = frozenset({"see", "spot", "out", "notice", "of"})

_OR = re.compile(r" (?:or|and) ")

_ANYTHING = frozenset(
    "anything something things thing else nothing anyone someone anybody somebody way ways".split()
)


def seen_of_it(asked: Asked) -> str:
    """What is seen of the thing that something might be done to, or that there is none: nobody is left to guess."""
    world, state, words = asked.world, asked.state, asked.asked_words
    at = max((n for n, word in enumerate(words) if word in ("the", "that", "this", "a", "an")), default=0)
    named = (
        " ".join(word for word in words[at + 1 :] if word not in AROUND_HERE and word.isalnum()) if at else ""
    )
    if not named or len(named.split()) > SHORT_NAME:
        return ""
    near = asked.thing in {*items_here(world, state), *(one.id for one in features(world, state))}
    if near and (told := plain_sight_answer(asked)):
        return f"{first_sentences(told, 1)} Nothing that you know of forbids it: try it, and see."
    if asked.thing is not None or state.visited.get(named):
        return ""
    missing = missing_thing(world, named, asked.question or asked.about)
    if missing and not mention_of(world, state, missing):
        return f"You see no {missing} here."
    return ""


def sight_answer(asked: Asked) -> str:
    """Whether somebody or something can be seen from here: what the place's own text names can."""
    world, state, thing = asked.world, asked.state, asked.thing
    if thing in world.characters:
        name = world.characters[thing].name
        return f"Yes: {name} is here." if thing in state.present() else f"No: {name} is not in sight."
    reach = {*items_here(world, state), *(one.id for one in features(world, state)), *state.carried_items()}
    if thing in reach:
        return f"Yes: {name_of(world, thing)}."
    sought = " ".join(_after(asked.asked_words, _SEEING))
    if sought in _ANYTHING:
        return things_answer(asked)
    for one in _OR.split(sought):
        if told := mention_of(world, state, one.removeprefix("any "), of_the_place=True):
            return told
    sought = sought.removeprefix("any ")
    if thing in world.threats:
        return standing_answers.threat_place(world, state, thing)
    begun = re.search(
        rf"\b{re.escape(sought)}\b", " ".join(wordings(world.opening, world, state)[:1]), re.IGNORECASE
    )
    sought = begun[0] if begun is not None and sought else sought  # as it is written: "Bersi"
    return (
        f"No: you see no {sought} from here."
        if sought and len(sought.split()) <= SHORT_NAME
        else "No, not from here."
    )


def sought_answer(asked: Asked) -> str:
    """Whether what a look was for is there: what the place's own text tells of it, else that there is none."""
    named = with_names_written(asked.world, asked.about)
    if named != asked.about:
        shown = mention_of(asked.world, asked.state, named, of_the_place=True)
        return shown or f"Nothing of {named} is to be seen here."
    return mention_of(asked.world, asked.state, asked.about) or f"You find no {asked.about}."


def plain_sight_answer(asked: Asked) -> str:
    """What anybody who stands there sees of a thing that is asked about; what comes of looking waits for the look."""
    world, state, thing = asked.world, asked.state, asked.thing
    counted = asked.asked_words[:2] in (["how", "many"], ["how", "much"])
    if counted and (number := answer_from_evidence(world, state, asked.question or asked.about, set())):
        return number
    feature = next((one for one in features(world, state) if one.id == thing), None)
    if feature is not None and feature.effects == NO_EFFECTS:
        shown = feature.text
    elif thing in world.items:
        shown = world.items[thing].description
    elif thing in state.present():
        shown = world.characters[thing].description
    elif thing in world.threats:
        shown = world.threats[thing].description
    else:
        return knowledge_answer(asked)
    told = wordings(shown, world, state)
    return first_sentences(told[0], _PLAINLY_SEEN) if told else knowledge_answer(asked)


_PLAINLY_SEEN = 3  # sentences of a description


def _after(words: list[str], verbs: frozenset[str]) -> list[str]:
    """The words of what a question's verb is aimed at, without articles and what only says where."""
    at = next((at for at, word in enumerate(words) if word in verbs), len(words))
    return [word for word in words[at + 1 :] if word.isalnum() and word not in AROUND_HERE]


def measure_answer(asked: Asked) -> str:
    """How much is left: of what presses, else of a thing, as it is described; of what was spoken of last."""
    world, state = asked.world, asked.state
    if told := level_of(world, state, asked.asked_words):
        return told
    thing = asked.thing or state.focus.get("it")
    if thing not in world.items:
        return report(world, state, "inventory", ())
    has = state.items[thing] == PLAYER
    looks = wordings(world.items[thing].description, world, state)
    counted = first_sentences(looks[0], 1) if has and looks else ""
    return f"{'You have' if has else 'You do not have'} {name_of(world, thing)}. {counted}".strip()


def _told_to_be_somewhere(asked: Asked) -> str:
    """Where a thing is that the player says is somewhere: "the turnips are in the crate right in front of me??"."""
    words = asked.asked_words
    end = next((at for at, word in enumerate(words) if word in ("is", "are")), 0)
    if not end or words[0] not in DETERMINERS:
        return ""
    found = resolve(scope_of(asked.world, asked.state), words[:end], only=frozenset({"item"}))
    near = found is not None and found.thing in in_reach(asked.world, asked.state)
    return left_things.item_place(asked.world, asked.state, found.thing) if near and found is not None else ""


def where_is_answer(asked: Asked) -> str:
    world, state, thing = asked.world, asked.state, asked.thing
    if asked.asked_words[:1] == ["what"] and (laid := left_things.laid_here(world, state, thing)):
        return laid
    if thing is None and {"other", "rest"} & set(asked.asked_words):
        thing = left_things.the_other(state)
    if thing is None:
        sought = (
            goal_sought(world, state, asked.asked_words[2:]) if asked.asked_words[:1] == ["where"] else None
        )
        if sought is not None:
            return f"That is what you do not know yet. {sought}" if sought else "You have not come across it."
        if told_here := _told_to_be_somewhere(asked):
            return told_here
        unseen = way_answers.not_seen(world, state, asked.question or asked.about)
        return unseen or "You have not come across it."
    name = name_of(world, thing)
    subject = f"{name[:1].upper()}{name[1:]}"
    if thing in world.items:
        return left_things.item_place(world, state, thing)
    if thing in world.characters:
        here = state.characters[thing].place == state.place
        last = state.seen_at.get(thing)
        if last is None and not here and not is_named(world, thing, asked.asked_words):
            return "You have not come across anybody like that."  # by whatever name
        if here or last is None:
            return (
                f"{subject} is here."
                if here
                else f"{subject} is not here; you would have to look, or ask somebody."
            )
        gone = ", and not here now" if last == state.place else ""
        return f"You saw {name} last at {name_of(world, last)}{gone}."
    if thing in world.threats:
        return standing_answers.threat_place(world, state, thing)
    if thing == state.place:
        return f"You are at {name}."
    if thing in world.locations:
        way = next((way for way in exits(world, state) if way.to == thing), None)
        if way is None or not way.direction:
            return ways_answer(asked)
        compass = way.direction[0] in ("north", "south", "east", "west") or "north" in way.direction[0]
        compass = compass or way.direction[0].startswith("south")
        by = f", by {way.name}" if way.name else ""
        return f"{subject} is {way.direction[0]} of here." if compass else f"{subject} is next to here{by}."
    if any(f.id == thing for f in features(world, state)):
        return f"{subject} is here."
    return way_answers.not_seen(world, state, asked.question or asked.about) or "Not here."
