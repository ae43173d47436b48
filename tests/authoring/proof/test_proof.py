"""A proof finds every planted lie in a bare Game Master and none in the state of a real one, and counts honestly."""

import json
import math
import os
import signal
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gamemaster.authoring.proof import jobs
from gamemaster.authoring.proof.bare import BareMaster, world_text
from gamemaster.authoring.proof.counts import Story
from gamemaster.authoring.proof.figures import PER, Example, Tally, rate, table
from gamemaster.authoring.proof.jobs import (
    BARE,
    LIAR,
    UNDERSTUDY,
    Wanted,
    play_scripted,
    play_with,
    scripted_master,
)
from gamemaster.authoring.proof.lies import KINDS, Situation, lie_of, with_something_to_lie_about
from gamemaster.authoring.proof.run import Master, play_story
from gamemaster.authoring.proof.scripted_model import ScriptedModel, Stand
from gamemaster.cli.main import app
from gamemaster.cli.qa.prove import Watch
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import Understudy, UnderstudyTurn
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from tests.worldkit import ROOT, world_at

LIGHTHOUSE = ROOT / "worlds" / "lighthouse"


def say_nothing(master: str, done: int, of: int) -> None:
    """Nobody watches."""


@pytest.mark.parametrize(("found", "of", "low", "high"), [
    # The interval of Wilson's own formula, as the R package binom gives it (binom.wilson), to four places.
    (0, 10, 0.0, 0.2775), (1, 10, 0.0179, 0.4042), (50, 100, 0.4038, 0.5962), (10, 10, 0.7225, 1.0),
])  # fmt: skip
def test_an_interval_is_wilsons(found: int, of: int, low: float, high: float) -> None:
    figures = rate(found, of)
    assert (round(figures.low / PER, 4), round(figures.high / PER, 4)) == (low, high)
    assert figures.rate == PER * found / of


def test_nothing_found_in_few_turns_proves_little() -> None:
    assert rate(0, 0).high == PER
    assert rate(0, 100).high > rate(0, 10_000).high > 0


def test_a_goal_is_missed_by_one_turn_too_many_and_a_bare_master_is_only_measured() -> None:
    one = Example("canon", "lighthouse", 0, 1, "look", "", "")
    for held in (True, False):
        tally = Tally("somebody", held, turns=999)
        tally.note([("contradiction", "canon", one), ("contradiction", "canon", one)])
        assert tally.faults["contradiction"] == 1, "a turn counts once"
        assert tally.missed_goals() == (["contradiction"] if held else [])
        assert ("| – |" in list(table([tally]))[-1]) is not held, "a bare one keeps no state"


@pytest.mark.slow
async def test_a_liar_gets_its_lies_past_nobody_but_a_bare_master() -> None:
    wanted = Wanted((LIGHTHOUSE,), turns=12, seed=1)
    liar, bare = await play_with(scripted_master(LIAR), wanted, say_nothing)
    assert (liar.master, bare.master) == (LIAR, BARE)
    assert liar.turns == bare.turns == 12
    assert liar.slipped > 0
    assert liar.faults["state"] == 0
    assert liar.missed_goals() == [], liar.examples
    assert liar.withheld.total() >= 12
    assert bare.shown == bare.planted, "whatever it says stands"
    assert bare.faults["contradiction"] + bare.faults["leak"] >= 12


@pytest.mark.slow
def test_the_same_seed_gives_the_same_figures() -> None:
    wanted = Wanted((LIGHTHOUSE,), turns=5, seed=4)
    first, second = (play_scripted(wanted, 1, say_nothing) for _ in range(2))
    assert [tally.data() for tally in first] == [tally.data() for tally in second]
    assert first[0].master == UNDERSTUDY


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_proof_that_is_ended_early_has_figures_of_what_was_played(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "STORY_TURNS", 2)
    found = play_scripted(Wanted((LIGHTHOUSE,), turns=200, seed=4), workers, lambda *_: True)
    assert {tally.turns for tally in found} == {2}


async def test_a_turn_that_breaks_is_counted_and_ends_its_story() -> None:
    class Broken(Understudy):
        def turn(self, scene: Scene) -> UnderstudyTurn:
            raise KeyError("detail")

    story = Story(world_at("worlds/lighthouse"), 0, 1, turns=5)
    tally, _ = await play_story(story, Master("broken", Broken()))
    assert (tally.turns, tally.faults["broken"], tally.faults["state"]) == (1, 1, 0)
    assert tally.missed_goals() == ["broken"]
    assert tally.examples[0].why.startswith("KeyError: 'detail' (test_proof.py, line")


def test_whoever_watches_can_end_a_proof_and_reads_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch(_told=-math.inf)
    with watch.ended_by_signals():
        assert not watch.progress("understudy", 40, 1000)
        os.kill(os.getpid(), signal.SIGTERM)
        assert watch.progress("understudy", 80, 1000)
    assert capsys.readouterr().err == "understudy: 40 of 1000 turns\n", "not a terminal: one line a minute"
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_each_kind_of_lie_can_be_told_in_each_world() -> None:
    for folder in ("worlds/lighthouse", "worlds/long_night"):
        world = world_at(folder)
        state, told = with_something_to_lie_about(world, begin(world, 2)), set[str]()
        for words in ("look", "wait", "go on"):
            after = play(world, state, words).after
            told |= {kind for kind in KINDS if lie_of(kind, Situation(world, state, after, state.turn))}
            state = after
        assert told >= set(KINDS) - {"rename"}, "renames need somebody who is there"


async def test_a_bare_master_is_told_the_world_and_remembers_the_conversation() -> None:
    world, stand = world_at("worlds/lighthouse"), Stand()
    scene = Scene(world, begin(world, 1), "look", roll_for(1, 1))
    stand.expect(scene)
    played = play(world, scene.state, "look")
    stand.rule(played.ruling, played.after)
    bare = BareMaster(ScriptedModel(stand, lies=False), world, "It began.")
    spans = await bare.answer("look")
    assert [span.text for span in spans] == [span.text for span in stand.told]
    assert [message.role for message in bare.said] == ["user", "assistant"]
    assert all(place.name in world_text(world) for place in world.locations.values())


@pytest.mark.slow
def test_the_command_plays_a_model_over_token_ids_and_prints_figures(tmp_path: Path) -> None:
    """`scripted:` says the same in every turn: its bare self is in a rut, and the service is not."""
    arguments = ["prove", "--model", "scripted:", "--turns", "3", "--json"]
    done = CliRunner().invoke(app, arguments, env={"GM_DATA_DIR": str(tmp_path), "GM_ENGINE__INLINE": "true"})
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    kept, bare = found["masters"]
    assert (kept["turns"], bare["turns"]) == (3, 3)
    assert kept["per_10000"]["state"]["found"] == 0
    assert "state" not in bare["per_10000"]
    assert bare["per_10000"]["rut"]["found"] > kept["per_10000"]["rut"]["found"] == 0


def test_the_proof_says_which_world_it_misses(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        app, ["prove"], env={"GM_WORLDS_DIRS": str(tmp_path), "GM_DATA_DIR": str(tmp_path)}
    )
    assert done.exit_code == 1
    assert "long_night, lighthouse is not in a worlds' folder" in done.output
