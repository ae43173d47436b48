"""What somebody is asked to do that people here could do: to hand something over, or to go somewhere. Pure."""

from __future__ import annotations

from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import one_of, parts_of
from worlds.schema import NOWHERE

_LEADS = frozenset("please to just and then now kindly will would could can you not".split())
_HANDING = frozenset("give hand lend loan pass bring throw toss sell slip surrender spare return".split())
_LETTING = frozenset({("let", "me", "have"), ("let", "me", "use"), ("let", "me", "borrow"), ("part", "with")})
_GOING = frozenset("go walk run head move step return wait".split())
_TO_ME = frozenset({"me", "us", "over", "back", "up"})


def asked_for(scope: Scope, who: str, words: list[str]) -> str | None:
    """The thing of theirs that somebody is asked to hand over, or the place that they are asked to go to."""
    words = [word for word in words if word.isalnum()]
    while words and words[0] in _LEADS:
        words = words[1:]
    letting = next((len(form) for form in _LETTING if tuple(words[: len(form)]) == form), 0)
    if letting or (words[:1] and words[0] in _HANDING):
        rest = words[letting or 1 :]
        while rest and rest[0] in _TO_ME:
            rest = rest[1:]
        return _held_by(scope, who, rest)
    if (
        words[:1] and words[0] in _GOING and "and" not in words
    ):  # and what is to be done there is another matter
        return _place_in(scope, words[1:])
    return None


def _held_by(scope: Scope, who: str, words: list[str]) -> str | None:
    """The thing that these words name, if this person has it: "it" is what was last spoken of."""
    phrase = next(iter(parts_of(scope, words).direct()), [])
    if phrase in (["it"], ["them"], ["that"]):
        thing = scope.focus.get(phrase[0])
    else:
        found = one_of(scope, phrase, frozenset({"item"})) if phrase else None
        thing = found[0] if found is not None else None
    return thing if thing is not None and scope.state.items.get(thing, NOWHERE) == who else None


def _place_in(scope: Scope, words: list[str]) -> str | None:
    for _, phrases in parts_of(scope, words).segments:
        for phrase in phrases:
            found = one_of(scope, phrase, frozenset({"place"}))
            if found is not None and found[0] in scope.world.locations and found[0] != scope.state.place:
                return found[0]
    return None
