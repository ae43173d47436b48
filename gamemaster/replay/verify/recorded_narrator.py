"""Who narrates a session that is played again: the kind of narrator that each turn had, on the recorded engine."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, cast

from gamemaster.narration.model.chat_source import ChatSettings, ChatSource
from gamemaster.narration.model.model_narrator import ModelNarrator
from gamemaster.narration.model.text_source import ModelSettings, TextSource
from gamemaster.narration.model.token_source import TokenSource
from gamemaster.narration.narrator import Narrator, NarratorTurn
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.scene import Notes, Scene
from gamemaster.narration.understudy.understudy import Understudy, UnderstudyTurn
from gamemaster.recording.format import Recording, RecordingError
from gamemaster.recording.lines import DeltaLine, NarratorLine
from gamemaster.replay.verify.playback import Line, Playback
from gamemaster.replay.verify.recorded_engine import OutOfTime, ReplayEngine, engine_info
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import Span, StoryState, TurnRecord
from inference.chat_template import ChatFormat, ChatFormatError, derive
from inference.scripted.tokenizer import ScriptedTokenizer, demonstration

Tokenizers = Callable[[Line], list[Any]]  # that a recording's `narrator` line may have been made with


@dataclass(eq=False)
class ReplayNarrator:
    """Implements `gamemaster.narration.narrator.Narrator` by the kind of narrator that the recording names for
    each turn."""

    playback: Playback
    formats: Mapping[str, ChatFormat]
    stopped: Callable[[], bool]
    model: ModelNarrator | None = None
    understudy: Understudy = field(default_factory=Understudy)
    _engine: ReplayEngine | None = None
    transcripts: None = None  # nobody asks for those of then

    @property
    def name(self) -> str:
        """As the turn that begins, or is being played, has it."""
        return str(self._turn()["narrator"])

    def _turn(self) -> Line:
        playback = self.playback
        for line in reversed(playback.script[: playback.at + 1]):
            if line["kind"] == "turn":
                return line
        return {"narrator": self.understudy.name}

    async def before_turn(self, number: int) -> None:
        """A new epoch that the coming turn was played on is ready, as it was then; no other one is."""
        commit = self.playback.later("commit")
        if (
            commit is None
            or self.model is None
            or (commit["record"].get("model") or {}).get("compaction") is None
        ):
            return
        waiting = [each for each in self.playback.beside.values() if not each.released.is_set()]
        due = [each for each in waiting if each.over_at <= self.playback.at]
        for each in due:
            each.released.set()
        if due or not waiting:
            await self.model.compactor.wait_until_idle()

    async def before_commit(self) -> None:
        """What was asked beside the play was over, for nothing, if more of it was asked after this turn."""
        beside, at = self.playback.beside, self.playback.at
        over = [
            each
            for number, each in beside.items()
            if number - 1 in beside and each.over_at <= at and not each.released.is_set()
        ]
        for each in over:
            each.released.set()
        if over and self.model is not None:
            await self.model.compactor.wait_until_idle()

    def turn(self, scene: Scene) -> ReplayTurn:
        return ReplayTurn(self, scene)

    def for_turn(self) -> Narrator:
        """Who narrates the turn that is about to be adjudicated."""
        line = self.playback.next()
        if line is not None and line["kind"] == "narrator":
            self._cast(line)
        own = self.model is not None and self.name == self.model.name
        return self.model if own and self.model is not None else self.understudy

    async def close(self) -> None:
        if self.model is not None:
            await self.model.compactor.close()

    def _cast(self, described: Line) -> None:
        """The model's narrator, as it was. With another engine, or the same one back, its transcripts stay."""
        known = self.model.source if self.model is not None else None
        engine = ReplayEngine(self.playback, described, self.stopped)
        prompts = PromptSettings.model_validate(described["prompts"])
        source: TextSource
        if described["form"] == "messages":
            if isinstance(known, ChatSource):
                return
            chat_settings = ChatSettings(**described["settings"])
            source = ChatSource(engine, settings=chat_settings, prompts=prompts)
        elif isinstance(known, TokenSource):
            if self._engine is not None:
                self._engine.described = described
            return
        else:
            chat = self.formats.get(described["format"])
            if chat is None:
                return  # the engine was never ready: no prompt was made
            settings = ModelSettings(**described["settings"])
            source = TokenSource(engine, chat, settings=settings, prompts=prompts)
        self._engine, self.model = engine, ModelNarrator(source, name=described["name"])


class ReplayTurn:
    """Implements `gamemaster.narration.narrator.NarratorTurn` by the turn of whoever narrated it then."""

    def __init__(self, narrator: ReplayNarrator, scene: Scene) -> None:
        self.narrator = narrator
        # The recording says who adjudicates only when that begins.
        self.inner: NarratorTurn = UnderstudyTurn(scene)
        self.scene = scene
        self._begun = asyncio.Event()

    @property
    def notes(self) -> Notes:
        return self.inner.notes

    async def adjudicate(self) -> Outcome:
        self.inner = self.narrator.for_turn().turn(self.scene)
        self._begun.set()
        try:
            return await self.inner.adjudicate()
        except OutOfTime:
            raise TimeoutError from None

    async def first_words(self) -> AsyncIterator[Span]:
        await self._begun.wait()
        async for span in self.inner.first_words():
            yield span

    async def narrate(self, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        telling = cast(AsyncGenerator[Span, None], self.inner.narrate(ruling, after))
        async with aclosing(telling) as spans:
            try:
                async for span in spans:
                    yield span
            except OutOfTime:
                raise TimeoutError from None

    def after_commit(self, record: TurnRecord, after: StoryState) -> None:
        self.inner.after_commit(record, after)


def chat_formats(recording: Recording, tokenizers: Tokenizers) -> dict[str, ChatFormat]:
    """The formats of the prompts in a recording, by fingerprint. Raises RecordingError where one cannot be made."""
    found: dict[str, ChatFormat] = {}
    for described in recording.of(NarratorLine):
        wanted = described["format"]
        if described["form"] != "tokens" or described["engine"] is None or wanted in found:
            continue
        for tokenizer in tokenizers(described):
            with contextlib.suppress(ChatFormatError):  # the next one may fit
                chat = derive(tokenizer, engine_info(described))
                found.setdefault(chat.fingerprint, chat)
        if wanted not in found:
            raise RecordingError(
                f"{recording.name}: its prompts were made with the tokenizer {wanted} of "
                f"{described['engine']['model']}, which is not here: name the model with --model"
            )
    return found


def scripted_tokenizers(recordings: Iterable[Recording]) -> Tokenizers:
    """Those of the scripted engine, which need no files, but only know the words that they have met: they are told
    what was written in these recordings."""
    texts = [text for recording in recordings for text in answers_in(recording)]

    def tokenizers(described: Line) -> list[Any]:
        found = [ScriptedTokenizer.of(demonstration()), ScriptedTokenizer({})]
        for tokenizer in found:
            for text in texts:
                tokenizer.encode(text)
        return found

    return tokenizers


def answers_in(recording: Recording) -> list[str]:
    """What engines wrote in a recording, request by request."""
    texts: dict[int, str] = {}
    for line in recording.of(DeltaLine):
        texts[line["request"]] = texts.get(line["request"], "") + line["delta"]["text"]
    return list(texts.values())
