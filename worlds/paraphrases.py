"""Further ways in which players ask for what somebody has to say: `paraphrases.jsonl` beside a world's YAML.

A line is `{"who": "wen", "topic": "home", "paraphrases": ["where did you grow up", …]}`, or has an `answer` in place of
the topic. They are compared by meaning alone, and there may be thousands: JSON is read in a hundredth of YAML's time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, model_validator

from worlds.problems import Place, WorldError, fault
from worlds.schema import Id, Paraphrases, Part
from worlds.source import Source
from worlds.validate import nearest
from worlds.yaml_source import PARAPHRASES

_MAX_BYTES = 2 << 20
_SHAPE = 'a line is {"who": "wen", "topic": "home", "paraphrases": ["where did you grow up"]}'


class _Line(Part):
    who: Id
    topic: Id | None = None
    answer: Id | None = None
    paraphrases: Paraphrases = Field(min_length=1)

    @model_validator(mode="after")
    def _is_of_one(self) -> _Line:
        if (self.topic is None) == (self.answer is None):
            raise ValueError("name either a `topic` or an `answer` of theirs")
        return self


def add_paraphrases(folder: Path, source: Source) -> None:
    """Lay a world's paraphrases into its data; what is wrong with the file becomes a fault of the source."""
    path = folder / PARAPHRASES
    if not path.is_file() or not source.data:
        return
    source.faults += _laid_into(source, path)


def _laid_into(source: Source, path: Path) -> Iterator[WorldError]:
    if not path.resolve().is_relative_to(path.parent.resolve()):
        yield fault(Place(PARAPHRASES), "this link leads out of the world's folder", "copy the file here")
        return
    raw = path.read_bytes()
    if len(raw) > _MAX_BYTES:
        yield fault(
            Place(PARAPHRASES), f"larger than {_MAX_BYTES >> 20} MiB", "keep the ways that differ most"
        )
        return
    for number, line in enumerate(raw.splitlines(), start=1):
        if not line.strip():
            continue
        place = Place(PARAPHRASES, number, 1)
        try:
            given = _Line.model_validate_json(line)
        except ValidationError as error:
            yield _misshapen(place, error)
            continue
        if (missing := _lay(source, given)) is not None:
            yield fault(place, *missing, kind="unknown_id")


def _lay(source: Source, line: _Line) -> tuple[str, str] | None:
    """Add a line's paraphrases to what it names; or what is wrong, and what to do, if there is no such thing."""
    people = _section(source.data, "characters")
    kind, key = ("topic", line.topic) if line.topic is not None else ("answer", str(line.answer))
    entries = _section(_section(people, line.who), f"{kind}s")
    for known, name, what in ((people, line.who, "character"), (entries, key, f"{kind} of {line.who}")):
        if name not in known and name not in source.salvaged:
            meant = nearest(name, known)
            return f"there is no {what} `{name}`", f"did you mean `{meant}`?" if meant else "remove the line"
    entry = entries.get(key)
    if isinstance(entry, dict):
        entry["paraphrases"] = [*_as_list(entry.get("paraphrases")), *line.paraphrases]
    return None


def _section(data: dict[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key)
    return found if isinstance(found, dict) else {}


def _as_list(given: Any) -> list[Any]:
    return [] if given is None else given if isinstance(given, list) else [given]


def _misshapen(place: Place, error: ValidationError) -> WorldError:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    message = f"`{where}`: {first['msg']}" if where else first["msg"]
    return fault(place, message, _SHAPE)
