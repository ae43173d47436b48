"""Tokens: what this service signed comes back; anything else is refused with a reason."""

import string
from datetime import UTC, datetime

import pytest
from itsdangerous import URLSafeSerializer

from gamemaster.protocol.auth_tokens import (
    AHEAD_S,
    DAY_S,
    BadTokenError,
    Credential,
    TokenOptions,
    Tokens,
    new_player,
)

SECRET = "0123456789abcdef" * 4


def test_a_signed_player_comes_back() -> None:
    player = new_player()
    assert Tokens(SECRET).read(Tokens(SECRET).sign(player)) == player


def test_another_secret_does_not_read_it() -> None:
    with pytest.raises(BadTokenError, match="signature"):
        Tokens("f" * 64).read(Tokens(SECRET).sign(new_player()))


@pytest.mark.parametrize("place", [0, 5, 20, -1])
def test_one_changed_character_is_noticed(place: int) -> None:
    """In the last place too, where two letters of unpadded base64 may mean the same bytes."""
    token = Tokens(SECRET).sign(new_player())
    for letter in string.ascii_letters + string.digits + "-_":
        letters = list(token)
        letters[place] = letter
        if "".join(letters) != token:
            with pytest.raises(BadTokenError):
                Tokens(SECRET).read("".join(letters))


@pytest.mark.parametrize("other", ["{}=", "{}==", "{}\n", " {}", "{}!", "!{}", "{}."])
def test_a_token_has_one_spelling(other: str) -> None:
    token = Tokens(SECRET).sign(new_player())
    with pytest.raises(BadTokenError):
        Tokens(SECRET).read(other.format(token))


def test_a_token_that_is_not_used_ends_and_one_that_is_goes_on() -> None:
    now, options = 1_800_000_000.0, TokenOptions(days=30)
    player = new_player()
    token = Tokens(SECRET, options=options, clock=lambda: now).sign(player)
    later = Tokens(SECRET, options=options, clock=lambda: now + 30 * DAY_S - 1)
    renewed = later.sign(later.read(token))
    too_late = Tokens(SECRET, options=options, clock=lambda: now + 30 * DAY_S + 1)
    with pytest.raises(BadTokenError, match="not used for 30 days"):
        too_late.read(token)
    assert too_late.read(renewed) == player
    never = Tokens(SECRET, options=TokenOptions(days=0), clock=lambda: now + 30_000 * DAY_S)
    assert never.read(token) == player


def test_a_token_of_the_future_is_refused_but_for_clocks_that_differ() -> None:
    now, player = 1_800_000_000.0, new_player()
    tokens = Tokens(SECRET, clock=lambda: now)
    assert tokens.read(Tokens(SECRET, clock=lambda: now + AHEAD_S).sign(player)) == player
    with pytest.raises(BadTokenError, match="has not come yet"):
        tokens.read(Tokens(SECRET, clock=lambda: now + AHEAD_S + 1).sign(player))
    for no_time in (float("nan"), float("inf"), -1.0):
        signed = URLSafeSerializer(SECRET, salt="gamemaster.player.v2").dumps([player, no_time])
        with pytest.raises(BadTokenError, match="or is none"):
            tokens.read(str(signed))


def test_all_tokens_of_a_time_can_be_called_back() -> None:
    moment = datetime(2026, 11, 1, 12, tzinfo=UTC)
    options = TokenOptions(issued_after=moment)
    before = Tokens(SECRET, clock=lambda: moment.timestamp() - 1).sign(new_player())
    with pytest.raises(BadTokenError, match="called back"):
        Tokens(SECRET, options=options).read(before)
    with pytest.raises(BadTokenError, match="called back"):
        Tokens(SECRET, options=options).read(undated_token(new_player()))
    player = new_player()
    assert Tokens(SECRET, options=options).read(Tokens(SECRET, clock=moment.timestamp).sign(player)) == player


def undated_token(player: str) -> str:
    """A token as they were made before they said when."""
    return str(URLSafeSerializer(SECRET, salt="gamemaster.player.v1").dumps(player))


def test_tokens_of_before_are_good() -> None:
    player = new_player()
    assert Tokens(SECRET).credential(undated_token(player)) == Credential(player, 0.0)


def test_two_secrets_at_once_while_they_are_exchanged() -> None:
    player, new = new_player(), "fedcba9876543210" * 4
    old_token = Tokens(SECRET).sign(player)
    both = Tokens(new, SECRET)
    assert both.read(old_token) == player
    assert Tokens(new).read(both.sign(player)) == player, "the new one signs"
    with pytest.raises(BadTokenError, match="signature"):
        Tokens(new).read(old_token)
    with pytest.raises(ValueError, match="at least 32 characters"):
        Tokens(new, "short")


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
