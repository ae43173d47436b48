"""The store's contract: what is kept of players, stories and turns, and every error that it may raise.

Postgres is the truth (`gamemaster.storage.postgres_store.PostgresStore`). Ids of players and stories are 32
hexadecimal digits.
The contract is cut into parts, so that whoever needs one part asks for that alone; `Store` is all of them.
Every method may raise `StoreUnavailable`: the database is away, nothing is known to have been written, and the same
call may be made again with the same arguments; each is idempotent by its act id.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from gamemaster.errors import UserError
from gamemaster.rules.state import Recalled, StoryState, TurnRecord
from npcs.memory import Memory
from worlds.schema import Boundaries, World

if TYPE_CHECKING:  # which needs SQLAlchemy; the contract does not
    from gamemaster.memory.persistence import Musing

MAX_TURNS_READ = 1000
MAX_ACT_ID_CHARS = 64  # as in `gamemaster.protocol.messages.ActId`
MAX_NAME_CHARS = 60  # of a story's name, as in `gamemaster.protocol.messages.BranchName`


class StoreError(Exception):
    """Base of what the store raises on purpose. The messages are fit for players."""


class StoreUnavailable(StoreError, UserError):
    """The database is away or too slow: refused, lost, shut down, out of connections, timed out."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"the database is away ({why}): what was accepted is safe, and it goes on when it is back"
        )
        self.why = why

    @property
    def for_people(self) -> str:
        return f"the database that GM_DATABASE_URL names is away: {self.why}"


class NotFound(StoreError, UserError):
    """There is no such story, for all that this player may know."""

    def __init__(self, story: str) -> None:
        super().__init__(
            f"there is no story {story[:40]!r} of yours: list your stories and choose one of them"
        )
        self.story = story


class NotYours(NotFound):
    """The story is another player's. Says outwardly what `NotFound` says; only the log may tell them apart."""


class UnknownPlayer(StoreError):
    """The player is not in this database (it was made anew, say): a new player must be created."""

    def __init__(self, player: str) -> None:
        super().__init__("this player is not known here: begin as a new player")
        self.player = player


class Busy(StoreError):
    """Another act of this story is accepted and not yet told."""

    def __init__(self, pending: Pending) -> None:
        super().__init__(
            f"turn {pending.number} is still being told: wait for its end or interrupt it, then try again"
        )
        self.pending = pending


class Conflict(StoreError):
    """The story is not at the turn that the caller worked on: somebody else wrote it. Load it again."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(
            f"the story is at turn {found}, not at {expected}: it was changed elsewhere, open it again"
        )
        self.expected, self.found = expected, found


class NotPending(StoreError):
    """The act to commit is not waiting for that: it was refused, or is another turn's. Load the story again."""

    def __init__(self, act_id: str) -> None:
        super().__init__(
            f"the act {act_id[:64]!r} is not waiting to be told: it was taken back, open the story again"
        )
        self.act_id = act_id


class NothingToUndo(StoreError):
    def __init__(self) -> None:
        super().__init__("the story is at its beginning: there is no turn to take back")


class NoSuchTurn(StoreError):
    def __init__(self, turn: int, last: int) -> None:
        super().__init__(f"the story has no turn {turn}: choose one from 0 (the beginning) to {last}")
        self.turn, self.last = turn, last


class TooManyStories(StoreError):
    def __init__(self, limit: int) -> None:
        super().__init__(f"you have {limit} stories, which is the limit: delete one that you no longer need")
        self.limit = limit


class BadText(StoreError):
    """A text that Postgres cannot keep: it holds a NUL character or half a surrogate pair, or is too long or empty."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where} {problem}")
        self.where, self.problem = where, problem


class PatchBroken(StoreError):
    """A turn's patch does not lead back to the state before it; nothing was changed."""

    def __init__(self, turn: int, why: str) -> None:
        super().__init__(f"turn {turn} cannot be taken back: {why}")
        self.turn, self.why = turn, why


class Pending(NamedTuple):
    """An act that was accepted and is not committed: its words are safe, the turn `number` is still to be played."""

    act_id: str
    words: str
    number: int


@dataclass(frozen=True)
class StoredStory:
    """A story as it stands. `epoch` grows whenever its history itself changed (undo); `turn` is the last committed."""

    id: str
    player: str
    world: str
    world_hash: str
    name: str | None
    epoch: int
    turn: int
    state: StoryState
    pending: Pending | None
    created: datetime
    updated: datetime
    boundaries: Boundaries | None = None  # the player's lines


