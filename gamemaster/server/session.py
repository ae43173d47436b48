"""One connection: who it is, which story it follows, and what it may ask, in the order of asking."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import NoReturn

from gamemaster.play.context import Desk
from gamemaster.play.failures import RETRY_AFTER_S, failure, sentence, store_failure
from gamemaster.play.hub import HeldElsewhereError, Hub, WorldNotLoadedError
from gamemaster.play.live_story import LiveStory, StoryRequest
from gamemaster.play.opening import begin
from gamemaster.play.prologue import OPENING_TURN, Prologue
from gamemaster.protocol import messages
from gamemaster.protocol.auth_tokens import BadTokenError
from gamemaster.protocol.decode import BadMessageError, parse
from gamemaster.protocol.outbox import Outbox
from gamemaster.protocol.player_words import EmptyWordsError, TooLongError, clean
from gamemaster.rules.state_versions import StateVersionError
from gamemaster.storage.store import StoreError
from worlds.schema import World

log = logging.getLogger(__name__)

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
        except StoreError as error:
            self.outbox.say(store_failure(error, act_id))
        except StateVersionError as error:
            self.outbox.say(failure("unsupported", sentence(error), act_id))
        except (WorldNotLoadedError, HeldElsewhereError) as error:
            code = "busy" if isinstance(error, HeldElsewhereError) else "unavailable"
            self.outbox.say(failure(code, sentence(error), act_id, retry_after_s=RETRY_AFTER_S))

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

    async def _answer(self, message: messages.ClientMessage) -> None:
        if isinstance(message, messages.Ping):
            self.outbox.say(messages.Pong(n=message.n))
            return
        if isinstance(message, messages.Hello):
            await self._hello(message)
            return
        player = self.player
        if player is None:
            self._end(
                messages.CLOSE_BAD_HELLO, "bad_message", f"Say `hello` first; this was `{message.type}`."
            )
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
            case messages.Played():
                if message.turn == OPENING_TURN and self._prologue is not None:
                    self._prologue.on_played(message)
                elif self.story is not None:
                    self.story.flight.on_played(message, self.outbox)
            case messages.VoiceChoice():
                self._choose_voice(player, message.audio)
            case messages.Consent():
                await self._consent(player, message)
            case messages.Act():
                await self._act(player, message)
            case messages.Undo() | messages.Retry() | messages.Branch():
                story = self._current(message.id)
                if story is not None and await self._admit(player, message.id):
                    story.ask(StoryRequest(message, self.outbox))

    # ---- who ----

    async def _hello(self, hello: messages.Hello) -> None:
        if self.player is not None:
            self.outbox.say(failure("bad_message", "`hello` was said on this connection already."))
            return
        player = None
        if hello.token is not None:
            try:
                player = self.desk.tokens.read(hello.token)
            except BadTokenError as error:
                self._end(messages.CLOSE_BAD_TOKEN, "bad_token", str(error))
            if not await self.desk.store.has_player(player):
                log.info("a player of an earlier database begins anew")
                player = None
        if player is None:
            wait_s = await self.desk.newcomers.admit(self.address)
            if wait_s:
                limit = f"{self.desk.newcomers.per_minute} new players a minute from one address"
                text = f"Too many new players come from your address. Try again in {wait_s:.0f} seconds."
                self._end(messages.CLOSE_TOO_MANY, "too_many", text, limit, wait_s)
            player = await self.desk.store.create_player()
        consents = self.desk.consents
        recording = await consents.greet(player) if consents is not None else None
        refused = self._counted(player)
        if refused is not None:
            text = f"You have {refused} open already, which is the limit. Close one of them."
            self._end(messages.CLOSE_TOO_MANY, "too_many", text, refused)
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
                spoken=self.desk.voices is not None,
                recording=recording,
            )
        )
        if hello.audio is not None:
            self._choose_voice(player, hello.audio)

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

    def _end(
        self, close: int, code: str, text: str, limit: str | None = None, wait_s: float | None = None
    ) -> NoReturn:
        self.outbox.say(failure(code, text, limit=limit, fatal=True, retry_after_s=wait_s))
        self.outbox.close(close, text[:100])
        raise Ended

    # ---- which story ----

    async def _open(self, player: str, message: messages.Open) -> None:
        self._leave_story()
        self.story = await self.hub.follow(message.story, player, self.outbox, message.epoch, message.offset)

    async def _new_story(self, player: str, message: messages.NewStory) -> None:
        if message.world not in self.desk.worlds:
            known = ", ".join(self.desk.worlds) or "none"
            why = self.desk.broken_worlds.get(message.world)
            text = f"The world {message.world!r} cannot be played: {why}."
            text = text if why else f"There is no world {message.world!r}."
            self.outbox.say(failure("not_found", f"{text} Worlds here: {known}.", message.id))
            return
        if not await self._admit(player, message.id):
            return
        loaded = self.desk.worlds[message.world]
        seed = message.seed if message.seed is not None else secrets.randbelow(2**53)
        stored = await self.desk.store.create_story(
            player,
            message.world,
            loaded.hash,
            begin(loaded.world, seed),
            message.id,
            title=loaded.world.title,
        )
        self._leave_story()
        self.story = await self.hub.follow(stored.id, player, self.outbox)
        if stored.turn == 0:
            self._opening = (loaded.world, stored.state.seed)
            self._begin_prologue()

    def _begin_prologue(self) -> None:
        """The opening is spoken once to a client that hears; browsers let a page hear only after a first click."""
        voices = self.desk.voices
        if voices is not None and self._opening is not None and self.outbox.hears and self._prologue is None:
            self._prologue = Prologue(voices, *self._opening, self.outbox)
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
            story.ask(StoryRequest(act.model_copy(update={"text": words}), self.outbox))

    async def _admit(self, player: str, act_id: str) -> bool:
        """Whether the player may act now; says when, if not."""
        wait_s = await self.desk.acts.admit(player)
        if wait_s > 0:
            limit = f"{self.desk.acts.per_minute} acts a minute"
            text = f"That was too fast: at most {limit}. Send it again in {max(1, round(wait_s))} s."
            self.outbox.say(failure("too_fast", text, act_id, limit=limit, retry_after_s=wait_s))
        return wait_s <= 0


def world_lines(desk: Desk) -> tuple[dict[str, object], ...]:
    """The worlds that can be played, for the page where a player chooses."""
    return tuple(
        {
            "id": name,
            "title": loaded.world.title,
            "summary": loaded.world.summary,
            "genre": loaded.world.genre,
            "goal": loaded.world.goal,
            "language": loaded.world.language,
            "theme": loaded.world.theme.model_dump(mode="json"),
        }
        for name, loaded in sorted(desk.worlds.items(), key=lambda item: (item[1].world.shelf, item[0]))
    )


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
