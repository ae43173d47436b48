"""What a turn of a run is called, and how much is wrong with it. Pure."""

from __future__ import annotations

from itertools import islice

from gamemaster.replay.run import Run, RunTurn, Side

WORDS_SHOWN = 48  # characters
FAULT_SHOWN = 120


def turn_name(turn: RunTurn) -> str:
    """How a turn is called everywhere, in links too: `s2t14` is turn 14 of the second session."""
    return f"s{turn.session + 1}t{turn.turn}"


def words_of(turn: RunTurn) -> str:
    """What the player said, in quotation marks and short."""
    return f"“{short(turn.words, WORDS_SHOWN)}”" if turn.words else "(nothing said)"


def badness(turn: RunTurn) -> int:
    """How much is wrong with a turn: failures before violations before missed objectives before branches."""
    now = sum(violation.side == "now" for violation in turn.violations)
    return (turn.error is not None) * 1000 + now * 100 + len(turn.missed) * 10 + turn.branched * 5


def worst_turns(run: Run, most: int) -> list[RunTurn]:
    """The turns with something wrong, the worst first; one of each sort of fault before a second of any."""
    faulty = sorted((turn for turn in run.turns if badness(turn) > 0), key=badness, reverse=True)
    firsts: dict[str, int] = {}
    for at, turn in enumerate(faulty):
        firsts.setdefault(_sort_of(turn), at)
    chosen = sorted(firsts.values())[:most]
    others = (at for at in range(len(faulty)) if at not in set(chosen))
    return [faulty[at] for at in sorted([*chosen, *islice(others, most - len(chosen))])]


def _sort_of(turn: RunTurn) -> str:
    return fault_of(turn).partition(":")[0]


def fault_of(turn: RunTurn) -> str:
    """What is worst about a turn, in a few words."""
    now = [violation for violation in turn.violations if violation.side == "now"]
    if turn.difference:
        return short(turn.difference, FAULT_SHOWN)
    if turn.error is not None:
        return short(turn.error.partition("\n")[0], FAULT_SHOWN)
    if now:
        return short(f"{now[0].kind.replace('_', ' ')}: {now[0].why}", FAULT_SHOWN)
    if turn.missed:
        return f"missed {', '.join(turn.missed)}"
    return short(f"branched: {branching_told(turn)}", FAULT_SHOWN)


def rulings_told(turn: RunTurn) -> str:
    """What the rulings of then and now came to."""
    then, now = _ruling_text(turn.then), _ruling_text(turn.now)
    return (
        f"then: {then}; now: {now}"
        if then != now
        else f"another ruling, with the same to be seen of it: {now}"
    )


def branching_told(turn: RunTurn) -> str:
    """Why the story would have gone elsewhere: by the rulings, or where they look alike by what is in the state."""
    then, now = _ruling_text(turn.then), _ruling_text(turn.now)
    if then != now:
        return f"then: {then}; now: {now}"
    before, after = (side.state if side else [] for side in (turn.then, turn.now))
    only_then = next((line for line in before if line not in after), "")
    only_now = next((line for line in after if line not in before), "")
    if not only_then and not only_now:
        return rulings_told(turn)
    return f"then: {only_then or 'not so'}; now: {only_now or 'not so'}"


def _ruling_text(side: Side | None) -> str:
    parts = [*side.checks, *side.changed, *(f"refused: {why}" for why in side.rejected)] if side else []
    return ", ".join(parts) or "nothing changed"


def short(text: str, most: int) -> str:
    """On one line, and no longer than `most` characters."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"
