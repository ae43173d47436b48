"""Actions, beats and wordings that never come to anything, or come to too much."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pydantic import BaseModel

from worlds import schema
from worlds.checks.subject import Subject
from worlds.problems import WorldError, fault, note, warning
from worlds.rules import all_rules, is_inline
from worlds.schema import Action, Rule, Variant
from worlds.source import Route
from worlds.validate import nearest, part_name

SKILL_MAX = 15  # of a skill's start (`worlds.schema.Skill`); training never goes beyond
D20 = 20


def check_idle_fields(subject: Subject) -> Iterator[WorldError]:
    """What is told or happens only with another key that is missing."""
    for route, action in subject.actions:
        for name, needed, absent in (
            ("refuse", "when", action.when is None and not (isinstance(action, Rule) and action.with_)),
            ("again", "once", not action.once),
            ("partial", "check", action.check is None),
            ("failure", "check", action.check is None),
        ):
            if name in action.model_fields_set and getattr(action, name) and absent:
                message = f"{part_name(route)}: `{name}` is never used without `{needed}`"
                yield warning(subject.place(*route, name, key=True), message, f"add `{needed}:`", kind="idle")
        if action.suggest and action.secret:
            message = f"{part_name(route)}: what is `secret` is never suggested"
            yield warning(
                subject.place(*route, "suggest", key=True), message, "keep one of them", kind="idle"
            )
        if isinstance(action, Rule) and not action.model_fields_set & _DOES:
            message = f"{part_name(route)}: it tells nothing and changes nothing"
            yield warning(subject.place(*route, key=True), message, "add `text:` or `effects:`", kind="idle")
        if isinstance(action, Rule):
            yield from _check_handing(subject, route, action)
        if isinstance(action, Rule) and not action.verbs and not action.phrases:
            message = f"{part_name(route)}: no verb does it"
            yield warning(subject.place(*route, "verbs", key=True), message, "name a verb", kind="idle")
        if action.check is not None and action.check.opposed and isinstance(action, Rule):
            yield from _check_opposed(subject, route, action, action.check)
    for route, topic in subject.of_type(schema.Topic):
        if topic.else_ and topic.when is None:
            message = f"{part_name(route)}: `else` is never said without `when`"
            yield warning(subject.place(*route, "else", key=True), message, "add `when:`", kind="idle")
    for route, way in subject.of_type(schema.Exit):
        if way.blocked and way.when is None:
            message = f"{part_name(route)}: `blocked` is never told without `when`"
            yield warning(subject.place(*route, "blocked", key=True), message, "add `when:`", kind="idle")
    for name, item in subject.world.items.items():
        if item.take is not None and not item.portable:
            message = f"item `{name}`: it is not `portable`, so that `take` is never tried"
            yield warning(subject.place("items", name, "take", key=True), message, "keep one", kind="idle")


def _check_handing(subject: Subject, route: Route, rule: Rule) -> Iterator[WorldError]:
    """A thing and a person beside each other in `on`, where the one is given or shown to the other."""
    things = [one for one in rule.on if one in subject.world.items]
    people = [one for one in rule.on if one in subject.world.characters]
    asked_for = (*rule.when.has, *rule.when.reach) if rule.when is not None else ()
    if things and people and {"give", "show"}.issuperset(rule.verbs) and set(things).isdisjoint(asked_for):
        message = (
            f"{part_name(route)}: `on` is any of these: it answers whatever is given or shown to `{people[0]}`, "
            f"and `{things[0]}` given or shown to anybody"
        )
        hint = f"write `on: {things[0]}` and `when: {{reach: {things[0]}, here: {people[0]}}}`"
        yield note(subject.place(*route, "on"), message, hint, kind="handing")


def _check_opposed(subject: Subject, route: Route, rule: Rule, check: schema.Check) -> Iterator[WorldError]:
    """A check against what somebody resists with, where nobody resists with anything."""
    people = subject.world.characters
    tried_on = people if schema.ANYONE in rule.on else [who for who in rule.on if who in people]
    if not any(check.skill in people[who].resist for who in tried_on):
        whom = (
            f"`{tried_on[0]}` has" if isinstance(tried_on, list) and tried_on else "whom it is tried on has"
        )
        message = f"{part_name(route)}: `opposed` changes nothing: {whom} no `resist: {{{check.skill}: …}}`"
        hint = "add it to the character, or drop `opposed:`"
        yield warning(subject.place(*route, "check", "opposed"), message, hint, kind="idle")


_DOES = {"text", "effects", "refuse", "failure", "partial", "check", "again", "witness"}


def check_empty(subject: Subject) -> Iterator[WorldError]:
    """What must be there, and is there without a word."""
    for route, part in subject.parts:
        for name in _needed_by(type(part)):
            if getattr(part, name) == ():
                message = f"{part_name(route)}: `{name}` is empty"
                yield warning(
                    subject.place(*route, name, key=True), message, "write something", kind="missing"
                )


@cache
def _needed_by(kind: type[BaseModel]) -> tuple[str, ...]:
    return tuple(name for name, info in kind.model_fields.items() if info.is_required())


def check_variants(subject: Subject) -> Iterator[WorldError]:
    """Wordings behind one that always fits. Of `states` and `epilogue` every one that fits is told."""
    groups: dict[Route, list[tuple[int, Variant]]] = {}
    for route, part in subject.of_type(Variant):
        if isinstance(route[-1], int) and route[-2] not in {"states", "epilogue"}:
            groups.setdefault(route[:-1], []).append((route[-1], part))
    for route, variants in groups.items():
        always = next((n for n, variant in variants if variant.when is None), None)
        if always is not None and always < variants[-1][0]:
            message = f"{part_name(route)}: the wordings after this one are never told: it has no `when`"
            yield warning(subject.place(*route, always), message, "put it last", kind="order")
    for who, person in subject.world.characters.items():
        for number, movement in enumerate(person.movements[:-1]):
            if movement.hours is None and movement.when is None:
                message = f"character `{who}`: the movements after this one never come: it always holds"
                place = subject.place("characters", who, "movements", number)
                yield warning(place, message, "put it last, or say when", kind="order")
        yield from _check_hours(subject, who, person.movements)


def _check_hours(subject: Subject, who: str, movements: tuple[schema.Movement, ...]) -> Iterator[WorldError]:
    """Movements whose hours those before them have taken."""
    taken: set[int] = set()
    for number, movement in enumerate(movements):
        if movement.hours is None:
            continue
        hours = {hour for hour in range(24) if schema.in_hours(movement.hours, hour)}
        if hours <= taken:
            message = f"character `{who}`: this movement never comes: those before it have its hours"
            place = subject.place("characters", who, "movements", number, "hours")
            yield warning(place, message, "put it first, or give it other hours", kind="order")
        if movement.when is None:
            taken |= hours


def check_order(subject: Subject) -> Iterator[WorldError]:
    """Rules that are never reached, since one that is tried before them always answers."""
    # Only a rule that is done to the same thing can hide another: of a thousand bells each has its own.
    done_to: dict[tuple[str, str], list[Rule]] = {}
    for rule in all_rules(subject.world):
        for verb in rule.verbs:
            before = done_to.get((verb, rule.on[0] if rule.on else ""), ())
            if not rule.phrases and not is_inline(rule):
                first = next((other for other in before if _answers_all(other, rule)), None)
                if first is not None:
                    place = subject.place("rules", rule.id, key=True)
                    message = f"rule `{rule.id}` is never reached for `{verb}`: `{first.id}` always answers before it"
                    hint = "put it first, give it an `at`, or give the other a `when`"
                    yield warning(place, message, hint, kind="order")
            for thing in rule.on or ("",):
                done_to.setdefault((verb, thing), []).append(rule)


def _answers_all(first: Rule, rule: Rule) -> bool:
    """Whether `first` answers wherever `rule` could. A rule that can `refuse` answers even if its `when` fails."""
    return (
        (first.when is None or bool(first.refuse) or _is_twin(first, rule))
        and (not first.once or bool(first.again))
        and (not first.with_ or first.with_ == rule.with_)
        and (not first.about or first.about == rule.about)
        and (set(rule.on) <= set(first.on) if rule.on else not first.on)
        and (not first.at or (bool(rule.at) and set(rule.at) <= set(first.at)))
    )


def _is_twin(first: Rule, rule: Rule) -> bool:
    """Whether two rules hold at the same times and are done in the same words."""
    return first.when == rule.when and set(rule.verbs) <= set(first.verbs)


def check_difficulties(subject: Subject) -> Iterator[WorldError]:
    best = {skill: best_bonus(subject, skill) for skill in subject.world.skills}
    for route, check in subject.of_type(schema.Check):
        most = D20 - 1 + best.get(check.skill, D20)
        if check.difficulty > most and not check.opposed:
            message = (
                f"{part_name(route)}: `{check.skill}` gets to {check.difficulty} by a natural 20 alone: "
                f"{most} at best without one"
            )
            place = subject.place(*route, "difficulty")
            yield warning(place, message, f"at most {most}, or train the skill", kind="difficulty")
    for who, person in subject.world.characters.items():
        for skill, difficulty in person.resist.items():
            most = D20 - 1 + best.get(skill, D20)
            if difficulty > most:
                message = (
                    f"character `{who}`: `{skill}` gets to {difficulty} by a natural 20 alone: "
                    f"{most} at best without one"
                )
                yield warning(
                    subject.place("characters", who, "resist", skill), message, "lower it", kind="difficulty"
                )


def best_bonus(subject: Subject, skill: str) -> int:
    """The most that a skill can come to: its start, all training, and whatever helps that can be carried."""
    world = subject.world
    trained = sum(max(0, part.train.get(skill, 0)) for _, part in subject.effects)
    carried = sorted((item.bonus.get(skill, 0) for item in world.items.values()), reverse=True)
    helped = sum(bonus for bonus in carried[: world.player.carries] if bonus > 0)
    return min(SKILL_MAX, world.skills[skill].start + trained) + helped


def check_beats(subject: Subject) -> Iterator[WorldError]:
    for name, beat in subject.world.beats.items():
        if name in beat.effects.start:
            message = f"beat `{name}`: it starts itself"
            place = subject.place("beats", name, "effects", "start")
            yield fault(place, message, "use `repeat:` for what comes again", kind="self_start")
        if not beat.text and not beat.effects.model_fields_set:
            message = f"beat `{name}`: it tells nothing and changes nothing"
            yield warning(subject.place("beats", name, key=True), message, "add `effects:`", kind="idle")
        if beat.repeat is not None and set(beat.when.model_fields_set) and name in beat.when.not_done:
            message = f"beat `{name}`: it fires once only, since it asks for `not_done: {name}`"
            yield warning(
                subject.place("beats", name, "repeat"), message, "keep one of them", kind="self_start"
            )


def check_rewards(subject: Subject) -> Iterator[WorldError]:
    """What makes a player stronger, or better liked, as often as they like. A character's line is said once anyway."""
    for route, action in subject.actions:
        again = action.check is None or action.failure is None or not action.failure.effects.model_fields_set
        reward = _reward(action.effects) if again and not action.once else None
        if reward == "feel" and action.check is not None:
            continue  # dice may lift a mood again
        if reward and not _is_limited(action):
            message = f"{part_name(route)}: `{reward}` is given each time it is done"
            place = subject.place(*route, "effects", reward, key=True)
            yield warning(place, message, "add `once: true`, or a `when:` that ends it", kind="reward")


