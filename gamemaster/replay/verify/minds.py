"""What everybody remembers, worked out anew from the turns: memories as they were made, ended and told on.

The database keeps them in the service. A recording has what came to mind in each turn, and that must be among what the
turns before it leave behind today; and no tale may be told that nobody should tell. What characters came to believe is
left out: a model may have had a part in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gamemaster.rules.state import Met, TurnRecord
from npcs.hearsay import LEAST_IMPORTANCE, Meeting, tales
from npcs.memory import MAX_HOPS, SECRET, Memory

MOST_TOLD = 20  # that a teller looks through, as the database gives them
COMPARED = ("text", "minute", "place", "source", "heard_from", "about", "past")


@dataclass
class Minds:
    """The memories after so many turns. `first`: the first turn that is known; what was before is not."""

    first: int = 1
    memories: list[Memory] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)  # tales that nobody should have told
    _minute: int = 0

    @classmethod
    def after(cls, records: Sequence[TurnRecord]) -> Minds:
        """What is remembered after these turns."""
        minds = cls(first=records[0].number if records else 1)
        for record in records:
            minds._live(record)
        return minds

    def _live(self, record: TurnRecord) -> None:
        for change in record.patch.changes:
            if change.path == ["minutes"]:
                self._minute = int(change.after or 0)
        for ended in record.invalidated:
            self.memories = [
                memory.model_copy(update={"invalid_at": ended.minute})
                if memory.about == ended.about and memory.owner in ended.owners and not memory.past
                else memory
                for memory in self.memories
            ]
        self.memories += record.memories
        made = Counter(memory.owner for memory in record.memories)
        for met in record.met:
            self._exchange(met, record.number, made)

    def _exchange(self, met: Met, turn: int, made: Counter[str]) -> None:
        for teller, listener in ((met.one, met.other), (met.other, met.one)):
            meeting = Meeting(teller, listener, turn, self._minute, met.place)
            heard = tales(meeting, list(self._tellable(teller, listener)), (), made[listener])
            self.faults += [why for tale in heard for why in self._wrong_with(meeting, tale)]
            self.faults += _temptations_of(meeting, self.memories)
            self.memories += heard
            made[listener] += len(heard)

    def _tellable(self, teller: str, listener: str) -> Iterator[Memory]:
        """As `npcs.store.tellable_memories` reads them."""
        firsts = {memory.id: (memory.turn, memory.place) for memory in self.memories}
        theirs = [memory for memory in self.memories if memory.owner == listener]
        known = {memory.root for memory in theirs}
        there = {(memory.turn, memory.place) for memory in theirs if memory.source == "saw"}
        worth = sorted(
            (memory for memory in self.memories if memory.owner == teller),
            key=lambda memory: (-memory.importance, -memory.turn, memory.id),
        )
        found = (
            memory
            for memory in worth
            if memory.importance >= LEAST_IMPORTANCE
            and memory.root not in known
            and firsts.get(memory.root, (0, "")) not in there
            and not memory.past
        )
        return (memory for memory, _ in zip(found, range(MOST_TOLD), strict=False))

    def _wrong_with(self, meeting: Meeting, tale: Memory) -> Iterator[str]:
        """What keeps a tale from being one, whatever today's code says of it."""
        source = next(
            (one for one in self.memories if one.owner == meeting.teller and one.root == tale.root), None
        )
        if source is None:
            yield f"{meeting.teller} tells what they do not remember: {tale.text}"
            return
        wrong = {
            "a secret of their own": (source.about or "").startswith(f"{SECRET}:"),
            "what has only just happened": source.turn >= meeting.turn,
            "what is no longer so": source.past,
            "what the other took part in": meeting.listener in source.people,
            "what went through too many mouths": tale.hops > MAX_HOPS or tale.hops != source.hops + 1,
            "it as if another had told it": tale.heard_from != meeting.teller,
            "it as if it grew by telling": tale.importance >= source.importance > 1,
        }
        yield from (f"{meeting.teller} tells {what}: {tale.text}" for what, so in wrong.items() if so)

    def missing(
        self, recalled: Iterable[Mapping[str, Any]]
    ) -> tuple[Mapping[str, Any], Memory | None] | None:
        """The first memory that came to mind then and is not remembered so today, with what is."""
        known = {(memory.owner, memory.id): memory for memory in self.memories}
        for then in recalled:
            made_in = str(then["id"]).partition("-")[0]
            if then["source"] == "reflected" or not made_in.isdigit() or int(made_in) < self.first:
                continue
            now = known.get((then["owner"], then["id"]))
            if now is None or any(then.get(name) != getattr(now, name) for name in COMPARED):
                return then, now
        return None


def _temptations_of(meeting: Meeting, memories: Iterable[Memory]) -> Iterator[str]:
    """What the teller would say if the first memory that is worth telling were a secret of theirs, or past: a recording
    need not have anybody who lied, or who remembers what has changed since."""
    theirs = (one for one in memories if one.owner == meeting.teller and one.importance >= LEAST_IMPORTANCE)
    for memory in theirs:
        if tales(meeting, [memory], ()):
            kept: dict[str, dict[str, Any]] = {
                "a secret of their own": {"about": f"{SECRET}:{meeting.listener}"},
                "what is no longer so": {"invalid_at": meeting.minute},
            }
            for what, changed in kept.items():
                if tales(meeting, [memory.model_copy(update=changed)], ()):
                    yield f"{meeting.teller} would tell {what}"
            return
