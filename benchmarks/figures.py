"""The figures of the code itself, in one table: sizes, duplicates, `Any`s, the cost of `--help`, of the tests.

    make figures
    make figures ARGS="--against ea928bb"
    make figures ARGS=--json

A module's lines are all its lines; a function's are those from its `def` to its end, decorators aside. Tests are
counted as modules and are in no other row. Wall times are those of the last `make quick` and `make test` that passed
in this checkout.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("gamemaster", "inference", "voice", "npcs", "worlds", "migrations", "benchmarks")
TIMINGS = ROOT / ".timings.json"
TARGETS = ("quick", "test")
NOT_MEASURED = "not measured"
HELP_RUNS = 3
DUPLICATES_S = "60"
HELP = "import sys; sys.argv = ['gamemaster', '--help']; from {module} import {name}; {name}()"

Figures = dict[str, str]


def modules(root: Path, package: str) -> list[Path]:
    """The package's modules; what makes a folder a package is none."""
    return sorted(path for path in (root / package).rglob("*.py") if path.name != "__init__.py")


def function_lines(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield (node.end_lineno or node.lineno) - node.lineno + 1


def anys(tree: ast.AST) -> int:
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(tree))


def spread(values: list[int]) -> str:
    ninth = statistics.quantiles(values, n=10, method="inclusive")[8]
    return f"{statistics.median(values):.0f} / {ninth:.0f} / {max(values)}"


def duplicates(root: Path) -> str:
    """Pairs of places that share six lines or more, those marked as boilerplate aside."""
    tool = shutil.which("duplicates")
    if tool is None:
        return NOT_MEASURED
    command = [tool, "--repo", str(root), "--most", "200", "--seconds", DUPLICATES_S]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    pairs = re.search(r"^(\d+) pairs of places", said, re.MULTILINE)
    if pairs is None or "incomplete:" in said:
        return NOT_MEASURED
    boilerplate = re.search(r"(\d+) of those marked boilerplate", said)
    return str(int(pairs[1]) - int(boilerplate[1] if boilerplate else 0))


def children_cpu_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def help_cpu(root: Path) -> str:
    """CPU time of `gamemaster --help`: the least of some runs."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    module, name = project["project"]["scripts"]["gamemaster"].split(":")
    command = [sys.executable, "-c", HELP.format(module=module, name=name)]
    spent = []
    for _ in range(HELP_RUNS):
        before = children_cpu_s()
        done = subprocess.run(command, cwd=root, capture_output=True, check=False)
        if done.returncode != 0:
            return NOT_MEASURED
        spent.append(children_cpu_s() - before)
    return f"{min(spent):.2f} s"


def wall_times() -> Figures:
    """Of the last runs that passed in this checkout, with the commit that they tested."""
    taken = json.loads(TIMINGS.read_text(encoding="utf-8")) if TIMINGS.exists() else {}
    return {
        f"wall time of `make {name}`": f"{taken[name]['seconds']} s ({taken[name]['commit']})"
        if name in taken
        else NOT_MEASURED
        for name in TARGETS
    }


def figures(root: Path) -> Figures:
    """All of the figures that a tree of files has in itself."""
    found = {package: modules(root, package) for package in PACKAGES}
    ours = [path for paths in found.values() for path in paths]
    sources = [path.read_text(encoding="utf-8") for path in ours]
    trees = [ast.parse(source) for source in sources]
    folder, most = Counter(path.parent.relative_to(root) for path in ours).most_common(1)[0]
    return {
        **{f"modules in {package}/": str(len(paths)) for package, paths in found.items()},
        "modules in tests/": str(len(modules(root, "tests"))),
        "largest folder": f"{most} in {folder}/",
        "lines a module (median / p90 / max)": spread([len(source.splitlines()) for source in sources]),
        "lines a function (median / p90 / max)": spread(
            [lines for tree in trees for lines in function_lines(tree)]
        ),
        "pairs of duplicates, boilerplate aside": duplicates(root),
        "`Any`s": str(sum(map(anys, trees))),
        "CPU of `gamemaster --help`": help_cpu(root),
    }


def git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout


def figures_of(revision: str) -> Figures:
    """The same of a commit, from its files in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(git("archive", revision))) as files:
            files.extractall(folder, filter="data")
        return figures(Path(folder))


def record(name: str, started: float) -> None:
    """Keeps how long a target of make took, for the table."""
    taken = json.loads(TIMINGS.read_text(encoding="utf-8")) if TIMINGS.exists() else {}
    commit = git("describe", "--always", "--dirty").decode().strip()
    taken[name] = {"seconds": round(time.time() - started), "commit": commit}
    TIMINGS.write_text(json.dumps(taken, indent=1) + "\n", encoding="utf-8")


def show(now: Figures, before: Figures | None, revision: str) -> None:
    table = Table("figure", *([revision] if before is not None else []), "now")
    for name, value in now.items():
        table.add_row(name, *([before.get(name, NOT_MEASURED)] if before is not None else []), value)
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--against", metavar="GITREF", help="a commit to compare with")
    parser.add_argument("--record", nargs=2, metavar=("TARGET", "STARTED"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.record:
        record(options.record[0], float(options.record[1]))
        return
    now = figures(ROOT) | wall_times()
    before = figures_of(options.against) if options.against else None
    if options.json:
        print(
            json.dumps({"now": now, **({"before": before} if before else {})}, indent=1, ensure_ascii=False)
        )
    else:
        show(now, before, options.against or "")


if __name__ == "__main__":
    main()
