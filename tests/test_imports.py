"""Who may import whom, read from the import statements: the design's rules, held."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = ("gamemaster", "inference", "voice", "worlds", "npcs", "migrations", "tests", "benchmarks")

# Our packages, and which others of ours each may import.
MAY_IMPORT: dict[str, set[str]] = {
    "worlds": set(),
    "inference": set(),
    "voice": set(),
    "npcs": {"worlds"},
    "gamemaster": {"worlds", "npcs", "inference", "voice"},
    "migrations": {"gamemaster", "worlds", "npcs", "inference", "voice"},
    "benchmarks": set(OURS) - {"tests"},
    "tests": set(OURS),
}

# Modules that decide and describe but never act. True: the module must exist; False: it may not be there yet.
PURE = {
    "gamemaster.audio_frames": True,
    "gamemaster.bonds": True,
    "gamemaster.cadence": True,
    "gamemaster.canon": True,
    "gamemaster.casting": True,
    "gamemaster.choosing": True,
    "gamemaster.claims": True,
    "gamemaster.clock": True,
    "gamemaster.company": True,
    "gamemaster.comparing": True,
    "gamemaster.conditions": True,
    "gamemaster.dealings": True,
    "gamemaster.deaths": True,
    "gamemaster.deeds": True,
    "gamemaster.dice": True,
    "gamemaster.draft": True,
    "gamemaster.driving_plan": True,
    "gamemaster.driving_run": True,
    "gamemaster.driving_screen": True,
    "gamemaster.driving_truth": True,
    "gamemaster.effects": True,
    "gamemaster.goodput": True,
    "gamemaster.hearing": True,
    "gamemaster.improvising": True,
    "gamemaster.invariants": True,
    "gamemaster.leaks": True,
    "gamemaster.messages": True,
    "gamemaster.npcs_view": True,
    "gamemaster.operations": True,
    "gamemaster.outcome": True,
    "gamemaster.paragraphs": True,
    "gamemaster.performing": True,
    "gamemaster.personal_data": True,
    "gamemaster.personal_names": True,
    "gamemaster.recollecting": True,
    "gamemaster.recorded_pieces": True,
    "gamemaster.recorded_words": True,
    "gamemaster.referee": True,
    "gamemaster.repeats": True,
    "gamemaster.reports": True,
    "gamemaster.runs": True,
    "gamemaster.gate_causes": True,
    "gamemaster.gating": True,
    "gamemaster.report_data": True,
    "gamemaster.report_html": True,
    "gamemaster.report_series": True,
    "gamemaster.run_figures": True,
    "gamemaster.run_turns": True,
    "gamemaster.run_verdict": True,
    "gamemaster.two_runs": True,
    "gamemaster.scene": True,
    "gamemaster.scrubbing": True,
    "gamemaster.shown": True,
    "gamemaster.state": True,
    "gamemaster.tape": True,
    "gamemaster.told": True,
    "gamemaster.view": True,
    "gamemaster.wellformed": True,
    "gamemaster.witnessing": True,
    "gamemaster.words": True,
    "gamemaster.clauses": False,
    "gamemaster.idioms": False,
    "gamemaster.lexicon": False,
    "gamemaster.narrator": False,
    "gamemaster.nouns": False,
    "gamemaster.opening": False,
    "gamemaster.parsing": False,
    "gamemaster.phrases": False,
    "gamemaster.planning": False,
    "gamemaster.prose": False,
    "gamemaster.suggestions": False,
    "gamemaster.topics": False,
    "gamemaster.understanding": False,
    "gamemaster.understudy": False,
    "gamemaster.verbs": False,
    "gamemaster.versions": False,
    "gamemaster.wording": False,
    "gamemaster.aims": True,
    "gamemaster.idiom_patterns": True,
    "gamemaster.idioms_people": True,
    "gamemaster.moves": True,
    "gamemaster.noun_phrases": True,
    "gamemaster.orders": True,
    "gamemaster.pronouns": True,
    "gamemaster.reader": True,
    "gamemaster.small_words": True,
    "gamemaster.phrases_of_rules": True,
    "gamemaster.talking": True,
    "gamemaster.vocabulary": True,
    "gamemaster.briefing": True,
    "gamemaster.chat_messages": True,
    "gamemaster.chronicle": True,
    "gamemaster.contract": True,
    "gamemaster.ledger": True,
    "gamemaster.prompt_desk": True,
    "gamemaster.prompt_settings": True,
    "gamemaster.prompt_view": True,
    "gamemaster.rebuilding": True,
    "gamemaster.refit": True,
    "gamemaster.grammar": True,
    "gamemaster.guard": True,
    "gamemaster.model_telling": True,
    "gamemaster.handover": True,
    "gamemaster.ladder": True,
    "gamemaster.promising": True,
    "gamemaster.prompt": True,
    "gamemaster.script": True,
    "inference.degeneration": True,
    "inference.errors": True,
    "inference.findings": True,
    "inference.grammar": True,
    "inference.kinds": True,
    "inference.reasoning": True,
    "npcs.asking": True,
    "npcs.forgetting": True,
    "npcs.hearsay": True,
    "npcs.kindred": True,
    "npcs.memory": True,
    "npcs.ranking": True,
    "npcs.recall_fields": True,
    "npcs.reflection": True,
    "voice.english": True,
    "voice.mapped_text": True,
    "voice.normalise": True,
    "voice.numerals": True,
    "voice.sentences": True,
    "voice.synthesis": True,
    "worlds.rules": True,
    "worlds.schema": True,
    "worlds.verbs": True,
}
# All that a pure module may use besides other pure modules. Not `random`: dice are rolled in gamemaster.dice.
PURE_LIBRARIES = {
    *("__future__", "abc", "array", "bisect", "collections", "copy", "dataclasses", "decimal", "difflib", "enum"),
    *(
        "fractions",
        "functools",
        "hashlib",
        "heapq",
        "html",
        "itertools",
        "json",
        "math",
        "operator",
        "re",
        "statistics",
    ),
    *("string", "struct", "textwrap", "types", "typing", "unicodedata", "weakref"),
    *("pydantic", "pydantic_core", "rapidfuzz"),
}
WORLDS_LIBRARIES = {"pydantic", "pydantic_core", "rapidfuzz", "yaml"}
# Seconds to import, and not installed everywhere: only inside the function that builds their adapter.
# The test bed's kernels are what sglang itself imports, and Triton's models run in processes of Triton's: both in
# environments of their own.
HEAVY_ALLOWED = ("inference.testbed.site.", "voice.model_repository.")
HEAVY = {"sglang", "torch", "transformers", "tritonclient", "numpy"}


def module_name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def files_of(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def find(module: str) -> Path | None:
    base = ROOT.joinpath(*module.split("."))
    return next((file for file in (base.with_suffix(".py"), base / "__init__.py") if file.exists()), None)


def imports(tree: ast.AST, module: str) -> set[str]:
    """Every module that `tree` names in an import; for `from package import name`, the submodule if it is one."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = module.split(".")[: -node.level]
                base = ".".join([*package, base] if base else package)
            names = [f"{base}.{alias.name}" for alias in node.names]
            found |= {name if name.split(".")[0] in OURS and find(name) else base for name in names}
    return found


