"""What the player knows themselves: of a matter, whom they have met, what happened of late, what they are called. Pure.

Told from the state: facts they learned, what people said to them, and what they knew when the story began.
"""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.talk.addressee import is_animal
from gamemaster.language.talk.questions.own_mind import (
    NOTED,
    OF_A_MATTER,
    OF_LATE,
    SUMMARY,
    SUSPECTS,
    WAS_TOLD,
    WHERE_BEEN,
    WHETHER_MET,
    WHO_SAID,
    WHOM_MET,
    WHOM_NOT_MET,
    told_of,
)
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.narration.understudy.answers.orientation import SEEN_AS
from gamemaster.narration.understudy.answers.story_so_far.evidence import answer_from_evidence
from gamemaster.narration.understudy.answers.story_so_far.own_deeds import of_a_meeting
from gamemaster.narration.understudy.answers.story_so_far.recap import (
    Matter,
    lessons,
    matter_called,
    not_told,
    notes,
    recap,
    summary,
)
from gamemaster.narration.understudy.answers.story_so_far.tellings import (
    best_of,
    in_quotes,
    sentences_in,
    tellings,
)
from gamemaster.rules.conditions import wordings
from gamemaster.rules.lore import common_lore, is_touched
from gamemaster.rules.state import StoryState
from worlds.schema import World

_ALL_OF_IT = content_of(
    "all this everything case matter mystery story situation place thing murder what is going on"
)
_AT_A_PLACE = re.compile(
    r"\b(?:on|at|from|up on|down in|in) (?:the |this )?(?P<place>(?!all\b|here\b)\w+(?: \w+)?)$"
)
_LATE = 12  # turns
_SAYING = frozenset("said say says told tell tells mentioned explained claimed".split())
_OF_KNOWING = content_of(
    "know learn learned learnt found find out so discovered far please short me what all case lines clues"
)
_MOST_TOLD = 2
_ANYBODY = frozenset({"", "anybody", "anyone", "somebody", "someone", "people", "everybody", "everyone"})


def own_knowledge(world: World, state: StoryState, asked: list[str], thing: str | None = None) -> str:
    """The answer to a question about what the player knows themselves; empty where it asks something else.

    `thing`: what its matter was read as.
    """
    text = " ".join(word for word in asked if word[0].isalnum())
    if WHOM_NOT_MET.fullmatch(text):
        return _people_not_spoken_with(world, state)
    if WHOM_MET.fullmatch(text):
        where = _AT_A_PLACE.search(text)
        return _known_there(world, state, where["place"]) if where else _people_met(world, state)
    if (met := WHETHER_MET.fullmatch(text)) is not None:
        named = leading_person(scope_of(world, state), met["x"].split(), by_name=True)[0]
        return of_a_meeting(world, state, thing if thing in world.characters else named)
    if WHERE_BEEN.fullmatch(text):
        been = [name_of(world, place) for place in state.visited]
        return f"You have been at {join_names(been)}."
    if OF_LATE.fullmatch(text):
        return _of_late(world, state)
    if SUSPECTS.fullmatch(text):
        return _suspects(world, state)
    if (short := SUMMARY.fullmatch(text)) is not None:
        return _in_short(world, state, " ".join(asked), short["x"])
    if (said := WHO_SAID.fullmatch(text)) is not None:
        return _who_said(world, state, said["x"])
    if (asked_if := WAS_TOLD.fullmatch(text)) is not None:
        return answer_from_evidence(world, state, asked_if["x"], set()) or not_told()
    if (noted := NOTED.fullmatch(text)) is not None:
        own = _of_a_matter(world, state, noted["x"], thing)
        return own or answer_from_evidence(world, state, noted["x"], set())
    if (told := told_of(text)) is not None:
        return _told_by(world, state, told[0], told[1], thing)
    found = OF_A_MATTER.fullmatch(text)
    return _of_a_matter(world, state, found["x"], thing) if found is not None else ""


def _in_short(world: World, state: StoryState, asked: str, about: str) -> str:
    """The summary that is asked for: of what one person said, of each matter that is listed, else of everything."""
    who = next(
        (one for word in about.split() if (one := teller_called(world, state, word)) is not None), None
    )
    if who is not None and not _SAYING.isdisjoint(about.split()):
        return summary(world, state, who)
    after = re.split(r":|\b(?:of|on|about|for me)\b", asked, maxsplit=1)
    listed = re.split(r",|:|\band\b", after[1]) if len(after) > 1 else []
    matters = [" ".join(one.split()) for one in listed if content_of(one) - _ALL_OF_IT - _OF_KNOWING]
    return notes(world, state, matters) if matters else summary(world, state)


def _who_said(world: World, state: StoryState, words: str) -> str:
    """Who said a thing, in what words; that nobody did, where it is so."""
    spoken = [one for one in tellings(world, state) if one.speaker in world.characters]
    found = best_of(world, spoken, words)
    return in_quotes(world, found) if found is not None else "Nobody has said so to you, that you remember."


def _people_met(world: World, state: StoryState) -> str:
    met = [
        who
        for who, one in state.characters.items()
        if (one.met or who in state.present()) and not is_animal(world, who)
    ]
    if not met:
        return "You have met nobody yet."
    here = [world.characters[who].name for who in met if who in state.present()]
    others = [world.characters[who].name for who in met if who not in state.present()]
    if not others:
        return f"You have met {join_names(here)}, here with you."
    with_you = f" {join_names(here)} {'is' if len(here) == 1 else 'are'} here with you." if here else ""
    return f"You have met {join_names([*others, *here])}.{with_you}"


