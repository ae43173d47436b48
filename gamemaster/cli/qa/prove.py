"""`gamemaster prove`: how often a Game Master contradicts itself, as a figure."""

from __future__ import annotations

import contextlib
import json
import logging
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gamemaster.cli.console import clear_errors, fail, say, settings_from
from gamemaster.cli.options import AsJson

if TYPE_CHECKING:
    from gamemaster.authoring.proof.figures import Tally

WORLDS = ("long_night", "lighthouse")
LOGGED_S = 60.0


def prove(
    model: Annotated[
        str | None,
        typer.Option(
            help="A model to hold to account: a model server's URL#NAME, or a checkpoint's folder. "
            "[default: none; the understudy and scripted models play]",
            show_default=False,
        ),
    ] = None,
    turns: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="Turns that each Game Master plays.")
    ] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same inputs, dice and lies.")] = 1,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Processes, without a model. [default: as many as CPUs]"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count how often a Game Master contradicts the story, leaks, drifts or falls into a rut. Nobody judges.

    Bots play The Long Night and Skerrow Light through the whole turn: prompts, referee, critic, store. Lies are planted
    in what the model tells (other names, the dead alive, gifts from nowhere, secrets, people who are absent, promises
    forgotten) and changes that cannot be in what it proposes. Counted are turns of 10,000 with a fault, with the 95 %
    interval: in the committed state, in what was told; and for a bare chat Game Master (the world in a system prompt,
    the same model and inputs, no referee, no critic).

    Goals: 0 in the state, no turn that breaks, under 0.1 % in what is told. Exit status 1 where one is missed; a bare
    Game Master is only measured. Ctrl-C or SIGTERM ends it with the verdict on what was played until then.

    Examples:  gamemaster prove --turns 1000  ·  gamemaster prove --model http://127.0.0.1:11434/v1#llama3.1:8b --json
    """
    with clear_errors():
        from gamemaster.authoring.proof.jobs import Wanted, play_scripted
        from worlds.loader import list_worlds

        settings = settings_from(model=model)
        folders = list_worlds(settings.worlds_dirs)
        if missing := [name for name in WORLDS if name not in folders]:
            fail(
                f"the proof plays {' and '.join(WORLDS)}, and {', '.join(missing)} is not in a worlds' folder"
            )
        wanted = Wanted(tuple(folders[name] for name in WORLDS), turns, seed)
        watch = Watch()
        with _errors_only(), watch.ended_by_signals():
            if model is None:
                tallies = play_scripted(wanted, workers, watch.progress)
            else:
                from gamemaster.cli.qa.prove_model import play_model

                tallies = play_model(settings, wanted, watch.progress)
        if watch.is_ended:
            typer.echo(f"ended early: fewer than {turns} turns each", err=True)
        _report(tallies, seed, as_json)


@contextlib.contextmanager
def _errors_only() -> Iterator[None]:
    """No warnings of turns that lies spoil: there are thousands."""
    ours = logging.getLogger("gamemaster")
    before = ours.level
    ours.setLevel(logging.ERROR)
    try:
        yield
    finally:
        ours.setLevel(before)


@dataclass(eq=False)
class Watch:
    """Says how far a proof is, and whether somebody wants it to end: it does with the story that is played."""

    is_ended: bool = False
    _told: float = field(default_factory=time.monotonic)

    def progress(self, master: str, done: int, of: int) -> bool:
        """One line that is written over in a terminal; elsewhere, as in a log, a line a minute."""
        line = f"{master}: {done} of {of} turns"
        if sys.stderr.isatty():
            typer.echo(f"\r\x1b[K{line}", nl=self.is_ended or done >= of, err=True)
        elif time.monotonic() - self._told >= LOGGED_S:
            self._told = time.monotonic()
            typer.echo(line, err=True)
        return self.is_ended

    @contextlib.contextmanager
    def ended_by_signals(self) -> Iterator[None]:
        """The first Ctrl-C or SIGTERM is a wish to end; the second ends everything at once."""

        def end(number: int, _: object) -> None:
            self.is_ended = True
            signal.signal(number, before[signal.Signals(number)])

        before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _report(tallies: list[Tally], seed: int, as_json: bool) -> None:
    from gamemaster.authoring.proof.figures import notes, table

    if as_json:
        found: dict[str, Any] = {"seed": seed, "masters": [tally.data() for tally in tallies]}
        say(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        say("\n".join([*table(tallies), "", *notes(tallies)]))
    missed = [
        f"{tally.master}: {', '.join(tally.missed_goals())}" for tally in tallies if tally.missed_goals()
    ]
    if missed:
        fail(f"goals that were missed: {'; '.join(missed)}")
