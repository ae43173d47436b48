"""The thresholds of the gate: read from YAML, with every fault by its line and what is allowed instead."""

from __future__ import annotations

import math
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import get_args

import yaml

from gamemaster.errors import UserError
from gamemaster.replay.report.figures import METRICS
from gamemaster.replay.report.gate import LIMITS, Threshold, Thresholds
from gamemaster.replay.run import Kind

DEFAULT = Path(__file__).with_name("thresholds.yaml")
MOST_BYTES = 256 * 1024
MOST_FAULTS = 20
KINDS: tuple[str, ...] = get_args(Kind)
KEYS = (*LIMITS, "optional", "why")
KNOWN = tuple(name for name in METRICS if not name.startswith("judge"))


class ThresholdsError(UserError):
    """A file of thresholds that cannot be used: every fault with its line, and what is allowed."""

    def __init__(self, faults: list[str]) -> None:
        more = [f"and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
        super().__init__("\n  ".join(["these thresholds cannot be used:", *faults[:MOST_FAULTS], *more]))
        self.faults = faults


def read_thresholds(path: Path | None = None) -> Thresholds:
    """Those of a file, or the ones that come with the program. Raises ThresholdsError."""
    path = path or DEFAULT
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ThresholdsError([f"{path}: {error.strerror}"]) from None
    if len(data) > MOST_BYTES:
        raise ThresholdsError([f"{path} has more than {MOST_BYTES} bytes: those are no thresholds"])
    return parse_thresholds(data, path.name)


def parse_thresholds(text: str | bytes, name: str) -> Thresholds:
    """`name` is how errors call the file. Raises ThresholdsError."""
    try:
        # The nodes know their lines, and an alias stays one node: it cannot grow into gigabytes.
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ThresholdsError([f"{name}:{line}: this is no YAML: {error.problem}"]) from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ThresholdsError([f"{name}: this is no YAML: {error}"]) from None
    reader = _Reader(name)
    found = reader.thresholds(root)
    if reader.faults:
        raise ThresholdsError(reader.faults)
    return found


class _Reader:
    """Walks the nodes and collects the faults."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[str] = []

    def thresholds(self, root: yaml.Node | None) -> Thresholds:
        if root is None:
            self.faults.append(
                f"{self.name}: it is empty; `gamemaster replay gate --print-thresholds` shows an example"
            )
            return Thresholds()
        turns, by_kind = Thresholds().min_turns, {}
        for key, value in self._items(root, "the file"):
            if key.value == "min_turns":
                number = self._number(value, "min_turns")
                if number is not None and (number < 1 or number != int(number)):
                    self._fault(value, f"min_turns = {value.value}: a whole number of at least 1 is allowed")
                elif number is not None:
                    turns = int(number)
            elif key.value in KINDS:
                by_kind[key.value] = tuple(self._section(value, key.value))
            else:
                self._refuse_key(key, "the file", ("min_turns", *KINDS))
        return Thresholds(turns, by_kind)

    def _section(self, node: yaml.Node, kind: str) -> Iterator[Threshold]:
        for key, value in self._items(node, kind):
            if key.value.startswith("judge"):
                self._fault(
                    key,
                    f"{kind}.{key.value}: a judge's score can be no threshold: it is one model's opinion of another. "
                    "It stands in the report; ask for what needs no judge (violations, ruling_agreement_share, …)",
                )
            elif key.value not in KNOWN:
                self._refuse_key(key, kind, KNOWN)
            else:
                yield self._threshold(key.value, value, f"{kind}.{key.value}")

    def _threshold(self, metric: str, node: yaml.Node, where: str) -> Threshold:
        limits, optional, why = {}, False, ""
        for key, value in self._items(node, where):
            if key.value in LIMITS:
                number = self._number(value, f"{where}.{key.value}")
                if number is not None:
                    limits[key.value] = number
            elif key.value == "optional":
                optional = self._flag(value, f"{where}.optional")
            elif key.value == "why":
                why = str(value.value)
            else:
                self._refuse_key(key, where, KEYS)
        if isinstance(node, yaml.MappingNode) and not limits:
            self._fault(node, f"{where} sets no limit; allowed are {', '.join(LIMITS)}")
        if limits.get("min", -math.inf) > limits.get("max", math.inf):
            self._fault(
                node, f"{where}: min {limits['min']:g} is above max {limits['max']:g}: nothing can pass"
            )
        return Threshold(metric, limits, optional, why)

    def _items(self, node: yaml.Node, where: str) -> Iterator[tuple[yaml.ScalarNode, yaml.Node]]:
        """The keys and values of a mapping, each key once."""
        if not isinstance(node, yaml.MappingNode):
            self._fault(node, f"{where} is a mapping, such as `violations: {{max: 0}}`")
            return
        seen = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self._fault(key, f"{where}: a key is a word")
            elif key.value in seen:
                self._fault(key, f"{where} has {key.value!r} twice")
            else:
                seen.add(key.value)
                yield key, value

    def _number(self, node: yaml.Node, where: str) -> float | None:
        try:
            number = float(node.value) if isinstance(node, yaml.ScalarNode) else math.nan
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            self._fault(node, f"{where} = {_excerpt(node)}: a number is allowed")
            return None
        if number < 0:
            self._fault(node, f"{where} = {_excerpt(node)}: no figure of a run is below 0")
        return number

    def _flag(self, node: yaml.Node, where: str) -> bool:
        if node.tag != "tag:yaml.org,2002:bool":
            self._fault(node, f"{where} = {_excerpt(node)}: true and false are allowed")
        return isinstance(node, yaml.ScalarNode) and node.value.lower() in ("true", "yes", "on")

    def _refuse_key(self, key: yaml.ScalarNode, where: str, allowed: tuple[str, ...]) -> None:
        near = get_close_matches(key.value, allowed, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        self._fault(key, f"{where} has no {key.value!r}; {hint}allowed are {', '.join(allowed)}")

    def _fault(self, node: yaml.Node, text: str) -> None:
        self.faults.append(f"{self.name}:{node.start_mark.line + 1}: {text}")


def _excerpt(node: yaml.Node) -> str:
    return repr(node.value)[:40] if isinstance(node, yaml.ScalarNode) else "a list or mapping"
