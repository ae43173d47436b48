"""Scenes for tests: a story at a place, with people there and things carried, and what a turn comes to."""

from __future__ import annotations

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played, play_without_suggestions
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at
from worlds.schema import PLAYER


def state_at(world: str, place: str | None = None) -> StoryState:
    """A new story whose player stands at a place, where nobody has been before."""
    state = new_story(world_at(world), 1)
    state.place = place or state.place
    return state


def play_at(world: str, place: str, words: str) -> Played:
    return play_without_suggestions(world_at(world), state_at(world, place), words)


def standing(world: str, setting: str, seed: int = 1) -> StoryState:
    """A story at a place, with the things carried and the people there that the setting names."""
    place, *others = setting.split()
    state = new_story(world_at(world), seed)
    state.place, state.visited[place] = place, 1
    for name in others:
        if name in state.items:
            state.items[name] = PLAYER
        else:
            state.characters[name].place = place
    return state


def scene(world: str, place: str = "", here: str = "", has: str = "") -> StoryState:
    """As a line of a list of inputs sets it: who is `here` is dealt with, what the player `has` was had for long."""
    entry: dict[str, object] = {"input": "x", "here": here.split(), "has": has.split()}
    return state_of(world_at(world), 1, {**entry, "place": place} if place else entry)


def play_in(world: str, place: str, words: str, here: str = "", has: str = "") -> tuple[StoryState, Played]:
    """The scene before a turn, and the turn."""
    state = scene(world, place, here, has)
    return state, play_without_suggestions(world_at(world), state, words)


def text_of(turn: Played) -> str:
    return "\n".join(span.text for span in turn.spans)


def notice(turn: Played) -> str:
    """What the Game Master says, where nobody else says anything and no time passes."""
    assert turn.ruling.minutes == 0
    assert {span.kind for span in turn.spans} == {"notice"}
    return " ".join(span.text for span in turn.spans)
