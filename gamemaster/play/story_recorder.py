"""Records a live story: writes its events on a tape, as the lines that `gamemaster.recording.format` describes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from weakref import WeakKeyDictionary

from gamemaster.play import story_events as story
from gamemaster.play import turn_events as turn
from gamemaster.play.story_events import StoryEvent
from gamemaster.protocol.outbox import Outbox
from gamemaster.recording.format import CHANGES
from gamemaster.recording.recorder import Recordings
from gamemaster.recording.tape import Tape
from gamemaster.rules.state import TurnRecord
from gamemaster.rules.upkeep.intended_changes import names_of_changes
from gamemaster.storage.serialization import state_digest
from gamemaster.storage.store import StoredStory, StoreError, TurnReader
from gamemaster.storage.turn_pages import turn_pages
from worlds.schema import Boundaries

log = logging.getLogger(__name__)


class TapeWriter:
    """Writes a story's events on a tape, while there is one. Clients are numbered in the order of their coming."""

    def __init__(self, tape: Tape | None = None) -> None:
        self.tape = tape
        self._numbers: WeakKeyDictionary[Outbox, int] = WeakKeyDictionary()
        self._joined = 0

    def number(self, client: Outbox, number: int) -> None:
        """A client has this number, as it had in a recording."""
        self._numbers[client] = number

    def number_of(self, client: Outbox) -> int:
        if client not in self._numbers:
            self._joined += 1
            self._numbers[client] = self._joined
        return self._numbers[client]

    def observe(self, event: StoryEvent) -> None:
        """Write the event's line; some have none."""
        if self.tape is not None:
            self._write(self.tape, event)

    def _write(self, tape: Tape, event: StoryEvent) -> None:
        match event:
            case story.FollowerJoined(client, epoch, offset, frames):
                number = self.number_of(client)
                tape.write("join", client=number, epoch=epoch, offset=offset, hears=client.hears)
                for frame in frames:
                    tape.write("said", client=number, frame=frame)
            case story.FollowerLeft(client):
                tape.write("leave", client=self.number_of(client))
            case story.MessageReceived(client, message):
                tape.write("client", client=self.number_of(client), message=message)
            case story.ClientAnswered(client, frame):
                tape.write("said", client=self.number_of(client), frame=frame)
            case story.RequestBegun():
                tape.write("errand", id=event.message.id)
            case story.FramePresented(frame):
                tape.write("frame", frame=frame)
            case story.FrameSent(frame):
                tape.write("sent", epoch=frame.epoch, offset=frame.offset)
            case story.TurnUndone(undone):
                state = undone.state
                tape.write("undone", turn=undone.turn, epoch=undone.epoch, state=lambda: state_digest(state))
            case story.StoryReloaded(stored):
                tape.write("reloaded", turn=stored.turn, epoch=stored.epoch)
            case story.SnapshotShown(frame):
                tape.write("shown", frame=frame)
            case story.LeaveBegun():
                tape.write("leaving")
            case story.LinesDrawn(boundaries):
                tape.write("lines", boundaries=boundaries)
            case _:
                self._write_turn(tape, event)

    def _write_turn(self, tape: Tape, event: StoryEvent) -> None:
        match event:
            case story.TurnBegun():
                tape.write(
                    "turn", turn=event.turn, act_id=event.act_id, attempt=event.attempt, instant=event.instant,
                    spoken=event.spoken, narrator=event.narrator,
                )  # fmt: skip
            case turn.MemoriesRecalled(number, recalled):
                tape.write("recalled", turn=number, recalled=recalled)
            case turn.TurnRuled(number, outcome, ruling, lost):
                tape.write("ruling", turn=number, outcome=outcome, ruling=ruling, lost=lost)
            case story.TellingStopped(number, keep, cut, spoken):
                tape.write("stop", turn=number, keep=keep, cut=cut, spoken=spoken)
            case turn.TellingEnded(number, hurried):
                tape.write("told", turn=number, hurried=hurried)
            case turn.TurnCommitted(record, after):
                tape.write("commit", record=record, state=lambda: state_digest(after))
            case _:
                pass  # what clients are shown of it is recorded as frames


class StoryRecorder(TapeWriter):
    """Begins a recording of a story, between two requests, once its player allows it; ends it with the story."""

    def __init__(
        self,
        recordings: Recordings,
        store: TurnReader,
        world_hash: str,
        code: str,
        text_speed: float,
        queue: int,
    ) -> None:
        """The world, code, speed of text and length of the queue are what the recording's header says."""
        super().__init__()
        self._recordings, self._store = recordings, store
        self._world_hash, self._code, self._text_speed, self._queue = world_hash, code, text_speed, queue
        self._past: asyncio.Task[None] | None = None
        self._lines: Boundaries | None = None  # the player's, as last drawn

    def observe(self, event: StoryEvent) -> None:
        if isinstance(event, story.LinesDrawn):
            self._lines = event.boundaries
        match event:
            case story.StoryOpened(stored):
                self._begin_if_wanted(stored, ())
            case story.RequestBegun(client, message, stored, followers, waiting) if not waiting:
                begun = self._begin_if_wanted(stored, followers)
                in_header = stored.pending is not None and stored.pending.act_id == message.id
                if begun and not in_header:
                    super().observe(story.MessageReceived(client, message))
        super().observe(event)
        if isinstance(event, story.StoryClosed) and self.tape is not None:
            self._recordings.end(self.tape, "closed" if event.whole else "stopped")

    def _begin_if_wanted(self, stored: StoredStory, followers: Collection[Outbox]) -> bool:
        """Record from here on, if the player allows it. Whether the recording begins just now."""
        if self.tape is not None and not self.tape.on and not self._recordings.is_allowed(stored.player):
            self.tape = None  # withdrawn: should the player allow it again, another recording begins
        if self.tape is not None:
            return False
        stamps = {"world": self._world_hash, "code": self._code, CHANGES: names_of_changes()}
        self.tape = self._recordings.begin(stored, self._world_hash, stamps, self._text_speed, self._queue)
        if self.tape is None:
            return False
        if self._lines is not None:
            self.tape.write("lines", boundaries=self._lines)
        for follower in followers:
            self.tape.write("join", client=self.number_of(follower), before=True)
        if stored.turn:
            past = self._write_past(self.tape, stored)
            self._past = asyncio.create_task(past, name="past of a recording")
        return True

    async def _write_past(self, tape: Tape, stored: StoredStory) -> None:
        """The turns that were committed before: what the first prompts and undos of the session go back to."""
        records: list[TurnRecord] = []
        try:
            async for page in turn_pages(self._store, stored.id, stored.player, stored.turn):
                records[:0] = page
        except StoreError as error:
            log.warning("story %s: its recording lacks the turns before it: %s", stored.id, error)
        for record in records:
            tape.write("past", record=record)
