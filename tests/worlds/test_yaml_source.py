"""Reading YAML: what is plain text, what is refused, and where faults are said to be."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from worlds import yaml_source as source
from worlds.loader import check_world
from worlds.problems import Place, WorldError
from worlds.source import Source
from worlds.yaml_source import read_source

Check = Callable[[str], list[WorldError]]


def read(tmp_path: Path, text: str | bytes) -> Source:
    raw = text if isinstance(text, bytes) else text.encode()
    (tmp_path / "a.yaml").write_bytes(raw)
    return read_source(tmp_path)


def test_scalars_are_read_as_yaml_1_2(tmp_path: Path) -> None:
    found = read(
        tmp_path, "a: [yes, on, No, 16:30, true, null, 12, -3, 1.5, 0777, 0x1f, 1_000, True, 2026-01-01, =]"
    )
    assert found.data["a"] == [
        "yes", "on", "No", "16:30", True, None, 12, -3, 1.5, 777, "0x1f", "1_000", "True", "2026-01-01", "="
    ]  # fmt: skip
    assert not found.faults


def test_keys_are_always_text(tmp_path: Path) -> None:
    assert read(tmp_path, "on: 1\ntrue: 2\n3: 4\n").data == {"on": 1, "true": 2, "3": 4}


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("a: 1\nb: !!python/object/apply:os.system [ls]\n", 2, 4, "python/object"),
        ("a: !thing x\n", 1, 4, "!thing"),
        ("a: !!int x\n", 1, 4, "!!int"),
        ("a: {b: 1, b: 2}\n", 1, 11, "`b` stands twice"),
        ("a: 1\nb: 2\na: 3\n", 3, 1, "`a` stands twice"),
        ("? [x]\n: 1\n", 1, 3, "single word"),
        ("- a\n", 1, 1, "pairs at the top"),
        ('a: "open\n', 1, 4, "quote that opens here is never closed"),
        ("a: 'it's odd'\nb: 1\n", 1, 4, "quote that opens here ends on line 1"),
        ('a:\n  b: "one\n  c: two\n  d: "three"\n', 2, 6, "quote that opens here ends on line 4"),
        ("a:\n\tb: 1\n", 2, 1, "indented with a tab"),
        ("a:\n\u00a0 b: 1\n  c: 2\n", 2, 1, "U+00A0"),
        ("a: b: c\n", 1, 5, "not YAML"),
        ("a: 1\n---\nb: 1\n", 2, 1, "another document"),
        ("a: 1\nb: \x01\n", 2, 4, "control character"),
        ("a: &a [*a]\n", 1, 4, "aliases"),
    ],
)
def test_a_fault_is_placed(tmp_path: Path, text: str, line: int, column: int, says: str) -> None:
    (error,) = read(tmp_path, text).faults
    assert (error.file, error.line, error.column) == ("a.yaml", line, column)
    assert says in error.message


def test_bytes_that_are_not_utf8_are_placed(tmp_path: Path) -> None:
    (error,) = read(tmp_path, b"a: ok\nb: caf\xe9\n").faults
    assert (error.line, error.column) == (2, 7)
    assert "0xe9" in error.message


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    assert read(tmp_path, b"\xef\xbb\xbfa: 1\n").data == {"a": 1}


def test_aliases_cannot_multiply_without_bound(tmp_path: Path) -> None:
    lines = ["a0: &a0 [" + ",".join("x" * 10) + "]"]
    lines += [f"a{n}: &a{n} [" + ",".join([f"*a{n - 1}"] * 10) + "]" for n in range(1, 12)]
    (error,) = read(tmp_path, "\n".join(lines)).faults
    assert "aliases" in error.message


@pytest.mark.parametrize("text", ["a: " + "[" * 100_000, "a: " + "[" * 300 + "]" * 300, "- " * 20_000 + "x"])
def test_deep_nesting_is_a_fault_and_not_a_crash(tmp_path: Path, text: str) -> None:
    (error,) = read(tmp_path, text).faults
    assert "nested too deeply" in error.message


def test_sizes_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "larger than 1 MiB" in read(tmp_path, "a: " + "x" * source.MAX_FILE_BYTES).faults[0].message
    monkeypatch.setattr(source, "MAX_FILES", 1)
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.yaml").write_text(f"{name}: 1")
    (error,) = read_source(tmp_path).faults
    assert "too large" in error.message
    assert "1 files" in error.hint


def test_only_regular_files_inside_the_folder_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "w"
    folder.mkdir()
    (tmp_path / "secret.yaml").write_text("bible: secret")
    (folder / "out.yaml").symlink_to(tmp_path / "secret.yaml")
    (folder / "old.yml").write_text("bible: x")
    os.mkfifo(folder / "pipe.yaml")
    found = read_source(folder)
    assert found.data == {}
    assert {error.file for error in found.faults} == {"out.yaml", "old.yml", "pipe.yaml"}


def test_sections_merge_over_files_in_the_order_of_their_names(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "b.yaml").write_text("beats: {two: {}}\n")
    (tmp_path / "a.yaml").write_text("beats: {one: {}}\n")
    (tmp_path / "sub" / "c.yaml").write_text("title: x\nbeats: {three: {}, one: {}}\n")
    found = read_source(tmp_path)
    assert list(found.data["beats"]) == ["one", "two", "three"]
    (error,) = found.faults
    assert (error.file, error.line) == ("sub/c.yaml", 2)
    assert "`one` stands twice under `beats`, first in a.yaml:1" in error.message


def test_a_plain_key_is_written_once_in_all_files(check: Check) -> None:
    (error,) = check("title: Other\n")
    assert (error.file, error.line) == ("world.yaml", 1)
    assert "`title` is written twice, first in more.yaml:1" in error.message


def test_find_passes_over_steps_that_nobody_wrote(tmp_path: Path) -> None:
    found = read(tmp_path, "a:\n  b: [one, two]\n  c: text\n")
    assert found.find(("a", "b", 0, "text", 1)) == Place("a.yaml", 2, 12)
    assert found.find(("a", "c", "first", 0, "text", 0)) == Place("a.yaml", 3, 6)
    assert found.find(("a", "c"), key=True) == Place("a.yaml", 3, 3)


def test_without_the_c_library_it_reads_the_same(quay: Path) -> None:
    """PyYAML built from source may lack libyaml."""
    script = (
        "import sys; sys.modules['yaml._yaml'] = None\n"
        "from pathlib import Path; import yaml; from worlds.yaml_source import read_source\n"
        "assert not yaml.__with_libyaml__\n"
        "found = read_source(Path(sys.argv[1])); print(found.data, found.values)"
    )
    (quay / "deep.yaml").write_text("flags: " + "[" * 5000)
    root = Path(__file__).parents[2]
    plain = subprocess.run(
        [sys.executable, "-c", script, str(quay)], cwd=root, check=True, capture_output=True, text=True
    )
    found = read_source(quay)
    assert plain.stdout.strip() == f"{found.data} {found.values}"


def test_a_missing_folder_is_said_to_be_missing(tmp_path: Path) -> None:
    (error,) = read_source(tmp_path / "none").faults
    assert error.message == "there is no such folder"
    (error,) = read_source(tmp_path).faults
    assert error.message == "there is no YAML file here"


def test_a_file_that_is_not_read_does_not_make_its_names_missing(quay: Path) -> None:
    beats = "beats:\n  hum: {when: {here: cook}, text: A hum.}\n"
    cook = "characters:\n  cook:\n    name: Cook\n"
    (quay / "beats.yaml").write_text(beats)
    for name, raw in (
        ("people.yml", cook.encode()),
        ("people.yaml.txt", cook.encode()),
        ("people.yaml", cook.encode("utf-16")),
        ("people.yaml", cook.encode() + b"\xff"),
        ("people.yaml", (cook + "#" * source.MAX_FILE_BYTES).encode()),
    ):
        (quay / name).write_bytes(raw)
        assert [error.file for error in check_world(quay)] == [name]
        (quay / name).unlink()


def test_a_link_to_a_folder_is_told(quay: Path, tmp_path: Path) -> None:
    (quay / "rooms").symlink_to(tmp_path)
    (error,) = check_world(quay)
    assert (error.file, error.message) == ("rooms", "links to folders are not followed")


def test_an_empty_section_is_filled_by_another_file(quay: Path) -> None:
    (quay / "a.yaml").write_text("items:\n")
    (quay / "z.yaml").write_text("beats:\n")
    assert check_world(quay) == []


def test_empty_files_make_no_world(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").write_text("# to be written\n")
    (error,) = read_source(tmp_path).faults
    assert error.message == "there is nothing in the files here"


@pytest.mark.slow
def test_beyond_a_limit_only_the_limit_is_told(quay: Path) -> None:
    lines = ["flags:", "  a0: &a0 [" + ",".join("x" * 10) + "]"]
    lines += [f"  a{n}: &a{n} [" + ",".join([f"*a{n - 1}"] * 10) + "]" for n in range(1, 12)]
    (quay / "a.yaml").write_text("\n".join(lines))
    (error,) = check_world(quay)
    assert "aliases" in error.message
