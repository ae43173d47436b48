"""The guard: nothing that an author of the worlds wrote is ever stopped; what has degenerated is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.play.opening import begin
from inference.output.guard import MAX_CHARS, Guard, scripts_in
from tests.worldkit import playable_worlds


def texts_of(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, BaseModel):
        for name in type(part).model_fields:
            yield from texts_of(getattr(part, name))
    elif isinstance(part, dict):
        for value in part.values():
            yield from texts_of(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from texts_of(value)


@pytest.mark.parametrize("name", playable_worlds())
def test_no_text_of_an_author_is_stopped(name: str) -> None:
    written = [text for text in texts_of(playable_worlds()[name]) if len(text) > 20]
    scripts = scripts_in(written)
    assert written
    assert [text for text in written if Guard(scripts).feed(text)] == []


@pytest.mark.parametrize("name", playable_worlds())
def test_no_turn_of_the_understudy_is_stopped(name: str) -> None:
    world = playable_worlds()[name]
    state = begin(world, 5)
    for words in [
        "look",
        "search",
        "wait",
        "go north",
        "look",
        "inventory",
        "go south",
        "wait",
        "talk",
        "listen",
    ] * 2:
        played = play(world, state, words)
        assert Guard().feed("\n\n".join(span.text for span in played.spans)) is None
        state = played.after


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("no " * 40, "loop"),
        ("the wind and " * 20, "loop"),
        ("She knocks on the door and waits for you to answer. " * 8, "loop"),
        (
            "He walks in. " + "".join(f"Then {n} came. The snow fell on the roofs of Kaldvik. " for n in "abcdef"),
            "loop",
        ),
        ("It is " + "—" * 90, "loop"),
        ("{}[]()<>=+" * 40, "non_text"),
        (" ".join(f"{n * 7919} == {n * 31}" for n in range(60)), "non_text"),
        ("Yes \ufffd\ufffd and \ufffd so", "non_text"),
        ("a" * 30 + "bcdefghijk" * 20, "non_text"),
        ("И тогда он вошёл в дом и увидел её у огня, где она чинила сеть. Было тихо и темно. Никто не говорил "
         "ни слова, и снег падал за окном. Потом она встала и открыла дверь.", "foreign_script"),
    ],
)  # fmt: skip
def test_what_has_degenerated_is_stopped(text: str, fault: str) -> None:
    found = Guard().feed(text)
    assert found is not None
    assert found.fault == fault
    assert 0 < found.at <= len(text)


def test_knocking_nine_times_is_no_loop() -> None:
    assert Guard().feed("Knock. " * 9 + "Then nothing. " + "No, no, no, no. ") is None


def test_a_world_in_another_script_is_at_home_in_it() -> None:
    text = "Дом стоит у воды, и в доме горит огонь. Хильда чинит сеть и молчит. Ветер идёт с моря на берег, и снег лёг."
    assert Guard(scripts_in([text])).feed(text + " Ничего не шевелится.") is None
    chinese = "雪落在院子里，門口沒有人。她看著你，不說話，火在慢慢地燒。" * 2
    assert (
        Guard(scripts_in([chinese])).feed("夜裡很冷，風從海上來，村子裡的人都睡了，只有狗醒著。" * 2) is None
    )


def test_what_never_ends_is_ended() -> None:
    sentences = (
        f"{chr(97 + n % 26)}{n} finds the {n * 7 % 911}th way of {n * 31 % 997} ends to the sea. "
        for n in range(999)
    )
    found = Guard().feed("".join(sentences))
    assert found is not None
    assert found.at <= MAX_CHARS + 1


@given(
    st.text(max_size=300)
    | st.lists(
        st.sampled_from(
            ["so ", "it is. ", "\n", "!!!!", "\ufffd", "a" * 30, "Schnee" * 9, "1 . 2 - " * 30, "снег" * 25]
        )
    ).map("".join),
    st.data(),
)
def test_no_chunking_changes_what_is_found(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    guard, by_letters = Guard(), Guard()
    guard.feed(text[:cut])
    for letter in text:
        by_letters.feed(letter)
    assert guard.feed(text[cut:]) == by_letters.feed("") == Guard().feed(text)
