"""Notices from a server's own count that it read less of a prompt than it was sent. Sans-I/O.

Some servers cut a prompt at the front to fit a small context (Ollama's default is 4,096 tokens), and say nothing: the
model then has neither rules nor world. All that shows it is `usage.prompt_tokens`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

MOST_CHARACTERS = 6.5  # that a token of English, with names and identifiers, has on average
TOLERANCE = 1.3  # between prompts of one story, whose texts are much alike
LEAST_CHARACTERS = 4_000  # shorter prompts fit everywhere


@dataclass(eq=False)
class ContextCheck:
    """Looks at every answer's account. `warning` is set by the first that shows a cut prompt, and stays."""

    warning: str | None = field(default=None, init=False)
    _densest: float = field(
        default=MOST_CHARACTERS / TOLERANCE, init=False
    )  # characters a token, of whole prompts

    def look(self, characters: int, prompt_tokens: int, cached_tokens: int = 0) -> str | None:
        """What to say of a prompt of so many characters, of which the server read so many tokens; None: all is well.

        Servers that leave out what they had cached, and say how much that was, are understood.
        """
        tokens = prompt_tokens if prompt_tokens >= cached_tokens else prompt_tokens + cached_tokens
        if not tokens or characters < LEAST_CHARACTERS:
            return None
        expected = round(characters / (self._densest * TOLERANCE))
        if tokens >= expected:
            self._densest = min(self._densest, characters / tokens)
            return None
        if self.warning is None:
            self.warning = (
                f"the model server read {tokens} tokens of a prompt of {characters} characters, which are at least "
                f"{expected}: its model's context is too small, and the beginning, with the rules and the world, was "
                "cut off. Give it a context of 16,384 tokens or more (inference/README.md says how, for each server)"
            )
        return self.warning
