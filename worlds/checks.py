"""Check a world as a story: what can never happen, what nothing leads to, what cannot be read on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from worlds import schema
from worlds.problems import WorldError, fault, warning
from worlds.references import Parts
from worlds.rules import all_rules, is_inline
from worlds.schema import Condition, Rule, World
from worlds.validate import nearest, part_name
from worlds.yaml_source import Route, Source

MIN_CONTRAST = 4.5  # WCAG 2.2, success criterion 1.4.3 (AA), for text of ordinary size

# Pairs of fields that contradict each other when they share a member.
_OPPOSED = (
    ("has", "lacks"), ("reach", "lacks"), ("set", "unset"), ("knows", "ignorant"), ("here", "absent"),
    ("done", "not_done"), ("alive", "dead"), ("here", "dead"), ("companion", "dead"),
    ("promised", "kept"), ("promised", "broken"), ("kept", "broken"),
)  # fmt: skip


Conditions = list[tuple[Route, Condition]]
AllEffects = list[tuple[Route, schema.Effects]]


def check_story(source: Source, world: World, parts: Parts, *, whole: bool) -> list[WorldError]:
    """Faults and warnings of the story. What is missing can be told only of a world that is `whole`."""
    effects = [(route, part) for route, part in parts if isinstance(part, schema.Effects)]
    conditions = [(route, part) for route, part in parts if isinstance(part, Condition)]
    found = [
        *_check_exits(source, world),
        *_check_theme(source, world),
        *_check_conditions(source, conditions),
        *_check_oneself(source, world),
    ]
    if whole:
        found += [*_check_flags(source, world, conditions, effects), *_check_facts(source, world, effects)]
        found += _check_promises(source, world, effects)
        found += [*_check_ways_in(source, world, effects), *_check_endings(source, world, effects)]
        found += _check_order(source, world)
    return found


def _check_exits(source: Source, world: World) -> Iterator[WorldError]:
    for location in world.locations.values():
        for number, way in enumerate(location.exits):
            if way.to == location.id:
                route: Route = ("locations", location.id, "exits", number, "to")
                message = f"{part_name(route)}: an exit leads to the place itself"
                yield fault(source.find(route), message, "name another")


def _check_theme(source: Source, world: World) -> Iterator[WorldError]:
    theme = world.theme
    written = theme.model_fields_set
    for name in ("background", "surface"):
        ratio = contrast(theme.text, getattr(theme, name))
        if ratio < MIN_CONTRAST:
            message = f"`theme`: the contrast of `text` on `{name}` is {ratio:.1f}"
            place = source.find(("theme", "text"), key=True)
            yield fault(place, message, f"readable text needs at least {MIN_CONTRAST}")
        for colour in ("muted", "accent"):
            ratio = contrast(getattr(theme, colour), getattr(theme, name))
            if ratio < MIN_CONTRAST and {colour, name} & written:
                message = f"`theme`: the contrast of `{colour}` on `{name}` is {ratio:.1f}"
                place = source.find(("theme", colour), key=True)
                yield warning(place, message, f"words are written in it too; {MIN_CONTRAST} is readable")


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contradiction(condition: Condition) -> str | None:
    """Why a condition can never hold whatever the story, if that is plain to see."""
    for one, other in _OPPOSED:
        both = set(getattr(condition, one)) & set(getattr(condition, other))
        if both:
            return f"`{one}` and `{other}` both name `{min(both)}`"
    if condition.alone and (condition.here or condition.companion):
        return "`alone` and `here` or `companion` exclude each other"
    return None


def _check_conditions(source: Source, conditions: Conditions) -> Iterator[WorldError]:
    for route, condition in conditions:
        if problem := contradiction(condition):
            message = f"{part_name(route)}: this can never hold: {problem}"
            yield fault(source.find(route), message, "remove one of the two")


def _check_flags(
    source: Source, world: World, conditions: Conditions, effects: AllEffects
) -> Iterator[WorldError]:
    read: dict[str, Route] = {}
    written: dict[str, Route] = {}
    for route, condition in conditions:
        for name in ("set", "unset"):
            for number, flag in enumerate(getattr(condition, name)):
                read.setdefault(flag, (*route, name, number))
    for route, part in effects:
        for number, flag in enumerate(part.set):
            written.setdefault(flag, (*route, "set", number))
    from_words = set(written)
    for flag in sorted(set(read) - from_words):
        message = f"{part_name(read[flag])}: nothing ever sets the flag `{flag}`"
        near = nearest(flag, sorted(from_words))
        hint = f"did you mean `{near}`?" if near else "set it in some effects, or drop the condition"
        yield warning(source.find(read[flag]), message, hint)
    for flag in sorted(from_words - set(read)):
        message = f"{part_name(written[flag])}: no condition reads the flag `{flag}`"
        yield warning(source.find(written[flag]), message, "use it in a condition, or drop it")
    for flag in world.flags:
        if flag not in read and flag not in written:
            place = source.find(("flags", flag), key=True)
            yield warning(place, f"the flag `{flag}` is described and never used")


def _check_facts(source: Source, world: World, effects: AllEffects) -> Iterator[WorldError]:
    learnt = {fact for _, part in effects for fact in part.learn}
    for fact in world.facts:
        if fact not in learnt:
            place = source.find(("facts", fact), key=True)
            message = f"nothing ever lets the player learn the fact `{fact}`"
            yield warning(place, message, "add `learn:` to some effects")


def _check_promises(source: Source, world: World, effects: AllEffects) -> Iterator[WorldError]:
    """Promises that nobody makes, and such as nothing ever keeps or breaks."""
    made = {name for _, part in effects for name in part.promise}
    settled = {name for _, part in effects for name in (*part.keep, *part.break_)}
    for name, vow in world.promises.items():
        place = source.find(("promises", name), key=True)
        if name not in made:
            yield warning(place, f"nothing ever makes the promise `{name}`", "add `promise:` to some effects")
        elif name not in settled and vow.kept is None and vow.broken is None:
            hint = "say when with `kept:` or `broken:`, or use `keep:` or `break:` in some effects"
            yield warning(place, f"nothing ever keeps or breaks the promise `{name}`", hint)


def _check_oneself(source: Source, world: World) -> Iterator[WorldError]:
    """Relations and promises are between two."""
    for name, vow in world.promises.items():
        if vow.by == vow.to:
            place = source.find(("promises", name, "to"))
            yield fault(place, f"promise `{name}`: `{vow.to}` promises it to themselves", "name another")
    for who, person in world.characters.items():
        if who in person.relations:
            place = source.find(("characters", who, "relations", who), key=True)
            yield fault(place, f"character `{who}`: a relation to themselves", "name another, or `player`")


def _check_ways_in(source: Source, world: World, effects: AllEffects) -> Iterator[WorldError]:
    """Locations that no chain of exits reaches, and things that never come into the world."""
    reached = {world.player.at} | {part.go for _, part in effects if part.go}
    waiting = list(reached)
    while waiting:
        for way in world.locations[waiting.pop()].exits:
            if way.to not in reached:
                reached.add(way.to)
                waiting.append(way.to)
    for location in world.locations.keys() - reached:
        place = source.find(("locations", location), key=True)
        yield warning(
            place, f"no way leads to the location `{location}`", "add an exit to it, or `go:` in effects"
        )
    brought = {item for _, part in effects for item in (*part.give, *part.put)}
    for item in world.items.values():
        if item.at == schema.NOWHERE and item.id not in brought:
            place = source.find(("items", item.id), key=True)
            hint = "say where it is with `at:`, or give or put it in some effects"
            yield warning(place, f"the item `{item.id}` is nowhere and nothing brings it", hint)
    sent = {character for _, part in effects for character in part.send}
    for character in world.characters.values():
        if character.at == schema.NOWHERE and not character.movements and character.id not in sent:
            place = source.find(("characters", character.id), key=True)
            hint = "say where they are with `at:` or `movements:`, or send them in some effects"
            yield warning(place, f"the character `{character.id}` is nowhere and nothing brings them", hint)


def _check_endings(source: Source, world: World, effects: AllEffects) -> Iterator[WorldError]:
    """Endings that plainly never come, and such as would come at once."""
    direct = {part.end for _, part in effects if part.end} | {world.player.death}
    flags = {flag for _, part in effects for flag in part.set}
    facts = {fact for _, part in effects for fact in part.learn}
    moved = {item for _, part in effects for item in (*part.give, *part.put)}
    for name, ending in world.endings.items():
        place = source.find(("endings", name, "when"), key=True)
        when = ending.when
        if not when.model_fields_set:
            hint = "say when; for one that only effects bring, use a flag that they set"
            yield fault(
                place, f"ending `{name}`: an empty `when` always holds: the story would end at once", hint
            )
        if not ending.path and not ending.defeat:
            hint = "write `path:`, the inputs that lead here from the start; testers and bots follow it"
            yield warning(source.find(("endings", name), key=True), f"ending `{name}` has no `path`", hint)
        if name in direct:
            continue
        lost = [_unset(flag, flags) for flag in when.set if flag not in flags]
        lost += [f"nothing lets the player learn `{fact}`" for fact in when.knows if fact not in facts]
        lost += [
            f"the item `{item}` is nowhere and nothing brings it"
            for item in when.has
            if world.items[item].at == schema.NOWHERE and item not in moved
        ]
        for problem in lost:
            yield fault(place, f"ending `{name}` can never come: {problem}")


def _unset(flag: str, flags: set[str]) -> str:
    near = nearest(flag, sorted(flags))
    return f"nothing sets the flag `{flag}`" + (f"; did you mean `{near}`?" if near else "")


def _check_order(source: Source, world: World) -> Iterator[WorldError]:
    """Rules that are never reached, since one that is tried before them always answers."""
    rules = all_rules(world)
    for number, rule in enumerate(rules):
        if rule.phrases or is_inline(rule):
            continue
        for verb in rule.verbs:
            first = next((other for other in rules[:number] if _answers_all(other, rule, verb)), None)
            if first is not None:
                place = source.find(("rules", rule.id), key=True)
                message = (
                    f"rule `{rule.id}` is never reached for `{verb}`: `{first.id}` always answers before it"
                )
                yield warning(place, message, "put it first, give it an `at`, or give the other a `when`")


def _answers_all(first: Rule, rule: Rule, verb: str) -> bool:
    """Whether `first` answers wherever `rule` could. A rule that can `refuse` answers even if its `when` fails."""
    return (
        verb in first.verbs
        and (first.when is None or bool(first.refuse))
        and (not first.once or bool(first.again))
        and (not first.with_ or first.with_ == rule.with_)
        and (set(rule.on) <= set(first.on) if rule.on else not first.on)
        and (not first.at or (bool(rule.at) and set(rule.at) <= set(first.at)))
    )
