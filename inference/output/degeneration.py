"""Tells a model's text from garbage: loops and non-text. Pure: token ids and text in, a fault or None out."""

import unicodedata
from collections.abc import Sequence

# A refrain is repeated, too: only what goes round this often, over this many tokens, is a loop.
LOOP_ROUNDS = 6
LOOP_TOKENS = 48
LONGEST_PERIOD = 64
# Of so many tokens at least this share must differ; prose of a few hundred tokens has well over a third.
DISTINCT_TOKENS = 96
LEAST_DISTINCT = 0.08
# Characters that no prose has: replacement characters, controls, private use, unassigned.
NON_TEXT_SHARE = 0.05
LEAST_CHARACTERS = 40


def fault_in_output(ids: Sequence[int], text: str) -> str | None:
    """What is wrong with the end of an output, in words; None if nothing is."""
    return loop_in(ids) or non_text_in(text) or monotony_in(ids)


def loop_in(ids: Sequence[int]) -> str | None:
    """A loop at the end: the same `period` tokens again and again."""
    for period in range(1, min(LONGEST_PERIOD, len(ids) // LOOP_ROUNDS) + 1):
        wanted = max(LOOP_TOKENS, period * LOOP_ROUNDS)
        if len(ids) >= wanted and all(ids[-i] == ids[-i - period] for i in range(1, wanted - period + 1)):
            return f"the last {wanted} tokens are the same {period} again and again"
    return None


def non_text_in(text: str) -> str | None:
    if len(text) < LEAST_CHARACTERS:
        return None
    wrong = sum(map(_is_no_text, text))
    if wrong / len(text) <= NON_TEXT_SHARE:
        return None
    return f"{wrong} of {len(text)} characters are no text"


def monotony_in(ids: Sequence[int]) -> str | None:
    """Loops that are not quite regular: hardly any token is new."""
    if len(ids) < DISTINCT_TOKENS:
        return None
    last = ids[-4 * DISTINCT_TOKENS :]
    if len(set(last)) / len(last) >= LEAST_DISTINCT:
        return None
    return f"only {len(set(last))} different tokens among the last {len(last)}"


def _is_no_text(character: str) -> bool:
    if character in "\n\t\r":
        return False
    return character == "\ufffd" or unicodedata.category(character) in ("Cc", "Cn", "Co", "Cs")