@dataclass(frozen=True)
class StoryStart:
    """What a new story begins with: a world, named by id and by the hash of its content, and its state at turn 0.

    `act_id` is of the player's act that makes the story; `title` is the world's, `name` the player's own.
    """

    world: str
    world_hash: str
    state: StoryState
    act_id: str
    name: str | None = None
    title: str = ""


@dataclass(frozen=True)
class ListedStory:
    """A line in the list of a player's stories. `title` is the world's; `place` and `ended` are ids."""

    id: str
    world: str
    world_hash: str
    title: str
    name: str | None
    turn: int
    place: str
    ended: str | None
    pending: bool
    updated: datetime


@dataclass(frozen=True)
class Accepted:
    """An act whose words are kept. `words` are those stored first: a repeated act id is the same act, whatever it says.

    A repeated act may be `committed` by now, or even `undone` (then it must not be played again).
    """

    number: int
    words: str
    repeated: bool
    status: Literal["accepted", "committed", "undone"]  # an undone turn stays until its story is deleted

    @property
    def is_committed(self) -> bool:
        return self.status != "accepted"


@dataclass(frozen=True)
class Undone:
    """The story after its last turn was taken back. `number`, `act_id` and `words` are those of that turn.

    When `repeated`, the undo had been made already; `turn`, `epoch` and `state` are then the story's present ones.
    """

    turn: int
    epoch: int
    state: StoryState
    number: int
    act_id: str
    words: str
    repeated: bool


@dataclass(frozen=True)
class Consent:
    """A player's answer to whether their play may be recorded, and the version of the words they were asked with."""

    allowed: bool
    text: int
    answered: datetime


@dataclass(frozen=True)
class Erasure:
    """What a player took back: each host deletes the files that it has of it. `story` None: everything recorded.

    `account`: the player is gone, with all that was kept of them. `at` is the database's time.
    """

    id: int
    player: str
    story: str | None
    account: bool
    at: datetime


class ErasureStore(Protocol):
    """Keeps what players took back, for the hosts that have files of them."""

    async def mark_forgotten(self, player: str) -> Erasure:
        """Everything that was recorded of the player until now is to be deleted, on every host."""
        ...

    async def delete_player(self, player: str) -> Erasure:
        """Deletes the player with all stories, memories and answers, for good, and marks it for every host.

        Raises UnknownPlayer.
        """
        ...

    async def erasures(self, since: datetime | None = None) -> list[Erasure]:
        """What was taken back (not before `since`), the oldest first."""
        ...


class PlayerStore(Protocol):
    """Keeps players."""

    async def create_player(self) -> str:
        """Makes a player and returns its id."""
        ...

    async def has_player(self, player: str) -> bool:
        """Whether the player exists here. A token may outlive its player when a database is made anew."""
        ...


class ConsentStore(Protocol):
    """Keeps what players answered to whether their play may be recorded."""

    async def consent(self, player: str) -> Consent | None:
        """The player's answer to whether their play may be recorded. None: not answered, or no such player.

        Raises UnknownPlayer for what is no id at all, as `consents` does.
        """
        ...

    async def set_consent(self, player: str, allowed: bool, text: int) -> None:
        """Keeps the player's answer, given to version `text` of the words, over an earlier one.

        Raises UnknownPlayer.
        """
        ...

    async def consents(self, players: Collection[str]) -> dict[str, Consent]:
        """The answers of those of the players who have answered."""
        ...


class BoundaryStore(Protocol):
    """Keeps the lines that players drew for all their stories."""

    async def set_boundaries(self, player: str, boundaries: Boundaries | None) -> None:
        """Keeps the player's lines in place of earlier ones; None takes them back. Raises UnknownPlayer."""
        ...

    async def boundaries(self, players: Collection[str]) -> dict[str, Boundaries]:
        """The lines of those of the players who drew any."""
        ...


class AnswerStore(ConsentStore, ErasureStore, Protocol):
    """Keeps what players say of what is kept of them."""


class TurnReader(Protocol):
    """Reads what was told."""

    async def turns(
        self, story: str, player: str, before: int | None = None, limit: int = 50
    ) -> list[TurnRecord]:
        """The last `limit` committed turns (with a number under `before`), oldest first. Raises NotFound, NotYours."""
        ...


