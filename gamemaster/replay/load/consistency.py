"""What a story must hold after it was driven: each act once, in order, with the text that was shown. Pure.

Two witnesses are asked: the service, which shows the story anew, and Postgres, whose rows are read directly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gamemaster.replay.load.objectives import DrivenTurn, ShownTurn

DifferenceKind = Literal["lost", "doubled", "changed", "pending"]


@dataclass(frozen=True)
class Difference:
    """What is wrong with a turn. `key` tells turns apart: the act's id, or the turn's number where there is none."""

    kind: DifferenceKind
    key: str
    why: str


def shown_turn(turn: Mapping[str, Any]) -> ShownTurn:
    """A turn of a snapshot."""
    spans = [(span["kind"], span["speaker"], span["name"], span["text"]) for span in turn["spans"]]
    return ShownTurn(turn["turn"], turn["act_id"], turn["words"], spans, turn["reason"])


def differences(
    shown: Sequence[ShownTurn],
    snapshot: Sequence[ShownTurn],
    earlier: int,
    known: Mapping[str, DrivenTurn],
    may_lack: int = 0,
) -> list[Difference]:
    """Where a snapshot of a story is not what was shown of it.

    `snapshot` are its last turns, after `earlier` others. `known` are the acts that were ever sent, by id. `may_lack`:
    so many turns may have been taken back since.
    """
    found = list(_out_of_order(snapshot, earlier))
    there = {turn.number: turn for turn in snapshot}
    last = earlier + len(snapshot)
    for turn in shown:
        if turn.number > last:
            if may_lack > 0:
                may_lack -= 1
            else:
                found.append(Difference("lost", turn.act_id, f"turn {turn.number} was shown, and is gone"))
        elif turn.number in there:
            now = there[turn.number]
            if now.act_id != turn.act_id and now.act_id in known and may_lack > 0:
                may_lack -= 1  # taken back, and another act played since
            else:
                found += _differences(turn, now)
    numbers = {turn.number for turn in shown}
    for turn in snapshot:
        if turn.number not in numbers and turn.act_id not in known:
            why = f"turn {turn.number} ({turn.words[:40]!r}) is there, and nobody asked for it"
            found.append(Difference("doubled", turn.act_id, why))
    return found


def _out_of_order(snapshot: Sequence[ShownTurn], earlier: int) -> Iterable[Difference]:
    seen: set[str] = set()
    for place, turn in enumerate(snapshot, start=earlier + 1):
        if turn.act_id in seen:
            yield Difference("doubled", turn.act_id, f"turn {turn.number} is an act's that has another turn")
        elif turn.number != place:
            yield Difference("changed", turn.act_id, f"turn {turn.number} stands where {place} should")
        seen.add(turn.act_id)


def _differences(shown: ShownTurn, there: ShownTurn) -> Iterable[Difference]:
    number = shown.number
    if shown.act_id != there.act_id:
        yield Difference("lost", shown.act_id, f"turn {number} is another act's now")
    elif shown.told_spans != there.told_spans:
        yield Difference("changed", shown.act_id, f"turn {number} was not shown as it is kept")
    elif shown.reason and shown.reason != there.reason:
        yield Difference("changed", shown.act_id, f"turn {number}: {there.reason}, and was {shown.reason}")


@dataclass(frozen=True)
class Row:
    """A row of the table `turns`."""

    number: int
    act_id: str
    status: str  # accepted, committed, undone


def lost_acts(kept: Iterable[str], turns: Iterable[DrivenTurn]) -> list[Difference]:
    """Acts that were acknowledged or committed, were not taken back, and are not among those that are `kept`."""
    there = set(kept)
    return [
        Difference("lost", turn.act_id, f"{turn.words[:40]!r} was acknowledged, and is not in the story")
        for turn in turns
        if (turn.accepted is not None or turn.committed is not None)
        and not turn.taken_back
        and not turn.refused
        and turn.act_id not in there
    ]


def stored_differences(
    rows: Sequence[Row], last: int | None, known: Mapping[str, DrivenTurn], copied: int = 0
) -> list[Difference]:
    """Where a story's rows are not what its player did. `last` is the story's own turn; None: it is not there.

    The first `copied` turns came with a branch, and are other stories' acts.
    """
    live = sorted((row for row in rows if row.status != "undone"), key=lambda row: row.number)
    found = [
        Difference("pending", row.act_id, f"turn {row.number} was accepted, and is not told")
        for row in live
        if row.status == "accepted"
    ]
    committed = [row for row in live if row.status == "committed"]
    found += lost_acts((row.act_id for row in live), known.values())
    for place, row in enumerate(committed, start=1):
        if place > copied and row.act_id not in known:
            found.append(
                Difference("doubled", row.act_id, f"turn {row.number} is there, and nobody asked for it")
            )
        elif row.number != place:
            found.append(Difference("lost", str(place), f"there is no turn {place}, and one after it"))
            break
    if last is not None and last != len(committed):
        kind: DifferenceKind = "lost" if last > len(committed) else "doubled"
        why = f"the story is at turn {last} and has {len(committed)} of them"
        found.append(Difference(kind, "story", why))
    return found
