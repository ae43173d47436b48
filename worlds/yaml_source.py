"""Read a world's YAML into plain data, safely and within bounds, and remember where everything stood."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.resolver import BaseResolver

from worlds.problems import Place, WorldError, fault, warning
from worlds.safe_yaml import MAX_DEPTH, DepthLimit
from worlds.source import MAX_VALUES, Route, Source, Spot, place_of
from worlds.yaml_errors import syntax_fault

MAX_FILES = 200
MAX_FILE_BYTES = 1 << 20
MAX_TOTAL_BYTES = 8 << 20
# Folders beside the world's own files that are no part of it.
UNREAD_FOLDERS = frozenset({"plays"})
PARAPHRASES = "paraphrases.jsonl"  # the one file of a world that is no YAML: `worlds.paraphrases` reads it


class _Resolver(DepthLimit, BaseResolver):
    """Plain scalars by YAML 1.2's core rules, decimal only: `yes`, `on` and `16:30` are text."""

    def resolve(self, kind: type[Node], value: str, implicit: tuple[bool, bool]) -> str:
        """As the base does, which tries kinds of rule that are none of ours on each of tens of thousands of values."""
        if kind is not ScalarNode:
            return self.DEFAULT_MAPPING_TAG if kind is MappingNode else self.DEFAULT_SEQUENCE_TAG
        forms = self.yaml_implicit_resolvers.get(value[:1], ()) if implicit[0] else ()
        return next((tag for tag, form in forms if form.match(value)), self.DEFAULT_SCALAR_TAG)


_MEANT_AS_YAML = re.compile(r"\.ya?ml(\.txt)?$", re.IGNORECASE)
_TAG = "tag:yaml.org,2002:"
_STR = _TAG + "str"
_INT = re.compile(r"^[-+]?[0-9]{1,18}$")
_FLOAT = re.compile(r"^[-+]?(\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))([eE][-+]?[0-9]{1,3})?$")
_Resolver.add_implicit_resolver(_TAG + "bool", re.compile(r"^(true|false)$"), ["t", "f"])
_Resolver.add_implicit_resolver(_TAG + "null", re.compile(r"^(~|null|)$"), ["~", "n", ""])
_Resolver.add_implicit_resolver(_TAG + "int", _INT, list("-+0123456789"))
_Resolver.add_implicit_resolver(_TAG + "float", _FLOAT, list("-+.0123456789"))


if yaml.__with_libyaml__:
    from yaml._yaml import CParser

    class _Composer(CParser, _Resolver):
        """Text to nodes; nothing is ever constructed from them but text, numbers, lists and mappings."""

        def __init__(self, text: str) -> None:
            CParser.__init__(self, text)
            _Resolver.__init__(self)

        def dispose(self) -> None:
            """Nothing to let go of: the parser frees itself."""

else:
    from yaml.composer import Composer
    from yaml.parser import Parser
    from yaml.reader import Reader
    from yaml.scanner import Scanner

    class _Composer(Reader, Scanner, Parser, Composer, _Resolver):  # type: ignore[no-redef]  # the slower twin
        def __init__(self, text: str) -> None:
            Reader.__init__(self, text)
            Scanner.__init__(self)
            Parser.__init__(self)
            Composer.__init__(self)
            _Resolver.__init__(self)


def read_source(folder: Path) -> Source:
    """All `*.yaml` files of the folder and its sub-folders, merged in the order of their names.

    Never raises for what is in the files: faults are in the result.
    """
    source = Source()
    if not folder.is_dir():
        source.faults.append(
            fault(Place(str(folder)), "there is no such folder", "name the folder of a world")
        )
        return source
    inside = sorted(path.parent.name for path in folder.glob("*/world.yaml"))
    if len(inside) > 1 and not any(folder.glob("*.yaml")):
        message = f"this folder holds several worlds: {', '.join(inside)}"
        source.faults.append(fault(Place(str(folder)), message, f"name one of them: {folder / inside[0]}"))
        return source
    for name, text in _texts(folder, source):
        _merge_file(name, text, source)
        if source.cut:
            break
    if source.cut:
        source.data = {}  # what is missing is missing because it was not read
    elif not source.data and not source.faults:
        message = "there is nothing in the files here" if source.files else "there is no YAML file here"
        source.faults.append(fault(Place(str(folder)), message, "a world needs at least one *.yaml"))
    return source


