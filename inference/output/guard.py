"""Notices that a model's text has degenerated, as it streams: loops, non-text, a foreign script, no end. Sans-I/O."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

Fault = Literal["loop", "non_text", "foreign_script", "too_long"]

# A phrase of so many words that comes so often without a break is a loop. The worlds knock nine times, and count to
# thirty; no author repeats a whole sentence three times in a row.
REPEATS = {1: 14, 2: 10, 3: 7, 4: 6, 5: 5, 6: 5, 7: 4, 8: 4}
LONGEST_PHRASE, LONG_REPEATS = 48, 3
SAME_SENTENCE, SENTENCE_CHARS = 4, 24  # a sentence of that length so often in one telling, in a row or not
SENTENCE_ENDS = ".!?…\n"
SAME_CHARACTER = 40
WORD_CHARS = 120  # without a space
WINDOW = 240  # characters in which letters are counted
LEAST_LETTERS = 0.45  # of the window's characters that are no spaces
LETTERS = 120  # letters in which scripts are counted
MOST_FOREIGN = 0.4
MOST_REPLACED = 2  # U+FFFD and other marks of broken text
FAR_WORDS, LEAST_DIFFERENT = 160, 0.18  # of the last so many words, so many are different at least
LEAST_RUN = 13  # words in a row that all loops have, each of which came within the last LONGEST_PHRASE words
_RUNS = re.compile(r"[A-Za-z]+|.", re.DOTALL)
UNSPACED = frozenset(
    {"CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN"}
)  # no spaces
MAX_CHARS = 9000  # of one telling, as long as the longest ending several times


@dataclass(frozen=True)
class Degenerate:
    """What was noticed, and after how many characters of the text."""

    fault: Fault
    at: int
    what: str


@lru_cache(maxsize=4096)
def script_of(letter: str) -> str:
    """The script of a letter, by its Unicode name: LATIN, CYRILLIC, CJK, …"""
    return unicodedata.name(letter, "UNKNOWN").split(" ")[0].split("-")[0]


def scripts_in(texts: Iterable[str]) -> frozenset[str]:
    """The scripts that make up at least a hundredth of the letters, LATIN always."""
    counts: Counter[str] = Counter()
    for letter, count in Counter("".join(texts)).items():  # a book has a million letters, and a hundred different ones
        if letter.isalpha():
            counts[script_of(letter)] += count
    return frozenset({"LATIN"} | {name for name, count in counts.items() if count * 100 >= counts.total()})


@dataclass
class _Share:
    """How many of the last so many are as nearly all are."""

    of: int
    _seen: int = field(default=0, init=False)
    _others: deque[int] = field(default_factory=deque, init=False)  # where the others of those stand

    def add(self, count: int) -> None:
        """So many more that are."""
        self._seen += count
        while self._others and self._others[0] <= self._seen - self.of:
            self._others.popleft()

    def add_other(self) -> None:
        """One that is not."""
        self.add(1)
        self._others.append(self._seen)

    def is_below(self, share: float, more: int = 0) -> bool:
        """Whether fewer than a share are, once there are enough, or would be with so `more` of any."""
        seen = self._seen
        return seen + more >= self.of and min(seen, self.of) - len(self._others) < share * self.of


@dataclass
class Guard:
    """Feed it the text as it comes; the first fault is final. The same text has the same fault, however it is cut."""

    scripts: frozenset[str] = frozenset({"LATIN"})
    max_chars: int = MAX_CHARS
    fault: Degenerate | None = field(default=None, init=False)
    _count: int = field(default=0, init=False)
    _replaced: int = field(default=0, init=False)
    _same: int = field(default=0, init=False)
    _before: str = field(default="", init=False)
    _word: str = field(default="", init=False)
    _words: list[str] = field(default_factory=list, init=False)
    _places: dict[str, int] = field(default_factory=dict, init=False)  # where each word came last
    _again: int = field(default=0, init=False)  # words in a row that came a short while before
    _count_at: int = field(
        default=FAR_WORDS, init=False
    )  # words, before which there are different ones enough
    _sentence: str = field(default="", init=False)
    _sentences: Counter[str] = field(default_factory=Counter, init=False)
    _characters: _Share = field(default_factory=lambda: _Share(WINDOW), init=False)  # letters among them
    _letters: _Share = field(default_factory=lambda: _Share(LETTERS), init=False)  # the world's own among them

    def feed(self, text: str) -> Degenerate | None:
        """The fault, once there is one."""
        for run in _RUNS.findall(text):
            if run == " " and self._before != " " and self._count < self.max_chars and self.fault is None:
                self._count += 1
                self._same, self._before = 1, " "
                self._sentence += " "
                self._end_word()
            elif len(run) == 1 or not self._take_letters(run):
                for character in run:
                    if self.fault is not None:
                        return self.fault
                    self._take(character)
        return self.fault

    def _take_letters(self, run: str) -> bool:
        """Take letters that can bring about no fault, as most cannot. False: they are looked at one by one."""
        count = len(run)
        if (
            self.fault is not None
            or "LATIN" not in self.scripts
            or self._count + count > self.max_chars
            or self._same + count > SAME_CHARACTER
            or len(self._word) + count > WORD_CHARS
            or self._characters.is_below(LEAST_LETTERS, count)
            or self._letters.is_below(1 - MOST_FOREIGN, count)
        ):
            return False
        self._count += count
        last = run[-1]
        same = count - len(run.rstrip(last))
        self._same = self._same + same if same == count and last == self._before else same
        self._before = last
        self._word += run
        self._sentence += run
        self._characters.add(count)
        self._letters.add(count)
        return True

    def _take(self, character: str) -> None:
        self._count += 1
        if self._count > self.max_chars:
            self._set_fault("too_long", f"more than {self.max_chars} characters")
        if character == self._before:
            self._same += 1
            if self._same > SAME_CHARACTER:
                self._set_fault("loop", f"{character!r} {self._same} times")
        else:
            self._same, self._before = 1, character
        if character == "\ufffd" or not character.isprintable():
            self._look_at_broken(character)
        if character.isspace():
            self._end_word()
        else:
            self._word += character
            if len(self._word) > WORD_CHARS and not self.scripts & UNSPACED:
                self._set_fault("non_text", f"a word of more than {WORD_CHARS} characters")
            self._look_at_letters(character)
        if character in SENTENCE_ENDS:
            self._end_sentence()
        else:
            self._sentence += character

    def _set_fault(self, fault: Fault, what: str) -> None:
        self.fault = self.fault or Degenerate(fault, self._count, what)

    def _look_at_broken(self, character: str) -> None:
        broken = unicodedata.category(character) in ("Cc", "Co", "Cn", "Cs") and character not in "\n\r\t"
        if broken or character == "\ufffd":
            self._replaced += 1
            if self._replaced > MOST_REPLACED:
                self._set_fault("non_text", f"{self._replaced} broken characters")

    def _look_at_letters(self, character: str) -> None:
        is_letter = character.isalpha()
        if is_letter:
            self._characters.add(1)
        else:
            self._characters.add_other()
        if self._characters.is_below(LEAST_LETTERS):
            self._set_fault("non_text", "hardly a letter in it")
        if not is_letter:
            return
        if script_of(character) in self.scripts:
            self._letters.add(1)
        else:
            self._letters.add_other()
        if self._letters.is_below(1 - MOST_FOREIGN):
            self._set_fault("foreign_script", f"letters of {script_of(character)}")

    def _end_word(self) -> None:
        word, self._word = self._word.casefold().strip("*_\"“”'’.,;:!?…—–-()"), ""
        if not word:
            return
        number, words = len(self._words), self._words
        words.append(word)
        # Most words repeat nothing; this is done for every word of every telling.
        before, self._places[word] = self._places.get(word), number
        self._again = self._again + 1 if before is not None and number - before <= LONGEST_PHRASE else 0
        if self._again >= LEAST_RUN:
            self._look_for_loops()
        if len(words) >= self._count_at:
            self._count_different()

    def _look_for_loops(self) -> None:
        """Whether the last words stand before themselves, at the distance of a phrase, often enough."""
        words, last = self._words, len(self._words) - 1
        for length in range(1, min(LONGEST_PHRASE, last) + 1):
            if words[last] != words[last - length]:
                continue
            times = REPEATS.get(length, LONG_REPEATS)
            wanted = length * (times - 1)
            first = last - wanted + 1
            if first >= length and words[first:] == words[first - length : -length]:
                self._set_fault("loop", f"{length} words {times} times")

    def _count_different(self) -> None:
        different, least = len(set(self._words[-FAR_WORDS:])), LEAST_DIFFERENT * FAR_WORDS
        if different < least:
            self._set_fault("loop", f"{different} different words in {FAR_WORDS}")
        # Each word makes them fewer by one at most.
        self._count_at = len(self._words) + max(1, int(different - least))

    def _end_sentence(self) -> None:
        sentence, self._sentence = " ".join(self._sentence.split()).casefold(), ""
        if len(sentence) >= SENTENCE_CHARS:
            self._sentences[sentence] += 1
            if self._sentences[sentence] >= SAME_SENTENCE:
                self._set_fault("loop", f"the same sentence {SAME_SENTENCE} times")
