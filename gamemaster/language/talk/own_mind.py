"""Questions that only the player's own memory answers: "what do I know about Bersi?", "whom have I met?". Pure."""

from __future__ import annotations

import re

OF_A_MATTER = re.compile(
    r"(?:and |so |but )*(?:what|how much|anything)(?: else| all)? (?:do|have|did|had|can) (?:i|we) (?:really |even )?"
    r"(?:know|learn(?:ed|t)?|find out|found out|discover(?:ed)?|figured out|heard?|remember|recall) (?:about|of) "
    r"(?P<x>.+?)(?: (?:so far|yet|already|now|again|from before))*"
)
WHOM_MET = re.compile(
    r"(?:and |so )*(?:who(?:m)?|which people|how many people)(?: all| else)? (?:do|have|did) (?:i|we) (?:already )?"
    r"(?:really )?(?:met|meet|know|seen|spoken (?:to|with)|talked (?:to|with))\b(?: .*)?"
)
OF_LATE = re.compile(
    r"(?:and |so )*(?:did|has|have) (?:something|anything) (?:\w+ )?happen(?:ed)?(?: .*)?"
    r"|what (?:has )?happened (?:last night|in the night|overnight|during the night"
    r"|while i (?:was asleep|slept|was sleeping))"
)


def is_of_own_mind(words: list[str], *, talking: bool = False) -> bool:
    """Whether words ask what only the player knows. Amid a talk, what happened in the night is asked of the other."""
    text = " ".join(word for word in words if word[0].isalnum())
    forms = (OF_A_MATTER, WHOM_MET) if talking else (OF_A_MATTER, WHOM_MET, OF_LATE)
    return any(form.fullmatch(text) for form in forms)
