"""What is refused of a card or a lorebook."""

from __future__ import annotations

from gamemaster.errors import UserError


class CardRefused(UserError):
    """A file that is no card, is broken, or would do harm. The message names what was found."""
