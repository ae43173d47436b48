"""What one person says in one turn: something of weight drives out a shrug, and nobody says two stock lines. Pure."""

from __future__ import annotations

from gamemaster.rules.proposal import Answer, Discuss, Operation, Recollect

_MOST_LINES = 3  # of a writer's, by one person in one turn: as many as questions are put to them
_WEIGHTS = {
    "ignorance": 0,
    "follow_up": 1,
    "pointer": 1,
    "reaction": 2,
    "reply": 3,
    "feeling": 3,
    "sight": 4,
    "fact": 4,
}
_LINE = 5


def is_needless(operation: Operation, before: list[Operation]) -> bool:
    """Whether somebody has said enough in this turn: the same again, a shrug after more, a fourth line."""
    weight = _weight(operation)
    if weight is None:
        return False
    said = [_weight(one) or 0 for one in before if _speaker(one) == _speaker(operation)]
    if weight < _LINE and any(isinstance(one, type(operation)) and one == operation for one in before):
        return True
    if weight <= _WEIGHTS["pointer"]:
        return bool(said)
    if weight <= _WEIGHTS["reaction"] and any(one > _WEIGHTS["reaction"] for one in said):
        return True  # who was asked something answers that, and not a remark beside it
    if weight == _WEIGHTS["reply"] and any(one >= _LINE for one in said):
        return True
    return sum(one >= _LINE for one in said) >= _MOST_LINES


def lighter_than(operation: Operation, before: list[Operation]) -> Operation | None:
    """The shrug, or the earlier stock line, of the same person that gives way to what they say now."""
    weight = _weight(operation)
    if weight is None:
        return None
    for one in before:
        if _speaker(one) != _speaker(operation):
            continue
        light = _weight(one) or 0
        if light <= _WEIGHTS["pointer"] or (light == weight and light <= _WEIGHTS["reply"]):
            return one
    return None


def _speaker(operation: Operation) -> str | None:
    return operation.who if isinstance(operation, (Answer, Discuss, Recollect)) else None


def _weight(operation: Operation) -> int | None:
    if isinstance(operation, Answer):
        return _WEIGHTS[operation.source]
    return _LINE if isinstance(operation, (Discuss, Recollect)) else None
