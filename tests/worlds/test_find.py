"""Where an identifier is defined, set, read and told."""

from __future__ import annotations

from pathlib import Path

from worlds.find import find_uses, identifiers

FERRY = Path(__file__).parent / "corpus" / "ferry"


def test_a_flag() -> None:
    found = find_uses(FERRY, "bell_rung")
    assert [(one.use, one.place.file) for one in found] == [
        ("defined", "world.yaml"), ("set", "things.yaml"), ("read", "things.yaml"), ("read", "world.yaml"),
    ]  # fmt: skip


def test_somebody() -> None:
    found = find_uses(FERRY, "osk")
    assert (found[0].use, found[0].place.file, found[0].place.line) == ("defined", "people.yaml", 3)
    assert {one.use for one in found} == {"defined", "set", "read", "named", "told"}


def test_scenery_is_defined_where_it_stands() -> None:
    assert find_uses(FERRY, "post")[0].use == "defined"
    assert {"post", "osk", "bell_rung", "row_over"} <= identifiers(FERRY)


def test_nothing() -> None:
    assert find_uses(FERRY, "nobody_at_all") == []
