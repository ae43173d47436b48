"""The base of all options, and fields of them that are numbers within bounds."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Options(BaseModel):
    """Settings under one name. They never change, and a name that is none of theirs is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def number(default: float | None, least: float, most: float, description: str) -> Any:
    """A number from `least` to `most`."""
    return Field(default, ge=least, le=most, description=description)


def positive(default: float, most: float, description: str) -> Any:
    """A number above 0, up to `most`."""
    return Field(default, gt=0, le=most, description=description)
