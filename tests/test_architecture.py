"""Who may import whom: the contracts in pyproject.toml hold, and each of them can fail."""

import ast
import importlib
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINTER = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
PACKAGES = LINTER["root_packages"]
HEAVY = {"networkx", "numpy", "sentence_transformers", "sglang", "torch", "transformers", "tritonclient"}
# In environments of their own, with libraries of their own: the test bed's kernels and Triton's models.
FOREIGN = (ROOT / "inference/testbed/site", ROOT / "voice/model_repository")

ROOMS = sorted(
    ".".join(file.parent.relative_to(ROOT).parts)
    for package in ("gamemaster", "inference", "npcs", "voice", "worlds")
    for file in (ROOT / package).rglob("__init__.py")
    if not any(file.is_relative_to(folder) for folder in FOREIGN)
)
# `gamemaster` and `inference` have rooms, and so has `language`.
FEW = {"gamemaster": 6, "inference": 9, "gamemaster.language": 25}
MOST = 25  # about what a reader can take in

# For each contract an import that it forbids, and the module in which it is planted.
BAD_IMPORTS = {
    "packages": ("inference/engine.py", "from gamemaster import config"),
    "leaf-packages": ("voice/numerals.py", "import worlds.schema"),
    "no-tests": ("worlds/loader.py", "from tests import worldkit"),
    "rooms": ("gamemaster/rules/dice.py", "def late() -> None:\n    from ..play import hub"),
    "pure-core": ("gamemaster/rules/clock.py", "import asyncio"),
    "public": ("gamemaster/server/app.py", "import gamemaster.rules.health"),
    "turn": ("gamemaster/play/turn.py", "from gamemaster.protocol import messages"),
    "heavy": ("gamemaster/speech/voices.py", "def late() -> None:\n    import numpy"),
}


def check_contracts(root: Path) -> subprocess.CompletedProcess[str]:
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", command, "--no-cache", "--config", str(ROOT / "pyproject.toml")],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=100,
    )


@pytest.mark.slow  # `make check` holds them, too
def test_the_contracts_hold() -> None:
    result = check_contracts(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.slow
def test_each_contract_fails_on_a_bad_import(tmp_path: Path) -> None:
    assert {contract["id"] for contract in LINTER["contracts"]} == set(BAD_IMPORTS)
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=lambda folder, names: _not_code(Path(folder), names)
        )
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "public_modules.py", tmp_path / "tests")
    for file, statement in BAD_IMPORTS.values():
        with (tmp_path / file).open("a", encoding="utf-8") as module:
            module.write(f"\n\n{statement}\n")
    result = check_contracts(tmp_path)
    names = {contract["name"] for contract in LINTER["contracts"]}
    assert {name for name in names if f"{name} BROKEN" in result.stdout} == names, result.stdout


def _not_code(folder: Path, names: list[str]) -> list[str]:
    return [name for name in names if not name.endswith(".py") and not (folder / name).is_dir()]


@pytest.mark.slow
def test_heavy_libraries_are_imported_inside_functions_only() -> None:
    """They take long to import, or are not installed everywhere, and most processes never need them."""
    files = [
        file for package in PACKAGES if package != "benchmarks" for file in (ROOT / package).rglob("*.py")
    ]
    ours = [file for file in files if not any(file.is_relative_to(folder) for folder in FOREIGN)]
    assert {file.relative_to(ROOT): found for file in ours if (found := _top_imports(file) & HEAVY)} == {}


def _top_imports(file: Path) -> set[str]:
    """The libraries that importing a module imports."""
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) != "TYPE_CHECKING":
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.If):
            node.body = [ast.Pass()]
    modules: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules.append(node.module or "")
    return {module.partition(".")[0] for module in modules}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_it_is_for_and_which_modules_others_may_import(room: str) -> None:
    folder = ROOT.joinpath(*room.split("."))
    tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    assert len(ast.get_docstring(tree) or "") > 60
    assert [type(node) for node in tree.body] == [ast.Expr, ast.Assign], (
        "importing a room imports nothing else"
    )
    public = importlib.import_module(room).__all__
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__", "__main__"}
    rooms = {file.parent.name for file in folder.glob("*/__init__.py")}
    assert public == sorted(public)
    assert set(public) <= modules | rooms
    assert len(modules) <= FEW.get(room, MOST)
