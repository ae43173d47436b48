"""The report that the README's screenshots show: real recordings, answered by a model that is careless."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from gamemaster.bootstrap import load_worlds
from gamemaster.recording.format import read
from gamemaster.replay.regenerate.regenerate import Options, regenerate
from gamemaster.replay.report.gate import gate
from gamemaster.replay.report.render import report_html
from gamemaster.replay.report.thresholds import read_thresholds
from gamemaster.replay.run import Run
from inference.scripted.engine import Cadence
from tests.faulty_narrators import Forgetting
from tests.recordings.oracle import Oracle, Written
from tests.recordings.oracle_server import OracleServer
from tests.recordings.stage import by_messages
from tests.worldkit import ROOT

RECORDINGS = ("server-long_night", "model-long_night-interrupted", "server-lighthouse-hangs_up")
PACE = Cadence(tokens_per_s=4000, first_token_s=0.02, chunk=8)
EVERY = 5  # turns; in one of so many it forgets


@dataclass
class Careless(Forgetting):
    """Forgets the state now and then, and plays well else."""

    def answer(self, asked: str, seed: int | None, schema: str | None) -> Written:
        if self.place_of(seed)[0] % EVERY:
            return Oracle.answer(self, asked, seed, schema)
        return super().answer(asked, seed, schema)


async def regenerate_all(oracle: Oracle, name: str) -> Run:
    worlds, _ = load_worlds([ROOT / "worlds"])
    recordings = [read(ROOT / "tests" / "recordings" / f"{each}.jsonl.zst") for each in RECORDINGS]
    async with by_messages(OracleServer(oracle, PACE)) as narrator:
        options = Options(title=name, command="gamemaster replay regenerate tests/recordings --model …")
        return await regenerate(recordings, narrator, worlds, options)


def write_report(path: Path) -> Path:
    """The page of the careless model's run, held to the good one's. Returns its path."""
    run = asyncio.run(regenerate_all(Careless(), "A careless model answers what was recorded"))
    good = asyncio.run(regenerate_all(Oracle(), "The model that narrates today"))
    path.write_text(report_html(run, gate=gate(run, good, read_thresholds())), encoding="utf-8")
    return path
