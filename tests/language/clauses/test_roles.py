"""Tests of roles: forty inputs of each, judged strictly, and orders that vanish where nothing is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.authoring.strict_judge import judge_strictly
from gamemaster.language.clauses.roles import stretches
from gamemaster.language.names.normalization import words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at

ROOT = Path(__file__).parents[3]
WORLD = world_at("worlds/long_night")
LISTS = sorted((ROOT / "tests" / "inputs").glob("roles_*.jsonl"))
LEAST = 0.95  # of each list; what is left is named by the judge

# Orders that would show: what is lost by them is asserted not to be.
ORDERS = (
    "go to the yard",
    "drop my cloak",
    "throw the wooden horse into the fire",
    "take the boar-spear",
    "sleep until morning",
    "attack Ragnhild",
    "burn the benches",
    "eat the porridge",
    "wait two hours",
)
PASTS = (
    "went to the yard",
    "dropped my cloak",
    "threw the wooden horse into the fire",
    "took the boar-spear",
    "slept until morning",
    "attacked Ragnhild",
    "burned the benches",
    "ate the porridge",
    "waited two hours",
)
FRAMES = (
    'I say to Ragnhild, "{0}."',
    '"{0}," I tell Ragnhild.',
    "I look at the shields to {0}.",
    "I don't {0}.",
    "I will never {0}.",
    "I wish I could {0}.",
    "I wonder what would happen if I were to {0}.",
    "Could I {0}?",
    "I can {0}.",
    "Evening. I can {0}, if it helps.",
    "((I {0}))",
    "If the dead could {0}, I look at the shields.",
)


def hall() -> StoryState:
    state = new_story(WORLD, 1)
    state.place = "hall"
    return state


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_roles_of_a_list(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = judge_strictly(WORLD, lines)
    assert len(lines) >= 40
    assert found.share >= LEAST, [miss.input for miss in found.misses]
    assert found.harms == []


def assert_nothing_was_done(words: str) -> None:
    before = hall()
    turn = play(WORLD, before, words)
    assert turn.after.place == before.place, words
    assert turn.after.items == before.items, words
    assert turn.ruling.minutes <= 15, words
    assert not any(person.wounds for person in turn.after.characters.values()), words


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("order", ORDERS)
def test_an_order_that_is_not_given_now_does_nothing(order: str, frame: str) -> None:
    assert_nothing_was_done(frame.format(order))


@pytest.mark.parametrize("past", PASTS)
def test_what_was_done_before_something_of_now_is_over(past: str) -> None:
    assert_nothing_was_done(f"I {past}. Now I look at the shields.")
    assert_nothing_was_done(f"Yesterday I {past}, and then I was sorry. I smile at Ragnhild.")


@pytest.mark.parametrize("past", ["went to the yard", "burned the benches", "threw the horse into the fire"])
def test_a_grave_deed_told_in_the_past_tense_alone_is_asked_back(past: str) -> None:
    state = hall()
    reading = understand(WORLD, state, f"I {past}.")
    assert (reading.intents, reading.unclear) == ((), "clarify")
    assert_nothing_was_done(f"I {past}.")


def test_a_light_deed_told_in_the_past_tense_is_role_play() -> None:
    reading = understand(WORLD, hall(), "I nodded and took the boar-spear.")
    assert [(intent.verb, intent.objects) for intent in reading.intents] == [
        ("express", ()),
        ("take", ("boar_spear",)),
    ]


@pytest.mark.parametrize(
    ("words", "roles"),
    [
        ("stepping over the bench, i take the torch", ["manner", "act"]),
        ("i take the torch so that nobody sees it", ["act", "purpose"]),
        ("before going in, i rub my face", ["time", "emote"]),
        ("he laughed and took it", ["background", "background"]),
        ("i smile, then take the torch", ["emote", "act"]),
        ("take the spear, no wait, take the torch", ["act"]),
        ("take the torch, the bowl and the horse", ["act"]),
        ("i tell ragnhild that i took nothing and that i am sorry", ["speech"]),
    ],
)
def test_a_sentence_is_cut_by_roles(words: str, roles: list[str]) -> None:
    found = stretches(scope_of(WORLD, hall()), words_of(words), False)
    assert [stretch.role for stretch in found] == roles
