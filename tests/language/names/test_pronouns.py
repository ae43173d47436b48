"""What "it" stands for: a thing, an animal, a threat where one is faced; never a person, nor what was named before."""

from __future__ import annotations

from gamemaster.language.names.noun_index import resolve, scope_of
from gamemaster.language.names.pronouns import pronoun, without_threats
from gamemaster.language.understanding import understand
from tests.worldkit import begin, sample


def scene(**focus: str):  # type: ignore[no-untyped-def]
    state = begin().clone()
    state.focus.update(focus)
    return state


def test_it_is_no_person() -> None:
    who = next(name for name, person in sample().characters.items() if person.pronoun != "it")
    assert pronoun(scope_of(sample(), scene(it=who)), "it") != who


def test_it_is_a_threat_only_where_one_is_faced() -> None:
    name = next(iter(sample().threats))
    state = scene(it=name)
    state.threats[name] = state.threats[name].model_copy(update={"place": state.place, "awake": True})
    assert pronoun(scope_of(sample(), state), "it") == name
    assert pronoun(without_threats(scope_of(sample(), state)), "it") is None
    state.threats[name] = state.threats[name].model_copy(update={"place": "nowhere"})
    assert pronoun(scope_of(sample(), state), "it") is None


def test_it_is_nothing_older_than_what_was_named_and_is_not_there() -> None:
    intents = understand(sample(), scene(it="box"), "take the xylophone and open it").intents
    assert all("box" not in intent.objects for intent in intents)


def test_words_name_something_else_after_a_walk_and_with_something_else_in_mind() -> None:
    scope = scope_of(sample(), begin())
    way = scope.ways[0].to
    words = sample().locations[way].name.casefold().split()
    here = resolve(scope, words)
    assert here is not None
    assert resolve(scope, words) is here, "looked up once"
    scope.focus = {**scope.focus, "it": here.thing}
    assert resolve(scope, words) is not here
    here = resolve(scope, words)
    scope.walk_to(way)
    assert resolve(scope, words) is not here
