"""What is read and never comes about, and what comes about and is never read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from worlds import schema
from worlds.checks.subject import Subject
from worlds.problems import WorldError, note, warning
from worlds.source import Route
from worlds.tags import KNOWN_TAGS
from worlds.validate import nearest, part_name
from worlds.verbs import BASE_VERBS, BUILT_IN_WITNESS


def check_flags(subject: Subject) -> Iterator[WorldError]:
    read: dict[str, Route] = {}
    written: dict[str, Route] = {}
    for route, condition in subject.conditions:
        for name in ("set", "unset"):
            for number, flag in enumerate(getattr(condition, name)):
                read.setdefault(flag, (*route, name, number))
    for route, part in subject.effects:
        for number, flag in enumerate(part.set):
            written.setdefault(flag, (*route, "set", number))
    for flag in sorted(set(read) - set(written)):
        message = f"{part_name(read[flag])}: nothing ever sets the flag `{flag}`"
        near = nearest(flag, sorted(written))
        hint = f"did you mean `{near}`?" if near else "set it in some effects, or drop the condition"
        yield warning(subject.source.find(read[flag]), message, hint, kind="unset")
    for flag in sorted(set(written) - set(read)):
        message = f"{part_name(written[flag])}: no condition reads the flag `{flag}`"
        near = nearest(flag, sorted(read))
        hint = f"did you mean `{near}`?" if near else "use it in a condition, or drop it"
        yield warning(subject.source.find(written[flag]), message, hint, kind="unread")
    for route, part in subject.effects:
        for number, flag in enumerate(part.clear):
            if flag not in written:
                near = nearest(flag, sorted(written))
                hint = f"did you mean `{near}`?" if near else "drop it, or set it somewhere"
                message = f"{part_name(route)}: the flag `{flag}` is cleared and never set"
                yield warning(subject.place(*route, "clear", number), message, hint, kind="unset")
    for flag in subject.world.flags:
        if flag not in read and flag not in written:
            message = f"the flag `{flag}` is described and never used"
            near = nearest(flag, sorted({*read, *written} - set(subject.world.flags)))
            hint = f"did you mean `{near}`?" if near else "use it, or drop it"
            yield warning(subject.place("flags", flag, key=True), message, hint, kind="unread")


def check_facts(subject: Subject) -> Iterator[WorldError]:
    people = subject.world.characters.values()
    matters = {fact for person in people for fact in (*person.hides, *person.wants, *person.fears)}
    for fact in subject.world.facts:
        if fact not in subject.learnable | matters:  # what somebody only hides or wants need never be learnt
            place = subject.place("facts", fact, key=True)
            message = f"nothing ever lets the player learn the fact `{fact}`"
            yield warning(place, message, "add `learn:` to some effects", kind="unset")


def check_promises(subject: Subject) -> Iterator[WorldError]:
    """Promises that nobody makes, and such as nothing ever keeps or breaks."""
    made = {name for _, part in subject.effects for name in part.promise}
    settled = {name for _, part in subject.effects for name in (*part.keep, *part.break_)}
    for name, vow in subject.world.promises.items():
        place = subject.place("promises", name, key=True)
        if name not in made:
            hint = "add `promise:` to some effects"
            yield warning(place, f"nothing ever makes the promise `{name}`", hint, kind="promise")
        elif name not in settled and vow.kept is None and vow.broken is None:
            hint = "say when with `kept:` or `broken:`, or use `keep:` or `break:` in some effects"
            yield warning(place, f"nothing ever keeps or breaks the promise `{name}`", hint, kind="promise")


_TAGS_ALIKE = 80  # percent: tags are short, and "coin" is no misspelt "chain"


def check_tags(subject: Subject) -> Iterator[WorldError]:
    """Tags that no rule, no need and no name of an offer knows."""
    world = subject.world
    read = {name for _, rule in subject.of_type(schema.Rule) for name in (*rule.on, *rule.with_)}
    read |= {tag for need in world.needs.values() for tag in need.relief} | KNOWN_TAGS
    for name, item in world.items.items():
        for number, tag in enumerate(item.tags):
            if tag not in read:
                near = nearest(tag, sorted(read - set(world.items)), alike=_TAGS_ALIKE)
                hint = "name it in a rule's `with` or `on`, or drop it"
                hint = f"did you mean `{near}`? else {hint}" if near else hint
                message = f"item `{name}`: nothing reads the tag `{tag}`"
                yield warning(subject.place("items", name, "tags", number), message, hint, kind="unread")


def check_witness_words(subject: Subject) -> Iterator[WorldError]:
    read = {word for person in subject.world.characters.values() for word in person.reactions}
    read |= {part.what for _, part in subject.of_type(schema.Witnessed)}
    for route, action in subject.actions:
        word = action.witness
        if word and word not in read and word not in BUILT_IN_WITNESS and not action.remember:
            near = nearest(word, sorted(read))
            own = "add a `reactions:` to somebody, or `remember:` here; people remember of themselves: "
            hint = f"did you mean `{near}`?" if near else own + ", ".join(BUILT_IN_WITNESS)
            message = f"{part_name(route)}: nobody reacts to the witness word `{word}`"
            yield warning(subject.place(*route, "witness"), message, hint, kind="unread")


def check_verbs(subject: Subject) -> Iterator[WorldError]:
    """The world's own verbs: each is answered by some rule, and its synonyms are its own."""
    world = subject.world
    used = {verb for _, rule in subject.of_type(schema.Rule) for verb in rule.verbs}
    used |= {verb for _, part in subject.parts for verb in part.__dict__.get("actions", ())}
    owners: dict[str, list[str]] = defaultdict(list)
    for verb, entry in world.verbs.items():
        if verb not in used and verb not in BASE_VERBS:
            message = f"no rule answers the verb `{verb}`"
            yield warning(
                subject.place("verbs", verb, key=True), message, "add a rule, or drop it", kind="unread"
            )
        for number, word in enumerate(entry.synonyms):
            lowered = word.casefold()
            if lowered in world.verbs and lowered != verb:
                message = f"verb `{verb}`: the synonym `{word}` is another verb of this world"
                yield warning(
                    subject.place("verbs", verb, "synonyms", number), message, "keep one", kind="alias"
                )
            elif lowered in BASE_VERBS and lowered != verb:
                message = f"verb `{verb}`: the synonym `{word}` is a verb that every world has"
                hint = f"drop it, or give the rule both verbs: `verbs: [{verb}, {lowered}]`"
                yield warning(subject.place("verbs", verb, "synonyms", number), message, hint, kind="alias")
            for other in owners[lowered]:
                if other != verb:
                    message = f"verb `{verb}`: `{word}` is a synonym of `{other}` too"
                    place = subject.place("verbs", verb, "synonyms", number)
                    yield warning(place, message, "keep one of them", kind="alias")
            owners[lowered].append(verb)


