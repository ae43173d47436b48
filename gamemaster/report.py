"""A run for people: a dozen lines for the terminal, and one self-contained HTML file."""

from __future__ import annotations

from gamemaster.run_figures import NOTICED, Figure, change_told, figures_of, told
from gamemaster.run_verdict import verdict_of
from gamemaster.runs import Run, RunTurn

MARKS = {"good": "ok", "look": "LOOK", "bad": "BAD"}
FIGURES_SHOWN = 6  # in the terminal, beyond what the sentences say
TURNS_SHOWN = 3
WORDS_SHOWN = 48  # characters
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
    lines += [f"      {_turn(run, turn)}" for turn in worst_turns(run, TURNS_SHOWN)]
    lines += [f"note  {note}" for note in run.notes]
    return "\n".join(lines)


def _line(figure: Figure) -> str:
    then = f" (recorded: {told(figure.name, figure.before)})" if figure.before is not None else ""
    changed = f", {change_told(figure)}" if then and abs(figure.change or 0) >= NOTICED else ""
    return f"{figure.label}: {told(figure.name, figure.now)}{then}{changed}"


def worst_turns(run: Run, most: int) -> list[RunTurn]:
    """The turns with something wrong, the worst first."""
    faulty = [turn for turn in run.turns if badness(turn) > 0]
    return sorted(faulty, key=badness, reverse=True)[:most]


def badness(turn: RunTurn) -> int:
    """How much is wrong with a turn: failures before violations before missed objectives before branches."""
    now = sum(violation.side == "now" for violation in turn.violations)
    return (turn.error is not None) * 1000 + now * 100 + len(turn.missed) * 10 + turn.branched * 5


def _turn(run: Run, turn: RunTurn) -> str:
    words = " ".join(turn.words.split())
    said = f" “{words[:WORDS_SHOWN]}{'…' if len(words) > WORDS_SHOWN else ''}”" if words else ""
    now = [v for v in turn.violations if v.side == "now"]
    if turn.error is not None:
        why = turn.error.partition("\n")[0]
    elif now:
        why = f"{now[0].kind.replace('_', ' ')}: {now[0].why}"
    else:
        why = f"missed {', '.join(turn.missed)}" if turn.missed else "branched"
    return f"{turn_name(turn)}{said}: {why}"


def turn_name(turn: RunTurn) -> str:
    """How a turn is called here, in the page's links and in the gate: `s2t14` is turn 14 of the second session."""
    return f"s{turn.session + 1}t{turn.turn}"
