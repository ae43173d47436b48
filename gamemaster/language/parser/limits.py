"""What a player will not do in the same breath binds the deed beside it: "open the door, but don't go in". Pure."""

from __future__ import annotations

import re

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.noun_index import resolve
from gamemaster.language.parser.parse_state import NAMED_FIT, ParseState
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import route

_FORMS = Forms(__name__)
_WORDS = Words(__name__)


def take_nothing(parse: ParseState) -> None:
    """ "Lift the mattress just to look, leave whatever is there": a look at it, where a rule would bring it along."""
    said = [part.strip().removeprefix("i ") for one in parse.clauses for part in one.text.split(",")]
    if not any(_FORMS["nothing_taken"].fullmatch(part) for part in said):
        return
    scope = parse.scope
    for at, intent in enumerate(parse.intents):
        handled = intent.verb in _WORDS["handling"] and len(intent.objects) == 1
        if handled and (intent.verb, intent.objects[0]) in scope.nouns.ruled:
            parse.intents[at] = intent.model_copy(update={"verb": "examine", "rule": None})
    if parse.problem is not None and parse.problem.about.startswith(
        ("whatever", "what i find", "everything")
    ):
        parse.problem = None


def keep_out(parse: ParseState) -> None:
    """Whoever opens a door, or goes up to one, and says that they do not go in, stays before it."""
    barred = [found for one in parse.clauses if (found := _barred_by(one.text)) is not None]
    if not barred:
        return
    for at in range(len(parse.intents) - 1, -1, -1):
        intent = parse.intents[at]
        if intent.verb == "wait" and intent.minutes is None and _barred_by(intent.words) is not None:
            del parse.intents[at], parse.sure[at]  # "look in, but stay outside" is no wait
    for at in range(len(parse.intents) - 1, -1, -1):
        intent = parse.intents[at]
        to = intent.objects[0] if intent.objects else ""
        if (
            intent.verb not in _WORDS["entering"]
            or to not in parse.scope.world.locations
            or intent.role != "act"
        ):
            continue
        if not any(_is_meant(parse, found, to) for found in barred):
            continue
        world = parse.scope.world
        state = parse.scope.state.model_copy(update={"place": parse.start})
        path = route(world, state, to, through_unknown=True, through_shut=True) or [to]
        if len(path) > 1 and intent.verb not in _WORDS["opens"]:
            parse.intents[at] = intent.model_copy(update={"objects": (path[-2],), "tool": None})
        else:
            parse.intents[at] = _at_the_door(parse, intent, to)
            parse.sure[at] = 1.0
        for before in range(at - 1, -1, -1):  # "use the card and open it": the key is used by going in, too
            one = parse.intents[before]
            if one.verb in _WORDS["opens"] and one.role == "act" and one.objects[:1] == (to,):
                del parse.intents[before], parse.sure[before]
        return


def _barred_by(text: str) -> str | None:
    """What is not to be entered, an empty word where nothing is named; None where nothing is barred."""
    parts = [part for part in re.split(r" ?,| then | but | and ", text) if part]
    for part in parts:
        if (found := _FORMS["barred"].fullmatch(part.strip().removeprefix("i ").strip())) is not None:
            return (found["place"] or "").strip()
    return None


def _is_meant(parse: ParseState, named: str, to: str) -> bool:
    words = [word for word in named.split() if word not in _WORDS["any_place"]]
    if not words:
        return True
    found = resolve(parse.scope, words, frozenset({"place"}), frozenset({"place"}))
    return found is not None and found.fit >= NAMED_FIT and found.thing == to


def _at_the_door(parse: ParseState, intent: Intent, to: str) -> Intent:
    """What is seen of a place by whoever does not go in: whether its door gives."""
    name = parse.scope.world.locations[to].name.casefold()
    way = next((way.name for way in parse.scope.world.locations[parse.start].exits if way.to == to), None)
    words = f"is {way or name} locked"
    if _WORDS["doors"].isdisjoint(f"{intent.words} {way or name}".split()):
        return Intent(verb="examine", objects=(to,), words=intent.words)  # no door is there to be tried
    return Intent(verb="inform", role="question", topic="ways", words=words)
