"""A model that answers every request with a 200 and is wrong does not pass the gate; one that plays well does.

The whole way: recorded sessions, a model server over real HTTP, `replay regenerate`, and the gate with the limits that
come with the program. Only the limits of time are left out: how busy the machine is must decide nothing here.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from gamemaster.bootstrap import load_worlds
from gamemaster.play.context import LoadedWorld
from gamemaster.recording.format import Recording, read
from gamemaster.replay.regenerate.regenerate import regenerate
from gamemaster.replay.report.gate import Gate, Thresholds, gate, lines_of
from gamemaster.replay.report.thresholds import read_thresholds
from gamemaster.replay.run import Run
from inference.scripted.engine import Cadence
from tests.faulty_narrators import Disobedient, Forgetting, Repeating, Seance, Wilful
from tests.recordings.oracle import Oracle
from tests.recordings.oracle_server import OracleServer
from tests.recordings.stage import by_messages
from tests.replaykit import Taped
from tests.worldkit import ROOT

FAST = Cadence(tokens_per_s=50_000, first_token_s=0.0001, chunk=64)
RECORDED = Path(__file__).parents[1] / "recordings" / "server-long_night.jsonl.zst"
# In a world where Skeggi is dead: some of it fails.
INPUTS = (
    "look around", "talk to ulf", "search ulf", "go to the pass", "take the church", "go to the yard", "open the well",
    "take the axe", "go to the smithy", "give the axe to hild", "talk to skeggi", "go to the shore",
)  # fmt: skip
VIOLATIONS = "violations_"


async def with_the_dead() -> Recording:
    story = Taped(worlds()["long_night"].world)
    story.state = story.state.model_copy(deep=True)
    story.state.characters["skeggi"].alive = False
    story.lines[0]["state"] = story.state.model_dump(mode="json")
    records = await story.play(*INPUTS)
    assert any(check.result == "failure" for record in records for check in record.ruling.checks)
    return story.recording()


async def with_a_refusal() -> Recording:
    story = Taped(worlds()["lighthouse"].world)
    records = await story.play("go in", "go up", "ask tallack to give me his cap")
    assert records[-1].ruling.rejections, "nothing was refused: the story shows too little"
    return story.recording()


@cache
def worlds() -> dict[str, LoadedWorld]:
    """Read once: what is gathered from a world is gathered once for each object."""
    found, broken = load_worlds([ROOT / "worlds"])
    assert not broken
    return found


@cache
def runs() -> dict[str, Run]:
    """What was answered already, by the model's name."""
    return {}


async def answer_recordings(oracle: Oracle) -> Run:
    """All recorded turns, answered by a model server with this model in it."""
    recordings = [read(RECORDED), await with_the_dead(), await with_a_refusal()]
    async with by_messages(OracleServer(oracle, FAST)) as narrator:
        run = await regenerate(recordings, narrator, worlds())
    assert run.errors == {}, "it is no fault of the engine's that is to be found here"
    assert all(turn.now is not None and turn.error is None for turn in run.turns)
    return run


async def baseline() -> Run:
    if "good" not in runs():
        runs()["good"] = await answer_recordings(Oracle())
    return runs()["good"]


def thresholds_without_time() -> Thresholds:
    asked = read_thresholds()
    kept = tuple(each for each in asked.by_kind["regenerate"] if not each.metric.endswith("_ms"))
    return replace(asked, by_kind={"regenerate": kept})


async def run_and_gate(oracle: Oracle) -> tuple[Run, Gate]:
    run = await answer_recordings(oracle)
    return run, gate(run, await baseline(), thresholds_without_time())


def failed_metrics(found: Gate) -> set[str]:
    return {check.metric for check in found.checks if not check.passed}


@pytest.mark.slow
async def test_a_model_that_plays_well_passes() -> None:
    run, found = await run_and_gate(Oracle())
    assert found.is_passed, "\n".join(lines_of(found))
    assert run.metrics["understudy_share"] == 0.0, "it told every turn itself"


def seen_by_the_player(run: Run) -> list[str]:
    """Faults that stand in what was told, but for those that only show beside what was told otherwise then."""
    return [
        f"{violation.why}: {violation.text}"
        for turn in run.turns
        for violation in turn.violations
        if violation.side == "now"
        and violation.kind
        not in ("repetition", "rut", "leap")  # the recorded turns before were told by another
        and turn.now is not None
        and violation.text in turn.now.text
    ]


FORGOTTEN = ("is shut", "is not here")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("oracle", "metrics", "reasons"),
    [
        (Forgetting(), {"violations_canon", "violations_from_nowhere"}, FORGOTTEN),
        (Repeating(), {"violations_repetition"}, ("words stood in the turns before",)),
        (Disobedient(), {"violations_canon"}, ("it was refused", "the check failed")),
        (Wilful(), {"ruling_agreement_share", "violations_leap"}, ("nobody asked for it",)),
        (Seance(dead=True), {"violations_dead_speaks"}, ("Skeggi is dead",)),
        (Seance(dead=False), {"violations_wrong_speaker"}, ("is not here, but at",)),
    ],
    ids=["forgets", "repeats", "ignores rulings", "proposes its own", "speaks for the dead", "for the absent"],
)  # fmt: skip
async def test_a_model_that_is_wrong_fails_by_the_name_of_its_fault(
    oracle: Oracle, metrics: set[str], reasons: tuple[str, ...]
) -> None:
    run, found = await run_and_gate(oracle)
    assert not found.is_passed
    assert found.problems == ()
    assert seen_by_the_player(run) == [], "the critic keeps it back before it is shown"
    assert metrics <= failed_metrics(found), "\n".join(lines_of(found))
    # And by no other: a gate that cries at everything says nothing.
    assert {name for name in failed_metrics(found) if name.startswith(VIOLATIONS)} <= metrics
    for check in found.checks:
        if check.metric in metrics:
            assert check.causes, f"{check.metric}: no turn is named"
    why = "\n".join(violation.why for turn in run.turns for violation in turn.violations)
    assert [reason for reason in reasons if reason not in why] == []
