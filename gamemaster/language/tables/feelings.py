"""Words for what somebody feels, as they say it of themselves."""

from __future__ import annotations

from gamemaster.language.english import english_of

FELT: dict[str, frozenset[str]] = {
    kind: frozenset(english_of(__name__).word_list(kind)) for kind in english_of(__name__).words
}
FEELINGS = frozenset().union(*FELT.values())
