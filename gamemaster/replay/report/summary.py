"""What the report's summary shows, as plain values for `page/summary.html`, which escapes every text. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gamemaster.replay.report.diff import TwoRuns
from gamemaster.replay.report.figures import Figure, change_told, figures_of, with_unit
from gamemaster.replay.report.gate import Gate, sentence
from gamemaster.replay.report.turn_labels import fault_of, turn_name, words_of, worst_turns
from gamemaster.replay.report.verdict import Verdict, count
from gamemaster.replay.run import Run

WORST = 5
KEY_FIGURES = 12  # shown at once; the others unfold
SESSIONS = 1000  # listed
_HASH = re.compile(r"\b([0-9a-f]{12})[0-9a-f]{28,}\b")  # as hexadecimal digits
MOODS = {"good": "Well", "look": "Look at it", "bad": "Wrong"}
KINDS = {
    "verify": "Recordings played again through today’s code", "regenerate": "Recorded turns answered again",
    "shadow": "Live turns answered by a candidate as well", "drive": "Recordings played against a running service",
}  # fmt: skip


@dataclass(frozen=True)
class FigureRow:
    """Texts; empty where a value is not known."""

    label: str
    name: str
    before: str
    now: str
    turned: str
    change: str


def summary_values(
    run: Run, verdict: Verdict, other: Run | None, two: TwoRuns | None, gate: Gate | None
) -> dict[str, object]:
    """All that the template names."""
    return {
        "kind": KINDS[run.kind],
        "started": run.started[:16].replace("T", " "),
        "seconds": f"{run.seconds:,.0f}",
        "title": run.title,
        "verdict": verdict,
        "mood": MOODS[verdict.mood],
        "two": _two(run, other, two) if two is not None and other is not None else None,
        "gate": _gate(gate) if gate is not None else None,
        "worst": [
            {"name": turn_name(turn), "words": words_of(turn), "fault": fault_of(turn)}
            for turn in worst_turns(run, WORST)
        ],
        **_about(run),
        **_figures(run, other),
    }


def _two(run: Run, other: Run, two: TwoRuns) -> dict[str, str | int]:
    missing = len(run.turns) - len(two.turns)
    return {
        "title": other.title,
        "both": f"{len(two.turns):,}",
        "only_here": f"{missing:,}" if missing or two.only_there else "",
        "only_there": f"{two.only_there:,}",
        "new": f"{two.new_count:,}",
        "gone": f"{two.gone_count:,}",
    }


def _gate(gate: Gate) -> dict[str, object]:
    failed = [check for check in gate.checks if not check.passed]
    return {
        "passed": gate.is_passed,
        "problems": gate.problems,
        "failed": [
            {"sentence": sentence(check), "turns": [cause.turn for cause in check.causes]} for check in failed
        ],
        "kept": [sentence(check) for check in gate.checks if check.passed],
        "limits": len(gate.checks),
    }


def _figures(run: Run, other: Run | None) -> dict[str, object]:
    figures = figures_of(run, other.metrics if other is not None else None)
    # Nobody needs to read that there was nothing of a kind, before or now.
    rows = [_row(f) for f in figures if f.now or f.before or not f.name.startswith("violations_")]
    return {
        "before": "other run" if other is not None else "recorded",
        "figures": rows[:KEY_FIGURES],
        "more_figures": rows[KEY_FIGURES:],
        "more_figures_title": count(len(rows) - KEY_FIGURES, "more figure"),
    }


def _row(figure: Figure) -> FigureRow:
    return FigureRow(
        figure.label,
        figure.name,
        with_unit(figure.name, figure.before) if figure.before is not None else "",
        with_unit(figure.name, figure.now) if figure.now is not None else "",
        figure.direction,
        change_told(figure),
    )


def _about(run: Run) -> dict[str, object]:
    errors = sorted(run.errors.items(), key=lambda item: -item[1])
    return {
        "notes": run.notes,
        "command": run.command,
        "stamps": _stamps(run) if run.stamps else None,
        "errors": [f"{name}: {number:,}" for name, number in errors],
        "sessions": list(_sessions(run)),
        "session_count": f"{len(run.sessions):,}",
    }


def _stamps(run: Run) -> dict[str, object]:
    names = sorted({name for stamp in run.stamps.values() for name in stamp})
    rows = [(name, [_short_hashes(stamp.get(name, "–")) for stamp in run.stamps.values()]) for name in names]
    return {"sides": list(run.stamps), "rows": rows}


def _sessions(run: Run) -> Iterable[str]:
    for number, session in enumerate(run.sessions[:SESSIONS], 1):
        note = f" · {session.note}" if session.note else ""
        yield f"s{number} {session.file or session.id} · {session.world} · {session.turns:,} turns{note}"


def _short_hashes(text: str) -> str:
    """With hashes cut to what tells them apart."""
    return _HASH.sub(r"\1", text)
