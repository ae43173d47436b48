"""What one character tells another when they meet: a few memories, the most important first. Pure, and no dice.

A tale is a memory of the listener's with `source="heard"`, in the listener's first person, that quotes the teller:

    saw    (Ketil): I saw the guest take Orm's axe.
    heard  (Hild):  Ketil told me: "I saw the guest take Orm's axe."
    heard  (Ivar):  Hild told me what Ketil said: "I saw the guest take Orm's axe."

Each mouth costs importance, so that tales die out, and none goes through more than `MAX_HOPS` mouths.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from npcs.memory import MAX_HOPS, MAX_TEXT_CHARS, SECRET, Memory, memory_id

MOST_TALES = 2  # at one meeting
LEAST_IMPORTANCE = 4  # less than this is not worth telling
LOST_BY_TELLING = 2  # of importance

_QUOTED = re.compile(r'^[^"]{0,120}: "(.*)"$', re.DOTALL)
_PERSON = "person"


@dataclass(frozen=True)
class Meeting:
    """Two characters, alive and able to speak and hear, come together; `teller` speaks."""

    teller: str
    listener: str
    turn: int
    minute: int
    place: str
    names: dict[str, str] = field(default_factory=dict)  # of characters, by id; else made from the id

    def name(self, who: str) -> str:
        return self.names.get(who) or who.replace("_", " ").title()


def tales(
    meeting: Meeting,
    remembered: Iterable[Memory],
    known: Collection[str],
    first: int = 0,
    most: int = MOST_TALES,
) -> list[Memory]:
    """The listener's new memories of what the teller tells, numbered from `first`.

    `remembered` are the teller's own memories, `known` the roots of what the listener remembers: nobody is told what
    they know, however it came to them, and so nothing ever goes back to whom it came from.
    """
    worth = sorted(
        (memory for memory in remembered if may_tell(meeting, memory, known)),
        key=lambda memory: (-memory.importance, -memory.turn, memory.id),
    )
    chosen: dict[str, Memory] = {}
    for memory in worth:
        chosen.setdefault(memory.root, memory)
    return [_as_hearsay(meeting, memory, first + n) for n, memory in enumerate(list(chosen.values())[:most])]


def may_tell(meeting: Meeting, memory: Memory, known: Collection[str]) -> bool:
    """Whether the teller would tell this memory to the listener."""
    listener = meeting.listener
    kind, _, subject = (memory.about or "").partition(":")
    return (
        memory.owner == meeting.teller != listener
        and memory.importance >= LEAST_IMPORTANCE
        and memory.hops < MAX_HOPS
        and memory.turn < meeting.turn  # what happened just now, they both saw or did not
        and not memory.past
        and memory.source != "reflected"  # what one thinks of the player, one keeps to oneself
        and memory.root not in known
        and memory.heard_from != listener
        and witness_of(memory) != listener
        and listener not in memory.people  # they were there
        and (kind, subject) != (_PERSON, listener)  # nobody is told about themselves
        and kind != SECRET
    )


def witness_of(memory: Memory) -> str:
    """Whose first-hand memory a tale goes back to."""
    parts = memory.root.split("-")
    return "-".join(parts[1:-1]) if len(parts) >= 3 else memory.owner


def known_roots(remembered: Iterable[Memory]) -> set[str]:
    return {memory.root for memory in remembered}


def meetings_of(pairs: Sequence[tuple[str, str]], turn: int, minute: int, place: str) -> list[Meeting]:
    """Both ways for each pair, in an order that depends on nothing but the names."""
    both = sorted({way for one, other in pairs for way in ((one, other), (other, one))})
    return [Meeting(teller, listener, turn, minute, place) for teller, listener in both]


def _as_hearsay(meeting: Meeting, memory: Memory, number: int) -> Memory:
    return Memory(
        id=memory_id(meeting.turn, meeting.listener, number),
        owner=meeting.listener,
        turn=meeting.turn,
        minute=meeting.minute,
        place=meeting.place,
        people=tuple(dict.fromkeys((meeting.teller, *memory.people)))[:16],
        text=_quote(meeting, memory),
        importance=max(1, memory.importance - LOST_BY_TELLING),
        source="heard",
        heard_from=meeting.teller,
        about=memory.about,
        valid_from=memory.valid_from,
        root=memory.root,
        hops=memory.hops + 1,
    )


def _quote(meeting: Meeting, memory: Memory) -> str:
    teller = meeting.name(meeting.teller)
    if memory.hops == 0:
        opening, words = f"{teller} told me", memory.text
    else:
        quoted = _QUOTED.match(memory.text)
        opening, words = f"{teller} told me what {meeting.name(witness_of(memory))} said", memory.text
        words = quoted[1] if quoted else words
    room = MAX_TEXT_CHARS - len(opening) - len(': ""')
    return f'{opening}: "{words if len(words) <= room else words[: room - 1].rstrip() + "…"}"'
