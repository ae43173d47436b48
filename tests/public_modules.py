"""A contract for import-linter: what others import of a room is named in `__all__` of its `__init__`."""

import ast
from pathlib import Path

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output


class PublicModulesContract(Contract):
    """Read from the files, so that nothing is imported."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        private = sorted(
            {
                (room, name, module)
                for module in graph.modules
                if not module.startswith("benchmarks")  # they measure insides
                for imported in graph.find_modules_directly_imported_by(module)
                if not graph.is_module_squashed(imported)
                for room, name in rooms_entered(module, imported)
                if name not in public_names(room)
            }
        )
        return ContractCheck(kept=not private, metadata={"private": private})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for room, name, module in check.metadata["private"]:
            output.print_error(
                f"{module} imports {room}.{name}, which is not in `__all__` of {room}", bold=False
            )


def rooms_entered(module: str, imported: str) -> list[tuple[str, str]]:
    """The rooms that an import enters, from outside to inside, and the name that it takes from each."""
    parts = imported.split(".")
    rooms = [(".".join(parts[:depth]), parts[depth]) for depth in range(1, len(parts))]
    return [(room, name) for room, name in rooms if not f"{module}.".startswith(f"{room}.")]


def public_names(room: str) -> set[str]:
    """As its `__init__` lists them; all names of a package without one."""
    tree = ast.parse(Path(*room.split("."), "__init__.py").read_text(encoding="utf-8"))
    lists = (node.value for node in tree.body if isinstance(node, ast.Assign))
    return {name for names in lists for name in ast.literal_eval(names)}
