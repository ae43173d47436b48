"""The Game Master's answers: where, who, how am I, what do I know, what was said, how might one. Pure.

Out of what is true and what the player knows, in two sentences; never a name that they have not met.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from gamemaster.language.clauses.durations import duration_of
from gamemaster.language.names.missing_things import missing_thing
from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import resolve, scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import DIRECTIONS, PREPOSITIONS
from gamemaster.language.talk.addressee import hearers, is_animal, leader_of
from gamemaster.language.talk.gm_questions import sign_asked
from gamemaster.language.wording.game_lines import about_the_game
from gamemaster.language.wording.stock_lines import clock_in_words, hours_in_words, join_names, name_of
from gamemaster.narration.understudy import left_things
from gamemaster.narration.understudy.affordances import nearest, talk
from gamemaster.narration.understudy.answers import (
    orientation,
    scene_answers,
    standing_answers,
    way_answers,
    what_if,
)
from gamemaster.narration.understudy.answers.deeds_done import is_it_done
from gamemaster.narration.understudy.answers.evidence import (
    answer_from_evidence,
    hours_told,
    line_text,
    mention_of,
    roots_of,
    sentences_in_sight,
    state_told,
    who_could_tell,
)
from gamemaster.narration.understudy.answers.own_deeds import own_deed
from gamemaster.narration.understudy.answers.own_knowledge import own_knowledge
from gamemaster.narration.understudy.answers.recap import last_said, matter_called, not_told, recap, summary
from gamemaster.narration.understudy.answers.status_answers import (
    carried_for,
    how_hurt,
    level_of,
    report,
    status_line,
)
from gamemaster.narration.understudy.answers.tellings import best_of, in_quotes, tellings
from gamemaster.narration.understudy.secrecy import is_named
from gamemaster.rules.conditions import day, is_asleep, is_night, minute_of_day, wordings
from gamemaster.rules.lore import common_lore, is_touched
from gamemaster.rules.reach import exits, features, is_open, items_here
from gamemaster.rules.relationships import promise_in_words
from gamemaster.rules.state import CALLED, StoryState
from gamemaster.rules.threads import goal_of
from worlds.offers import met_by, offers_of
from worlds.schema import NO_EFFECTS, PLAYER, Exit, Offer, World, in_hours

MOST_LISTED = 8
UNKNOWN = "You do not know"
# How an answer begins that says only that there is none.
_UNKNOWN = (
    "You have not seen ",
    "You have not come across ",
    "You see no ",
    "Not here.",
    "Nothing that you know of",
    "Nobody here fits that.",
    "Nothing of that kind",
)
_OVERLOOKED = ("miss", "overlook", "forg", "look", "search", "examin", "check")  # "what am I missing?"
# Words of a question about what somebody does, which only what was heard of them answers.
_OF_DOINGS = frozenset("up doing planning hiding after plotting thinking scheming".split())
MOST_QUOTED = 240  # characters of what somebody said
_OF_KNOWING = frozenset(
    "know learn learned learnt found discovered heard happened happens figured story known met".split()
)
_OF_WAYS = content_of("way ways door doors exit exits path paths road lead leads go out leave")
_OF_SOMEBODY = frozenset({"known", "possible", "who_is", "why"})
_OF_MEMORY = frozenset({"known", "why", "who_is"})  # what was told may answer
_HAPPENED_TO_ME = re.compile(
    r"\bhappen(?:ed|s) to me\b|\b(?:hurt|wounded|injured|hit|cut) me\b|\bam i (?:hurt|bleeding)\b"
)
_ODD = frozenset(
    "strange odd unusual weird wrong amiss off suspicious out peculiar different special interesting noteworthy".split()
)
_SINCE = (PREPOSITIONS - {"about", "out"}) | {"since", "when", "while"}
_HOW_LONG_HERE = {"how", "long", "been"}
_MOST_UNLOOKED = 3
_OF_SPEECH = re.compile(r"\b(?:say|said|tell|told)(?: (?:me|us|to me))?\b")
_MEASURED = (["how", "far"], ["how", "many"], ["how", "long"], ["how", "much"])
_OPEN_OR_SHUT = frozenset("locked unlocked shut open closed barred unbarred bolted ajar".split())
_BEYOND = frozenset("through beyond past behind side up down over along lead leads".split())
_OF_ANY_WAY = frozenset("way ways exit exits another other".split())  # "is there another way out?"
_LEADS_THERE = re.compile(
    r"\b(?:to|into|onto|inside|(?:way|direction) (?:is|are|lies|lie)|far(?: away| off)? is"
    r"|get (?:up|down|in|out|over)? ?to) (?:the |a |an |my )?\w+"
)
# Of a question about what anybody said: words that name nobody.
_SPEAKERS = frozenset(
    """what did has have do does was were is he she they it i me us we you just again tell told say said mean meant want
    promise promised the last thing that so remind of about people everyone everybody somebody anybody them
    to""".split()
)
# Words of a question about what is known that say nothing of the matter.
_VAGUE = content_of(
    """know learn learned found discovered happened far earlier before heard figured out so night last just
    tonight today short brief"""
)


@dataclass(frozen=True)
class Asked:
    """What the Game Master was asked: `about` is a thing's identifier, or the player's words."""

    world: World
    state: StoryState
    about: str
    suggestions: tuple[str, ...]
    question: str = ""  # the player's words

    @property
    def thing(self) -> str | None:
        known = (*self.world.characters, *self.world.items, *self.world.locations, *self.world.threats)
        if self.about in known or any(feature.id == self.about for _, feature in self.world.features()):
            return self.about
        return None

    @property
    def words(self) -> list[str]:
        return words_of(plain(self.about))

    @property
    def asked_words(self) -> list[str]:
        return words_of(plain(self.question or self.about))


def gm_answer(kind: str, asked: Asked) -> str:
    """The answer to a question of this kind; never empty."""
    of_them = kind in _OF_SOMEBODY and not {"you", "your", "yours"}.isdisjoint(asked.asked_words)
    if of_them and not hearers(asked.world, asked.state):
        return "There is nobody here who could answer that."
    answer = _ANSWERS.get(kind, _goal)(asked)
    remembered = kind in _OF_MEMORY or asked.asked_words[:2] in _MEASURED
    if not answer or (remembered and answer.startswith(_UNKNOWN)):
        answer = _from_memory(asked) or answer
    return answer or _no_answer(asked)


def _from_memory(asked: Asked) -> str:
    """What the player was told that answers; of a thing alone, with who may know more of it."""
    question = asked.question or asked.about
    told = answer_from_evidence(asked.world, asked.state, question, set())
    if not told or content_of(question) - _VAGUE - roots_of(asked.world, asked.thing):
        return told
    could = who_could_tell(asked.world, asked.state, asked.asked_words, ())
    return f"{told} {could.replace('might.', 'might know more.')}" if could.endswith("might.") else told


def is_answered(kind: str, asked: Asked) -> bool:
    """Whether there is more to say to it than who might know, or what was told long ago."""
    answer = _ANSWERS.get(kind, _goal)(asked)
    return bool(answer) and not answer.startswith(_UNKNOWN)


def _place(asked: Asked) -> str:
    world, state = asked.world, asked.state
    place = world.locations[state.place]
    if {"see", "look", "notice", "find"} & set(asked.words):
        return _things(asked)
    where = "indoors" if place.indoors else "in the open"
    return f"You are at {name_of(world, state.place)}, {where}. {_all_ways(asked, exits(world, state))}"


def _ways(asked: Asked) -> str:
    world, state = asked.world, asked.state
    ways, words = exits(world, state), asked.asked_words
    if not _OPEN_OR_SHUT.isdisjoint(words) and (told := way_answers.open_or_shut(world, state, words)):
        return told
    leads = words[:2] == ["where", "does"]
    if (leads or not _BEYOND.isdisjoint(words)) and (told := way_answers.beyond(world, state, words)):
        return told
    if asked.thing in world.locations:
        way = scene_answers.way_to(world, state, asked.thing)
        return way or f"You do not know the way there. {_all_ways(asked, ways)}"
    leads = _LEADS_THERE.search(" ".join(words)) is not None
    found = "" if leads else answer_from_evidence(world, state, asked.question or asked.about, _OF_WAYS)
    if found and asked.thing is None:
        return found  # "which of the doors have smoke coming out?"
    if leads and (told := way_answers.not_seen(world, state, asked.question or asked.about)):
        return told if asked.state.present() else f"{told} {_all_ways(asked, ways)}"
    wanted = next((DIRECTIONS[word] for word in asked.words if word in DIRECTIONS), None)
    if wanted is not None and asked.thing is None and _OF_ANY_WAY.isdisjoint(words):
        leading = [way for way in ways if wanted in way.direction]
        if not leading:
            return f"Nothing leads {wanted} from here. {_all_ways(asked, ways)}"
        return f"{wanted.capitalize()} is {join_names([_way(asked, way) for way in leading])}."
    return _all_ways(asked, ways)


def _all_ways(asked: Asked, ways: list[Exit]) -> str:
    if not ways:
        return "You see no way on from here."
    told = [f"{_way(asked, way)} ({way.direction[0]})" if way.direction else _way(asked, way) for way in ways]
    return f"From here you can go to {join_names(told, 'or')}."


def _way(asked: Asked, way: Exit) -> str:
    shut = "" if is_open(asked.world, asked.state, way) else ", which is shut"
    return f"{name_of(asked.world, way.to)}{shut}"


def _people(asked: Asked) -> str:
    names = [
        f"{asked.world.characters[who].name}{' (asleep)' if is_asleep(asked.world, asked.state, who) else ''}"
        for who in asked.state.present()
    ]
    here = f"Here with you: {join_names(names)}." if names else "There is nobody here but you."
    if names and (looks := scene_answers.people_looking(asked.world, asked.state, asked.asked_words)):
        return looks
    if _is_of_everybody(asked.asked_words):
        known = answer_from_evidence(asked.world, asked.state, asked.question or asked.about, set())
        counted = known if "many" in asked.asked_words or "live" in asked.asked_words else ""
        elsewhere = [
            asked.world.characters[who].name
            for who, one in asked.state.characters.items()
            if one.met and one.alive and who not in asked.state.present()
        ]
        others = f"You have met {join_names(elsewhere)} besides." if elsewhere else ""
        unknown = "" if counted else "How many there are in all, you do not know."
        return " ".join(part for part in (counted, here, others, unknown) if part)
    if asked.asked_words[:1] == ["where"]:
        return f"{here} {_last_seen(asked)}".strip()
    return here


def _is_of_everybody(words: list[str]) -> bool:
    """Whether all are asked after who are about the place, and not only who stands here."""
    wide = not {"in", "on", "at", "aboard"}.isdisjoint(words) and "here" not in words and "room" not in words
    return wide or ({"how", "many"} <= set(words) and not {"here", "around"} & set(words))


def _last_seen(asked: Asked) -> str:
    """Where the player last saw everybody who is not here, by places."""
    world, state = asked.world, asked.state
    places: dict[str, list[str]] = {}
    for who, place in state.seen_at.items():
        if who not in state.present() and state.characters[who].alive:
            places.setdefault(place, []).append(world.characters[who].name)
    told = [f"{join_names(names)} at {name_of(world, place)}" for place, names in places.items()]
    return f"You last saw {join_names(told)}." if told else ""


def _leader(asked: Asked) -> str:
    host = leader_of(asked.world, asked.state)
    if host is None or not (asked.state.characters[host].met or host in asked.state.present()):
        return _knowledge(asked)
    return f"{asked.world.characters[host].name}, by the look of it."


def _whom(words: list[str]) -> list[str]:
    """The words after "who is"."""
    return words[2:] if words[:1] == ["who"] else words


def _who_is(asked: Asked) -> str:
    world, state, who = asked.world, asked.state, asked.thing
    if who in world.characters and (told := standing_answers.seen_of(world, state, who, asked.asked_words)):
        return told
    if who in world.characters:
        return _introduction(asked, who)
    called, _ = leading_person(scope_of(world, state), _whom(asked.asked_words), by_name=True)
    seen = (
        orientation.in_sight(world, state, asked.asked_words)
        if called is None or called in state.present()
        else []
    )
    if seen:
        return " ".join(_introduction(replace(asked, about=one), one) for one in seen)
    if not asked.thing and not orientation.SEEN_AS.keys().isdisjoint(asked.asked_words):
        return f"Nobody here fits that. {_people(asked)}" if state.present() else _people(asked)
    return _knowledge(asked)


def _introduction(asked: Asked, who: str) -> str:
    """Somebody by name, with what is seen of them and what is known of them."""
    world, state = asked.world, asked.state
    person = world.characters[who]
    seen = wordings(person.description, world, state)
    first = _first_sentences(seen[0], 1) if seen and state.characters[who].place == state.place else ""
    known = _facts_about(asked)
    return " ".join(part for part in (f"{person.name}: {first}" if first else "", *known[:1]) if part) or (
        f"You know {person.name} by name, and little more."
    )


def _things(asked: Asked) -> str:
    world, state = asked.world, asked.state
    if of_kind := scene_answers.of_kind(world, state, asked.asked_words):
        return of_kind
    if asked.thing in world.locations and asked.thing != state.place:
        return f"You are not at {name_of(world, asked.thing)}, and cannot see that from here."
    wanting = _named_after_there(asked.asked_words)
    if wanting and (told := mention_of(world, state, wanting, of_the_place=True)):
        return told
    if wanting:
        could = re.sub(r"might\.$", "might know.", who_could_tell(world, state, asked.asked_words, ()))
        return f"You see no {wanting} here. {could}".strip()
    if (within := _named_inside(asked.asked_words)) and not content_of(within) & _here_called(asked):
        if told := mention_of(world, state, within, of_the_place=True):
            return f"{told} There is no more to it than that."
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
    end = next((at for at, word in enumerate(words) if at > 2 and word in PREPOSITIONS), len(words))
    said = [word for word in words[2:end] if word not in ("a", "an", "any", "some", "the", "here")]
    return "" if not said or len(said) > _SHORT or not _ANYTHING.isdisjoint(said) else " ".join(said)


def _named_inside(words: list[str]) -> str:
    """In or on what somebody asks for what there is: "what is in the log"; nothing where it is the place."""
    at = next((at for at, word in enumerate(words) if at and word in _INSIDE), None)
    said = (
        [word for word in words[at + 1 :] if word.isalnum() and word not in _AROUND] if at is not None else []
    )
    return " ".join(said) if len(said) <= _SHORT and _ANYTHING.isdisjoint(said) else ""


def _here_called(asked: Asked) -> set[str]:
    """The roots of what the place and the things in it are called."""
    world, state = asked.world, asked.state
    things = [state.place, *items_here(world, state), *state.carried_items()]
    things += [one.id for one in features(world, state)]
    return set().union(*(roots_of(world, one) for one in things))


_INSIDE = frozenset({"in", "on", "inside", "under", "behind", "beneath"})
_SEEING = frozenset({"see", "spot", "out", "notice", "of"})
_AROUND = frozenset(
    """the a an any some my that this those these here there from anywhere nearby around now still yet room place ground
    floor""".split()
)  # the ground is everywhere: what lies on it lies here
_SHORT = 3  # words of a name
_ANYTHING = frozenset(
    "anything something things thing else nothing anyone someone anybody somebody way ways".split()
)


def _inventory(asked: Asked) -> str:
    thing, carried = asked.thing, asked.state.carried_items()
    fitting = carried_for(asked.world, asked.state, asked.asked_words)
    plainly = asked.asked_words[:1] in (["is"], ["are"])  # "is the rope in my hands?"
    if thing in asked.world.items and (thing in carried or plainly or not fitting):
        return (
            f"{'Yes: you have' if thing in carried else 'No: you do not have'} {name_of(asked.world, thing)}."
        )
    all_of_it = report(asked.world, asked.state, "inventory", ())
    if fitting is None or len(fitting) == len(carried):
        return all_of_it
    names = join_names([name_of(asked.world, one) for one in fitting], "or")
    return f"{names[:1].upper()}{names[1:]}." if names else f"Nothing of that kind. {all_of_it}"


def _health(asked: Asked) -> str:
    return f"{how_hurt(asked.state)} {status_line(asked.world, asked.state)}".strip()


def _time(asked: Asked) -> str:
    world, state = asked.world, asked.state
    now, night = minute_of_day(world, state), is_night(world, state)
    turn = next(
        (hours for hours in range(1, 25) if in_hours(world.clock.night, (now // 60 + hours) % 24) != night),
        None,
    )
    by_hour = not _UNTIL.isdisjoint(asked.asked_words) and _OF_LIGHT.isdisjoint(asked.asked_words)
    ahead = duration_of(world, state, asked.asked_words) if by_hour else None
    if ahead is not None and not ahead.event:
        return f"It is {clock_in_words(now)}: {scene_answers.length_in_words(ahead.minutes)} to go."
    elapsed = set(asked.asked_words) >= _HOW_LONG_HERE or not _ELAPSED.isdisjoint(asked.asked_words)
    since = f"It has been {_length(state.minutes)} since you began. " if elapsed else ""
    light = "It is night" if night else "It is light"
    until = ""
    if turn is not None:
        left = turn * 60 - now % 60
        until = f", and {'the night lasts' if night else 'night is'} {_length(left)}{' more' if night else ' off'}"
    return f"{since}It is {clock_in_words(now)} on day {day(world, state)}. {light}{until}."


_UNTIL = frozenset({"until", "till", "til"})
_OF_LIGHT = frozenset(
    "dark darkness night nightfall dusk dawn light daylight day morning sunrise sunset".split()
)
_ELAPSED = frozenset({"passed", "gone", "elapsed"})


def _length(minutes: int) -> str:
    return f"about {hours_in_words(minutes + 30)}" if minutes >= 60 else "less than an hour"


def _weather(asked: Asked) -> str:
    if climate := scene_answers.climate(asked.world, asked.state, asked.asked_words):
        return climate
    place = asked.world.locations[asked.state.place]
    told = (
        wordings(place.description.night, asked.world, asked.state)
        if is_night(asked.world, asked.state)
        else ()
    )
    where = "You are indoors, out of the weather." if place.indoors else "You are in the open."
    return " ".join((where, _first_sentences(told[0], 1) if told else _time(asked)))


def _self(asked: Asked) -> str:
    world, state = asked.world, asked.state
    looks = wordings(world.player.description, world, state)
    name = world.player.name
    who = f"You are {name if name[:1].isupper() or name.startswith('the ') else 'the ' + name}."
    if (called := state.focus.get(CALLED)) is not None and called.casefold() != name.casefold():
        who = (
            f"You said that your name is {called}. {who}"
            if {"name", "call"} & set(asked.asked_words)
            else (f"{who[:-1]}, and say that your name is {called}.")
        )
    return f"{who} {_first_sentences(looks[0], 1) if looks else status_line(world, state)}"


def _goal(asked: Asked) -> str:
    if any(word.startswith(_OVERLOOKED) for word in asked.asked_words):
        if left := _still_to_look_at(asked):
            return left
        return report(asked.world, asked.state, "hint", asked.suggestions)
    return orientation.bearings(asked.world, asked.state, asked.asked_words, asked.suggestions)


def _last_words(asked: Asked) -> str:
    """What somebody said last, in their words; of those who were met."""
    world, state = asked.world, asked.state
    if any(word.startswith("promise") for word in asked.words):
        given = [promise_in_words(world, one) for one in state.promises.values() if one.status == "open"]
        return " ".join(given[:2]) or "You have promised nothing that still stands."
    teller = asked.asked_words[:1] == ["who"]  # "who told me about the cellar?"
    who = None if teller else asked.thing if asked.thing in world.characters else _person_meant(asked)
    if who is None and not {"he", "she"}.isdisjoint(asked.asked_words):
        who = next(iter(orientation.in_sight(world, state, asked.asked_words)), None)
    if (told := _told_of(asked, who)) is not None:
        return told
    if (told := _words_on(asked, who)) is not None:
        return told
    if who is None and not _SPEAKERS.issuperset(asked.asked_words):
        return _knowledge(asked)  # "what did the depot tell me?": of nobody whom the player has heard
    lines = [(turn, key) for key, turn in state.lines.items() if who is None or key.startswith(f"{who}.")]
    if not lines and who is not None and (spoken := last_said(world, state, who)):
        return " ".join(spoken)
    if not lines:
        name = world.characters[who].name if who in world.characters else ""
        return (
            f"{name} has told you nothing that would help." if name else "Nobody has told you anything yet."
        )
    latest = max(turn for turn, _ in lines)
    speaker, text = "", ""
    for turn, key in lines:
        if turn == latest and (found := line_text(world, key)):
            speaker, text = found
    return (
        f"{speaker} said: \u201c{_first_sentences(text, 2)}\u201d" if text else "You do not recall the words."
    )


def _words_on(asked: Asked, who: str | None) -> str | None:
    """What somebody said of the rest of the question: "what did the boy tell me the pebbles were for"; else None."""
    if who is None or not _OF_SPEECH.search(" ".join(asked.asked_words)):
        return None
    rest = _OF_SPEECH.split(" ".join(asked.asked_words), maxsplit=1)[-1]
    if not content_of(rest) - _VAGUE - content_of("exactly precisely literally first last just"):
        return None
    spoken = [one for one in tellings(asked.world, asked.state) if one.speaker == who]
    found = best_of(asked.world, spoken, rest)
    if found is None and rest.split()[0] in PREPOSITIONS:
        return None  # "what did Bishr say at the gate?": where it was said tells nothing of what
    return in_quotes(asked.world, found) if found is not None else not_told(asked.world.characters[who].name)


def _told_of(asked: Asked, who: str | None) -> str | None:
    """What somebody, or anybody, said of the matter that the question ends in; None where it ends in none."""
    words = list(asked.asked_words)
    if "about" not in words[1:-1]:
        return None
    about = " ".join(words[words.index("about") + 1 :])
    if not content_of(about) - _VAGUE:
        return None
    world, state = asked.world, asked.state
    thing = asked.thing if asked.thing != who else None
    if told := recap(world, state, matter_called(world, about, thing), who):
        return " ".join(told)
    return not_told(world.characters[who].name) if who is not None else not_told()


def _person_meant(asked: Asked) -> str | None:
    """Whom "he" or "she" means: the person in focus; None for anybody."""
    for word, key in (("he", "him"), ("him", "him"), ("she", "her"), ("her", "her"), ("they", "who")):
        if word in asked.words and asked.state.focus.get(key) in asked.world.characters:
            return asked.state.focus[key]
    found = resolve(scope_of(asked.world, asked.state), asked.words, only=frozenset({"person"}))
    return found.thing if found is not None and found.fit >= 82 else None


def _knowledge(asked: Asked) -> str:
    """What the player knows of a matter, or sees; else who might tell."""
    question = asked.question or asked.about
    if asked.state.wounds and _HAPPENED_TO_ME.search(" ".join(asked.asked_words)):
        return _health(asked)
    if own := own_knowledge(asked.world, asked.state, words_of(plain(question)), asked.thing):
        return own
    if asked.thing is None and not content_of(question) - _VAGUE:
        if _OF_KNOWING.isdisjoint(words_of(plain(question))):
            return ""
        return summary(asked.world, asked.state)
    if asked.thing is not None and (now := state_told(asked.world, asked.state, asked.thing, question)):
        return now
    if done := is_it_done(asked.world, asked.state, question):
        return done
    found = answer_from_evidence(asked.world, asked.state, question, roots_of(asked.world, asked.thing))
    if found:
        return found
    if asked.thing in asked.world.characters and not _OF_DOINGS.isdisjoint(asked.asked_words):
        return _doings(asked)
    if not content_of(question) - _VAGUE - roots_of(asked.world, asked.thing):  # "what do I know of Orm?"
        return " ".join(_facts_about(asked)[:2]) or _told_by(asked)
    return ""


def _doings(asked: Asked) -> str:
    """What the player heard of somebody, and where they last saw them: nobody knows what else they are about."""
    world, state, who = asked.world, asked.state, asked.thing
    if who is None:
        return ""
    seen = state.seen_at.get(who)
    last = (
        f"You saw {world.characters[who].name} last at {name_of(world, seen)}."
        if seen not in (None, state.place)
        else ""
    )
    told = recap(world, state, matter_called(world, world.characters[who].name, who))
    return " ".join(part for part in (last, *told[:2]) if part)


def _told_by(asked: Asked) -> str:
    """What somebody themselves said last, of whom nothing is known for certain."""
    told = [key for key in asked.state.lines if key.startswith(f"{asked.thing}.")]
    found = line_text(asked.world, max(told, key=lambda key: asked.state.lines[key])) if told else None
    if found is None:
        return ""
    return f"Nothing for certain. {found[0]} said: \u201c{_first_sentences(found[1], 1)}\u201d"


def _no_answer(asked: Asked) -> str:
    things = (asked.thing,) if asked.thing is not None else ()
    could = who_could_tell(asked.world, asked.state, asked.asked_words, things)
    if could:
        return f"{UNKNOWN}. {could}"
    able = [who for who in hearers(asked.world, asked.state) if not is_animal(asked.world, who)]
    company = [asked.world.characters[who].name for who in able][:2]
    whom = f" You could ask {join_names(company, 'or')}." if company else ""
    inputs = [text[:1].lower() + text[1:] for text in asked.suggestions[:2]]
    onward = f" What you could do: {join_names(inputs, 'or')}." if inputs and not whom else ""
    return f"{UNKNOWN} that yet.{whom or onward}"


def _facts_about(asked: Asked) -> list[str]:
    """Facts that the player knows which speak of the matter, and what everybody knows."""
    world, state = asked.world, asked.state
    wanted = content_of(_names(asked)) - _VAGUE
    known = sorted(state.facts, key=lambda fact: (-state.facts[fact], fact))
    facts = [world.facts[fact].text.strip() for fact in known if wanted & content_of(world.facts[fact].text)]
    common = [
        lore.text.strip()
        for lore in common_lore(world, state)
        if is_touched(lore, lambda key: bool(content_of(key) & wanted))
    ]
    return [*facts, *common]


def _names(asked: Asked) -> str:
    if asked.thing in asked.world.characters:
        return asked.world.characters[asked.thing].name
    return name_of(asked.world, asked.thing) if asked.thing is not None else asked.about


def _how_to(asked: Asked) -> str:
    """What is at hand for it: what eases a need, else the nearest that the scene offers."""
    world, state = asked.world, asked.state
    said = set(asked.words)
    wanted = scene_answers.offer_in(asked.words)
    if wanted is not None and {"where", "anywhere"} & said:
        return _where_offered(asked, wanted)
    for offer, words in scene_answers.WANTED.items():
        if said & words and any(offer in met_by(need) for need in world.needs.values()):
            at_hand = [name_of(world, f.id) for f in features(world, state) if offer in offers_of(f)]
            held = [*items_here(world, state), *state.carried_items()]
            at_hand += [name_of(world, item) for item in held if offer in offers_of(world.items[item])]
            if at_hand:
                any_of = join_names(at_hand[:3], "or")
                return f"{any_of[:1].upper()}{any_of[1:]} would do for that."
            return f"Nothing here would do for that. {_ways_to_try(asked)}"
    likely = nearest(world, state, asked.about)
    if likely:
        return f"You could {join_names([text[:1].lower() + text[1:] for text in likely], 'or')}."
    facts = _facts_about(asked)
    return facts[0] if facts else "Say how you would go about it, and see what comes of it."


def _where_offered(asked: Asked, wanted: Offer) -> str:
    """Where there is something to eat, a fire, a bed: here, or where the player has been; else who might know."""
    world, state = asked.world, asked.state
    found = scene_answers.place_offering(world, state, wanted, state.visited)
    if found is not None:
        place, thing = found
        name = name_of(world, thing)
        if place == state.place:
            return f"{name[:1].upper()}{name[1:]} would do for that."
        way = scene_answers.way_to(world, state, place)
        return f"{name[:1].upper()}{name[1:]} would do for that, at {name_of(world, place)}. {way}".strip()
    could = who_could_tell(world, state, asked.asked_words, ())
    onward = " ".join(part for part in (could, _ways_to_try(asked)) if part)
    return f"Nothing here would do for that, nor where you have been. {onward}"


def _ways_to_try(asked: Asked) -> str:
    """Where comfort is likelier than here: the open ways in under a roof, as one stands outside; else every way."""
    ways = exits(asked.world, asked.state)
    roofs = [
        way
        for way in ways
        if asked.world.locations[way.to].indoors and is_open(asked.world, asked.state, way)
    ]
    if asked.world.locations[asked.state.place].indoors or not roofs:
        return _all_ways(asked, ways)
    return f"You would look for it under a roof: {join_names([_way(asked, way) for way in roofs], 'or')}."


def _danger(asked: Asked) -> str:
    return scene_answers.danger(asked.world, asked.state)


def _death(asked: Asked) -> str:
    return scene_answers.death()


def _possible(asked: Asked) -> str:
    if told := what_if.guess_of_leave(asked.world, asked.state, asked.question or asked.about):
        return told
    facts = _facts_about(asked)
    known = f"{facts[0]} " if facts and asked.thing is not None else ""
    if not known and (seen := _seen_of_it(asked)):
        return seen
    return f"{known}Nothing that you know of forbids it; how it goes, you find out by trying."


def _seen_of_it(asked: Asked) -> str:
    """What is seen of the thing that something might be done to, or that there is none: nobody is left to guess."""
    world, state, words = asked.world, asked.state, asked.asked_words
    at = max((n for n, word in enumerate(words) if word in ("the", "that", "this", "a", "an")), default=0)
    named = " ".join(word for word in words[at + 1 :] if word not in _AROUND and word.isalnum()) if at else ""
    if not named or len(named.split()) > _SHORT:
        return ""
    near = asked.thing in {*items_here(world, state), *(one.id for one in features(world, state))}
    if near and (told := _plain_sight(asked)):
        return f"{_first_sentences(told, 1)} Nothing that you know of forbids it: try it, and see."
    if asked.thing is not None or state.visited.get(named):
        return ""
    missing = missing_thing(world, named, asked.question or asked.about)
    if missing and not mention_of(world, state, missing):
        return f"You see no {missing} here."
    return ""


def _sight(asked: Asked) -> str:
    """Whether somebody or something can be seen from here: what the place's own text names can."""
    world, state, thing = asked.world, asked.state, asked.thing
    if thing in world.characters:
        name = world.characters[thing].name
        return f"Yes: {name} is here." if thing in state.present() else f"No: {name} is not in sight."
    reach = {*items_here(world, state), *(one.id for one in features(world, state)), *state.carried_items()}
    if thing in reach:
        return f"Yes: {name_of(world, thing)}."
    sought = " ".join(_after(asked.asked_words, _SEEING))
    if told := mention_of(world, state, sought, of_the_place=True):
        return told
    if thing in world.threats:
        return standing_answers.threat_place(world, state, thing)
    begun = re.search(
        rf"\b{re.escape(sought)}\b", " ".join(wordings(world.opening, world, state)[:1]), re.IGNORECASE
    )
    sought = begun[0] if begun is not None and sought else sought  # as it is written: "Bersi"
    return (
        f"No: you see no {sought} from here."
        if sought and len(sought.split()) <= _SHORT
        else "No, not from here."
    )


