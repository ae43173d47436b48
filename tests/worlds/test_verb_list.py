"""The writer's README lists the verbs that every world has."""

from pathlib import Path

from worlds.verbs import BASE_VERBS

README = (Path(__file__).parents[2] / "worlds" / "README.md").read_text(encoding="utf-8")


def test_every_verb_is_listed() -> None:
    section = README.partition("### Verbs")[2].partition("## Lines")[0]
    assert [verb for verb in BASE_VERBS if f"`{verb}`" not in section] == []
