"""Closes sentences while their text still streams. Pure and sans-I/O: no chunking of the text changes what comes out.

A sentence ends at a stop (with the quotes, brackets and stars that close after it) and white space; in scripts that
write no spaces, at the stop alone. A stop is no end inside of a number, after a title or an initial, inside of
brackets, and where the next word says that the sentence goes on (`“Stop!” he said.`, `I… do not know.`). Where the
stop alone leaves no doubt, the sentence closes with the white space after it; else it waits for the next word.

    splitter = SentenceSplitter()
    for piece in stream:
        for sentence in splitter.feed(piece): ...
    for sentence in splitter.finish(): ...
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

# About 16 seconds of speech. A neural model takes a whole utterance at once, so that a longer one would be heard late,
# cost much when it is interrupted, and come out worse than the sentences that the model was trained on.
MAX_CHARS = 240
# A turn's first words may be spoken from a clause on: silence before the voice is worse than a pause in a sentence.
FIRST_CLAUSE_CHARS = 50
LOOKAHEAD = 64  # characters after the longest sentence that may be needed to tell where it ends
BRACKET_CHARS = 160  # what stands in brackets is kept together so far; longer, they are marks like any other

_STOPS = ".!?…‼⁇⁈⁉"
# Stops of scripts that need no space after them: Chinese and Japanese, Devanagari, Urdu, Arabic, Armenian, Ethiopic,
# Burmese, Khmer.
_BARE_STOPS = "。！？｡．।॥۔؟։።។၊။"
_CLOSERS = "\"'”’»›)]}*_」』）】〉》”"
_CANDIDATE = re.compile(rf"[{_STOPS}{_BARE_STOPS}]+|\n")
_CLAUSE = re.compile(r"[,;:](?=[\"'”’»*_)]*\s)|[，、；：،؛—]|\s[–-](?=\s)")
_WORD_BEFORE = re.compile(r"[\w.'’]+$")
_INITIAL = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]$")
_OPENING = {"(": ")", "[": "]", "<": ">", "（": "）", "【": "】"}

# A name or a number follows: no end, whatever comes next.
_NEVER_LAST = frozenset(
    "mr mrs ms mx dr st prof capt cpt col gen lt cmdr sgt cpl rev hon fr messrs mme mlle mt sra srta hr frau "
    "e.g i.e eg ie cf vs viz approx ca fig figs vol vols pp ch dept gov sen rep pres supt insp ft z.b d.h bzw".split()
)
# An end only if what follows is not small, and no number.
_SELDOM_LAST = frozenset(
    "no nos nr etc al jr sr co corp inc ltd bros esq p ed jan feb mar apr jun jul aug sep sept oct nov dec "
    "mon tue tues wed thu thur thurs fri ave rd blvd lb oz in hrs mins secs".split()
)


@dataclass(frozen=True)
class Sentence:
    """A stretch of the text that was fed: `text` is exactly its characters from `start` to `end`."""

    text: str
    start: int
    end: int

    @property
    def has_words(self) -> bool:
        """Whether there is a letter or a digit in it; white space and marks alone make no sound."""
        return any(character.isalnum() for character in self.text)


class SentenceSplitter:
    """One for each stretch of one speaker. The sentences that it gives, put together, are the text that it was fed.

    `max_chars`: no sentence is longer; it is cut at a clause, else at a space, else where it must be.
    `first_clause_chars`: the first sentence may end at a clause after so many characters; 0 keeps it whole.
    """

    def __init__(self, max_chars: int = MAX_CHARS, first_clause_chars: int = FIRST_CLAUSE_CHARS) -> None:
        if max_chars < 8:
            raise ValueError(f"max_chars is {max_chars}: a sentence needs at least 8")
        self._max = max_chars
        self._first = first_clause_chars
        self._pending = ""
        self._given = 0  # characters of all the text that sentences were made of

    def feed(self, text: str) -> list[Sentence]:
        """The sentences that `text` closes; none, one or many."""
        self._pending += text
        return self._take(final=False)

    def finish(self) -> list[Sentence]:
        """What is left, as if the text ended here. The splitter may be fed on; then that is a new sentence."""
        return self._take(final=True)

    def _take(self, final: bool) -> list[Sentence]:
        found: list[Sentence] = []
        at = 0
        while at < len(self._pending):
            window = self._pending[at : at + self._max + LOOKAHEAD]
            ends_here = final and at + len(window) == len(self._pending)
            cut = self._cut(window, ends_here)
            if cut is None:
                break
            found.append(Sentence(window[:cut], self._given, self._given + cut))
            at += cut
            self._given += cut
            if found[-1].has_words:
                self._first = 0
        self._pending = self._pending[at:]
        return found

    def _cut(self, window: str, ends_here: bool) -> int | None:
        """Where the sentence that `window` begins with ends; None if more text is needed to tell."""
        full = len(window) == self._max + LOOKAHEAD
        cut: int | None = None
        for match in _CANDIDATE.finditer(window):
            cut = _end(window, match.start(), match.end(), ends_here)
            if cut is not None:
                break
        early = _first_clause(window, self._first, ends_here) if self._first else None
        if early is not None and early <= self._max and (cut is None or early < cut):
            return early
        if cut is not None and cut <= self._max:
            return cut
        if full or (len(window) > self._max and (ends_here or cut is not None)):
            return _long_cut(window, self._max)
        return len(window) if ends_here else None


def _end(text: str, start: int, stop: int, ends_here: bool) -> int | None:
    """Where the sentence ends if the stop (or line break) at `start` to `stop` ends it; None if not, or not yet known.

    What lies beyond the text makes no difference to an answer that is not None: that is why chunks do not matter.
    """
    if text[start] == "\n":
        following = _next_word(text, start)
        if not text[:start].strip() or _in_bracket(text, start) or following == len(text):
            return None
        return None if text[following].islower() else following
    after = stop
    while after < len(text) and text[after] in _CLOSERS:
        after += 1
    if after == len(text):
        return after if ends_here else None
    if _in_bracket(text, after):
        return None
    if text[stop - 1] in _BARE_STOPS:
        return after
    if not text[after].isspace():
        return None
    doubt = _doubt(text, start, stop)
    if doubt == "never":
        return None
    if doubt == "none" and after == stop:
        return after + 1
    following = _next_word(text, after)
    if following == len(text):
        return following if ends_here else None
    if text[following].islower() or (doubt == "seldom" and text[following].isdigit()):
        return None
    return following


def _doubt(text: str, start: int, stop: int) -> str:
    """Whether the stop may end a sentence, as far as the word before it tells: none, some, seldom, or never."""
    marks = text[start:stop]
    if "…" in marks or ".." in marks:
        return "some"
    if marks != ".":
        return "none"
    before = _WORD_BEFORE.search(text, max(0, start - 24), start)
    word = before.group().strip(".'’").casefold() if before else ""
    if word in _NEVER_LAST:
        return "never"
    if word in _SELDOM_LAST:
        return "seldom"
    if word.isdigit():  # "1." of a list, or the end of a year
        return "never" if not text[: start - len(word)].strip() else "none"
    if _INITIAL.fullmatch(word):
        if "." in word:  # a.m., U.S.
            return "seldom"
        return "some" if word == "i" else "never"
    return "none"


def _next_word(text: str, at: int) -> int:
    """The index of the first character from `at` that is no white space, or the text's length."""
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _in_bracket(text: str, at: int) -> bool:
    """Whether a bracket was opened shortly before `at` and not closed."""
    low = max(0, at - BRACKET_CHARS)
    return any(text.rfind(mark, low, at) > text.rfind(close, low, at) for mark, close in _OPENING.items())


