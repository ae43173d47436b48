"""A drive's result as a run: its figures, its turns, its notes. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gamemaster.replay.load.consistency import Difference
from gamemaster.replay.load.objectives import DrivenTurn, Objectives, milliseconds, missed_objectives
from gamemaster.replay.load.plan import Plan
from gamemaster.replay.load.screen import Screen
from gamemaster.replay.percentile import percentile
from gamemaster.replay.run import Run, RunSession, RunTurn, Side, SideSpan, Violation

MOST_TURNS = 5_000  # kept whole in a run, the ones that missed an objective first
MOST_STORIES = 5_000
MOST_TOLD = 10  # differences spelled out in the notes


@dataclass(frozen=True)
class Played:
    """One story. `note`: why it ended before its plan did."""

    index: int
    plan: Plan
    screen: Screen
    turns: Sequence[DrivenTurn]
    note: str
    differences: Sequence[Difference]  # all that is wrong with it, whoever said so


@dataclass(frozen=True)
class Driven:
    """A whole drive. `began` and `ended` in seconds of the turns' clock; `started` is ISO 8601, UTC."""

    title: str
    command: str
    started: str
    began: float
    ended: float
    players: int
    stories: Sequence[Played]
    objectives: Objectives
    errors: Mapping[str, int]
    reconnections: int
    returns: Sequence[float]  # seconds away, of who was sent away by a restart
    stamps: dict[str, dict[str, str]]
    load: Mapping[str, float]  # metrics that tell what was asked of the service
    notes: Sequence[str]
    driver_cpu_share: float | None
    driver_lag_p99_ms: float | None


def run_of(driven: Driven) -> Run:
    turns = [turn for story in driven.stories for turn in story.turns]
    short = {id(turn): missed_objectives(turn, driven.objectives) for turn in turns}
    errors = Counter(driven.errors)
    for turn in turns:
        errors.update(f"protocol_{breach.kind}" for breach in turn.breaches)
    for story in driven.stories:
        errors.update(f"protocol_{breach.kind}" for breach in story.screen.breaches)
    changed = _count(driven.stories, "changed")
    if changed:
        errors["changed"] += changed
    good = sum(not names for names in short.values())
    kept = sorted(turns, key=lambda turn: (not short[id(turn)], turn.sent))[:MOST_TURNS]
    return Run(
        kind="drive",
        title=driven.title,
        started=driven.started,
        seconds=driven.ended - driven.began,
        command=driven.command,
        stamps=driven.stamps,
        metrics=_metrics(driven, turns, good, sum(errors.values())),
        sessions=[_session(story) for story in driven.stories[:MOST_STORIES]],
        turns=[
            _turn(turn, short[id(turn)], driven.began) for turn in sorted(kept, key=lambda turn: turn.sent)
        ],
        errors=dict(errors),
        notes=[*driven.notes, *_notes(driven, turns, short, len(kept))],
    )


def _metrics(driven: Driven, turns: Sequence[DrivenTurn], good: int, errors: int) -> dict[str, float | None]:
    timed = [turn for turn in turns if turn.timed]
    took = [milliseconds(turn) for turn in timed]

    def at(name: str, share: float) -> float | None:
        return percentile((times[name] for times in took if name in times), share)

    def gap(share: float) -> float | None:
        return _ms(percentile((seconds for turn in timed for seconds in turn.gaps), share))

    seconds = driven.ended - driven.began
    return {
        "players": driven.players,
        **driven.load,
        "seconds": seconds,
        "turns": len(turns),
        "committed": sum(turn.committed is not None for turn in turns),
        "lost": _count(driven.stories, "lost", "pending"),
        "doubled": _count(driven.stories, "doubled"),
        "invalid": sum(bool(turn.breaches) for turn in turns),
        "goodput": good / seconds if seconds else None,
        "good_share": good / len(turns) if turns else None,
        "turns_per_s": len(turns) / seconds if seconds else None,
        "acknowledged_p50_ms": at("acknowledged", 0.5),
        "acknowledged_p95_ms": at("acknowledged", 0.95),
        "first_visible_p50_ms": at("first_visible", 0.5),
        "first_visible_p95_ms": at("first_visible", 0.95),
        "first_visible_p99_ms": at("first_visible", 0.99),
        "gap_p50_ms": gap(0.5),
        "gap_p99_ms": gap(0.99),
        "total_p50_ms": at("total", 0.5),
        "total_p95_ms": at("total", 0.95),
        "first_audio_p95_ms": at("first_audio", 0.95),
        "rtf_worst": max((turn.rtf for turn in timed if turn.rtf is not None), default=None),
        "underruns": sum(turn.underruns for turn in timed),
        "reconnections": driven.reconnections,
        "return_p50_ms": _ms(percentile(driven.returns, 0.5)),
        "return_worst_ms": _ms(max(driven.returns, default=None)),
        "interruptions": sum(turn.reason == "interrupted" for turn in turns),
        "errors": errors,
        "driver_cpu_share": driven.driver_cpu_share,
        "driver_lag_p99_ms": driven.driver_lag_p99_ms,
    }


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1000


