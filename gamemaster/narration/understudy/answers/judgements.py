"""The Game Master's answers that judge or sum up: what to beware of, whom to trust, how much time is left. Pure.

Out of what the player saw, heard and was told, and what the story holds open; nothing that they could not know.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gamemaster.language.names.normalization import content_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import AUXILIARIES
from gamemaster.language.talk.addressee import is_animal
from gamemaster.language.talk.questions.judgement import LOOKS_OF, fate_asked
from gamemaster.language.wording.stock_lines import clock_in_words, join_names, name_of
from gamemaster.narration.understudy.answers.beside_deeds import shown_of
from gamemaster.narration.understudy.answers.inquiry import Asked, first_sentences
from gamemaster.narration.understudy.answers.orientation import pressing
from gamemaster.narration.understudy.answers.scene_answers import danger
from gamemaster.narration.understudy.answers.standing_answers import leaning, manner, standing
from gamemaster.narration.understudy.answers.story_so_far.evidence import (
    answer_from_evidence,
    line_text,
    mention_of,
    state_told,
    text_of,
    who_might_know,
)
from gamemaster.narration.understudy.answers.story_so_far.recap import (
    latest_known,
    matter_called,
    premise,
    recap,
    what_is_open,
)
from gamemaster.narration.understudy.answers.story_so_far.tellings import sentences_in
from gamemaster.narration.understudy.deeds.senses import make_told, part_at_hand
from gamemaster.rules.conditions import minute_of_day, wordings
from gamemaster.rules.reach import threats_here
from gamemaster.rules.state import StoryState
from gamemaster.rules.threads import goal_of, open_threads
from worlds.schema import PLAYER, World

_MOST = 3
_WARNING = re.compile(  # an order not to do something, or to take care; what is called dangerous
    r"(?:^|[,;:\u2014] ?)(?:(?:and|but|so|then|only|just|please) )*(?:do not|don['\u2019]t|never|careful|beware"
    r"|mind (?:the|your|you)|keep (?:away|off|out|clear|your)|stay (?:away|out|off|in|by|close|here)"
    r"|watch (?:out|for|your|where)|look out|whatever you do|if you (?:hear|see|value))\b"
    r"|\b(?:dangerous|not safe|unsafe|if i were you)\b",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"\b(?:before|until|till|by|at|within) (?:the )?(?:\w+ )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|noon|midnight|dawn|dusk|dark|morning|sunrise|sunset|night|tomorrow|tonight|\d+)\b|\btomorrow\b",
    re.IGNORECASE,
)


def overview_answer(asked: Asked) -> str:
    """What the matter is: what the story starts from, what was learned last, what is still open."""
    world, state = asked.world, asked.state
    known = latest_known(world, state)[: _MOST - 1]
    return " ".join(dict.fromkeys((premise(world), *known, what_is_open(world, state)))).strip()


def caution_answer(asked: Asked) -> str:
    """What to beware of: what stands here, what people warned of, what was learned, and what is open and unsettled."""
    world, state = asked.world, asked.state
    hostile = any(
        state.characters[who].disposition < 0 and state.characters[who].alive for who in state.present()
    )
    here = danger(world, state) if threats_here(state) or hostile else ""
    warned = warnings(world, state)[:2]
    learned = [text for text in latest_known(world, state) if text not in warned] if len(warned) < 2 else []
    told = [part for part in (here, *warned, *learned[: 2 - len(warned)]) if part]
    rest = what_is_open(world, state) if len(told) < _MOST else ""
    return " ".join((*told, rest)).strip() if told or rest else danger(world, state)


def warnings(world: World, state: StoryState) -> list[str]:
    """What people warned the player of, in their words, the latest first."""
    told = []
    for key in sorted(state.lines, key=lambda key: -state.lines[key]):
        found = line_text(world, key)
        if found is not None:
            warned = [one for one in sentences_in(found[1]) if _WARNING.search(one)]
            told += [f"{found[0]} said: \u201c{one}\u201d" for one in warned[:1]]
    return list(dict.fromkeys(told))


def trusted_answer(asked: Asked) -> str:
    """Whom to trust, and who hides something: what each has shown so far, and that none of it is proof."""
    world, state = asked.world, asked.state
    people = _people_known(world, state)
    shown = [line for who in people if (line := leaning(world, state, who))][:_MOST]
    if shown:
        return " ".join((*shown, "That proves nothing; it is how they have been with you so far."))
    seen = [line for who in people if (line := manner(world, state, who))][:1]
    return " ".join(("Nobody has given you reason yet to trust or to doubt them.", *seen))


def everybodys_standing(world: World, state: StoryState) -> str:
    """How those whom the player has met stand to them."""
    people = [who for who in _people_known(world, state) if state.characters[who].met][:_MOST]
    told = [standing(world, state, who) for who in people]
    return " ".join(told) or " ".join(
        (
            "Nobody here knows you yet.",
            *[line for who in state.present() if (line := manner(world, state, who))][:1],
        )
    )


def _people_known(world: World, state: StoryState) -> list[str]:
    """Whom the player has with them, then whom they met elsewhere."""
    met = [who for who, one in state.characters.items() if one.met and one.alive]
    known = dict.fromkeys((*state.present(), *met))
    return [who for who in known if not is_animal(world, who)]


def mood_answer(asked: Asked) -> str:
    """What it is like here: what is heard and felt of the place, and how those who are here go about it."""
    world, state = asked.world, asked.state
    people = [line for who in state.present() if (line := manner(world, state, who))][:_MOST]
    if people and not _BUSY.isdisjoint(asked.asked_words):
        return " ".join(people)  # what they do was asked, and not what it is like here
    people = people[:2]
    ambience = wordings(world.locations[state.place].ambience, world, state)[:1]
    told = [one for text in ambience for one in list(sentences_in(text))[:2]]
    return " ".join((*told, *people)) or "Quiet, and nobody to say what kind of quiet."


_BUSY = frozenset("do doing up busy".split())


def in_time_answer(asked: Asked) -> str:
    """Whether there is time: the hour, what was told of what is waited for, and what has to be done by when."""
    world, state = asked.world, asked.state
    now = f"It is {clock_in_words(minute_of_day(world, state))}."
    told = answer_from_evidence(world, state, asked.question or asked.about, set())
    due = deadline(world, state)
    told = (
        "" if due and told not in due else told
    )  # by when it has to be done says more than what shares a word
    if not due and not told:
        return f"{now} Nothing that you know of waits for you by the clock. {pressing(world, state)}".strip()
    return " ".join(dict.fromkeys(part for part in (now, told, due) if part))


def deadline(world: World, state: StoryState) -> str:
    """By when the player has to have done what they are after, as far as the story says so."""
    said = (
        goal_of(world, state),
        *(one.text for one in open_threads(world, state)),
        world.goal,
        world.summary,
    )
    parts = (one for text in said for one in sentences_in(text))
    return next((one for one in parts if _DATED.search(one)), "")


def fate_answer(asked: Asked) -> str:
    """Whether somebody is dead or alive, as far as the player knows."""
    world, state = asked.world, asked.state
    text = " ".join(word for word in asked.asked_words if word[0].isalnum())
    found = fate_asked(text)
    about = found[0] if found is not None else asked.about
    who = asked.thing if asked.thing in world.characters else None
    if who is not None and who in state.present():
        return f"{name_of(world, who)[:1].upper()}{name_of(world, who)[1:]} is here, and alive."
    wanted = content_of(about)
    still = [
        one.text.replace("*", "") for one in open_threads(world, state) if wanted & content_of(one.text)
    ][:1]
    told = recap(world, state, matter_called(world, about, asked.thing))[:1]
    opening = [
        one
        for text in wordings(world.opening, world, state)[:1]
        for one in sentences_in(text)
        if wanted & content_of(one)
    ][-1:]
    known = " ".join(dict.fromkeys((*told, *(still or opening))))
    return f"You do not know that for certain. {known}" if known else ""


def appearance_answer(asked: Asked) -> str:
    """What somebody looks like who is not here, as the player saw them; that they have not, where it is so."""
    world, state = asked.world, asked.state
    found = LOOKS_OF.fullmatch(" ".join(word for word in asked.asked_words if word[0].isalnum()))
    called = found["who"] if found is not None else asked.about
    if asked.thing in state.seen_at or asked.thing in state.present():
        texts = wordings(world.characters[asked.thing].description, world, state)[:1]
        return " ".join(one for text in texts for one in list(sentences_in(text))[:_MOST])
    return f"You have not seen {called} yet."


def of_somebody_here(asked: Asked) -> str:
    """The answer to a question whose subject is somebody who is here: "would Otis let me up?"; else empty."""
    words = asked.asked_words
    if len(words) < _LEAST or words[0] not in AUXILIARIES:
        return ""
    who, _ = leading_person(scope_of(asked.world, asked.state), words[1:], by_name=True)
    return by_eye_answer(replace(asked, about=str(who))) if who in asked.state.present() else ""


_LEAST = 3  # words
_GUESSED = frozenset("would will could can might may should".split())


def by_eye_answer(asked: Asked) -> str:
    """What the player can tell of somebody who is here by looking at them, and by what they were told of them."""
    world, state, who = asked.world, asked.state, asked.thing
    if who not in world.characters:
        return _thing_by_eye(asked)
    question = asked.question or asked.about
    names = content_of(" ".join((world.characters[who].name, *world.characters[who].aliases)))
    told = answer_from_evidence(world, state, question, set()) if content_of(question) - names else ""
    if told and content_of(told) & (content_of(question) - names):
        return told
    shown = [part for part in (leaning(world, state, who), manner(world, state, who)) if part]
    first = asked.asked_words[0]
    doubt = (
        "You can only guess."
        if first in _GUESSED
        else "Little of it shows."
        if first in ("how", "what")
        else "Nothing that shows says so."
    )
    return " ".join((doubt, *shown[:2]))


def _thing_by_eye(asked: Asked) -> str:
    """What a thing's description tells of what is asked of it; that nothing more shows, where it tells nothing."""
    world, state, thing = asked.world, asked.state, asked.thing
    question = asked.question or asked.about
    if thing is None or part_at_hand(world, state, thing) is None:
        return answer_from_evidence(world, state, question, set()) or _not_by_looking(asked)
    if now := state_told(world, state, thing, question):
        return now
    told = list(sentences_in(text_of(world, state, thing)))
    wanted = content_of(question) - content_of(name_of(world, thing)) - _OF_MEASURE
    if not wanted and not _OF_MEASURE & content_of(question):
        return " ".join(told[:_MOST])  # "what is in there?"
    near = [one for one in told if content_of(one) & content_of(question) - content_of(name_of(world, thing))]
    if near:
        return " ".join(near[:_MOST])
    if made := make_told(world, state, thing, question):
        return made
    unseen = "" if thing in state.noticed else first_sentences(next(shown_of(world, state, thing), ""), 2)
    return f"{unseen} More than that it does not show." if unseen else _not_by_looking(asked)


