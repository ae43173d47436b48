"""Recordings that diverge alike: by what they differ first, how many, where to begin, and what to do. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamemaster.replay.report.verdict import count
from gamemaster.replay.verify.verdicts import difference_of
from gamemaster.replay.verify.verify import Verdict

MOST_WHOLE = 2  # of a group, that are shown with their context: the others are told by a line each
MOST_GROUPS = 8
MOST_NAMED = 3  # recordings of a group


def groups_alike(verdicts: Sequence[Verdict]) -> list[list[Verdict]]:
    """Those that differ, by the part in which they do; the largest group first."""
    groups: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if not verdict.same:
            groups.setdefault(difference_of(verdict).part, []).append(verdict)
    return sorted(groups.values(), key=len, reverse=True)


def told_alike(verdicts: Sequence[Verdict], now: str) -> Iterator[str]:
    """A line for each group, what was changed since, and what to do; nothing where all is the same."""
    groups = groups_alike(verdicts)
    if not groups:
        return
    for group in groups[:MOST_GROUPS]:
        yield f"{len(group)} × {difference_of(group[0])} (first in {_names(group)})"
    if len(groups) > MOST_GROUPS:
        yield f"{sum(map(len, groups[MOST_GROUPS:]))} in {len(groups) - MOST_GROUPS} other ways"
    diverged = [verdict for group in groups for verdict in group]
    edited = [verdict for verdict in diverged if verdict.world]
    if changed := [*_worlds(edited), *_code(diverged, now)]:
        yield f"Changed since they were recorded: {'; '.join(changed)}."
    yield from _what_to_do(diverged)


def _names(group: Sequence[Verdict]) -> str:
    named = [verdict.recording.name for verdict in group[:MOST_NAMED]]
    rest = len(group) - len(named)
    return ", ".join(named) + (f" and {rest} more" if rest else "")


def _worlds(edited: Sequence[Verdict]) -> Iterator[str]:
    worlds = [verdict.recording.header.world for verdict in edited]
    for world in sorted(set(worlds)):
        yield f"the files of the world {world} ({count(worlds.count(world), 'recording')})"


def _code(diverged: Sequence[Verdict], now: str) -> Iterator[str]:
    codes = [verdict.recording.header.stamps.get("code", "unknown") for verdict in diverged]
    if older := sum(code != now for code in codes):
        yield f"the program ({count(older, 'recording')})"


def _what_to_do(diverged: Sequence[Verdict]) -> Iterator[str]:
    if any(verdict.divergence is not None for verdict in diverged):
        yield (
            "Only the first difference of each is told here. For every turn, then and now: gamemaster replay "
            "regenerate RECORDINGS --out run.json; gamemaster replay report run.json --open."
        )
    if any(verdict.divergence is not None or verdict.world for verdict in diverged):
        yield (
            "Not meant? Mend it and verify again. Meant? Record anew: `make recordings` makes those of the tests, "
            "`gamemaster record promote` takes a story that was played again; prose and prompts of the program can "
            "be declared in gamemaster/rules/upkeep/intended_changes.py instead."
        )
    if any(verdict.unmet for verdict in diverged):
        yield "An expectation that is not met is mended in the program, or in NAME.expect.yaml beside the recording."