def _reward(effects: schema.Effects) -> str | None:
    if any(by > 0 for by in effects.train.values()):
        return "train"
    if any(by > 0 for by in effects.feel.values()):
        return "feel"
    if any(max(r.trust, r.affection) > 0 for r in effects.relation):
        return "relation"
    return None


def _is_limited(action: Action) -> bool:
    """Whether something ends it, or it costs something, so that it cannot be done again at will."""
    effects = action.effects
    costs = (
        effects.lose,
        effects.put,
        effects.kill,
        effects.end,
        effects.promise,
        effects.keep,
        effects.harm,
    )
    if any(costs) or effects.follow or any(by > 0 for by in effects.need.values()):
        return True
    if action.when is None:
        return False
    if not effects.train:
        return True  # what somebody feels never leaves its scale
    when = action.when
    changed = {*effects.set, *effects.clear, *effects.learn, *effects.finish, *effects.start, *effects.train}
    asked = {*when.set, *when.unset, *when.knows, *when.ignorant, *when.not_done, *when.promised, *when.skill}
    for inner in when.not_:
        asked |= {*inner.set, *inner.knows, *inner.done}
    return bool(changed & asked)


def check_company(subject: Subject) -> Iterator[WorldError]:
    """A rule that is done to somebody by its verbs, and names nobody: "persuade Hild" never comes to it."""
    for route, rule in subject.of_type(Rule):
        if rule.verbs and _DONE_TO_SOMEBODY.issuperset(rule.verbs) and not rule.on:
            message = f"{part_name(route)}: `{rule.verbs[0]}` is done to somebody, and the rule names nobody"
            yield warning(subject.place(*route, key=True), message, "say to whom with `on:`", kind="idle")


