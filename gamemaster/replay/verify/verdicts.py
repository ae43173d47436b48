"""Verdicts of `gamemaster.replay.verify.verify` for people and as a run: what came out otherwise, where, and
in what context."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from gamemaster.replay.report.groups import exchange
from gamemaster.replay.run import Run, RunSession, RunTurn
from gamemaster.replay.verify.playback import Divergence, Line, comparable
from gamemaster.replay.verify.verify import Verdict

AROUND = 60  # characters of a text that are shown before the place where two differ, and after it
MOST_SHOWN = 160
BEFORE = 4  # lines of the recording that are shown before the one that differs
NEAR = 400  # characters in which the words are looked for that stand for others
_ABSENT = object()
# Of an element in a path: the same part of another element is no other part.
_NUMBER = re.compile(r"(?<=\.)\d+(?=\.|$)")

# What part of the service makes a kind of line. Of a `frame` its type says it, of a `commit` its parts.
STAGES = {
    "turn": "the turn's beginning", "narrator": "the narrator", "recalled": "memory",
    "decided": "the narrator's course",
    "request": "prompt", "gave_up": "the narrator", "ruling": "referee", "sent": "the wire's numbers",
    "asks": "script", "stop": "interruption", "told": "telling", "undone": "state", "shown": "snapshot",
    "wire": "the way to the client", "pace": "cadence", "remembered": "memory",
    "said": "answer to one client", "join": "answer to one client",
}  # fmt: skip
FRAMES = {
    "accepted": "dice", "ruling": "what is shown of the ruling", "text": "script", "state": "view", "commit": "commit",
}  # fmt: skip
PARTS = {"patch": "state", "memories": "memory", "invalidated": "memory", "met": "memory", "model": "prompt",
         "spans": "telling", "outcome": "outcome", "ruling": "referee"}  # fmt: skip


def stage_of(divergence: Divergence) -> str:
    """Which part of the service came to something else."""
    expected, got = divergence.expected, divergence.got
    line = expected or got
    if line is None:
        return "the end"
    if expected is not None and got is not None and _kind(expected) != _kind(got):
        return "the order of things"
    kind = str(line["kind"])
    if kind == "frame":
        return FRAMES.get(line["frame"]["type"], kind)
    if kind not in ("ruling", "commit"):
        return STAGES.get(kind, kind)
    first, second = (*first_difference(divergence)[0], "", "")[:2]
    if first == "record":
        return PARTS.get(second, kind)
    return {"outcome": "outcome", "state": "state"}.get(first, "referee")


def _kind(line: Line) -> tuple[str, str]:
    return line["kind"], line["frame"]["type"] if line["kind"] == "frame" else ""


def first_difference(divergence: Divergence) -> tuple[tuple[str, ...], Any, Any]:
    """The path to the first leaf that differs, and its two values; absent ones are None."""
    expected, got = (
        {} if line is None else comparable(line) for line in (divergence.expected, divergence.got)
    )
    if (
        divergence.expected is not None
        and divergence.expected["kind"] == "request"
        and divergence.got is not None
    ):
        # What differs can be read in the text, if the engine's ids are known by theirs.
        one, other = divergence.expected["text"], divergence.got.get("text", "")
        if one != other:
            return ("text",), one, other
    path, one, other = next(_differences(expected, got, ()), ((), None, None))
    return path, None if one is _ABSENT else one, None if other is _ABSENT else other


def _differences(one: Any, other: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            yield from _differences(one.get(key, _ABSENT), other.get(key, _ABSENT), (*path, str(key)))
    elif isinstance(one, list) and isinstance(other, list):
        for index in range(max(len(one), len(other))):
            mine = one[index] if index < len(one) else _ABSENT
            theirs = other[index] if index < len(other) else _ABSENT
            yield from _differences(mine, theirs, (*path, str(index)))
    elif one != other:
        yield path, one, other


@dataclass(frozen=True)
class Difference:
    """What came out otherwise first: the part, which recordings may have in common, and its words, then and now."""

    part: str
    words: str

    def __str__(self) -> str:
        return f"{self.part}: {self.words}" if self.words else self.part


def difference_of(verdict: Verdict) -> Difference:
    """By what a recording that did not come out the same differs."""
    divergence = verdict.divergence
    if divergence is None:
        return Difference("expectations" if verdict.unmet else "nothing but the world's files", "")
    path, expected, got = first_difference(divergence)
    where = _NUMBER.sub("N", ".".join(path)) or divergence.why or "the whole line"
    part = f"{stage_of(divergence)}, {where}{_part(divergence)}"
    return Difference(part, exchange(*_near(expected, got)) if path else "")


def _near(one: Any, other: Any) -> tuple[str, str]:
    """Two values from the first word on that differs."""
    mine, theirs = _text(one), _text(other)
    at = _parting(mine, theirs)
    start = max(mine.rfind(" ", 0, at), mine.rfind("\n", 0, at)) + 1
    return mine[start : start + NEAR], theirs[start : start + NEAR]


def verdict_lines(verdict: Verdict, now: str) -> Iterator[str]:
    """A verdict for people. `now` names the code that played."""
    recording = verdict.recording
    end = " (cut off: up to its last whole line)" if recording.torn else ""
    end += f" (without what came since: {', '.join(verdict.without)})" if verdict.without else ""
    if verdict.same:
        yield f"same      {recording.name}: {verdict.turns} turns, {verdict.lines} lines{end}"
        return
    if verdict.unmet and verdict.divergence is None and not verdict.world:
        yield f"UNMET     {recording.name}: the same as recorded, and not as is expected{end}"
        yield from (f"  {unmet}" for unmet in verdict.unmet)
        return
    if verdict.divergence is None and not verdict.unmet:
        yield f"EDITED    {recording.name}: all {verdict.turns} turns came out the same; {verdict.world}{end}"
        return
    yield f"DIVERGED  {recording.name}: after {verdict.turns} turns that came out the same{end}"
    if verdict.world:
        yield f"  world     {verdict.world}"
    if verdict.divergence is not None:
        yield from _divergence_lines(verdict, verdict.divergence)
    yield f"  code      {now} now, {recording.header.stamps.get('code', 'unknown')} then"


def _divergence_lines(verdict: Verdict, divergence: Divergence) -> Iterator[str]:
    path, expected, got = first_difference(divergence)
    words = words_of(verdict, divergence.turn)
    said = (
        f": {words[:80]!r}"
        if words
        else " (the opening, before anything was said)"
        if not divergence.turn
        else ""
    )
    yield f"  turn      {divergence.turn}{said}"
    yield f"  stage     {stage_of(divergence)}" + (f" ({divergence.why})" if divergence.why else "")
    yield f"  where     line {divergence.line}, {'.'.join(path) or 'the whole line'}{_part(divergence)}"
    one, other = beside(expected, got) if path else (_short(divergence.expected), _short(divergence.got))
    yield f"  expected  {one}"
    yield f"  got       {other}"
    before = [
        line for line in verdict.recording.lines[: max(0, divergence.line - 1)] if line["kind"] != "delta"
    ]
    for line in before[-BEFORE:]:
        yield f"  before    {_short(line, 110)}"


def _part(divergence: Divergence) -> str:
    """Which part of a prompt is the first that differs."""
    expected, got = divergence.expected, divergence.got
    if expected is None or got is None or not expected["kind"] == got["kind"] == "request":
        return ""
    for mine, theirs in zip_longest(expected["prompt"]["parts"], got["prompt"]["parts"]):
        if mine != theirs:
            return f" of the {expected['stage']}'s prompt, in its part {(mine or theirs)['name']!r}"
    return f" of the {expected['stage']}'s prompt"


def words_of(verdict: Verdict, turn: int) -> str:
    """What the player said in a turn."""
    acts = {}
    for line in verdict.recording.lines:
        if line["kind"] == "client" and line["message"].get("type") == "act":
            acts[line["message"]["id"]] = line["message"]["text"]
        elif line["kind"] == "turn" and line["turn"] == turn:
            return str(acts.get(line["act_id"], ""))
    return ""


def beside(one: Any, other: Any) -> tuple[str, str]:
    """Two values around the first place in which they differ."""
    mine, theirs = _text(one), _text(other)
    at = _parting(mine, theirs)
    return _cut(mine, at), _cut(theirs, at)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _parting(one: str, other: str) -> int:
    """The first place in which two texts differ."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _cut(text: str, at: int) -> str:
    start, end = max(0, at - AROUND), at + AROUND
    shown = f"{'…' if start else ''}{text[start:at]}⟦{text[at:end]}⟧{'…' if end < len(text) else ''}"
    return shown.replace("\n", "⏎")


