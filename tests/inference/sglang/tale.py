"""What the tests' storyteller writes in the sample world, turn after turn: an Outcome that its grammar allows."""

from tests.modelkit import outcome

REASONING_WORDS = 60  # about 150 tokens: within a full turn's budget, and beyond the shorter one's
# The door is locked, so that the referee refuses the first change, turn after turn, and allows the second.
ANSWER = outcome(
    {"op": "move", "to": "mill"},
    {"op": "pass_time", "minutes": 1, "sleep": False},
    intents=[{"verb": "go", "objects": ["mill"], "tool": None}],
    memories=[{"who": "mara", "what": "Somebody is at the door of the mill.", "importance": 3}],
    suggestions=["Ask Mara for the key"],
)
NARRATION = (
    "You lean on the door, and it gives nothing back but cold.\n\n"
    "@mara: Leave that be. It has been shut since the wheel stopped.\n\nSnow slides off the roof behind you."
)
TOLD = [
    ("narration", "You lean on the door, and it gives nothing back but cold."),
    ("speech", "Leave that be. It has been shut since the wheel stopped."),
    ("narration", "Snow slides off the roof behind you."),
]
