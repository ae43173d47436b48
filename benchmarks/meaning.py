"""Whether people answer what is meant: questions whose answer is written, put to whoever can answer them.

Run `python -m benchmarks.meaning [LIST] [--missed]`. A line of the list (`meant.jsonl`) is a question, whom it is put
to, alone with the player when a story begins, and the topics or answers of theirs that tell what it asks for. Whoever
wrote these had read the lines, and neither the code nor the phrases that it compares with.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.measuring import result
from gamemaster.narration.understudy.answers.in_character.meaning import ranking_of
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.rules.conditions import holds
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Discuss, Outcome
from gamemaster.rules.referee import open_turn
from gamemaster.rules.state import StoryState
from worlds.loader import load_world
from worlds.schema import NOWHERE, World

LIST = Path(__file__).with_name("meant.jsonl")


@dataclass(frozen=True)
class Question:
    world: Path
    who: str
    input: str
    meant: frozenset[str]  # "topic home", "answer sister_age"


@dataclass(frozen=True)
class Found:
    """Whether the best and the three best by meaning are what was meant, and whether the answer in play was."""

    question: Question
    first: bool
    among_three: bool
    in_play: bool
    told: str


def questions_of(file: Path) -> list[Question]:
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [Question(Path(row["world"]), row["who"], row["input"], frozenset(row["meant"])) for row in rows]


_world = cache(load_world)


def alone_with(world: World, who: str) -> StoryState | None:
    """The beginning of a story, the player with that one only; None where they are nowhere yet."""
    state = begin(world, 11).model_copy(deep=True)
    place = state.characters[who].place
    if place == NOWHERE:
        return None
    state.place = place
    state.visited[place] = 1
    for one, there in state.characters.items():
        if one != who and there.place == place:
            there.place = NOWHERE
    state.characters[who].met = True
    return state


def _open_now(world: World, state: StoryState, question: Question) -> frozenset[str]:
    person = world.characters[question.who]
    entries = {
        **{f"topic {key}": topic.when for key, topic in person.topics.items()},
        **{f"answer {key}": answer.when for key, answer in person.answers.items()},
    }
    return frozenset(key for key in question.meant if holds(entries[key], world, state))


def put(questions: Iterable[Question]) -> Iterator[Found]:
    """Puts each whose answer is open as a story begins."""
    for question in questions:
        world = _world(question.world)
        state = alone_with(world, question.who)
        if state is None or not (meant := _open_now(world, state, question)):
            continue
        played = play(world, state, question.input)
        draft = open_turn(world, state, Outcome(), roll_for(state.seed, state.turn + 1))
        ranked = [one.key for one in ranking_of(draft, question.who, question.input)]
        discussed = {
            key
            for one in played.outcome.changes
            if isinstance(one, Discuss) and one.who == question.who
            for key in (f"topic {one.topic}", f"answer {one.topic}")
        }
        told = " / ".join(" ".join(span.text.split()) for span in played.spans)
        yield Found(
            question,
            bool(ranked) and ranked[0] in meant,
            not meant.isdisjoint(ranked[:3]),
            bool(meant & discussed),
            told,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list", nargs="?", type=Path, default=LIST, help="a list like meant.jsonl")
    parser.add_argument("--missed", action="store_true", help="show what was answered otherwise")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for found in put(questions_of(options.list)):
        counts.update(
            {"put": 1, "first": found.first, "among_three": found.among_three, "in_play": found.in_play}
        )
        if options.missed and not found.in_play:
            meant = ", ".join(sorted(found.question.meant))
            print(f"{found.question.who}: {found.question.input}\n  meant {meant}; told {found.told[:200]}")
    result("meaning", dict(counts))


if __name__ == "__main__":
    main()
