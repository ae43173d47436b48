"""How much of the model a turn can have: the full course, less reasoning, a shorter answer, or the understudy. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum


class Rung(IntEnum):
    """From the full course downwards."""

    FULL = 0
    SHORT_REASONING = 1
    SHORT_ANSWER = 2
    UNDERSTUDY = 3


@dataclass(frozen=True)
class Course:
    """Tokens that a turn may take, at most."""

    reasoning: int
    outcome: int
    narration: int


COURSES = {
    Rung.FULL: Course(reasoning=640, outcome=640, narration=900),
    Rung.SHORT_REASONING: Course(reasoning=96, outcome=640, narration=900),
    Rung.SHORT_ANSWER: Course(reasoning=0, outcome=480, narration=240),
}
# A share of what a course allows is what it usually takes: answers end by themselves.
USUAL = 0.6
SMOOTHING = 0.3  # weight of the newest measure
FORGET_S = 45.0  # a measure so old says nothing of now: the full course is tried again


@dataclass
class Pace:
    """How fast the engine has been of late, from the accounts of its requests. Times in seconds."""

    tokens_per_s: float | None = None
    first_token_s: float = 0.0
    measured_at: float = field(default=float("-inf"))

    def measure(self, now: float, *, tokens: int, seconds: float, first_token_s: float | None) -> None:
        """A request took `seconds` in all for `tokens` new ones. Too short ones say nothing."""
        first = min(first_token_s or 0.0, seconds)
        if tokens < 8 or seconds - first <= 0:
            return
        speed = (tokens - 1) / (seconds - first)
        if self.tokens_per_s is None or now - self.measured_at > FORGET_S:
            self.tokens_per_s, self.first_token_s = speed, first
        else:
            self.tokens_per_s += SMOOTHING * (speed - self.tokens_per_s)
            self.first_token_s += SMOOTHING * (first - self.first_token_s)
        self.measured_at = now

    def note_failure(self, now: float, waited_s: float) -> None:
        """A request brought nothing within `waited_s`: that is how long the first token takes at least."""
        self.first_token_s = max(self.first_token_s, waited_s)
        self.tokens_per_s = self.tokens_per_s or 1.0
        self.measured_at = now

    def seconds_for(self, tokens: float, now: float) -> float:
        """What so many tokens are likely to take; 0 while nothing is known."""
        if self.tokens_per_s is None or now - self.measured_at > FORGET_S:
            return 0.0
        return self.first_token_s + tokens / self.tokens_per_s


@dataclass(frozen=True)
class Choice:
    """The rung for a stage, and why it is not the full course (empty if it is)."""

    rung: Rung
    why: str = ""


def choose_to_adjudicate(pace: Pace, now: float, left_s: float) -> Choice:
    """The highest rung whose reasoning and outcome are likely to be done in `left_s` seconds."""
    wanted = {rung: course.reasoning + USUAL * course.outcome for rung, course in COURSES.items()}
    return _choose(pace, now, left_s, wanted, Rung.FULL)


def choose_to_narrate(pace: Pace, now: float, left_s: float, adjudicated: Rung) -> Choice:
    """The rung for the narration, never above the one that the turn was adjudicated on."""
    wanted = {rung: USUAL * course.narration for rung, course in COURSES.items()}
    return _choose(pace, now, left_s, wanted, adjudicated)


def _choose(pace: Pace, now: float, left_s: float, wanted: dict[Rung, float], start: Rung) -> Choice:
    for rung in COURSES:
        if rung >= start and pace.seconds_for(wanted[rung], now) <= left_s:
            return Choice(rung, "" if rung is start else _why(pace, now, wanted[start], left_s))
    return Choice(Rung.UNDERSTUDY, _why(pace, now, wanted.get(start, 0.0), left_s))


def _why(pace: Pace, now: float, tokens: float, left_s: float) -> str:
    return (
        f"{tokens:.0f} tokens would take {pace.seconds_for(tokens, now):.1f} s, and {left_s:.1f} s are left"
    )
