"""What people thought of the turns of a run: accepted, rejected, or a comment; as a report's page exports it.

{"reviews": [{"turn": "s2t14", "answer": "…", "verdict": "accepted", "comment": "shorter, and better"}]}
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gamemaster.errors import UserError

MOST_BYTES = 16 << 20


class ReviewError(UserError):
    """A file that holds no reviews. Names the file, what is wrong and what to do."""


class Review(BaseModel):
    """`answer` is the digest of the answer that was looked at (`gamemaster.replay.report.baseline.answer_digest`)."""

    model_config = ConfigDict(extra="forbid")

    turn: str = Field(max_length=40)
    answer: str = Field(max_length=64)
    verdict: Literal["accepted", "rejected", "commented"]
    comment: str = Field(default="", max_length=4000)


class Reviews(BaseModel):
    model_config = ConfigDict(extra="forbid")

    reviews: list[Review] = []


def read_reviews(path: Path) -> list[Review]:
    """Raises ReviewError."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ReviewError(f"{path} has more than {MOST_BYTES >> 20} MB: it holds no reviews")
        return Reviews.model_validate_json(path.read_bytes()).reviews
    except OSError as error:
        raise ReviewError(f"{path}: {error.strerror}; give a file that a report's page exported") from None
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"])) or "it"
        raise ReviewError(
            f"{path} holds no reviews: {where}: {fault['msg']}; give a file that a report's page exported"
        ) from None


def accepted_in(path: Path) -> frozenset[str]:
    """The digests of the answers that were accepted. Raises ReviewError."""
    return frozenset(review.answer for review in read_reviews(path) if review.verdict == "accepted")
