"""Dialogues that track things: several are taken, left, given, hidden and asked for, and the story keeps account.

The literature tests Game Masters so; these were written by somebody who had not seen the program.
"""

import json
from typing import Any

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import ROOT, world_at
from worlds.schema import PLAYER, World

DIALOGUES = [
    json.loads(line) for line in (ROOT / "tests/inputs/item_dialogues.jsonl").read_text().splitlines()
]
WORLDS = {name: world_at(f"worlds/{name}") for name in {one["world"] for one in DIALOGUES}}
SEED = 5
CASES = [pytest.param(one, id=one["name"]) for one in DIALOGUES]


def begin_dialogue(world: World, dialogue: dict[str, Any]) -> StoryState:
    state = new_story(world, SEED)
    state.place = dialogue.get("place", state.place)
    state.visited[state.place] = 1
    for item in dialogue.get("has", []):
        state.items[item] = PLAYER
        state.held[item] = 0
    return state


def faults(state: StoryState, reply: str, turn: dict[str, Any]) -> list[str]:
    """What of a turn's checks does not hold."""
    found = [f"not carried: {item}" for item in turn.get("carried", []) if state.items[item] != PLAYER]
    found += [f"still carried: {item}" for item in turn.get("not_carried", []) if state.items[item] == PLAYER]
    for item, where in turn.get("at", {}).items():
        if state.items[item] != where:
            found.append(f"{item} is at {state.items[item]}, not {where}")
    if turn.get("place", state.place) != state.place:
        found.append(f"in {state.place}, not {turn['place']}")
    said = reply.lower()
    for words in turn.get("answer_mentions", []):
        if not any(word.lower() in said for word in ([words] if isinstance(words, str) else words)):
            found.append(f"{words} not mentioned")
    found += [f"{word} mentioned" for word in turn.get("answer_not", []) if word.lower() in said]
    return found


@pytest.mark.parametrize("dialogue", CASES)
def test_the_story_keeps_account_of_things(dialogue: dict[str, Any]) -> None:
    world = WORLDS[dialogue["world"]]
    state, told = begin_dialogue(world, dialogue), []
    for turn in dialogue["turns"]:
        played = play(world, state, turn["input"])
        state = played.after
        reply = " ".join(span.text for span in played.spans)
        told.append(f"> {turn['input']}\n{reply}")
        assert not faults(state, reply, turn), "\n".join([*told, *faults(state, reply, turn)])
