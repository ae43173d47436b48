"""Every field of the pinned SGLang's `ServerArgs`: whether one may be set, and to what, before SGLang is imported."""

import difflib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parent / "sglang.json"
TYPES: Mapping[str, tuple[type, ...]] = {
    "bool": (bool,),
    "int": (int,),
    "float": (float, int),
    "str": (str,),
    "list": (list, tuple),
    "dict": (dict,),
}
# What this project's own part of the engine is built on, and what it sets by itself.
RESERVED: Mapping[str, str] = {
    "model_path": "name the checkpoint with --model",
    "incremental_streaming_output": "deltas are read as disjoint pieces",
    "skip_server_warmup": "the engine proves itself by its own first generation",
    "skip_tokenizer_init": "special tokens are looked up in the tokenizer",
    "stream_output": "deltas are read as disjoint pieces",
    "enable_priority_scheduling": "players go before background work",
    "grammar_backend": "the budget of a thought is held by xgrammar's mask",
    "enable_cache_report": "what a prompt found in the cache is part of its account",
}


class FieldError(ValueError):
    """A setting that SGLang does not have or would not take: `problem` says what is wrong, `hint` what to do."""

    def __init__(self, name: str, problem: str, hint: str) -> None:
        super().__init__(name, problem, hint)
        self.name = name
        self.problem = problem
        self.hint = hint


@dataclass(frozen=True)
class Facts:
    """What was written down of SGLang `version` by `inference.testbed.sglang_facts`."""

    version: str
    fields: Mapping[str, Mapping[str, Any]]
    architectures: frozenset[str]


@lru_cache(maxsize=1)
def sglang_facts() -> Facts:
    data = json.loads(FILE.read_text("utf-8"))
    return Facts(data["sglang"], data["fields"], frozenset(data["architectures"]))


def check_field(name: str, value: Any) -> Any:
    """The value, as `sglang.Engine` takes it. Raises FieldError. None, which takes a setting away, is always right."""
    fields = sglang_facts().fields
    if name in RESERVED:
        raise FieldError(name, "is set by this project", f"It cannot be changed: {RESERVED[name]}.")
    if name not in fields:
        raise FieldError(name, "no such setting", near_names(name, fields))
    about = fields[name]
    if value is None:
        return None
    wanted = [kind for key in about["types"] for kind in TYPES[key]]
    if not isinstance(value, tuple(wanted)) or (isinstance(value, bool) and bool not in wanted):
        raise FieldError(
            name, f"{value!r} is a {type(value).__name__}", f"SGLang wants {' or '.join(about['types'])}."
        )
    choices = about.get("choices")
    if choices is not None and not isinstance(value, (list, dict)) and value not in choices:
        raise FieldError(
            name, f"{value!r} is none of its choices", f"SGLang has {', '.join(map(str, choices))}."
        )
    return value


def near_names(name: str, names: Iterable[str]) -> str:
    """A hint at what may have been meant."""
    known = sorted(names)
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    near += [one for one in known if name in one and one not in near][: 3 - len(near)]
    if near:
        return f"Did you mean {' or '.join(map(repr, near))}?"
    return f"SGLang {sglang_facts().version} has {len(known)}: see `python -m sglang.launch_server --help`."


def read_pair(text: str) -> tuple[str, Any]:
    """`name=value`, where a value that is JSON is read as such and any other is text. Raises FieldError."""
    name, found, value = text.partition("=")
    name = name.strip().lstrip("-").replace("-", "_")
    if not found or not name:
        raise FieldError(text, "is no pair", "Write name=value, for example page_size=64.")
    try:
        return name, None if value in ("none", "None") else json.loads(value)
    except ValueError:
        return name, {"true": True, "false": False}.get(value.lower(), value)