def _first_clause(text: str, least: int, ends_here: bool) -> int | None:
    """The end of the first clause that is at least `least` characters long, with the white space after it."""
    for match in _CLAUSE.finditer(text, least):
        after = match.end()
        while after < len(text) and text[after] in _CLOSERS:
            after += 1
        if after == len(text):
            return None
        if not _in_bracket(text, after):
            return after + 1 if text[after].isspace() else after
    return None


def _long_cut(text: str, most: int) -> int:
    """Where to cut a text that does not end within `most` characters: the last clause, space or character before."""
    least = most // 3  # a shorter piece would sound torn off
    clauses = [m.end() for m in _CLAUSE.finditer(text, least, most) if not _in_bracket(text, m.end())]
    if clauses:
        end = clauses[-1]
        while end < most and text[end] in _CLOSERS:
            end += 1
        return end + 1 if end < most and text[end].isspace() else end
    spaces = [at for at in range(least, most) if text[at].isspace()]
    if spaces:
        return spaces[-1] + 1
    end = most
    while end > least and _is_joined(text, end):
        end -= 1
    return end if end > least else most


def _is_joined(text: str, at: int) -> bool:
    """Whether the characters on both sides of `at` make one: accents, emoji of several parts, halves of a surrogate."""
    return (
        unicodedata.category(text[at]) in ("Mn", "Mc", "Me", "Sk", "Cf")
        or text[at - 1] == "\u200d"
        or "\ud800" <= text[at - 1] <= "\udbff"
    )
