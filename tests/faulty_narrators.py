"""Models that answer every request in time, in good English and with a status of 200, and are wrong: each in its way.

Each is the oracle (`tests.recordings.oracle`), which plays well, with one fault planted in what it tells or proposes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from gamemaster.narration.scene import Scene
from gamemaster.rules import reach
from gamemaster.rules.proposal import Outcome
from tests.recordings.oracle import Oracle, Written
from worlds.schema import PLAYER


@dataclass
class Forgetting(Oracle):
    """Knows nothing of the state: shut doors stand open, carried things lie elsewhere, friends ask for one's name."""

    def answer(self, asked: str, seed: int | None, schema: str | None) -> Written:
        written = super().answer(asked, seed, schema)
        scene = self._telling.get(seed) if seed is not None and seed not in self._asked else None
        if scene is None:
            return written
        return Written("\n\n".join([written.text, *self._contradictions(scene)]), written.reasoning)

    def _contradictions(self, scene: Scene) -> list[str]:
        state, world = scene.state, scene.world
        shut = [way for way in world.locations[state.place].exits if not reach.is_open(world, state, way)]
        lines = [f"{way.name[0].upper()}{way.name[1:]} stands open." for way in shut if way.name]
        far = [item for item, where in state.items.items() if where not in (PLAYER, state.place)]
        if far:
            lines.append(f"You have the {world.items[sorted(far)[0]].name} in your hand.")
        met = [who for who in reach.people_here(state) if state.characters[who].met]
        return lines + [f"@{who}: I have never seen you. Who are you?" for who in met]


@dataclass
class Repeating(Oracle):
    """Tells what it told in the turn before, whatever happens."""

    last: str = ""

    def answer(self, asked: str, seed: int | None, schema: str | None) -> Written:
        written = super().answer(asked, seed, schema)
        if seed in self._asked or seed not in self._telling:
            return written
        self.last = self.last or written.text
        return Written(self.last, written.reasoning)


@dataclass
class Disobedient(Oracle):
    """Tells what was refused as done, and what failed as a success."""

    def answer(self, asked: str, seed: int | None, schema: str | None) -> Written:
        written = super().answer(asked, seed, schema)
        if seed in self._asked or seed not in self._telling:
            return written
        return Written(f"{written.text}\n\nIt works. You succeed without any trouble.", written.reasoning)


@dataclass
class Wilful(Oracle):
    """Proposes what nobody asked for: whatever the player says, they wait for an hour."""

    def _outcome(self, scene: Scene, outcome: Outcome, schema: str | None) -> Written:
        written = super()._outcome(scene, outcome, schema)
        fields: dict[str, Any] = json.loads(written.text)
        fields.update(changes=[{"op": "pass_time", "minutes": 60}], memories=[], unclear=None, check=None)
        return Written(json.dumps(fields), written.reasoning)


@dataclass
class Seance(Oracle):
    """Gives a line to whoever is not there to say it: to the dead, or to those who are elsewhere (`dead` False)."""

    dead: bool = True
    line: str = "I am still here, and I have counted every one of them."
    given: list[str] = field(default_factory=list)

    def answer(self, asked: str, seed: int | None, schema: str | None) -> Written:
        written = super().answer(asked, seed, schema)
        scene = self._telling.get(seed) if seed is not None and seed not in self._asked else None
        if scene is None:
            return written
        people = scene.state.characters.items()
        absent = [
            who
            for who, they in people
            if they.alive != self.dead and who not in reach.people_here(scene.state)
        ]
        if not absent:
            return written
        who = absent[scene.state.turn % len(absent)]
        self.given.append(who)
        name = scene.world.characters[who].name
        told = f"“{self.line} {scene.state.turn},” says {name}."
        return Written(f"{written.text}\n\n{told}", written.reasoning)
