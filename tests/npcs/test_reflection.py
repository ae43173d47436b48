"""Tests of the beliefs that grow from memories."""

import json

import pytest

from npcs.memory import Memory
from npcs.reflection import (
    MOST_BELIEFS,
    MOST_CONSIDERED,
    REFLECT_AT,
    Reflection,
    beliefs_from,
    is_due,
    memories_to_consider,
    plain_beliefs,
    request,
)
from tests.npcs.memories import memory

THEFTS = [
    memory(
        "hild", n, f"I saw the guest take thing {n}.", people=("player",), about="deed:theft", importance=6
    )
    for n in range(1, 4)
]


def reflection(memories: list[Memory]) -> Reflection:
    return Reflection("hild", "Hild", 20, 100, "hall", tuple(memories), "the guest")


def test_a_character_reflects_when_enough_has_happened_since_last_time() -> None:
    ten = REFLECT_AT // 10
    memories = [memory("hild", n, "A grave thing.", importance=10) for n in range(ten)]
    assert is_due(memories)
    assert not is_due(memories[:-1])
    belief = memory("hild", 50, "I trust nobody.", source="reflected", importance=7)
    assert not is_due([*memories, belief, *memories[:-1]])
    assert is_due([*memories, belief, *memories])


def test_only_memories_of_the_player_are_considered_and_not_too_many() -> None:
    weather = memory("hild", 5, "It snowed.", importance=10)
    belief = memory("hild", 6, "They steal.", source="reflected", people=("player",))
    assert memories_to_consider([weather, *THEFTS, belief]) == tuple(THEFTS)
    many = [memory("hild", n, "Again.", people=("player",), importance=n % 10 + 1) for n in range(200)]
    chosen = memories_to_consider(many)
    assert len(chosen) == MOST_CONSIDERED
    assert list(chosen) == sorted(chosen, key=lambda m: m.turn)
    assert min(m.importance for m in chosen) == 9


def test_a_model_is_asked_with_the_memories_and_nothing_else() -> None:
    past = memory("hild", 9, "The guest had my father's axe.", people=("player",), invalid_at=60)
    asked = request(reflection([*THEFTS, past]))
    assert asked.material.splitlines()[0] == "1. I saw the guest take thing 1."
    assert asked.material.splitlines()[3] == "4. (no longer so) The guest had my father's axe."
    assert "Hild" in asked.instruction


def test_a_models_beliefs_rest_on_memories() -> None:
    answer = [
        {"belief": "The guest steals from us.", "because": [1, 3]},
        {"belief": "The guest is a king.", "because": [7, 8]},
        {"belief": "The guest is left-handed.", "because": [2]},
    ]
    (belief,) = beliefs_from(json.dumps(answer), reflection(THEFTS))
    assert belief.text == "The guest steals from us."
    assert (belief.source, belief.owner, belief.about) == ("reflected", "hild", "person:player")
    assert belief.evidence == ("1-hild-0", "3-hild-0")
    assert belief.id not in {m.id for m in THEFTS}


@pytest.mark.parametrize(
    "answer", ["", "no", "{}", "[1]", '[{"belief": ""}]', '[{"belief": "x", "because": 1}]']
)
def test_an_answer_that_is_none_is_refused(answer: str) -> None:
    with pytest.raises(ValueError, match="reflection"):
        beliefs_from(answer, reflection(THEFTS))


def test_without_a_model_deeds_are_counted() -> None:
    one = THEFTS[:1]
    assert plain_beliefs(reflection(one), {}) == []
    (belief,) = plain_beliefs(reflection(THEFTS), {})
    assert belief.text == "The guest takes what belongs to others; I count my things when they have gone."
    assert belief.evidence == ("1-hild-0", "2-hild-0", "3-hild-0")
    assert plain_beliefs(reflection(THEFTS), {}) == [belief]


def test_without_a_model_feelings_and_promises_count_too() -> None:
    promise = memory("hild", 9, "The guest swore to come back.", people=("player",), about="promise:back")
    texts = [b.text for b in plain_beliefs(reflection([promise]), {"trust": 4, "fear": 1}, kept=1)]
    assert texts == ["The guest keeps a promise.", "I have come to trust the guest."]
    texts = [b.text for b in plain_beliefs(reflection([promise]), {"affection": -5}, broken=1)]
    assert texts == [
        "The guest promises more than they keep.",
        "I do not like the guest, and I have my reasons.",
    ]
    assert plain_beliefs(reflection([promise]), {"trust": 2}, kept=1, broken=1) == []


def test_there_are_never_many_beliefs_at_once() -> None:
    deeds = [
        memory("hild", n, "A deed.", k, people=("player",), about=f"deed:{deed}")
        for k, deed in enumerate(("theft", "violence", "kindness", "lie", "help"))
        for n in (1, 2)
    ]
    assert len(plain_beliefs(reflection(deeds), {"fear": 5})) == MOST_BELIEFS
