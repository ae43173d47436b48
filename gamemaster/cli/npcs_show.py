"""`gamemaster npcs show`: the characters of a stored story, for designers."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from gamemaster.authoring.archive import Archive
from gamemaster.authoring.characters import characters_shown, lines_of
from gamemaster.bootstrap import load_worlds
from gamemaster.cli.console import say
from gamemaster.cli.models.prompt import UnknownWorldError
from gamemaster.config.settings import Settings
from gamemaster.errors import UserError
from gamemaster.rules.upkeep.world_upgrade import refit

STYLES = {"head": "bold cyan", "fact": "", "memory": "", "past": "dim"}


class NoSuchCharacterError(UserError):
    """The story's world has nobody of this identifier."""


def show_npcs(
    archive: Archive, settings: Settings, story: str, *, only: list[str], limit: int, as_json: bool
) -> None:
    """Print a story's characters, all or `only` some, with at most `limit` memories of each.

    Raises NoSuchStoryError, UnknownWorldError, NoSuchCharacterError.
    """
    stored = archive.story(story)
    worlds, _ = load_worlds(settings.worlds_dirs, settings.world_folder)
    loaded = worlds.get(stored.world)
    if loaded is None:
        raise UnknownWorldError(stored.world, worlds)
    world, state = loaded.world, refit(loaded.world, stored.state)
    if unknown := [who for who in only if who not in state.characters]:
        known = ", ".join(state.characters)
        raise NoSuchCharacterError(f"there is nobody {unknown[0]!r} in {world.title}; there are: {known}")
    chosen = only or list(state.characters)
    shown = characters_shown(stored.id, world, state, archive.memories(stored.id, chosen, limit), chosen)
    if as_json:
        say(shown.model_dump_json(indent=2))
        return
    console = Console(highlight=False, soft_wrap=True)
    for person in shown.characters:
        for kind, line in lines_of(world, person):
            console.print(Text(line if kind == "head" else f"  {line}", style=STYLES[kind]))
        console.print()