def files_of(folder: Path) -> list[Path]:
    """The files of a world, those of YAML in the order in which `read_source` merges them; they are not parsed."""
    source = Source()
    found = [source.files[-1] for _ in _texts(folder, source)]
    return [*found, folder / PARAPHRASES] if (folder / PARAPHRASES).is_file() else found


def _texts(folder: Path, source: Source) -> Iterator[tuple[str, str]]:
    """The names and texts of the files, which are noted in `source`."""
    total = 0
    for path in _yaml_files(folder, source):
        name = path.relative_to(folder).as_posix()
        text = _read_text(path, name, source)
        total += len(text or "")
        if total > MAX_TOTAL_BYTES or len(source.files) >= MAX_FILES:
            limit = f"at most {MAX_FILES} files and {MAX_TOTAL_BYTES >> 20} MiB in all"
            source.faults.append(fault(Place(name), "the world is too large", limit))
            source.cut = True
            return
        if text is not None:
            source.files.append(path)
            yield name, text


def _yaml_files(folder: Path, source: Source) -> Iterator[Path]:
    """Regular files only, and only such as really lie in the folder. A link that leads out of it is a fault."""
    root = folder.resolve()
    found: list[Path] = []
    for parent, folders, names in os.walk(folder):
        unread = UNREAD_FOLDERS if Path(parent) == folder else frozenset()
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in unread)
        for path in (Path(parent, name) for name in folders):
            if path.is_symlink():
                place = Place(path.relative_to(folder).as_posix())
                source.faults.append(
                    fault(place, "links to folders are not followed", "copy the folder here")
                )
        for name in names:
            path = Path(parent, name)
            if name.startswith(".") or not _MEANT_AS_YAML.search(name):
                continue
            place = Place(path.relative_to(folder).as_posix())
            if path.suffix != ".yaml":
                source.faults.append(fault(place, "only files that end in `.yaml` are read", "rename it"))
                if path.resolve().is_relative_to(root) and path.is_file():
                    source.salvage(_salvaged_text(path))
            elif not path.resolve().is_relative_to(root):
                source.faults.append(
                    fault(place, "this link leads out of the world's folder", "copy the file here")
                )
            elif not path.is_file():
                source.faults.append(fault(place, "this is not a regular file"))
            else:
                found.append(path)
    yield from sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def _read_text(path: Path, name: str, source: Source) -> str | None:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        source.faults.append(fault(Place(name), f"cannot be read: {error.strerror}"))
        return None
    if len(raw) > MAX_FILE_BYTES:
        limit = f"larger than {MAX_FILE_BYTES >> 20} MiB"
        source.faults.append(fault(Place(name), limit, "split it over several files"))
        source.salvage(raw.decode("utf-8", "replace"))
        return None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        source.salvage(raw.decode(_encoding(raw), "replace"))
        if _encoding(raw) == "utf-16":
            source.faults.append(fault(Place(name), "the file is UTF-16", "save it as UTF-8"))
            return None
        line = raw.count(b"\n", 0, error.start) + 1
        before = raw[raw.rfind(b"\n", 0, error.start) + 1 : error.start]
        place = Place(name, line, len(before.decode("utf-8-sig")) + 1)
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8"
        source.faults.append(fault(place, message, "save the file as UTF-8"))
        return None


def _salvaged_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE_BYTES)
    except OSError:
        return ""  # it is a fault already, for its name
    return raw.decode(_encoding(raw), "replace")


def _encoding(raw: bytes) -> str:
    return "utf-16" if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8"