def _plain_sight(asked: Asked) -> str:
    """What anybody who stands there sees of a thing that is asked about; what comes of looking waits for the look."""
    world, state, thing = asked.world, asked.state, asked.thing
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
        return _knowledge(asked)
    told = wordings(shown, world, state)
    return _first_sentences(told[0], _PLAINLY_SEEN) if told else _knowledge(asked)


_PLAINLY_SEEN = 3  # sentences of a description


def _after(words: list[str], verbs: frozenset[str]) -> list[str]:
    """The words of what a question's verb is aimed at, without articles and what only says where."""
    at = next((at for at, word in enumerate(words) if word in verbs), len(words))
    return [word for word in words[at + 1 :] if word.isalnum() and word not in _AROUND]


def _duty(asked: Asked) -> str:
    """Whether one has to do something: what one was told of it, and what one is here for."""
    world, state = asked.world, asked.state
    words = asked.asked_words
    if "my" in words[:-1] and words[0] in ("what", "when", "until", "till", "from", "how"):
        turn = words[words.index("my") + 1]  # "when does my watch start?"
        hours = hours_told(world, state, turn)
        return hours or f"Nobody has told you that. {who_could_tell(world, state, [turn], ())}".strip()
    about = " ".join(words[words.index("to") + 1 :]) if "to" in words else asked.about
    told = answer_from_evidence(world, state, about, set()) or "Nobody has told you that you must."
    goal = goal_of(world, state).strip().replace("*", "")
    return " ".join(part for part in (told, goal and f"What you are after: {goal}") if part)


