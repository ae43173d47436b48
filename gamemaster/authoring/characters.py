"""A story's characters as a designer sees them: where they are, what they feel, owe, promised and remember. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

from gamemaster.narration.prompts.state_text import moment
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.relationships import bond_in_words, promise_in_words
from gamemaster.rules.state import StoryState
from npcs.memory import Memory
from worlds.schema import PLAYER, World

Kind = Literal["head", "fact", "memory", "past"]


class Shown(BaseModel):
    """Base of what is shown."""

    model_config = ConfigDict(frozen=True)


class RelationShown(Shown):
    """What a character feels and owes toward `toward`, in numbers and in words."""

    toward: str
    trust: int
    fear: int
    affection: int
    debt: int
    words: str


class PromiseShown(Shown):
    """A promise that the character gave or was given."""

    id: str
    by: str
    to: str
    what: str
    status: Literal["open", "kept", "broken"]
    turn: int
    words: str


class MemoryShown(Shown):
    """A memory, and when it was made: turn, minute and the part of the in-world day."""

    id: str
    turn: int
    minute: int
    when: str
    place: str
    text: str
    importance: int
    source: Literal["saw", "heard", "reflected"]
    heard_from: str | None
    about: str | None
    past: bool


class CharacterShown(Shown):
    """One character of a story in play."""

    id: str
    name: str
    place: str
    alive: bool
    asleep: bool
    following: bool
    disposition: int
    relations: tuple[RelationShown, ...]
    promises: tuple[PromiseShown, ...]
    memories: tuple[MemoryShown, ...]


class CharactersShown(Shown):
    """The characters of a story after its turn `turn`; `here` are those where the player is."""

    story: str
    world: str
    turn: int
    here: tuple[str, ...]
    characters: tuple[CharacterShown, ...]


def characters_shown(
    story: str,
    world: World,
    state: StoryState,
    memories: Mapping[str, Sequence[Memory]],
    only: Collection[str] | None = None,
) -> CharactersShown:
    """The characters of a story, all or `only` some, with the memories given for each."""
    chosen = [who for who in state.characters if only is None or who in only]
    return CharactersShown(
        story=story,
        world=world.id,
        turn=state.turn,
        here=tuple(state.present()),
        characters=tuple(_character(world, state, who, memories.get(who, ())) for who in chosen),
    )


def _character(world: World, state: StoryState, who: str, memories: Sequence[Memory]) -> CharacterShown:
    now = state.characters[who]
    return CharacterShown(
        id=who,
        name=world.characters[who].name,
        place=now.place,
        alive=now.alive,
        asleep=now.alive and is_asleep(world, state, who),
        following=now.following,
        disposition=now.disposition,
        relations=tuple(
            RelationShown(toward=whom, **bonds.model_dump(), words=bond_in_words(bonds, _name(world, whom)))
            for whom, bonds in sorted(now.relations.items(), key=lambda pair: (pair[0] != PLAYER, pair[0]))
        ),
        promises=tuple(
            PromiseShown(
                id=name,
                **one.model_dump(include={"by", "to", "what", "status", "turn"}),
                words=promise_in_words(world, one),
            )
            for name, one in state.promises.items()
            if who in (one.by, one.to)
        ),
        memories=tuple(
            MemoryShown(
                **memory.model_dump(
                    include={
                        "id",
                        "turn",
                        "minute",
                        "place",
                        "text",
                        "importance",
                        "source",
                        "heard_from",
                        "about",
                    }
                ),
                when=moment(world, memory.minute),
                past=memory.past,
            )
            for memory in memories
        ),
    )


def lines_of(world: World, shown: CharacterShown) -> list[tuple[Kind, str]]:
    """A character for people, line by line."""
    place = f"at {world.locations[shown.place].name}" if shown.place in world.locations else "nowhere"
    manner = [word for word, so in (("asleep", shown.asleep), ("follows the player", shown.following)) if so]
    where = ", ".join((place if shown.alive else f"dead, {place}", *manner))
    lines: list[tuple[Kind, str]] = [
        ("head", f"{shown.name} ({shown.id}): {where}; disposition {shown.disposition:+d}")
    ]
    for bond in shown.relations:
        figures = (
            f"trust {bond.trust:+d}, fear {bond.fear}, affection {bond.affection:+d}, debt {bond.debt:+d}"
        )
        lines.append(
            ("fact", f"{bond.words or 'feels nothing for ' + _name(world, bond.toward)}  [{figures}]")
        )
    lines += [("fact", f"{one.words}  [{one.id}, {one.status}, turn {one.turn}]") for one in shown.promises]
    for memory in shown.memories:
        told = (
            f"heard from {_name(world, memory.heard_from)}"
            if memory.heard_from is not None
            else memory.source
        )
        notes = f"{told}, importance {memory.importance}{', no longer so' if memory.past else ''}"
        kind: Kind = "past" if memory.past else "memory"
        lines.append((kind, f"turn {memory.turn}, {memory.when}: {memory.text}  [{notes}]"))
    return lines if shown.memories else [*lines, ("fact", "remembers nothing of the story")]


def _name(world: World, who: str) -> str:
    return "the player" if who == PLAYER else world.characters[who].name if who in world.characters else who