_DONE_TO_SOMEBODY = frozenset({"persuade", "comfort", "threaten", "greet", "thank", "follow", "heal"})


def check_matters(subject: Subject) -> Iterator[WorldError]:
    """A rule on telling somebody something that does not say what: whatever is told to them is taken for it."""
    topics = {name for person in subject.world.characters.values() for name in person.topics}
    known = {
        *subject.world.facts,
        *subject.world.items,
        *subject.world.characters,
        *subject.world.locations,
        *topics,
    }
    for name, rule in subject.world.rules.items():
        people = [who for who in rule.on if who in subject.world.characters]
        if "tell" in rule.verbs and people and not (rule.about or rule.phrases or rule.suggest or rule.with_):
            message = f"rule `{name}`: whatever is told to `{people[0]}` is taken for it"
            hint = "say what with `about:`, in words or by the id of a topic or fact"
            yield note(subject.place("rules", name, "verbs"), message, hint, kind="any_telling")
        for number, matter in enumerate(rule.about):
            near = None if matter in known or "_" not in matter else nearest(matter, sorted(known))
            if near or ("_" in matter and matter not in known):
                message = f"rule `{name}`: nothing is called `{matter}`"
                hint = f"did you mean `{near}`?" if near else "write the words that players type"
                yield warning(subject.place("rules", name, "about", number), message, hint, kind="unknown_id")


