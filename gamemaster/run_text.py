"""A regenerated or shadowed run in a few lines for people. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.runs import Run, RunTurn

FIGURES = (
    ("agreement", ("turns", "ruling_agreement_share", "branched_share", "understudy_share", "prompt_same_share")),
    ("text", ("length_ratio", "vocabulary_drift", "judge_mean")),
    ("first text", ("first_visible_p50_ms", "first_visible_p95_ms")),
    ("tokens", ("prompt_tokens", "cached_share", "completion_tokens", "reasoning_tokens", "accept_length")),
)  # fmt: skip
MOST_TURNS = 10  # with faults, that are told one by one
MOST_TEXT = 100  # characters of a fault


def lines_of(run: Run) -> Iterator[str]:
    """The title, the figures that are known, the faults, and what a reader must know."""
    yield f"{run.title} ({run.seconds:.1f} s)"
    for title, names in FIGURES:
        known = [f"{name} {run.metrics[name]:.4g}" for name in names if run.metrics.get(name) is not None]
        if known:
            yield f"  {title:<12}{'  '.join(known)}"
    kinds = [(name, run.metrics.get(name)) for name in sorted(run.metrics) if name.startswith("violations_")]
    found = "  ".join(f"{name.removeprefix('violations_')} {value:.0f}" for name, value in kinds if value)
    yield f"  {'faults':<12}{found or 'none'}"
    if run.errors:
        yield "  errors      " + "  ".join(f"{name} {count}" for name, count in sorted(run.errors.items()))
    faulty = [turn for turn in run.turns if any(v.side == "now" for v in turn.violations)]
    for turn in faulty[:MOST_TURNS]:
        yield from _faults(turn)
    if len(faulty) > MOST_TURNS:
        yield f"  … and {len(faulty) - MOST_TURNS} more turns with faults"
    yield from (f"  note: {note}" for note in run.notes)


def _faults(turn: RunTurn) -> Iterator[str]:
    for violation in turn.violations:
        if violation.side == "now":
            text = " ".join(violation.text.split())
            shown = text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 1]}…"
            yield f"  session {turn.session}, turn {turn.turn}: {violation.kind}: {violation.why}: “{shown}”"