def _measure(asked: Asked) -> str:
    """How much is left: of what presses, else of a thing, as it is described; of what was spoken of last."""
    world, state = asked.world, asked.state
    if told := level_of(world, state, asked.asked_words):
        return told
    thing = asked.thing or state.focus.get("it")
    if thing not in world.items:
        return report(world, state, "inventory", ())
    has = state.items[thing] == PLAYER
    looks = wordings(world.items[thing].description, world, state)
    counted = _first_sentences(looks[0], 1) if has and looks else ""
    return f"{'You have' if has else 'You do not have'} {name_of(world, thing)}. {counted}".strip()


def _what_if(asked: Asked) -> str:
    return what_if.guess(asked.world, asked.state, asked.question or asked.about)


def _rules(asked: Asked) -> str:
    if told := about_the_game(" ".join(word for word in asked.asked_words if word[0].isalnum())):
        return told
    tried = f" For one: {asked.suggestions[0]}." if asked.suggestions else ""
    return f"Type what you do or say, in your own words; what could go wrong is decided by dice.{tried}"


def _where_is(asked: Asked) -> str:
    world, state, thing = asked.world, asked.state, asked.thing
    if asked.asked_words[:1] == ["what"] and (laid := left_things.laid_here(world, state, thing)):
        return laid
    if thing is None and {"other", "rest"} & set(asked.asked_words):
        thing = left_things.the_other(state)
    if thing is None:
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
            return _ways(asked)
        compass = way.direction[0] in ("north", "south", "east", "west") or "north" in way.direction[0]
        compass = compass or way.direction[0].startswith("south")
        by = f", by {way.name}" if way.name else ""
        return f"{subject} is {way.direction[0]} of here." if compass else f"{subject} is next to here{by}."
    if any(f.id == thing for f in features(world, state)):
        return f"{subject} is here."
    return way_answers.not_seen(world, state, asked.question or asked.about) or "Not here."


