"""One driven player: follows a recording's plan in a story of its own, at the recorded pace, and notes every turn."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from gamemaster.protocol.audio_frames import BadAudioFrame, unpack
from gamemaster.replay.load.objectives import Breach, DrivenTurn
from gamemaster.replay.load.plan import Plan, Step
from gamemaster.replay.load.playout import PlayOut
from gamemaster.replay.load.presence import Manner, Presence, Tally
from gamemaster.replay.load.refusals import LostError
from gamemaster.replay.load.screen import Screen

TURN_S = 300.0  # for a turn, with its speech; what takes longer will not come
BEGIN_S = 30.0
VOICE_S = 60.0  # for a voice that is still starting
REPORT_S = 0.25  # between two `played`, as the page does
MOST_FRAMES_BEFORE_DROP = 12  # of a turn


class HaltedError(Exception):
    """The drive ends; the player does no more of its plan."""


@dataclass
class DrivenStory:
    """One story that a player played. `branches`: (its id, the turns that it has), `note`: why it ended early."""

    index: int
    plan: Plan
    player: int
    screen: Screen
    turns: list[DrivenTurn] = field(default_factory=list)
    branches: list[tuple[str, int]] = field(default_factory=list)
    note: str = ""
    token: str | None = None


class Player:
    """Plays plans, one after the other, each in a story of its own; the token stays."""

    def __init__(self, number: int, manner: Manner, tally: Tally) -> None:
        self.number, self.manner, self.tally = number, manner, tally
        self._random = Random(f"{manner.seed} {number}")
        self.presence = Presence(manner, tally, self._random, self._frame, self._audio)
        # Evenly among the players, and exactly the share that was asked for.
        self.presence.slow = int((number + 1) * manner.slow) > int(number * manner.slow)
        self._story: DrivenStory | None = None
        self._halted = False
        self._play_out: PlayOut | None = None
        self._reporting: asyncio.TimerHandle | None = None
        self._reported = (0, 0, 0)
        self._branching: dict[str, int] = {}

    def halt(self) -> None:
        """End the plan as soon as what was asked is answered."""
        self._halted = True
        self.presence.look()

    async def play(self, story: DrivenStory, settle_s: Callable[[], float]) -> None:
        """Follow a plan from a new story on; ends when its turns are over, or `settle_s` after `halt`.

        Raises DriveError where no player would be let in.
        """
        self._story = story
        try:
            await self._begin(story)
            self.tally.playing += 1
            try:
                for step in story.plan.steps:
                    await self._follow(step)
            finally:
                self.tally.playing -= 1
        except HaltedError:
            story.note = "halted"
        except LostError as error:
            story.note = str(error)
        except BaseException:  # the drive ends here and now
            await self.presence.close()
            raise
        await self._settle(story, settle_s)

    async def _settle(self, story: DrivenStory, settle_s: Callable[[], float]) -> None:
        """Let what was asked come to its end, and go."""
        try:
            if self.presence.is_gone and not self._idle():
                await self.presence.come()
            await self.presence.until(self._idle, settle_s())
        except LostError as error:
            story.note = story.note or str(error)
        finally:
            story.token = self.presence.token
            if self._reporting is not None:
                self._reporting.cancel()
                self._reporting = None
            await self.presence.close()

    async def _begin(self, story: DrivenStory) -> None:
        presence = self.presence
        presence.screen, presence.sent = story.screen, {}
        act_id = _new_id()
        presence.beginnings.add(act_id)
        presence.ask(act_id, type="new_story", world=story.plan.world, seed=story.plan.seed)
        await presence.come()
        if not await presence.until(lambda: presence.following or act_id not in presence.sent, BEGIN_S):
            raise LostError(f"no story began within {BEGIN_S:g} s")
        if not presence.following:
            raise LostError("no story could be begun")
        if self.manner.audio:
            await presence.until(lambda: presence.hears, VOICE_S)

    # ---- the plan ----

    def _idle(self) -> bool:
        """All that was asked is answered."""
        presence = self.presence
        return not presence.sent and not presence.screen.asked

    async def _until(self, true: Callable[[], bool], within_s: float) -> bool:
        found = await self.presence.until(lambda: self._halted or true(), within_s)
        if self._halted:
            raise HaltedError
        return found

    async def _follow(self, step: Step) -> None:
        """Wait until it is time for a step, and do it."""
        if step.chars is None:
            ready = self._idle
        else:
            place = step.chars * self._ratio()

            def ready() -> bool:
                screen = self.presence.screen
                return self._idle() or (screen.in_flight is not None and screen.chars >= place)

        if step.kind != "join" and not await self._until(ready, TURN_S):
            self.tally.errors["unanswered"] += 1
            raise LostError(f"no answer within {TURN_S:g} s")
        pause = min(step.pause_s, self.manner.longest_pause_s) / self.manner.speed
        await self._until(lambda: False, pause)
        await self._do(step)

    def _ratio(self) -> float:
        """How much longer turns are told here than in the recording: the same share of a turn is so much further on."""
        told = recorded = 0
        for turn in self._story.turns if self._story is not None else ():
            if turn.recorded_chars and turn.reason == "complete" and turn.shown is not None:
                recorded += turn.recorded_chars
                told += sum(len(text) for _, _, text in turn.shown.told_spans)
        return told / recorded if recorded and told else 1.0

    async def _do(self, step: Step) -> None:
        presence, screen = self.presence, self.presence.screen
        match step.kind:
            case "act":
                self._act(step, type="act", text=step.words, instant=step.instant)
            case "retry":
                if screen.turn > 0:
                    self._act(step, type="retry")
            case "interrupt":
                self._interrupt()
            case "undo":
                self._undo()
            case "branch":
                self._branch(step)
            case "leave":
                presence.leave()
            case "join":
                self.tally.reconnections += 1
                await presence.come(fresh=step.fresh)

    def _act(self, step: Step, **message: Any) -> None:
        presence, story = self.presence, self._story
        if story is None or presence.screen.ended:
            return
        act_id = _new_id()
        turn = DrivenTurn(
            self.number, story.index, act_id, step.words, presence.now(), hears=presence.hears,
            timed=not presence.slow, recorded_chars=step.told_chars,
        )  # fmt: skip
        story.turns.append(turn)
        presence.screen.send(turn)
        if step.kind == "retry":
            self._takes_back(act_id)
        presence.ask(act_id, **message)
        if self._random.random() < self.manner.drop:
            presence.drop_after(self._random.randint(0, MOST_FRAMES_BEFORE_DROP))

    def _takes_back(self, act_id: str) -> None:
        self.presence.screen.taking_back.append(act_id)
        self.presence.undoing.add(act_id)

    def _undo(self) -> None:
        if self.presence.screen.turn > 0:
            act_id = _new_id()
            self._takes_back(act_id)
            self.presence.ask(act_id, type="undo")

    def _interrupt(self) -> None:
        presence = self.presence
        turn = presence.screen.in_flight
        if turn is None or turn.committed is not None:
            self.tally.too_late += 1
            return
        turn.asked_to_stop = True
        heard = None
        if turn.hears and self._play_out is not None and self._play_out.turn == turn.number:
            utterance, samples = self._play_out.place(presence.now())
            heard = {"turn": turn.number, "utterance": utterance, "samples": samples}
        presence.say(type="interrupt", shown=presence.screen.offset, heard=heard)

    def _branch(self, step: Step) -> None:
        last = self.presence.screen.turn
        turn = last if step.turn is None else min(step.turn, last)
        act_id = _new_id()
        self._branching[act_id] = turn
        self.presence.ask(act_id, type="branch", name=step.name, turn=turn)

    # ---- what comes ----

    def _frame(self, frame: dict[str, Any], _now: float) -> None:
        if frame.get("type") == "branched" and self._branching and self._story is not None:
            act_id = next((act_id for act_id in self._branching if act_id in self.presence.sent), None)
            if act_id is None:
                return
            turn = self._branching.pop(act_id)
            del self.presence.sent[act_id]
            if all(story != frame["story"] for story, _ in self._story.branches):
                self._story.branches.append((frame["story"], turn))

    def _audio(self, raw: bytes, now: float) -> None:
        try:
            audio = unpack(raw)
        except BadAudioFrame as error:
            self.presence.screen.breaches.append(Breach("bad_audio", str(error)))
            return
        if self._play_out is None or self._play_out.turn != audio.turn:
            self._play_out = PlayOut(audio.turn)
        play_out = self._play_out
        play_out.take(now, audio)
        turn = self.presence.screen.in_flight
        if turn is not None and turn.number == audio.turn:
            turn.first_audio, turn.underruns = play_out.first, play_out.underruns
            turn.audio_gap_s, turn.rtf = play_out.dry_s, play_out.rtf
            if audio.failed and not turn.asked_to_stop:
                self.tally.errors["audio_failed"] += 1
        if self._reporting is None:
            self._report_later(now)

    def _report_later(self, now: float) -> None:
        wait = self._play_out.next_report_s(now, REPORT_S) if self._play_out is not None else None
        self._reporting = None if wait is None else asyncio.get_running_loop().call_later(wait, self._report)

    def _report(self) -> None:
        """Tell the service how far the player has heard."""
        now, play_out = self.presence.now(), self._play_out
        if play_out is not None:
            place = (play_out.turn, *play_out.place(now))
            if place != self._reported:
                self._reported = place
                self.presence.say(type="played", turn=place[0], utterance=place[1], samples=place[2])
        self._report_later(now)


def _new_id() -> str:
    return secrets.token_hex(8)
