"""Who is asked, without being named, about what they have just said: "why?", a few of their own words. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.tables.function_words import AUXILIARIES, QUESTION_WORDS
from gamemaster.language.talk.addressee import hearers_in, is_animal, last_partner
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
    words = _without_pardon(scope, words)
    named = addressed_person(scope, words) or called_last(scope, words)
    if named is not None:
        here, words = [who for who in here if who == named[0]], named[1]
    if not here or not words:
        return None
    if follow_up_of(words) is not None:
        who = here[0] if named is not None else _last_to_speak(scope, here, partner)
        return (who, words) if who is not None else None
    if partner in here and _is_left_open(words):
        return str(partner), words[: words.index(",")] if "," in words else words
    if asked and named is None and partner in here and _is_of_those_told_of(scope, words, str(partner)):
        return str(partner), words
    if len(words) > _LONGEST_ECHO or not (asked or words[-1] in QUESTION_WORDS):
        return None
    if words[0] in AUXILIARIES and words[1:2] == ["i"]:
        return None  # "did I eat the stew?" is after the player's own deeds
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


def _without_pardon(scope: Scope, words: list[str]) -> list[str]:
    """What was not followed, without the "sorry" before it, which asks nobody's pardon: "sorry, I didn't get that"."""
    said = words[2 if words[1:2] == [","] else 1 :] if words[:1] == ["sorry"] else words
    named = addressed_person(scope, said) if said else None
    return said if said and follow_up_of(named[1] if named is not None else said) is not None else words


def _is_left_open(words: list[str]) -> bool:
    """Whether words only leave open what was said: "let go of what?", "let go of what, underneath what?"."""
    parts = " ".join(words).split(" , ")
    ends = all(_ENDS_OPEN.fullmatch(part) is not None for part in parts)
    return ends and words[0] not in QUESTION_WORDS | AUXILIARIES


# "Tell me what" and "you know what" leave nothing of theirs open.
_ENDS_OPEN = re.compile(
    r"(?!(?:you|tell|guess|so|say|know|ask|i|we|and|but|or|no) )(?:[a-z']+ ){1,4}(?:what|whom?)"
)


def _is_of_those_told_of(scope: Scope, words: list[str], partner: str) -> bool:
    """Whether "who are they?" can only be after those of whom somebody has just spoken: nobody else is in sight."""
    if words[0] not in QUESTION_WORDS or _THOSE.isdisjoint(words) or len(words) > _LONGEST_ECHO:
        return False
    alone = all(who == partner for who in scope.people if not is_animal(scope.world, who))
    last = next(iter(sayings_of(scope.world, scope.state, partner)), None)
    return alone and last is not None and last.turn == scope.state.turn > 0


_THOSE = frozenset({"they", "them", "those"})


def _last_to_speak(scope: Scope, here: list[str], partner: str | None) -> str | None:
    """Whoever spoke last: the one talked with, unless somebody has said something since."""
    turns = {who: next((one.turn for one in sayings_of(scope.world, scope.state, who)), 0) for who in here}
    last = max(here, key=lambda who: (turns[who], who == partner))
    if partner in here and turns[last] <= turns[partner]:
        return partner
    return last if _is_fresh(scope, turns[last]) else partner if partner in here else None


def _is_fresh(scope: Scope, turn: int) -> bool:
    return turn > 0 and scope.state.turn - turn < _FRESH
