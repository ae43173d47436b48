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
    "gamemaster.protocol.audio_frames": True,
    "gamemaster.rules.relationships": True,
    "gamemaster.play.cadence": True,
    "gamemaster.replay.invariants.canon": True,
    "gamemaster.speech.casting": True,
    "gamemaster.narration.understudy.rule_choice": True,
    "gamemaster.replay.invariants.claims": True,
    "gamemaster.rules.clock": True,
    "gamemaster.replay.invariants.speakers": True,
    "gamemaster.replay.compare.compare": True,
    "gamemaster.rules.conditions": True,
    "gamemaster.rules.social_operations": True,
    "gamemaster.rules.health": True,
    "gamemaster.replay.invariants.outcomes": True,
    "gamemaster.rules.dice": True,
    "gamemaster.rules.draft": True,
    "gamemaster.replay.load.plan": True,
    "gamemaster.replay.load.result": True,
    "gamemaster.replay.load.screen": True,
    "gamemaster.replay.load.consistency": True,
    "gamemaster.rules.effects": True,
    "gamemaster.replay.load.objectives": True,
    "gamemaster.speech.playback_position": True,
    "gamemaster.rules.improvised_operations": True,
    "gamemaster.replay.invariants.check": True,
    "gamemaster.replay.invariants.leaks": True,
    "gamemaster.protocol.messages": True,
    "gamemaster.authoring.characters": True,
    "gamemaster.rules.physical_operations": True,
    "gamemaster.rules.proposal": True,
    "gamemaster.language.paragraphs": True,
    "gamemaster.rules.actions": True,
    "gamemaster.recording.pii_patterns": True,
    "gamemaster.recording.pii_names": True,
    "gamemaster.narration.understudy.recollection": True,
    "gamemaster.recording.pieces": True,
    "gamemaster.recording.vocabulary": True,
    "gamemaster.rules.referee": True,
    "gamemaster.replay.invariants.repetition": True,
    "gamemaster.narration.understudy.status_answers": True,
    "gamemaster.replay.run": True,
    "gamemaster.replay.report.gate_causes": True,
    "gamemaster.replay.report.gate": True,
    "gamemaster.replay.report.page_data": True,
    "gamemaster.replay.report.summary_html": True,
    "gamemaster.replay.report.series": True,
    "gamemaster.replay.report.figures": True,
    "gamemaster.replay.report.turn_labels": True,
    "gamemaster.replay.report.verdict": True,
    "gamemaster.replay.report.diff": True,
    "gamemaster.rules.reach": True,
    "gamemaster.recording.scrub": True,
    "gamemaster.protocol.presenters": True,
    "gamemaster.rules.state": True,
    "gamemaster.recording.tape": True,
    "gamemaster.replay.invariants.told_turn": True,
    "gamemaster.protocol.state_view": True,
    "gamemaster.replay.invariants.form": True,
    "gamemaster.memory.witnessing": True,
    "gamemaster.protocol.player_words": True,
    "gamemaster.language.clauses": False,
    "gamemaster.language.idioms": False,
    "gamemaster.language.lexicon": False,
    "gamemaster.narration.narrator": False,
    "gamemaster.language.noun_index": False,
    "gamemaster.play.opening": False,
    "gamemaster.protocol.decode": False,
    "gamemaster.language.stock_lines": False,
    "gamemaster.narration.understudy.planner": False,
    "gamemaster.narration.understudy.prose": False,
    "gamemaster.narration.understudy.suggestions": False,
    "gamemaster.language.topics": False,
    "gamemaster.language.understanding": False,
    "gamemaster.narration.understudy.understudy": False,
    "gamemaster.language.verb_index": False,
    "gamemaster.rules.state_versions": False,
    "gamemaster.language.normalization": False,
    "gamemaster.language.idiom_meanings": True,
    "gamemaster.language.idiom_patterns": True,
    "gamemaster.language.idioms_people": True,
    "gamemaster.language.movement": True,
    "gamemaster.language.noun_phrases": True,
    "gamemaster.language.orders": True,
    "gamemaster.language.pronouns": True,
    "gamemaster.language.parser": True,
    "gamemaster.language.function_words": True,
    "gamemaster.language.rule_phrases": True,
    "gamemaster.language.speech_acts": True,
    "gamemaster.language.spelling": True,
    "gamemaster.narration.prompts.text": True,
    "gamemaster.narration.prompts.chat_messages": True,
    "gamemaster.narration.prompts.fallback_summary": True,
    "gamemaster.narration.prompts.append_only": True,
    "gamemaster.narration.prompts.state_text": True,
    "gamemaster.authoring.stored_prompts": True,
    "gamemaster.narration.prompts.settings": True,
    "gamemaster.authoring.prompt_view": True,
    "gamemaster.narration.prompts.rebuild": True,
    "gamemaster.rules.world_upgrade": True,
    "gamemaster.narration.prompts.outcome_schema": True,
    "inference.output_guard": True,
    "gamemaster.narration.model.telling_base": True,
    "gamemaster.narration.handover": True,
    "gamemaster.narration.model.degradation": True,
    "gamemaster.narration.understudy.promises": True,
    "gamemaster.narration.prompts.prompt": True,
    "gamemaster.narration.prompts.markup": True,
    "inference.degeneration": True,
    "inference.errors": True,
    "inference.preflight.findings": True,
    "inference.schema_check": True,
    "inference.kinds": True,
    "inference.reasoning": True,
    "npcs.query": True,
    "npcs.forgetting": True,
    "npcs.hearsay": True,
    "npcs.synonyms": True,
    "npcs.memory": True,
    "npcs.ranking": True,
    "npcs.recall_set_fields": True,
    "npcs.reflection": True,
    "voice.english": True,
    "voice.offset_map": True,
    "voice.normalize": True,
    "voice.numerals": True,
    "voice.sentences": True,
    "voice.synthesizer": True,
    "worlds.rules": True,
    "worlds.schema": True,
    "worlds.verbs": True,
}
# All that a pure module may use besides other pure modules. Not `random`: dice are rolled in gamemaster.rules.dice.
PURE_LIBRARIES = {
    *(
        "__future__",
        "abc",
        "array",
        "bisect",
        "collections",
        "copy",
        "dataclasses",
        "decimal",
        "difflib",
        "enum",
    ),
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
        ("import asyncio", "gamemaster.rules.referee", {"asyncio"}),
        ("import os.path as p", "gamemaster.rules.referee", {"os.path"}),
        ("from gamemaster import store", "gamemaster.rules.referee", {"gamemaster.storage.store"}),
        ("from .store import Store", "gamemaster.rules.referee", {"gamemaster.storage.store"}),
        ("def f():\n    from sqlalchemy import select", "gamemaster.rules.referee", {"sqlalchemy"}),
        ("if TYPE_CHECKING:\n    import fastapi", "gamemaster.rules.referee", {"fastapi"}),
        (
            "from gamemaster.rules.state import StoryState\nimport re, collections.abc",
            "gamemaster.rules.referee",
            set(),
        ),
    ],
)
def test_the_reader_sees_each_form_of_import(source: str, module: str, expected: set[str]) -> None:
    assert impure(imports(ast.parse(source), module)) == expected


def test_a_package_that_looks_up_is_caught() -> None:
    up = imports(
        ast.parse("import gamemaster.rules.state\nfrom worlds import schema\nimport yaml"), "worlds.loader"
    )
    assert wrong_packages("worlds", up) == {"gamemaster.rules.state"}
    assert wrong_packages("npcs", up) == {"gamemaster.rules.state"}
    assert wrong_packages("gamemaster", up) == set()