class TurnStore(TurnReader, Protocol):
    """Keeps a turn: as much of a store as `gamemaster.play.turn` needs."""

    async def accept(self, story: str, number: int, act_id: str, words: str) -> Accepted:
        """Commits the player's words for the turn `number` (the story's turn + 1): they are safe once this returns.

        The caller has loaded the story for its player. An act id that is known already is answered from what is kept
        (an act that was refused may be accepted again). Raises Busy while another act is pending, Conflict when
        `number` is not the next turn, NotFound, BadText.
        """
        ...

    async def commit(self, story: str, expected_turn: int, record: TurnRecord, after: StoryState) -> bool:
        """Commits the pending act's turn: its record, and `after` as the story's state, in one transaction.

        `record.number` and `after.turn` are `expected_turn + 1`, and `record.patch` leads to `after`. True if this
        call wrote it, False if the very same record was committed before (a call whose answer was lost). Raises
        Conflict when the story is at another turn, NotPending, NotFound, BadText.
        """
        ...

    async def recall(
        self, story: str, owners: Collection[str], query: str, now: int, limit: int, language: str = "en"
    ) -> list[Recalled]:
        """What comes to each owner's mind at in-world minute `now`, best first, at most `limit` for each.

        `language` is the one that the query and the memories are in.
        """
        ...


class StoryStore(TurnStore, Protocol):
    """Keeps a story that is played: as much of a store as `gamemaster.play.live_story` needs."""

    async def load(self, story: str, player: str) -> StoredStory:
        """The story as it stands. Raises NotFound, NotYours, StateVersionError (`rules.upkeep.state_versions`)."""
        ...

    async def refuse(self, story: str, act_id: str) -> bool:
        """Takes back a pending act that cannot be played; its words stay for QA. False if it was not pending."""
        ...

    async def undo(self, story: str, expected_turn: int, act_id: str) -> Undone:
        """Takes back the last turn, which must be `expected_turn`; the story's epoch grows by one.

        The turn stays for QA, out of the story. Idempotent by `act_id` (a namespace apart from the acts': a retry may
        use one id for its undo and its act). Raises NothingToUndo, Busy while an act is pending, Conflict,
        PatchBroken, NotFound.
        """
        ...

    async def branch(
        self, story: str, player: str, name: str, act_id: str, turn: int | None = None
    ) -> StoredStory:
        """A new story with the committed turns of this one up to `turn` (default: all), in the state after it.

        A pending act stays with the old story. Idempotent by the player's act id, as `create_story`. Raises NotFound,
        NotYours, NoSuchTurn, TooManyStories, BadText, PatchBroken.
        """
        ...


class LibraryStore(Protocol):
    """Keeps a player's stories beside the play. Times are aware datetimes in UTC."""

    async def create_story(self, player: str, start: StoryStart) -> StoredStory:
        """A new story. The same act id of the same player gives the story made first, as it stands now.

        Raises UnknownPlayer, TooManyStories, BadText.
        """
        ...

    async def list_stories(self, player: str) -> list[ListedStory]:
        """The player's stories, the one played last first."""
        ...

    async def rename(self, story: str, player: str, name: str | None) -> None:
        """Raises NotFound, NotYours, BadText."""
        ...

    async def delete(self, story: str, player: str) -> None:
        """Deletes the story with all its turns, for good; its branches live on. Every host deletes its files of it.

        Raises NotFound, NotYours.
        """
        ...


class CharacterMemoryStore(Protocol):
    """Keeps what characters remember and believe."""

    async def memories(self, story: str, owners: Collection[str], limit: int) -> dict[str, list[Memory]]:
        """What each owner remembers, for designers: the newest first, at most `limit` of each."""
        ...

    async def musings(self, story: str, world: World, after: StoryState) -> list[Musing]:
        """Who has seen enough, after the turn `after`, to form beliefs about the player."""
        ...

    async def believe(self, story: str, world: World, after: StoryState, beliefs: Sequence[Memory]) -> None:
        """Keeps beliefs formed on the turn `after`, unless it was taken back since; makes vectors of what is new."""
        ...


class Store(
    PlayerStore,
    ConsentStore,
    ErasureStore,
    BoundaryStore,
    StoryStore,
    LibraryStore,
    CharacterMemoryStore,
    Protocol,
):
    """All that is kept."""

    async def ping(self) -> None:
        """Returns when the database answers. Raises StoreUnavailable."""
        ...

    async def close(self) -> None:
        """Closes the connections."""
        ...
