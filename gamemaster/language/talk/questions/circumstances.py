"""Which words of a question only say where, when or how, and which say what it is about. Pure.

"Did you see Bersi come off the ice last night?" is about Bersi; of the ice and the night nothing is asked.
"""

from __future__ import annotations

from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS, QUESTION_WORDS

# Prepositions that begin a phrase of place, time or manner. "Of" goes on with what stands before it; what follows
# "about" is what is asked about; "to", "for" and "against" take what the verb wants.
_BEGINS = frozenset(
    """at in inside into on onto off out over under underneath beneath behind beside from near by with without before
    after during since until till through across along around up down between among past within outside aboard above
    below upon""".split()
)
_SUBORDINATES = frozenset("before after until till since".split())  # where a clause follows
_CLAUSES = frozenset("when while because if unless".split())
_SUBJECTS = frozenset("i you he she it we they".split())
ABOUT = frozenset("about regarding concerning".split())
_ENDS = ABOUT | _CLAUSES | frozenset("to for that who which and or but".split())
_DEGREES = frozenset("right just straight all even only back way far deep".split())
_TIMES = frozenset(
    """night day morning evening afternoon week month year winter summer spring autumn time nights days hour hours
    monday tuesday wednesday thursday friday saturday sunday""".split()
)
_WHICH_TIME = frozenset("last this that next every each the other one".split())
_BEING = frozenset("is are was were am be been".split())
_ALONE = frozenset("tonight today yesterday tomorrow here there now then ago".split())


def circumstances(words: list[str]) -> frozenset[int]:
    """The places of the words that tell where, when or how; none where nothing else is left to ask about."""
    beside: set[int] = set()
    about = max((at for at, word in enumerate(words[:-1]) if word in ABOUT), default=None)
    if about is not None:
        beside |= set(range(about + 1))
    for at, word in enumerate(words):
        if at in beside:
            continue
        if word in _ALONE:
            beside.add(at)
        elif word in _CLAUSES and at > 1:
            beside |= set(range(at, len(words)))
        elif word in _TIMES and at and words[at - 1] in _WHICH_TIME:
            first = at - 1 if words[at - 1] != "other" else max(0, at - 2)
            beside |= set(range(first, at + 1))
        elif word in _BEGINS and at + 1 < len(words) and _stands_free(words, at):
            first = at - (words[at - 1] in _DEGREES)
            beside |= set(range(first, _end_of_phrase(words, at)))
    return frozenset(beside) if len(beside) < len(words) else frozenset()


def _stands_free(words: list[str], at: int) -> bool:
    """Whether a preposition begins a phrase that the sentence could do without, unlike "what is in it"."""
    return at > 1 and words[at - 1] not in _BEING | QUESTION_WORDS


def _end_of_phrase(words: list[str], at: int) -> int:
    """Where a phrase ends: at the end of a clause that it begins, else at what begins another part of the sentence."""
    if words[at] in _SUBORDINATES and words[at + 1] in _SUBJECTS:
        return len(words)
    end = at + 1
    while end < len(words) and words[end] not in _ENDS and words[end] not in AUXILIARIES:
        if (
            words[end] in DETERMINERS - {"of"}
            and end > at + 1
            and words[end - 1] not in {"of", *_BEGINS, *DETERMINERS}
        ):
            break
        end += 1
    return end
