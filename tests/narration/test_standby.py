"""While a model loads the understudy tells; a turn is told by whoever adjudicated it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from gamemaster.narration.narrator import NarratorTurn
from gamemaster.narration.scene import Scene
from gamemaster.narration.standby import Standby
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Ruling
from gamemaster.rules.state import Span, StoryState
from tests.narratorkit import StatelessNarrator
from tests.worldkit import sample


@dataclass
class Named(StatelessNarrator):
    name: str

    async def narrate(self, scene: Scene, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        yield Span(kind="narration", text=self.name)


async def narration_of(turn: NarratorTurn, state: StoryState) -> str:
    return "".join([span.text async for span in turn.narrate(Ruling(), state)])


async def test_the_turn_in_flight_stays_with_who_began_it() -> None:
    world = sample()
    state = begin(world, 1)
    scene = Scene(world, state, "look", roll_for(1, 1))
    standby = Standby(Named("understudy"))
    first = standby.now.turn(scene)
    await first.adjudicate()
    standby.hand_over(Named("model"))
    second = standby.now.turn(scene)
    await second.adjudicate()
    assert await narration_of(first, state) == "understudy"
    assert await narration_of(second, state) == "model"
