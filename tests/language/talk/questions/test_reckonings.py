"""Which questions want a reckoning of time, and which only the time of day."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.questions.reckonings import of_wear, reckoning_asked


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ("how long have i got till four", "reckoning"),
        ("how many hours before the noon bell", "reckoning"),
        ("how long do i have before that gets dangerous", "reckoning"),
        ("when does it get bad", "reckoning"),
        ("how long can i stand this cold", "reckoning"),
        ("how many hours until it is properly dark", "time"),
        ("how long have i been here", None),
        ("how long is the rope", None),
        ("when does my watch start", None),
    ],
)
def test_a_reckoning_is_told_from_other_questions_of_time(asked: str, kind: str | None) -> None:
    assert reckoning_asked(asked) == kind


def test_what_wears_one_down_is_told_from_what_is_due() -> None:
    assert of_wear("how long before it gets dangerous")
    assert not of_wear("how long until noon")
