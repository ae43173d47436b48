"""From token ids to text as they stream, with the model's own tokenizer."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

REPLACEMENT = "\ufffd"
# A character has at most four bytes, so at most four tokens: what is not whole after more never will be.
LONGEST_WAIT = 6


class Tokenizer(Protocol):
    """The part of a Hugging Face tokenizer that decoding needs."""

    def decode(self, token_ids: list[int], *, skip_special_tokens: bool) -> str: ...


@dataclass
class StreamDecoder:
    """One generation's text. Tokens before the last few are remembered only as far as spacing may depend on them."""

    tokenizer: Tokenizer
    _before: list[int] = field(default_factory=list, init=False)
    _waiting: list[int] = field(default_factory=list, init=False)

    def feed(self, ids: Sequence[int]) -> str:
        """One token after the other, so that the text does not depend on how ids came in chunks."""
        return "".join(self._next(token) for token in ids)

    def _next(self, token: int) -> str:
        self._waiting.append(token)
        text = self._text()
        if text.endswith(REPLACEMENT) and len(self._waiting) < LONGEST_WAIT:
            return ""
        self._before, self._waiting = [*self._before, *self._waiting][-LONGEST_WAIT:], []
        return text

    def flush(self) -> str:
        """What is left of a character that never became whole."""
        text, self._waiting = self._text(), []
        return text

    def _text(self) -> str:
        """The text of the waiting tokens: with those before, minus those before."""
        if not self._waiting:
            return ""
        before = self.tokenizer.decode(self._before, skip_special_tokens=True)
        both = self.tokenizer.decode(self._before + self._waiting, skip_special_tokens=True)
        return both[len(before) :]
