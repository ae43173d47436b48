"""How much a model has to do in a turn, and how long it is waited for: settings under `narrator`. Pure."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from gamemaster.options.fields import Options, number, positive

FIRST_WORDS_S = 0.45  # so that they are read before 0.6 s, and heard within the second
EARLIER_TURNS = 6  # whose texts a telling is compared with


class ModelCourse(StrEnum):
    """What of a turn is the model's.

    full  it proposes the outcome and tells the ruling
    read  it reads the words that the understudy does not follow; the understudy rules and tells
    tell  the understudy rules; the model tells the ruling, in short form
    """

    FULL = "full"
    READ = "read"
    TELL = "tell"


class NarratorOptions(Options):
    """Times in seconds."""

    course: ModelCourse = Field(
        ModelCourse.FULL,
        description="what the model does: full (rules and tells), read (understands alone), tell (tells alone); "
        "small models do better with less, see `gamemaster model try`",
    )
    adjudicate_s: float = positive(22.0, 600, "seconds that a model may take for its part before the ruling")
    narrate_s: float = positive(60.0, 600, "seconds that a model may take to tell a turn")
    retry_s: float = number(8.0, 0, 600, "seconds, within those, that a busy model server is asked again")
    rest_s: float = number(45.0, 0, 3600, "seconds that a model server is left alone after it was too slow")
    reasoning_tokens: int = number(2048, 0, 32_768, "tokens that a model server's model may reason, about")
    warm: bool = Field(
        True,
        description="have prompts computed before a player waits for them: the worlds' heads at start, a story's "
        "between its turns; of model servers only one on this machine, and only the first world's head",
    )

    first_words_s: float = number(
        FIRST_WORDS_S,
        0,
        60,
        "seconds without a word of the model's until the understudy tells what is attempted; 0: never",
    )
    aftermath_s: float = number(
        6.0,
        0,
        60,
        "seconds for the model's memories and suggestions once all is told; 0: they are not asked for",
    )
    critic_turns: int = number(
        EARLIER_TURNS,
        0,
        100,
        "earlier turns with which a telling is compared, so that no model repeats itself; 0: none",
    )

    @property
    def for_nobody(self) -> NarratorOptions:
        """The same for turns that no player waits for: nothing is computed ahead for them."""
        return self.model_copy(update={"warm": False})
