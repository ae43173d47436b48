"""A run for people: a dozen lines for the terminal, and one self-contained HTML file."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gamemaster.replay.report.baseline import is_without_chance, otherwise, turns_changed
from gamemaster.replay.report.diff import beside
from gamemaster.replay.report.figures import NOTICED, Figure, change_told, figures_of, with_unit
from gamemaster.replay.report.gate import Gate, data_of
from gamemaster.replay.report.page_data import chunks_of, index_of
from gamemaster.replay.report.summary import summary_values
from gamemaster.replay.report.turn_labels import fault_of, turn_name, words_of, worst_turns
from gamemaster.replay.report.verdict import Verdict, count, verdict_of
from gamemaster.replay.run import Run, RunTurn

PAGE = Path(__file__).with_name("page")
# In this order they make one script, in one scope of its own.
SCRIPTS = ("data.js", "diff.js", "charts.js", "review.js", "turn.js", "list.js", "main.js")
COMPRESSION = 6
PAGES = Environment(
    loader=FileSystemLoader(PAGE),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)

MARKS = {"good": "ok", "look": "LOOK", "bad": "BAD"}
FIGURES_SHOWN = 6  # in the terminal, beyond what the sentences say
TURNS_SHOWN = 3
NEW_SHOWN = 10
KEY = (
    "goodput", "ruling_agreement_share", "understudy_share", "cached_share", "accept_length", "length_ratio",
    "vocabulary_drift", "acknowledged_p95_ms", "return_p50_ms", "return_worst_ms",
    "gap_p99_ms", "first_audio_p95_ms", "judge_mean",
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
    then = f" (recorded: {with_unit(figure.name, figure.before)})" if figure.before is not None else ""
    changed = f", {change_told(figure)}" if then and abs(figure.change or 0) >= NOTICED else ""
    return f"{figure.label}: {with_unit(figure.name, figure.now)}{then}{changed}"


def _turn(turn: RunTurn) -> str:
    return f"{turn_name(turn)} {words_of(turn)}: {fault_of(turn)}"


def report_html(run: Run, other: Run | None = None, gate: Gate | None = None) -> str:
    """The run as one HTML file that needs nothing else. `other`: a run to compare with.

    What players and models wrote can neither end a script nor begin one: the turns are base64, every text is escaped,
    and the page's policy runs the one script whose digest it names, and asks no network for anything.
    """
    two = beside(run, other) if other is not None else None
    script = '(() => {\n"use strict";\n' + "\n".join(map(_part, SCRIPTS)) + "\n})();\n"
    style = _part("report.css")
    return PAGES.get_template("template.html").render(
        policy=f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        # The page's own code goes in as it stands; all else is escaped.
        style=Markup(style),  # noqa: S704
        script=Markup(script),  # noqa: S704
        index=_pack(index_of(run, two)),
        chunks=[_pack(chunk) for chunk in chunks_of(run, two)],
        **summary_values(run, _verdict(run, gate), other, two, gate),
    )


def _verdict(run: Run, gate: Gate | None) -> Verdict:
    """What fails its gate is not well, whatever else can be said of it."""
    verdict = verdict_of(run)
    return replace(verdict, mood="bad") if gate is not None and not gate.is_passed else verdict


def _part(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """As a content security policy names an inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _pack(data: Any) -> str:
    """JSON, compressed (RFC 1950, which browsers call `deflate`), in base64."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # Half a surrogate pair is no UTF-8; a model's tokens may end within one.
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), COMPRESSION)).decode()


def summary_data(run: Run, other: Run | None = None, gate: Gate | None = None) -> dict[str, Any]:
    """The summary for programs. Pure."""
    verdict = verdict_of(run)
    two = beside(run, other) if other is not None else None
    return {
        "kind": run.kind,
        "title": run.title,
        "verdict": {"mood": verdict.mood, "headline": verdict.headline, "sentences": list(verdict.sentences)},
        "figures": [
            {**asdict(figure), "change": figure.change, "turned": figure.direction}
            for figure in figures_of(run, other.metrics if other is not None else None)
        ],
        "worst": [
            {"turn": turn_name(turn), "fault": fault_of(turn)} for turn in worst_turns(run, TURNS_SHOWN)
        ],
        "against": None
        if two is None
        else {"turns": len(two.turns), "new": two.new_count, "gone": two.gone_count},
        "gate": None if gate is None else data_of(gate),
    }


def compared_summary(run: Run, other: Run) -> str:
    """Two runs beside each other for the terminal: what changed most, which violations are new or gone. Pure."""
    two = beside(run, other)
    lines = [
        f"against {other.title} ({other.started[:16]}): {len(two.turns)} turns are in both",
        f"      {count(two.new_count, 'new violation')}, {two.gone_count} gone",
    ]
    if is_without_chance(run) and is_without_chance(other):
        changed = sum(1 for _ in turns_changed(run, other))
        lines.append(f"      {count(changed, 'turn')} came out otherwise than there")
        lines += [f"      {cause.turn} {cause.what}" for cause in otherwise(run, other)]
    moved = [f for f in figures_of(run, other.metrics) if f.before is not None and f.before != f.now]
    lines += [
        f"      {f.label}: {with_unit(f.name, f.before)} → {with_unit(f.name, f.now)} "
        f"({change_told(f)}){_WAYS[f.direction]}"
        for f in moved
    ]
    news = [(run.turns[index], violation) for index, match in two.turns.items() for violation in match.new]
    lines += [f"      new: {turn_name(turn)} {v.kind}: {v.why}" for turn, v in news[:NEW_SHOWN]]
    return "\n".join(lines)


_WAYS = {"better": "", "worse": " WORSE", "same": "", "other": ""}
