"""The library of what people say to a remark, for any person in any world: `remark_lines.yaml`, checked."""

from __future__ import annotations

import re
from functools import lru_cache

from pydantic import TypeAdapter

from gamemaster.language.talk.forces.remark_kinds import REMARKS
from gamemaster.language.wording.move_lines import MoveLine
from gamemaster.language.wording.ordinary_talk import TONES, slots_in
from worlds.per_world import per_world
from worlds.safe_yaml import load_packaged
from worlds.schema import Character, Part, Wordings

_TRAITS = frozenset({*TONES, "hostile"})
_SEEN = frozenset({"name", "his", "him"})
_SAID_BACK = frozenset({"clause", "what", "deed", "left", "like"})
# The replies of somebody's own, by their writer, that fit beside what is said back.
_OWN_REPLIES = {
    "remark_story": "own_life", "remark_state": "own_life", "remark_skill": "own_life", "remark_report": "news",
    "remark_opinion": "agreed", "remark_observe": "observed", "remark_praise": "flattered",
    "remark_insult": "hurt", "remark_offer": "offered", "remark_plan": "heard", "remark_refuse": "heard",
}  # fmt: skip
_MOST_OWN = 16  # words beside what is said back
_GESTURE = re.compile(r"^\*([^*]+)\*\s*")


class RemarkLines(Part):
    """How one kind of remark is said back, and what is made of it."""

    echoes: Wordings
    says: tuple[MoveLine, ...]


@lru_cache(maxsize=1)
def remark_lines() -> dict[str, RemarkLines]:
    """The library as it ships, read once, by the kind of remark."""
    given = load_packaged("gamemaster.language.wording", "remark_lines.yaml")
    library = TypeAdapter(dict[str, RemarkLines]).validate_python(given)
    if library.keys() != REMARKS:
        raise ValueError(f"remark_lines.yaml: {sorted(library.keys() ^ REMARKS)} are no kinds of remark")
    for kind, lines in library.items():
        slots = {slot.lower() for text in lines.echoes for slot in re.findall(r"\{(\w+)\}", text)}
        unknown = slots - _SAID_BACK
        for line in lines.says:
            unknown |= {*line.if_} - _TRAITS
            for text in line.says:
                seen, said = parts_of(text)
                unknown |= (set(slots_in(seen)) - _SEEN) | set(slots_in(said))
        if unknown:
            raise ValueError(f"remark_lines.yaml, {kind}: no trait or slot is called {sorted(unknown)}")
    return library


def parts_of(text: str) -> tuple[str, str]:
    """What is seen in a wording, and what is said."""
    found = _GESTURE.match(text)
    return (found[1], text[found.end() :]) if found is not None else ("", text)


@lru_cache(maxsize=1)
def _library_sayings() -> tuple[str, ...]:
    texts = (parts_of(text)[1] for one in remark_lines().values() for line in one.says for text in line.says)
    return tuple(dict.fromkeys(filter(None, texts)))


def own_replies(person: Character, kind: str) -> tuple[str, ...]:
    """What their writer has them say to a remark of this kind, where it has no slot and no gesture of its own."""
    texts: tuple[str, ...] = getattr(person.replies, _OWN_REPLIES.get(kind, ""), ())
    short = (text for text in texts if len(text.split()) <= _MOST_OWN)
    return tuple(text for text in short if not slots_in(text) and "*" not in text)


@per_world
def _own(person: Character) -> tuple[str, ...]:
    return tuple(text for kind in _OWN_REPLIES for text in own_replies(person, kind))


def remarks_within(text: str, person: Character) -> tuple[str, ...]:
    """The wordings that are said in a text, beside what is said back: nobody says one twice."""
    return tuple(said for said in (*_library_sayings(), *_own(person)) if said in text and said != text)
