"""Prompts that only grow: token segments by zone, the transcript of a story, and the check that nothing moved. Pure."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import Protocol

from gamemaster.narration.prompts.head_text import head_texts
from gamemaster.narration.prompts.outcome_schema import InScene
from gamemaster.narration.prompts.ruling_text import ruling_text
from gamemaster.narration.prompts.settings import Budgets
from gamemaster.narration.prompts.state_text import Feed, state_text
from gamemaster.narration.prompts.text import (
    FeedBudget,
    cut_words,
    opening_text,
    scene_feed,
    words_feed,
    words_text,
)
from gamemaster.rules.proposal import Ruling
from gamemaster.rules.state import Compaction, PromptPart, Recalled, StoryState
from worlds.schema import World

LONG_TOKENS = 6000  # from here on a turn's questions remind of the rules, which stand far above
NOTHING_YET = "…"  # told, where a model is asked again: no message may be empty


class Zone(StrEnum):
    """Where a segment stands, from what all players of a world share to what is new in this turn."""

    HEAD = "head"  # the same for every story of a world
    STORY = "story"  # the summary and the state with which this epoch began
    TRANSCRIPT = "transcript"  # append-only


class Format(Protocol):
    """What is needed of a chat format; see `inference.chat_template.ChatFormat`, which it is."""

    @property
    def fingerprint(self) -> str: ...
    @property
    def before_system(self) -> tuple[int, ...]: ...
    @property
    def system_to_user(self) -> tuple[int, ...]: ...
    @property
    def user_to_thought(self) -> tuple[int, ...]: ...
    @property
    def user_to_answer(self) -> tuple[int, ...]: ...
    @property
    def thought_to_history(self) -> tuple[int, ...]: ...
    @property
    def assistant_to_user(self) -> tuple[int, ...]: ...
    def encode(self, text: str) -> tuple[int, ...]: ...
    def decode(self, ids: Sequence[int]) -> str: ...


@dataclass(frozen=True)
class Segment:
    """Token ids that are never written again in another way. `turn` is 0 outside the transcript."""

    name: str
    zone: Zone
    ids: tuple[int, ...]
    turn: int = 0

    @cached_property
    def numbers(self) -> array[int]:
        """The ids as numbers of four bytes, which a head of thousands is only made into once."""
        return array("I", self.ids)


@dataclass(frozen=True)
class Prompt:
    """A request's prompt. Within one epoch each extends the one before it."""

    epoch: int
    segments: tuple[Segment, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(chain.from_iterable(segment.ids for segment in self.segments))

    def __len__(self) -> int:
        return sum(len(segment.ids) for segment in self.segments)

    def by_zone(self) -> dict[Zone, int]:
        """Tokens in each zone."""
        return {zone: sum(len(s.ids) for s in self.segments if s.zone is zone) for zone in Zone}

    def plus(self, *segments: Segment) -> Prompt:
        return replace(self, segments=(*self.segments, *segments))


@dataclass(frozen=True)
class Moved:
    """The first place at which a prompt does not extend the one before it."""

    segment: str
    zone: Zone
    token: int  # its index in the prompt
    before: int | None  # the id there; None: past the end
    now: int | None

    def __str__(self) -> str:
        return f"token {self.token} moved, in {self.zone} segment {self.segment!r}: {self.before} became {self.now}"


def extends(previous: Prompt, current: Prompt) -> Moved | None:
    """None if `current` begins with all of `previous`; else where it does not.

    Across a compaction (a later epoch) only the head must have stayed. A story never goes back to an earlier epoch.
    """
    if current.epoch == previous.epoch and current.segments[: len(previous.segments)] == previous.segments:
        return None  # as it nearly always is, and quickly seen
    old, zones = previous.ids, set(Zone)
    if current.epoch > previous.epoch:
        zones = {Zone.HEAD}
        old = tuple(number for s in previous.segments if s.zone is Zone.HEAD for number in s.ids)
    at = 0
    for segment in current.segments:
        if segment.zone not in zones:
            break
        for number in segment.ids:
            if at == len(old) and zones == set(Zone):
                return None
            if at >= len(old) or old[at] != number:
                return Moved(segment.name, segment.zone, at, old[at] if at < len(old) else None, number)
            at += 1
    if at == len(old) and current.epoch >= previous.epoch:
        return None
    lost = _segment_at(previous, at)
    return Moved(lost.name, lost.zone, at, old[at] if at < len(old) else None, None)


def _segment_at(prompt: Prompt, token: int) -> Segment:
    end = 0
    for segment in prompt.segments:
        end += len(segment.ids)
        if token < end:
            return segment
    return prompt.segments[-1]


class ZoneFullError(Exception):
    """A zone is larger than its budget, and nothing more in it may be left out. Says what to do."""

    def __init__(self, zone: Zone, tokens: int, limit: int, what: str, remedy: str) -> None:
        super().__init__(
            f"{what} takes {tokens} tokens in the prompt's zone `{zone}`, and {limit} are for it: {remedy}"
        )
        self.zone, self.tokens, self.limit = zone, tokens, limit


class ContextFullError(Exception):
    """The prompt and its answer no longer fit. A compaction would have been due before."""

    def __init__(self, prompt: Prompt, answer: int, room: int) -> None:
        zones = ", ".join(f"{zone} {tokens}" for zone, tokens in prompt.by_zone().items())
        super().__init__(
            f"{len(prompt)} tokens ({zones}) and {answer} of an answer do not fit the {room} there are"
        )
        self.tokens, self.answer, self.room = len(prompt), answer, room


def check_room(prompt: Prompt, answer: int, room: int) -> None:
    """Raises ContextFullError unless prompt and answer fit into `room` tokens."""
    if len(prompt) + answer > room:
        raise ContextFullError(prompt, answer, room)


# ---- the transcript ----


def head_of(chat: Format, world: World) -> tuple[Segment, ...]:
    """The segments that all stories of a world share: nothing of any story, player or moment is in them."""
    texts = list(head_texts(world).items())
    ids = [
        chat.encode(f"{text}\n\n" if number < len(texts) - 1 else text)
        for number, (_, text) in enumerate(texts)
    ]
    ids[0] = (*chat.before_system, *ids[0])
    return tuple(Segment(name, Zone.HEAD, part) for (name, _), part in zip(texts, ids, strict=True))


def check_head(world: World, head: tuple[Segment, ...], most: int | None) -> None:
    """Raises ZoneFullError if a world's head takes more than `most` tokens."""
    tokens = sum(len(segment.ids) for segment in head)
    if most is not None and tokens > most:
        remedy = "give the model more context, raise GM_PROMPT__HEAD_SHARE, or shorten the bible and the cast's cards"
        raise ZoneFullError(Zone.HEAD, tokens, most, f"the world {world.id}", remedy)


@dataclass(frozen=True)
class Transcript:
    """A story's prompt so far, and what its feed has said in this epoch. Every method gives a new one.

    `turn` and `act_id` name the last turn in it: by them a kept transcript is told from one that was undone. `since`
    is the turn with whose state its epoch began. `dropped` says what the budgets left out of the last turn that was
    asked, or of the story's zone.
    """

    chat: Format
    world: World
    prompt: Prompt
    turn: int
    act_id: str = ""
    feed: Feed = field(default_factory=Feed)
    budgets: Budgets = field(default_factory=Budgets)
    since: int = 0
    dropped: tuple[str, ...] = ()
    # The last scene that was fed: it is warmed before the player's words are known, and asked about with them.
    _fed: list[tuple[StoryState, InScene, Transcript, str]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def cost(self, text: str) -> int:
        """Tokens of a text."""
        return len(self.chat.encode(text))

    @property
    def is_long(self) -> bool:
        """Whether the rules stand so far above that what matters most is said again."""
        return len(self.prompt) >= LONG_TOKENS

    def ahead(self, state: StoryState, here: InScene) -> Prompt:
        """What the next turn's prompt will begin with, whatever the player says."""
        return self._with_scene(state, here)[0].prompt

    def _with_scene(self, state: StoryState, here: InScene) -> tuple[Transcript, str]:
        """With the feed of the next turn's scene, and its text."""
        scene = replace(
            here, touched={}, foreseen=(), recalled=()
        )  # what the player's words bring up is no part of it
        for state_then, scene_then, shown, text in self._fed:
            if state_then is state and scene_then == scene:
                return shown, text
        shown, text = self._feed_scene(state, here)
        self._fed[:] = [(state, scene, shown, text)]
        return shown, text

    def _feed_scene(self, state: StoryState, here: InScene) -> tuple[Transcript, str]:
        first = self.prompt.segments[-1].zone is Zone.STORY
        joint = () if first else self.chat.assistant_to_user
        text, feed = scene_feed(self.world, state, here, self.feed)
        shown = Segment("feed", Zone.TRANSCRIPT, (*joint, *self.chat.encode(text)), state.turn + 1)
        return replace(self, prompt=self.prompt.plus(shown), feed=feed), text

    def ask(
        self, state: StoryState, words: str, here: InScene, recalled: Sequence[Recalled] = ()
    ) -> Transcript:
        """With the next turn's feed and the player's words, up to where the model reasons on its Outcome."""
        shown, scene = self._with_scene(state, here)
        number = state.turn + 1
        budget = FeedBudget(self.budgets.feed, self.cost)
        text, feed = words_feed(self.world, state, words, here, shown.feed, scene, recalled, budget)
        said = cut_words(words, self.budgets.words, self.cost)
        cut = () if said == words else (f"{len(words) - len(said)} characters of the player's words",)
        brought_up = (Segment("brought_up", Zone.TRANSCRIPT, self.chat.encode(text), number),) if text else ()
        asked = shown.prompt.plus(
            *brought_up,
            Segment("words", Zone.TRANSCRIPT, self.chat.encode(words_text(said, long=self.is_long)), number),
            Segment("ask", Zone.TRANSCRIPT, self.chat.user_to_thought, number),
        )
        return replace(self, prompt=asked, feed=feed, dropped=(*feed.dropped, *cut))

    def rule(
        self,
        outcome: Iterable[int],
        before: StoryState,
        ruling: Ruling,
        after: StoryState,
        *,
        brief: bool = False,
        began: str = "",
    ) -> Transcript:
        """With the Outcome as it was written and the referee's ruling, up to where the model narrates; `began` was told
        before."""
        number = before.turn + 1
        text = ruling_text(self.world, before, ruling, after, brief=brief, long=self.is_long, began=began)
        ruled = self.prompt.plus(
            Segment("outcome", Zone.TRANSCRIPT, (*self.chat.thought_to_history, *outcome), number),
            Segment(
                "ruling", Zone.TRANSCRIPT, (*self.chat.assistant_to_user, *self.chat.encode(text)), number
            ),
            Segment("tell", Zone.TRANSCRIPT, self.chat.user_to_answer, number),
        )
        return replace(self, prompt=ruled)

    def go_on(self, told: Sequence[int], note: str) -> Transcript:
        """With what was told so far, and why the rest of it was not: up to where the model goes on."""
        number = self.prompt.segments[-1].turn
        so_far = tuple(told) or self.chat.encode(NOTHING_YET)
        again = self.prompt.plus(
            Segment("told", Zone.TRANSCRIPT, so_far, number),
            Segment("note", Zone.TRANSCRIPT, (*self.chat.assistant_to_user, *self.chat.encode(note)), number),
            Segment("tell_again", Zone.TRANSCRIPT, self.chat.user_to_answer, number),
        )
        return replace(self, prompt=again)

    def close(self, narration: Iterable[int], number: int, act_id: str) -> Transcript:
        """With the narration, as far as it was told: the turn is over."""
        told = Segment("narration", Zone.TRANSCRIPT, tuple(narration), number)
        return replace(self, prompt=self.prompt.plus(told), turn=number, act_id=act_id)


@dataclass(frozen=True)
class PromptBasis:
    """What all prompts of a story are made on. `head` is the world's in this format, see `head_of`."""

    chat: Format
    world: World
    head: tuple[Segment, ...]
    budgets: Budgets = field(default_factory=Budgets)

    @classmethod
    def of(cls, chat: Format, world: World, budgets: Budgets | None = None) -> PromptBasis:
        return cls(chat, world, head_of(chat, world), budgets or Budgets())


def open_epoch(
    basis: PromptBasis, state: StoryState, *, compaction: Compaction | None = None, act_id: str = ""
) -> Transcript:
    """A transcript that begins with `state`: the story's first, or the one of a compaction after the turn `act_id`.

    Raises ZoneFullError where the story's zone does not fit its budget by any rule.
    """
    chat, world, budgets = basis.chat, basis.world, basis.budgets
    ids: Sequence[int] = ()
    summed_up = compaction is not None and compaction.turn > 0
    if compaction is not None and summed_up:
        ids = compaction.ids or chat.encode(compaction.summary)
    before = chat.encode(opening_text(world, state, is_summed_up=summed_up))
    name = "summary" if summed_up else "opening"
    opening = Segment(name, Zone.STORY, (*chat.system_to_user, *before, *ids))
    most = None if budgets.story is None else max(0, budgets.story - len(opening.ids))
    told = state_text(world, state, most=most, cost=lambda text: len(chat.encode(text)))
    standing = Segment("state", Zone.STORY, chat.encode(f"\n\n{told.text}\n\n"))
    tokens = len(opening.ids) + len(standing.ids)
    if budgets.story is not None and tokens > budgets.story:
        remedy = "give the model more context, or raise GM_PROMPT__STORY_SHARE"
        raise ZoneFullError(Zone.STORY, tokens, budgets.story, f"the state of a story in {world.id}", remedy)
    number = compaction.epoch if compaction is not None else 0
    prompt = Prompt(number, (*basis.head, opening, standing))
    return Transcript(chat, world, prompt, state.turn, act_id, told.feed, budgets, state.turn, told.dropped)


def told_ids(chat: Format, text: str, written: Sequence[int]) -> tuple[int, ...]:
    """Ids of a telling that was cut: those the engine wrote as far as they read the same, then the rest encoded."""
    kept = 0
    for count in range(1, len(written) + 1):
        so_far = chat.decode(written[:count])
        if not so_far or not text.startswith(so_far.lstrip()):
            if so_far.endswith("\ufffd"):
                continue  # half a character; the next id may complete it
            break
        kept = count
    ids = tuple(written[:kept])
    return (*ids, *chat.encode(text.removeprefix(chat.decode(ids).lstrip())))


def parts_of(prompt: Prompt, number: int) -> list[PromptPart]:
    """What a turn's record keeps of its prompt, so that it can be told later whether the same was made again."""
    before = {name: array("I") for name in ("head", "story", "before")}
    own: list[PromptPart] = []
    for segment in prompt.segments:
        if segment.turn == number:
            own.append(_part(segment.name, segment.numbers))
        else:
            zone = "before" if segment.zone is Zone.TRANSCRIPT else segment.zone.value
            before[zone].extend(segment.numbers)
    return [*(_part(name, ids) for name, ids in before.items()), *own]


def _part(name: str, ids: array[int]) -> PromptPart:
    return PromptPart(
        name=name, tokens=len(ids), digest=hashlib.blake2b(ids.tobytes(), digest_size=6).hexdigest()
    )


def shares(prompt: Prompt) -> Mapping[str, int]:
    """Tokens by zone and segment name, for people."""
    found: dict[str, int] = {}
    for segment in prompt.segments:
        key = f"{segment.zone}/{segment.name}"
        found[key] = found.get(key, 0) + len(segment.ids)
    return found
