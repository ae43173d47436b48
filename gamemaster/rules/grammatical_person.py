"""Turn the words of one speaker into another's: "my boat", told to its owner, is "your boat". Pure."""

from __future__ import annotations

from collections.abc import Mapping

# A speaker's words of themselves, as they are told to that speaker.
I_AS_YOU: Mapping[str, str] = {"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself"}
# A speaker's words of the one spoken to, as that one says them back. "You" is "I" where it is a subject.
YOU_AS_I: Mapping[str, str] = {"you": "me", "your": "my", "yours": "mine", "yourself": "myself"}
# Both at once: what one says to another, in the mouth of the other.
EXCHANGED: Mapping[str, str] = {**I_AS_YOU, **YOU_AS_I}

# Words of somebody, in that one's own mouth: "to give him your knife" is "give me your knife".
TO_ME: Mapping[str, str] = {"him": "me", "her": "me", "them": "me", "his": "my", "their": "my"}

# "His" and "him" of somebody, by their pronoun; of any other it is "their" and "them".
_OWN = {"he": ("his", "him"), "she": ("her", "her"), "it": ("its", "it")}


def his_and_him(pronoun: str) -> tuple[str, str]:
    """What is said before something of theirs, and of them as an object: ("her", "her") for "she"."""
    return _OWN.get(pronoun, ("their", "them"))


def turn_words(text: str, table: Mapping[str, str]) -> str:
    """A text of plain words, in small letters, with each word that the table has replaced."""
    return " ".join(table.get(word, word) for word in text.split())
