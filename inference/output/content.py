"""What a model wrote in answer to a request beside the play."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from inference.engine import Delta, Kind


async def content_of(deltas: AsyncGenerator[Delta, None]) -> str:
    """The text of an answer; what stands before a thought is none of it."""
    text = ""
    async with aclosing(deltas):
        async for delta in deltas:
            if delta.kind is Kind.CONTENT:
                text += delta.text
            elif delta.kind is Kind.MARKER:
                text = ""
    return text
