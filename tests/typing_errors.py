"""What fingers make of a word: letters swapped, left out or doubled, and the key beside the right one."""

from __future__ import annotations

import random

KINDS = ("swapped", "left out", "doubled", "beside")
# The keys that touch each key of an English keyboard, row by row.
_BESIDE = dict(
    pair.split(":")
    for pair in """
    q:wa w:qeas e:wrsd r:etdf t:ryfg y:tugh u:yihj i:uojk o:ipkl p:ol
    a:qwsz s:wedxza d:erfcxs f:rtgvcd g:tyhbvf h:yujnbg j:uikmnh k:iolmj l:opk
    z:asx x:zsdc c:xdfv v:cfgb b:vghn n:bhjm m:njk
    """.split()
)


def with_a_slip(word: str, kind: str, dice: random.Random) -> str:
    """The word with one error of a kind somewhere in it; the word itself where there is none to make."""
    at = dice.randrange(len(word))
    match kind:
        case "swapped":
            at = min(at, len(word) - 2)
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        case "left out":
            return word[:at] + word[at + 1 :]
        case "doubled":
            return word[: at + 1] + word[at:]
        case _:
            return word[:at] + dice.choice(_BESIDE[word[at]]) + word[at + 1 :]
