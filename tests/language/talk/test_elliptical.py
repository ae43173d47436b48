"""Questions typed without their auxiliary are put in full; orders and statements stay as they are."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.elliptical import in_full, is_discourse


@pytest.mark.parametrize(
    ("typed", "full"),
    [
        ("you okay buddy", "are you okay"), ("you seen anything of eddie", "have you seen anything of eddie"),
        ("seen anyone go by", "have you seen anyone go by"),
        ("want help with the barrels", "do you want help with the barrels"),
        ("got any bread", "have you got any bread"), ("know anything about ulf", "do you know anything about ulf"),
        ("you trust him", "do you trust him"), ("you hurt", "are you hurt"), ("mind if i sit", "do you mind if i sit"),
        ("any idea where he went", "have you any idea where he went"),
    ],
)  # fmt: skip
def test_what_lacks_an_auxiliary_gets_it(typed: str, full: str) -> None:
    assert " ".join(in_full(typed.split(), True)) == full


@pytest.mark.parametrize(
    "typed",
    [
        "take the axe", "you took the axe", "you trust him", "know your place", "you look tired", "i want help",
        "need a light", "you hurt my friend", "any bread will do", "i think so",
    ],
)  # fmt: skip
def test_what_does_not_ask_stays(typed: str) -> None:
    assert " ".join(in_full(typed.split(), False)) == typed


def test_what_trails_is_left_out() -> None:
    assert in_full("you wanted to ask me something i think".split(), False)[-1] == "something"
    assert is_discourse("you never know".split())
    assert not is_discourse("you know where he is".split())