def imports_of(file: Path) -> set[str]:
    return imports(ast.parse(file.read_text(encoding="utf-8"), str(file)), module_name(file))


def top(module: str) -> str:
    return module.split(".")[0]


def wrong_packages(package: str, imported: set[str]) -> set[str]:
    return {
        name for name in imported if top(name) in OURS and top(name) not in MAY_IMPORT[package] | {package}
    }


def impure(imported: set[str]) -> set[str]:
    return {
        name
        for name in imported
        if name not in PURE and (top(name) in OURS or top(name) not in PURE_LIBRARIES)
    }


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_packages_import_only_whom_they_may(package: str) -> None:
    wrong = {
        module_name(file): bad
        for file in files_of(package)
        if (bad := wrong_packages(package, imports_of(file)))
    }
    assert not wrong, f"{package} may import only {sorted(MAY_IMPORT[package]) or 'nothing'} of ours"


@pytest.mark.parametrize("module", PURE)
def test_pure_modules_import_nothing_that_acts(module: str) -> None:
    file = find(module)
    if file is None:
        assert not PURE[module], f"{module} must exist: if it was renamed or merged, say so in PURE"
        return
    assert impure(imports_of(file)) == set(), (
        f"{module} is pure: pure modules and {sorted(PURE_LIBRARIES)} only"
    )


def test_worlds_use_pydantic_and_yaml_and_the_standard_library() -> None:
    allowed = WORLDS_LIBRARIES | {"worlds"} | sys.stdlib_module_names
    wrong = {
        module_name(file): bad
        for file in files_of("worlds")
        if (bad := set(map(top, imports_of(file))) - allowed)
    }
    assert not wrong


@pytest.mark.parametrize("package", [name for name in MAY_IMPORT if name not in ("tests", "benchmarks")])
def test_heavy_packages_are_not_imported_with_a_module(package: str) -> None:
    for file in files_of(package):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                node.body = [ast.Pass()]
        found = {top(name) for name in imports(tree, module_name(file))}
        if not module_name(file).startswith(HEAVY_ALLOWED):
            assert not found & HEAVY, f"{module_name(file)} imports {found & HEAVY} at its top"


@pytest.mark.parametrize(
    ("source", "module", "expected"),
    [
        ("import asyncio", "gamemaster.referee", {"asyncio"}),
        ("import os.path as p", "gamemaster.referee", {"os.path"}),
        ("from gamemaster import store", "gamemaster.referee", {"gamemaster.store"}),
        ("from .store import Store", "gamemaster.referee", {"gamemaster.store"}),
        ("def f():\n    from sqlalchemy import select", "gamemaster.referee", {"sqlalchemy"}),
        ("if TYPE_CHECKING:\n    import fastapi", "gamemaster.referee", {"fastapi"}),
        ("from gamemaster.state import StoryState\nimport re, collections.abc", "gamemaster.referee", set()),
    ],
)
def test_the_reader_sees_each_form_of_import(source: str, module: str, expected: set[str]) -> None:
    assert impure(imports(ast.parse(source), module)) == expected


def test_a_package_that_looks_up_is_caught() -> None:
    up = imports(
        ast.parse("import gamemaster.state\nfrom worlds import schema\nimport yaml"), "worlds.loader"
    )
    assert wrong_packages("worlds", up) == {"gamemaster.state"}
    assert wrong_packages("npcs", up) == {"gamemaster.state"}
    assert wrong_packages("gamemaster", up) == set()
