"""Tokens: what this service signed comes back; anything else is refused with a reason."""

import pytest

from gamemaster.protocol.auth_tokens import BadTokenError, Tokens, new_player

SECRET = "0123456789abcdef" * 4


def test_a_signed_player_comes_back() -> None:
    player = new_player()
    assert Tokens(SECRET).read(Tokens(SECRET).sign(player)) == player


def test_another_secret_does_not_read_it() -> None:
    with pytest.raises(BadTokenError, match="signature"):
        Tokens("f" * 64).read(Tokens(SECRET).sign(new_player()))


@pytest.mark.parametrize("place", [0, 5, 20, -1])
def test_one_changed_character_is_noticed(place: int) -> None:
    token = Tokens(SECRET).sign(new_player())
    letters = list(token)
    # In the last place of unpadded base64 two letters may mean the same bytes, so that is changed outright.
    letters[place] = "A" if letters[place] != "A" else "w"
    if place == -1:
        letters[-2] = "A" if letters[-2] != "A" else "w"
    with pytest.raises(BadTokenError):
        Tokens(SECRET).read("".join(letters))


@pytest.mark.parametrize("token", ["", ".", "abc", "a.b", "\ud800", "ä.ö", "\x00", "x" * 600])
def test_junk_is_refused(token: str) -> None:
    with pytest.raises(BadTokenError):
        Tokens(SECRET).read(token)


def test_a_signature_on_something_else_is_no_player() -> None:
    with pytest.raises(BadTokenError, match="does not name a player"):
        Tokens(SECRET).read(Tokens(SECRET).sign("../../etc/passwd"))


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 32 characters, and has 5"):
        Tokens("short")
