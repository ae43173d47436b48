"""Thoughts as other families of models mark them, put as <think> and </think>. Sans-I/O, any chunking.

A server that knows its model splits thoughts off itself; one that does not passes these marks on as text.
"""

import re
from dataclasses import dataclass, field

OPEN, CLOSE = "<think>", "</think>"
MOST_HELD = 96  # characters of what may still become a mark
# As Cohere's, OpenThinker's, Mistral's and both of Gemma's models have them.
_PLAIN = {
    "<|START_THINKING|>": OPEN,
    "<|END_THINKING|>": CLOSE,
    "<|START_RESPONSE|>": "",
    "<|END_RESPONSE|>": "",
    "<|begin_of_thought|>": OPEN,
    "<|end_of_thought|>": CLOSE,
    "<|begin_of_solution|>": "",
    "<|end_of_solution|>": "",
    "<unused94>thought": OPEN,
    "<unused95>": CLOSE,
    "[THINK]": OPEN,
    "[/THINK]": CLOSE,
    "<|channel>thought": OPEN,
    "<channel|>": CLOSE,
    "&lt;think&gt;": OPEN,  # of servers that write for web pages
    "&lt;/think&gt;": CLOSE,
    # gpt-oss: each part of an answer has a channel, of which the last is for people.
    "<|start|>assistant": "",
    "<|end|>": "",
    "<|return|>": "",
}
_CHANNEL, _FINAL = "<|channel|>", "final"
_MARK = re.compile(
    "|".join(
        [*map(re.escape, _PLAIN), r"<\|channel\|>(\w+)[^<]{0,30}(?:<\|constrain\|>[^<]{0,30})?<\|message\|>"]
    )
)
# The same where its server drops the marks and keeps their names: "analysisThe player …assistantfinalFrost …".
_BARE_OPENING, _BARE_FINAL = "analysis", "assistantfinal"


@dataclass
class ThoughtMarks:
    """Feed it content as it comes; it gives what is certain by now."""

    _held: str = field(default="", init=False)
    _begun: bool = field(default=False, init=False)  # the answer's first characters were looked at
    _inside: bool = field(default=False, init=False)
    _bare: bool = field(default=False, init=False)  # the marks' names stand in the text without their signs

    def feed(self, text: str) -> str:
        self._held += text
        if not self._begun and not self._begin():
            return ""
        if self._bare and _BARE_FINAL in self._held:
            self._held = self._held.replace(_BARE_FINAL, CLOSE, 1)
            self._bare = self._inside = False
        plain = _MARK.sub(self._put, self._held)
        keep = self._from(plain)
        self._held = plain[keep:]
        return plain[:keep]

    def finish(self) -> str:
        """What was held back, now that nothing more comes."""
        rest, self._held = self._held, ""
        return rest

    def _begin(self) -> bool:
        """Whether it is known how the answer begins."""
        start = self._held.lstrip()
        after = start[len(_BARE_OPENING) :]
        if not after and _BARE_OPENING.startswith(start):
            return False
        self._begun = True
        if start.startswith(_BARE_OPENING) and after[:1].isupper():
            self._held, self._bare, self._inside = f"{OPEN}{after}", True, True
        return True

    def _put(self, found: re.Match[str]) -> str:
        channel = found.group(1)
        if channel is not None:
            tag = CLOSE if channel == _FINAL else OPEN
            if tag == CLOSE and not self._inside:
                return ""  # no thought went before
        else:
            tag = _PLAIN[found.group()]
        self._inside = tag == OPEN if tag else self._inside
        return tag

    def _from(self, text: str) -> int:
        """From where on a text may still become a mark."""
        starts = [_CHANNEL, *_PLAIN, *([_BARE_FINAL] if self._bare else [])]
        for at in range(max(0, len(text) - MOST_HELD), len(text)):
            rest = text[at:]
            if rest.startswith(_CHANNEL) or any(mark.startswith(rest) for mark in starts):
                return at
        return len(text)
