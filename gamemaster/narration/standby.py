"""Who narrates: the understudy while a model loads; then the model, which has the understudy at hand itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from gamemaster.narration.narrator import Narrator


@dataclass(eq=False)
class Standby:
    """`now` narrates the turns that begin from now on. Those in play stay with the narrator that began them."""

    now: Narrator
    understudy: Narrator = field(init=False)  # who narrated first, and costs nothing

    def __post_init__(self) -> None:
        self.understudy = self.now

    def hand_over(self, narrator: Narrator) -> None:
        """From the next turn on, `narrator` tells."""
        self.now = narrator
