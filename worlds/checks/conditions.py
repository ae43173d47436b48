"""Conditions that can never hold, and comparisons that say nothing."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from worlds.checks.claims import Claims, claims_of, clash, comparisons, follows, range_of, scale_of
from worlds.checks.subject import Subject
from worlds.problems import WorldError, fault, warning
from worlds.schema import DISPOSITION_MAX, DISPOSITION_MIN, Action, Condition, Line, Rule, World
from worlds.source import Route
from worlds.validate import part_name

# What is said or seen of a character only while they live and are here.
_SCALE = f"{DISPOSITION_MIN} to {DISPOSITION_MAX}"
_SAID_HERE = {"topics", "greeting", "remarks", "unknown", "farewell", "presence"}


def check_conditions(subject: Subject) -> Iterator[WorldError]:
    around = surroundings(subject)
    direct = {part.end for _, part in subject.effects if part.end} | {subject.world.player.death}
    found: set[Route] = set()  # what contradicts itself is not reported again with what is around it
    for route, condition in reversed(subject.conditions):
        if any(route == inner[: len(route)] for inner in found):
            continue
        if route[0] == "endings" and len(route) == 3 and route[1] in direct:
            continue  # it comes without its condition, which may be such as never holds
        problem = contradiction_with(around_condition(route, subject, around), condition, subject.world)
        if problem:  # what can never hold by itself never does amid other things
            problem = impossibility(condition, subject.world) or problem
            found.add(route)
            message = f"{part_name(route)}: this can never hold: {problem}"
            yield fault(subject.source.find(route), message, "remove one of the two", kind="contradiction")
        else:
            yield from _check_scales(route, condition, subject)
            yield from _check_empty(route, condition, subject)
            yield from _check_skills(route, condition, subject)


def check_line_dispositions(subject: Subject) -> Iterator[WorldError]:
    for route, line in subject.of_type(Line):
        if line.disposition is None:
            continue
        low, high = range_of(line.disposition)
        place = subject.source.find((*route, "disposition"))
        if low > DISPOSITION_MAX or high < DISPOSITION_MIN:
            message = f"{part_name(route)}: this can never hold: `disposition` runs from {_SCALE}"
            yield fault(place, message, "keep within it", kind="contradiction")
        elif low <= DISPOSITION_MIN and high >= DISPOSITION_MAX and "!" not in line.disposition:
            message = f"{part_name(route)}: `disposition` is always {line.disposition}"
            yield warning(place, message, f"it runs from {_SCALE}", kind="scale")


def impossibility(condition: Condition, world: World) -> str | None:
    """Why a condition can never hold whatever the story, if that is plain to see."""
    return contradiction_with(Claims(), condition, world)


def contradiction_with(context: Claims, condition: Condition, world: World) -> str | None:
    claims = context.plus(claims_of(condition, world))
    if problem := clash(claims, world):
        return problem
    for ruled_out in condition.not_:
        if follows(ruled_out, claims, world):
            named = ", ".join(sorted(name.rstrip("_") for name in ruled_out.model_fields_set))
            return (
                f"`not` rules out the very `{named}` that is asked for" if named else "`not: {}` never holds"
            )
    choices = [claims.plus(claims_of(choice, world)) for choice in condition.any]
    if choices and all(
        clash(choice, world) or any(follows(ruled_out, choice, world) for ruled_out in condition.not_)
        for choice in choices
    ):
        return "none of what stands under `any` can hold with the rest"
    return None


def surroundings(subject: Subject) -> dict[Route, Action | Line]:
    """The parts that say where the conditions inside them are looked at."""
    return {route: part for route, part in subject.parts if isinstance(part, (Action, Line))}


def around_condition(route: Route, subject: Subject, around: dict[Route, Action | Line]) -> Claims:
    """What holds wherever this condition is looked at."""
    claims = Claims()
    if route[0] == "locations" and len(route) >= 3:
        claims = claims.plus(Claims(places=frozenset({str(route[1])})))
    if len(route) >= 3 and route[0] == "characters" and route[2] in _SAID_HERE:
        claims = claims.plus(Claims(literals=frozenset({("here", str(route[1])), ("alive", str(route[1]))})))
    for length in range(1, len(route)):
        part = around.get(route[:length])
        if isinstance(part, Rule) and part.at and "anywhere" not in part.at:
            claims = claims.plus(Claims(places=frozenset(part.at)))
        if isinstance(part, Line) and part.disposition is not None and route[0] == "characters":
            claims = claims.plus(Claims(ranges={("disposition", str(route[1])): range_of(part.disposition)}))
    return claims


def _check_scales(route: Route, condition: Condition, subject: Subject) -> Iterator[WorldError]:
    """Comparisons that hold whatever happens."""
    for measure, text in comparisons(condition):
        low, high = range_of(text)
        least, most = scale_of(measure, subject.world)
        if math.isinf(low) and math.isinf(high):
            continue
        if low <= least and high >= most and math.isfinite(least):
            name = measure[0] if measure[0] != "relation" else measure[3]
            message = f"{part_name(route)}: `{name}` is always {text}"
            steps = measure[:2] if measure[0] in {"disposition", "need", "skill"} else measure[:1]
            place = subject.source.find((*route, *steps))
            ends = f"{least:g} to {most:g}" if math.isfinite(most) else f"{least:g} upwards"
            yield warning(place, message, f"it runs from {ends}", kind="scale")


def _check_empty(route: Route, condition: Condition, subject: Subject) -> Iterator[WorldError]:
    """What asks for nothing."""
    if "any" in condition.model_fields_set and not condition.any:
        message = f"{part_name(route)}: `any` has nothing to choose from, and asks for nothing"
        yield warning(subject.source.find((*route, "any")), message, "fill it, or drop it", kind="idle")
    if route[0] == "beats" and len(route) == 3 and not condition.model_fields_set:
        message = f"{part_name(route)}: an empty `when` always holds: it happens in the first turn"
        hint = "say when; what begins a story belongs in `opening:`"
        yield warning(subject.source.find(route), message, hint, kind="idle")
    if condition.hours is not None and len(set(re.split(r"\s*-\s*", condition.hours))) == 1:
        hour = condition.hours.split("-")[0].strip()
        message = f"{part_name(route)}: `{condition.hours}` is the whole day"
        hint = f"the second hour is not in it: write {hour}-{int(hour) + 1} for one hour"
        yield warning(subject.source.find((*route, "hours")), message, hint, kind="scale")


def _check_skills(route: Route, condition: Condition, subject: Subject) -> Iterator[WorldError]:
    """Skills that nothing ever trains so far. What is carried helps a check, and is no skill."""
    for name, text in condition.skill.items():
        skill = subject.world.skills.get(name)
        low, high = range_of(text)
        if skill is None or name in subject.trained_skills or low <= skill.start <= high:
            continue
        message = f"{part_name(route)}: this can never hold: `{name}` is always {skill.start}"
        place = subject.source.find((*route, "skill", name))
        yield fault(place, message, "ask for less, or `train:` it in some effects", kind="contradiction")
