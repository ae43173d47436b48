"""Verifies recordings: recorded engine deltas go through today's pipeline, and everything must come out the same."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from gamemaster.narration.standby import Standby
from gamemaster.play.context import LoadedWorld, StoryContext
from gamemaster.play.live_story import LiveStory, StoryRequest
from gamemaster.play.story_events import MessageReceived
from gamemaster.play.story_recorder import TapeWriter
from gamemaster.play.turn import Budget
from gamemaster.protocol import messages
from gamemaster.protocol.messages import client_message
from gamemaster.protocol.outbox import Outbox
from gamemaster.recording.format import CHANGES, Recording, RecordingError, turns_before, turns_of
from gamemaster.recording.tape import Tape
from gamemaster.replay.verify.expectations import Unmet, expectations_of, unmet_in
from gamemaster.replay.verify.minds import Minds
from gamemaster.replay.verify.pace import Pace, UnpausedCadence, fault_of_pace
from gamemaster.replay.verify.playback import Diverged, Divergence, Line, Playback
from gamemaster.replay.verify.probes import faults_of_prompts, faults_of_referee
from gamemaster.replay.verify.recorded_narrator import (
    ReplayNarrator,
    Tokenizers,
    chat_formats,
    scripted_tokenizers,
)
from gamemaster.replay.verify.recorded_store import ReplayFrames, ReplayStore
from gamemaster.replay.verify.wire import KeptOutbox, fault_on_wire
from gamemaster.rules.state import StoryState
from gamemaster.rules.upkeep.intended_changes import later_than, only_changes
from gamemaster.speech.playback_position import Cut
from gamemaster.storage.store import Pending, StoredStory
from worlds.schema import Boundaries

STILL_S = 20.0  # without a step, while there is something to come: nothing will come any more
UNHURRIED_S = 86_400.0  # budgets of a turn: what took long then is known, and nothing takes long now


@dataclass(frozen=True)
class Verdict:
    """What became of one recording. `world` says how the world differs, if it does; `without` names the intended
    changes that came after it, and that it was therefore played without; `unmet` are the expectations beside it that
    its turns do not meet."""

    recording: Recording
    turns: int
    lines: int
    divergence: Divergence | None = None
    world: str = ""
    without: tuple[str, ...] = ()
    unmet: tuple[Unmet, ...] = ()

    @property
    def same(self) -> bool:
        """Whether all came out as recorded, and as is expected."""
        return self.divergence is None and not self.world and not self.unmet


async def verify(
    recording: Recording, worlds: Mapping[str, LoadedWorld], tokenizers: Tokenizers | None = None
) -> Verdict:
    """Plays a recording again. Raises RecordingError for one that cannot be played, StateVersionError,
    ExpectationError."""
    header, expected = recording.header, expectations_of(recording)
    if header.scrubbed is not None and header.scrubbed.get("words", True):
        raise RecordingError(
            f"{recording.name} was scrubbed: words in it were changed, so that nothing can come out byte for byte the "
            "same. Verify the recording itself, or use `replay regenerate` or `replay drive`"
        )
    loaded = worlds.get(header.world)
    if loaded is None:
        raise RecordingError(
            f"{recording.name} is of the world {header.world!r}, which is not here: name the folder that has it in "
            "GM_WORLDS_DIRS"
        )
    world = ""
    if loaded.hash != header.world_hash:
        world = f"the world {header.world} is not what it was: {loaded.hash[:12]} now, {header.world_hash[:12]} then"
        loaded = LoadedWorld(loaded.world, header.world_hash)
    playback = Playback(recording)
    session = _Session(recording, loaded, playback, tokenizers or scripted_tokenizers([recording]))
    stamp = header.stamps.get(CHANGES, "")
    with only_changes(stamp.split()):
        await session.play()
    turns = sum(line["kind"] == "commit" for line in playback.script[: playback.at])
    later = tuple(change.name for change in later_than(stamp))
    unmet = tuple(unmet_in(recording, turns_of(recording))) if expected else ()
    return Verdict(recording, turns, playback.at, playback.divergence, world, later, unmet)


@dataclass(eq=False)
class _Session:
    """One recorded session on stage."""

    recording: Recording
    loaded: LoadedWorld
    playback: Playback
    tokenizers: Tokenizers
    outboxes: dict[int, KeptOutbox] = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)

    async def play(self) -> None:
        playback = self.playback
        formats = chat_formats(self.recording, self.tokenizers)
        self.narrator = ReplayNarrator(playback, formats, lambda: self.live.flight.is_stopped)
        self.store = ReplayStore(
            self._stored_story(),
            turns_before(self.recording),
            self._recalled_memories,
            self._branch_id,
            self.narrator.before_turn,
            self.narrator.before_commit,
        )
        wire, first = _wire(self.recording)
        frames = ReplayFrames(wire, first)
        playback.skipped_frames, playback.act = frames.skip, self._act
        self.tape = TapeWriter(Tape(self._put, playback.decisions, playback.coming))
        self.live = LiveStory(
            self._context(frames), self.loaded, self.store.story, self.store.past, self.tape
        )
        working = asyncio.create_task(self.live.run(), name=f"replay of {self.recording.name}")
        try:
            playback.go_on()
            await self._until_over(working)
            self._look_beside()
        except Diverged:
            pass  # the playback knows
        finally:
            await self.narrator.close()
            working.cancel()
            await asyncio.wait({working})

    async def _until_over(self, working: asyncio.Task[None]) -> None:
        playback, steps = self.playback, -1
        over = asyncio.create_task(playback.over.wait())
        try:
            while not over.done() and not working.done():
                if steps == playback.steps:
                    playback.diverge(playback.next(), None, f"nothing came for {STILL_S:g} s")
                steps = playback.steps
                await asyncio.wait({over, working}, timeout=STILL_S, return_when=asyncio.FIRST_COMPLETED)
            if playback.divergence is None and not playback.open_end:
                if not self.live.leaving:  # whatever is still to come must not be there
                    self.live.drain()
                await asyncio.wait({working}, timeout=STILL_S)
                if (late := playback.next()) is not None:
                    playback.diverge(late, None, "the story is over")
                if (missing := playback.unsent_line()) is not None:
                    playback.diverge(missing, None, "nobody says it")
        finally:
            over.cancel()
        error = working.exception() if working.done() and not working.cancelled() else None
        if error is not None and not isinstance(error, Diverged):
            raise error

    def _put(self, kind: str, fields: Mapping[str, Any]) -> None:
        if kind == "turn":
            self.pace.begin_turn()
        self.playback.put(kind, fields)

    def _look_beside(self) -> None:
        """What is on no tape: what reached the clients, and how quickly."""
        playback = self.playback
        gaps = any(line["kind"] == "skipped" for line in playback.script)
        for client, outbox in self.outboxes.items():
            if (wrong := fault_on_wire(outbox.kept, gaps=gaps)) is not None:
                playback.diverge(
                    _line("wire", wrong.expected), _line("wire", wrong.got), f"client {client}: {wrong.why}"
                )
        if (why := next(faults_of_referee(self.loaded.world, self._ends()), None)) is not None:
            playback.diverge(None, _line("ruling", {"text": why}), why)
        elif (why := next(faults_of_prompts(self.loaded.world), None)) is not None:
            playback.diverge(None, _line("request", {"text": why}), why)
        if (slower := fault_of_pace(self.recording, self.pace)) is not None:
            then, now = _line("pace", {"seconds": slower.then_s}), _line("pace", {"seconds": slower.now_s})
            playback.diverge(then, now, "pauses between the texts of all turns")

    def _ends(self) -> list[StoryState]:
        """The states that the recording begins and ends with, if they are of this world as it is."""
        turns, items = turns_of(self.recording), self.loaded.world.items.keys()
        states = [self.recording.state, *(turn.after for turn in turns[-1:])]
        return [state for state in states if state.items.keys() == items]

    def _stored_story(self) -> StoredStory:
        header = self.recording.header
        pending = Pending(**header.pending) if header.pending is not None else None
        then = datetime.fromisoformat(header.started)
        named = (header.story, header.player, header.world, header.world_hash, header.name)
        return StoredStory(
            *named,
            epoch=header.epoch,
            turn=header.turn,
            state=self.recording.state,
            pending=pending,
            created=then,
            updated=then,
        )

    def _context(self, frames: ReplayFrames) -> StoryContext:
        header = self.recording.header
        return StoryContext(
            store=self.store,
            frames=frames,
            narrator=Standby(self.narrator),
            cadence=UnpausedCadence(header.text_speed, note=self.pace.note),
            budget=Budget(UNHURRIED_S, UNHURRIED_S),
            most_waiting=header.queue,
            version=header.stamps.get("code", ""),
        )

    # ---- what came from elsewhere then ----

    def _recalled_memories(self) -> list[dict[str, Any]] | None:
        line = self.playback.later("recalled")
        found: list[dict[str, Any]] | None = line["recalled"] if line is not None else []
        minds = Minds.after(self.store.past)
        if minds.faults:
            self.playback.diverge(None, _line("remembered", {"text": minds.faults[0]}), minds.faults[0])
        elif (missing := minds.missing(found or ())) is not None:
            then, now = missing
            got = _line("remembered", now.model_dump(mode="json")) if now is not None else None
            self.playback.diverge(
                _line("remembered", dict(then)), got, "what came to mind is remembered otherwise"
            )
        return found

    def _branch_id(self) -> str:
        for lines in self.playback.said.values():
            for line in lines:
                if line["frame"]["type"] == "branched":
                    return str(line["frame"]["story"])
        return "0" * 32

    # ---- what clients did ----

    def _act(self, line: Line) -> None:
        if line["kind"] == "stop":  # the voice decided where
            cut = line["cut"]
            self.live.flight.stop(line["keep"], Cut(**cut) if cut is not None else None)
            return
        if line["kind"] == "leaving":
            self.live.leave()
            return
        if line["kind"] == "lines":
            drawn = line["boundaries"]
            self.live.draw_lines(Boundaries.model_validate(drawn) if drawn is not None else None)
            return
        outbox = self.outboxes.get(line["client"])
        match line["kind"]:
            case "join" if line.get("before"):
                outbox = self.outboxes[line["client"]] = KeptOutbox()
                self.tape.number(outbox, line["client"])
                self.live.followers.add(outbox)
            case "join":
                if outbox is None or outbox not in self.live.followers:
                    outbox = self.outboxes[line["client"]] = KeptOutbox()
                self.tape.number(outbox, line["client"])
                _at_once(self.live.follow(outbox, line["epoch"], line["offset"]))
            case "leave" if outbox is not None:
                self.live.unfollow(outbox)
            case "client":
                self._message(line, outbox or self.outboxes.setdefault(line["client"], KeptOutbox()))

    def _message(self, line: Line, outbox: Outbox) -> None:
        self.tape.number(outbox, line["client"])
        message = client_message.validate_python(line["message"])
        match message:
            case messages.Interrupt() if not self.playback.spoken:
                self.live.flight.interrupt(message, outbox)
            case messages.Act() | messages.Undo() | messages.Retry() | messages.Branch():
                self.live.ask(StoryRequest(message, outbox))
            case _:  # where the voice decided, the `stop` that follows says where
                self.tape.observe(MessageReceived(outbox, message))


def _line(kind: str, fields: Mapping[str, Any]) -> Line:
    return {"kind": kind, **fields}


def _at_once(work: Coroutine[Any, Any, None]) -> None:
    """Runs to its end what has nothing to wait for here."""
    try:
        work.send(None)
    except StopIteration:
        return
    work.close()
    raise RuntimeError("a client's joining had to wait for something, which nothing in a replay does")


def _wire(recording: Recording) -> tuple[list[int], int]:
    """The generations of the session's frames, in order, and the offset at which it began."""
    places = list(_places(recording))
    generations = list(dict.fromkeys(epoch for epoch, _ in places))
    return generations, places[0][1] if places else 0


def _places(recording: Recording) -> Iterator[tuple[int, int]]:
    """After what each frame came: (epoch, offset)."""
    for line in recording.lines:
        if line["kind"] == "sent":
            yield line["epoch"], line["offset"] - 1
        elif line["kind"] in ("said", "shown") and line["frame"]["type"] == "story":
            yield line["frame"]["epoch"], line["frame"]["offset"]
