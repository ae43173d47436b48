"""What is said to somebody and asks nothing is answered to its matter, in words that nobody has said before."""

from __future__ import annotations

from gamemaster.language.talk.forces.remark_kinds import REMARKS
from gamemaster.narration.understudy.understudy import Played, play_without_suggestions
from gamemaster.rules.proposal import Answer, ChangeRelation, Discuss, MakePromise
from gamemaster.rules.state import StoryState
from tests.casekit import cases
from tests.scenekit import play_in, scene
from tests.worldkit import world_at
from worlds.schema import PLAYER

INN = "worlds/templates/inn"


def _turn_on(words: str, state: StoryState | None = None) -> tuple[StoryState, Played]:
    before = state or scene(INN, "parlour", "marta")
    return before, play_without_suggestions(world_at(INN), before, words)


@cases
def test_a_remark_is_told_to_whoever_hears_it_and_does_nothing_else(words: str, kind: str) -> None:
    before, turn = _turn_on(words)
    assert [(one.verb, one.objects, one.force) for one in turn.outcome.intents] == [("tell", ("marta",), kind)]
    assert (turn.after.place, turn.after.items) == (before.place, before.items)
    assert {one.op for one in turn.outcome.changes} <= {"answer", "discuss", "relation", "promise", "greet"}
    assert any(isinstance(one, (Answer, Discuss)) for one in turn.outcome.changes)


@cases
def test_what_looks_like_a_remark_and_is_none_is_read_as_before(words: str) -> None:
    _, turn = _turn_on(words)
    assert all(one.force not in REMARKS for one in turn.outcome.intents)


def test_the_matter_of_a_remark_is_said_back() -> None:
    _, turn = play_in(INN, "parlour", '"My uncle kept geese on this very pass."', here="marta")
    answer = next(one for one in turn.outcome.changes if isinstance(one, Answer))
    assert "our uncle kept geese" in answer.texts[0]


def test_no_sentence_is_said_twice_to_remarks_of_one_kind() -> None:
    state = scene(INN, "parlour", "marta")
    told: list[str] = []
    for what in ("goats", "bees", "pigeons"):
        _, turn = _turn_on(f'"I once kept {what} in my own bedroom."', state)
        spoken = " ".join(span.text for span in turn.spans)
        told += [part.strip() for part in spoken.split(".") if part.strip()]
        state = turn.after
    assert len(told) == len(set(told))


def test_a_warning_wins_a_little_trust_and_an_insult_costs_a_little() -> None:
    _, warned = _turn_on('"Don\'t go near the cellar tonight."')
    assert warned.after.characters["marta"].toward(PLAYER).trust == 1
    _, insulted = _turn_on('"You\'re slow and this inn stinks and so do you."')
    assert [one.affection for one in insulted.outcome.changes if isinstance(one, ChangeRelation)] == [-1]


def test_who_agrees_to_a_deed_has_promised_it() -> None:
    _, turn = _turn_on('"Fine, I\'ll do it. I\'ll carry your post down to the valley."')
    given = [one for one in turn.outcome.changes if isinstance(one, MakePromise)]
    assert [one.by for one in given] == [PLAYER]
    assert "carry" in given[0].what


def test_who_is_asked_to_keep_silent_gives_their_word_once() -> None:
    before, turn = _turn_on("\"Don't tell anyone that I was in the cellar.\"")
    given = [one for one in turn.outcome.changes if isinstance(one, MakePromise)]
    assert [one.by for one in given] == ["marta"]
    assert before.promises == {}
