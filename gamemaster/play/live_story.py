"""A story that is being played in this worker: its turns one after the other, and those who follow it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gamemaster.play.cadence import INSTANT
from gamemaster.play.context import LoadedWorld, StoryContext
from gamemaster.play.failures import failure, sentence, store_failure, unavailable
from gamemaster.play.followers import Followers
from gamemaster.play.history import TURNS_SHOWN, History
from gamemaster.play.story_events import (
    ClientAnswered,
    FollowerJoined,
    FramePresented,
    FrameSent,
    LeaveBegun,
    MessageReceived,
    RequestBegun,
    RequestMessage,
    SnapshotShown,
    StoryClosed,
    StoryEvent,
    StoryObserver,
    StoryOpened,
    StoryReloaded,
    TurnBegun,
    TurnFinished,
    TurnUndone,
)
from gamemaster.play.story_recorder import TapeWriter
from gamemaster.play.turn import AlreadyPlayedError, Given, run_turn
from gamemaster.play.turn_events import TurnCommitted
from gamemaster.play.turn_in_flight import NoTurn, TurnInFlight, begin_speech
from gamemaster.play.turn_presenter import frames_of
from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox, encode
from gamemaster.rules.state import StoryState, TurnRecord
from gamemaster.rules.world_upgrade import refit
from gamemaster.storage.frame_log import Gone, Position
from gamemaster.storage.store import Busy, Conflict, StoredStory, StoreError, StoreUnavailable, Undone

log = logging.getLogger(__name__)

AWAY = "The story's keeper does not answer. Nothing was lost or changed; ask again in a moment."
FAULT = "Something went wrong here, and it was written down. Your words are kept; try something else."
RESTARTING = "The service is restarting; come back in a moment."
TAKEN_BACK = "This act was played and taken back since; send it anew to play it."


@dataclass(frozen=True)
class StoryRequest:
    """Something a client asked for, and whom to tell when it cannot be had."""

    message: RequestMessage
    asker: Outbox


class LiveStory:
    """One story; it plays what is asked in the order of asking, to the end, whoever still follows.

    The owner calls `run` in a task of its own. All followers see the same frames: several windows of one player
    follow the same story together. `flight` is the turn that is being played, for whoever hurries, hears or stops it.
    """

    def __init__(
        self,
        context: StoryContext,
        loaded: LoadedWorld,
        stored: StoredStory,
        past: Iterable[TurnRecord],
        tape: TapeWriter | None = None,
        observers: Iterable[StoryObserver] = (),
    ) -> None:
        """`tape` records the story, the narrator's part included, and sees each event before the other observers."""
        self.context, self.loaded, self.stored = context, loaded, stored
        self.world = loaded.world
        self.id, self.player = stored.id, stored.player
        self.followers = Followers(self._announce)
        self.flight: NoTurn = NoTurn(self._announce)
        self.leaving = False
        self.idle = asyncio.Event()  # nothing asked for is undone
        self._idle_flight = self.flight
        self._requests: asyncio.Queue[StoryRequest | None] = asyncio.Queue(context.most_waiting)
        self._fitted: tuple[StoryState, StoryState] | None = None
        self._wire = asyncio.Lock()  # what is published, and who is in step with it
        self._history = History(loaded.world, past)
        self._tape = tape or TapeWriter()
        self._observers: tuple[StoryObserver, ...] = (self._tape, self._history, *observers)
        self._announce(StoryOpened(stored))

    @property
    def state(self) -> StoryState:
        """The stored state, as the world is now."""
        if self._fitted is None or self._fitted[0] is not self.stored.state:
            self._fitted = (self.stored.state, refit(self.world, self.stored.state))
        return self._fitted[1]

    def _announce(self, event: StoryEvent) -> None:
        for observer in self._observers:
            try:
                observer.observe(event)
            except Exception:  # what watches the play must not break it
                log.exception("story %s: %s could not be observed", self.id, type(event).__name__)

    # ---- what clients ask ----

    def ask(self, request: StoryRequest) -> None:
        """Put it in the queue. An act makes the text before it come at once: the player has read enough of it."""
        self._announce(MessageReceived(request.asker, request.message))
        if self.leaving:
            self._say(request.asker, unavailable(RESTARTING, request.message.id))
            return
        try:
            self._requests.put_nowait(request)
        except asyncio.QueueFull:
            waiting = f"{self._requests.maxsize} requests"
            message = f"{waiting} wait for this story already; wait until it has caught up."
            self._say(request.asker, failure("busy", message, request.message.id, limit=waiting))
            return
        self.idle.clear()
        self.flight.read_on()

    async def follow(self, outbox: Outbox, epoch: int | None, offset: int | None) -> None:
        """Bring a client up to date, from its position if the log still has what follows it, and keep it so."""
        async with self._wire:
            frames = await self._frames_for(epoch, offset)
            self._announce(FollowerJoined(outbox, epoch, offset, tuple(frames)))
            outbox.send([encode(frame) for frame in frames])
            self.followers.add(outbox)
            self.flight.listener_changed(outbox)

    async def _frames_for(self, epoch: int | None, offset: int | None) -> list[messages.Frame]:
        """What a client that comes with this position has missed, or all that there is to be shown."""
        try:
            if epoch is None or offset is None:
                raise Gone("no position was given")
            position = Position(epoch, offset)
            missed = await self.context.frames.read_after(self.id, self.stored.epoch, position)
        except Gone:
            return [await self._snapshot(), *self.flight.frames]
        resumed = messages.Resumed(story=self.id, missed=len(missed), epoch=epoch, offset=offset)
        return [resumed, *missed]

    def unfollow(self, outbox: Outbox) -> None:
        """The client went. The turn in flight goes on, without pauses if nobody is left to read them."""
        self.followers.discard(outbox)
        self.flight.listener_changed(outbox)
        if not self.followers:
            self.flight.hurry()

    def rename(self, name: str | None) -> None:
        """The store has another name for the story now."""
        self.stored = replace(self.stored, name=name)

    # ---- the work ----

    async def run(self) -> None:
        """Finish what a lost worker left pending, then do what is asked until `leave`."""
        whole = True
        try:
            await self._run()
        except asyncio.CancelledError:
            whole = False
            raise
        finally:
            self._announce(StoryClosed(whole))

    async def _run(self) -> None:
        if (pending := self.stored.pending) is not None:
            act = messages.Act(id=pending.act_id, text=pending.words)
            await self._do(StoryRequest(act, Outbox(1)))
        while not (self.leaving and self._requests.empty()):
            if self._requests.empty():
                self.idle.set()
            request = await self._requests.get()
            if request is not None:
                await self._do(request)
        self.idle.set()

    def leave(self) -> None:
        """Take no more requests; `run` returns when those in the queue are done."""
        self._announce(LeaveBegun())
        self.flight.read_on()
        self.drain()

    def drain(self) -> None:
        """As `leave`, without announcing or hurrying anything."""
        self.leaving = True
        if not self._requests.full():
            self._requests.put_nowait(None)

    async def _do(self, request: StoryRequest) -> None:
        """Do it, or tell the asker why not. Whatever happens, the story goes on with the next request."""
        message, asker = request.message, request.asker
        self._announce(
            RequestBegun(asker, message, self.stored, tuple(self.followers), self._requests.qsize())
        )
        try:
            await self._try(message, asker)
        except StoreUnavailable:
            self._say(asker, unavailable(AWAY, message.id))
        except Exception:
            log.exception("story %s: %s failed", self.id, message.type)
            self._say(asker, failure("internal", FAULT, message.id))
            await self._give_up(message)

    async def _try(self, message: RequestMessage, asker: Outbox) -> None:
        try:
            match message:
                case messages.Act():
                    await self._play(message, asker)
                case messages.Undo():
                    if (await self._undo(message.id)).repeated:
                        async with self._wire:
                            self._say(asker, await self._snapshot())
                case messages.Retry():
                    undone = await self._undo(message.id)
                    await self._play(messages.Act(id=message.id, text=undone.words), asker)
                case messages.Branch():
                    await self._branch(message, asker)
        except StoreUnavailable:
            raise
        except (Conflict, Busy) as error:
            log.warning("story %s: %s", self.id, error)
            self._say(asker, failure("conflict", sentence(error), message.id))
            await self._reload()
        except StoreError as error:
            self._say(asker, store_failure(error, message.id))
            await self._give_up(message)

    async def _undo(self, act_id: str) -> Undone:
        undone = await self.context.store.undo(self.id, self.stored.turn, act_id)
        if not undone.repeated:
            self.stored = replace(self.stored, state=undone.state, turn=undone.turn, epoch=undone.epoch)
            self._announce(TurnUndone(undone))
            await self._show_anew()
        return undone

    async def _branch(self, message: messages.Branch, asker: Outbox) -> None:
        store = self.context.store
        branch = await store.branch(self.id, self.player, message.name, message.id, message.turn)
        self._say(asker, messages.Branched(story=branch.id, name=branch.name or message.name))

    async def _give_up(self, message: RequestMessage) -> None:
        """An act that cannot be played must not keep the story from going on."""
        if not isinstance(message, messages.Act | messages.Retry):
            return
        try:
            if await self.context.store.refuse(self.id, message.id):
                await self._reload()
        except StoreError as error:
            log.error("story %s: act %s stays pending: %s", self.id, message.id, error)

    # ---- a turn ----

    async def _play(self, act: messages.Act, asker: Outbox) -> None:
        if self.state.ended is not None:
            ending = self.world.endings[self.state.ended].title
            text = f"This story has ended ({ending}). Take the last turn back, branch off earlier, or begin anew."
            self._say(asker, failure("ended", text, act.id))
            return
        given = self._givens_of(act)
        instant = act.instant or not self.followers
        speech = begin_speech(self.context.voices, self.world, given.number, self.followers)
        cadence = INSTANT if instant else self.context.cadence
        self.flight = flight = TurnInFlight(given.number, cadence, speech, self._announce)
        narrator = self.context.narrator.now
        self._announce(
            TurnBegun(given.number, act.id, given.attempt, instant, flight.is_spoken, narrator.name)
        )
        store, budget = self.context.store, self.context.budget
        try:
            async for event in run_turn(given, narrator, store, flight.telling, budget):
                if isinstance(event, TurnCommitted):
                    flight.committed = event
                self._announce(event)
                for frame in frames_of(event, self.world):
                    await self._publish(frame, flight)
        except AlreadyPlayedError as error:
            await self._say_again(error, act.id, asker)
        finally:
            self._end_turn()
            await flight.close()

    def _givens_of(self, act: messages.Act) -> Given:
        return Given(
            story=self.id,
            world=self.world,
            before=self.state,
            stored=self.stored.state,
            act_id=act.id,
            words=act.text,
            attempt=self.stored.epoch,
            stamps={"world": self.loaded.hash, "code": self.context.version},
            player=self.player,
            tape=self._tape.tape,
        )

    def _end_turn(self) -> None:
        """From here on a snapshot shows the turn as played, if it was committed."""
        committed, self.flight = self.flight.committed, self._idle_flight
        if committed is None:
            return
        before, record, after = self.state, committed.record, committed.after
        self.stored = replace(self.stored, state=after, turn=record.number, pending=None)
        self._announce(
            TurnFinished(self.id, self.player, self.world, self.loaded.hash, before, record, after)
        )

    async def _publish(self, frame: messages.Frame, flight: TurnInFlight) -> None:
        """Number a frame, log it, and send it to all who follow."""
        if isinstance(frame, messages.Committed):
            frame = flight.final(frame)
        self._announce(FramePresented(frame))
        async with self._wire:
            (stamped,) = await self.context.frames.append(self.id, self.stored.epoch, [frame])
            flight.on_sent(stamped)
            self.followers.send(encode(stamped))
            if isinstance(stamped, messages.Committed):
                # Under the same lock: who follows from now on gets either the turn's frames or the turn, never both.
                self._end_turn()
        self._announce(FrameSent(stamped))
        await self.followers.wait_for_readers()

    async def _say_again(self, error: AlreadyPlayedError, act_id: str, asker: Outbox) -> None:
        """Answer an act that was played before, to the one who asked again."""
        accepted = error.accepted
        if accepted.status == "undone":
            self._say(asker, failure("conflict", TAKEN_BACK, act_id))
            return
        turns = await self.context.store.turns(self.id, self.player, before=accepted.number + 1, limit=1)
        for record in turns:
            again = messages.Accepted(
                act_id=act_id, turn=record.number, words=record.words, d20=record.roll.d20[0], repeated=True
            )
            self._say(asker, again)
            self._say(asker, messages.Committed(turn=record.number, act_id=act_id, reason=record.reason))

    # ---- what is shown ----

    async def _reload(self) -> None:
        """Read the story anew and show it to all."""
        stored = await self.context.store.load(self.id, self.player)
        records = await self.context.store.turns(self.id, self.player, limit=TURNS_SHOWN)
        self.stored = stored
        self._announce(StoryReloaded(stored, tuple(records)))
        await self._show_anew()

    async def _show_anew(self) -> None:
        async with self._wire:
            snapshot = await self._snapshot()
            self.followers.send(encode(snapshot))
        self._announce(SnapshotShown(snapshot))

    async def _snapshot(self) -> messages.StoryOpened:
        """The story as it stands before the turn in flight, whose frames follow."""
        if self.flight.frames:
            first = self.flight.frames[0]
            position = (first.epoch, first.offset - 1)
        else:
            last = await self.context.frames.position(self.id, self.stored.epoch)
            position = (last.epoch, last.offset)
        return self._history.snapshot(self.stored, self.state, position)

    def _say(self, asker: Outbox, frame: messages.Frame) -> None:
        """Answer one client alone."""
        self._announce(ClientAnswered(asker, frame))
        asker.say(frame)
