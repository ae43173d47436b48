"""The library of how people take a gesture, for anybody in any world: `gesture_lines.yaml`, read once and checked."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from pydantic import Field, TypeAdapter

from gamemaster.language.wording.ordinary_talk import slots_in
from worlds.safe_yaml import load_packaged
from worlds.schema import Part, Wordings
from worlds.verbs import GESTURE_SLOTS, GESTURES, HIS_ALONE, Gesture

Bond = Literal["friendly", "neutral", "wary", "hostile", "afraid", "beast"]
_NEAREST: dict[Bond, tuple[Bond, ...]] = {
    "friendly": ("friendly", "neutral"),
    "neutral": ("neutral",),
    "wary": ("wary", "neutral"),
    "hostile": ("hostile", "wary", "neutral"),
    "afraid": ("afraid", "wary", "neutral"),
    "beast": ("beast",),
}
_PRONOUNS = {
    "he": ("He", "he", "him", "his", "himself"),
    "she": ("She", "she", "her", "her", "herself"),
    "it": ("It", "it", "it", "its", "itself"),
}


class GestureLines(Part):
    """How one gesture is taken, by how people stand to whoever makes it."""

    friendly: Wordings = ()
    neutral: Wordings = Field(min_length=1)
    wary: Wordings = ()
    hostile: Wordings = ()
    afraid: Wordings = ()
    beast: Wordings = ()


@lru_cache(maxsize=1)
def _library() -> dict[Gesture, GestureLines]:
    given = load_packaged("gamemaster.language.wording", "gesture_lines.yaml")
    library = TypeAdapter(dict[Gesture, GestureLines]).validate_python(given)
    if missing := {*GESTURES} - library.keys():
        raise ValueError(f"gesture_lines.yaml says nothing of {sorted(missing)}")
    for kind, lines in library.items():
        texts = [text for name in type(lines).model_fields for text in getattr(lines, name)]
        if unknown := {slot for text in texts for slot in slots_in(text)} - GESTURE_SLOTS:
            raise ValueError(f"gesture_lines.yaml, {kind}: no slot is called {sorted(unknown)}")
        if alone := [text for text in texts if HIS_ALONE.search(text)]:
            raise ValueError(f"gesture_lines.yaml, {kind}: `his` is told of women, too, and needs a noun: {alone}")
    return library


def gesture_lines(kind: Gesture, bond: Bond) -> tuple[str, ...]:
    """How somebody who stands so to the player takes it; none where a beast takes no notice."""
    lines = _library()[kind]
    return next((found for one in _NEAREST[bond] if (found := getattr(lines, one))), ())


def about(line: str, name: str, pronoun: str, *, named: bool) -> str:
    """The line about somebody. `named`: their name has just been told, and a pronoun stands for it."""
    # Verbs go with one: "Robin takes it", where a name stands for "they".
    forms = _PRONOUNS.get(pronoun, (name, name, "them", "their", "themselves"))
    subject = forms[0] if named and pronoun in _PRONOUNS else f"{name[:1].upper()}{name[1:]}"
    he, him, his, himself = forms[1:]
    of_theirs = f"{his[:1].upper()}{his[1:]}"
    if "{He}" not in line:
        of_theirs = of_theirs if named else f"{subject}'s"  # nobody of whom nothing was said yet is "his"
    first, he_is, rest = line.partition("{He}")
    told = first + (subject if he_is else "") + rest.replace("{He}", forms[0][:1].upper() + forms[0][1:])
    return told.format(he=he, him=him, his=his, His=of_theirs, himself=himself)