def _short(line: Line | None, most: int = MOST_SHOWN) -> str:
    if line is None:
        return "nothing"
    text = json.dumps({key: value for key, value in line.items() if key != "at"}, ensure_ascii=False)
    return text if len(text) <= most else text[:most] + "…"


def _turn_of(index: int, verdict: Verdict, now: str) -> RunTurn:
    """The turn in which something came out otherwise."""
    found = verdict.divergence
    turn = found.turn if found is not None else verdict.unmet[0].turn if verdict.unmet else 0
    differs = [stage_of(found)] if found is not None else ["expectations"] if verdict.unmet else ["world"]
    return RunTurn(
        session=index,
        turn=turn,
        words=words_of(verdict, turn),
        differs=differs,
        difference=str(difference_of(verdict)),
        unmet=[str(unmet) for unmet in verdict.unmet],
        error="\n".join(verdict_lines(verdict, now)),
    )


def run_of(
    verdicts: Sequence[Verdict], failed: dict[str, str], started: str, seconds: float, now: str
) -> Run:
    """`failed`: recordings that could not be played, and why."""
    turns = []
    for index, verdict in enumerate(verdicts):
        if verdict.same:
            continue
        turns.append(_turn_of(index, verdict, now))
    then = sorted({verdict.recording.header.stamps.get("code", "unknown") for verdict in verdicts})
    return Run(
        kind="verify",
        title=f"{len(verdicts)} recordings played again",
        started=started,
        seconds=seconds,
        stamps={"then": {"code": ", ".join(then)}, "now": {"code": now}},
        metrics={
            "sessions": len(verdicts),
            "turns": sum(verdict.turns for verdict in verdicts),
            "lines": sum(verdict.lines for verdict in verdicts),
            "diverged": len(turns),
            "failed": len(failed),
        },
        sessions=[
            RunSession(
                id=verdict.recording.header.id,
                file=verdict.recording.name,
                world=verdict.recording.header.world,
                turns=verdict.turns,
                note="cut off" if verdict.recording.torn else "",
            )
            for verdict in verdicts
        ],
        turns=turns,
        errors=dict.fromkeys(failed.values(), 1),
    )
