"""Today's narrator answers what was recorded: every turn from the recorded state, beside how it came out then.

Each turn starts from the recorded state, with the recorded words, dice and memories, and the recorded turns before it,
so that one story makes one growing prompt, as in the service. Where the new ruling leads elsewhere the turn is marked
`branched`, and the next one goes on from the recorded state all the same: every turn is compared on even terms.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from gamemaster.errors import UserError
from gamemaster.narration.narrator import Narrator
from gamemaster.narration.options import EARLIER_TURNS
from gamemaster.play.context import LoadedWorld
from gamemaster.play.turn import Budget
from gamemaster.recording.format import RecordedTurn, Recording, turns_before, turns_of
from gamemaster.recording.lines import DeltaLine
from gamemaster.replay.compare.answer_turn import Question, answer, as_made_now, pages_of, with_epoch_of
from gamemaster.replay.compare.compare import metrics_of, prompt_digests, prompt_told, side_of
from gamemaster.replay.compare.epochs import acquaint, open_as_recorded
from gamemaster.replay.compare.side_by_side import Then, compare, times_of, told_in
from gamemaster.replay.regenerate.judge import JudgeError
from gamemaster.replay.run import Judgement, Run, RunSession, RunTurn, Side
from gamemaster.replay.stamps import stamp_of_narrator, stamps_of_recordings
from gamemaster.replay.verify.expectations import expectations_of, unmet_by
from gamemaster.rules.state import TurnRecord
from gamemaster.rules.upkeep.world_upgrade import refit
from inference.engine import EngineError
from worlds.schema import World

log = logging.getLogger(__name__)

BRANCHING = (
    "Every turn starts from the recorded state and the turns before it as recorded; where a new ruling leads elsewhere "
    "the turn is marked as branched, and the next one goes on from the recorded state."
)
JUDGED = "The judge is a model: its scores are an opinion, and no gate by themselves."
Judge = Callable[[World, str, Side, Side], Awaitable[Judgement]]
Progress = Callable[[int, int], None]


class UnknownWorldError(UserError):
    """A recording is of a world that is not at hand."""


@dataclass(frozen=True)
class Options:
    """How a run is made. `turns`: the first and last number that are answered. `ready` is waited for before each turn:
    an engine that was lost may be on its way back. `command` and `code` go into the run.
    """

    parallel: int = 1
    turns: tuple[int, int] | None = None
    judge: Judge | None = None
    progress: Progress = lambda done, total: None
    ready: Callable[[], Awaitable[None]] | None = None
    budget: Budget = field(default_factory=Budget)
    title: str = ""
    command: str = ""
    code: str = ""


async def regenerate(
    recordings: Sequence[Recording],
    narrator: Narrator,
    worlds: Mapping[str, LoadedWorld],
    options: Options | None = None,
) -> Run:
    """Have `narrator` answer every committed turn of the recordings. `worlds` by name.

    Raises UnknownWorldError, RecordingError, StateVersionError before anything is asked.
    """
    options = options or Options()
    started, begun = datetime.now(UTC), time.monotonic()
    sessions = [
        _Session(at, recording, _world_of(recording, worlds)) for at, recording in enumerate(recordings)
    ]
    chosen = [session.turns(options.turns) for session in sessions]
    work = _Work(narrator, options, begun, sum(map(len, chosen)))
    slots = asyncio.Semaphore(max(1, options.parallel))

    async def play(session: _Session, turns: list[RecordedTurn]) -> None:
        async with slots:
            await session.play(turns, work)

    async with asyncio.TaskGroup() as group:
        for session, turns in zip(sessions, chosen, strict=True):
            group.create_task(play(session, turns))
    found = [turn for session in sessions for turn in session.done]
    now = {"code": options.code, **stamp_of_narrator(narrator.name, work.described)}
    now["world"] = ", ".join(dict.fromkeys(session.loaded.hash for session in sessions))
    metrics = metrics_of(found)
    metrics["prompt_same_share"] = _mean([same for session in sessions for same in session.prompts_same])
    return Run(
        kind="regenerate",
        title=options.title or f"{narrator.name} answers {len(found)} recorded turns",
        started=started.isoformat(timespec="seconds"),
        seconds=round(time.monotonic() - begun, 3),
        command=options.command,
        stamps={"then": stamps_of_recordings(recordings), "now": now},
        metrics=metrics,
        sessions=[session.run_session() for session in sessions],
        turns=found,
        errors=dict(work.errors),
        notes=_notes(sessions, found, options),
    )


def _world_of(recording: Recording, worlds: Mapping[str, LoadedWorld]) -> LoadedWorld:
    found = worlds.get(recording.header.world)
    if found is None:
        raise UnknownWorldError(
            f"{recording.name} was played in the world {recording.header.world!r}, which is not at hand (there is "
            f"{', '.join(sorted(worlds)) or 'none'}). Name its folder: --world FOLDER"
        )
    return found


def _mean(values: Sequence[bool]) -> float | None:
    return sum(values) / len(values) if values else None


def _notes(sessions: Sequence[_Session], turns: Sequence[RunTurn], options: Options) -> list[str]:
    notes = []
    branched = sum(turn.branched for turn in turns)
    if branched:
        notes.append(f"{branched} of {len(turns)} turns branched. {BRANCHING}")
    notes += _edited_worlds(sessions)
    for session in sessions:
        if session.recording.torn:
            notes.append(f"{session.recording.name} was cut off; it was read up to its last whole line.")
    if options.judge is not None:
        notes.append(JUDGED)
    return notes


def _edited_worlds(sessions: Sequence[_Session]) -> Iterator[str]:
    """A note for each world that is not as it was, with the number of recordings, and the first of them by name."""
    edited: dict[tuple[str, str, str], list[str]] = {}
    for session in sessions:
        header, now = session.recording.header, session.loaded.hash
        if now != header.world_hash:
            version = (header.world, header.world_hash[:12], now[:12])
            edited.setdefault(version, []).append(session.recording.name)
    for (world, before, now), names in edited.items():
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        yield (
            f"{names[0]}{more}: the world {world} is not the one that was recorded ({before}, now {now}): "
            "the recorded states were fitted to it. What differs may come of the world's files."
        )


@dataclass
class _Work:
    """What the sessions of a run share."""

    narrator: Narrator
    options: Options
    begun: float
    total: int
    done: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    described: dict[str, object] = field(default_factory=dict)

    def one_more(self) -> None:
        self.done += 1
        self.options.progress(self.done, self.total)


@dataclass
class _Session:
    """One recording, answered turn by turn."""

    index: int
    recording: Recording
    loaded: LoadedWorld
    done: list[RunTurn] = field(default_factory=list)
    prompts_same: list[bool] = field(default_factory=list)
    # The turns as later prompts are made of them, by their act: with the epochs that began when they were answered.
    _made: dict[str, TurnRecord] = field(default_factory=dict)
    _told: list[str] = field(default_factory=list)  # by the narrator of now, latest last

    def __post_init__(self) -> None:
        self._expected = expectations_of(self.recording)

    def turns(self, wanted: tuple[int, int] | None) -> list[RecordedTurn]:
        first, last = wanted or (0, 1 << 62)
        return [turn for turn in turns_of(self.recording) if first <= turn.number <= last]

    def run_session(self) -> RunSession:
        path = self.recording.path
        return RunSession(
            id=self.recording.header.id,
            file=path.name if path is not None else "",
            world=self.recording.header.world,
            turns=len(self.done),
            note="cut off" if self.recording.torn else "",
        )

    async def play(self, turns: Sequence[RecordedTurn], work: _Work) -> None:
        acquaint(work.narrator, written_in(self.recording))
        for turn in turns:
            if work.options.ready is not None:
                await work.options.ready()
            self.done.append(await self._play(turn, work))
            work.one_more()

    async def _play(self, turn: RecordedTurn, work: _Work) -> RunTurn:
        world = self.loaded.world
        past, at = self._past(turn), time.monotonic() - work.begun
        question = self._question(turn, past)
        asked = prompt_told((prompt["stage"], prompt["text"]) for prompt in turn.prompts)
        then = side_of(world, turn.record, times_of(turn), asked)
        base = RunTurn(
            session=self.index, turn=turn.number, words=turn.record.words, then=then, at_s=round(at, 3)
        )
        open_as_recorded(work.narrator, question, turn.record, past)
        try:
            answered = await answer(question, work.narrator, work.options.budget)
        except Exception as error:  # of one turn: the run goes on, and says so
            log.exception("%s, turn %d", self.recording.name, turn.number)
            work.errors[type(error).__name__] += 1
            return base.model_copy(update={"error": f"{type(error).__name__}: {error}"})
        work.described = dict(answered.described) or work.described
        work.errors.update(answered.faults)
        if answered.record.model is not None and answered.record.model.compaction is not None:
            self._made[turn.record.act_id] = with_epoch_of(as_made_now(turn.record), answered.record)
        recorded = Then(turn.record, refit(world, turn.after), prompt_digests(turn.prompts, "outcome"))
        earlier = [told_in(record.spans) for record in turn.past[-EARLIER_TURNS:]]
        compared, same = compare(base, question, recorded, answered, earlier, self._told[-EARLIER_TURNS:])
        self._told.append(told_in(answered.record.spans))
        if same is not None:
            self.prompts_same.append(same)
        compared.unmet = [
            str(one)
            for expected in self._expected
            if expected.turn == turn.number and not turn.undone
            for one in unmet_by(expected, answered.record, answered.after)
        ]
        return await _with_judgement(compared, world, work)

    def _past(self, turn: RecordedTurn) -> list[TurnRecord]:
        """The turns before it, as the prompts of now are made of them."""
        for record in turn.past:
            if record.act_id not in self._made:
                self._made[record.act_id] = as_made_now(record)
        return [self._made[record.act_id] for record in turn.past]

    def _question(self, turn: RecordedTurn, past: list[TurnRecord]) -> Question:
        return Question(
            story=f"{self.recording.header.id}-{self.index}",
            world=self.loaded.world,
            before=refit(self.loaded.world, turn.before).held_to(turn.record.boundaries),
            words=turn.record.words,
            roll=turn.record.roll,
            act_id=turn.record.act_id,
            pages=pages_of(past),
            recalled=tuple(turn.record.recalled) if turn.recalled else None,
        )


async def _with_judgement(turn: RunTurn, world: World, work: _Work) -> RunTurn:
    """The turn with the judge's opinion, if there is a judge who gives one."""
    if work.options.judge is None or turn.then is None or turn.now is None:
        return turn
    try:
        opinion = await work.options.judge(world, turn.words, turn.then, turn.now)
    except (EngineError, JudgeError) as error:
        log.warning("turn %d: %s", turn.turn, error)
        work.errors[f"judge: {type(error).__name__}"] += 1
        return turn
    return turn.model_copy(update={"judge": opinion})


def written_in(recording: Recording) -> Iterator[str]:
    """What the engine wrote in the recorded turns, and in those before."""
    texts: dict[int, list[str]] = {}
    for line in recording.of(DeltaLine):
        texts.setdefault(line["request"], []).append(line["delta"]["text"])
    yield from ("".join(parts) for parts in texts.values())
    for record in turns_before(recording):
        yield from (span.text for span in record.spans)
