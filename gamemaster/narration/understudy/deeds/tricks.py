"""Feats of skill with one's hands or body, and how each comes off: what is juggled, balanced, spun or turned. Pure.

Nothing hangs on them, so no rule of a world foresees them; but whether they come off is seen at once, and dice say it.
"""

from __future__ import annotations

from gamemaster.language.names.normalization import words_of
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.rules.dice import draw
from gamemaster.rules.state import StoryState

# No "it" or "them" in these: beside what is missing, words with a pronoun are not told.
_JUGGLED = (
    "and keep going for ten good rounds",
    "and on the sixth round drop one on the floor",
    "and after two good rounds are on your knees, picking up",
)
_BALANCED = (
    "and nothing stirs for a slow count of ten",
    "and for a breath nothing stirs, then everything slides",
)
_SPUN = ("and make a clean catch", "and fumble the catch")
_TURNED = ("and land on both feet", "and land sitting down")
_HOW_IT_ENDS = {
    "juggle": _JUGGLED,
    "balance": _BALANCED,
    **dict.fromkeys(("twirl", "spin", "flip"), _SPUN),
}
_CONTEST = (
    "and win it, after one long red minute",
    "and lose it by the breadth of a finger",
    "and neither side gives way until it ends in laughter",
)
_MEASURING_STRENGTH = ["pit", "my", "arm"]
_FEATS = frozenset("cartwheel handstand headstand somersault backflip".split())
_COIN = ("and it comes down heads", "and it comes down tails")
_LONGEST = 120  # characters
_ROUND = frozenset("round around about once twice on in".split())
_FLIPPED = 3  # words of "flip the coin"


def feat_of(state: StoryState, told: str, *, thing: bool) -> str:
    """The words of a feat with how it comes off; empty where they tell of none. `thing`: a known one is handled."""
    words = words_of(told.casefold())
    words = words[words[:1] == ["i"] :]
    if not words:
        return ""
    verb = plain_form(words[0], frozenset(_HOW_IT_ENDS))
    ends = _HOW_IT_ENDS.get(verb, ())
    if verb == "flip":
        ends = _COIN if thing and len(words) == _FLIPPED and words[1] == "the" else ()
    if not _FEATS.isdisjoint(words[:3]) and words[0] in ("do", "turn", "try", "perform", "attempt", *_FEATS):
        ends = _TURNED
    if words[:3] == _MEASURING_STRENGTH:
        ends, told = _CONTEST, told.split(",")[0].strip()
    if verb in ("spin", "twirl") and not thing and words[1:2] != [] and words[1] in _ROUND:
        return ""  # the player turns
    if not ends or (verb in ("spin", "twirl") and len(words) < _FLIPPED):
        return ""
    return f"{told}, {ends[draw(state.seed, state.turn, 'coin') % len(ends)]}"[:_LONGEST]
