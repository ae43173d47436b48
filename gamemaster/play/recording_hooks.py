"""A live story's side of its recording: which client is which, and what is said for the tape, if there is one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from weakref import WeakKeyDictionary

from gamemaster.play.context import Desk
from gamemaster.play.turn import PAGE_TURNS, Committed, Given
from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox
from gamemaster.recording.tape import Tape
from gamemaster.rules.state import TurnRecord
from gamemaster.storage.serialization import state_digest
from gamemaster.storage.store import StoredStory, StoreError, Undone

log = logging.getLogger(__name__)


class TakingDown:
    """Every method does nothing while there is no tape. See `gamemaster.recording.format` for what each line means."""

    def __init__(self) -> None:
        self.tape: Tape | None = None
        self._numbers: WeakKeyDictionary[Outbox, int] = WeakKeyDictionary()
        self._joined = 0
        self._past: asyncio.Task[None] | None = None

    # ---- beginning and end ----

    def begin_if_wanted(
        self, desk: Desk, world_hash: str, stored: StoredStory, followers: Collection[Outbox]
    ) -> bool:
        """Between two errands: record from here on, once the player allows it, if there is a recorder. Whether the
        recording begins just now."""
        recordings = desk.recordings
        if recordings is None:
            return False
        if self.tape is not None and not self.tape.on and not recordings.allowed(stored.player):
            self.tape = None  # withdrawn: should the player allow it again, another recording begins
        if self.tape is not None:
            return False
        stamps = {"world": world_hash, "code": desk.version}
        speed, queue = desk.cadence.chars_per_second, desk.limits.incoming_queue
        self.tape = recordings.begin(stored, world_hash, stamps, speed, queue)
        if self.tape is None:
            return False
        for follower in followers:
            self.tape.write("join", client=self._number_of(follower), before=True)
        if stored.turn:
            self._past = asyncio.create_task(self._write_past(desk, stored), name="past of a recording")
        return True

    async def _write_past(self, desk: Desk, stored: StoredStory) -> None:
        """The turns that were committed before: what the first prompts and undos of the session go back to."""
        records: list[TurnRecord] = []
        try:
            while (missing := stored.turn - len(records)) > 0:
                before = stored.turn + 1 - len(records)
                page = await desk.store.turns(
                    stored.id, stored.player, before=before, limit=min(missing, PAGE_TURNS)
                )
                if not page:
                    break
                records = [*page, *records]
        except StoreError as error:
            log.warning("story %s: its recording lacks the turns before it: %s", stored.id, error)
        for record in records:
            self._write("past", record=record)

    def end(self, desk: Desk, reason: str) -> None:
        """The story is played no longer, here. What ended is not ended again."""
        if self.tape is not None and desk.recordings is not None:
            desk.recordings.end(self.tape, reason)

    def leaving(self) -> None:
        """The story takes no more errands."""
        self._write("leaving")

    # ---- clients ----

    def joins(
        self, client: Outbox, epoch: int | None, offset: int | None, told: Sequence[messages.Frame]
    ) -> None:
        """A client follows the story from here on; this is what it is told of it."""
        self._write("join", client=self._number_of(client), epoch=epoch, offset=offset, hears=client.hears)
        for frame in told:
            self.said(client, frame)

    def leaves(self, client: Outbox) -> None:
        self._write("leave", client=self._number_of(client))

    def took(self, client: Outbox, message: messages.ClientMessage) -> None:
        """A client has said something to the story."""
        self._write("client", client=self._number_of(client), message=message)

    def said(self, client: Outbox, frame: messages.Frame) -> None:
        """One client alone is told something."""
        self._write("said", client=self._number_of(client), frame=frame)

    def number(self, client: Outbox, number: int) -> None:
        """A client has this number, as it had in a recording."""
        self._numbers[client] = number

    def _number_of(self, client: Outbox) -> int:
        if client not in self._numbers:
            self._joined += 1
            self._numbers[client] = self._joined
        return self._numbers[client]

    # ---- turns ----

    def begins(self, asked: messages.Act | messages.Undo | messages.Retry | messages.Branch) -> None:
        """What was asked is done now: it waits no longer, and another may."""
        self._write("errand", id=asked.id)

    def turn(self, given: Given, *, instant: bool, spoken: bool, narrator: str) -> None:
        self._write(
            "turn", turn=given.number, act_id=given.act_id, attempt=given.attempt, instant=instant, spoken=spoken,
            narrator=narrator,
        )  # fmt: skip

    def frame(self, frame: messages.Frame) -> None:
        """On its way to all; it has no number yet."""
        self._write("frame", frame=frame)

    def sent(self, frame: messages.Frame) -> None:
        self._write("sent", epoch=frame.epoch, offset=frame.offset)

    def committed(self, turn: Committed) -> None:
        self._write("commit", record=turn.record, state=lambda: state_digest(turn.after))

    def undone(self, undone: Undone) -> None:
        self._write("undone", turn=undone.turn, epoch=undone.epoch, state=lambda: state_digest(undone.state))

    def reloaded(self, stored: StoredStory) -> None:
        self._write("reloaded", turn=stored.turn, epoch=stored.epoch)

    def shown(self, snapshot: messages.StoryOpened) -> None:
        """All are shown the story anew."""
        self._write("shown", frame=snapshot)

    def _write(self, kind: str, **fields: object) -> None:
        if self.tape is not None:
            self.tape.write(kind, **fields)
