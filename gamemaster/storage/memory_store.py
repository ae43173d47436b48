"""The store in this process's memory: for tests and for trying things out, gone when the process ends.

It keeps the contract of players, stories and turns to the letter, as the contract's tests show. Characters remember
what they witnessed and recall it by its very words; tales are not carried on, nothing is forgotten, nobody reflects.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Literal

import orjson

from gamemaster.memory.persistence import Musing, as_recalled
from gamemaster.rules.state import Recalled, StoryState, TurnRecord
from gamemaster.rules.upkeep.state_versions import read_state
from gamemaster.storage.serialization import (
    check_act_id,
    check_name,
    check_start,
    check_text,
    check_turn,
    player_id,
    record_json,
    state_before,
    state_digest,
    story_id,
    to_json,
)
from gamemaster.storage.store import (
    MAX_TURNS_READ,
    Accepted,
    Busy,
    Conflict,
    Consent,
    Erasure,
    ListedStory,
    NoSuchTurn,
    NotFound,
    NothingToUndo,
    NotPending,
    NotYours,
    Pending,
    StoredStory,
    StoryStart,
    TooManyStories,
    Undone,
    UnknownPlayer,
)
from npcs.memory import Memory
from npcs.query import terms_of
from npcs.ranking import Candidate, rank
from worlds.schema import Boundaries, World


@dataclass
class _Turn:
    """An act and what came of it. `undone_by` is the id of the undo; `record` is written JSON, `digest` the state's."""

    act_id: str
    words: str
    number: int
    status: Literal["accepted", "committed", "undone"] = "accepted"
    record: str | None = None
    digest: str = ""
    undone_by: str | None = None

    @property
    def is_refused(self) -> bool:
        return self.status == "undone" and self.record is None

    @property
    def pending(self) -> Pending:
        return Pending(self.act_id, self.words, self.number)

    def read(self) -> TurnRecord:
        own = {"number": self.number, "act_id": self.act_id, "words": self.words}
        return TurnRecord(**orjson.loads((self.record or "{}").encode()), **own)


@dataclass
class _Story:
    """A story as it is kept. `start` has the player's act that made it; `state` is written JSON."""

    id: str
    player: str
    start: StoryStart
    state: str
    start_digest: str
    turn: int = 0
    epoch: int = 0
    turns: list[_Turn] = field(default_factory=list)
    created: datetime = field(default_factory=lambda: datetime.now(UTC))
    updated: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def pending(self) -> _Turn | None:
        return next((turn for turn in self.turns if turn.status == "accepted"), None)

    @property
    def committed_turns(self) -> list[_Turn]:
        """In order: the oldest first."""
        return [turn for turn in self.turns if turn.status == "committed"]

    def act(self, act_id: str) -> _Turn | None:
        return next((turn for turn in self.turns if turn.act_id == act_id), None)

    def read_state(self) -> StoryState:
        return read_state(orjson.loads(self.state.encode()))

    def state_at(self, number: int) -> StoryState:
        """The state after turn `number`, from the present one by the patches of the turns since."""
        state, committed = self.read_state(), self.committed_turns
        if number == self.turn:
            return state
        digest = committed[number - 1].digest if number else self.start_digest
        return state_before(state, [turn.read() for turn in committed[number:]], digest)

    def move_to(self, state: StoryState) -> None:
        self.state, self.turn, self.updated = to_json("the state", state), state.turn, datetime.now(UTC)

    def memories(self) -> list[Memory]:
        """What was witnessed in the story's turns, and is past by now as far as its owner knows."""
        found: list[Memory] = []
        for record in (turn.read() for turn in self.committed_turns):
            for ended in record.invalidated:
                found = [
                    memory.model_copy(update={"invalid_at": ended.minute})
                    if memory.about == ended.about and memory.owner in ended.owners and not memory.past
                    else memory
                    for memory in found
                ]
            found += record.memories
        return found

    def as_stored(self, boundaries: Boundaries | None = None) -> StoredStory:
        pending = self.pending
        return StoredStory(
            id=self.id,
            player=self.player,
            world=self.start.world,
            world_hash=self.start.world_hash,
            name=self.start.name,
            epoch=self.epoch,
            turn=self.turn,
            state=self.read_state(),
            pending=pending.pending if pending is not None else None,
            created=self.created,
            updated=self.updated,
            boundaries=boundaries,
        )


