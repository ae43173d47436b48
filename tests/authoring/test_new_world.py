"""A world that was just begun: it checks clean, it plays to its endings, and its comments explain every field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from gamemaster.authoring.new_world import TEMPLATES, NewWorldError, new_world
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.play.opening import begin
from worlds import schema
from worlds.loader import check_world, load_world

PARTS = [
    part
    for part in vars(schema).values()
    if isinstance(part, type) and issubclass(part, BaseModel) and part.__module__ == schema.__name__
]


@pytest.fixture(params=TEMPLATES)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    folder = tmp_path / "stories" / "my_isle"
    assert all(path.is_file() for path in new_world(folder, request.param))
    return folder


def test_a_new_world_checks_clean_and_is_called_after_its_folder(folder: Path) -> None:
    assert [str(error) for error in check_world(folder)] == []
    assert load_world(folder).title == "My Isle"


def test_the_paths_of_a_new_world_lead_to_their_endings(folder: Path) -> None:
    world = load_world(folder)
    paths = {ending.id: ending.path for ending in world.endings.values() if ending.path}
    assert paths
    for ending, path in paths.items():
        state = begin(world, 1)
        for words in path:
            state = play(world, state, words).after
        assert state.ended == ending


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_the_fuller_template_explains_every_field(part: type[BaseModel], tmp_path: Path) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in new_world(tmp_path / "inn", "inn"))
    names = [field.alias or name for name, field in part.model_fields.items() if name != "id"]
    assert [name for name in names if not re.search(rf"\b{name}\b", text)] == []


@pytest.mark.parametrize(
    ("name", "template", "says"),
    [
        ("My Isle", "tiny", "try 'my_isle'"),
        ("9_lives", "tiny", "try 'world_9_lives'"),
        ("isle", "huge", "there are: tiny, inn"),
        ("full", "tiny", "is not empty"),
    ],
)
def test_what_is_in_the_way_is_named(tmp_path: Path, name: str, template: str, says: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "world.yaml").write_text("title: Mine")
    with pytest.raises(NewWorldError, match=re.escape(says)):
        new_world(tmp_path / name, template)
    assert (tmp_path / "full" / "world.yaml").read_text() == "title: Mine"
