"""Whether a run came out as its baseline did, turn by turn, where its narrator leaves nothing to chance. Pure.

The understudy answers the same words in the same state with the same dice alike: whatever differs was changed in the
program. A model may answer otherwise each time; of its runs nothing is said here. A change that is meant is accepted by
the digest of the new answer, which `replay report` exports.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator

from gamemaster.replay.report.diff import keys_of
from gamemaster.replay.report.gate_causes import MOST, Cause
from gamemaster.replay.report.groups import exchange
from gamemaster.replay.report.turn_labels import turn_name, words_of
from gamemaster.replay.run import Run, RunTurn, Side
from gamemaster.rules.state import digest

SAME_SHARE = "same_as_baseline_share"
WITHOUT_CHANCE = frozenset({"understudy"})
PARTS = {
    "text": "spans", "refusals": "rejected", "checks": "checks", "what changed": "changed", "state": "state",
    "outcome": "outcome", "memories": "memories", "suggestions": "suggestions", "the end": "reason",
}  # fmt: skip


def same_share(run: Run, baseline: Run, accepted: Collection[str] = ()) -> float | None:
    """The share of turns that came out as in the baseline, or as was accepted; None where chance has a part in them."""
    if not (is_without_chance(run) and is_without_chance(baseline)) or not run.turns:
        return None
    return 1 - sum(1 for _ in turns_changed(run, baseline, accepted)) / len(run.turns)


def is_without_chance(run: Run) -> bool:
    """Whether its narrator answers the same turn alike each time."""
    return run.stamps.get("now", {}).get("narrator") in WITHOUT_CHANCE


def turns_changed(
    run: Run, baseline: Run, accepted: Collection[str] = ()
) -> Iterator[tuple[RunTurn, Side | None, list[str]]]:
    """The turns that came out otherwise, each with its answer in the baseline and the parts that differ."""
    theirs = dict(zip(keys_of(baseline), baseline.turns, strict=True))
    for key, turn in zip(keys_of(run), run.turns, strict=True):
        before = theirs.get(key)
        if before is None or before.now is None or turn.now is None:
            if before is None or before.now != turn.now:
                yield turn, before.now if before is not None else None, ["whether there is an answer"]
        elif (parts := parts_that_differ(before.now, turn.now)) and answer_digest(turn.now) not in accepted:
            yield turn, before.now, parts


def parts_that_differ(one: Side, other: Side) -> list[str]:
    return [name for name, part in PARTS.items() if getattr(one, part) != getattr(other, part)]


def answer_digest(side: Side) -> str:
    """A name for an answer: the same for all that a player and the story get of it."""
    return digest(json.dumps(side.model_dump(include=set(PARTS.values())), sort_keys=True))


def _words_told(before: Side | None, now: Side | None) -> str:
    """Which words stand for which in what was told, if any do."""
    if before is None or now is None or before.text == now.text:
        return ""
    return f": {exchange(before.text, now.text)}"


def otherwise(run: Run, baseline: Run, accepted: Collection[str] = ()) -> tuple[Cause, ...]:
    """The first turns that came out otherwise."""
    found = turns_changed(run, baseline, accepted)
    return tuple(
        Cause(turn_name(turn), f"{words_of(turn)}: other {', '.join(parts)}{_words_told(before, turn.now)}")
        for (turn, before, parts), _ in zip(found, range(MOST), strict=False)
    )
