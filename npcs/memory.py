"""What one character remembers: data, and nothing else."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

MAX_TEXT_CHARS = 600
MAX_PEOPLE = 16
MAX_EVIDENCE = 12
MAX_HOPS = 3  # a tale that has gone through three mouths goes no further

# What `about` may begin with to be kept for ever: see `npcs.forgetting`.
PROMISE, DEBT, DEATH = "promise", "debt", "death"
# A character's own secret: it never travels as hearsay, see `npcs.hearsay`.
SECRET = "secret"  # noqa: S105 - a kind of memory, no password

Key = Annotated[str, Field(min_length=1, max_length=96)]


class Memory(BaseModel):
    """One thing that one character (`owner`) saw, was told or concluded, in that character's own words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Key  # "{turn}-{owner}-{n}": the same turn told again gives the same identifiers
    owner: Key  # whose memory it is: a character's id
    turn: Annotated[int, Field(ge=0)]  # in which it was made
    minute: Annotated[int, Field(ge=0)]  # in-world, since the story began
    place: Annotated[str, Field(max_length=96)] = ""  # a location's id
    people: Annotated[tuple[Key, ...], Field(max_length=MAX_PEOPLE)] = ()  # besides the owner
    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT_CHARS)]  # first person
    importance: Annotated[int, Field(ge=1, le=10)] = 5
    source: Literal["saw", "heard", "reflected"] = "saw"
    heard_from: Key | None = None  # who told the owner, if heard
    about: Key | None = (
        None  # of which fact: "item:axe", "person:hild", "door:smokehouse", "promise:hild_son", …
    )
    valid_from: Annotated[int, Field(ge=0)] = 0  # minute from which it was true
    invalid_at: Annotated[int, Field(ge=0)] | None = (
        None  # minute at which it stopped being true: remembered as past
    )
    root: str = ""  # the first-hand memory that it goes back to; its own id if it is first-hand
    hops: Annotated[int, Field(ge=0, le=MAX_HOPS)] = 0  # mouths between the owner and the root
    evidence: Annotated[
        tuple[Key, ...], Field(max_length=MAX_EVIDENCE)
    ] = ()  # memories that a belief rests on

    @model_validator(mode="before")
    @classmethod
    def _first_hand(cls, data: object) -> object:
        """A memory that names no root is first-hand."""
        if isinstance(data, dict) and not data.get("root"):
            return {**data, "root": data.get("id", "")}
        return data

    @model_validator(mode="after")
    def _told_by_somebody(self) -> Memory:
        if (self.source == "heard") != (self.heard_from is not None):
            raise ValueError("`heard_from` names who told it when source is heard, and only then")
        return self

    @property
    def past(self) -> bool:
        """Whether it has stopped being true."""
        return self.invalid_at is not None


class Ranked(BaseModel):
    """A memory that came to mind, with how it was ranked (`npcs.ranking`); each part is 0 to 1."""

    model_config = ConfigDict(frozen=True)

    memory: Memory
    score: float
    relevance: float
    recency: float
    importance: float


def memory_id(turn: int, owner: str, number: int) -> str:
    """The identifier of an owner's memory `number` (from 0) of a turn."""
    return f"{turn}-{owner}-{number}"
