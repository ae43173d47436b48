"""What keeps a driven player out, or from going on; and what to do about it."""

from __future__ import annotations

from typing import Any

from gamemaster.errors import UserError

AGAIN_S = 1.0  # where the service does not say when to ask again


class DriveError(UserError):
    """The drive cannot go on, or could not begin. The message says why and what to do."""


class LostError(Exception):
    """This player cannot go on; the others can."""


def wait_s(frame: dict[str, Any]) -> float:
    """The seconds that a refusal asks to wait."""
    return max(frame.get("retry_after_s") or AGAIN_S, 0.1)


def advice(frame: dict[str, Any]) -> str:
    """What to do about a service that lets no more players in."""
    limit = frame.get("limit") or ""
    if "new players" in limit:
        return (
            f"the service refuses new players ({limit}): start it with GM_LIMITS__NEW_PLAYERS_PER_MINUTE=100000 in its "
            "environment (or new_players_per_minute under [limits] in gamemaster.toml), or let them come more slowly: "
            "--ramp SECONDS"
        )
    if "one address" in limit:
        return (
            f"the service bounds what one address may have ({limit}), and a drive comes from one: start it "
            "with GM_ADDRESS__EXEMPT=ADDRESS in its environment"
        )
    if "connections" in limit:
        return (
            f"the service refuses more connections ({limit}): start it with a higher GM_LIMITS__CONNECTIONS, or drive "
            "fewer --players"
        )
    return f"the service refuses players: {frame['message']}"
