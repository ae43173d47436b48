"""What a question is about: what it asks after, before what only says where, when or how."""

from __future__ import annotations

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.questions.circumstances import circumstances
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.play.opening import begin
from tests.casekit import cases
from tests.worldkit import world_at


def topic(world: str, who: str, words: str) -> str:
    told = world_at(world)
    said = [word for word in words_of(plain(words)) if word[0].isalnum()]
    return subject_of(scope_of(told, begin(told, 5)), who, said).topic


@cases
def test_what_is_asked_after_comes_before_where_when_and_how(
    world: str, who: str, words: str, meant: str
) -> None:
    assert topic(world, who, words) == meant


@cases
def test_where_a_phrase_holds_all_that_is_named_it_is_what_is_asked_about(
    world: str, who: str, words: str, meant: str
) -> None:
    assert topic(world, who, words) == meant


@cases
def test_a_word_in_passing_is_no_topic_of_its_own(world: str, who: str, words: str) -> None:
    topics = world_at(world).characters[who].topics
    assert topic(world, who, words) not in topics


@cases
def test_circumstances(words: str, beside: str) -> None:
    said = words.split()
    assert " ".join(said[at] for at in sorted(circumstances(said))) == beside
