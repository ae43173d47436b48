"""One connection: who it is, which story it follows, and what it may ask, in the order of asking."""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from typing import NoReturn

from gamemaster.admission.addresses import EXEMPT
from gamemaster.admission.bounds import Permit, Refusal
from gamemaster.admission.line import LineFull, Place, Rank
from gamemaster.admission.standing_orders import (
    BANNED,
    CLOSED_TO_NEW,
    MUTED,
    RETRY_LATER_S,
    SIGNED_OUT,
)
from gamemaster.play.context import Desk
from gamemaster.play.failures import (
    RETRY_AFTER_S,
    failure,
    refusal_line,
    sentence,
    store_failure,
    waiting_line,
)
from gamemaster.play.hub import DrainingError, HeldElsewhereError, Hub, WorldNotLoadedError
from gamemaster.play.live_story import LiveStory, StoryRequest
from gamemaster.play.opening import begin, seed_for
from gamemaster.play.prologue import OPENING_TURN, Prologue
from gamemaster.play.story_events import RequestMessage
from gamemaster.protocol import messages
from gamemaster.protocol.auth_tokens import BadTokenError, Credential
from gamemaster.protocol.decode import BadMessageError, parse
from gamemaster.protocol.outbox import Outbox
from gamemaster.protocol.player_words import EmptyWordsError, TooLongError, clean
from gamemaster.protocol.presenters import world_line
from gamemaster.rules.boundaries import TERMS, lines_text
from gamemaster.rules.upkeep.state_versions import StateVersionError
from gamemaster.storage.rate_limit import admit_all
from gamemaster.storage.store import StoreError, StoryStart
from worlds.schema import Boundaries, World

log = logging.getLogger(__name__)

RESTARTS = "the service restarts; come back"
NO_VOICE = "This service has no voice; the story comes in text."


class Ended(Exception):
    """The connection is over; the outbox has been told why."""


