"""Makes players' stories and turns without a world: plain states and what changed in them."""

import itertools
from dataclasses import dataclass, field

from gamemaster.rules.proposal import Happening, Outcome, Roll, Ruling
from gamemaster.rules.state import CharacterState, Span, StoryState, TurnRecord, diff
from gamemaster.storage.store import Store, StoredStory, StoryStart


def beginning(seed: int = 7) -> StoryState:
    # Keys on purpose in no sorted order: the order must live through the database.
    return StoryState(
        world="fjord",
        seed=seed,
        place="shore",
        items={"rope": "shore", "axe": "player", "zither": "hall", "bread": "hall"},
        characters={
            "ylva": CharacterState(place="hall"),
            "arne": CharacterState(place="shore", disposition=-1),
        },
        visited={"shore": 1},
    )


def tell(before: StoryState, act_id: str, words: str = "go on") -> tuple[TurnRecord, StoryState]:
    """A turn of its own kind for each number: something is set, added and removed."""
    number = before.turn + 1
    items = {name: place for name, place in before.items.items() if name != "bread" or number % 2}
    if number % 2 == 0:
        items["rope"] = "player" if before.items["rope"] == "shore" else "shore"
    else:
        items.setdefault("bread", "hall")
    after = before.model_copy(
        update={
            "turn": number,
            "minutes": before.minutes + 5,
            "items": items,
            "flags": {**before.flags, f"flag_{number}": number},
            "told": {**before.told, "a1b2c3": before.told.get("a1b2c3", 0) + 1},
        },
        deep=True,
    )
    record = TurnRecord(
        number=number,
        act_id=act_id,
        words=words,
        roll=Roll(d20=(number % 20 + 1, 20)),
        outcome=Outcome(),
        ruling=Ruling(
            happenings=(Happening(kind="looked", place="shore", wordings=("Ice.", "Is – “ís”.")),), minutes=5
        ),
        spans=[Span(kind="narration", text=f"Turn {number}: the ice groans. ❄")],
        reason="complete",
        patch=diff(before, after),
        narrator="test",
        stamps={"world": "hash"},
    )
    return record, after


@dataclass
class Author:
    """A player with short ways to make stories and turns."""

    store: Store
    player: str
    acts: "itertools.count[int]" = field(default_factory=itertools.count)

    def act_id(self) -> str:
        return f"act-{next(self.acts):08d}"

    async def begin(self, act_id: str | None = None) -> StoredStory:
        return await self.store.create_story(
            self.player,
            StoryStart("fjord", "hash-1", beginning(), act_id or self.act_id(), title="The Fjord"),
        )

    async def play(self, story: StoredStory, turns: int = 1) -> StoredStory:
        """Plays turns and returns the story as loaded after them."""
        state = story.state
        for number in range(story.turn + 1, story.turn + turns + 1):
            act_id = self.act_id()
            await self.store.accept(story.id, number, act_id, f"words {number}")
            record, state = tell(state, act_id, f"words {number}")
            assert await self.store.commit(story.id, number - 1, record, state)
        return await self.store.load(story.id, self.player)
