"""Stored stories' prompts made again for people: with the model's own tokenizer where there is one, else by guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gamemaster.authoring.prompt_view import PromptShown, prompt_shown
from gamemaster.errors import UserError
from gamemaster.narration.prompts.append_only import Report, check_story, requests_of, requests_of_last
from gamemaster.narration.prompts.chat_messages import CHARACTERS_PER_TOKEN, TextFormat
from gamemaster.narration.prompts.prompt import Format, PromptBasis
from gamemaster.narration.prompts.settings import Budgets, PromptSettings
from gamemaster.rules.state import StoryState, TurnRecord
from worlds.schema import World

GUESS = f"none: {CHARACTERS_PER_TOKEN} characters count as a token"


class NoSuchTurnError(UserError):
    """The story has no such turn."""

    def __init__(self, turn: int, last: int) -> None:
        there_are = f"choose one from 1 to {last}" if last else "nothing was played yet"
        super().__init__(f"the story has no turn {turn}: {there_are}")
        self.turn, self.last = turn, last


@dataclass(frozen=True)
class Tokenized:
    """How prompts are made again. `room`: the tokens that the engine had, as far as is known."""

    chat: Format = field(default_factory=TextFormat)
    name: str = GUESS
    exact: bool = False
    settings: PromptSettings = field(default_factory=PromptSettings)
    room: int | None = None

    def basis(self, world: World) -> PromptBasis:
        return PromptBasis.of(self.chat, world, self.budgets())

    def budgets(self) -> Budgets:
        """Those of the story's zone and head hang on the room; where it is not known, nothing was left out of them."""
        if self.room is not None:
            return self.settings.budgets(self.room)
        return Budgets(feed=self.settings.feed_tokens, words=self.settings.words_tokens)


@dataclass(frozen=True)
class StoredTurns:
    """A story as the store has it: all its turns, and the state after them."""

    story: str
    world: World
    records: Sequence[TurnRecord]
    state: StoryState
    stamps: Mapping[str, str]  # world hash and code version of now


def show(stored: StoredTurns, turn: int, how: Tokenized) -> PromptShown:
    """The prompts of a turn. Raises as `gamemaster.narration.prompts.append_only.requests_of`; NoSuchTurnError."""
    upto = [record for record in stored.records if record.number <= turn]
    if not upto or upto[-1].number != turn:
        raise NoSuchTurnError(turn, len(stored.records))
    state = stored.state
    for record in reversed(stored.records[len(upto) :]):
        state = record.patch.undo(state)
    asked = requests_of_last(how.basis(stored.world), upto, state)
    return prompt_shown(stored.story, asked, how.chat, how.name, exact=how.exact)


def check(stored: StoredTurns, how: Tokenized) -> Report:
    """Whether the story keeps the prompt contract. Raises as `gamemaster.narration.prompts.append_only.requests_of`."""
    asked = requests_of(how.basis(stored.world), stored.records, stored.state)
    return check_story(list(asked), how.chat, stored.stamps)
