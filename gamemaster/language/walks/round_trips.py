"""Walks there and back within one input: "fetch the rope from the shed and come straight back with it". Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person, one_of
from gamemaster.rules.proposal import Intent
from worlds.verbs import PERCEIVE

_WITH_IT = r"(?: with (?:it|them|him|her|me|(?:the|my|what|that|some|a) .+))?"
_BY = r"(?: (?:straight|right|quickly|at once|quietly|again|then|home|all the way))*"
_AT = r"(?: (?:here|again|inside|outside|in|out|up|down|at once|straight ?away))*"
_GOING = "come|go|head|walk|run|hurry|get|be|dash|rush|step|pop|turn|climb|creep|sneak|trot|jog"
_CARRYING = "bring|carry|take|haul|lug|drag|get|fetch"
_HOMEWARD = re.compile(
    rf"(?:i )?(?:(?:{_GOING}){_BY} back{_AT}{_WITH_IT}"
    rf"|come with (?:it|them)|return{_AT}{_WITH_IT}|(?:straight |right )?back{_AT}{_WITH_IT}"
    rf"|(?:{_CARRYING}) (?:it|them|him|her|(?:the|some|a|my) [a-z]+(?: [a-z]+)?){_BY} (?:back(?: here| with me)?|here))"
)
_HANDING = frozenset("give hand show bring offer pass return deliver take feed tell".split())
_FETCHING = frozenset("bring fetch get carry take grab".split())
_OUTWARD = frozenset({"go", "climb", "sneak", "flee", "swim", "jump"})
_ONWARD = frozenset("up down back out over across along in again".split())
_SHORTEST = 6  # words of "bring wine from cellar to Odile"


def goes_back(clause: list[str]) -> bool:
    """Whether a clause is nothing but the way back to where a walk began."""
    return _HOMEWARD.fullmatch(" ".join(word for word in clause if word not in (",", "then"))) is not None


def is_walk_back(clause: list[str]) -> bool:
    """Whether a clause is a walk back to somebody: "come back to Layla"."""
    return re.match(rf"(?:(?:{_GOING}){_BY} back|return) to ", " ".join(clause)) is not None


def without_directions(clause: list[str]) -> list[str]:
    """A clause that hands something over, without the way it is brought: "bring it down to Jory"."""
    return [word for at, word in enumerate(clause) if at < 2 or word not in _ONWARD]


def has_set_out(scope: Scope, start: str, intents: list[Intent]) -> bool:
    """Whether what was ordered so far leads away from where the turn began."""
    places = scope.world.locations.keys() - {start}
    return scope.state.place != start or any(
        (one.verb == "take" and one.recipient in places)
        or (one.verb in _OUTWARD and not places.isdisjoint(one.objects))
        for one in intents
        if one.role == "act"
    )


def meets_again(scope: Scope, met: frozenset[str], clause: list[str], *, fetching: bool) -> bool:
    """Whether a clause hands something to, or brings word to, somebody who stayed where the walk began.

    A question is put to whoever is at the walk's end: nobody walks back for one.
    `fetching`: the walk is that to a thing which is named, and the scene was not yet seen from its end.
    """
    if SPEECH in clause or is_company(scope, clause) or not (clause[0] in _HANDING or is_walk_back(clause)):
        return False
    tells = clause[0] == "tell"  # "tell them that Ulf lies" is told to those at the walk's end
    for at in range(1, len(clause)):
        if at > 1 and (tells or clause[at - 1] != "to"):
            continue
        if tells and clause[at] in ("him", "her", "them"):
            continue
        who, _ = leading_person(scope, clause[at:], by_name=True)
        if who in met and (fetching or who not in scope.people):
            return True
    return False


def is_company(scope: Scope, clause: list[str]) -> bool:
    """Whether a clause beside a walk only says who is to come along on it: "bring Ivar with me", "take him too"."""
    order = clause[clause[:1] == ["i"] :]
    if order[:1] == [] or order[0] not in _LEADING:
        return False
    who, length = leading_person(scope, order[1:], by_name=True)
    pronoun = who is None and order[1:2] != [] and order[1] in _HIM
    after = order[1 + (length or pronoun) :]
    named = who in scope.world.characters or pronoun
    return named and (not after or _ALONG.fullmatch(" ".join(after)) is not None)


_LEADING = frozenset("bring take lead".split())
_HIM = frozenset({"him", "her", "them"})
_ALONG = re.compile(
    r"(?:along(?: with (?:me|us))?|with (?:me|us)|too|as well|there|up|down|over)(?: (?:too|there|as well|up|down))*"
)


def with_ways_back(scope: Scope, clauses: list[list[str]]) -> list[list[str]]:
    """The clauses with each way back, and each thing that is fetched for somebody, as a clause of its own."""
    out: list[list[str]] = []
    for clause in clauses:
        if out and out[-1] in _OFF and (place := _looked_into(scope, clause)):
            out[-1:] = [["go", "to", *place], ["look", "around"]]  # "go and check the bunk room"
            continue
        around = not {"round", "around"}.isdisjoint(clause)  # "go round to the far side and back"
        if clause[-2:] == ["and", "back"] and len(clause) > 2 and not around:
            out += [clause[:-2], ["come", "back"]]
        elif (both := _fetched_for(scope, clause)) is not None:
            out += both
        else:
            out.append(clause)
    return out


_OFF = (["go"], ["i", "go"], ["i", "will", "go"], ["come"], ["i", "come"])


def _looked_into(scope: Scope, clause: list[str]) -> list[str]:
    """The place that a clause looks into from elsewhere: "check the bunk room"; no words of any other clause."""
    meanings, length = scope.nouns.verbs.at_start(clause)
    place = one_of(scope, clause[length:], frozenset({"place"})) if meanings and meanings[0] in PERCEIVE else None
    elsewhere = place is not None and scope.nouns.kinds.get(place[0]) == "place" and place[0] != scope.state.place
    return clause[length:] if elsewhere else []


def _fetched_for(scope: Scope, clause: list[str]) -> list[list[str]] | None:
    """ "Bring the pears from the cold room to Odile": they are taken there and given here."""
    if len(clause) < _SHORTEST or clause[0] not in _FETCHING or "from" not in clause or "to" not in clause:
        return None
    start, to = clause.index("from"), len(clause) - 1 - clause[::-1].index("to")
    if not 1 < start < to - 1:
        return None
    place = one_of(scope, clause[start + 1 : to], frozenset({"place"}))
    who, length = leading_person(scope, clause[to + 1 :])
    if place is None or place[0] == scope.state.place or scope.nouns.kinds.get(place[0]) != "place":
        return None
    if who not in scope.people or to + 1 + length != len(clause):
        return None
    return [["take", *clause[1:to]], ["give", *clause[1:start], *clause[to:]]]
