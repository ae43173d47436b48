"""What of a turn was spoken, how much of that was heard, and where its text ends if no more is heard. Pure.

Samples are those of the synthesis here, at each utterance's own rate.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cut:
    """A place in a turn's text: all of the spans before `span`, and `chars` characters of it."""

    span: int
    chars: int


NOTHING = Cut(0, 0)


@dataclass(frozen=True)
class Word:
    """A word of an utterance: it begins at `sample`; `start` to `end` are its characters in the span's text."""

    sample: int
    start: int
    end: int


@dataclass
class Utterance:
    """A sentence as it is spoken. `start` to `end` are its characters in the span's text, `text` is what is there."""

    span: int
    start: int
    end: int
    text: str
    rate: int  # Hz
    samples: int = 0  # that there are so far
    words: list[Word] = field(default_factory=list)
    whole: bool = False  # no more samples come

    def heard_chars(self, samples: int) -> int | None:
        """The character after the last whole word in the first `samples`; None if no word was heard whole.

        A word ends where the next begins, the last one with the audio. Where one word of the text is spoken as several
        ("$29.50"), it counts when all of them were heard. Marks that close after a word go with it.
        """
        if self.whole and samples >= self.samples:
            return self.end
        heard = 0
        while heard + 1 < len(self.words) and self.words[heard + 1].sample <= samples:
            heard += 1
        if heard == 0:  # the first word's end is the second one's beginning
            return None
        unheard = self.words[heard].start
        ends = [word.end for word in self.words[:heard] if word.end <= unheard]
        return self._with_marks(max(ends), unheard) if ends else None

    def _with_marks(self, end: int, limit: int) -> int:
        while end < limit and not (mark := self.text[end - self.start]).isalnum() and not mark.isspace():
            end += 1
        return end


class Hearing:
    """The utterances of one turn in their order, and the furthest place that the player has heard."""

    def __init__(self) -> None:
        self.utterances: list[Utterance] = []
        self.utterance, self.samples = 0, 0  # all before `utterance` was heard, and `samples` of it

    def begin(self, utterance: Utterance) -> int:
        """A new utterance; its number."""
        self.utterances.append(utterance)
        return len(self.utterances) - 1

    def progress(self, utterance: int, samples: int) -> bool:
        """The player has heard so far, or as far as there is anything to hear. False if that is nothing new."""
        place = self._place(utterance, samples)
        if place <= (self.utterance, self.samples):
            return False
        self.utterance, self.samples = place
        return True

    def _place(self, utterance: int, samples: int) -> tuple[int, int]:
        if utterance >= len(self.utterances):
            return self._end_of_whole(len(self.utterances))
        at = self.utterances[utterance]
        if at.whole and samples >= at.samples:
            return utterance + 1, 0
        return utterance, min(samples, at.samples)

    def _end_of_whole(self, count: int) -> tuple[int, int]:
        """The end of the first `count` utterances; of which the last may still be on its way."""
        last = self.utterances[count - 1] if count else None
        if last is None or last.whole:
            return count, 0
        return count - 1, last.samples

    @property
    def ahead(self) -> int:
        """How many utterances, begun or whole, were not heard to their end."""
        return len(self.utterances) - self.utterance

    @property
    def unheard_s(self) -> float:
        """Seconds of audio that there are and that were not heard."""
        left = sum(each.samples / each.rate for each in self.utterances[self.utterance :])
        if self.utterance < len(self.utterances):
            left -= self.samples / self.utterances[self.utterance].rate
        return left

    def cut(self, utterance: int, samples: int) -> Cut:
        """Where the text ends if only so much of it was heard."""
        number, at = self._place(utterance, samples)
        if number < len(self.utterances):
            current = self.utterances[number]
            chars = current.heard_chars(at)
            if chars is not None:
                return Cut(current.span, chars)
        if number == 0:
            return NOTHING
        before = self.utterances[number - 1]
        return Cut(before.span, before.end)
