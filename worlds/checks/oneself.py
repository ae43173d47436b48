"""Relations and promises of somebody to themselves."""

from __future__ import annotations

from collections.abc import Iterator

from worlds.checks.subject import Subject
from worlds.problems import WorldError, fault


def check_oneself(subject: Subject) -> Iterator[WorldError]:
    for name, vow in subject.world.promises.items():
        if vow.by == vow.to:
            message = f"promise `{name}`: `{vow.to}` promises it to themselves"
            yield fault(subject.place("promises", name, "to"), message, "name another", kind="oneself")
    for who, person in subject.world.characters.items():
        if who in person.relations:
            place = subject.place("characters", who, "relations", who, key=True)
            message = f"character `{who}`: a relation to themselves"
            yield fault(place, message, "name another, or `player`", kind="oneself")
