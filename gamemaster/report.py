"""A run for people: a dozen lines for the terminal, and one self-contained HTML file."""

from __future__ import annotations

from gamemaster.run_figures import NOTICED, Figure, change_told, figures_of, told
from gamemaster.run_turns import fault_of, turn_name, words_of, worst_turns
from gamemaster.run_verdict import verdict_of
from gamemaster.runs import Run, RunTurn

MARKS = {"good": "ok", "look": "LOOK", "bad": "BAD"}
FIGURES_SHOWN = 6  # in the terminal, beyond what the sentences say
TURNS_SHOWN = 3
KEY = (
    "goodput", "ruling_agreement_share", "understudy_share", "cached_share", "accept_length", "length_ratio",
    "vocabulary_drift", "acknowledged_p95_ms", "gap_p99_ms", "first_audio_p95_ms", "judge_mean",
)  # fmt: skip


def terminal_summary(run: Run) -> str:
    """What ran, the verdict, the key figures and the worst turns, in about a dozen lines of plain text. Pure."""
    verdict = verdict_of(run)
    lines = [f"{run.kind}: {run.title}, {run.seconds:,.1f} s"]
    lines += [
        f"{MARKS[verdict.mood]:<5} {verdict.headline}",
        *(f"      {text}" for text in verdict.sentences),
    ]
    figures = {figure.name: figure for figure in figures_of(run)}
    shown = [figures[name] for name in KEY if name in figures and figures[name].now is not None]
    lines += [f"      {_line(figure)}" for figure in shown[:FIGURES_SHOWN]]
    lines += [f"      {_turn(turn)}" for turn in worst_turns(run, TURNS_SHOWN)]
    lines += [f"note  {note}" for note in run.notes]
    return "\n".join(lines)


def _line(figure: Figure) -> str:
    then = f" (recorded: {told(figure.name, figure.before)})" if figure.before is not None else ""
    changed = f", {change_told(figure)}" if then and abs(figure.change or 0) >= NOTICED else ""
    return f"{figure.label}: {told(figure.name, figure.now)}{then}{changed}"


def _turn(turn: RunTurn) -> str:
    return f"{turn_name(turn)} {words_of(turn)}: {fault_of(turn)}"
