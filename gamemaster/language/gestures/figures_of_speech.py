"""What is said with the verb of a deed, and does nothing: "burn with shame", "cut him some slack". Pure.

Where the player burns with shame nothing is on fire, and nobody is cut. It is shown, and takes no time.
"""

from __future__ import annotations

import itertools

from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.tables.function_words import ADVERBS, DETERMINERS, PREPOSITIONS

# What somebody does with one of these is felt: "burn with shame", "run cold with dread".
_PASSIONS = frozenset(
    """shame embarrassment fear dread terror horror fright rage anger fury indignation envy jealousy grief sorrow joy
    delight glee pride relief excitement anticipation impatience frustration curiosity longing desire love hatred hate
    disgust guilt remorse worry anxiety nerves laughter exhaustion fatigue weariness boredom confusion disbelief
    astonishment amazement wonder hope despair happiness sadness gratitude pity contempt disappointment amusement
    surprise suspicion annoyance irritation""".split()
)
# What nobody can hold in their hands: whatever is done to it, no thing is handled.
_AIRY = _PASSIONS | frozenset(
    """thought thoughts wit wits courage nerve strength sense senses bearings composure dignity temper patience hopes
    spirits resolve energy smile grin smirk frown grimace tear tears sob laugh yawn wince shiver shudder tremor slack
    tone point hint subject silence tension mood mask glance question questions retort remark doubt doubts guess
    impression conclusion conclusions memory memories mind words meaning feeling feelings urge temptation instinct
    impulse excuse chill habit guard""".split()
)
# Some may be the name of a thing or be got by it: "leave the question" is no deed, "read the memory" may be.
_HANDLED = frozenset(
    """cut hide pick drop burn break throw leave shake hold keep swallow bite choke fight force drag draw push pull put
    bury catch kill lift lose gather collect regain summon muster steel rally nurse stifle suppress cover bottle brush
    wipe blink clear search turn toss fling cast shed lower save control find""".split()
)
_SHAKEN_OFF = frozenset({"cold", "sleep", "chill", "damp"})
_UP_OR_OFF = frozenset("up off out back down on away aside over".split())
_TO_WHOM = frozenset({"him", "her", "them"})
_OF_MIND = frozenset({"head", "mind", "heart", "memory"})
_THERE = frozenset("in to into from of at".split())
_SAID_OF_IT = frozenset({"it", "this", "that", "him", "her", "them", "all"})
# In one's head these are no deed, and asked all the same.
_KNOWN = frozenset({"have", "keep", "hear", "feel", "know", "read", "look"})
_MUCH = frozenset("a an the my pure sheer real sudden cold some such so much more half a bit of all this".split())
# So somebody grows, keeps or behaves, and does nothing by it: "turn pale", "play it cool", "act natural".
BECOMING = frozenset("go turn grow fall run keep stay play act stand look".split())
_HOLDING_STILL = frozenset({"sit", "lie", "hold"})
_BECOME = frozenset(
    """pale red white green grey gray crimson scarlet purple pink cold hot still silent quiet limp numb stiff rigid weak
    blank serious solemn sober natural casual innocent normal dumb dead tough brave calm cool safe straight faint
    alert vigilant wary composed steady firm patient polite""".split()
)


def is_figure_of_speech(scope: Scope, words: list[str]) -> bool:
    """Whether a clause without its subject does nothing, although its verb is that of a deed."""
    return (
        tells_how_one_is(words)
        or is_in_ones_head(words)
        or _is_felt(words)
        or _handles_nothing(scope, words)
        or words in (["give", "up"], ["give", "up", "hope"])
        or (words[0] == "leave" and words[1:2] != [] and words[1] in _SAID_OF_IT and _is_let_be(words[2:]))
    )


def _is_let_be(rest: list[str]) -> bool:
    return rest == ["at", "that"] or (rest[:1] != [] and rest[0] in ("hanging", "unsaid", "unanswered", "unspoken"))


def tells_how_one_is(words: list[str]) -> bool:
    """Whether a clause tells only how one is now: "go as red as a beet", "play it cool", "act like I own the place"."""
    if words[0] not in BECOMING | _HOLDING_STILL or "you" in words:
        return False
    rest = [word for word in words[1:] if word in _BECOME or (word not in ADVERBS and not word.endswith("ly"))]
    rest = rest[1:] if words[0] in ("play", "keep") and rest[:1] == ["it"] else rest
    if words[0] == "act" and rest[:1] in (["like"], ["as"]):
        return True
    rest = rest[1:] if rest[:1] in (["as"], ["all"], ["very"], ["so"], ["quite"]) else rest
    return rest[:1] != [] and rest[0] in _BECOME and (len(rest) == 1 or rest[1] in ("as", "with", "in", "at"))


def is_in_ones_head(words: list[str]) -> bool:
    """Whether a deed is done where nobody sees it: "run through the list in my head", "burn that into memory"."""
    while words and words[-1] in ("again", "once", "more", "first"):
        words = words[:-1]
    if len(words) < _SHORTEST or words[0] in _KNOWN or words[-1] not in _OF_MIND:
        return False
    if words[-3:-1] == ["in", "my"]:
        return True
    at = next((n for n, word in enumerate(words) if n and word in _THERE), 0)
    return at == 2 and words[1] in _SAID_OF_IT and words[-2] in ("my", "to", "into")


_SHORTEST = 3  # words of "bear in mind"


def _is_felt(words: list[str]) -> bool:
    """Whether a deed is one of the heart alone: its only matter is what it is done with, a passion."""
    at = words.index("with") if "with" in words[:4] else 0
    if at == 0 or not DETERMINERS.isdisjoint(words[:at]):
        return False
    rest = [word for word in words[at + 1 :] if word not in _MUCH]
    return rest[:1] != [] and rest[0] in _PASSIONS and len(rest) == 1


def _handles_nothing(scope: Scope, words: list[str]) -> bool:
    """Whether what a deed is done to is nothing that one can hold: "hide a smile", "cut him some slack"."""
    if words[0] not in _HANDLED:
        return False
    rest = list(itertools.dropwhile(lambda word: word in _UP_OR_OFF | _TO_WHOM, words[1:]))
    phrase = list(itertools.takewhile(lambda word: word not in PREPOSITIONS and word.isalpha(), rest))
    airy = _AIRY | _SHAKEN_OFF if words[0] == "shake" else _AIRY
    if not phrase or phrase[-1] not in airy or (len(phrase) > 1 and phrase[0] not in DETERMINERS):
        return False
    found = resolve(scope, phrase[-1:], frozenset({"item", "feature"}))
    return found is None or found.fit < _NAMED or not scope.reach(found.thing)


_NAMED = 97  # fit of a name that is a thing's own
