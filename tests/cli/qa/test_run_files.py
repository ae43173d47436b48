"""The files of replays: which are read in a folder, and who may read what is written."""

from __future__ import annotations

import os
from pathlib import Path

from gamemaster.cli.qa.run_files import check_out, files_in, write_private
from gamemaster.recording.format import SUFFIX, write
from tests.tapes import header_line


def test_a_run_is_its_owners_alone_also_in_a_file_that_was_everybodys(tmp_path: Path) -> None:
    new, old = tmp_path / "new.json", tmp_path / "old.html"
    old.touch(mode=0o644)
    old.chmod(0o644)
    for out in (new, old):
        check_out(out)
        write_private(out, "words")
        assert (out.read_text(), out.stat().st_mode & 0o777) == ("words", 0o600)


def test_a_device_keeps_its_mode(tmp_path: Path) -> None:
    before = os.stat(os.devnull).st_mode
    write_private(Path(os.devnull), "words")
    assert os.stat(os.devnull).st_mode == before


def test_plain_recordings_are_taken_where_they_are_named_alone(tmp_path: Path) -> None:
    tape, plain = tmp_path / f"tape{SUFFIX}", tmp_path / "answers.jsonl"
    write(tape, [header_line()])
    plain.write_text("{}\n")
    assert files_in([tmp_path]) == [tape]
    assert files_in([tmp_path, plain]) == [tape, plain]
