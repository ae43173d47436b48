"""Counts and measures what happens in live stories, by their events: turns, their times, and what became of words."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from prometheus_client import Counter

from gamemaster.metrics import turn_counts
from gamemaster.metrics.meters import Meters
from gamemaster.metrics.settings import ServiceObjectives
from gamemaster.play import story_events as story
from gamemaster.play import turn_events as turn
from gamemaster.play.story_events import StoryEvent
from gamemaster.protocol import messages
from gamemaster.rules.state import ModelTurn, StageUse, TurnRecord

MOST_ASKED = 64  # acts of one story whose asking is remembered: more cannot wait


class StoryMeters:
    """The meters of all stories of this process."""

    def __init__(
        self,
        meters: Meters,
        objectives: ServiceObjectives | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.objectives, self.clock = objectives or ServiceObjectives(), clock
        # Looking a meter up by its labels costs more than using it; what labels there can be is bounded.
        self.counter: Callable[..., Counter] = lru_cache(maxsize=None)(meters.counter)
        self.histogram = lru_cache(maxsize=None)(meters.histogram)

    def on_say(self, frame: messages.Frame) -> None:
        """Something was said to one client alone; refusals are counted."""
        if isinstance(frame, messages.Failure):
            limit = (frame.limit or "none").lstrip("0123456789.,_ ")
            self.counter("refusals_total", code=frame.code, limit=limit).inc()

    def on_close(self, code: int) -> None:
        """The service closed a socket."""
        self.counter("socket_closes_total", code=str(code)).inc()

    def watch(self, world: str) -> StoryMeter:
        """Who observes one story of a world."""
        return StoryMeter(self, world)


@dataclass(slots=True)
class _Timing:
    """When things happened in the turn that is played, by the meters' clock; 0: they did not."""

    begun: float
    spoken: bool = False
    asked_memory: float = 0.0
    acknowledged: float = 0.0
    last_text: float = 0.0
    first_text: float = 0.0
    first_audio: float = 0.0
    told: float = 0.0
    committed: float = 0.0
    stopped: bool = False
    gaps: list[float] = field(default_factory=list)


