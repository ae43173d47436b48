"""Plays fixed inputs in a world and prints a digest of all that was told: `python -m tests.play_digest WORLD`."""

from __future__ import annotations

import hashlib
import json
import sys

from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.rules.state import StoryState, canonical_json
from tests.worldkit import world_at

WORDS = (
    "look around", "take everything", "who is here?", "talk", "ask about the night", "go", "search", "go in",
    "tak the knif", "wait", "ask them about it", "open it", "go back", "attack", "sing a song", "flee", "what now",
    "inventory", "use it", "sleep", "go up", "listen", "look at the door", "give it to her", "hide", "go out",
)  # fmt: skip


def digest_of(folder: str, *, reload: bool, rounds: int = 2) -> str:
    """The digest. With `reload`, every turn is played on the state as a database gives it back: keys in any order."""
    world, seen = world_at(folder), hashlib.sha256()
    state = begin(world, 11)
    for words in WORDS * rounds:
        if reload:
            data = json.loads(canonical_json(state), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
            state = StoryState.model_validate(data)
        played = play(world, state, words)
        for part in (played.outcome, played.ruling, *played.spans, played.after):
            seen.update(canonical_json(part))
        state = played.after
    return f"{seen.hexdigest()} {state.turn} {state.minutes}"


if __name__ == "__main__":
    sys.stdout.write(digest_of(sys.argv[1], reload=False))
