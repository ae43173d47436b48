"""Read YAML that holds plain data alone: no object is ever made from it, and it cannot be nested without end.

The C parser takes a tenth of the time, and recurses without a limit of its own: a file of brackets would end the
process.
"""

from importlib.resources import files
from typing import Any

import yaml
from yaml.composer import ComposerError
from yaml.nodes import Node

MAX_DEPTH = 40


class DepthLimit:
    """What a loader inherits before its resolver, which is told of every node on the way down and up."""

    depth = 0

    def descend_resolver(self, current_node: Node | None, current_index: object) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH and current_node is not None:
            problem = f"nested too deeply, at most {MAX_DEPTH} levels"
            raise ComposerError(None, None, problem, current_node.start_mark)

    def ascend_resolver(self) -> None:
        self.depth -= 1


if yaml.__with_libyaml__:

    class SafeLoader(DepthLimit, yaml.CSafeLoader):
        """The safe loader in C."""

else:

    class SafeLoader(DepthLimit, yaml.SafeLoader):  # type: ignore[no-redef]  # the slower twin
        pass


def load(text: str | bytes) -> Any:
    """Raises yaml.YAMLError."""
    return yaml.load(text, SafeLoader)  # noqa: S506 - a safe one


def load_packaged(package: str, name: str) -> Any:
    """What a file beside the modules of a package holds, which is part of the code as they are."""
    return load(files(package).joinpath(name).read_text(encoding="utf-8"))