class StoryMeter:
    """Observes one story."""

    def __init__(self, meters: StoryMeters, world: str) -> None:
        self._to, self._world = meters, world
        self._clock, self._count, self._time = meters.clock, meters.counter, meters.histogram
        self._asked: OrderedDict[str, float] = OrderedDict()
        self._begun = 0.0  # the request that is done now
        self._followers = 0
        self._arrived = self._left = 0.0  # the first follower, and the last one; 0: not yet
        self._turn: _Timing | None = None

    def observe(self, event: StoryEvent) -> None:
        # In the order of how often they happen.
        match event:
            case story.FrameSent(frame):
                self._frame(frame)
            case story.FramePresented() | turn.TextTold() | story.ClientAnswered():
                pass
            case story.MessageReceived(_, message):
                self._message(message)
            case story.FollowerJoined() | story.FollowerLeft():
                self._follower(event)
            case story.RequestBegun() | story.StoryOpened() | story.StoryClosed() | story.TurnUndone():
                self._request(event)
            case _:
                self._turn_event(event)

    # ---- a turn ----

    def _frame(self, frame: messages.Frame) -> None:
        timing = self._turn
        if timing is None:
            return
        match frame:
            case messages.Text():
                now = self._clock()
                if timing.first_text:
                    timing.gaps.append(now - timing.last_text)
                else:
                    timing.first_text = now
                timing.last_text = now
            case messages.Accepted():
                timing.acknowledged = self._clock()
            case _:
                pass

    def _turn_event(self, event: StoryEvent) -> None:
        if isinstance(event, story.TurnBegun):
            self._turn = _Timing(self._begun or self._clock(), event.spoken)
            return
        timing = self._turn
        if timing is None:
            return
        match event:
            case turn.TurnAccepted():
                timing.asked_memory = self._clock()
            case turn.MemoriesRecalled(_, recalled):
                self._recall(timing, None if recalled is None else len(recalled))
            case story.SpeechBegun():
                timing.first_audio = timing.first_audio or self._clock()
            case story.TellingStopped():
                timing.stopped = True
            case turn.TellingEnded():
                timing.told = self._clock()
            case turn.TurnCommitted():
                timing.committed = self._clock()
            case turn.TurnRuled(lost=True):
                self._count("story_signs_total", world=self._world, sign="lost").inc()
            case turn.DatabaseMissed():
                self._count("database_missed_total").inc()
            case story.TurnFinished():
                self._turn = None
                self._finish(event, timing)
            case _:
                pass

    def _recall(self, timing: _Timing, found: int | None) -> None:
        if found is None:
            self._count("recall_failures_total").inc()
            return
        self._time("recall_seconds").observe(self._clock() - timing.asked_memory)
        self._count("memories_recalled_total").inc(found)

    def _finish(self, event: story.TurnFinished, timing: _Timing) -> None:
        record = event.record
        narrator = turn_counts.narrator_of(record)
        rung = turn_counts.rung_of(record)
        self._count("turns_total", narrator=narrator, ending=record.reason, rung=rung).inc()
        self._count("story_turns_total", world=self._world).inc()
        for sign in turn_counts.signs_of(record):
            self._count("story_signs_total", world=self._world, sign=sign).inc()
        if timing.spoken:
            self._count("spoken_turns_total", end="interrupted" if timing.stopped else "heard").inc()
        if record.ruling.ended is not None and event.before.ended is None:
            ending = event.world.endings.get(record.ruling.ended)
            defeat = "yes" if ending is not None and ending.defeat else "no"
            self._count("endings_total", world=self._world, defeat=defeat).inc()
        if record.model is not None:
            self._model(record.model)
        self._times(timing, narrator)
        self._objectives(timing, record)

    def _times(self, timing: _Timing, narrator: str) -> None:
        begun = timing.begun
        moments = {
            "turn_acknowledged_seconds": timing.acknowledged,
            "turn_first_audio_seconds": timing.first_audio,
            "turn_seconds": timing.committed,
        }
        for name, moment in moments.items():
            if moment:
                self._time(name).observe(moment - begun)
        if timing.first_text:
            self._time("turn_first_text_seconds", narrator=narrator).observe(timing.first_text - begun)
        if timing.committed and timing.told:
            self._time("turn_commit_seconds").observe(timing.committed - timing.told)
        gap = self._time("turn_text_gap_seconds")
        for seconds in timing.gaps:
            gap.observe(seconds)

    def _objectives(self, timing: _Timing, record: TurnRecord) -> None:
        limits = self._to.objectives
        took = {
            "acknowledged": (timing.acknowledged - timing.begun, limits.acknowledged_ms),
            "first_text": (timing.first_text - timing.begun, limits.first_text_ms),
            "gap": (max(timing.gaps, default=0.0), limits.gap_ms),
            "first_audio": (timing.first_audio - timing.begun, limits.first_audio_ms),
        }
        missed = [name for name, (seconds, limit) in took.items() if seconds * 1000 > limit]
        if record.reason not in ("complete", "interrupted"):
            missed.append("ending")
        for name in missed:
            self._count("objectives_missed_total", objective=name).inc()
        if not missed:
            self._count("turns_good_total").inc()

    # ---- the model's part ----

    def _model(self, model: ModelTurn) -> None:
        self._count("told_turns_total", by=model.told_by).inc()
        for withheld in model.withheld:
            self._count("withheld_total", fault=withheld.kind, then=withheld.then).inc()
        if model.compaction is not None:
            self._count("compactions_total", by=model.compaction.by).inc()
        if turn_counts.is_truncated(model):
            self._count("reasoning_truncated_total").inc()
        for use in model.uses:
            self._use(use)

    def _use(self, use: StageUse) -> None:
        stage = use.stage
        self._count("prompt_tokens_total", stage=stage).inc(use.prompt)
        self._count("prompt_cached_tokens_total", stage=stage).inc(use.cached)
        self._time("prompt_computed_tokens", stage=stage).observe(use.prompt - use.cached)
        self._time("reasoning_tokens", stage=stage).observe(use.reasoning)
        if use.accept_length is not None:
            self._time("accept_length", stage=stage).observe(use.accept_length)

    # ---- requests and followers ----

    def _message(self, message: messages.ClientMessage) -> None:
        if isinstance(message, messages.Act | messages.Undo | messages.Retry | messages.Branch):
            self._count("requests_total", kind=message.type).inc()
            self._asked[message.id] = self._clock()
            if len(self._asked) > MOST_ASKED:
                self._asked.popitem(last=False)

    def _request(self, event: StoryEvent) -> None:
        match event:
            case story.RequestBegun(message=message):
                self._begun = self._clock()
                asked = self._asked.pop(message.id, None)
                if asked is not None:
                    self._time("request_wait_seconds").observe(self._begun - asked)
            case story.StoryOpened(stored) if not stored.turn:
                self._count("stories_begun_total", world=self._world).inc()
            case story.TurnUndone():
                self._count("story_signs_total", world=self._world, sign="undone").inc()
            case story.StoryClosed():
                self._end_session()
            case _:
                pass

    def _follower(self, event: StoryEvent) -> None:
        match event:
            case story.FollowerJoined(_, epoch, _, frames):
                if epoch is not None:
                    by = "log" if frames and isinstance(frames[0], messages.Resumed) else "snapshot"
                    self._count("resumes_total", by=by).inc()
                self._followers += 1
                self._arrived = self._arrived or self._clock()
            case _:
                self._followers = max(0, self._followers - 1)
        self._left = 0.0 if self._followers else self._clock()

    def _end_session(self) -> None:
        """A story outlives its followers by some seconds, so that a page that is loaded anew goes on with it."""
        if self._arrived:
            self._time("session_seconds").observe((self._left or self._clock()) - self._arrived)
