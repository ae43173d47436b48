"""Reads the inputs that a world's threads offer to players (`say`) as a player's, in a scene made for each. Pure.

None need succeed there: each must be understood. (`suggest` of a rule is a phrase of the rule, and always is.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamemaster.language.understanding import understand
from gamemaster.play.opening import begin
from gamemaster.rules.conditions import holds
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, Condition, World
from worlds.source import Route

_SEED = 1


@dataclass(frozen=True)
class InputFault:
    """An input that is offered and cannot be followed, or a thread that never offers any."""

    route: Route  # where it is written
    message: str


def input_faults(world: World) -> list[InputFault]:
    beginning = begin(world, _SEED)
    return [*_steps(world, beginning), *_closed_threads(world, beginning)]


def _steps(world: World, beginning: StoryState) -> Iterator[InputFault]:
    for name, thread in world.threads.items():
        for number, step in enumerate(thread.steps):
            scene = beginning.clone()
            _arrange(scene, step.when)
            if step.at is not None:
                _enter(scene, step.at)
            readings = [
                understand(world, one, step.say) for one in (scene, _with_all_at_hand(scene))
            ]  # what an earlier step brings is not there yet
            if not any(reading.intents for reading in readings):
                asked_back = " or ".join(readings[0].clarify.choices) if readings[0].clarify else ""
                why = f"is asked back: “{asked_back}?”" if asked_back else "is not understood there"
                yield InputFault(
                    ("threads", name, "steps", number, "say"), f"thread `{name}`: `{step.say}` {why}"
                )


def _closed_threads(world: World, beginning: StoryState) -> Iterator[InputFault]:
    for name, thread in world.threads.items():
        if holds(thread.closes, world, beginning):
            message = f"thread `{name}`: it is answered before the story begins: `closes` holds then"
            yield InputFault(("threads", name, "closes"), message)


def _with_all_at_hand(scene: StoryState) -> StoryState:
    full = scene.clone()
    full.items.update(dict.fromkeys(full.items, PLAYER))
    for one in full.characters.values():
        one.place = full.place
    return full


def _enter(scene: StoryState, place: str) -> None:
    scene.place = place
    scene.visited[place] = scene.visited.get(place, 0) + 1


def _arrange(scene: StoryState, when: Condition) -> None:
    """What a condition asks for, as far as a scene can simply be made so."""
    for place in (*when.visited, *when.at[:1]):
        _enter(scene, place)
    scene.items.update(dict.fromkeys((*when.has, *when.reach), PLAYER))
    scene.items.update(when.item_at)
    scene.flags.update(dict.fromkeys(when.set, scene.turn))
    scene.facts.update(dict.fromkeys(when.knows, scene.turn))
    scene.noticed.update(dict.fromkeys(when.noticed, 1))
    for who in (*when.here, *when.companion):
        scene.characters[who].place = scene.place
    for who, where in when.where.items():
        scene.characters[who].place = where[0]
    for threat in when.threat_here:
        scene.threats[threat].place = scene.place