def _people_not_spoken_with(world: World, state: StoryState) -> str:
    """With whom of those whom the player has come across they have not spoken; who else there may be, is not told."""
    seen = [who for who in dict.fromkeys((*state.present(), *state.seen_at)) if not is_animal(world, who)]
    left = [who for who in seen if state.characters[who].alive and not state.characters[who].met]
    told = [
        f"{world.characters[who].name} ({'here' if who in state.present() else 'last at ' + name_of(world, place)})"
        for who in left
        for place in (state.seen_at.get(who, state.place),)
    ]
    if told:
        return f"Of those you have come across, you have not spoken with {join_names(told, 'or')}."
    rest = "There may be others whom you have not come across yet."
    return f"{_people_met(world, state)} {rest}" if seen else f"You have come across nobody yet. {rest}"


def _known_there(world: World, state: StoryState, place: str) -> str:
    """Whom the player was told of, or met, at a place: "who do we know on the ninth floor?"."""
    told = recap(world, state, matter_called(world, place))
    return " ".join(told[:_MOST_TOLD]) or "Nobody that you have met or heard of."


def _of_late(world: World, state: StoryState) -> str:
    learned = sorted(state.facts, key=lambda fact: -state.facts[fact])
    late = [world.facts[one].text.strip() for one in learned if state.turn - state.facts[one] < _LATE]
    return " ".join(late[:_MOST_TOLD]) or "Nothing that you saw or heard of."


def _of_a_matter(
    world: World, state: StoryState, about: str, thing: str | None, who: str | None = None
) -> str:
    """What was said of it and by whom, facts that speak of it, then what the player knew from the beginning."""
    matter = matter_called(world, about, thing)
    if not matter.wanted or (matter.wanted <= _ALL_OF_IT and who is None):
        return summary(world, state, who)
    told = recap(world, state, matter, who)
    for word in sorted(matter.wanted) if not told and len(matter.wanted) > 1 else ():
        told = told or recap(world, state, Matter(frozenset({word})), who)
    if told or who is not None:
        return " ".join(told)
    told = [
        lore.text.strip()
        for lore in common_lore(world, state)
        if is_touched(lore, lambda key: bool(content_of(key) & matter.wanted))
    ][:1]
    if not told:
        opening = " ".join(wordings(world.opening, world, state)[:1])
        told = [one for one in _with_what_leads_up(list(sentences_in(opening))) if matter.is_in(one)][
            :_MOST_TOLD
        ]
    return " ".join(told) or _only_a_name(world, state, about)


def _with_what_leads_up(sentences: list[str]) -> list[str]:
    """Sentences, of which a very short one is told with the one before it: "Eddie is not."."""
    joined: list[str] = []
    for one in sentences:
        if joined and len(one) < _SHORT:
            joined[-1] = f"{joined[-1]} {one}"
        else:
            joined.append(one)
    return joined


_SHORT = 30  # characters


def _told_by(world: World, state: StoryState, called: str, about: str, thing: str | None) -> str:
    """What somebody, or anybody, told the player of a matter; that nobody did, where it is so."""
    who = teller_called(world, state, called) if called not in _ANYBODY else None
    if called not in _ANYBODY and who is None:
        silent = _person_called(world, list(state.seen_at), called)
        whom = world.characters[silent].name if silent is not None else "anybody called so"
        return not_told(whom)
    found = _of_a_matter(world, state, about, thing, who)
    name = world.characters[who].name if who is not None else "anybody"
    return found or not_told(name)


def teller_called(world: World, state: StoryState, called: str) -> str | None:
    """Whoever of those who have spoken to the player goes by these words: a name, "the boy", "he"."""
    said = _name_in(called)
    keys = sorted(state.lines, key=lambda key: -state.lines[key])
    heard = dict.fromkeys(key.partition(".")[0] for key in keys)
    speakers = [who for who in heard if who in world.characters]
    if (named := _person_called(world, speakers, called)) is not None:
        return named
    alike = [who for who in speakers if said <= SEEN_AS.keys() and _is_like(world, who, said)]
    faced = [state.focus.get(key) for key in ("who", "him", "her", "you")]
    return next((one for one in faced if one in alike), next(iter(alike), None))


def _name_in(called: str) -> set[str]:
    return set(words_of(plain(called))) - {"the", "a", "an", "my", "that"}


def _person_called(world: World, people: list[str], called: str) -> str | None:
    """The first of these people who goes by the words as a name."""
    said = _name_in(called)
    for who in people if said else ():
        one = world.characters[who]
        if any(said <= set(words_of(plain(name))) for name in (one.name, *one.aliases)):
            return who
    return None


def _is_like(world: World, who: str, said: set[str]) -> bool:
    return bool(said) and all(world.characters[who].pronoun in SEEN_AS[word] for word in said)


def _suspects(world: World, state: StoryState) -> str:
    """Whom one suspects is the player's own to say; what was learned last may help."""
    last = lessons(world, state)[:_MOST_TOLD]
    known = (
        f" What you learned last: {' '.join(last)}" if last else " You have learned nothing for certain yet."
    )
    return f"Whom you suspect, you have not said.{known}"


def _only_a_name(world: World, state: StoryState, about: str) -> str:
    named = next(
        (
            one.name
            for who, one in world.characters.items()
            if state.characters[who].met and content_of(about) <= content_of(one.name)
        ),
        None,
    )
    return f"You have met {named}, and know nothing more for certain." if named else ""
