"""Character cards and lorebooks of other programs, into a world and out of it, with nothing lost.

`containers` opens a file and refuses what is hostile, `card` and `lorebook` read what it holds in any of its versions,
`macros` and `roleplay_text` turn its text into ours, `card_import` writes a world, `card_export` a card.
"""

__all__ = ["card_export", "card_import"]
