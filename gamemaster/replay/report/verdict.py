"""A run in words that a person reads in a minute: the verdict, and the sentences that bear it out. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gamemaster.replay.report.figures import (
    Figure,
    change_told,
    figures_of,
    label_of,
    most_changed,
    with_unit,
)
from gamemaster.replay.report.groups import signature
from gamemaster.replay.report.turn_labels import turn_name
from gamemaster.replay.run import Run, RunTurn

UNDERSTUDY = "understudy"  # as it names itself in a turn
GROUPS_SHOWN = 3  # of turns that differ alike
KINDS_SHOWN = 6  # of violations, errors or objectives in one sentence
DRIFT_NOTICED = (
    0.15  # of the vocabulary; below it two tellings by the same model also differ (measured: 0.05 to 0.12)
)


@dataclass(frozen=True)
class Verdict:
    """`mood`: good, look (something is to be looked at) or bad (something is wrong)."""

    mood: Literal["good", "look", "bad"]
    headline: str
    sentences: tuple[str, ...]


def verdict_of(run: Run) -> Verdict:
    if run.kind == "verify":
        return _of_verify(run)
    return _of_drive(run) if run.kind == "drive" else _of_regenerate(run)


def _of_verify(run: Run) -> Verdict:
    sessions, diverged, failed = (int(run.metrics.get(n) or 0) for n in ("sessions", "diverged", "failed"))
    sentences = [
        f"{with_unit('turns', run.metrics.get('turns'))} turns, {with_unit('lines', run.metrics.get('lines'))} lines "
        "came out the same."
    ]
    if failed:
        sentences.append(f"{failed} could not be played at all: {_count_list(run.errors)}.")
    if not diverged and not failed:
        which = "The recording" if sessions == 1 else f"All {sessions:,} recordings"
        return Verdict("good", f"{which} came out byte for byte the same.", tuple(sentences))
    first = next((turn for turn in run.turns if turn.differs), None)
    if first is not None:
        file = run.sessions[first.session].file if first.session < len(run.sessions) else ""
        sentences.insert(0, f"The first: {file}, turn {first.turn}, in {', '.join(first.differs)}.")
    parts = {turn.difference.partition(": ")[0] for turn in run.turns if turn.difference}
    if parts and len(parts) < diverged:
        sentences.insert(
            1, f"They differ first in {count(len(parts), 'part')}: to read one of each is to read all."
        )
    headline = f"{diverged} of {count(sessions, 'recording')} came out otherwise than recorded."
    return Verdict(
        "bad",
        headline if diverged else f"{count(failed, 'recording')} could not be played.",
        tuple(sentences),
    )


def _of_drive(run: Run) -> Verdict:
    metrics = run.metrics
    lost, doubled, invalid = (int(metrics.get(name) or 0) for name in ("lost", "doubled", "invalid"))
    changed = run.errors.get("changed", 0)  # a turn that is kept otherwise than it was shown
    counts = ((lost, "lost"), (doubled, "doubled"), (changed, "changed"), (invalid, "invalid"))
    wrong = [f"{number} {what}" for number, what in counts if number]
    share = metrics.get("good_share")
    headline = (
        f"{', '.join(wrong)} of {with_unit('turns', metrics.get('turns'))} turns."
        if wrong
        else f"No turn was lost or doubled; {with_unit('good_share', share)} met every objective."
    )
    unread = bool(run.errors.get("database"))
    if unread:
        headline = f"The turns could not be looked up in the database. Over the socket: {headline}"
    sentences = [
        "{players} players asked for {turns} turns in {seconds}; goodput {goodput} turns a second.".format(
            **{
                name: with_unit(name, metrics.get(name))
                for name in ("players", "turns", "seconds", "goodput")
            }
        )
    ]
    sentences += _latency(figures_of(run))
    missed = Counter(name for turn in run.turns for name in turn.missed)
    if missed:
        sentences.append(f"Objectives missed: {_count_list(missed)}.")
    if any(run.errors.values()):
        sentences.append(f"Errors: {_count_list(run.errors)}.")
    perfect = share is not None and share >= 1
    return Verdict("bad" if wrong or unread else "good" if perfect else "look", headline, tuple(sentences))


def _of_regenerate(run: Run) -> Verdict:
    found = Counter(v.kind for turn in run.turns for v in turn.violations if v.side == "now")
    before = sum(v.side == "then" for turn in run.turns for v in turn.violations)
    faulty = sum(any(v.side == "now" for v in turn.violations) for turn in run.turns)
    failed = sum(turn.now is None for turn in run.turns)
    played = len(run.turns) - failed
    if not played:
        return Verdict(
            "bad", f"Not one of {count(len(run.turns), 'turn')} was answered.", tuple(_failures(run, failed))
        )
    headline = (
        f"{count(found.total(), 'violation')} in {faulty} of {count(played, 'turn')}."
        if found
        else f"No violation in {count(played, 'turn')}."
    )
    sentences = [f"Violations: {_count_list(found)}; as recorded: {before}."] if found else []
    sentences += [
        *_differing(run),
        *_other_narrators(run),
        *_rulings(run),
        *_prose(run),
        *_latency(figures_of(run)),
        *_failures(run, failed),
    ]
    changed = most_changed(figures_of(run))
    if changed:
        sentences.append(f"What changed most: {'; '.join(map(_change_text, changed))}.")
    differs = (
        _differs_without_chance(run)
        or (run.metrics.get("branched_share") or 0) > 0
        or (run.metrics.get("vocabulary_drift") or 0) > DRIFT_NOTICED
    )
    return Verdict(
        "bad" if found or failed else "look" if differs or run.errors else "good", headline, tuple(sentences)
    )


def _other_narrators(run: Run) -> Iterator[str]:
    """What was told by one narrator and is told by another differs in its words, times and tokens in any case."""
    pairs = [(turn.then.narrator, turn.now.narrator) for turn in run.turns if turn.then and turn.now]
    if others := sum(then != now for then, now in pairs):
        were = "was" if others == 1 else "were"
        yield f"{count(others, 'turn')} {were} told by another narrator then, in other words and times."


def _differing(run: Run) -> Iterator[str]:
    """How many turns came out otherwise, in what, and by which words most of them."""
    turns = [turn for turn in run.turns if turn.differs and turn.now is not None]
    if not turns:
        return
    parts = Counter(part for turn in turns for part in turn.differs)
    yield f"{len(turns):,} of {count(len(run.turns), 'turn')} came out otherwise, in: {_count_list(parts)}."
    firsts: dict[str, RunTurn] = {}
    for turn in turns:
        firsts.setdefault(signature(turn), turn)
    alike = Counter(map(signature, turns)).most_common(GROUPS_SHOWN)
    if len(turns) > GROUPS_SHOWN:
        alike = [(sign, number) for sign, number in alike if number > 1]
    if alike:
        told = (
            f"{sign} ({count(number, 'turn')}, first {turn_name(firsts[sign])})" for sign, number in alike
        )
        yield f"Alike: {'; '.join(told)}."


def _differs_without_chance(run: Run) -> bool:
    """Whether the understudy, who leaves nothing to chance, told a turn otherwise than it had."""
    sides = ((turn.then, turn.now) for turn in run.turns if turn.differs)
    return any(
        then is not None and now is not None and then.narrator == now.narrator == UNDERSTUDY
        for then, now in sides
    )


def _rulings(run: Run) -> Iterator[str]:
    agreed = run.metrics.get("ruling_agreement_share")
    branched = sum(turn.branched for turn in run.turns)
    if agreed is not None:
        yield (
            f"{with_unit('agreed_share', agreed)} of the rulings are as recorded"
            + (f"; in {count(branched, 'turn')} the story would have gone elsewhere." if branched else ".")
        )
    understudy = run.metrics.get("understudy_share")
    if understudy:
        yield f"The understudy stepped in in {with_unit('understudy_share', understudy)} of the turns."


def _prose(run: Run) -> Iterator[str]:
    ratio, drift = run.metrics.get("length_ratio"), run.metrics.get("vocabulary_drift")
    if ratio is not None:
        longer = "longer" if ratio > 1 else "shorter"
        yield (
            "The prose is "
            + ("as long as it was" if round(ratio, 2) == 1 else f"{abs(ratio - 1) * 100:.0f} % {longer}")
            + (f", its vocabulary drifted by {drift:.2f} of 1." if drift is not None else ".")
        )


def _latency(figures: list[Figure]) -> Iterator[str]:
    known = {figure.name: figure for figure in figures if figure.now is not None}
    middle, late = known.get("first_visible_p50_ms"), known.get("first_visible_p95_ms")
    if middle is None or late is None:
        return
    then = (
        f" (recorded: {with_unit(middle.name, middle.before)} and {with_unit(late.name, late.before)})"
        if middle.before is not None and late.before is not None
        else ""
    )
    now = f"{with_unit(middle.name, middle.now)} in the middle, {with_unit(late.name, late.now)} at the 95th percentile"
    yield f"First text after {now}{then}."


def _failures(run: Run, failed: int) -> Iterator[str]:
    if failed:
        yield f"{count(failed, 'turn')} could not be answered."
    if any(run.errors.values()):
        yield f"Errors: {_count_list(run.errors)}."


def _change_text(figure: Figure) -> str:
    return (
        f"{label_of(figure.name)} {with_unit(figure.name, figure.before)} → {with_unit(figure.name, figure.now)} "
        f"({change_told(figure)})"
    )


def _count_list(counts: dict[str, int]) -> str:
    ordered = sorted(((n, c) for n, c in counts.items() if c), key=lambda item: (-item[1], item[0]))
    shown = ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in ordered[:KINDS_SHOWN])
    rest = len(ordered) - KINDS_SHOWN
    return shown + (f" and {rest} more kinds" if rest > 0 else "")


def count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
