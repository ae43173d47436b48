"""A reported question is put to somebody's face as they would be asked it."""

from __future__ import annotations

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.reported_questions import put_directly
from tests.casekit import cases
from tests.scenekit import state_at
from tests.worldkit import world_at

LONG_NIGHT = "worlds/long_night"


@cases
def test_it_is_put_to_their_face(who: str, reported: str, asked: str) -> None:
    scope = scope_of(world_at(LONG_NIGHT), state_at(LONG_NIGHT))
    assert " ".join(put_directly(scope, who, words_of(plain(reported)))) == asked
