"""What the player may know of the state, for the panel beside the text. Pure."""

from __future__ import annotations

from gamemaster.messages import View
from gamemaster.state import StoryState
from worlds.schema import World


def view(world: World, state: StoryState, suggestions: tuple[str, ...] = ()) -> View:
    """The panel for a state."""
    raise NotImplementedError