NOT_BY_LOOKING = ("Looking does not tell you that.", "Not that you can tell by looking.")


def _not_by_looking(asked: Asked) -> str:
    """That no look tells it, and who here may know."""
    plainly = NOT_BY_LOOKING[next(iter(asked.asked_words), "") not in ("how", "what")]
    could = who_might_know(asked.world, asked.state, asked.asked_words)
    return f"{plainly} {could}" if could.endswith("might know.") else plainly


# Words of a question that measures: of these one of another measure tells nothing.
_OF_MEASURE = content_of("long big wide deep high tall heavy old thick large")
_WHOSE = re.compile(
    r"(?:\w+ )?whose (?P<x>.+?)(?: (?:is|are|was|were) (?:this|that|it|they|these|those|there|here))?"
)


def whose_answer(asked: Asked) -> str:
    """Whose a thing is, as far as it shows; empty where nothing of the kind is in sight."""
    world, state = asked.world, asked.state
    found = _WHOSE.fullmatch(" ".join(word for word in asked.asked_words if word[0].isalnum()))
    if found is None:
        return ""
    if asked.thing in world.items and (owner := world.items[asked.thing].owner) is not None:
        if owner in state.seen_at or owner in state.present():
            return f"{world.characters[owner].name}'s, as far as you know."
        if owner == PLAYER:
            return "Yours."
    seen = mention_of(world, state, found["x"])
    return f"{seen} Whose, it does not say." if seen else ""


def meanwhile_answer(asked: Asked) -> str:
    """What can be told of what happened while the player was away: whom they find, and how."""
    world, state = asked.world, asked.state
    here = [line for who in state.present() if (line := manner(world, state, who))][:2]
    names = [world.characters[who].name for who in state.present()]
    found = " ".join(here) or (f"You find {join_names(names)} here." if names else "")
    return f"What went on meanwhile, you did not see. {found}".strip()
