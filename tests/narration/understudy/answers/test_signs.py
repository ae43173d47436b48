"""Whether anything is wrong with one thing is answered of that thing, and not of whatever else stands there."""

from __future__ import annotations

from gamemaster.language.wording.stock_lines import name_of
from tests.casekit import cases
from tests.scenekit import play_in, text_of
from tests.worldkit import world_at

WORLD = "worlds/lighthouse"


@cases
def test_what_is_asked_of_one_thing_is_told_of_no_other(place: str, words: str, thing: str) -> None:
    before, turn = play_in(WORLD, place, words)
    told = text_of(turn)
    others = {one.id for one in world_at(WORLD).locations[place].notice.values()} - {thing}
    assert turn.after.minutes == before.minutes
    assert not [one for one in others if name_of(world_at(WORLD), one) in told]


@cases
def test_what_is_not_here_is_not_judged(place: str, words: str, said: str) -> None:
    before, turn = play_in(WORLD, place, words)
    assert said in text_of(turn)
    assert turn.after.minutes == before.minutes
