"""The scripted engine as a model: its tokenizer and chat template, and the script of a demonstration.

It is no model and pretends to be none: whatever the player does, nothing comes of it and the same words are told. With
it the whole path of a model's turn (host, prompts, grammar, guard, streaming) runs on any machine, for tests,
benchmarks and looking at the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from inference.scripted.script import SPECIAL, THINK, Pieces, write_script

_SPECIAL_IDS = frozenset(SPECIAL.values())
_SPECIALS = re.compile("(" + "|".join(map(re.escape, SPECIAL)) + ")")
OUTCOME: dict[str, Any] = {
    "intents": [], "check": None, "changes": [], "otherwise": [], "unclear": None, "memories": [], "suggestions": []
}  # fmt: skip
PROSE = (
    "You try it, and the world takes no notice. The wind goes on as before, and the lamp burns with a small, even "
    "flame.\n\nThis is the scripted engine: it says the same to everybody, at the pace of a large model, so that "
    "what lies between a model and your screen can be seen at work. Nothing that you do comes to anything here."
)


def demonstration() -> dict[str, Any]:
    """Options of `inference.scripted.engine:build` for a story that can be looked at."""
    return {
        "content": PROSE,
        "reasoning": "The player wants something. The script says that nothing comes of it. So be it.",
        "structured": json.dumps(OUTCOME, separators=(",", ":")),
        "honours_budget": True,
    }


class ScriptedTokenizer:
    """Implements `inference.chat_template.Tokenizer` for the scripted engine.

    Any words have ids, so that a prompt has about as many tokens as with a real vocabulary, and they have the same ones
    in every process and under every script: a service that starts again makes the prompts that it made before, and
    `gamemaster prompt check` finds them so. Two pieces that share an id are rare (one pair in 2**31).
    """

    def __init__(self, pieces: Mapping[int, str] | None = None) -> None:
        self._pieces = Pieces(pieces)

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> ScriptedTokenizer:
        """For the engine that `inference.scripted.engine:build` makes of the same options."""
        names = ("content", "reasoning", "structured")
        return cls(write_script(**{name: options[name] for name in names if name in options}).pieces)

    def render(self, messages: Sequence[dict[str, str]], *, generate: bool, think: bool) -> str:
        text = ""
        for message in messages:
            thought = "<think></think>\n" if message["role"] == "assistant" else ""
            text += f"<|{message['role']}|>\n{thought}{message['content']}"
        if generate:
            text += "<|assistant|>\n<think>" + ("" if think else "</think>\n")
        return text

    def encode_markup(self, text: str) -> tuple[int, ...]:
        return tuple(
            number
            for part in _SPECIALS.split(text)
            for number in ((SPECIAL[part],) if part in SPECIAL else self.encode(part))
        )

    def encode(self, text: str) -> tuple[int, ...]:
        return self._pieces.encode(text)

    @property
    def pieces(self) -> Mapping[int, str]:
        """The text of every id that was given so far, but for bytes."""
        return self._pieces.texts

    def decode(self, ids: Sequence[int]) -> str:
        """Of ids that were given here, or of the script's."""
        texts = self._pieces.texts
        return b"".join(
            bytes((number,)) if number < THINK else texts.get(number, "").encode() for number in ids
        ).decode(errors="replace")

    def specials(self, ids: Sequence[int]) -> frozenset[int]:
        return _SPECIAL_IDS.intersection(ids)
