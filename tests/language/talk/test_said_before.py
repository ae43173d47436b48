"""What somebody said last, wherever the words came from, and which of them a question says back."""

from __future__ import annotations

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.talk.said_before import Saying, questions_put_by, sayings_of, words_said_back
from gamemaster.play.opening import begin
from gamemaster.rules.state import Span
from tests.casekit import cases
from tests.worldkit import world_at

CITY = "tests/worlds_modern/brannigan"


@cases
def test_the_words_that_are_said_back_begin_at_their_article(said: str, asked: str, back: str) -> None:
    saying = Saying("otis", said, None, 1, frozenset())
    assert words_said_back(saying, words_of(plain(asked))) == back


def test_what_nobody_wrote_is_their_last_words_as_well() -> None:
    world = world_at(CITY)
    state = begin(world, 11)
    state.turn = 3
    state.hear([Span(kind="speech", speaker="otis", text="Watch the hands. Will you?")])
    first = sayings_of(world, state, "otis")[0]
    assert (first.text, first.turn, first.written) == ("Watch the hands. Will you?", 3, False)
    assert questions_put_by(world, state, "otis") == [" Will you?"]
