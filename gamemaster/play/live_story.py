"""A story that is being played in this worker: its turns one after the other, and those who follow it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, replace

from gamemaster.admission.bounds import Permit
from gamemaster.admission.line import LineFull, Place, Rank
from gamemaster.admission.spending import Spender
from gamemaster.logs.context import in_story
from gamemaster.narration.narrator import Expectant, Narrator
from gamemaster.play.arrangement_turn import arrange_turn
from gamemaster.play.cadence import INSTANT
from gamemaster.play.context import LoadedWorld, StoryContext
from gamemaster.play.expectation import Expectation
from gamemaster.play.failures import (
    failure,
    refusal_line,
    sentence,
    store_failure,
    unavailable,
    waiting_line,
)
from gamemaster.play.followers import Followers, Wire
from gamemaster.play.history import TURNS_SHOWN, History
from gamemaster.play.story_events import (
    ClientAnswered,
    FollowerJoined,
    FramePresented,
    FrameSent,
    LeaveBegun,
    LinesDrawn,
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
    WorldExchanged,
)
from gamemaster.play.story_recorder import TapeWriter
from gamemaster.play.turn import AlreadyPlayedError, Given, run_turn, scene_ahead
from gamemaster.play.turn_events import MemoriesRecalled, TextTold, TurnCommitted
from gamemaster.play.turn_in_flight import NoTurn, TurnInFlight, begin_speech
from gamemaster.play.turn_presenter import frames_of
from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox, encode
from gamemaster.protocol.presenters import world_line
from gamemaster.rules.acquaintance import as_met
from gamemaster.rules.dice import DICE_PER_TURN
from gamemaster.rules.proposal import Roll
from gamemaster.rules.state import StoryState, TurnRecord
from gamemaster.rules.upkeep.arrangement import ArrangementError, is_arrangement
from gamemaster.rules.upkeep.world_edit import carry_over, losses
from gamemaster.rules.upkeep.world_upgrade import refit
from gamemaster.speech.voices import Voices
from gamemaster.storage.frame_log import Gone, Position
from gamemaster.storage.store import Busy, Conflict, StoredStory, StoreError, StoreUnavailable, Undone
from worlds.schema import Boundaries

log = logging.getLogger(__name__)

AWAY = "The story's keeper does not answer. Nothing was lost or changed; ask again in a moment."
FAULT = "Something went wrong here, and it was written down. Your words are kept; try something else."
RESTARTING = "The service is restarting; come back in a moment."
UNDERSTUDY_PLAYS = "The story goes on without it, in the understudy's plainer words."
IN_TEXT = "The story goes on in text for now."
LOOK_AGAIN_S = 1.0  # after a store that was away when it was asked whether another worker played the story
TAKEN_BACK = "This act was played and taken back since; send it anew to play it."


@dataclass(frozen=True)
class StoryRequest:
    """Something a client asked for, whom to tell when it cannot be had, and what to call when it is done with."""

    message: RequestMessage
    asker: Outbox
    done: Callable[[], None] = lambda: None
    address: str = ""  # of the asker, as it is counted


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
        self._spender = Spender("", self.player, self.id)  # for whom the turn is played
        self._explained: dict[str, str] = {}  # what is not to be had, and what was said of it
        self._retiring = False
        self.idle = asyncio.Event()  # nothing asked for is undone
        self._idle_flight = self.flight
        self._requests: asyncio.Queue[StoryRequest | None] = asyncio.Queue(context.most_waiting)
        self._edition: LoadedWorld | None = None  # the world as edited, until it is taken between two turns
        is_fresh = stored.turn == 0 and stored.world_hash == loaded.hash
        self._fitted = (stored.state, stored.state) if is_fresh else None
        self.boundaries: Boundaries | None = None  # the player's, for the turns to come
        self._in_doubt = False  # whether what is stored is what was loaded
        self._expectation = Expectation()
        self._wire = Wire(self.id, context.frames, self.followers)
        self._history = History(loaded.world, past)
        self._tape = tape or TapeWriter()
        self._observers: tuple[StoryObserver, ...] = (self._tape, self._history, *observers)
        self._announce(StoryOpened(stored))
        self.draw_lines(stored.boundaries)

    @property
    def state(self) -> StoryState:
        """The stored state, as the world is now."""
        if self._fitted is None or self._fitted[0] is not self.stored.state:
            self._fitted = (self.stored.state, refit(self.world, self.stored.state).held_to(self.boundaries))
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
        if self._retiring:
            return  # its client is about to come back elsewhere, where it asks again
        self._announce(MessageReceived(request.asker, request.message))
        if self.leaving:
            self._say(request.asker, unavailable(RESTARTING, request.message.id))
            request.done()
            return
        try:
            self._requests.put_nowait(request)
        except asyncio.QueueFull:
            waiting = f"{self._requests.maxsize} requests"
            message = f"{waiting} wait for this story already; wait until it has caught up."
            self._say(request.asker, failure("busy", message, request.message.id, limit=waiting))
            request.done()
            return
        self.idle.clear()
        self.flight.read_on()

    @property
    def waiting(self) -> int:
        """Requests that wait for the one that is done now."""
        return self._requests.qsize()

    async def follow(self, outbox: Outbox, epoch: int | None, offset: int | None) -> None:
        """Bring a client up to date, from its position if the log still has what follows it, and keep it so."""
        async with self._in_step():
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
            if epoch is not None:
                self.look_again()  # it may come from a worker that played the story without a lease
            return [await self._snapshot(), *self.flight.frames]
        resumed = messages.Resumed(story=self.id, missed=len(missed), epoch=epoch, offset=offset)
        return [resumed, *missed]

    def unfollow(self, outbox: Outbox) -> None:
        """The client went. The turn in flight goes on, without pauses if nobody is left to read them."""
        self.followers.discard(outbox)
        self.flight.listener_changed(outbox)
        if not self.followers:
            self.flight.hurry()

    def exchange(self, edition: LoadedWorld) -> None:
        """Go on in the world as its writer saved it now, from the next turn on."""
        self._edition = edition
        if self._requests.empty():
            self._requests.put_nowait(None)  # wakes whoever waits for a request

    def look_again(self) -> None:
        """Another worker may have played the story meanwhile: what is in the store counts, from the next request on."""
        self._in_doubt = True
        if self._requests.empty():
            self._requests.put_nowait(None)

    def tell(self, frame: messages.Frame) -> None:
        """Tell all followers something that has no place in the story."""
        self.followers.send(encode(frame))

    def draw_lines(self, boundaries: Boundaries | None) -> None:
        """The player's lines from the next turn on."""
        if boundaries == self.boundaries:
            return
        self.boundaries, self._fitted = boundaries, None
        self._announce(LinesDrawn(boundaries))

    def rename(self, name: str | None) -> None:
        """The store has another name for the story now."""
        self.stored = replace(self.stored, name=name)

    def expect_turn(self) -> None:
        """The player writes: the narrator may make ready, and is told again while they go on."""
        narrator, coming = self.context.narrator.now, (self.stored.epoch, self.stored.turn)
        if self.flight is not self._idle_flight or self.leaving:
            return
        if not self._expectation.is_due(coming, asyncio.get_running_loop().time()):
            return
        if isinstance(narrator, Expectant) and self.state.ended is None:
            latest = tuple(self._history.latest)
            given = Given(
                self.id, self.world, self.state, self.stored.state, "", "", player=self.player, latest=latest
            )
            narrator.expect(scene_ahead(given, self.context.store))

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
            while not self._requests.empty():
                undone = self._requests.get_nowait()
                if undone is not None:
                    undone.done()
            self._wire.close()
            self._announce(StoryClosed(whole))

    async def _run(self) -> None:
        if (pending := self.stored.pending) is not None:
            act = messages.Act(id=pending.act_id, text=pending.words)
            await self._do(StoryRequest(act, Outbox(1)))
        while not (self.leaving and self._requests.empty()):
            await self._take_news()
            if self._requests.empty():
                self.idle.set()
            request = await self._requests.get()
            await self._take_news()
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

    def retire(self) -> None:
        """As `drain`; what is asked from now on is left to be asked again, of the next worker.

        The owner closes every follower when `run` has returned.
        """
        self._retiring = True
        self.drain()

    async def _do(self, request: StoryRequest) -> None:
        """Do it, or tell the asker why not. Whatever happens, the story goes on with the next request."""
        message, asker = request.message, request.asker
        self._spender = replace(self._spender, address=request.address)
        self._announce(
            RequestBegun(asker, message, self.stored, tuple(self.followers), self._requests.qsize())
        )
        try:
            await self._try(message, asker)
        except StoreUnavailable:
            self._in_doubt = True  # it may have been done, and its answer lost
            self._say(asker, unavailable(AWAY, message.id))
        except Exception:
            log.exception("story %s: %s failed", self.id, message.type)
            self._say(asker, failure("internal", FAULT, message.id))
            await self._give_up(message)
        finally:
            request.done()

    async def _try(self, message: RequestMessage, asker: Outbox) -> None:
        with in_story(self.id, self.stored.turn + 1, message.id):
            await self._answer(message, asker)

    async def _answer(self, message: RequestMessage, asker: Outbox) -> None:
        try:
            match message:
                case messages.Act():
                    await self._play(message, asker)
                case messages.Undo():
                    if (await self._undo(message.id)).repeated:
                        async with self._in_step():
                            self._say(asker, await self._snapshot())
                case messages.Retry():
                    undone = await self._undo(message.id)
                    act = messages.Act(id=message.id, text=undone.words)
                    await self._play(act, asker, message.d20 if self.context.workshop else None)
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
        elif (undone.turn, undone.epoch) != (self.stored.turn, self.stored.epoch):
            await self._reload()  # the first answer was lost, and nobody was shown the undo
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

    async def _take_news(self) -> None:
        """What came about beside the requests: the story as another worker left it, an edited world."""
        if self._in_doubt:
            await self._clear_doubt()
        await self._take_edition()

    async def _clear_doubt(self) -> None:
        """Read the story anew if the store has another turn or epoch; a store that is away is asked again later."""
        self._in_doubt = False
        try:
            stored = await self.context.store.load(self.id, self.player)
            if (stored.turn, stored.epoch) != (self.stored.turn, self.stored.epoch):
                await self._reload()
        except StoreError as error:
            log.info("story %s: whether another worker played it is not known: %s", self.id, error)
            asyncio.get_running_loop().call_later(LOOK_AGAIN_S, self.look_again)

    async def _take_edition(self) -> None:
        """Take the edited world, and tell the followers what of the story it could not keep."""
        edition, self._edition = self._edition, None
        if edition is None:
            return
        old, before, new = self.world, self.state, edition.world
        after = carry_over(old, new, self.stored.state, before)
        self.loaded, self.world = edition, new
        self._expectation.forget()
        self._fitted = (self.stored.state, after.held_to(self.boundaries))
        self._announce(WorldExchanged(new))
        notes = tuple(losses(old, new, before, after))
        self.tell(messages.WorldEdited(fits=True, world=world_line(new), notes=notes))
        await self._show_anew()

    # ---- a turn ----

    async def _play(self, act: messages.Act, asker: Outbox, d20: int | None = None) -> None:
        """Play a turn when it is its turn in line; `d20` is the roll that the world's writer wants."""
        rank = Rank.GOING_ON if self.stored.turn else Rank.BEGINNING
        turns, line, address = self.context.turns, self.context.line, self._spender.address

        def tell(place: Place) -> None:
            # Not announced: what the story is told for its recording does not depend on who else plays.
            asker.say(waiting_line(place, act.id))

        try:
            async with turns.turn(rank, tell, address), line.turn(rank, tell, address) as begun:
                await self._play_now(act, asker, begun, d20)
        except LineFull as error:
            self._say(asker, refusal_line(error.refusal, "busy", act.id))

    async def _play_now(self, act: messages.Act, asker: Outbox, begun: Permit, d20: int | None) -> None:
        if self.state.ended is not None:
            ending = self.world.endings[self.state.ended].title
            text = f"This story has ended ({ending}). Take the last turn back, branch off earlier, or begin anew."
            self._say(asker, failure("ended", text, act.id))
            return
        given, narrator = self._givens_of(act), self._affordable_narrator(asker)
        if d20 is not None:
            given = replace(given, dice=Roll(d20=(d20,) * DICE_PER_TURN))
        if self.context.workshop and is_arrangement(act.text):
            try:
                given, narrator = arrange_turn(given)
            except ArrangementError as error:
                self._say(asker, failure("unsupported", str(error), act.id))
                return
        instant = act.instant or not self.followers
        speech = begin_speech(
            self._affordable_voices(asker),
            as_met(self.world, given.before),
            given.number,
            self.followers,
            self._announce,
        )
        cadence = INSTANT if instant else self.context.cadence
        self.flight = flight = TurnInFlight(given.number, cadence, speech, self._announce)
        self._announce(
            TurnBegun(given.number, act.id, given.attempt, instant, flight.is_spoken, narrator.name)
        )
        store, budget = self.context.store, self.context.budget
        has_model = isinstance(narrator, Expectant)  # then others go on while it is waited for
        try:
            async for event in run_turn(given, narrator, store, flight.telling, budget):
                if isinstance(event, TurnCommitted):
                    flight.committed = event
                self._announce(event)
                for frame in frames_of(event, self.world, given.before):
                    await self._publish(frame, flight)
                if isinstance(event, MemoriesRecalled if has_model else TextTold):
                    begun.give_back()
        except AlreadyPlayedError as error:
            await self._say_again(error, act.id, asker)
        finally:
            self._end_turn()
            await flight.close()

    def _affordable_narrator(self, asker: Outbox) -> Narrator:
        """The model, unless its share is used up: then the understudy, and the player is told."""
        standby, why = self.context.narrator, self.context.spending.why_not(self._spender)
        if why is None or standby.now is standby.understudy:
            return standby.now
        self._explain(asker, "model", f"{why} {UNDERSTUDY_PLAYS}")
        return standby.understudy

    def _affordable_voices(self, asker: Outbox) -> Voices | None:
        """The voice, unless its share is used up, which the player is told."""
        why = self.context.spending.why_unspoken(self._spender) if self.context.voices else None
        if why is not None:
            self._explain(asker, "voice", f"{why} {IN_TEXT}")
        return self.context.voices if why is None else None

    def _explain(self, asker: Outbox, what: str, why: str) -> None:
        """Say why something is not to be had; the same is said once."""
        if self._explained.get(what) != why:
            self._explained[what] = why
            asker.say(messages.Delayed(what=what, message=why))

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
            latest=tuple(self._history.latest),
        )

    def _end_turn(self) -> None:
        """From here on a snapshot shows the turn as played, if it was committed."""
        was_spoken = isinstance(self.flight, TurnInFlight) and self.flight.is_spoken
        committed, self.flight = self.flight.committed, self._idle_flight
        if committed is None:
            return
        if was_spoken:
            chars = sum(len(span.text) for span in committed.record.spans)
            self.context.spending.charge_voice(self._spender, chars)
        if committed.record.model is not None:
            uses = committed.record.model.uses
            tokens = sum(use.prompt - use.cached + use.completion for use in uses)
            self.context.spending.charge(self._spender, tokens)
        before, record, after = self.state, committed.record, committed.after
        self.stored = replace(self.stored, state=after, turn=record.number, pending=None)
        self._fitted = (after, after.held_to(self.boundaries))  # the referee made it in this world
        self._announce(
            TurnFinished(self.id, self.player, self.world, self.loaded.hash, before, record, after)
        )

    @contextlib.asynccontextmanager
    async def _in_step(self) -> AsyncIterator[None]:
        """All that was published is sent, and nothing is published meanwhile."""
        async with self._wire.lock:
            await self._wire.settle()
            yield

    async def _publish(self, frame: messages.Frame, flight: TurnInFlight) -> None:
        """Number a frame, log it, and send it to all who follow."""
        if isinstance(frame, messages.Committed):
            frame = flight.final(frame)
        self._announce(FramePresented(frame))
        async with self._wire.lock:
            stamped = await self._wire.publish(self.stored.epoch, frame)
            flight.on_sent(stamped)
            is_last = isinstance(stamped, messages.Committed)
            if is_last or flight.is_spoken:  # no voice comes before the text that it speaks
                await self._wire.settle()
            if is_last:
                # Under the same lock: who follows from now on gets either the turn's frames or the turn, never both.
                self._end_turn()
        self._announce(FrameSent(stamped))
        await self.followers.wait_for_readers()

    async def _say_again(self, error: AlreadyPlayedError, act_id: str, asker: Outbox) -> None:
        """Answer an act that was played before, to the one who asked again."""
        accepted = error.accepted
        if accepted.status == "undone":
            self._say(asker, failure("taken_back", TAKEN_BACK, act_id))
            return
        turns = await self.context.store.turns(self.id, self.player, before=accepted.number + 1, limit=1)
        for record in turns:
            again = messages.Accepted(
                act_id=act_id, turn=record.number, words=record.words, d20=record.roll.d20[0], repeated=True
            )
            self._say(asker, again)
            self._say(asker, messages.Committed(turn=record.number, act_id=act_id, reason=record.reason))
        if accepted.number > self.stored.turn:
            await self._reload()  # another process played it

    # ---- what is shown ----

    async def _reload(self) -> None:
        """Read the story anew and show it to all."""
        stored = await self.context.store.load(self.id, self.player)
        records = await self.context.store.turns(self.id, self.player, limit=TURNS_SHOWN)
        self.stored = stored
        self._announce(StoryReloaded(stored, tuple(records)))
        self.draw_lines(stored.boundaries)
        # No position of before stands for what is shown now.
        await self.context.frames.drop(self.id)
        await self._show_anew()

    async def _show_anew(self) -> None:
        async with self._in_step():
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
