"""`gamemaster doctor` on a checkpoint: what is well, what may disappoint, and what cannot run are told apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gamemaster.cli.main import app
from tests.inference.checkpoint_files import write_files
from voice.triton.server import free_port

pytestmark = pytest.mark.integration


@pytest.mark.parametrize("as_json", [False, True])
def test_the_doctor_tells_warnings_from_what_is_well_and_from_what_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    """Float32 weights run, slowly; a context of 4,096 tokens holds no world; the idle memory check is off."""
    monkeypatch.setenv("GM_PORT", str(free_port()))
    monkeypatch.setenv("GM_VOICE", "off")
    model = write_files(tmp_path / "model", dtype="F32", max_position_embeddings=4096)
    named = ["--model", str(model), "--profile", "h200", "--data-dir", str(tmp_path / "data")]
    done = CliRunner().invoke(app, ["doctor", *named, *(["--json"] if as_json else [])])
    assert done.exit_code == 1, done.output
    if as_json:
        found = {one["part"]: (one["well"], one["warns"]) for one in json.loads(done.stdout)}
        assert found["model, weight type"] == (True, True)
        assert found["model, context"] == (False, False)
        assert found["model, idle memory check"] == (True, False)
        return
    lines = done.stdout.splitlines()
    assert all(line.startswith(("ok   ", "warn ", "BAD  ")) for line in lines), lines
    assert any(line.startswith("warn model, weight type: ") for line in lines)
    assert any(line.startswith("BAD  model, context: 4096 tokens") for line in lines)
    assert any(line.startswith("ok   model, idle memory check: off") for line in lines)
