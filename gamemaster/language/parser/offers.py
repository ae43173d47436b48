"""Something of the player's own that is offered to somebody. Pure."""

from __future__ import annotations

from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.parser.parse_state import ParseState
from gamemaster.language.talk.addressee import hearers
from gamemaster.language.talk.offerings import offered_in
from gamemaster.language.talk.speech_acts import addressed_person, listener


def read_offer(parse: ParseState, words: list[str], asked: bool) -> bool:
    """Something of the player's own that somebody is offered: "cigarette?", "here, have a smoke, Otis"."""
    if not hearers(parse.scope.world, parse.scope.state):
        return False
    named = addressed_person(parse.scope, words) or _name_at_the_end(parse, words)
    who, said = named if named is not None else (listener(parse.scope, words), words)
    offer = offered_in(parse.scope, who, said, asked=asked) if who in parse.scope.people else None
    if offer is None or (named is None and not asked and words[:1] != ["here"]):
        return False  # "have a smoke" alone is for oneself
    parse.note_words(words, "act")
    bare = [word for word in said if word.isalnum()]
    parse.add([offer], ["a", *bare] if len(bare) == 1 else bare, whole=True)
    return True


def _name_at_the_end(parse: ParseState, words: list[str]) -> tuple[str, list[str]] | None:
    """Whoever is here and is named after the last comma, and what comes before it."""
    at = len(words) - 1 - words[::-1].index(",") if "," in words else 0
    who, length = leading_person(parse.scope, words[at + 1 :], by_name=True) if at else (None, 0)
    return (str(who), words[:at]) if who in parse.scope.people and at + 1 + length == len(words) else None