def _standing(asked: Asked) -> str:
    return standing_answers.standing(asked.world, asked.state, _person(asked))


def _honesty(asked: Asked) -> str:
    return standing_answers.honesty(asked.world, asked.state, _person(asked), asked.asked_words)


def _company(asked: Asked) -> str:
    return standing_answers.company(asked.world, asked.state, _person(asked))


def _debts(asked: Asked) -> str:
    return standing_answers.debts(asked.world, asked.state, _person(asked))


def _onlookers(asked: Asked) -> str:
    return standing_answers.onlookers(asked.world, asked.state, _person(asked), asked.asked_words)


def _person(asked: Asked) -> str | None:
    return asked.thing if asked.thing in asked.world.characters else _person_meant(asked)


def _to_ask(asked: Asked) -> str:
    """What one could ask somebody who is here: what they would open on and was not spoken of yet."""
    who = _person(asked)
    name = asked.world.characters[who].name if who in asked.state.present() else ""
    offers = [offer for offer in talk(asked.world, asked.state) if f" {name}" in offer][:_MOST_UNLOOKED]
    if not offers:
        return f"You have nothing left that you know to ask {name}." if name else _people(asked)
    return f"You could {join_names([one[:1].lower() + one[1:] for one in offers], 'or')}."


def _senses(asked: Asked) -> str:
    return standing_answers.senses(asked.world, asked.state, asked.words)


