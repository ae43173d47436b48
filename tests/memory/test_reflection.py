"""A character's reflection by a model: a request of its own, in the background lane, on that character's memories."""

from __future__ import annotations

import json

import pytest

from gamemaster.memory.reflection import TokenMuser
from inference.chat_template import derive
from inference.engine import GenerationRequest, Lane
from npcs.memory import Memory
from npcs.reflection import Reflection
from tests.modelkit import Actor, Line

MINE = tuple(
    Memory(
        id=f"{n}-mara-0",
        owner="mara",
        turn=n,
        minute=n,
        people=("player",),
        text=f"I saw the stranger take {what}.",
    )
    for n, what in ((1, "the bread"), (2, "the coin"))
)
ABOUT = Reflection("mara", "Mara", 3, 15, "yard", MINE)


class Model(Actor):
    """Gives one answer to every request."""

    def __init__(self, answer: str) -> None:
        super().__init__([])
        self.answer = answer

    def line_for(self, request: GenerationRequest) -> Line | str:
        return self.answer


async def test_it_is_shown_its_own_memories_and_nothing_else() -> None:
    model = Model(json.dumps([{"belief": "The stranger takes what is not theirs.", "because": [1, 2]}]))
    chat = derive(model.tokenizer, model.info)
    beliefs = await TokenMuser(model, chat).beliefs(ABOUT)
    assert [(one.owner, one.text, one.source) for one in beliefs] == [
        ("mara", "The stranger takes what is not theirs.", "reflected")
    ]
    assert beliefs[0].evidence == ("1-mara-0", "2-mara-0")
    (request,) = model.requests
    assert request.lane is Lane.BACKGROUND
    shown = chat.decode(request.token_ids)
    assert all(memory.text in shown for memory in MINE)
    assert request.json_schema is not None


async def test_an_answer_that_is_none_is_an_error() -> None:
    model = Model("They steal.")
    with pytest.raises(ValueError, match="not JSON"):
        await TokenMuser(model, derive(model.tokenizer, model.info)).beliefs(ABOUT)
