"""No module, function or property is named by a bare participle (`told`, `kept`): a verb or a noun says more."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("gamemaster", "inference", "npcs", "voice", "worlds", "benchmarks", "tests")
# Words that look like participles and are verbs or nouns of the field.
VERBS_AND_NOUNS = {"bed", "deed", "embed", "feed", "hurt", "need", "seed", "speed"}
IRREGULAR = set(
    "begun bent born bound bought broken brought built burnt caught chosen dealt done drawn driven eaten fallen felt "
    "forgotten fought found frozen given gone grown had heard held hidden hurt kept known laid led left lent lost "
    "made meant met overheard paid rebuilt said seen sent shaken shown shut sold sought spent spoken stolen struck "
    "stuck sung taken taught thought thrown told torn undone unheard unknown unread unsaid unseen unsent untold "
    "unwritten won worn written".split()
)


DEFINITION = re.compile(r"\bdef\s+(\w+)")


def is_participle(name: str) -> bool:
    """Whether a name is one word, and that a past participle."""
    word = name.strip("_")
    if word in VERBS_AND_NOUNS:
        return False
    return word in IRREGULAR or re.fullmatch("[a-z]+ed", word) is not None


def participles_in(source: str) -> Iterator[str]:
    """The functions, methods and properties of a module that are named so."""
    if not any(map(is_participle, DEFINITION.findall(source))):
        return  # the tree of a module takes long to make, and would show no more
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_participle(node.name):
            yield node.name


def modules_of(package: str) -> Iterator[Path]:
    return (ROOT / package).rglob("*.py")


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_is_named_by_a_bare_participle(package: str) -> None:
    found = {}
    for path in sorted(modules_of(package)):
        names = [*participles_in(path.read_text(encoding="utf-8")), *filter(is_participle, [path.stem])]
        if names:
            found[str(path.relative_to(ROOT))] = names
    assert found == {}


def test_a_participle_is_found() -> None:
    source = (
        "class A:\n    @property\n    def told(self): ...\n    async def _queued(self): ...\ndef seed(): ..."
    )
    assert list(participles_in(source)) == ["told", "_queued"]
    assert is_participle("unknown")
    assert not is_participle("split_orders")
    assert not is_participle("words_of")
