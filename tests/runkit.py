"""Runs made up for tests and screenshots of the report: as many turns as asked for, of realistic sizes, from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from gamemaster.replay.compare.compare import metrics_of
from gamemaster.replay.run import Judgement, Run, RunSession, RunTurn, Side, SideSpan, Violation

SENTENCES = (
    "The yard lies white and trodden, and the smoke of the hall goes straight up.",
    "Hild looks at you over the rim of the cup and says nothing for a while.",
    "Something knocks under the ice, once, and the boy stops counting.",
    "The door of the smithy is shut, and the bar has frozen to its iron.",
    "You turn the axe over; the haft is worn to another man's hand.",
    "Ulf laughs, not kindly, and moves his stool nearer to the fire.",
    "A dog barks beyond the sheds and is quiet again.",
    "There is a smell of tar, wet wool and old fish.",
    "The light is going, and nobody has yet lit the lamp.",
    "He counts the knocks on his fingers, and begins again at one.",
)
SAYINGS = (
    "I told you not to ask me that.",
    "Seven. It was six yesterday.",
    "Come in, or go out; the door is not a bench.",
)
INPUTS = (
    "look around", "ask hild about the knocking", "take the axe and follow ulf", "open the well", "wait an hour",
    "tell ragnhild that ulf is a thief", "go to the yard", "listen at the ice", "give the boy some bread",
)  # fmt: skip


def prose(dice: random.Random, sentences: int) -> list[SideSpan]:
    spans = [
        SideSpan(kind="narration", text=" ".join(dice.choices(SENTENCES, k=max(1, sentences // 2)))),
        SideSpan(kind="speech", speaker="hild", name="Hild", text=dice.choice(SAYINGS)),
        SideSpan(kind="narration", text=" ".join(dice.choices(SENTENCES, k=max(1, sentences // 2)))),
    ]
    return spans[: 1 + dice.randrange(3)]


def side(dice: random.Random, sentences: int = 8, slow: float = 1.0, narrator: str = "model") -> Side:
    first = slow * dice.lognormvariate(6.6, 0.35)
    return Side(
        spans=prose(dice, sentences),
        checks=["strength: 14+2 = 16 against 12: success"] if dice.random() < 0.3 else [],
        changed=["took the axe"] if dice.random() < 0.3 else [],
        rejected=["the door is barred from inside"] if dice.random() < 0.15 else [],
        suggestions=["Ask Hild about the knocking.", "Go out to the yard."],
        reason="complete",
        narrator=narrator,
        ms={"acknowledged": 12.0, "first_visible": round(first, 1), "total": round(first * 4, 1), "gap_p99": 38.0},
        tokens={"prompt": 9000, "cached": 8100, "reasoning": 120, "completion": 260},
        accept_length=round(2.4 + dice.random(), 2),
    )  # fmt: skip


def generate_run(
    turns: int, sessions: int = 4, seed: int = 1, *, slow: float = 1.3, faults: float = 0.02
) -> Run:
    """A regenerated run. `faults`: the share of turns with a violation; `slow`: now against then."""
    dice = random.Random(seed)
    made = [_turn(dice, index % sessions, index // sessions + 1, slow, faults) for index in range(turns)]
    made.sort(key=lambda turn: (turn.session, turn.turn))
    return Run(
        kind="regenerate",
        title=f"glm-5.3 answers {turns:,} recorded turns",
        started="2026-11-21T07:15:00+00:00",
        seconds=turns / 8,
        command="gamemaster replay regenerate tests/recordings --model /models/glm-5.3",
        stamps={
            "then": {"code": "8bd8948", "world": "3f21c0de", "model": "glm-5.2", "engine": "sglang 0.5.23"},
            "now": {"code": "0a54aa0", "world": "3f21c0de", "model": "glm-5.3", "engine": "sglang 0.5.23"},
        },
        metrics={**metrics_of(made), "prompt_same_share": 1.0},
        sessions=[
            RunSession(id=f"{n:032x}", file=f"{n:032x}-0001.jsonl.zst", world=world_of(n), turns=turns // sessions)
            for n in range(sessions)
        ],
        turns=made,
        errors={"EngineLost": sum(turn.error is not None for turn in made)},
        notes=["The first request of each session was not warmed."],
    )  # fmt: skip


def world_of(session: int) -> str:
    return ("long_night", "lighthouse")[session % 2]


def _turn(dice: random.Random, session: int, number: int, slow: float, faults: float) -> RunTurn:
    then, now = side(dice), side(dice, slow=slow)
    if dice.random() < 0.5:  # as a good model does: most of it the same, a sentence changed
        now = now.model_copy(update={"spans": [span.model_copy() for span in then.spans]})
        now.spans[0].text = f"{now.spans[0].text} {dice.choice(SENTENCES)}"
    turn = RunTurn(
        session=session,
        turn=number,
        words=dice.choice(INPUTS),
        then=then,
        now=now,
        differs=["text"],
        at_s=number * 0.5,
    )
    if dice.random() < 0.06:
        turn.differs = ["outcome", "ruling", "state", "text"]
        turn.branched = True
    if dice.random() < faults:
        said = now.spans[0].text.partition(".")[0]
        kind = dice.choice(("canon", "dead_speaks", "repetition", "from_nowhere"))
        turn.violations = [
            Violation(kind=kind, text=said, why="the state says otherwise: the smithy is shut")
        ]
    if dice.random() < 0.001:
        turn.error, turn.now = "EngineLost: the engine died in this turn", None
    if dice.random() < 0.1:
        turn.judge = Judgement(
            prompt="a" * 12, score=dice.randrange(4, 10), why="Close in tone, a little wordier."
        )
    return turn


def run_of_pairs(*pairs: tuple[str, str], **fields: Any) -> Run:
    """A run of one session: the then and now text of each turn."""
    turns = [
        RunTurn(session=0, turn=number, words=f"{number}", then=_telling(then), now=_telling(now), differs=["text"])
        for number, (then, now) in enumerate(pairs, 1)
    ]  # fmt: skip
    given: dict[str, Any] = {
        "kind": "regenerate", "title": "a run", "started": "2026-11-21T07:15:00+00:00", "seconds": 1.0,
        "sessions": [RunSession(id="a" * 32, file="a.jsonl.zst", world="sample", turns=len(turns))],
        "metrics": metrics_of(turns), "turns": turns,
    }  # fmt: skip
    return Run(**{**given, **fields})


def _telling(text: str) -> Side:
    return Side(spans=[SideSpan(kind="narration", text=text)], reason="complete", narrator="model")


def driven_run(turns: int = 400, players: int = 20, missed: Sequence[str] = ("first_visible",)) -> Run:
    """A driven run: no `then`, times and objectives."""
    dice = random.Random(3)
    made = []
    for index in range(turns):
        slow = 1 + 3 * (index > turns * 0.7)
        turn = RunTurn(
            session=index % players, turn=index // players + 1, words=dice.choice(INPUTS),
            now=side(dice, slow=slow, narrator=""), at_s=round(index * 0.15, 2),
        )  # fmt: skip
        if slow > 1 and dice.random() < 0.4:
            turn.missed = list(missed)
        made.append(turn)
    good = sum(not turn.missed for turn in made)
    visible = sorted(turn.now.ms["first_visible"] for turn in made if turn.now)
    return Run(
        kind="drive", title=f"{players} players against ws://127.0.0.1:8000/ws", started="2026-11-21T07:15:00+00:00",
        seconds=60.0, command="gamemaster replay drive tests/recordings --players 20 --speed 4",
        stamps={"now": {"code": "0a54aa0"}},
        metrics={
            "players": players, "seconds": 60.0, "turns": turns, "committed": turns, "lost": 0, "doubled": 0,
            "invalid": 0, "goodput": good / 60, "good_share": good / turns, "acknowledged_p50_ms": 9.0,
            "acknowledged_p95_ms": 22.0, "first_visible_p50_ms": visible[turns // 2],
            "first_visible_p95_ms": visible[int(turns * 0.95)], "first_visible_p99_ms": visible[int(turns * 0.99)],
            "gap_p50_ms": 24.0, "gap_p99_ms": 61.0, "reconnections": 12, "interruptions": 7, "errors": 3,
            "first_audio_p95_ms": None, "rtf_worst": None, "underruns": None,
        },
        sessions=[
            RunSession(id=f"{n:032x}", file=f"player {n + 1}", world=world_of(n), turns=turns // players)
            for n in range(players)
        ],
        turns=made, errors={"too_fast": 3},
    )  # fmt: skip
