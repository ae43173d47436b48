"""While a model loads the understudy tells; a turn is told by whoever adjudicated it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from gamemaster.narration.narrator import Scene
from gamemaster.narration.standby import Standby
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import Span, StoryState
from tests.worldkit import sample


@dataclass
class Named:
    name: str

    async def adjudicate(self, scene: Scene) -> Outcome:
        return Outcome()

    async def narrate(self, scene: Scene, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        yield Span(kind="narration", text=self.name)


async def told(narrator: Standby, scene: Scene) -> str:
    return "".join([span.text async for span in narrator.narrate(scene, Ruling(), scene.state)])


async def test_the_turn_in_flight_stays_with_who_began_it() -> None:
    world = sample()
    state = begin(world, 1)
    first, second = (Scene(world, state, "look", roll_for(1, 1)) for _ in range(2))
    narrator = Standby(Named("understudy"))
    assert narrator.name == "understudy"
    await narrator.adjudicate(first)
    narrator.hand_over(Named("model"))
    assert narrator.name == "model"
    assert await told(narrator, first) == "understudy"
    await narrator.adjudicate(second)
    assert await told(narrator, second) == "model"