def _signs(asked: Asked) -> str:
    """Whether anything here is as asked, in the writer's words; else that nothing is, and what is still unseen."""
    said = sign_asked(asked.asked_words).split()
    sign = " ".join(itertools.takewhile(lambda word: word not in _SINCE, said))
    about = sign.split(" about ")[-1] if " about " in sign else sign
    if not _ODD.isdisjoint(sign.split()) and about == sign:
        return f"Nothing looks out of place at first sight. {_still_to_look_at(asked)}".strip()
    if told := mention_of(asked.world, asked.state, about, of_the_place=True) or _doing_so(asked, sign):
        return told
    nothing = f"is {sign}, that you can see" if sign.split(" ")[0].endswith("ing") else f"looks {sign}"
    return f"Nothing here {nothing}. {_still_to_look_at(asked)}".strip()


def _doing_so(asked: Asked, sign: str) -> str:
    """The sentence of what is in sight that has another form of the word: "burners" of burning."""
    root = re.sub(r"(?:ing|ed)$", "", sign.split(" ")[0])
    near = sentences_in_sight(asked.world, asked.state)
    return next((one for one in near if len(root) > 2 and re.search(rf"\b{re.escape(root)}", one, re.I)), "")


def _cover(asked: Asked) -> str:
    """Whether somebody could keep out of sight here: how easy the place makes it, and what was not looked at yet."""
    ease = asked.world.locations[asked.state.place].hiding
    told = (
        "There is cover enough here for whoever means to hide."
        if ease > 0
        else "There is little here to hide behind."
        if ease < 0
        else "Somebody who kept still might not be seen here."
    )
    return f"{told} {_still_to_look_at(asked)}".strip()


