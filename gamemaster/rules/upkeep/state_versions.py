"""Brings the stored state of a story to the present STATE_VERSION, one named migration at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gamemaster.errors import UserError
from gamemaster.rules.state import STATE_VERSION, StoryState


class StateVersionError(UserError):
    """A stored state of a version that this program does not read; the state was left as it is."""

    def __init__(self, found: object, known: int, why: str) -> None:
        super().__init__(
            f"this story was saved in state version {found!r}, this service reads up to {known}: {why}"
        )
        self.found, self.known = found, known


@dataclass(frozen=True)
class Migration:
    """Leads from one version to the next. `migrate` gets and returns plain JSON data, `version` apart."""

    name: str
    migrate: Callable[[dict[str, Any]], dict[str, Any]]


def _add_relations(state: dict[str, Any]) -> dict[str, Any]:
    """Nobody has feelings yet but for their disposition: `gamemaster.rules.upkeep.world_upgrade` puts in those a
    world begins with."""
    people = {who: {**character, "relations": {}} for who, character in state.get("characters", {}).items()}
    return {**state, "characters": people, "promises": {}}


def _add_traces(state: dict[str, Any]) -> dict[str, Any]:
    """Nobody suspects anything yet, and nothing was built, barred, hidden or tried in vain."""
    people = {
        who: {**character, "suspicion": 0, "suspicion_at": 0}
        for who, character in state.get("characters", {}).items()
    }
    parts = ("details", "blocks", "concealed", "clocks", "quotas", "attempts")
    return {**state, "characters": people, **{name: {} for name in parts}}


# From version N to N + 1 stands under N.
MIGRATIONS: dict[int, Migration] = {
    1: Migration("relations and promises", _add_relations),
    2: Migration("suspicion, details and what was tried", _add_traces),
}


def read_state(
    data: dict[str, Any], migrations: Mapping[int, Migration] = MIGRATIONS, present: int = STATE_VERSION
) -> StoryState:
    """The state that `data` (parsed JSON) holds, in the present version.

    Raises StateVersionError for a newer state, for one without a version, and where a migration is missing.
    """
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise StateVersionError(version, present, "it is no version number, so the stored state is damaged")
    if version > present:
        raise StateVersionError(version, present, "update the service, a newer one has played this story")
    while version < present:
        if version not in migrations:
            raise StateVersionError(version, present, f"no migration leads on from version {version}")
        data = {**migrations[version].migrate(dict(data)), "version": version + 1}
        version += 1
    return StoryState.model_validate(data)
