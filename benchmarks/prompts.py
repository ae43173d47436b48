"""Requests as real turns make them: a story of The Long Night as it was played, prompt by growing prompt."""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.narration.prompts.markup import markup_of
from gamemaster.narration.prompts.outcome_schema import in_scene, outcome_json, schema
from gamemaster.narration.prompts.prompt import PromptBasis, Transcript, open_epoch
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Roll
from gamemaster.rules.state import StoryState
from inference.chat_template import ChatFormat
from inference.engine import GenerationRequest, Sampling, new_request_id
from worlds.schema import World

BEYOND = 6  # turns that a story goes on for once it is long enough


@dataclass(frozen=True)
class Turn:
    """The two prompts of a turn, and the grammar of the first."""

    number: int
    ruling: tuple[int, ...]
    schema: str
    telling: tuple[int, ...]


@dataclass(frozen=True)
class Lengths:
    """Tokens that each stage may write."""

    outcome: int = 640
    narration: int = 400


def recorded_story(
    chat: ChatFormat, world: World, seed: int, turns: int, until: int | None = None
) -> list[Turn]:
    """A story played by the suggestions of its own pages. Its past is in the prompts as it was ruled and told.

    It ends after `turns`, or a few turns after the prompts have `until` tokens.
    """
    state = begin(world, seed)
    transcript = open_epoch(PromptBasis.of(chat, world), state)
    found: list[Turn] = []
    for number in range(1, turns + 1):
        if state.ended is not None:
            break
        words = (suggest(world, state) or ("wait",))[(seed + number) % 2 - 1]
        turn, transcript, state = _turn(chat, world, transcript, state, words)
        found.append(turn)
        if until is not None and len(found) > BEYOND and len(found[-BEYOND].ruling) >= until:
            break
    return found


def _turn(
    chat: ChatFormat, world: World, transcript: Transcript, state: StoryState, words: str
) -> tuple[Turn, Transcript, StoryState]:
    roll: Roll = roll_for(state.seed, state.turn + 1)
    scene = Scene(world, state, words, roll)
    asked = transcript.ask(state, words, in_scene(scene))
    played = play(world, state, words)
    ruled = asked.rule(chat.encode(outcome_json(played.outcome)), state, played.ruling, played.after)
    told = markup_of([(span.speaker, span.text) for span in played.spans])
    closed = ruled.close(chat.encode(told), played.after.turn, f"benchmark-{played.after.turn:04d}")
    turn = Turn(played.after.turn, asked.prompt.ids, schema(scene), ruled.prompt.ids)
    return turn, closed, played.after


def requests_of(
    turn: Turn, chat: ChatFormat, budget: int, lengths: Lengths, deadline_s: float
) -> tuple[GenerationRequest, GenerationRequest]:
    """What the model narrator asks in this turn, with another reasoning budget."""
    ruling = GenerationRequest(
        new_request_id(),
        turn.ruling,
        Sampling(budget + lengths.outcome, stop_token_ids=chat.stops),
        json_schema=turn.schema,
        deadline_s=deadline_s,
    )
    telling = GenerationRequest(
        new_request_id(),
        turn.telling,
        Sampling(lengths.narration, stop_token_ids=chat.stops),
        deadline_s=deadline_s,
    )
    return chat.with_reasoning(ruling, budget), telling