def _still_to_look_at(asked: Asked) -> str:
    """What is in sight and was not looked at closely."""
    world, state = asked.world, asked.state
    near = [one.id for one in features(world, state) if not one.secret and one.id not in state.noticed]
    names = [name_of(world, one) for one in near[:_MOST_UNLOOKED]]
    return f"You have not looked closely at {join_names(names, 'or')} yet." if names else ""


def _threat(asked: Asked) -> str:
    if asked.thing in asked.world.threats:
        return standing_answers.threat_deeds(asked.world, asked.state, asked.thing)
    return _knowledge(asked)


def _gains(asked: Asked) -> str:
    if asked.thing not in asked.world.items and (
        done := own_deed(asked.world, asked.state, asked.thing, asked.asked_words)
    ):
        return done  # "did I get it open?"
    return standing_answers.gains(asked.world, asked.state, asked.thing)


def _looks(asked: Asked) -> str:
    return standing_answers.looks(asked.world, asked.state, asked.thing)


def _deeds(asked: Asked) -> str:
    if told := own_deed(asked.world, asked.state, asked.thing, asked.asked_words):
        return told
    own = asked.asked_words[:2] in (["did", "i"], ["have", "i"], ["did", "we"], ["have", "we"])
    return standing_answers.deeds(asked.world, asked.state, asked.thing, own)


