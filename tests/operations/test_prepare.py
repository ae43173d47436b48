"""`gamemaster prepare` says what is here and what is not; what serves fetches nothing and says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.config.settings import Settings
from gamemaster.hosting.models import ModelError, model_of
from gamemaster.operations.prepare import prepare_all
from voice.triton import environment
from voice.triton.environment import already_prepared
from voice.triton.machine import TritonUnavailable


def test_what_a_service_does_without_is_no_fault(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, voice="off", embeddings="off")
    found = prepare_all(settings, False, print)
    assert [(one.part, one.here) for one in found] == [("voice", None), ("model", None), ("embeddings", None)]


def test_a_model_that_was_not_fetched_is_missing(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, voice="off", embeddings="off", model="nobody/nothing", fetch=False)
    found = {one.part: one for one in prepare_all(settings, False, print)}
    assert found["model"].here is False
    with pytest.raises(ModelError, match="nobody/nothing: there is no such folder"):
        model_of(settings)


async def test_a_voice_that_was_not_prepared_is_not_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "find_prepared", lambda folder: None)
    with pytest.raises(TritonUnavailable, match="Run once: gamemaster prepare"):
        await already_prepared(tmp_path)