def check_brought(subject: Subject) -> Iterator[WorldError]:
    """Things and people that never come into the world."""
    world = subject.world
    brought = {item for _, part in subject.effects for item in (*part.give, *part.put)}
    for item in world.items.values():
        if item.at == schema.NOWHERE and item.id not in brought:
            place = subject.place("items", item.id, key=True)
            hint = "say where it is with `at:`, or give or put it in some effects"
            yield warning(
                place, f"the item `{item.id}` is nowhere and nothing brings it", hint, kind="unreached"
            )
    sent = {character for _, part in subject.effects for character in part.send}
    for character in world.characters.values():
        if character.at == schema.NOWHERE and not character.movements and character.id not in sent:
            place = subject.place("characters", character.id, key=True)
            hint = "say where they are with `at:` or `movements:`, or send them in some effects"
            message = f"the character `{character.id}` is nowhere and nothing brings them"
            yield warning(place, message, hint, kind="unreached")
    driven = {threat for _, part in subject.effects for threat in part.drive}
    for threat in world.threats.values():
        if threat.roams and threat.at not in (*threat.roams, schema.NOWHERE) and threat.id not in driven:
            message = (
                f"the threat `{threat.id}` begins at `{threat.at}`, which is not among the places it roams"
            )
            hint = "add it to `roams:`, or begin elsewhere"
            yield note(subject.place("threats", threat.id, "at"), message, hint, kind="unreached")
