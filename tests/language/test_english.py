"""What modules look for in English: the file beside a module holds all that it asks for, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from gamemaster.language.english import EnglishFile, Forms, Words, english_of

ROOT = Path(__file__).parents[2]
_ASKED_FOR = re.compile(r"\b_(FORMS|WORDS)\[\"(\w+)\"\]")
_NAMES = re.compile(r"\{([a-z]\w*)\}")
READERS = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path
    for path in sorted((ROOT / "gamemaster").rglob("*.py"))
    if re.search(r"^_(?:FORMS|WORDS) = ", path.read_text(encoding="utf-8"), re.MULTILINE)
    and path.with_suffix(".yaml").exists()
}


@pytest.mark.parametrize("module", READERS)
def test_a_file_holds_what_its_module_asks_for(module: str) -> None:
    english = english_of(module)
    text = READERS[module].read_text(encoding="utf-8")
    asked = {(kind, name) for kind, name in _ASKED_FOR.findall(text)}
    inside = {
        name for form in (*english.forms.values(), *english.pieces.values()) for name in _NAMES.findall(form)
    }
    held = {("FORMS", name) for name in english.forms} | {("WORDS", name) for name in english.words}
    assert asked <= held
    assert english.pieces.keys() <= inside
    assert {name for _, name in held} <= inside | set(re.findall(r"\"(\w+)\"", text))


@pytest.mark.parametrize("module", READERS)
def test_every_form_and_set_of_words_can_be_read(module: str) -> None:
    english = english_of(module)
    forms, words = Forms(module), Words(module)
    assert all(forms[name].pattern for name in english.forms)
    assert all(words[name] for name in english.words)


def test_a_form_is_one_line_with_its_pieces_words_and_forms_put_in() -> None:
    english = EnglishFile(
        pieces={"lead": "(?:so|{soft}) "},
        words={"soft": "well please", "long": ["all right", "okay"]},
        forms={"go": "{lead}go{2}\n (?:{long})", "twice": "{go} {go}"},
    )
    assert english.pattern("go") == "(?:so|well|please) go{2} (?:all right|okay)"
    assert english.pattern("twice").count("(?:so|well|please)") == 2


def test_a_table_of_small_words_is_named_in_capitals() -> None:
    english = EnglishFile(words={"all": "{SOMEBODY} nobody"}, forms={"ask": "(?:{SOMEBODY})", "who": "{all}"})
    assert english.word_list("all") == ["anybody", "anyone", "somebody", "someone", "nobody"]
    assert english.pattern("ask") == "(?:anybody|anyone|somebody|someone)"
    assert english.pattern("who") == "anybody|anyone|somebody|someone|nobody"


def test_a_word_that_yaml_reads_as_another_type_is_refused() -> None:
    with pytest.raises(ValidationError, match=r"words\.yes"):
        EnglishFile.model_validate({"words": {"yes": True}})
