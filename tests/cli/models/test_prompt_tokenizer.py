"""Which tokenizer `gamemaster prompt` makes stored prompts again with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gamemaster.cli.models.prompt import tokenizer_of
from gamemaster.config.settings import Settings
from gamemaster.hosting.models import ModelError
from gamemaster.narration.prompts.prompt import told_ids
from inference.scripted.script import write_script

TOLD = "The pole goes through the rings with a groan.\n\nNobody stirs."


def test_a_scripts_own_words_are_read_back(tmp_path: Path) -> None:
    """A telling that was cut is told by the ids that the engine wrote, so they must be known again."""
    file = tmp_path / "script.json"
    file.write_text(json.dumps({"content": TOLD}))
    written = write_script(TOLD).content
    heard = TOLD.partition("\n")[0]
    chat = tokenizer_of(Settings(model=f"scripted:{file}")).chat
    assert chat.decode(written) == TOLD
    assert told_ids(chat, heard, written) == written[: len(chat.encode(heard))]


def test_a_script_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"absent\.json"):
        tokenizer_of(Settings(model=f"scripted:{tmp_path / 'absent.json'}"))


def test_a_model_that_has_no_tokenizer_here_is_guessed() -> None:
    assert not tokenizer_of(Settings(model="sglang+http://gpu1:30000#/nowhere")).exact
    assert not tokenizer_of(Settings(model="http://127.0.0.1:1/v1#any")).exact