def _count(stories: Iterable[Played], *kinds: str) -> int:
    """Turns with such a difference, each once, whoever found it."""
    return sum(
        len({difference.key for difference in story.differences if difference.kind in kinds})
        for story in stories
    )


def _session(story: Played) -> RunSession:
    return RunSession(
        id=story.screen.story or "none",
        file=story.plan.name,
        world=story.plan.world,
        turns=len(story.turns),
        note=story.note,
    )


def _turn(turn: DrivenTurn, short: list[str], began: float) -> RunTurn:
    return RunTurn(
        session=turn.session,
        turn=turn.number or 0,
        words=turn.words,
        now=_side(turn),
        violations=[Violation(kind=breach.kind, text="", why=breach.why) for breach in turn.breaches],
        error=turn.refused or (None if turn.committed is not None else "not committed"),
        at_s=turn.sent - began,
        missed=short,
    )


def _side(turn: DrivenTurn) -> Side:
    shown = turn.shown
    times = milliseconds(turn)
    gap_p99 = percentile(turn.gaps, 0.99)
    if gap_p99 is not None:
        times["gap_p99"] = gap_p99 * 1000
    spans = shown.spans if shown is not None else []
    return Side(
        spans=[
            SideSpan.model_validate(dict(zip(("kind", "speaker", "name", "text"), span, strict=True)))
            for span in spans
        ],
        checks=list(shown.checks) if shown is not None else [],
        changed=list(shown.changed) if shown is not None else [],
        rejected=list(turn.rejected),
        suggestions=list(turn.suggestions),
        reason=turn.reason,
        ms={name: round(value, 1) for name, value in times.items()},
    )


def _notes(
    driven: Driven, turns: Sequence[DrivenTurn], short: Mapping[int, list[str]], kept: int
) -> Iterable[str]:
    asked = ", ".join(
        f"{name} {value:g}" for name, value in driven.objectives.model_dump().items() if value is not None
    )
    yield f"objectives: {asked}; valid by the protocol, and committed as asked for"
    yield from _not_kept(turns)
    begun = sum(bool(story.screen.story) for story in driven.stories)
    if begun:
        branched = any(step.kind == "branch" for story in driven.stories for step in story.plan.steps)
        branches = " and their branches" if branched else ""
        yield f"{begun} stories of the drive's players{branches} stay in the service's database"
    by_name = Counter(name for names in short.values() for name in names)
    if by_name:
        yield "missed: " + ", ".join(f"{name} {count}" for name, count in by_name.most_common())
    queued = sum(turn.due is not None for turn in turns)
    if queued:
        yield f"{queued} acts were sent while the turn before was told: their times are from its end"
    untimed = sum(not turn.timed for turn in turns)
    if untimed:
        yield f"{untimed} turns of clients that were away or read slowly are not timed, only checked"
    if driven.driver_cpu_share is not None and driven.driver_lag_p99_ms is not None:
        yield (
            f"the driver itself took {driven.driver_cpu_share:.0%} of a core; its event loop was at most "
            f"{driven.driver_lag_p99_ms:.1f} ms late in 99 of 100 looks: so much the times may be too long"
        )
    if kept < len(turns):
        yield f"{kept} of {len(turns)} turns are kept in full, those that missed an objective first"
    told = [(story, difference) for story in driven.stories for difference in story.differences]
    for story, difference in told[:MOST_TOLD]:
        yield f"{difference.kind}: story {story.screen.story}: {difference.why}"
    if len(told) > MOST_TOLD:
        yield f"… and {len(told) - MOST_TOLD} more differences"
    yield from (
        f"{count} stories ended early: {why}" for why, count in _early(driven.stories).most_common(MOST_TOLD)
    )
    yield from (
        f"{count} of the recordings: {note}"
        for note, count in _of_plans(driven.stories).most_common(MOST_TOLD)
    )


def _not_kept(turns: Sequence[DrivenTurn]) -> Iterable[str]:
    """Why the stories have fewer turns than were asked for."""
    why = Counter(
        "taken back" if turn.taken_back else "refused" if turn.refused else "never committed"
        for turn in turns
        if turn.taken_back or turn.refused or turn.committed is None
    )
    if why:
        told = ", ".join(f"{number} {reason}" for reason, number in why.most_common())
        yield f"of {len(turns)} turns asked for, {why.total()} are not in the stories at their end: {told}"


def _early(stories: Iterable[Played]) -> Counter[str]:
    return Counter(story.note for story in stories if story.note)


def _of_plans(stories: Iterable[Played]) -> Counter[str]:
    plans = {story.plan.name: story.plan for story in stories}
    return Counter(note for plan in plans.values() for note in plan.notes)
