"""Whole stories played with the understudy: along an ending's path, or by nothing but suggestions."""

from __future__ import annotations

from collections.abc import Iterable

from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.narration.understudy.understudy import play_without_suggestions
from gamemaster.rules.dice import draw
from gamemaster.rules.state import StoryState, new_story
from worlds.schema import World


def follow_path(world: World, seed: int, path: Iterable[str]) -> StoryState:
    """Type these inputs until the story ends."""
    state = new_story(world, seed)
    for words in path:
        if state.ended:
            break
        state = play_without_suggestions(world, state, words).after
    return state


def follow_suggestions(world: World, seed: int, turns: int) -> StoryState:
    """Type nothing but suggestions, the first one three times in four."""
    state = new_story(world, seed)
    for _ in range(turns):
        offered = suggest(world, state)
        pick = draw(seed, state.turn, "pick", "") % 100
        state = play_without_suggestions(world, state, offered[0 if pick < 75 else pick % len(offered)]).after
        if state.ended:
            break
    return state
