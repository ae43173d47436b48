"""Which voice a speaker has: as the world's YAML says, in the form that the speech server is asked in. Pure."""

from __future__ import annotations

from voice.synthesizer import Voice
from worlds import schema


def voice_of(world: schema.World, speaker: str | None) -> Voice:
    """The voice of a character or a threat; the narrator's for None and for anybody whom the world does not know."""
    if speaker is not None and speaker in world.characters:
        found = world.characters[speaker].voice
    elif speaker is not None and speaker in world.threats:
        found = world.threats[speaker].voice
    else:
        found = world.narrator
    fallback = (found.fallback,) if found.fallback else ()
    return Voice(found.name, found.rate, found.pitch, fallback)
