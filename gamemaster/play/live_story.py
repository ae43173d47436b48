"""A story that is being played in this worker: its turns one after the other, and those who follow it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gamemaster.narration.standby import narrating
from gamemaster.play.cadence import INSTANT
from gamemaster.play.context import Desk, LoadedWorld
from gamemaster.play.failures import failure, sentence, store_failure, unavailable
from gamemaster.play.history import TURNS_SHOWN, History
from gamemaster.play.observer import CommittedTurn
from gamemaster.play.recording_hooks import TakingDown
from gamemaster.play.reflection_task import Afterthoughts
from gamemaster.play.turn import AlreadyPlayedError, Committed, Given, run_turn
from gamemaster.play.turn_in_flight import InFlight, begin_speech
from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox, encode
from gamemaster.rules.state import StoryState, TurnRecord
from gamemaster.rules.world_upgrade import refit
from gamemaster.speech.playback_position import Cut
from gamemaster.storage.frame_log import Gone, Position
from gamemaster.storage.store import Busy, Conflict, StoredStory, StoreError, StoreUnavailable, Undone

log = logging.getLogger(__name__)

SLOW_S = (
    5.0  # for a client that does not read; all followers are windows of one player, who then waits so long
)
Asked = messages.Act | messages.Undo | messages.Retry | messages.Branch


@dataclass(frozen=True)
class Errand:
    """Something a client asked for, and whom to tell when it cannot be had."""

    message: Asked
    asker: Outbox


class LiveStory:
    """One story; it plays what is asked in the order of asking, to the end, whoever still follows.

    The owner calls `run` in a task of its own. All followers see the same frames: several windows of one player
    follow the same story together.
    """

    def __init__(
        self, desk: Desk, loaded: LoadedWorld, stored: StoredStory, past: Iterable[TurnRecord]
    ) -> None:
        self.desk, self.loaded, self.stored = desk, loaded, stored
        self.world = loaded.world
        self.id, self.player = stored.id, stored.player
        self.followers: set[Outbox] = set()
        self.errands: asyncio.Queue[Errand | None] = asyncio.Queue(desk.limits.incoming_queue)
        self.pending = stored.pending
        self._fitted: tuple[StoryState, StoryState] | None = None
        self._history = History(loaded.world, past)
        self._wire = asyncio.Lock()  # what is published, and who is in step with it
        self._flight: InFlight | None = None
        self.leaving = False
        self.idle = asyncio.Event()  # nothing asked for is undone
        self._afterthoughts = Afterthoughts(desk.store, desk.minds, self.id, self.world)
        self.taken = TakingDown()
        self.record_if_wanted()

    @property
    def state(self) -> StoryState:
        """The stored state, as the world is now."""
        if self._fitted is None or self._fitted[0] is not self.stored.state:
            self._fitted = (self.stored.state, refit(self.world, self.stored.state))
        return self._fitted[1]

    # ---- what clients ask ----

    def ask(self, errand: Errand) -> None:
        """Put it in the queue. An act makes the text before it come at once: the player has read enough of it."""
        self.taken.took(errand.asker, errand.message)
        if self.leaving:
            text = "The service is restarting; come back in a moment."
            self._say(errand.asker, unavailable(text, errand.message.id))
            return
        try:
            self.errands.put_nowait(errand)
        except asyncio.QueueFull:
            waiting = f"{self.errands.maxsize} requests"
            message = f"{waiting} wait for this story already; wait until it has caught up."
            self._say(errand.asker, failure("busy", message, errand.message.id, limit=waiting))
            return
        self.idle.clear()
        if self._flight is not None:
            self._flight.read_on()

    def interrupt(self, message: messages.Interrupt, asker: Outbox) -> None:
        """Stop the telling of the turn in flight."""
        self.taken.took(asker, message)
        if self._flight is not None:
            self._flight.interrupt(message, asker)

    def read_on(self, message: messages.ReadOn) -> None:
        """Tell the rest of the turn in flight at once, in text alone. Not on the tape: what is told stays the same."""
        if self._flight is not None and self._flight.number == message.turn:
            self._flight.read_on()

    def stop(self, keep: int | None, cut: Cut | None) -> None:
        """Stop the telling of the turn in flight at a place that is known: see `Telling.stop`."""
        if self._flight is not None:
            self._flight.stop(keep, cut)

    @property
    def is_stopped(self) -> bool:
        """Whether the telling of the turn in flight was stopped."""
        return self._flight is not None and self._flight.telling.stopped

    def played(self, message: messages.Played, asker: Outbox) -> None:
        """A client has heard so far."""
        if self._flight is not None:
            self._flight.played(message, asker)

    def listener_changed(self, outbox: Outbox) -> None:
        """A follower begins or ceases to hear the story."""
        if self._flight is not None:
            self._flight.listener_changed(outbox)

    async def follow(self, outbox: Outbox, epoch: int | None, offset: int | None) -> None:
        """Bring a client up to date, from its position if the log still has what follows it, and keep it so."""
        async with self._wire:
            frames: list[messages.Frame]
            try:
                if epoch is None or offset is None:
                    raise Gone("no position was given")
                missed = await self.desk.frames.read_after(
                    self.id, self.stored.epoch, Position(epoch, offset)
                )
                resumed = messages.Resumed(story=self.id, missed=len(missed), epoch=epoch, offset=offset)
                frames = [resumed, *missed]
            except Gone:
                in_flight = self._flight.frames if self._flight is not None else ()
                frames = [await self._snapshot(), *in_flight]
            self.taken.joins(outbox, epoch, offset, frames)
            outbox.send([encode(frame) for frame in frames])
            self.followers.add(outbox)
            self.listener_changed(outbox)

    def unfollow(self, outbox: Outbox) -> None:
        """The client went. The turn in flight goes on, without pauses if nobody is left to read them."""
        if outbox in self.followers:
            self.followers.discard(outbox)
            self.taken.leaves(outbox)
        self.listener_changed(outbox)
        if not self.followers and self._flight is not None:
            self._flight.hurry()

    # ---- the work ----

    async def run(self) -> None:
        """Finish what a lost worker left pending, then do errands until `leave`."""
        try:
            await self._run()
        except asyncio.CancelledError:
            self.taken.end(self.desk, "stopped")
            raise
        finally:
            self.taken.end(self.desk, "closed")

    async def _run(self) -> None:
        if self.pending is not None:
            act = messages.Act(id=self.pending.act_id, text=self.pending.words)
            await self._do(Errand(act, Outbox(1)))
        while not (self.leaving and self.errands.empty()):
            if self.errands.empty():
                self.idle.set()
            errand = await self.errands.get()
            if errand is not None:
                await self._do(errand)
        self._afterthoughts.leave()
        await self._afterthoughts.settle()
        self.idle.set()

    async def _do(self, errand: Errand) -> None:
        """Do it, or tell the asker why not. Whatever happens, the story goes on with the next errand."""
        self.record_if_wanted(errand)
        self.taken.begins(errand.message)
        try:
            await self._try(errand)
        except StoreUnavailable:
            text = "The story's keeper does not answer. Nothing was lost or changed; ask again in a moment."
            self._say(errand.asker, unavailable(text, errand.message.id))
        except Exception:
            log.exception("story %s: %s failed", self.id, errand.message.type)
            text = (
                "Something went wrong here, and it was written down. Your words are kept; try something else."
            )
            self._say(errand.asker, failure("internal", text, errand.message.id))
            if isinstance(errand.message, messages.Act | messages.Retry):
                await self._give_up_act(errand.message.id)

    def leave(self) -> None:
        """Take no more errands; `run` returns when those in the queue are done."""
        self.leaving = True
        self.taken.leaving()
        if self._flight is not None:
            self._flight.read_on()
        if not self.errands.full():
            self.errands.put_nowait(None)

    async def _try(self, errand: Errand) -> None:
        message, asker = errand.message, errand.asker
        try:
            match message:
                case messages.Act():
                    await self._play(message, asker)
                case messages.Undo():
                    if (await self._undo(message.id)).repeated:
                        async with self._wire:
                            self._say(asker, await self._snapshot())
                case messages.Retry():
                    await self._retry(message.id, asker)
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
            if isinstance(message, messages.Act | messages.Retry):
                await self._give_up_act(message.id)

    async def _play(self, act: messages.Act, asker: Outbox) -> None:
        if self.state.ended is not None:
            ending = self.world.endings[self.state.ended].title
            text = f"This story has ended ({ending}). Take the last turn back, branch off earlier, or begin anew."
            self._say(asker, failure("ended", text, act.id))
            return
        given = Given(
            story=self.id,
            world=self.world,
            before=self.state,
            stored=self.stored.state,
            act_id=act.id,
            words=act.text,
            attempt=self.stored.epoch,
            stamps={"world": self.loaded.hash, "code": self.desk.version},
            player=self.player,
            tape=self.taken.tape,
        )
        instant = act.instant or not self.followers
        speech = begin_speech(self.desk.voices, self.world, given.number, self.followers)
        narrator = narrating(self.desk.narrator)
        flight = InFlight(given.number, INSTANT if instant else self.desk.cadence, speech, given.tape)
        self._flight = flight
        self.taken.turn(given, instant=instant, spoken=speech is not None, narrator=narrator.name)
        try:
            async for event in run_turn(given, narrator, self.desk.store, flight.telling, self.desk.budget):
                if isinstance(event, Committed):
                    flight.committed = event
                    self.taken.committed(event)
                else:
                    await self._publish(event, flight)
        except AlreadyPlayedError as error:
            await self._say_again(error, act.id, asker)
        finally:
            self._end_turn()
            if speech is not None:
                await speech.close()

    def _end_turn(self) -> None:
        """From here on a snapshot shows the turn as played, if it was committed."""
        committed = self._flight.committed if self._flight is not None else None
        self._flight = None
        if committed is not None:
            before = self.state
            self.pending = None
            self.stored = replace(
                self.stored, state=committed.after, turn=committed.record.number, pending=None
            )
            self._history.add(committed.record)
            self._afterthoughts.begin(committed.record, committed.after)
            if (shadow := self.desk.shadow) is not None:
                turn = CommittedTurn(
                    self.id,
                    self.player,
                    self.world,
                    self.loaded.hash,
                    before,
                    committed.record,
                    committed.after,
                )
                shadow.offer(turn)

    async def _publish(self, frame: messages.Frame, flight: InFlight) -> None:
        """Number a frame, log it, and send it to all who follow."""
        if isinstance(frame, messages.Committed):
            frame = flight.final(frame)
        self.taken.frame(frame)
        async with self._wire:
            (stamped,) = await self.desk.frames.append(self.id, self.stored.epoch, [frame])
            flight.sent(stamped)
            text = encode(stamped)
            for follower in self.followers:
                follower.send([text])
            if isinstance(stamped, messages.Committed):
                # Under the same lock: who follows from now on gets either the turn's frames or the turn, never both.
                self._end_turn()
        self.taken.sent(stamped)
        await self._wait_for_readers()

    async def _wait_for_readers(self) -> None:
        """Hold the story back while a follower has much unread, for `SLOW_S` at most; then go on without them."""
        for follower in list(self.followers):
            try:
                async with asyncio.timeout(SLOW_S):
                    await follower.room()
            except TimeoutError:
                follower.close(
                    messages.CLOSE_TOO_SLOW, f"nothing was read for {SLOW_S:g} s; come back and resume"
                )
                self.followers.discard(follower)
                self.taken.leaves(follower)

    async def _say_again(self, error: AlreadyPlayedError, act_id: str, asker: Outbox) -> None:
        """Answer an act that was played before, to the one who asked again."""
        accepted = error.accepted
        if accepted.status == "undone":
            text = "This act was played and taken back since; send it anew to play it."
            self._say(asker, failure("conflict", text, act_id))
            return
        turns = await self.desk.store.turns(self.id, self.player, before=accepted.number + 1, limit=1)
        for record in turns:
            again = messages.Accepted(
                act_id=act_id, turn=record.number, words=record.words, d20=record.roll.d20[0], repeated=True
            )
            self._say(asker, again)
            self._say(asker, messages.Committed(turn=record.number, act_id=act_id, reason=record.reason))

    async def _undo(self, act_id: str) -> Undone:
        undone = await self.desk.store.undo(self.id, self.stored.turn, act_id)
        if not undone.repeated:
            self.stored = replace(self.stored, state=undone.state, turn=undone.turn, epoch=undone.epoch)
            self._history.take_back()
            self.taken.undone(undone)
            await self._show_anew()
        return undone

    async def _retry(self, act_id: str, asker: Outbox) -> None:
        undone = await self._undo(act_id)
        await self._play(messages.Act(id=act_id, text=undone.words), asker)

    async def _branch(self, message: messages.Branch, asker: Outbox) -> None:
        branch = await self.desk.store.branch(self.id, self.player, message.name, message.id, message.turn)
        self._say(asker, messages.Branched(story=branch.id, name=branch.name or message.name))

    async def _give_up_act(self, act_id: str) -> None:
        """An act that cannot be played must not keep the story from going on."""
        try:
            if await self.desk.store.refuse(self.id, act_id):
                await self._reload()
        except StoreError as error:
            log.error("story %s: act %s stays pending: %s", self.id, act_id, error)

    # ---- what is shown ----

    async def _reload(self) -> None:
        """Read the story anew and show it to all."""
        self.stored = await self.desk.store.load(self.id, self.player)
        self.pending = self.stored.pending
        self.taken.reloaded(self.stored)
        records = await self.desk.store.turns(self.id, self.player, limit=TURNS_SHOWN)
        self._history = History(self.world, records)
        await self._show_anew()

    async def _show_anew(self) -> None:
        async with self._wire:
            snapshot = await self._snapshot()
            text = encode(snapshot)
            for follower in self.followers:
                follower.send([text])
        self.taken.shown(snapshot)

    async def _snapshot(self) -> messages.StoryOpened:
        """The story as it stands before the turn in flight, whose frames follow."""
        if self._flight is not None and self._flight.frames:
            first = self._flight.frames[0]
            epoch, offset = first.epoch, first.offset - 1
        else:
            last = await self.desk.frames.position(self.id, self.stored.epoch)
            epoch, offset = last.epoch, last.offset
        return self._history.snapshot(self.stored, self.state, self.pending, (epoch, offset))

    def _say(self, asker: Outbox, frame: messages.Frame) -> None:
        """Answer one client alone."""
        self.taken.said(asker, frame)
        asker.say(frame)

    def record_if_wanted(self, errand: Errand | None = None) -> None:
        """Begin to record the story, if its player has come to allow it: with `errand`, unless more wait behind it."""
        if not self.errands.empty():
            return
        begun = self.taken.begin_if_wanted(self.desk, self.loaded.hash, self.stored, self.followers)
        known = self.pending.act_id if self.pending is not None else None  # it stands in the header
        if begun and errand is not None and errand.message.id != known:
            self.taken.took(errand.asker, errand.message)
