"""People and threats that are asked for where nothing that is written ever brings them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from worlds.checks.claims import claims_of
from worlds.checks.conditions import around_condition, impossibility, surroundings
from worlds.checks.subject import Subject
from worlds.problems import WorldError, note, warning
from worlds.schema import ANYWHERE, NOWHERE, Beat, Rule
from worlds.source import Route
from worlds.validate import part_name

Whereabouts = Mapping[
    str, frozenset[str]
]  # who: the places where they may be; whoever is missing may be anywhere
_HINTS = {
    "character": "bring them there with `movements:` or `send:`, or name another place",
    "threat": "name the place in `roams:`, or another place here",
}


def check_whereabouts(subject: Subject) -> Iterator[WorldError]:
    """Conditions and rules that need somebody in a place where they never are."""
    people, threats = _people(subject), _threats(subject)
    around = surroundings(subject)
    for route, condition in subject.conditions:
        claims = around_condition(route, subject, around)
        places = _both(claims.places, condition.at)
        spoken = {who for name, who in claims.literals if name == "here"}
        for who in (*sorted(spoken - set(condition.here)), *condition.here):
            if condition.at or who in condition.here:
                yield from _finding(
                    subject, (*route, "here" if who in condition.here else "at"), who, places, people
                )
        for who, where in condition.where.items():
            yield from _finding(subject, (*route, "where", who), who, where, people)
        for name, where in condition.threat_at.items():
            yield from _finding(subject, (*route, "threat_at", name), name, where, threats, "threat")
        for name in condition.threat_here:
            yield from _finding(subject, (*route, "threat_here"), name, places, threats, "threat")
    stands_at = {feature.id: place.id for place, feature in subject.world.features()}
    for route, rule in subject.of_type(Rule):
        if rule.at and ANYWHERE not in rule.at and rule.on and all(name in people for name in rule.on):
            together = frozenset().union(*(people[name] for name in rule.on))
            yield from _finding(subject, (*route, "at"), rule.on[0], rule.at, {rule.on[0]: together})
        if rule.at and rule.on and ANYWHERE not in rule.at:
            yield from _check_scenery(subject, route, rule, stands_at)
    for route, text in subject.texts:
        speakers = set(_SPEAKER.findall(text)) if "@" in text else set()
        if speakers:
            yield from _check_speakers(subject, route, speakers, people)


_SPEAKER = re.compile(r"(?m)^[ \t]*@([a-z]\w*):")


def _check_scenery(
    subject: Subject, route: Route, rule: Rule, stands_at: Mapping[str, str]
) -> Iterator[WorldError]:
    """A rule on what stands in one place, that can be followed in another alone."""
    if not all(name in stands_at for name in rule.on) or not {stands_at[name] for name in rule.on}.isdisjoint(
        rule.at
    ):
        return
    thing = rule.on[0]
    asked = " or ".join(f"`{place}`" for place in rule.at[:3])
    message = f"{part_name(route)}: feature `{thing}` is never at {asked}: it is at `{stands_at[thing]}`"
    yield warning(subject.place(*route, "at"), message, "name its place, or drop `at:`", kind="elsewhere")


def _check_speakers(
    subject: Subject, route: Route, speakers: set[str], people: Whereabouts
) -> Iterator[WorldError]:
    """Whoever speaks a text where they are not: the dead, the absent, and those who are always elsewhere."""
    part = subject.by_route.get(route[:2])
    told_at = _told_at(subject, route)
    # Of whom a rule is done to, the check of its place has spoken.
    for who in sorted(speakers - set(getattr(part, "on", ())) if told_at else ()):
        place = subject.source.find_in(route, f"@{who}:")
        for found in _finding(subject, route, who, told_at, people):
            # A voice may come from elsewhere.
            yield replace(found, severity="note", line=place.line, column=place.column)
    if not isinstance(part, Beat) or impossibility(part.when, subject.world) is not None:
        return
    claims = claims_of(part.when, subject.world)
    for who in sorted(speakers):
        asked = {name for name, member in claims.literals if member == who}
        place = subject.source.find_in(route, f"@{who}:")
        hint = f"add `here: {who}`; or let the narrator tell it"
        if "dead" in asked:
            message = f"{part_name(route)}: `{who}` speaks, and is dead then"
            yield warning(place, message, hint, kind="not_there")
        elif "absent" in asked:
            message = f"{part_name(route)}: `{who}` speaks, and is not where the player is then"
            yield note(place, message, hint, kind="not_there")
        elif (
            who in people
            and claims.places is None
            and not asked & {"here", "companion"}
            and not (part.when.any or part.when.to or who in claims.people)
        ):
            there = ", ".join(f"`{place}`" for place in sorted(people[who]))
            message = f"{part_name(route)}: `{who}` speaks wherever the player is, and is only at {there}"
            yield note(place, message, hint, kind="not_there")


def _told_at(subject: Subject, route: Route) -> tuple[str, ...]:
    """The places where a text is told: the opening, or one of a beat or a rule; none where it may be told anywhere."""
    if route[0] == "opening":
        return (subject.world.player.at,)
    if route[0] not in ("beats", "rules") or len(route) < 2:
        return ()
    part = subject.by_route.get(route[:2])
    when = getattr(part, "when", None)
    at = tuple(getattr(part, "at", ())) or (when.at if when is not None else ())
    return () if ANYWHERE in at else at


def _finding(
    subject: Subject,
    route: Route,
    who: str,
    places: Collection[str] | None,
    known: Whereabouts,
    kind: str = "character",
) -> Iterator[WorldError]:
    if not places or who not in known or not known[who].isdisjoint(places):
        return
    there = ", ".join(f"`{place}`" for place in sorted(known[who]))
    asked = " or ".join(f"`{place}`" for place in sorted(places)[:3])
    message = f"{part_name(route)}: {kind} `{who}` is never at {asked}: they are only at {there}"
    yield warning(subject.source.find(route), message, _HINTS[kind], kind="elsewhere")


def _people(subject: Subject) -> Whereabouts:
    """Where each person may be, of those who never follow the player and come about at all."""
    found: dict[str, set[str]] = {}
    for name, person in subject.world.characters.items():
        found[name] = {person.at, *(movement.at for movement in person.movements)}
    for _, effects in subject.effects:
        for who, place in effects.send.items():
            found.get(who, set()).add(place)
        for who in effects.follow:
            found.pop(who, None)
    if any({"target", "item"} & {*part.send, *part.follow} for _, part in subject.effects):
        return {}  # whoever a rule is done to may be sent
    return _without_nowhere(found)


def _threats(subject: Subject) -> Whereabouts:
    """Where each threat may be, of those that keep to some places."""
    roaming = {name: threat for name, threat in subject.world.threats.items() if threat.roams}
    found = {name: {threat.at, *threat.roams} for name, threat in roaming.items()}
    for _, effects in subject.effects:
        for name, place in effects.drive.items():
            found.get(name, set()).add(place)
    return _without_nowhere(found)


def _without_nowhere(found: Mapping[str, set[str]]) -> Whereabouts:
    places = {name: frozenset(where - {NOWHERE}) for name, where in found.items()}
    return {name: where for name, where in places.items() if where}


def _both(one: frozenset[str] | None, other: Collection[str]) -> frozenset[str]:
    if one is None or not other:
        return frozenset(other) if one is None else one
    return one & frozenset(other)