def _merge_file(name: str, text: str, source: Source) -> None:
    """Parse one file and lay its top-level keys into the source."""
    source.lines[name] = text.splitlines()
    reader = None
    try:
        reader = _Composer(text)
        node = reader.get_single_node()
    except yaml.YAMLError as error:
        source.faults.append(syntax_fault(name, text, error))
        source.salvage(text)
        return
    finally:
        if reader is not None:
            reader.dispose()
    if node is None or (isinstance(node, ScalarNode) and not node.value):
        return
    if not isinstance(node, MappingNode):
        source.faults.append(fault(_place(name, node), "a world's file holds `key: value` pairs at the top"))
        return
    _merge_top(name, node, source)


def _place(name: str, node: Node) -> Place:
    return place_of((name, node))


def _merge_top(name: str, root: MappingNode, source: Source) -> None:
    """Sections that are mappings may be split over files; anything else is written once."""
    top = yaml.Mark(name, 0, 0, 0, None, 0)
    source.values.setdefault((), (name, MappingNode(root.tag, root.value, top, root.end_mark)))
    for key, spot, value_node in _pairs(name, root, source):
        route: Route = (key,)
        known = source.data.get(key)
        if known is not None and _is_empty(value_node):
            continue  # a section that begins here, and is written elsewhere
        if known is not None and not (isinstance(known, dict) and isinstance(value_node, MappingNode)):
            where = place_of(source.keys[route])
            message = f"`{key}` is written twice, first in {where.file}:{where.line}"
            source.faults.append(fault(place_of(spot), message, "keep one of them", kind="duplicate"))
            continue
        if not isinstance(known, dict) or not isinstance(value_node, MappingNode):
            source.keys[route] = spot
            source.data[key] = _value(name, value_node, route, source, ())
            continue
        for part, spot, inner in _pairs(name, value_node, source):
            inner_route: Route = (key, part)
            if part in known:
                where = place_of(source.keys[inner_route])
                message = f"`{part}` stands twice under `{key}`, first in {where.file}:{where.line}"
                hint = "rename or remove one of them"
                source.faults.append(fault(place_of(spot), message, hint, kind="duplicate"))
                continue
            source.keys[inner_route] = spot
            known[part] = _value(name, inner, inner_route, source, ())


