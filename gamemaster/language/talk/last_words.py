"""Who is asked, without being named, about what they have just said: "why?", a few of their own words. Pure."""

from __future__ import annotations

from gamemaster.language.names.normalization import content_of
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.tables.function_words import QUESTION_WORDS
from gamemaster.language.talk.addressee import hearers_in, last_partner
from gamemaster.language.talk.direct_address import addressed_person, called_last
from gamemaster.language.talk.questions.follow_ups import follow_up_of
from gamemaster.language.talk.said_before import phrase_echoed, run_said_back, sayings_of, what_is_echoed

_FRESH = 2  # turns for which words that were not part of a talk are asked about
_LONGEST_ECHO = 8  # words


def followed_up(scope: Scope, words: list[str], asked: bool) -> tuple[str, list[str]] | None:
    """Whoever is here and is asked about their last words, and the words; None where they are no such question."""
    here = hearers_in(scope)
    if not here:
        return None
    partner = last_partner(scope.state)
    named = addressed_person(scope, words) or called_last(scope, words)
    if named is not None:
        here, words = [who for who in here if who == named[0]], named[1]
    if not here or not words:
        return None
    if follow_up_of(words) is not None:
        who = here[0] if named is not None else _last_to_speak(scope, here, partner)
        return (who, words) if who is not None else None
    if len(words) > _LONGEST_ECHO or not (asked or words[-1] in QUESTION_WORDS):
        return None
    said = content_of(" ".join(words))
    for who in sorted(here, key=lambda one: one != partner):
        sayings = sayings_of(scope.world, scope.state, who)
        if named is None and who != partner:
            sayings = [one for one in sayings if _is_fresh(scope, one.turn)]
        if words[0] in QUESTION_WORDS:
            if asked and run_said_back(sayings, words) is not None:
                return who, words
            continue
        if asked and said and what_is_echoed(sayings, said) is not None:
            return who, words
        if phrase_echoed(sayings, words) is not None:
            return who, words
    return None


def _last_to_speak(scope: Scope, here: list[str], partner: str | None) -> str | None:
    """Whoever spoke last: the one talked with, unless somebody has said something since."""
    turns = {who: next((one.turn for one in sayings_of(scope.world, scope.state, who)), 0) for who in here}
    last = max(here, key=lambda who: (turns[who], who == partner))
    if partner in here and turns[last] <= turns[partner]:
        return partner
    return last if _is_fresh(scope, turns[last]) else partner if partner in here else None


def _is_fresh(scope: Scope, turn: int) -> bool:
    return turn > 0 and scope.state.turn - turn < _FRESH