def check_levels(subject: Subject) -> Iterator[WorldError]:
    world = subject.world
    for name, need in world.needs.items():
        if need.start > need.maximum:
            message = f"need `{name}`: it starts at {need.start}, beyond its maximum of {need.maximum}"
            yield warning(subject.place("needs", name, "start"), message, "lower it", kind="scale")
        for number, level in enumerate(need.levels):
            place = subject.place("needs", name, "levels", number, "reach")
            if level.reach > need.maximum:
                message = f"need `{name}`: it never reaches {level.reach}: its maximum is {need.maximum}"
                yield warning(place, message, "lower it, or raise `maximum:`", kind="scale")
            elif number and level.reach <= need.levels[number - 1].reach:
                message = f"need `{name}`: the levels do not rise"
                yield warning(place, message, "write them from the lowest to the highest", kind="scale")
    carried = [name for name, item in world.items.items() if item.at == schema.PLAYER]
    if len(carried) > world.player.carries:
        message = f"the player begins with {len(carried)} items and carries {world.player.carries}"
        yield warning(subject.place("player", "carries"), message, "raise `carries:`", kind="scale")
    for number, place_id in enumerate(world.player.wounds[:3]):
        if place_id == world.player.wounds[number + 1]:
            message = f"`player`: two stages of `wounds` are both called `{place_id}`"
            yield note(subject.place("player", "wounds", number + 1), message, "rename one", kind="same_name")
