"""Endings that never come, come at once, or hide one another."""

from __future__ import annotations

from collections.abc import Iterator

from worlds import schema
from worlds.checks.reachability import Reach
from worlds.checks.subject import Subject
from worlds.problems import WorldError, fault, note, warning
from worlds.validate import nearest


def check_endings(subject: Subject) -> Iterator[WorldError]:
    """Endings that plainly never come, and such as would come at once."""
    world = subject.world
    direct = {part.end for _, part in subject.effects if part.end} | {world.player.death}
    flags = {flag for _, part in subject.effects for flag in part.set}
    facts = subject.learnable
    moved = {item for _, part in subject.effects for item in (*part.give, *part.put)}
    for name, ending in world.endings.items():
        place = subject.place("endings", name, "when", key=True)
        when = ending.when
        if not when.model_fields_set:
            hint = "say when; for one that only effects bring, use a flag that they set"
            message = f"ending `{name}`: an empty `when` always holds: the story would end at once"
            yield fault(place, message, hint, kind="ending")
        if not ending.path and not ending.defeat:
            hint = "write `path:`, the inputs that lead here from the start; testers and bots follow it"
            place_of_all = subject.place("endings", name, key=True)
            yield warning(place_of_all, f"ending `{name}` has no `path`", hint, kind="ending")
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
            yield fault(place, f"ending `{name}` can never come: {problem}", kind="ending")


def _unset(flag: str, flags: set[str]) -> str:
    near = nearest(flag, sorted(flags))
    return f"nothing sets the flag `{flag}`" + (f"; did you mean `{near}`?" if near else "")


def check_twins(subject: Subject) -> Iterator[WorldError]:
    """Endings of which only one can ever be told."""
    first: dict[str, str] = {}
    titles: dict[str, str] = {}
    for name, ending in subject.world.endings.items():
        key = ending.when.model_dump_json()
        if name == schema.DIED and key in first and "death" not in subject.world.player.model_fields_set:
            message = f"`player` names no `death`, and the ending `{first[key]}` comes at as many wounds"
            hint = f"write `death: {first[key]}` under `player:`, or the game tells a death of its own"
            yield warning(subject.place("player", key=True), message, hint, kind="twin")
        elif key in first and ending.when.model_fields_set:
            message = f"ending `{name}` comes when `{first[key]}` does"
            place = subject.place("endings", name, "when", key=True)
            yield warning(place, message, "give one of them a further condition", kind="twin")
        first.setdefault(key, name)
        title = ending.title.casefold()
        if title in titles:
            message = f"ending `{name}` has the title of `{titles[title]}`"
            yield warning(subject.place("endings", name, "title"), message, "rename one of them", kind="twin")
        titles.setdefault(title, name)


def check_reached(subject: Subject, reach: Reach, explained: bool) -> Iterator[WorldError]:
    """Endings out of reach for a reason that nothing else here has named."""
    if explained:
        return
    for name in subject.world.endings:
        atom = ("ending", name)
        if atom not in reach.atoms and name != subject.world.player.death:
            needs = sorted(
                {need for o in reach.open_origins(atom) for need in o.needs if need not in reach.atoms}
            )
            names = ", ".join(f"{kind} `{word}`" for kind, word in needs[:3])
            message = f"ending `{name}` can never come" + (f": out of reach is {names}" if names else "")
            yield fault(subject.place("endings", name, "when", key=True), message, kind="ending")


def check_lost_paths(subject: Subject) -> Iterator[WorldError]:
    """A `path` whose inputs are no inputs."""
    for name, ending in subject.world.endings.items():
        for number, words in enumerate(ending.path):
            if not words.strip():
                place = subject.place("endings", name, "path", number)
                yield note(place, f"ending `{name}`: an input of `path` is empty", "drop it", kind="ending")
