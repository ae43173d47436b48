"""The report's summary as HTML: everything that a reader sees first, and without any script. Pure.

Whatever comes out of a run was written by players and models: every text goes through `escape`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from gamemaster.replay.report.diff import TwoRuns
from gamemaster.replay.report.figures import Figure, change_told, figures_of, told
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


def summary_html(
    run: Run, verdict: Verdict, other: Run | None, two: TwoRuns | None, gate: Gate | None
) -> str:
    parts = [
        f'<p class="kind">{escape(KINDS[run.kind])} · {escape(run.started[:16].replace("T", " "))} UTC · '
        f"{run.seconds:,.0f} s</p>",
        f"<h1>{escape(run.title)}</h1>",
        f'<div class="verdict {verdict.mood}"><p class="headline"><span class="mood">{MOODS[verdict.mood]}</span> '
        f"{escape(verdict.headline)}</p>",
        *(f"<p>{escape(text)}</p>" for text in verdict.sentences),
        "</div>",
    ]
    if two is not None and other is not None:
        parts += _compared(run, other, two)
    parts += _gate(gate) if gate is not None else ()
    parts += ['<div class="column">', *_worst(run), *_about(run), "</div>"]
    parts += ['<div class="column">', *_figures(run, other), "</div>"]
    return "".join(parts)


def _compared(run: Run, other: Run, two: TwoRuns) -> Iterator[str]:
    missing = len(run.turns) - len(two.turns)
    yield f'<div class="block gate"><h2>Against “{escape(other.title)}”</h2><p>{len(two.turns):,} turns are in both'
    yield f"; {missing:,} only here, {two.only_there:,} only there" if missing or two.only_there else ""
    yield f". <b>{two.new:,}</b> violations are new, <b>{two.gone:,}</b> are gone.</p></div>"


def _gate(gate: Gate) -> Iterator[str]:
    state = ("good", "passed") if gate.passed else ("bad", "failed")
    failed = [check for check in gate.checks if not check.passed]
    yield f'<div class="block gate"><h2>The gate: <span class="{state[0]}">{state[1]}</span></h2><ul>'
    yield from (f"<li>{escape(problem)}</li>" for problem in gate.problems)
    for check in failed:
        links = " ".join(
            f'<a href="#{escape(cause.turn)}">{escape(cause.turn)}</a>' for cause in check.causes
        )
        yield f"<li>{escape(sentence(check))} {links}</li>"
    yield "</ul>"
    kept = [check for check in gate.checks if check.passed]
    yield f"<details><summary>{len(kept)} of {len(gate.checks)} limits are kept</summary><ul>"
    yield from (f"<li>{escape(sentence(check))}</li>" for check in kept)
    yield "</ul></details></div>"


def _worst(run: Run) -> Iterator[str]:
    worst = worst_turns(run, WORST)
    if worst:
        yield '<div class="block"><h2>The worst turns</h2><ul class="worst">'
        for turn in worst:
            name = turn_name(turn)
            yield f'<li><a href="#{name}">{name}</a> {escape(words_of(turn))} '
            yield f"<span>{escape(fault_of(turn))}</span></li>"
        yield "</ul></div>"


def _figures(run: Run, other: Run | None) -> Iterator[str]:
    figures = figures_of(run, other.metrics if other is not None else None)
    # Nobody needs to read that there was nothing of a kind, before or now.
    figures = [f for f in figures if f.now or f.before or not f.name.startswith("violations_")]
    before = "other run" if other is not None else "recorded"
    yield '<div class="block"><h2>Figures</h2>'
    yield _table(figures[:KEY_FIGURES], before)
    if len(figures) > KEY_FIGURES:
        yield f"<details><summary>{count(len(figures) - KEY_FIGURES, 'more figure')}</summary>"
        yield _table(figures[KEY_FIGURES:], before) + "</details>"
    yield "</div>"


def _table(figures: Sequence[Figure], before: str) -> str:
    with_before = any(figure.before is not None for figure in figures)
    head = f"<th scope=col>{before}</th><th scope=col>now</th><th scope=col>change</th>"
    rows = "".join(_row(figure, with_before) for figure in figures)
    return (
        '<table class="figures"><thead><tr><th scope=col>figure</th>'
        f"{head if with_before else '<th scope=col>now</th>'}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _row(figure: Figure, with_before: bool) -> str:
    name = f"<th scope=row>{escape(figure.label)} <code>{escape(figure.name)}</code></th>"
    now = f"<td>{escape(told(figure.name, figure.now)) if figure.now is not None else '–'}</td>"
    if not with_before:
        return f"<tr>{name}{now}</tr>"
    before = escape(told(figure.name, figure.before)) if figure.before is not None else "–"
    change = escape(change_told(figure))
    return f'<tr>{name}<td>{before}</td>{now}<td class="{figure.turned}">{change}</td></tr>'


def _about(run: Run) -> Iterator[str]:
    yield '<div class="block about"><h2>About the run</h2>'
    if run.notes:
        yield f"<ul>{_items(run.notes)}</ul>"
    if run.command:
        yield f"<p><code>{escape(run.command)}</code></p>"
    if run.stamps:
        names = sorted({name for stamp in run.stamps.values() for name in stamp})
        head = "".join(f"<th scope=col>{escape(side)}</th>" for side in run.stamps)
        rows = "".join(
            f"<tr><th scope=row>{escape(name)}</th>"
            + "".join(f"<td>{escape(_shortened(stamp.get(name, '–')))}</td>" for stamp in run.stamps.values())
            + "</tr>"
            for name in names
        )
        yield f'<div class="wide"><table class="stamps"><thead><tr><th scope=col>with</th>{head}</tr></thead>'
        yield f"<tbody>{rows}</tbody></table></div>"
    if run.errors:
        errors = [
            f"{name}: {number:,}" for name, number in sorted(run.errors.items(), key=lambda item: -item[1])
        ]
        yield f"<details open><summary>Errors</summary><ul>{_items(errors)}</ul></details>"
    if run.sessions:
        listed = [
            f"s{number} {session.file or session.id} · {session.world} · {session.turns:,} turns"
            + (f" · {session.note}" if session.note else "")
            for number, session in enumerate(run.sessions[:SESSIONS], 1)
        ]
        yield f"<details><summary>{len(run.sessions):,} sessions</summary><ul>{_items(listed)}</ul></details>"
    yield "</div>"


def _shortened(text: str) -> str:
    """With hashes cut to what tells them apart."""
    return _HASH.sub(r"\1", text)


def _items(texts: Iterable[str]) -> str:
    return "".join(f"<li>{escape(text)}</li>" for text in texts)
