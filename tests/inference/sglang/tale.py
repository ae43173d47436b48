"""What the tests' storyteller writes in the sample world, turn after turn: an Outcome that its grammar allows.

`.venv-nia/bin/python -m tests.inference.sglang.tale FOLDER` builds one that reasons and tells for seconds, to be killed
in the middle of it.
"""

import sys
from pathlib import Path

from gamemaster.narration.critic.form import usage_of
from inference.testbed.checkpoints import Shape, rambling, write_storyteller
from tests.modelkit import outcome
from tests.worldkit import sample

CONTEXT = 32_768
REASONING_WORDS = 60  # about 150 tokens: within a full turn's budget, and beyond the shorter one's
LONG_WORDS = (
    200  # about 500 tokens: reasoning within the full budget, or as many sentences as a telling may have
)
SENTENCE_WORDS, PARAGRAPH = 8, 5  # a critic holds a paragraph back until it is whole
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


def long_telling() -> str:
    """Sentences of words that mean nothing and words of the world, in turn: a critic would not let pass the first
    alone, as they are in no language. None comes twice."""
    known = sorted(word for word in usage_of(sample()).common if word.isalpha() and len(word) > 1)
    pairs = zip(rambling(LONG_WORDS // 2, seed=5).split(), known, strict=False)
    words = [word for pair in pairs for word in pair]
    said = [words[at : at + SENTENCE_WORDS] for at in range(0, len(words), SENTENCE_WORDS)]
    sentences = [" ".join(sentence).capitalize() + "." for sentence in said]
    parts = (sentences[at : at + PARAGRAPH] for at in range(0, len(sentences), PARAGRAPH))
    return "\n\n".join(map(" ".join, parts))


def write(folder: Path, reasoning_words: int = REASONING_WORDS, narration: str = NARRATION) -> None:
    write_storyteller(folder, rambling(reasoning_words), ANSWER, narration, Shape(context=CONTEXT))


if __name__ == "__main__":
    write(Path(sys.argv[1]), LONG_WORDS, long_telling())
