"""What a check found: data that a person can read and a machine can sort."""

from dataclasses import asdict, dataclass
from enum import StrEnum


class Verdict(StrEnum):
    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `reason`: why it matters; `remedy`: what to do. Both empty when all is well."""

    name: str
    verdict: Verdict
    seen: str
    reason: str = ""
    remedy: str = ""

    def as_json(self) -> dict[str, str]:
        return asdict(self)


def ok(name: str, seen: str) -> Finding:
    return Finding(name, Verdict.OK, seen)


def warn(name: str, seen: str, reason: str, remedy: str) -> Finding:
    return Finding(name, Verdict.WARN, seen, reason, remedy)


def fail(name: str, seen: str, reason: str, remedy: str) -> Finding:
    return Finding(name, Verdict.FAIL, seen, reason, remedy)
