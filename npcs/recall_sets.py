"""Reads a set of questions to memories: what was remembered in some stories, and which memory answers what.

Forgiving, as such sets are written by strangers: fields have other names too, most may be left out, and a file may be
JSON Lines, JSON or YAML. What cannot be used is told with its line; see `EXAMPLE` for the format.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from pydantic import ValidationError

from npcs.memory import Memory
from npcs.recall_set_fields import (
    SILENT,
    character,
    is_question,
    known_field,
    memory_values,
    named_list,
    whole,
)
from worlds.safe_yaml import SafeLoader

MAX_FILE_BYTES = 20 << 20
MAX_MEMORIES = 50_000
MAX_QUESTIONS = 10_000
MAX_FAULTS = 20
MAX_QUESTION_CHARS = 2_000
LINE = "__line__"
LISTS = ("stories", "memories", "questions")

EXAMPLE = """\
{"story": "one", "id": "m1", "owner": "hild", "turn": 3, "text": "I saw the guest take my father's axe."}
{"story": "one", "id": "m2", "owner": "hild", "turn": 4, "minute": 25, "place": "hall", "people": ["player"], \
"importance": 8, "about": "promise:orm", "text": "The guest promised me to find out who killed my father."}
{"story": "one", "id": "m3", "owner": "ketil", "turn": 5, "source": "heard", "heard_from": "hild", \
"text": "Hild told me: \\"I saw the guest take my father's axe.\\""}
{"story": "one", "ask": "hild", "question": "who saw me take the axe?", "answers": ["m1"]}
{"story": "one", "ask": "hild", "question": "what did I promise you", "answers": ["m2"]}
{"story": "one", "ask": "ketil", "question": "who told you that I am a thief?", "answers": ["m3"]}
"""


class InputError(ValueError):
    """A file that cannot be used as a set of questions; each fault on a line of its own, with the line of the file."""


@dataclass(frozen=True)
class Question:
    line: int
    asked: str  # the character
    text: str
    answers: frozenset[str]  # any of these memories will do; none: only that nothing leaks is looked at
    turn: int | None  # asked after this turn; None: after all


@dataclass
class Story:
    name: str
    language: str = "en"
    memories: dict[str, Memory] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)


@dataclass
class RecallSet:
    stories: dict[str, Story] = field(default_factory=dict)
    ignored: Counter[str] = field(default_factory=Counter)  # fields that mean nothing here


@dataclass(frozen=True)
class _Record:
    line: int
    story: str
    data: dict[str, object]  # by the fields' own names


def read_set(file: Path) -> RecallSet:
    """The set in a file. Raises InputError, OSError."""
    size = file.stat().st_size
    if size > MAX_FILE_BYTES:
        raise InputError(f"{file}: has {size} bytes; at most {MAX_FILE_BYTES} are read")
    try:
        written = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: is not UTF-8 text (byte {error.start})") from None
    return parse_set(written, str(file))


def parse_set(written: str, name: str = "the set") -> RecallSet:
    """The set in a text: JSON Lines if its first line is a whole JSON object, else YAML, of which JSON is a part."""
    faults: list[str] = []
    found = RecallSet()
    records = list(_Reader(found, faults).records(written))
    questions = [record for record in records if "question" in record.data]
    for record in records:
        if "question" not in record.data:
            _add_memory(found, record, faults)
    for record in questions:
        _add_question(found, record, faults)
    if not faults and not questions:
        faults.append("there is no question in it: see gamemaster npcs recall-test --example")
    memories = sum(len(story.memories) for story in found.stories.values())
    for what, count, most in (
        ("memories", memories, MAX_MEMORIES),
        ("questions", len(questions), MAX_QUESTIONS),
    ):
        if count > most:
            faults.append(f"there are {count} {what}; at most {most} are allowed")
    if faults:
        more = [f"… and {len(faults) - MAX_FAULTS} more"] if len(faults) > MAX_FAULTS else []
        raise InputError("\n".join(f"{name}: {fault}" for fault in faults[:MAX_FAULTS] + more))
    return found


class _Reader:
    """Finds the records, in whichever of the layouts they are written."""

    def __init__(self, found: RecallSet, faults: list[str]) -> None:
        self.found = found
        self.faults = faults

    def records(self, written: str) -> Iterator[_Record]:
        for value, line in self._values(written):
            yield from self._walk(value, line, "story")

    def _values(self, written: str) -> Iterator[tuple[object, int]]:
        lines = [(number, line) for number, line in enumerate(written.splitlines(), 1) if line.strip()]
        if lines and _is_json_object(lines[0][1]):
            for number, line in lines:
                if line.lstrip().startswith(("#", "//")):
                    continue
                try:
                    yield json.loads(line), number
                except (ValueError, RecursionError) as error:
                    self.faults.append(f"line {number}: is not JSON: {error}")
            return
        try:
            yield yaml.load(written.replace("\t", " "), Loader=_LineLoader), 1  # noqa: S506 - a SafeLoader
        except (yaml.YAMLError, ValueError) as error:
            mark = getattr(error, "problem_mark", None)
            where = f"line {mark.line + 1}: " if mark else ""
            self.faults.append(
                f"{where}is neither JSON Lines nor JSON nor YAML: {getattr(error, 'problem', error)}"
            )

    def _walk(
        self, value: object, line: int, story: str, defaults: dict[str, object] | None = None
    ) -> Iterator[_Record]:
        if isinstance(value, list):
            for part in value:
                yield from self._walk(part, _line(part, line), story, defaults)
            return
        if not isinstance(value, dict):
            if value is not None:
                self.faults.append(f"line {line}: expected an object with fields, not {str(value)[:60]!r}")
            return
        line = _line(value, line)
        parts = {name: part for name, part in value.items() if name != LINE}
        lists = [name for name in LISTS if isinstance(parts.get(name), (list, dict))]
        if is_question(parts):
            lists = []
        if lists:
            yield from self._story(parts, lists, line, story)
            return
        yield self._record(parts, line, story, defaults or {})

    def _story(self, parts: dict[str, object], lists: list[str], line: int, story: str) -> Iterator[_Record]:
        name = str(parts.get("id") or parts.get("story") or parts.get("name") or story)
        if "language" in parts:
            self.found.stories.setdefault(name, Story(name)).language = str(parts["language"])
        for kind in lists:
            inside = parts[kind]
            if not isinstance(inside, dict):
                yield from self._walk(inside, line, name)
                continue
            for key, part in inside.items():
                if key == LINE:
                    continue
                if kind == "stories":
                    named = (
                        {**part, "id": part.get("id", key)}
                        if isinstance(part, dict)
                        else {"id": key, "memories": part}
                    )
                    yield from self._walk(named, _line(part, line), str(key))
                else:  # by character
                    yield from self._walk(part, _line(part, line), name, {"owner": key})

    def _record(
        self, parts: dict[str, object], line: int, story: str, defaults: dict[str, object]
    ) -> _Record:
        data: dict[str, object] = dict(defaults)
        for name, value in parts.items():
            known = known_field(str(name), parts)
            if known is None and str(name).lower() not in SILENT:
                self.found.ignored[str(name)] += 1
            elif known is not None and value is not None:
                data[known] = value
        return _Record(line, str(data.pop("story", story)), data)


class _LineLoader(SafeLoader):
    """As the safe loader, and each mapping knows its line."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[object, object]:
        return {**super().construct_mapping(node, deep), LINE: node.start_mark.line + 1}


def _line(value: object, otherwise: int) -> int:
    return int(value.get(LINE, otherwise)) if isinstance(value, dict) else otherwise


def _is_json_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return line.lstrip().startswith(('{"', '{ "')) and line.rstrip().endswith("}")


def _add_memory(found: RecallSet, record: _Record, faults: list[str]) -> None:
    story = found.stories.setdefault(record.story, Story(record.story))
    try:
        memory = Memory(**memory_values(record.data, len(story.memories)))
    except ValidationError as error:
        fault = error.errors()[0]
        place = ".".join(map(str, fault["loc"])) or "memory"
        faults.append(f"line {record.line}: {place}: {fault['msg'].removeprefix('Value error, ')}")
        return
    except ValueError as error:
        faults.append(f"line {record.line}: {error}")
        return
    if memory.id in story.memories:
        faults.append(f"line {record.line}: there is another memory {memory.id!r} in story {story.name!r}")
    story.memories[memory.id] = memory


def _add_question(found: RecallSet, record: _Record, faults: list[str]) -> None:
    story = found.stories.setdefault(record.story, Story(record.story))
    try:
        story.questions.append(_question(story, record))
    except ValueError as error:
        faults.append(f"line {record.line}: {error}")


def _question(story: Story, record: _Record) -> Question:
    text = str(record.data["question"]).strip()
    if not 1 <= len(text) <= MAX_QUESTION_CHARS:
        raise ValueError(f"question: has {len(text)} characters; 1 to {MAX_QUESTION_CHARS} are allowed")
    by_text = {memory.text.strip().lower(): memory.id for memory in story.memories.values()}
    answers = named_list(record.data.get("answers", []))
    known = {answer if answer in story.memories else by_text.get(answer.lower(), "") for answer in answers}
    if "" in known:
        missing = [a for a in answers if a not in story.memories and a.lower() not in by_text]
        raise ValueError(f"answers: story {story.name!r} has no memory {', '.join(map(repr, missing))}")
    owners = sorted({story.memories[answer].owner for answer in known})
    asked = character(record.data.get("owner") or (owners[0] if len(owners) == 1 else ""))
    if not asked:
        raise ValueError("ask: who is asked? Name a character, as in the `owner` of a memory")
    has = {answer for answer in known if story.memories[answer].owner == asked}
    if known and not has:
        raise ValueError(f"answers: they are memories of {', '.join(owners)}, which {asked} cannot have")
    turn = record.data.get("turn")
    return Question(record.line, asked, text, frozenset(has), None if turn is None else whole("turn", turn))