def _first_sentences(text: str, most: int) -> str:
    """The first sentences of a text, on one line."""
    line = " ".join(text.replace("*", "").split())
    end = 0
    for _ in range(most):
        at = min((found for mark in ".!?" if (found := line.find(f"{mark} ", end)) >= 0), default=-1)
        if at < 0:
            end = len(line)
            break
        end = at + 1
    return line[:end][:MOST_QUOTED].strip()


_ANSWERS: dict[str, Callable[[Asked], str]] = {
    "place": _place, "ways": _ways, "people": _people, "leader": _leader, "danger": _danger, "death": _death,
    "who_is": _who_is, "things": _things, "inventory": _inventory,
    "health": _health, "needs": _health, "time": _time, "self": _self, "goal": _goal, "heard": _last_words,
    "known": _knowledge, "how_to": _how_to, "rules": _rules, "possible": _possible, "where_is": _where_is,
    "weather": _weather, "why": _knowledge,
    "company": _company,
    "standing": _standing, "honesty": _honesty,
    "watched": _onlookers, "senses": _senses, "debts": _debts, "gains": _gains,
    "looks": _looks, "threat": _threat, "deeds": _deeds, "what_if": _what_if, "measure": _measure, "sight": _sight,
    "duty": _duty, "to_ask": _to_ask, "signs": _signs, "cover": _cover, "seen": _plain_sight,
}  # fmt: skip
