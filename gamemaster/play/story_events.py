"""What happens in a live story, in the past tense: its followers, their requests, its turns, and what clients are sent.

Events are announced at once and in order. An observer sees each within the very step in which it happened; it must not
wait for anything, and nothing that it does changes the play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gamemaster.play.turn_events import TurnEvent
from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox
from gamemaster.rules.state import StoryState, TurnRecord
from gamemaster.speech.playback_position import Cut
from gamemaster.storage.store import StoredStory, Undone
from worlds.schema import Boundaries, World

# What a client asks of a story, and what the story does one after the other.
RequestMessage = messages.Act | messages.Undo | messages.Retry | messages.Branch


@dataclass(frozen=True, slots=True)
class StoryOpened:
    """This process plays the story from here on."""

    stored: StoredStory


@dataclass(frozen=True, slots=True)
class FollowerJoined:
    """A client follows the story. It came back with this position (`epoch`, `offset`), if any, and is sent `frames`."""

    client: Outbox
    epoch: int | None
    offset: int | None
    frames: tuple[messages.Frame, ...]


@dataclass(frozen=True, slots=True)
class FollowerLeft:
    client: Outbox


@dataclass(frozen=True, slots=True)
class MessageReceived:
    """A client has said something to the story."""

    client: Outbox
    message: messages.ClientMessage


@dataclass(frozen=True, slots=True)
class ClientAnswered:
    """One client alone is told something."""

    client: Outbox
    frame: messages.Frame


@dataclass(frozen=True, slots=True)
class RequestBegun:
    """What `client` asked is done now: it waits no longer, and another may. `waiting` others do."""

    client: Outbox
    message: RequestMessage
    stored: StoredStory
    followers: tuple[Outbox, ...]
    waiting: int


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """`attempt` is the story's epoch, which the dice are thrown for."""

    turn: int
    act_id: str
    attempt: int
    instant: bool
    spoken: bool
    narrator: str


@dataclass(frozen=True, slots=True)
class SpeechBegun:
    """The first sound of the turn goes to those who listen."""

    turn: int


@dataclass(frozen=True, slots=True)
class TellingStopped:
    """The telling was stopped: all but `keep` pieces (None: all so far), and those only up to `cut`, are untold."""

    turn: int
    keep: int | None
    cut: Cut | None
    spoken: bool


@dataclass(frozen=True, slots=True)
class FramePresented:
    """A frame is on its way to all followers; it has no number yet."""

    frame: messages.Frame


@dataclass(frozen=True, slots=True)
class FrameSent:
    """The frame has its number, and is on its way to the log and to all followers."""

    frame: messages.Frame


@dataclass(frozen=True, slots=True, eq=False)
class TurnFinished:
    """A committed turn is a part of the story: from now on, the story is shown with it."""

    story: str
    player: str
    world: World
    world_hash: str
    before: StoryState
    record: TurnRecord
    after: StoryState


@dataclass(frozen=True, slots=True)
class TurnUndone:
    undone: Undone


@dataclass(frozen=True, slots=True)
class StoryReloaded:
    """Another process wrote the story, and it was read anew, with its last turns (`records`, oldest first)."""

    stored: StoredStory
    records: tuple[TurnRecord, ...]


@dataclass(frozen=True, slots=True, eq=False)
class WorldExchanged:
    """The story goes on in an edited world."""

    world: World


@dataclass(frozen=True, slots=True)
class LinesDrawn:
    """The player's lines, which the story does not cross, are these from the next turn on; None: there are none."""

    boundaries: Boundaries | None


@dataclass(frozen=True, slots=True)
class SnapshotShown:
    """All followers were shown the story anew."""

    frame: messages.StoryOpened


@dataclass(frozen=True, slots=True)
class LeaveBegun:
    """The story takes no more requests; it ends here once those that wait are done."""


@dataclass(frozen=True, slots=True)
class StoryClosed:
    """The story is played here no longer. `whole`: it was not stopped in the middle of something."""

    whole: bool


StoryEvent = (
    StoryOpened
    | FollowerJoined
    | FollowerLeft
    | MessageReceived
    | ClientAnswered
    | RequestBegun
    | TurnBegun
    | TurnEvent
    | SpeechBegun
    | TellingStopped
    | FramePresented
    | FrameSent
    | TurnFinished
    | TurnUndone
    | StoryReloaded
    | WorldExchanged
    | LinesDrawn
    | SnapshotShown
    | LeaveBegun
    | StoryClosed
)


class StoryObserver(Protocol):
    """Watches one story, or all stories of this process."""

    def observe(self, event: StoryEvent) -> None:
        """Something happened. Returns at once; see the module's words on when it is called."""
        ...
