"""Whether the instruments are good enough, by what they noticed in a campaign. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tests.mutation.campaign import Caught

REPLAY = ("verify", "gate")
LEAST_BY_REPLAY = 0.9  # of all faults


@dataclass(frozen=True)
class Verdict:
    """What a campaign came to. `missed`: names of the faults that no instrument noticed that is meant to."""

    faults: int
    caught: int
    by_verify: int
    by_gate: int
    by_replay: int  # by one of the two, or both
    missed: tuple[str, ...]
    not_by_replay: tuple[str, ...]

    @property
    def replay_share(self) -> float:
        return self.by_replay / self.faults if self.faults else 0.0

    @property
    def is_good(self) -> bool:
        return not self.missed and self.replay_share >= LEAST_BY_REPLAY

    @property
    def sentence(self) -> str:
        missed = f"; MISSED: {', '.join(self.missed)}" if self.missed else ""
        beside = f"; by neither: {', '.join(self.not_by_replay)}" if self.not_by_replay else ""
        replayed = f"one of them {self.by_replay} ({self.replay_share:.0%}){beside}"
        return (
            f"{self.caught} of {self.faults} faults are noticed by an instrument meant for them{missed}; verify "
            f"notices {self.by_verify}, the gate {self.by_gate}, {replayed}"
        )

    def as_data(self) -> dict[str, Any]:
        return {**asdict(self), "good": self.is_good, "replay_share": self.replay_share}


def verdict_of(found: Sequence[Caught]) -> Verdict:
    by_replay = [caught for caught in found if any(map(caught.by, REPLAY))]
    return Verdict(
        faults=len(found),
        caught=sum(caught.is_caught for caught in found),
        by_verify=sum(caught.by("verify") for caught in found),
        by_gate=sum(caught.by("gate") for caught in found),
        by_replay=len(by_replay),
        missed=tuple(caught.fault.name for caught in found if not caught.is_caught),
        not_by_replay=tuple(caught.fault.name for caught in found if caught not in by_replay),
    )


def line_of(caught: Caught) -> str:
    """One fault for people: who noticed it, and what they said first."""
    fault, said = caught.fault, caught.said
    noticed = [name for name in ("tests", *REPLAY) if caught.by(name)]
    first = next((said[name] for name in (*REPLAY, "tests") if caught.by(name)), fault.breaks)
    return f"{'caught' if caught.is_caught else 'MISSED'}  {fault.name}: {', '.join(noticed) or 'nobody'}: {first}"
