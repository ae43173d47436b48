"""Training draws phrases of one meaning together."""

import json
from pathlib import Path

import numpy
import pytest

from gamemaster.authoring.encoder_training import (
    Taught,
    Training,
    counts_of,
    save,
    taught_by_paraphrases,
)
from gamemaster.language.semantic.encoder import Encoder
from gamemaster.language.semantic.text_features import stems_of

GROUP = {
    "food": ("what is there to eat", "any grub going", "is supper ready", "i could do with a meal"),
    "sleep": ("did you rest well", "where is my bed", "i need forty winks", "you look tired"),
    "money": ("what does it cost", "how many coins", "i cannot pay", "who earns most"),
}


def training_after(steps: int) -> Training:
    training = Training({"talk": [Taught([stems_of(one) for one in phrases]) for phrases in GROUP.values()]})
    losses = list(training.run(steps))
    assert sum(losses[-10:]) < sum(losses[:10])
    return training


def test_phrases_of_one_meaning_come_closer_than_others() -> None:
    known = Encoder(training_after(80).whole_numbers().astype(numpy.float64), {}, 1)

    def likeness(one: str, other: str) -> float:
        a, b = known.vector(stems_of(one)), known.vector(stems_of(other))
        return float(a @ b / numpy.sqrt((a @ a) * (b @ b)))

    assert likeness("any grub going", "is supper ready") > likeness("any grub going", "where is my bed") + 0.3
    assert (
        likeness("you look tired", "did you rest well") > likeness("you look tired", "who earns most") + 0.3
    )


def test_the_same_training_gives_the_same_weights() -> None:
    assert (training_after(20).whole_numbers() == training_after(20).whole_numbers()).all()


def test_a_bucket_that_was_never_touched_weighs_nothing() -> None:
    whole = training_after(20).whole_numbers()
    assert whole.dtype == numpy.int8
    assert (whole == 0).all(axis=1).sum() > len(whole) / 2


def test_counts_leave_out_what_only_one_phrase_holds() -> None:
    counts, number = counts_of({"a": [Taught([("bell", "key"), ("bell",)], [("fog",)])]})
    assert counts == {"bell": 2}
    assert number == 3


def test_what_is_saved_is_what_the_encoder_reads(tmp_path: Path) -> None:
    save(tmp_path / "weights.npz", numpy.ones((4, 2), numpy.int8), {"bell": 2}, 3)
    data = numpy.load(tmp_path / "weights.npz")
    assert str(data["words"]).split("\n") == ["bell"]
    assert data["counts"].tolist() == [2]
    assert int(data["phrases"]) == 3


def test_paraphrases_are_read_by_group_and_entry(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text(
        "".join(json.dumps(line) + "\n" for line in (["talk", "food", "any grub"], ["talk", "food", "eat"]))
    )
    assert taught_by_paraphrases(file) == {"talk": [Taught([stems_of("any grub"), stems_of("eat")])]}


@pytest.mark.parametrize("steps", [0, 1])
def test_hardly_any_steps_are_steps_too(steps: int) -> None:
    assert (
        len(list(Training({"a": [Taught([("b",), ("c",)]), Taught([("d",), ("e",)])]}).run(steps))) == steps
    )
