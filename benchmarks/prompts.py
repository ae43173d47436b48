"""Requests as real turns make them: a story of The Long Night as it was played, prompt by growing prompt.

    python -m benchmarks.prompts [--quick]

What prompts are made of: tokens by part, as the scripted tokenizer counts them (about 4.5 characters each). Of the head
and the state that a story begins with, their size; of what a turn adds, the mean over stories as bots play them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import Figures, options_parser, result
from gamemaster.authoring.bots import RandomBot
from gamemaster.narration.prompts.markup import markup_of
from gamemaster.narration.prompts.outcome_schema import in_scene, outcome_json, schema
from gamemaster.narration.prompts.prompt import PromptBasis, Transcript, Zone, open_epoch
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Roll
from gamemaster.rules.state import StoryState
from inference.chat_template import ChatFormat, derive
from inference.engine import GenerationRequest, Sampling, new_request_id
from inference.scripted.engine import ScriptedEngine
from inference.scripted.tokenizer import ScriptedTokenizer
from worlds.loader import load_world
from worlds.schema import World

ROOT = Path(__file__).resolve().parent.parent
WORLDS = ("long_night", "lighthouse")
STORIES, TURNS = 3, 60
ADDED = ("feed", "brought_up", "words", "outcome", "ruling", "narration")  # by a turn
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
        turn, transcript, played = _turn(chat, world, transcript, state, words)
        state = played.after
        found.append(turn)
        if until is not None and len(found) > BEYOND and len(found[-BEYOND].ruling) >= until:
            break
    return found


def _turn(
    chat: ChatFormat, world: World, transcript: Transcript, state: StoryState, words: str
) -> tuple[Turn, Transcript, Played]:
    roll: Roll = roll_for(state.seed, state.turn + 1)
    scene = Scene(world, state, words, roll)
    asked = transcript.ask(state, words, in_scene(scene))
    played = play(world, state, words)
    ruled = asked.rule(chat.encode(outcome_json(played.outcome)), state, played.ruling, played.after)
    told = markup_of([(span.speaker, span.text) for span in played.spans])
    closed = ruled.close(chat.encode(told), played.after.turn, f"benchmark-{played.after.turn:04d}")
    turn = Turn(played.after.turn, asked.prompt.ids, schema(scene), ruled.prompt.ids)
    return turn, closed, played


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


def parts(world: World, stories: int, turns: int) -> Counter[str]:
    """Tokens by part: of the head and the story's beginning, and the mean of what each turn added."""
    chat = derive(ScriptedTokenizer({}), ScriptedEngine().info)
    found, played_turns = Counter[str](), 0
    for seed in range(1, stories + 1):
        state, bot, last = begin(world, seed), RandomBot(seed), None
        transcript = open_epoch(PromptBasis.of(chat, world), state)
        for segment in transcript.prompt.segments:
            found[f"{segment.zone.value} {segment.name}"] = len(segment.ids)
        while state.ended is None and state.turn < turns:
            _, transcript, last = _turn(chat, world, transcript, state, bot.next(world, state, last))
            state, played_turns = last.after, played_turns + 1
        for segment in transcript.prompt.segments:
            if segment.zone is Zone.TRANSCRIPT and segment.name in ADDED:
                found[segment.name] += len(segment.ids)
    return Counter(
        {name: round(count / played_turns) if name in ADDED else count for name, count in found.items()}
    )


def main() -> None:
    given = options_parser(__doc__, quick="one story of ten turns").parse_args()
    figures: Figures = {}
    for name in WORLDS:
        found = parts(load_world(ROOT / "worlds" / name), *((1, 10) if given.quick else (STORIES, TURNS)))
        figures |= {f"{name}_{part.replace(' ', '_')}": count for part, count in found.items()}
        figures[f"{name}_head"] = sum(
            count for part, count in found.items() if part.startswith(Zone.HEAD.value)
        )
    result("prompts", figures)


if __name__ == "__main__":
    main()
