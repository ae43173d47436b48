"""What undoes itself: effects that bring and take the same thing, promises kept and broken at once, and the like."""

from __future__ import annotations

from collections.abc import Iterator

from worlds.checks.claims import claims_of, follows
from worlds.checks.subject import Subject
from worlds.problems import WorldError, note, warning
from worlds.schema import AXES, Condition, Relate, Related
from worlds.source import Route
from worlds.validate import part_name

# Pairs of effects in the order in which they are applied: the later one takes away what the first brought.
_UNDONE = (
    ("set", "clear"), ("learn", "forget"), ("give", "lose"), ("follow", "leave"),
    ("promise", "keep"), ("promise", "break_"), ("keep", "break_"),
)  # fmt: skip
_OPPOSITE_WAYS = {
    "north": "south", "east": "west", "northeast": "southwest", "northwest": "southeast", "up": "down",
    "upstairs": "downstairs",
}  # fmt: skip


def check_opposites(subject: Subject) -> Iterator[WorldError]:
    yield from _check_effects(subject)
    yield from _check_naughts(subject)
    for name, vow in subject.world.promises.items():
        if vow.kept is not None and vow.kept == vow.broken:
            message = f"promise `{name}`: it is broken by the very thing that keeps it"
            place = subject.place("promises", name, "broken", key=True)
            yield warning(place, message, "say another time in one of them", kind="undone")
    for who, person in subject.world.characters.items():
        for number, fact in enumerate(person.knows):
            if fact in person.hides:
                message = (
                    f"character `{who}`: `hides` and `knows` both name `{fact}`: they tell it to whoever asks"
                )
                place = subject.place("characters", who, "knows", number)
                yield warning(place, message, "keep one of them", kind="undone")
    yield from _check_threads(subject)
    yield from _check_ways_back(subject)


def _check_naughts(subject: Subject) -> Iterator[WorldError]:
    """Changes by nothing, and relations that name no measure."""
    for route, effects in subject.effects:
        for name in ("feel", "train", "need"):
            for who, change in getattr(effects, name).items():
                if change == 0:
                    message = f"{part_name(route)}: `{name}` changes `{who}` by 0"
                    yield warning(subject.place(*route, name, who), message, "say by how much", kind="naught")
    for route, part in subject.parts:
        if isinstance(part, (Relate, Related)) and not part.model_fields_set.intersection(AXES):
            says = "changes nothing" if isinstance(part, Relate) else "asks for nothing"
            message = f"{part_name(route)}: the relation of `{part.who}` {says}"
            hint = "name trust, fear, affection or debt: {who: hild, trust: 1}"
            yield warning(subject.source.find(route), message, hint, kind="naught")


def _check_threads(subject: Subject) -> Iterator[WorldError]:
    """Steps that are done as soon as they can be, and threads that are answered as soon as they are open."""
    world = subject.world
    for name, thread in world.threads.items():
        pairs: list[tuple[Condition, Condition, str, Route]] = [
            (thread.opens, thread.closes, "closes", ("closes",))
        ]
        pairs += [
            (step.when, step.done, "done", ("steps", number, "done"))
            for number, step in enumerate(thread.steps)
        ]
        for first, then, key, steps in pairs:
            if first.model_fields_set and follows(then, claims_of(first, world), world):
                message = f"thread `{name}`: `{key}` holds as soon as it begins, so that it is never offered"
                place = subject.place("threads", name, *steps)
                yield warning(place, message, "ask for what comes of it", kind="undone")


def _check_effects(subject: Subject) -> Iterator[WorldError]:
    for route, effects in subject.effects:
        for first, then in _UNDONE:
            for number, name in enumerate(getattr(effects, then)):
                if name in getattr(effects, first):
                    key = then.rstrip("_")
                    message = (
                        f"{part_name(route)}: `{first}` and `{key}` both name `{name}`: `{key}` comes last"
                    )
                    yield warning(
                        subject.place(*route, key, number), message, "keep one of them", kind="undone"
                    )


def _check_ways_back(subject: Subject) -> Iterator[WorldError]:
    """One goes down, and down again to come back."""
    directions = {*_OPPOSITE_WAYS, *_OPPOSITE_WAYS.values()}
    for name, location in subject.world.locations.items():
        for number, way in enumerate(location.exits):
            beyond = subject.world.locations.get(way.to)
            for back in beyond.exits if beyond is not None else ():
                same = directions.intersection(way.direction) & set(back.direction)
                if back.to == name and same and name < way.to:
                    word = min(same)
                    message = f"location `{name}`: `{word}` leads to `{way.to}`, and `{word}` leads back"
                    other = _OPPOSITE_WAYS.get(word) or next(
                        a for a, b in _OPPOSITE_WAYS.items() if b == word
                    )
                    place = subject.place("locations", name, "exits", number, "direction")
                    yield note(place, message, f"one of them would lead `{other}`", kind="way")
