"""The player's own lot is the Game Master's: duties, the hour that all wait for, a walk that nobody meant."""

from __future__ import annotations

from tests.casekit import cases
from tests.scenekit import play_in, text_of


@cases
def test_what_the_player_asks_of_their_lot_is_told_by_the_game_master(
    world: str, place: str, here: str, words: str, told: str
) -> None:
    before, turn = play_in(world, place, words, here)
    assert turn.after.minutes == before.minutes
    assert not [span for span in turn.spans if span.speaker]
    assert told in text_of(turn)


def test_what_is_left_open_is_said_to_the_player() -> None:
    _, turn = play_in("worlds/lighthouse", "store", "GM, do I actually snore before then?", "jory")
    assert "Whether i" not in text_of(turn)


@cases
def test_whoever_is_not_known_is_asked_after_and_not_gone_to(
    world: str, place: str, here: str, words: str
) -> None:
    _, turn = play_in(world, place, words, here)
    assert turn.after.place == place
    assert [one.topic for one in turn.outcome.intents] == ["known"]