class MemoryStore:
    """See `gamemaster.storage.store.Store`. No call waits for anything, so each is a transaction."""

    def __init__(self, max_stories: int = 100) -> None:
        """`max_stories` is the most that one player may have."""
        self.max_stories = max_stories
        self._players: set[str] = set()
        self._consents: dict[str, Consent] = {}
        self._stories: dict[str, _Story] = {}
        self._erasures: list[Erasure] = []
        self._boundaries: dict[str, Boundaries] = {}

    # ---- players ----

    async def create_player(self) -> str:
        player = uuid.uuid4().hex
        self._players.add(player)
        return player

    async def has_player(self, player: str) -> bool:
        return player in self._players

    async def consent(self, player: str) -> Consent | None:
        return (await self.consents([player])).get(player)

    async def set_consent(self, player: str, allowed: bool, text: int) -> None:
        self._check_player(player)
        self._consents[player] = Consent(allowed, text, datetime.now(UTC))

    async def consents(self, players: Collection[str]) -> dict[str, Consent]:
        wanted = [player_id(player).hex for player in players]
        return {player: self._consents[player] for player in wanted if player in self._consents}

    async def set_boundaries(self, player: str, boundaries: Boundaries | None) -> None:
        self._check_player(player)
        self._boundaries.pop(player, None)
        if boundaries is not None:
            self._boundaries[player] = boundaries

    async def boundaries(self, players: Collection[str]) -> dict[str, Boundaries]:
        wanted = [player_id(player).hex for player in players]
        return {player: self._boundaries[player] for player in wanted if player in self._boundaries}

    async def mark_forgotten(self, player: str) -> Erasure:
        return self._mark_erased(player)

    async def delete_player(self, player: str) -> Erasure:
        self._check_player(player)
        self._players.discard(player)
        self._consents.pop(player, None)
        self._boundaries.pop(player, None)
        for story in list(self._of(player)):
            del self._stories[story.id]
        return self._mark_erased(player, account=True)

    async def erasures(self, since: datetime | None = None) -> list[Erasure]:
        return [one for one in self._erasures if since is None or one.at >= since]

    def _mark_erased(self, player: str, story: str | None = None, *, account: bool = False) -> Erasure:
        made = Erasure(len(self._erasures) + 1, player, story, account, datetime.now(UTC))
        self._erasures.append(made)
        return made

    def _check_player(self, player: str) -> None:
        if player_id(player).hex not in self._players:
            raise UnknownPlayer(player)

    # ---- a player's stories ----

    async def create_story(self, player: str, start: StoryStart) -> StoredStory:
        written = check_start(start)
        digest = state_digest(start.state)
        return self._make_once(
            player, start.act_id, lambda story: _Story(story, player, start, written, digest)
        )

    def _make_once(self, player: str, act_id: str, make: Callable[[str], _Story]) -> StoredStory:
        """The story that this act of the player made, or makes now."""
        self._check_player(player)
        mine = list(self._of(player))
        made = next((story for story in mine if story.start.act_id == act_id), None)
        if made is None:
            if len(mine) >= self.max_stories:
                raise TooManyStories(self.max_stories)
            made = make(uuid.uuid4().hex)
            self._stories[made.id] = made
        return made.as_stored(self._boundaries.get(made.player))

    def _of(self, player: str) -> Iterator[_Story]:
        return (story for story in self._stories.values() if story.player == player)

    async def list_stories(self, player: str) -> list[ListedStory]:
        mine = sorted(self._of(player_id(player).hex), key=lambda story: story.id)
        mine.sort(key=lambda story: story.updated, reverse=True)
        return [_list_entry(story) for story in mine]

    async def rename(self, story: str, player: str, name: str | None) -> None:
        check_name(name)
        found = self._find_owned(story, player)
        found.start = replace(found.start, name=name)

    async def delete(self, story: str, player: str) -> None:
        found = self._find_owned(story, player)
        del self._stories[found.id]
        self._mark_erased(found.player, found.id)

    def _find(self, story: str) -> _Story:
        found = self._stories.get(story_id(story).hex)
        if found is None:
            raise NotFound(story)
        return found

    def _find_owned(self, story: str, player: str) -> _Story:
        found = self._find(story)
        if found.player != player_id(player).hex:
            raise NotYours(story)
        return found

    # ---- a story's turns ----

    async def load(self, story: str, player: str) -> StoredStory:
        found = self._find_owned(story, player)
        return found.as_stored(self._boundaries.get(found.player))

    async def accept(self, story: str, number: int, act_id: str, words: str) -> Accepted:
        check_act_id(act_id)
        check_text("your words", words)
        found = self._find(story)
        known, pending = found.act(act_id), found.pending
        if known is not None and not known.is_refused:
            return Accepted(known.number, known.words, repeated=True, status=known.status)
        if pending is not None:
            raise Busy(pending.pending)
        if number != found.turn + 1:
            raise Conflict(number - 1, found.turn)
        if known is not None:
            found.turns.remove(known)
        found.turns.append(_Turn(act_id, words, number))
        return Accepted(number, words, repeated=False, status="accepted")

    async def commit(self, story: str, expected_turn: int, record: TurnRecord, after: StoryState) -> bool:
        check_turn(expected_turn, record, after)
        told, _ = record_json(record), to_json("the state", after)
        found = self._find(story)
        known = found.act(record.act_id)
        if found.turn != expected_turn:
            if known is not None and known.status == "committed" and known.read() == record:
                return False
            raise Conflict(expected_turn, found.turn)
        if known is None or (known.status, known.number) != ("accepted", record.number):
            raise NotPending(record.act_id)
        known.status, known.record, known.digest = "committed", told, state_digest(after)
        found.move_to(after)
        return True

    async def refuse(self, story: str, act_id: str) -> bool:
        found = self._stories.get(story_id(story).hex)
        pending = found.pending if found is not None else None
        if pending is None or pending.act_id != act_id:
            return False
        pending.status = "undone"
        return True

    async def undo(self, story: str, expected_turn: int, act_id: str) -> Undone:
        check_act_id(act_id)
        found = self._find(story)
        done = next((turn for turn in found.turns if turn.undone_by == act_id), None)
        if done is not None:
            state = found.read_state()
            return Undone(found.turn, found.epoch, state, done.number, done.act_id, done.words, repeated=True)
        if (pending := found.pending) is not None:
            raise Busy(pending.pending)
        if found.turn != expected_turn:
            raise Conflict(expected_turn, found.turn)
        if found.turn == 0:
            raise NothingToUndo()
        before, last = found.state_at(found.turn - 1), found.committed_turns[-1]
        last.status, last.undone_by = "undone", act_id
        found.move_to(before)
        found.epoch += 1
        return Undone(found.turn, found.epoch, before, last.number, last.act_id, last.words, repeated=False)

    async def branch(
        self, story: str, player: str, name: str, act_id: str, turn: int | None = None
    ) -> StoredStory:
        check_act_id(act_id)
        check_name(name)

        def copy(made: str) -> _Story:
            found = self._find_owned(story, player)
            last = found.turn if turn is None else turn
            if not 0 <= last <= found.turn:
                raise NoSuchTurn(last, found.turn)
            now = datetime.now(UTC)
            return replace(
                found,
                id=made,
                start=replace(found.start, name=name, act_id=act_id),
                state=to_json("the state", found.state_at(last)),
                turn=last,
                epoch=0,
                turns=[replace(each) for each in found.committed_turns[:last]],
                created=now,
                updated=now,
            )

        return self._make_once(player, act_id, copy)

    async def turns(
        self, story: str, player: str, before: int | None = None, limit: int = 50
    ) -> list[TurnRecord]:
        if not 1 <= limit <= MAX_TURNS_READ:
            raise ValueError(f"limit must be 1 to {MAX_TURNS_READ}, not {limit}")
        found = self._find_owned(story, player)
        wanted = [turn for turn in found.committed_turns if before is None or turn.number < before]
        return [turn.read() for turn in wanted[-limit:]]

    # ---- what characters remember ----

    async def recall(
        self, story: str, owners: Collection[str], query: str, now: int, limit: int, language: str = "en"
    ) -> list[Recalled]:
        words = {term.word for term in terms_of(query, language)}
        found: list[Candidate] = []
        for memory in self._find(story).memories():
            shared = words.intersection(term.word for term in terms_of(memory.text, "simple"))
            if memory.owner in owners and shared:
                found.append(Candidate(memory, len(words) - len(shared) + 1, None))
        ranked = [one.memory for one in rank(found, now)]
        return [
            as_recalled(memory)
            for owner in owners
            for memory in [memory for memory in ranked if memory.owner == owner][:limit]
        ]

    async def memories(self, story: str, owners: Collection[str], limit: int) -> dict[str, list[Memory]]:
        kept = self._find(story).memories()[::-1]
        return {owner: [memory for memory in kept if memory.owner == owner][:limit] for owner in owners}

    async def musings(self, story: str, world: World, after: StoryState) -> list[Musing]:
        """Nobody is due to reflect here."""
        return []

    async def believe(self, story: str, world: World, after: StoryState, beliefs: Sequence[Memory]) -> None:
        """Nobody reflects here, so nobody comes to believe anything."""

    # ---- the store itself ----

    async def ping(self) -> None:
        """It answers."""

    async def close(self) -> None:
        """Nothing is open."""


def _list_entry(story: _Story) -> ListedStory:
    state = story.read_state()
    return ListedStory(
        id=story.id,
        world=story.start.world,
        world_hash=story.start.world_hash,
        title=story.start.title,
        name=story.start.name,
        turn=story.turn,
        place=state.place,
        ended=state.ended,
        pending=story.pending is not None,
        updated=story.updated,
    )