def _is_empty(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.tag == _TAG + "null"


def _pairs(name: str, node: MappingNode, source: Source) -> Iterator[tuple[str, Spot, Node]]:
    """Each key with where it stands and its value."""
    seen: dict[str, Node] = {}
    lost = _lost_to_commas(name, node, source) if node.flow_style else ()
    for number, (key_node, value_node) in enumerate(node.value):
        if number in lost:
            source.salvage(key_node.value)
            continue
        if not isinstance(key_node, ScalarNode):
            hint = "text in {braces} or [brackets] needs quotes"
            source.faults.append(fault(_place(name, key_node), "a key must be a single word", hint))
            continue
        key = key_node.value
        if key in seen:
            message = f"`{key}` stands twice here, first on line {seen[key].start_mark.line + 1}"
            source.faults.append(fault(_place(name, key_node), message, "keep one of them", kind="duplicate"))
            continue
        if key and not value_node.value and _begins_a_part(node, number, seen):
            message = f"`{key}` holds nothing: the keys of the part before it begin again below it"
            hint = f"indent `{key}:` less, as the part before it; or its keys more"
            source.faults.append(fault(_place(name, key_node), message, hint, kind="indent"))
            source.salvage(key)
            return
        seen[key] = key_node
        yield key, (name, key_node), value_node


def _lost_to_commas(name: str, node: MappingNode, source: Source) -> set[int]:
    """Which "keys" within braces are the rest of a text that a comma has ended: they have blanks, or no colon."""
    lost: set[int] = set()
    before = ""
    for number, (key, value) in enumerate(node.value):
        has_no_colon = value.start_mark.index == key.end_mark.index
        is_rest = isinstance(key, ScalarNode) and not key.style and (has_no_colon or " " in key.value)
        if is_rest and before:
            if number - 1 not in lost:
                source.faults.append(_comma_fault(_place(name, key), "{ }", before, key.value))
            lost.add(number)
        else:
            is_text = isinstance(value, ScalarNode) and not value.style and value.tag == _TAG + "str"
            before = value.value if is_text else ""
    return lost


def _comma_fault(place: Place, brackets: str, before: str, after: str) -> WorldError:
    begins = " ".join(after.split()[:_SHOWN_WORDS])
    ended = " ".join(before.split()[-_SHOWN_WORDS:])
    message = f"a comma within {brackets} ended the text after `{ended}`, before `{begins}`"
    return fault(place, message, "put the whole text in quotes", kind="cut_text")


def _begins_a_part(node: MappingNode, number: int, seen: Collection[str]) -> bool:
    """Whether a key without a value stands as deep as its own keys: what follows it was there already."""
    _, value = node.value[number]
    if not isinstance(value, ScalarNode) or value.value or value.style or number + 1 == len(node.value):
        return False
    return getattr(node.value[number + 1][0], "value", None) in seen


def _value(name: str, node: Node, route: Route, source: Source, open_nodes: tuple[int, ...]) -> object:
    """The plain value of a node. `open_nodes` are those around it, by which an alias to itself is found."""
    source.values[route] = name, node
    source.values_left -= 1
    if source.values_left < 0 or len(open_nodes) > MAX_DEPTH or id(node) in open_nodes:
        source.cut = source.cut or source.values_left < 0
        if source.values_left >= -1:
            message = "too much is nested or repeated by aliases here"
            limits = f"at most {MAX_DEPTH} levels and {MAX_VALUES} values in a world; no alias inside what it names"
            source.faults.append(fault(_place(name, node), message, limits))
        return None
    if isinstance(node, ScalarNode):
        if not node.style and " " in node.value:
            _check_cut(name, node, source)
        return node.value if node.tag == _STR else _scalar(name, node, source)
    if node.tag not in {_TAG + "map", _TAG + "seq", "!"}:
        source.faults.append(_tag_fault(name, node))
        return None
    around = (*open_nodes, id(node))
    if isinstance(node, SequenceNode):
        return [_value(name, inner, (*route, n), source, around) for n, inner in enumerate(node.value)]
    result: dict[str, object] = {}
    if isinstance(node, MappingNode):
        for key, spot, inner in _pairs(name, node, source):
            here = (*route, key)
            source.keys[here] = spot
            result[key] = _value(name, inner, here, source, around)
    return result


_CUT = re.compile(r"\s+#[^\s#]")
_SHOWN_WORDS = 4  # of a text, by which its writer finds the place


def _check_cut(name: str, node: ScalarNode, source: Source) -> None:
    """Plain text of several words that ends at a `#` with a word right behind it was meant to go on."""
    line = source.lines[name][node.end_mark.line] if node.end_mark.line < len(source.lines[name]) else ""
    if _CUT.match(line, node.end_mark.column):
        place = Place(name, node.end_mark.line + 1, node.end_mark.column + 2)
        hint = "put the text in quotes; or put a blank after the # of a comment"
        source.faults.append(
            warning(place, "the text ends before ` #`: what follows is a comment", hint, kind="cut_text")
        )


def _scalar(name: str, node: ScalarNode, source: Source) -> str | int | float | bool | None:
    kind, text = node.tag.removeprefix(_TAG), node.value
    if kind == "!":
        return str(text)
    if kind == "null" and text in {"", "~", "null"}:
        return None
    if kind == "bool" and text in {"true", "false"}:
        return bool(text == "true")
    if kind == "int" and _INT.match(text):
        return int(text)
    if kind == "float" and (_FLOAT.match(text) or _INT.match(text)):
        return float(text)
    source.faults.append(_tag_fault(name, node))
    return str(text or node.tag)  # so that it is not reported again as missing


def _tag_fault(name: str, node: Node) -> WorldError:
    tag = node.tag.replace(_TAG, "!!")
    return fault(
        _place(name, node),
        f"the tag `{tag}` is not allowed here",
        "write plain values; text beginning with ! needs quotes",
    )
