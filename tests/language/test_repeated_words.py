"""No form of ours hangs on a word that a player repeats: one that reads a space in two ways doubles its time by each.

Whoever types "no no no no …" would stop a worker for everybody.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamemaster.language.english import Forms
from worlds.safe_yaml import load

ROOT = Path(__file__).parents[2]
ROOMS = ("gamemaster.language", "gamemaster.narration", "gamemaster.rules")
REPEATED = ("no", "and", "wait", "not you", "the", "i", ",", "a b")
OFTEN = 40  # what doubles by each would take hours
AMPLE = 100  # seconds for all forms, which take two


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every compiled form of the rooms that read what players type, by where it stands."""
    for room in ROOMS:
        package = importlib.import_module(room)
        for found in pkgutil.walk_packages(package.__path__, f"{room}."):
            module = importlib.import_module(found.name)
            for name, value in vars(module).items():
                yield from _forms_in(f"{found.name}.{name}", value)
    for file in sorted((ROOT / "gamemaster").rglob("*.yaml")):
        given = load(file.read_text(encoding="utf-8"))
        module_name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        if isinstance(given, dict) and isinstance(given.get("forms"), dict):
            forms = Forms(module_name)
            yield from ((f"{module_name}: {key}", forms[key]) for key in given["forms"])


def _forms_in(name: str, value: object) -> Iterator[tuple[str, re.Pattern[str]]]:
    if isinstance(value, re.Pattern):
        yield name, value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _forms_in(name, one)
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from _forms_in(name, one)


def match_all() -> None:
    """Prints each form before it is tried: the last that stands there is the one that hangs."""
    known = {form: name for name, form in patterns() if isinstance(form.pattern, str)}
    for form, name in known.items():
        print(name, flush=True)
        for word in REPEATED:
            said = f"{word} " * OFTEN + "zq"
            form.search(said)
            form.fullmatch(said)
    print(len(known), "forms")


@pytest.mark.slow
def test_no_form_hangs_on_a_repeated_word(tmp_path: Path) -> None:
    log = tmp_path / "forms.txt"
    with log.open("w", encoding="utf-8") as out:
        code = "from tests.language.test_repeated_words import match_all; match_all()"
        try:
            subprocess.run([sys.executable, "-c", code], cwd=ROOT, stdout=out, check=True, timeout=AMPLE)
        except subprocess.TimeoutExpired:
            pytest.fail(f"hangs: {log.read_text(encoding='utf-8').splitlines()[-1]}")
    count = int(log.read_text(encoding="utf-8").splitlines()[-1].split()[0])
    assert count > 1000
