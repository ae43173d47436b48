"""The latest turns of a live story: as they are shown, in the snapshot of the story that holds them, and as kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from gamemaster.narration.options import EARLIER_TURNS
from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.play.opening import opening
from gamemaster.play.story_events import StoryEvent, StoryReloaded, TurnFinished, TurnUndone, WorldExchanged
from gamemaster.protocol import messages
from gamemaster.protocol.presenters import named_now, turn_shown
from gamemaster.protocol.state_view import view
from gamemaster.rules.state import StoryState, TurnRecord
from gamemaster.storage.store import StoredStory
from worlds.schema import World

TURNS_SHOWN = 50  # in a snapshot; the earlier ones are to be had over REST


class History:
    """The last `TURNS_SHOWN` turns, with what each left to suggest.

    `latest` are the records of the last few, which narrators look at in every turn.
    """

    def __init__(self, world: World, records: Iterable[TurnRecord]) -> None:
        self._world = world
        self._turns: deque[tuple[messages.TurnShown, tuple[str, ...]]] = deque(maxlen=TURNS_SHOWN)
        self.latest: deque[TurnRecord] = deque(maxlen=EARLIER_TURNS)
        self._add_all(records)

    def observe(self, event: StoryEvent) -> None:
        """The story has a turn more, or one less, or others."""
        match event:
            case TurnFinished():
                self._add_all([event.record])
            case TurnUndone():
                for turns in (self._turns, self.latest):
                    if turns:
                        turns.pop()
            case StoryReloaded(_, records):
                self._turns.clear()
                self.latest.clear()
                self._add_all(records)
            case WorldExchanged(world):
                self._world = world

    def _add_all(self, records: Iterable[TurnRecord]) -> None:
        for record in records:
            self._turns.append((turn_shown(self._world, record), record.ruling.suggestions))
            self.latest.append(record)

    def snapshot(
        self, stored: StoredStory, state: StoryState, position: tuple[int, int]
    ) -> messages.StoryOpened:
        """The story in `state`, at a position (epoch, offset) of its frames."""
        pending = stored.pending
        suggestions = self._turns[-1][1] if self._turns else suggest(self._world, state)
        return messages.StoryOpened(
            epoch=position[0],
            offset=position[1],
            story=stored.id,
            world=self._world.id,
            name=stored.name,
            opening=opening(self._world, state.seed, state.boundaries),
            turns=tuple(named_now(turn, self._world, state) for turn, _ in self._turns),
            earlier=stored.turn - len(self._turns),
            view=view(self._world, state, suggestions),
            pending={"act_id": pending.act_id, "words": pending.words} if pending is not None else None,
        )
