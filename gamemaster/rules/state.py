"""The state of one story, what may change it (a patch), and the record of a turn.

State is plain data: it survives a JSON round trip, and the same state always gives the same bytes (`canonical_json`).
The referee works on a deep copy; everybody else treats a `StoryState` as immutable.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, Field, field_validator

from gamemaster.rules.proposal import Bound, Outcome, Roll, Ruling
from npcs.memory import Memory
from worlds.per_world import per_world
from worlds.schema import FEAR_MIN, PLAYER, RELATION_MAX, RELATION_MIN, Bonds, Boundaries, World

# Raise when a stored state needs a migration, and add the migration to `MIGRATIONS` under the version it starts from.
STATE_VERSION = 3

NEED_SCALE = 60  # needs are kept in sixtieths, so that "20 per hour" for 5 minutes stays a whole number
WITNESS_LIMIT = 64  # what one character remembers of the player's deeds; the oldest goes first
PROMISE_LIMIT = 64  # of a story; settled ones make room for new ones


class Data(BaseModel):
    """Base of stored data: an unknown key is an error, never silently lost."""

    model_config = ConfigDict(extra="forbid")


DataT = TypeVar("DataT", bound=Data)


def _copy(one: DataT, **changed: Any) -> DataT:
    """As `model_copy(update=changed)`, in a third of the time: a turn copies the state and everybody in it thrice."""
    copied = type(one).__new__(type(one))
    fill = object.__setattr__  # as pydantic does: the model's own would check each name
    fill(copied, "__dict__", {**one.__dict__, **changed})
    fill(copied, "__pydantic_fields_set__", one.model_fields_set | changed.keys())
    fill(copied, "__pydantic_extra__", None)
    fill(copied, "__pydantic_private__", None)
    return copied


class WitnessedDeed(Data):
    """A character saw the player do something (`what` is a rule's `witness` word)."""

    what: str
    turn: int
    target: str | None = None


Bond = Annotated[int, Field(ge=RELATION_MIN, le=RELATION_MAX)]


class Relation(Data):
    """What one character feels and owes toward another, or toward the player; 0 is nothing in particular.

    `disposition` stands beside it: it is the outward manner that worlds are written with, and changes on its own.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    trust: Bond = 0  # -5 (believes no word) to 5 (would follow blindly)
    fear: Annotated[int, Field(ge=FEAR_MIN, le=RELATION_MAX)] = 0  # 0 to 5
    affection: Bond = 0  # -5 (hate) to 5 (love)
    debt: Bond = 0  # what they owe the other; negative: what the other owes them


class Promise(Data):
    """Somebody's word given to somebody: characters' ids or `player`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    by: str
    to: str
    what: str  # "to bring her the axe": in the world's words, or in the player's own
    item: str | None = None  # it is kept when this thing comes to `to`
    turn: int = 0  # in which it was made
    minute: int = 0
    status: Literal["open", "kept", "broken"] = "open"
    settled: int | None = None  # the turn in which it was kept or broken


class CharacterState(Data):
    place: str
    alive: bool = True
    wounds: int = 0
    disposition: int = 0
    met: bool = False
    following: bool = False
    stays_until: int = 0  # minute until which the daily movements leave them where they were sent
    witnessed: list[WitnessedDeed] = Field(default_factory=list)
    relations: dict[str, Relation] = Field(
        default_factory=dict
    )  # toward `player` or another character; whoever is absent means nothing to them
    suspicion: int = 0  # 0 to 5, as it was at `suspicion_at`: it wears off (`operations.scene_changes`)
    suspicion_at: int = 0  # minute

    def toward(self, whom: str) -> Relation:
        return self.relations.get(whom, INDIFFERENT)


INDIFFERENT = Relation()


# Entries of a story's focus that are no things: what was spoken of last, and in which turn.
# `ENDING`: what would have ended the story, in the words in which it was last asked back; `CALLED`: the player's name,
# as they have given it; `ONWARD`: the turn in which the player was asked back, with the order that a yes
# comes to, if any, and on further lines all that there was to choose from; `PLAN`: what a
# deed waits for, and the deed, on a line each; `HURT`: the turn in which the player was
# wounded last, and what they were at, on a line each; `PUT`: when, to whom, and what the player asked somebody to do
# last that was refused or promised, on a line each; `ORDINARY`: the question of the library of ordinary ones that the
# last words answered; `LASTED`: the turn that took long last, and its minutes;
# `DEED`: the words of what the player did last; `SAID`: the turn in which anybody spoke last, and on a line each
# who, with all that they said in it, wherever the words came from; `ORDERED`: the turn and the place in which the
# player did or asked something last, and its words.
MATTER, TALKED, ENDING, CALLED, ONWARD, PLAN = "matter", "talked", "ending_asked", "called", "onward", "plan"
HURT, PUT, ORDINARY, LASTED, DEED, SAID = "hurt", "put", "ordinary", "lasted", "deed", "said"
ORDERED = "ordered"
FOCUS_WORDS = frozenset(
    {MATTER, TALKED, ENDING, CALLED, ONWARD, PLAN, HURT, PUT, ORDINARY, LASTED, DEED, SAID, ORDERED}
)


class ThreatState(Data):
    place: str
    awake: bool = False
    moves_at: int = 0  # minute of its next move
    calm_until: int = 0  # minute until which it neither moves nor strikes


class Detail(Data):
    """Something small that came about by what somebody did: a snowman, a carved name, a snare, a false belief.

    It grants no item, way, fact or person. `kind` says what it does (`gamemaster.rules.operations.scene_changes`).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    place: str
    kind: str
    text: str  # a name for it, as it stands in a sentence: "a snowman"
    on: str | None = None  # the thing, person or way it is about
    turn: int = 0
    until: int | None = None  # minute at which it is gone
    bound: Bound = ""  # what it holds by


class Block(Data):
    """What bars a way for everybody but the player."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    strength: int  # what a die must reach to break it
    until: int  # minute at which it no longer holds
    by: str | None = None  # the item it is made of: taken away, nothing bars the way


class Concealment(Data):
    """A thing that the player put out of sight where it lies."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    difficulty: int
    at: str | None = None  # the feature it is in, under or behind


class Tried(Data):
    """What was tried in vain, and a digest of how things stood: the same again is harder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    turn: int
    circumstances: str


class StoryState(Data):
    """Everything that is true in one story."""

    version: int = STATE_VERSION
    world: str
    seed: int
    turn: int = 0
    minutes: int = 0  # since the story began
    place: str
    wounds: int = 0
    needs: dict[str, int] = Field(default_factory=dict)  # in sixtieths (NEED_SCALE)
    skills: dict[str, int] = Field(default_factory=dict)
    items: dict[str, str] = Field(
        default_factory=dict
    )  # item: location, character, `player` or `nowhere`; never absent, never twice
    spots: dict[str, str] = Field(
        default_factory=dict
    )  # item that the player laid down: where it lies, "under the upturned boats"
    held: dict[str, int] = Field(
        default_factory=dict
    )  # items that the player has carried, with the turn it began: they are theirs to take
    characters: dict[str, CharacterState] = Field(default_factory=dict)
    threats: dict[str, ThreatState] = Field(default_factory=dict)
    flags: dict[str, int] = Field(default_factory=dict)  # set flags, with the turn
    facts: dict[str, int] = Field(default_factory=dict)  # known facts, with the turn
    visited: dict[str, int] = Field(default_factory=dict)  # location: times entered
    seen_at: dict[str, str] = Field(
        default_factory=dict
    )  # character: where the player last had them in sight
    noticed: dict[str, int] = Field(default_factory=dict)  # feature or item: times examined
    searched: dict[str, int] = Field(default_factory=dict)  # location: times searched
    beats: dict[str, int] = Field(default_factory=dict)  # beat: minute at which it last fired
    finished: dict[str, int] = Field(default_factory=dict)  # beats that will not fire again, with the turn
    rules: dict[str, int] = Field(default_factory=dict)  # rule: times it succeeded
    # A character's line: the turn in which it was said (1 in stories begun before that was kept).
    lines: dict[str, int] = Field(default_factory=dict)
    promises: dict[str, Promise] = Field(
        default_factory=dict
    )  # a world's promise by its id, others by the turn they were made in
    details: dict[str, Detail] = Field(default_factory=dict)  # by the turn they were made in
    blocks: dict[str, Block] = Field(
        default_factory=dict
    )  # way: `gamemaster.rules.operations.scene_changes.way_key`
    concealed: dict[str, Concealment] = Field(default_factory=dict)  # item
    clocks: dict[str, int] = Field(
        default_factory=dict
    )  # what is too large for one try: how far it is, 0 to 4
    quotas: dict[str, int] = Field(
        default_factory=dict
    )  # what is allowed so much a day: how much of it was used
    attempts: dict[str, Tried] = Field(default_factory=dict)  # stance and target
    told: dict[str, int] = Field(default_factory=dict)  # digest of a wording: times the player was told it
    # What "it", "him", "her", "them" and "there" mean now; see `FOCUS_WORDS`.
    focus: dict[str, str] = Field(default_factory=dict)
    ended: str | None = None  # the ending, once the story is over
    asked: int | None = None  # the turn in which the player was last asked what they meant
    # The player's own lines, as they are in this turn: the player's, for all their stories, and so not stored here.
    boundaries: Boundaries | None = Field(None, exclude=True)

    @field_validator("items", "characters", "threats")
    @classmethod
    def _order(cls, parts: dict[str, Any]) -> dict[str, Any]:
        """Sort by name: what is listed, and who acts first, must not depend on how a database keeps its keys."""
        return dict(sorted(parts.items()))

    def clone(self) -> StoryState:
        """A copy that may be changed without changing this one: forty times as fast as a deep copy of the model."""
        copies: dict[str, Any] = {
            name: value.copy() for name, value in self.__dict__.items() if isinstance(value, dict)
        }
        copies["characters"] = {
            who: _copy(
                character, witnessed=character.witnessed.copy(), relations=character.relations.copy()
            )
            for who, character in self.characters.items()
        }
        copies["threats"] = {name: _copy(threat) for name, threat in self.threats.items()}
        return _copy(self, **copies)

    def held_to(self, boundaries: Boundaries | None) -> StoryState:
        """The state under these lines of the player's."""
        same = self.boundaries == boundaries
        return self if same else self.model_copy(update={"boundaries": boundaries})

    def carried_items(self) -> list[str]:
        return [item for item, place in self.items.items() if place == PLAYER]

    def hear(self, spans: Iterable[Span]) -> None:
        """Keep what the player was told in this turn: which wordings, and who said what last."""
        spoken: dict[str, str] = {}
        for span in spans:
            for key in span.keys:
                self.told[key] = self.told.get(key, 0) + 1
            if span.kind == "speech" and span.speaker is not None:
                said = " ".join(span.text.split())
                spoken[span.speaker] = f"{spoken[span.speaker]} {said}" if span.speaker in spoken else said
        if spoken:
            self.focus[SAID] = "\n".join((str(self.turn), *(f"{who} {said}" for who, said in spoken.items())))

    def sight(self) -> None:
        """Keep where the player has whoever is present in sight."""
        self.seen_at.update(dict.fromkeys(self.present(), self.place))

    def is_left_here(self, detail: Detail) -> bool:
        """Whether a detail is of this place still: what was lit and carried off is not."""
        carried_off = detail.on in self.items and self.items[str(detail.on)] != self.place
        return detail.place == self.place and not carried_off and detail.bound != "player"

    def is_at_hand(self, detail: Detail) -> bool:
        """Whether a detail shows here: of this place still, or of what the player carries."""
        lasts = detail.until is None or self.minutes < detail.until
        carried = self.items.get(str(detail.on)) == PLAYER
        if detail.bound == "player":
            if detail.on is not None and detail.on not in self.items:
                carried = detail.place == self.place  # nets that are a part of the place do not leave it
            return lasts and (carried or detail.on is None)
        if detail.bound == "place":
            carried = carried and detail.place == self.place  # no trestle goes along with the rope tied to it
        return lasts and (carried or self.is_left_here(detail))

    def lying_at(self, place: str) -> list[str]:
        return [item for item, where in self.items.items() if where == place]

    def present(self, place: str | None = None) -> list[str]:
        """Living characters at a place; by default where the player is."""
        where = self.place if place is None else place
        return [who for who, c in self.characters.items() if c.alive and c.place == where]

    def need(self, name: str) -> int:
        """The level of a need, 0 to its maximum."""
        return self.needs.get(name, 0) // NEED_SCALE


def new_story(world: World, seed: int) -> StoryState:
    """The state in which a story of `world` begins."""
    state = _beginning(world).clone()
    state.seed = seed
    return state


@per_world
def _beginning(world: World) -> StoryState:
    """Not to be changed."""
    return StoryState(
        world=world.id,
        seed=0,
        place=world.player.at,
        needs={name: need.start * NEED_SCALE for name, need in world.needs.items()},
        skills={name: skill.start for name, skill in world.skills.items()},
        items={name: item.at for name, item in world.items.items()},
        held={name: 0 for name, item in world.items.items() if item.at == PLAYER},
        characters={
            name: CharacterState(
                place=who.at, disposition=who.disposition, relations=first_relations(who.relations)
            )
            for name, who in world.characters.items()
        },
        threats={
            name: ThreatState(place=threat.at, awake=threat.wakes is None, moves_at=threat.every)
            for name, threat in world.threats.items()
        },
        visited={world.player.at: 1},
        seen_at={name: who.at for name, who in world.characters.items() if who.at == world.player.at},
    )


def first_relations(written: Mapping[str, Bonds]) -> dict[str, Relation]:
    """Relations as a world has them at the start."""
    return {whom: Relation(**dict(bonds)) for whom, bonds in written.items()}


class Change(Data):
    """One leaf that changed. `path` are keys from the top of the state."""

    kind: Literal["add", "set", "remove"]
    path: list[str]
    before: Any = None
    after: Any = None


class StatePatch(Data):
    """What turns one state into another; it can be applied and undone."""

    changes: list[Change] = []

    def apply(self, state: StoryState) -> StoryState:
        """The state after the patch. Raises `PatchConflict` where `state` is not the one it was made from."""
        return _apply_changes(state, self.changes, forward=True)

    def undo(self, state: StoryState) -> StoryState:
        """The state before the patch. Raises `PatchConflict` where `state` is not the one it led to."""
        return _apply_changes(state, list(reversed(self.changes)), forward=False)


class PatchConflict(ValueError):
    """A patch met a state that it was not made for."""

    def __init__(self, path: list[str], expected: Any, found: Any) -> None:
        super().__init__(f"patch does not fit at {'/'.join(path)}: expected {expected!r}, found {found!r}")
        self.path, self.expected, self.found = path, expected, found


_ABSENT: Any = object()


def diff(before: StoryState, after: StoryState) -> StatePatch:
    """The patch that leads from one state to another: `diff(a, b).apply(a) == b`."""
    parts = _changed_parts(before, after)
    old, new = before.model_dump(mode="json", include=parts), after.model_dump(mode="json", include=parts)
    return StatePatch(changes=list(_diff(old, new, [])))


def _changed_parts(before: StoryState, after: StoryState) -> dict[str, Any]:
    """What of two states is not the same, for `model_dump`: a turn leaves most as it was, and to dump a state takes
    longer than to compare it."""
    found: dict[str, Any] = {}
    for name, field in StoryState.model_fields.items():
        if field.exclude:
            continue
        old, new = getattr(before, name), getattr(after, name)
        if old == new:
            continue
        found[name] = True
        if isinstance(old, dict):
            found[name] = {
                key for key in old.keys() | new.keys() if old.get(key, _ABSENT) != new.get(key, _ABSENT)
            }
    return found


def _diff(before: dict[str, Any], after: dict[str, Any], path: list[str]) -> Iterator[Change]:
    for key in sorted(before.keys() | after.keys()):
        old, new, here = before.get(key, _ABSENT), after.get(key, _ABSENT), [*path, key]
        if old is _ABSENT:
            yield Change(kind="add", path=here, after=new)
        elif new is _ABSENT:
            yield Change(kind="remove", path=here, before=old)
        elif isinstance(old, dict) and isinstance(new, dict):
            yield from _diff(old, new, here)
        elif old != new:
            yield Change(kind="set", path=here, before=old, after=new)


def _apply_changes(state: StoryState, changes: list[Change], *, forward: bool) -> StoryState:
    data = state.model_dump(mode="json")
    for change in changes:
        old = _ABSENT if change.kind == "add" else change.before
        new = _ABSENT if change.kind == "remove" else change.after
        if not forward:
            old, new = new, old
        parent = data
        for key in change.path[:-1]:
            parent = parent.get(key, _ABSENT)
            if not isinstance(parent, dict):
                raise PatchConflict(change.path, old, "no such part")
        found = parent.get(change.path[-1], _ABSENT)
        if found is not old and found != old:
            shown = ["absent" if value is _ABSENT else value for value in (old, found)]
            raise PatchConflict(change.path, *shown)
        if new is _ABSENT:
            del parent[change.path[-1]]
        else:
            parent[change.path[-1]] = new
    return StoryState.model_validate(data)


SpanKind = Literal["narration", "speech", "notice", "aside"]
OUTSIDE_STORY: frozenset[SpanKind] = frozenset(
    {"notice", "aside"}
)  # neither spoken nor remembered by anybody


class Span(Data):
    """A stretch of a turn's text by one speaker; `speaker` is None for narration, else a character's id.

    `kind` is `narration`, `speech`, `notice` (about the game, not the story: "the narrator lost the thread") or
    `aside` (to the player about their words: a question back, a hint; `choices` are what they could type next).
    """

    kind: SpanKind
    speaker: str | None = None
    text: str
    keys: list[str] = Field(
        default_factory=list
    )  # digests of the authored wordings that end here, counted in `StoryState.told`
    choices: list[str] = Field(default_factory=list)
    more: bool = Field(default=False, exclude=True)  # on its way out: goes on with the paragraph before it


EndReason = Literal["complete", "interrupted", "budget", "refused", "engine_lost"]


class StageUse(Data):
    """What one request to the engine cost, in tokens, and how long it took to show something."""

    stage: Literal["outcome", "narration", "aftermath"]
    prompt: int
    cached: int
    reasoning: int
    completion: int
    first_visible_ms: int | None = None
    accept_length: float | None = None


class PromptPart(Data):
    """A stretch of a prompt as it was sent, and a digest of its token ids: made again, it must be the same."""

    name: str  # `head`, `story`, `before` (the transcript of the turns before), then the turn's own segments
    tokens: int
    digest: str


class Compaction(Data):
    """How an epoch of the prompt began: all up to `turn` became `summary`, what came after stands word for word.

    Declared by the first turn that was played on it, `epoch`.
    """

    epoch: int
    turn: int
    summary: str
    ids: list[int]  # of the summary, as they stand in the prompt
    by: Literal["model", "chronicle"]
    why: str


class Withheld(Data):
    """A part of a model's answer that the critic kept from the player: the fault, the words, and what came instead."""

    stage: Literal["outcome", "narration"] = "narration"
    kind: str  # as `gamemaster.narration.critic.faults` names it
    text: str
    why: str
    then: Literal[
        "again", "understudy", "mended", "told"
    ]  # told: a matter of taste, let pass the second time


class Again(Data):
    """The model was asked to go on otherwise, once: it had told `told` (token ids), which is `spans` stretches."""

    told: list[int] = Field(default_factory=list)
    spans: int = 0
    note: str  # what it was told of its fault


class ModelTurn(Data):
    """A model's part in a turn. The ids are as the engine produced them: later prompts are made of them."""

    epoch: int = 0  # named by the turn that opened it; the story's first is 0
    compaction: Compaction | None = None  # this turn opened its epoch
    format: str = ""  # names the tokenizer and template that the ids belong to
    parts: list[PromptPart] = Field(default_factory=list)  # of the turn's last request
    adjudicated_by: Literal["model", "understudy"] = "model"
    told_by: Literal["model", "understudy", "both"] = "model"
    brief: bool = False  # a short telling was asked for
    began: str = ""  # told before the ruling: the attempt, in the understudy's words; the turn's first span
    outcome: list[int] = Field(default_factory=list)
    narration: list[int] = Field(default_factory=list)
    steps: list[str] = Field(default_factory=list)  # every step down from the full course, and why
    withheld: list[Withheld] = Field(default_factory=list)
    again: Again | None = None  # then `narration` is what came after
    uses: list[StageUse] = Field(default_factory=list)


class Recalled(Data):
    """A memory that came to a character's mind before a turn, as the narrator was given it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    owner: str
    text: str  # first person, the owner's
    minute: int
    place: str = ""  # a location's id
    source: Literal["saw", "heard", "reflected"] = "saw"
    heard_from: str | None = None
    about: str | None = None
    past: bool = False  # it has stopped being true since, for all that the owner knows


class Invalidated(Data):
    """What `owners` know to be true no longer: their earlier memories about it are of the past from `minute` on."""

    about: str
    minute: int
    owners: list[str]


class Met(Data):
    """Two characters who came together in a turn: what is worth telling travels between them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    one: str
    other: str
    place: str


class TurnRecord(Data):
    """One committed turn, as the store keeps it."""

    number: int
    act_id: str
    words: str
    roll: Roll
    outcome: Outcome
    ruling: Ruling
    spans: list[Span]
    reason: EndReason
    patch: StatePatch
    narrator: str  # which narrator told it, e.g. `understudy`
    language: str = "en"  # the world's
    stamps: dict[str, str] = Field(default_factory=dict)  # world hash, code version
    model: ModelTurn | None = None
    recalled: list[Recalled] = Field(default_factory=list)  # what the narrator was given
    memories: list[Memory] = Field(default_factory=list)  # what those who were there keep of it
    invalidated: list[Invalidated] = Field(default_factory=list)
    met: list[Met] = Field(default_factory=list)
    # The player's lines that held in it.
    boundaries: Boundaries | None = Field(None, exclude_if=lambda boundaries: boundaries is None)

    @property
    def adjudicated_by(self) -> str:
        """Whose outcome was ruled on: `model` or `understudy`; the narrator's name where there was no model."""
        return self.narrator if self.model is None else self.model.adjudicated_by

    @property
    def told_by(self) -> str:
        """Who told it, as `adjudicated_by`; or `both`, the one after the other."""
        return self.narrator if self.model is None else self.model.told_by


def canonical_json(data: BaseModel) -> bytes:
    """JSON whose bytes depend only on the content: keys sorted, no spaces, UTF-8. Of whole numbers up to 64 bits alone:
    fractions are written in the library's own way."""
    return orjson.dumps(data.model_dump(mode="json"), option=orjson.OPT_SORT_KEYS)


def digest(text: str) -> str:
    """A short stable name for a wording (48 bits are plenty for the few thousand wordings of a world)."""
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
