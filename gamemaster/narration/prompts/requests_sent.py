"""Which requests of a turn went to a model: by what its record keeps, whatever the course. Pure."""

from __future__ import annotations

from gamemaster.rules.state import ModelTurn

# How the steps begin that say so.
GIVEN_UP = "understudy: "
READING = "reading: "
WITHOUT_PAST = "outcome: without the last turns: "


def was_outcome_asked(model: ModelTurn | None) -> bool:
    """Not on the course `tell`, where the understudy ruled without anybody being asked."""
    if model is None or not model.parts:
        return False
    asked = any(use.stage == "outcome" for use in model.uses)
    return asked or model.adjudicated_by == "model" or _has_step(model, f"outcome: {GIVEN_UP}")


def was_telling_asked(model: ModelTurn | None) -> bool:
    return model is not None and any(part.name == "tell" for part in model.parts)


def was_aftermath_asked(model: ModelTurn | None) -> bool:
    """Memories and suggestions, once all was told."""
    if model is None:
        return False
    return any(use.stage == "aftermath" for use in model.uses) or _has_step(model, f"aftermath: {GIVEN_UP}")


def was_reading_asked(model: ModelTurn | None) -> bool:
    """On the course `read`, where words were puzzling: its prompt stands alone, and so none of its parts are kept."""
    if model is None or model.parts or _has_step(model, WITHOUT_PAST):
        return False
    if _has_step(model, f"{READING}{GIVEN_UP}"):
        return not _has_step(model, f"{READING}{GIVEN_UP}SteppedDown")
    return model.adjudicated_by == "model" and any(use.stage == "outcome" for use in model.uses)


def _has_step(model: ModelTurn, beginning: str) -> bool:
    return any(step.startswith(beginning) for step in model.steps)
