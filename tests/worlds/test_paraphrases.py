"""Paraphrases stand beside a world's YAML, reach what they name, and are refused where they name nothing."""

import json
from pathlib import Path

import pytest

from tests.worlds.conftest import Check
from worlds.loader import check_world, load_world, world_hash
from worlds.yaml_source import PARAPHRASES

TALK = """
characters:
  osk:
    {name: Osk, persona: Gruff., want: Rest., fear: Storms., secret: None., manner: Short., description: Big., at: boat,
     topics: {home: {names: [his home, home], lines: [The hut by the birch.], paraphrases: where did you grow up}},
     answers: {boat_old: {asks: [how old is the boat], lines: [Older than me.]}}}
"""


@pytest.fixture
def talk(quay: Path) -> Path:
    (quay / "talk.yaml").write_text(TALK, encoding="utf-8")
    return quay


def write(folder: Path, *lines: object) -> None:
    written = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / PARAPHRASES).write_text("\n".join(written), encoding="utf-8")


def test_they_are_added_to_what_they_name(talk: Path) -> None:
    write(
        talk,
        {"who": "osk", "topic": "home", "paraphrases": ["which roof do you sleep under"]},
        "",
        {"who": "osk", "answer": "boat_old", "paraphrases": ["has she seen many winters"]},
    )
    osk = load_world(talk).characters["osk"]
    assert osk.topics["home"].paraphrases == ("where did you grow up", "which roof do you sleep under")
    assert osk.answers["boat_old"].paraphrases == ("has she seen many winters",)


def test_they_are_no_texts_of_the_world(talk: Path) -> None:
    before = [str(one) for one in check_world(talk)]
    write(talk, {"who": "osk", "topic": "home", "paraphrases": ["u sleep were, u sleep were then", "TODO"]})
    assert [str(one) for one in check_world(talk)] == before
    assert "u sleep" not in str(load_world(talk).model_dump())


def test_they_count_in_the_hash_of_a_world(talk: Path) -> None:
    without = world_hash(talk)
    write(talk, {"who": "osk", "topic": "home", "paraphrases": ["which roof do you sleep under"]})
    assert world_hash(talk) != without


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"who": "osc", "topic": "home", "paraphrases": ["x"]}, "no character `osc` (did you mean `osk`?)"),
        ({"who": "osk", "topic": "house", "paraphrases": ["x"]}, "no topic of osk `house`"),
        ({"who": "osk", "answer": "home", "paraphrases": ["x"]}, "no answer of osk `home`"),
        ({"who": "osk", "paraphrases": ["x"]}, "name either a `topic` or an `answer`"),
        ({"who": "osk", "topic": "home", "paraphrases": []}, "`paraphrases`"),
        ({"who": "osk", "topic": "home", "paraphrases": ["x" * 301]}, "at most 300 characters"),
        ('["osk", "home"]', "a line is {"),
        ("{who: osk}", "Invalid JSON"),
    ],
)
def test_a_line_that_does_not_fit_is_a_fault_with_its_place(talk: Path, line: object, message: str) -> None:
    write(talk, {"who": "osk", "topic": "home", "paraphrases": ["which roof do you sleep under"]}, line)
    (found,) = (one for one in check_world(talk) if one.severity == "fault")
    assert str(found).startswith(f"{PARAPHRASES}:2:1: ")
    assert message in str(found)


def test_of_a_file_that_cannot_be_read_nothing_is_called_missing(check: Check, quay: Path) -> None:
    write(quay, {"who": "osk", "topic": "home", "paraphrases": ["which roof do you sleep under"]})
    found = check("characters:\n  osk: {name: Osk, topics: {home: [\n")
    assert not [one for one in found if one.file == PARAPHRASES]


def test_a_file_that_is_too_large_or_elsewhere_is_not_read(talk: Path, tmp_path: Path) -> None:
    file = talk / PARAPHRASES
    file.write_bytes(b" " * ((2 << 20) + 1))
    assert any("larger than 2 MiB" in str(one) for one in check_world(talk))
    file.unlink()
    (tmp_path / "elsewhere").write_text("{}")
    file.symlink_to(tmp_path / "elsewhere")
    assert any("leads out of the world's folder" in str(one) for one in check_world(talk))