class Session:
    """What one client says is handled here, message by message; what it is told goes to its outbox.

    `counted` is called with the player's id once it is known; it returns what keeps the player out, or None.
    """

    def __init__(
        self, desk: Desk, hub: Hub, outbox: Outbox, address: str, counted: Callable[[str], str | None]
    ) -> None:
        self.desk, self.hub, self.outbox, self.address = desk, hub, outbox, address
        self.player: str | None = None
        self.story: LiveStory | None = None
        self.is_in_line = False  # what was asked waits until others were served
        self._prologue: Prologue | None = None
        self._opening: tuple[World, int] | None = None  # of the new story, while nothing came after it
        self._counted = counted

    async def handle(self, raw: str | bytes) -> None:
        """Answer one frame from the client. Raises `Ended` when the connection must end."""
        act_id = None
        try:
            message = parse(raw, self.desk.limits.max_message_bytes)
            act_id = getattr(message, "id", None)
            await self._answer(message)
        except BadMessageError as error:
            self.outbox.say(failure(error.code, str(error), error.act_id, limit=error.limit))
        except LineFull as error:
            full = error.refusal
            if self.player is None:
                self._end(messages.CLOSE_TOO_MANY, "busy", full.text, full.limit, full.retry_after_s)
            self.outbox.say(refusal_line(full, "busy", act_id))
        except StoreError as error:
            self.outbox.say(store_failure(error, act_id))
        except StateVersionError as error:
            self.outbox.say(failure("unsupported", sentence(error), act_id))
        except DrainingError:
            self.outbox.close(messages.CLOSE_RESTART, RESTARTS)
        except (WorldNotLoadedError, HeldElsewhereError) as error:
            code = "busy" if isinstance(error, HeldElsewhereError) else "unavailable"
            self.outbox.say(failure(code, sentence(error), act_id, retry_after_s=RETRY_AFTER_S))

    @property
    def is_waiting(self) -> bool:
        """Whether the story here has not done yet what somebody asked of it."""
        return self.story is not None and not self.story.idle.is_set()

    def close(self) -> None:
        """The connection is gone; what it asked for is done all the same."""
        if self.desk.voices is not None:
            self.desk.voices.leave(self.outbox)
        if self.player is not None and self.desk.consents is not None:
            self.desk.consents.leave(self.player)
        self._leave_story()

    def _leave_story(self) -> None:
        self._end_prologue()
        if self.story is not None:
            self.outbox.choose_anew()
            self.story.unfollow(self.outbox)
            self.story = None

    @contextlib.asynccontextmanager
    async def _in_line(self, rank: Rank, act_id: str | None = None) -> AsyncIterator[None]:
        """When it is this client's turn; it is told its place until then. Raises LineFull."""

        def tell(place: Place) -> None:
            self.outbox.say(waiting_line(place, act_id))

        self.is_in_line = True
        try:
            async with self.desk.line.turn(rank, tell, self.address):
                self.is_in_line = False
                yield
        finally:
            self.is_in_line = False

    async def _answer(self, message: messages.ClientMessage) -> None:
        if isinstance(message, messages.Ping):
            self.outbox.say(messages.Pong(n=message.n))
            return
        if isinstance(message, messages.Hello):
            async with self._in_line(Rank.ARRIVING):
                await self._hello(message)
            return
        player = self.player
        if player is None:
            self._end(
                messages.CLOSE_BAD_HELLO, "bad_message", f"Say `hello` first; this was `{message.type}`."
            )
        asks = messages.Open | messages.Stories | messages.Consent | messages.DrawLines
        if isinstance(message, asks) and not self._may_ask():
            return
        match message:
            case messages.Open():
                await self._open(player, message)
            case messages.NewStory():
                await self._new_story(player, message)
            case messages.Stories():
                self.outbox.say(messages.StoryList(stories=await story_lines(self.desk, player)))
            case messages.Interrupt():
                self._end_prologue()
                if (story := self._current(None)) is not None:
                    story.flight.interrupt(message, self.outbox)
            case messages.ReadOn():
                if message.turn == OPENING_TURN:
                    self._end_prologue()
                elif self.story is not None:
                    self.story.flight.show_whole(message)
            case messages.Typing():
                if self.story is not None:
                    self.story.expect_turn()
            case messages.Played():
                if message.turn == OPENING_TURN and self._prologue is not None:
                    self._prologue.on_played(message)
                elif self.story is not None:
                    self.story.flight.on_played(message, self.outbox)
            case messages.VoiceChoice():
                self._choose_voice(player, message.audio)
            case messages.Consent():
                await self._consent(player, message)
            case messages.DrawLines():
                await self._draw_lines(player, message)
            case messages.Act():
                await self._act(player, message)
            case messages.Undo() | messages.Retry() | messages.Branch():
                story = self._current(message.id)
                if story is not None and await self._admit(player, message.id):
                    self._ask(story, message)

    # ---- who ----

    async def _hello(self, hello: messages.Hello) -> None:
        if self.player is not None:
            self.outbox.say(failure("bad_message", "`hello` was said on this connection already."))
            return
        player = None
        found = self._credential(hello.token) if hello.token is not None else None
        if found is not None:
            player = found.player
            if not await self.desk.store.has_player(player):
                log.info("a player of an earlier database begins anew")
                player = None
        is_new = player is None
        if player is None:
            if self.desk.orders.is_closed_to_new:
                self._end(messages.CLOSE_TOO_MANY, "unavailable", CLOSED_TO_NEW, wait_s=RETRY_LATER_S)
            wait_s = await self.desk.newcomers.admit(self.address)
            if wait_s:
                limit = f"{self.desk.newcomers.per_minute} new players a minute from one address"
                text = f"Too many new players come from your address. Try again in {wait_s:.0f} seconds."
                self._end(messages.CLOSE_TOO_MANY, "too_many", text, limit, wait_s)
            player = await self.desk.store.create_player()
        consents = self.desk.consents
        recording = await consents.greet(player, is_new=is_new) if consents is not None else None
        refused = self._counted(player)
        if refused is not None:
            text = f"You have {refused} open already, which is the limit. Close one of them."
            self._end(messages.CLOSE_TOO_MANY, "too_many", text, refused)
        if found is not None:
            self._check_orders(found)  # what was ordered while this waited
        self.player = player
        if consents is not None:
            consents.enter(player)
        limits = self.desk.limits
        self.outbox.say(
            messages.Welcome(
                player=player,
                token=self.desk.tokens.sign(player),
                worlds=world_lines(self.desk),
                limits={
                    "max_input_chars": limits.max_input_chars,
                    "max_message_bytes": limits.max_message_bytes,
                    "acts_per_minute": limits.acts_per_minute,
                    "audio_per_player": limits.audio_per_player,
                },
                designer=self.desk.designer,
                workshop=self.desk.workshop,
                spoken=self.desk.voices is not None,
                recording=recording,
            )
        )
        if hello.audio is not None:
            self._choose_voice(player, hello.audio)

    def _credential(self, token: str) -> Credential:
        """What the token says, if its player may come in."""
        try:
            found = self.desk.tokens.credential(token)
        except BadTokenError as error:
            self._end(messages.CLOSE_BAD_TOKEN, "bad_token", str(error))
        self._check_orders(found)
        return found

    def _check_orders(self, found: Credential) -> None:
        """Ends the connection if the operator shut the player out, or signed them out."""
        if self.desk.orders.refuses_token(found.player, found.issued):
            self._end_signed_out()
        if self.desk.orders.is_banned(found.player):
            self._end_shut_out()

    def send_away(self, why: str) -> None:
        """The operator shuts the player out, or signs them out: their token is refused when they come back."""
        with contextlib.suppress(Ended):
            if why == SIGNED_OUT:
                self._end_signed_out()
            self._end_shut_out()

    def _end_signed_out(self) -> NoReturn:
        self._end(messages.CLOSE_BAD_TOKEN, "signed_out", SIGNED_OUT)

    def _end_shut_out(self) -> NoReturn:
        self._end(messages.CLOSE_TOO_MANY, "unavailable", BANNED, wait_s=RETRY_LATER_S)

    def _choose_voice(self, player: str, audio: tuple[str, ...]) -> None:
        """The client will hear the story so, or read it."""
        voices = self.desk.voices
        if voices is not None:
            self.outbox.say(voices.choose(self.outbox, player, audio))
        elif audio:
            self.outbox.say(messages.VoiceState(state="unavailable", message=NO_VOICE))
        else:
            self.outbox.say(messages.VoiceState(state="off"))
        if self._prologue is not None:
            self._prologue.listener_changed()
        self._begin_prologue()
        if self.story is not None:
            self.story.flight.listener_changed(self.outbox)

    async def _consent(self, player: str, message: messages.Consent) -> None:
        """The player lets their play be recorded, or does not."""
        if self.desk.consents is None:
            self.outbox.say(failure("unsupported", "This service records nothing."))
            return
        try:
            self.outbox.say(await self.desk.consents.answer(player, message))
        except OSError:
            log.exception("what was recorded of the player %s could not be deleted", player)
            text = "Your answer is kept, but not everything that was recorded could be deleted. Ask again in a while."
            self.outbox.say(failure("unavailable", text))

    async def _draw_lines(self, player: str, message: messages.DrawLines) -> None:
        """The player says what their stories leave out, or asks how that stands."""
        lines = message.lines
        if lines is None:
            lines = (await self.desk.store.boundaries([player])).get(player) or Boundaries()
        else:
            drawn = lines if lines_text(lines) else None
            await self.desk.store.set_boundaries(player, drawn)
            self.hub.draw_lines(player, drawn)
        world = self.story.world.boundaries if self.story is not None else None
        self.outbox.say(messages.LinesKept(n=message.n, lines=lines, world=world, terms=tuple(TERMS)))

    def _end(
        self, close: int, code: str, text: str, limit: str | None = None, wait_s: float | None = None
    ) -> NoReturn:
        self.outbox.say(failure(code, text, limit=limit, fatal=True, retry_after_s=wait_s))
        self.outbox.close(close, text[:100])
        raise Ended

    # ---- which story ----

    async def _open(self, player: str, message: messages.Open) -> None:
        self._leave_story()
        async with self._in_line(Rank.BEGINNING):
            self.story = await self.hub.follow(
                message.story, player, self.outbox, message.epoch, message.offset
            )
        self._tell_faults(self.story)

    async def _new_story(self, player: str, message: messages.NewStory) -> None:
        if message.world not in self.desk.worlds:
            known = ", ".join(self.desk.worlds) or "none"
            why = self.desk.fault_of(message.world)
            text = f"The world {message.world!r} cannot be played: {why}."
            text = text if why else f"There is no world {message.world!r}."
            self.outbox.say(failure("not_found", f"{text} Worlds here: {known}.", message.id))
            return
        if self.desk.orders.is_closed_to_new:
            again = RETRY_LATER_S
            self.outbox.say(failure("unavailable", CLOSED_TO_NEW, message.id, retry_after_s=again))
            return
        if not await self._admit(player, message.id) or not await self._admit_story(message.id):
            return
        async with self._in_line(Rank.BEGINNING, message.id):
            await self._begin(player, message)

    async def _admit_story(self, act_id: str) -> bool:
        """Whether the service may begin one more story now; says when, if not."""
        begun = self.desk.new_stories
        wait_s = await begun.admit("all")
        if wait_s > 0:
            limit = f"{begun.per_minute} new stories a minute"
            text = f"Too many stories are begun here just now: at most {limit}. Try again in {max(1, round(wait_s))} s."
            self.outbox.say(failure("busy", text, act_id, limit=limit, retry_after_s=wait_s))
        return wait_s <= 0

    async def _begin(self, player: str, message: messages.NewStory) -> None:
        loaded = self.desk.worlds[message.world]
        seed = message.seed
        if seed is None:
            seed = seed_for(loaded.world, message.opening, lambda: secrets.randbelow(2**53))
        stored = await self.desk.store.create_story(
            player,
            StoryStart(
                message.world,
                loaded.hash,
                begin(loaded.world, seed),
                message.id,
                title=loaded.world.title,
            ),
        )
        self._leave_story()
        self.story = await self.hub.follow(stored.id, player, self.outbox, new=stored)
        self._tell_faults(self.story)
        if stored.turn == 0:
            self._opening = (loaded.world, stored.state.seed)
            self._begin_prologue()

    def _tell_faults(self, story: LiveStory) -> None:
        """A world that was saved with faults is played as it was before."""
        faulty = self.desk.faults.get(story.world.id)
        if faulty is not None:
            self.outbox.say(faulty)

    def _begin_prologue(self) -> None:
        """The opening is spoken once to a client that hears; browsers let a page hear only after a first click."""
        voices = self.desk.voices
        if voices is not None and self._opening is not None and self.outbox.hears and self._prologue is None:
            self._prologue = Prologue(
                voices, *self._opening, self.outbox, self.story.boundaries if self.story else None
            )
            self._opening = None

    def _end_prologue(self) -> None:
        """The player goes on from the opening."""
        self._opening = None
        if self._prologue is not None:
            self._prologue.end()
            self._prologue = None

    def _current(self, act_id: str | None) -> LiveStory | None:
        """The story that this connection follows; says so when there is none."""
        if self.story is None:
            self.outbox.say(failure("not_found", "Open a story first, or begin a new one.", act_id))
        return self.story

    # ---- acts ----

    async def _act(self, player: str, act: messages.Act) -> None:
        story = self._current(act.id)
        if story is None:
            return
        limit = self.desk.limits.max_input_chars
        try:
            words = clean(act.text, limit)
        except EmptyWordsError as error:
            self.outbox.say(failure("empty", str(error), act.id))
            return
        except TooLongError as error:
            self.outbox.say(failure("too_long", str(error), act.id, limit=f"{limit} characters"))
            return
        if await self._admit(player, act.id):
            self._end_prologue()
            self._ask(story, act.model_copy(update={"text": words}))

    def _ask(self, story: LiveStory, message: RequestMessage) -> None:
        """Put it in the story's queue; it counts for the address until it is done."""
        taken = self.desk.addresses.in_flight.take(self.address)
        if isinstance(taken, Permit):
            story.ask(StoryRequest(message, self.outbox, taken.give_back, self.address))
        else:
            self._refuse(taken, message.id)

    def _may_ask(self) -> bool:
        """Whether the address may ask for something that is read from the database; says when, if not."""
        refused = self.desk.addresses.requests.admit(self.address)
        return self._refuse(refused) if refused else True

    def _refuse(self, refused: Refusal, act_id: str | None = None) -> bool:
        """False, and the client is told."""
        self.outbox.say(refusal_line(refused, "too_fast", act_id))
        return False

    async def _admit(self, player: str, act_id: str) -> bool:
        """Whether the player, and their address, may act now; says when, if not."""
        if self.desk.orders.is_muted(player):
            self.outbox.say(failure("unavailable", MUTED, act_id))
            return False
        refused = self.desk.addresses.acts.admit(self.address)  # a flood ends here, and not in Redis
        if refused is not None:
            return self._refuse(refused, act_id)
        asked = [(self.desk.acts, player)]
        if self.address != EXEMPT:
            asked.append((self.desk.acts_of_addresses, self.address))
        too_fast = await admit_all(*asked)
        if too_fast is None:
            return True
        rate, wait_s = too_fast
        if rate is self.desk.acts_of_addresses:
            return self._refuse(self.desk.addresses.acts.refuse(wait_s), act_id)
        limit = f"{rate.per_minute} acts a minute"
        text = f"That was too fast: at most {limit}. Send it again in {max(1, round(wait_s))} s."
        self.outbox.say(failure("too_fast", text, act_id, limit=limit, retry_after_s=wait_s))
        return False


def world_lines(desk: Desk) -> tuple[dict[str, object], ...]:
    """The worlds that can be played, for the page where a player chooses."""
    shelved = sorted(desk.worlds.items(), key=lambda item: (item[1].world.shelf, item[0]))
    return tuple(world_line(loaded.world) for _, loaded in shelved)


async def story_lines(desk: Desk, player: str) -> tuple[messages.StoryLine, ...]:
    """The player's stories, the one played last first. Raises `StoreUnavailable`."""
    lines = []
    for story in await desk.store.list_stories(player):
        loaded = desk.worlds.get(story.world)
        world = loaded.world if loaded is not None else None
        place = world.locations[story.place].name if world and story.place in world.locations else story.place
        ending = world.endings.get(story.ended) if world and story.ended else None
        lines.append(
            messages.StoryLine(
                id=story.id,
                world=story.world,
                title=world.title if world else story.title,
                name=story.name,
                turn=story.turn,
                place=place,
                ended=ending.title if ending else story.ended,
                updated=story.updated.isoformat(timespec="seconds"),
            )
        )
    return tuple(lines)
