"""Judges play itself: bots type as people do, and every turn is held against what no turn may do. Pure.

- No leap of time that was not asked for.
- Nobody's name is shown whom the player has neither met nor sees.
- What a passage says of who and what is here agrees with the state.
- Failures, refusals and stock lines: at most one a turn, and few turns that end in nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from gamemaster.authoring.player_bots import Typed, TypistBot
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.rules.state import StoryState, new_story
from worlds.schema import PLAYER, World

STORY_TURNS = 40  # after them a bot begins anew
# Minutes that a turn may take which asks neither to wait, to rest, to go nor for something laborious.
MOST_UNASKED = 30
_ASKS_FOR_TIME = re.compile(
    r"\b(wait|rest|sleep|hour|go|head|walk|climb|follow|build|trap|block|search|open|push|set|pry|play|warm)\b",
    re.I,
)
KINDS = {
    "leap": "leaps of time that nobody asked for",
    "stranger": "names of people whom the player has not met",
    "contradiction": "passages that contradict the state",
    "failures": "turns with several failures",
}
_FAILED = frozenset({"rejected", "unclear", "unknown_topic", "said_again", "unwilling"})
_STOCK = frozenset(
    {"nothing_happens", "heard", "not_here", "who_not_here", "nobody_here", "need_tool", "which", "who"}
)
_NOT_FOLLOWED = frozenset({"not_followed", "half_followed", "which"})


@dataclass(frozen=True)
class Offence:
    kind: str  # leap, stranger, contradiction, failures
    run: int
    turn: int
    words: str
    told: str
    why: str


@dataclass
class PlayJudgement:
    """What came of all turns. Shares are 0 to 1."""

    world: str
    turns: int = 0
    stock: Counter[str] = field(default_factory=Counter)  # turns that ended in nothing but a failure, by role
    by_role: Counter[str] = field(default_factory=Counter)
    offences: list[Offence] = field(default_factory=list)
    stock_inputs: list[str] = field(default_factory=list)

    @property
    def stock_share(self) -> float:
        return self.stock.total() / self.turns if self.turns else 0.0

    def data(self) -> dict[str, Any]:
        kinds = Counter(offence.kind for offence in self.offences)
        return {
            "world": self.world,
            "turns": self.turns,
            "stock_share": self.stock_share,
            "stock_by_role": {role: self.stock[role] / count for role, count in sorted(self.by_role.items())},
            **{kind: kinds[kind] for kind in KINDS},
            "offences": [offence.__dict__ for offence in self.offences],
            "stock_inputs": self.stock_inputs,
        }


def judge_play(world: World, turns: int, seed: int = 1) -> PlayJudgement:
    """Let bots type `turns` inputs, each bot `STORY_TURNS` of them or until its story is over."""
    judgement, run = PlayJudgement(world.id), 0
    while judgement.turns < turns:
        _story(world, judgement, run, seed + run, turns)
        run += 1
    return judgement


def readable_judgement(judgement: PlayJudgement) -> Iterable[str]:
    """The judgement in lines for people."""
    data = judgement.data()
    yield f"{judgement.world}: {judgement.turns} turns"
    yield f"ended in a refusal or a stock line: {judgement.stock_share:.1%}"
    for role, share in data["stock_by_role"].items():
        yield f"  {role:10} {share:.1%} of {judgement.by_role[role]}"
    for kind, what in KINDS.items():
        yield f"{what}: {data[kind]}"
    for one in judgement.offences:
        yield f"  {one.kind}, run {one.run} turn {one.turn}: “{one.words}” ({one.why})"


def _story(world: World, judgement: PlayJudgement, run: int, seed: int, most: int) -> None:
    state, bot = new_story(world, seed), TypistBot(run)
    for _ in range(STORY_TURNS):
        if judgement.turns >= most or state.ended is not None:
            return
        typed = bot.next_input(world, state)
        turn = play(world, state, typed.words)
        judgement.turns += 1
        judgement.by_role[typed.role] += 1
        told = " ".join(span.text for span in turn.spans)
        if _came_to_nothing(turn):
            judgement.stock[typed.role] += 1
            judgement.stock_inputs.append(f"{typed.words} → {told[:160]}")
        for kind, why in faults(world, state, typed, turn):
            judgement.offences.append(Offence(kind, run, turn.after.turn, typed.words, told[:400], why))
        state = turn.after


def faults(world: World, before: StoryState, typed: Typed, turn: Played) -> Iterable[tuple[str, str]]:
    """What a turn does that no turn may do, each with its kind and reason."""
    if turn.ruling.minutes > MOST_UNASKED and not _ASKS_FOR_TIME.search(typed.words):
        yield "leap", f"{turn.ruling.minutes} minutes"
    for name in _strangers(world, before, typed, turn):
        yield "stranger", name
    for why in _contradictions(turn):
        yield "contradiction", why
    if (failed := _failures(turn)) > 1:
        yield "failures", f"{failed} lines of failure"


def _failures(turn: Played) -> int:
    """Lines that tell of a failure or of nothing: refusals, stock lines, words that were not followed."""
    told = sum(
        happening.kind in _FAILED or (happening.kind == "tried" and happening.detail.get("why") in _STOCK)
        for happening in turn.ruling.happenings
    )
    return told + sum(
        one.kind == "aside" and one.detail.get("why") in _NOT_FOLLOWED for one in turn.ruling.happenings
    )


def _came_to_nothing(turn: Played) -> bool:
    """Whether the turn holds nothing but failures."""
    failed = _failures(turn)
    by_itself = {"need", "threat_near", "beat", "remark", "arrived", "departed", "waited"}
    others = [one for one in turn.ruling.happenings if one.kind not in by_itself]
    return failed > 0 and failed >= len(others)


def _strangers(world: World, before: StoryState, typed: Typed, turn: Played) -> Iterable[str]:
    """Names in the narrator's own words and offers of people whom the player has neither met nor sees nor named."""
    heard = {one.who for one in turn.ruling.happenings if one.who}
    known = heard | {who for who, one in turn.after.characters.items() if one.met} | set(before.present())
    known |= set(turn.after.present())
    shown = " ".join(
        [
            *(" ".join([span.text, *span.choices]) for span in turn.spans if span.kind == "aside"),
            *turn.ruling.suggestions,
        ]
    )
    for who, person in world.characters.items():
        if (
            who not in known
            and re.search(rf"\b{re.escape(person.name)}\b", shown)
            and person.name not in typed.words
        ):
            yield person.name


def _contradictions(turn: Played) -> Iterable[str]:
    """Where what was told to be here is not, once the turn is over."""
    after = turn.after
    left = {one.who for one in turn.ruling.happenings if one.kind in ("departed", "died")}
    last = max((at for at, one in enumerate(turn.ruling.happenings) if one.kind == "place"), default=-1)
    for one in turn.ruling.happenings[last + 1 :]:
        if one.kind == "presence" and one.who not in after.present() and one.who not in left:
            yield f"{one.who} is told to be here and is not"
        if (
            one.kind == "lying"
            and one.what is not None
            and after.items.get(one.what) not in (after.place, PLAYER)
        ):
            yield f"{one.what} is told to lie here and does not"
