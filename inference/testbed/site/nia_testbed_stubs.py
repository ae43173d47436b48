"""Empty stand-ins for torchvision and triton, which SGLang imports and its CPU path never uses.

Imported at the start of every Python of the test bed's environment, and nowhere else. A stand-in can be imported,
decorated with, subclassed and asked for names; calling what it gives does nothing, so no number ever comes from it.
"""

import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import MutableSequence, Sequence
from typing import Any

ROOTS = ("torchvision", "triton")
# Asked for to find out whether there is a GPU: with an answer, torch would try to use it.
ABSENT = ("get_current_target", "get_device_properties")


def _check(name: str) -> None:
    if name.startswith("__") or name in ABSENT:
        raise AttributeError(name)


class _NothingType(type):
    def __getattr__(cls, name: str) -> Any:
        _check(name)
        return Nothing


class Nothing(metaclass=_NothingType):
    """Takes any arguments; as a decorator it gives back what it decorates."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return args[0] if len(args) == 1 and callable(args[0]) and not kwargs else self

    def __getattr__(self, name: str) -> Any:
        _check(name)
        return Nothing()

    def __getitem__(self, key: Any) -> "Nothing":
        return self

    def __or__(self, other: Any) -> "Nothing":
        return self

    __ror__ = __or__


class StandIn(types.ModuleType):
    """A module that has every name: capitalised ones are classes, as annotations and bases need."""

    __path__: MutableSequence[str] = []  # noqa: RUF012  # the import system asks the class
    __version__ = "3.6.0"  # the triton that SGLang's versions are compared with

    def __getattr__(self, name: str) -> Any:
        _check(name)
        return type(name, (Nothing,), {}) if name[:1].isupper() else Nothing()


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] not in ROOTS:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return StandIn(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        pass


sys.meta_path.insert(0, Finder())
