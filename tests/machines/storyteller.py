"""A tiny model of the sample world whose answers are a table: the real SGLang computes them, a stand-in reads them.

`.venv-nia/bin/python -m tests.machines.storyteller FOLDER` writes the checkpoint and the table.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inference.testbed.checkpoints import Shape, rambling, write_storyteller
from inference.testbed.vocabulary import END_THINK
from tests.inference.sglang.tale import ANSWER, CONTEXT, NARRATION

TABLE = "table.json"
REASONING_WORDS = 8


def write(folder: Path) -> None:
    vocabulary = write_storyteller(
        folder, rambling(REASONING_WORDS), ANSWER, NARRATION, Shape(context=CONTEXT)
    )
    after, first = vocabulary.second[0]  # what follows where a grammar forbids the usual
    assert after == vocabulary.id_of(END_THINK)
    told = {"successor": list(vocabulary.successor), "after": after, "first": first}
    (folder / TABLE).write_text(json.dumps(told))


class Storyteller:
    """The checkpoint's answers, from its table."""

    def __init__(self, folder: Path) -> None:
        table = json.loads((folder / TABLE).read_text())
        self._successor: list[int] = table["successor"]
        self._after, self._first = table["after"], table["first"]

    def says(
        self, prompt: Sequence[int], sampling: Mapping[str, Any], ends: frozenset[int]
    ) -> tuple[list[int], dict[str, Any]]:
        """The tokens, the one that ends it included; and SGLang's reason for the end."""
        said: list[int] = []
        token = prompt[-1]
        while len(said) < sampling["max_new_tokens"]:
            in_grammar = token == self._after and "json_schema" in sampling
            token = self._first if in_grammar else self._successor[token]
            said.append(token)
            if token in ends:
                return said, {"type": "stop", "matched": token}
        return said, {"type": "length"}


if __name__ == "__main__":
    write(Path(sys.argv[1]))
