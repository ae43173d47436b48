"""A bare chat Game Master: a model, the world in a system prompt, and the conversation. No referee, no critic.

It is what most play with; here it stands beside the whole service, on the same model and the same inputs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass, field

from gamemaster.narration.prompts.markup import Disowned, Script, Speech
from gamemaster.rules.state import Span
from inference.engine import Kind, Sampling, new_request_id
from inference.remote.client import AsksByMessages, ChatMessage, ChatRequest
from worlds.per_world import per_world
from worlds.schema import Exit, World

KEPT_TURNS = 20  # of the conversation; what is older it forgets, as such programs do
MOST_TOKENS, DEADLINE_S = 400, 120.0
RULES = (
    "You are the Game Master of an interactive story. The player writes what they do; you answer in the second person, "
    "in two to four paragraphs of prose, with what comes of it. Keep strictly to the world below and to all that has "
    "happened: things are where they were left, the dead stay dead, people speak only where they are, and what the "
    "player has not found out stays hidden. Write the words of a person as a line that begins with @ and the person's "
    "id, as in “@hild: Shut the door.”"
)


@dataclass(eq=False)
class BareMaster:
    """One story's conversation with a model. Raises what the model's engine raises."""

    model: AsksByMessages
    world: World
    opening: str
    said: list[ChatMessage] = field(default_factory=list)

    async def answer(self, words: str) -> list[Span]:
        """What it tells to the player's words, as spans."""
        self.said.append(ChatMessage("user", words))
        head = ChatMessage("system", f"{world_text(self.world)}\n\nHow the story began:\n{self.opening}")
        messages = (head, *self.said[-2 * KEPT_TURNS - 1 :])
        request = ChatRequest(new_request_id(), messages, Sampling(MOST_TOKENS), deadline_s=DEADLINE_S)
        text = ""
        async with aclosing(self.model.generate(request)) as deltas:
            async for delta in deltas:
                text += delta.text if delta.kind is Kind.CONTENT else ""
        self.said.append(ChatMessage("assistant", text or "…"))
        return list(spans_of(self.world, text))


def spans_of(world: World, text: str) -> Iterator[Span]:
    """A chat model's prose as the critic reads it: paragraphs, and lines that somebody speaks."""
    script = Script({who: person.name for who, person in world.characters.items()})
    events = [*script.feed(text), *script.finish(whole=True)]
    spans: list[Span] = []
    for event in events:
        if isinstance(event, Disowned):
            continue
        if not event.opens and spans:
            spans[-1] = spans[-1].model_copy(update={"text": spans[-1].text + event.text})
        elif isinstance(event, Speech):
            spans.append(Span(kind="speech", speaker=event.speaker, text=event.text))
        else:
            spans.append(Span(kind="narration", text=event.text))
    yield from (span for span in spans if span.text.strip())


@per_world
def world_text(world: World) -> str:
    """The world as a chat Game Master is told it: what it is, its places, people and things."""
    places = (f"- {one.id}: {one.name}; leads to {_ways(one.exits)}" for one in world.locations.values())
    people = (
        f"- {one.id}: {one.name}, at {one.at}. {one.persona.strip()} Secret: {one.secret.strip() or 'none'}"
        for one in world.characters.values()
    )
    things = (f"- {one.id}: {one.name}, at {one.at}" for one in world.items.values())
    return "\n".join(
        [
            RULES,
            "",
            world.bible.strip(),
            "",
            "Places:",
            *places,
            "",
            "People:",
            *people,
            "",
            "Things:",
            *things,
        ]
    )


def _ways(exits: tuple[Exit, ...]) -> str:
    return ", ".join(way.to for way in exits) or "nowhere"
