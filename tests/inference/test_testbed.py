"""The CPU test bed's builder: what it says where it cannot be had, and what its lock holds."""

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from inference.preflight.checks import TESTED_SGLANG
from inference.testbed import build, place, sglang_facts

REQUIREMENTS = re.findall(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", place.LOCK.read_text(), re.MULTILINE)


def test_another_python_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "python_version", lambda: "3.13.1")
    with pytest.raises(build.TestbedError, match=r"CPython 3\.11.*python3\.11 -m inference\.testbed"):
        build.check_machine()


def test_another_machine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "python_version", lambda: "3.11.7")
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    with pytest.raises(build.TestbedError, match="x86-64"):
        build.check_machine()


def test_an_old_glibc_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "python_version", lambda: "3.11.7")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(platform, "libc_ver", lambda: ("glibc", "2.31"))
    with pytest.raises(build.TestbedError, match=r"glibc 2\.34"):
        build.check_machine()


def test_a_full_disk_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "python_version", lambda: "3.11.7")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(platform, "libc_ver", lambda: ("glibc", "2.36"))
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10**10, 10**10, 10**9))
    with pytest.raises(build.TestbedError, match=r"1\.0 GB are free"):
        build.check_machine()


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        ("ERROR: No matching distribution found for torch==2.13.0+cpu", "PIP_FIND_LINKS"),
        ("ERROR: something else", "something else"),
    ],
)
def test_pip_that_fails_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, remedy: str
) -> None:
    """A Python that says what pip says when a file is nowhere to be found."""
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\necho '{words}'\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr(build, "PYTHON", python)
    with pytest.raises(build.TestbedError, match=remedy):
        build.pip_install("-r", "lock")


def test_what_was_interrupted_is_not_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python, mark, unfinished = tmp_path / "python", tmp_path / "stamp", tmp_path / "unfinished"
    for name, path in (("PYTHON", python), ("STAMP", mark), ("UNFINISHED", unfinished)):
        monkeypatch.setattr(place, name, path)
    assert place.interpreter() is None
    python.touch()
    mark.write_text(place.stamp())
    assert place.interpreter() == python
    unfinished.touch()
    assert place.interpreter() is None
    unfinished.unlink()
    mark.write_text("of another lock")
    assert place.interpreter() is None


def test_the_lock_has_exact_versions_with_hashes_and_no_hosts() -> None:
    text = place.LOCK.read_text()
    entries = re.split(r"\n(?=\S)", text)
    for entry in entries:
        if not entry.startswith("#"):
            assert "==" in entry
            assert "--hash=sha256:" in entry
    assert "://" not in text
    assert "--index" not in text
    assert len(REQUIREMENTS) > 100


def test_the_lock_brings_no_gpu_packages_and_the_tried_engine() -> None:
    versions = dict(REQUIREMENTS)
    assert versions["torch"].endswith("+cpu")
    assert versions["sglang"] == TESTED_SGLANG
    assert versions["transformers"] == "5.19.0"
    assert not [name for name in versions if name.startswith("nvidia") or name in ("triton", "torchvision")]


def test_the_lock_agrees_with_the_projects_own() -> None:
    """The same versions of what both have, so that what is tested there is what runs here.

    The project's own lock is for every Python: of a package with several versions, the one for the test bed's counts.
    """
    here = {"python_version": "3.11", "python_full_version": "3.11.0", "platform_machine": "x86_64"}
    lines = re.findall(
        r"^([a-z0-9][^\\\n]*==[^\\\n]*)", (place.ROOT / "requirements.lock").read_text(), re.MULTILINE
    )
    ours = [Requirement(line) for line in lines]
    pinned = {one.name: str(one.specifier) for one in ours if one.marker is None or one.marker.evaluate(here)}
    assert len(pinned) > 40
    versions = dict(REQUIREMENTS)
    assert {
        name: pin for name, pin in pinned.items() if name in versions and pin != f"=={versions[name]}"
    } == {}


@pytest.mark.nia
@pytest.mark.slow
def test_what_was_written_down_of_sglang_is_what_is_installed() -> None:
    """Settings are checked by it where SGLang is not installed."""
    python = place.interpreter()
    if python is None:
        pytest.skip("the CPU test bed is not made: `make testbed` makes it")
    command = [str(python), "-m", "inference.testbed.sglang_facts", "--print"]
    environment = {**os.environ, "SGLANG_USE_CPU_ENGINE": "1"}
    done = subprocess.run(
        command, cwd=place.ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == sglang_facts.FILE.read_text("utf-8")
