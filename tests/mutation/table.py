"""The table of a whole campaign in `tests/README.md`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from gamemaster.version import code_version
from tests.mutation.campaign import Caught
from tests.mutation.verdict import verdict_of

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- mutation table -->", "<!-- end of mutation table -->"
ASKED = ("tests", "verify", "gate")


def write_table(found: Sequence[Caught], readme: Path = README) -> None:
    """Puts the table between its two marks, in place of the one before."""
    text = readme.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    readme.write_text(f"{before}{BEGIN}\n{table_of(found)}\n{END}{after}", encoding="utf-8")


def table_of(found: Sequence[Caught]) -> str:
    """The campaign in Markdown: a row a fault, the instruments that are meant for it in bold."""
    when = datetime.now(UTC).strftime("%Y-%m-%d")
    rows = [
        f"Made on {when} at {code_version()}: {verdict_of(found).sentence}.",
        "",
        "| fault | what it breaks | tests | verify | gate |",
        "|---|---|---|---|---|",
    ]
    for caught in found:
        cells = " | ".join(_cell(caught, name) for name in ASKED)
        rows.append(f"| {caught.fault.area}: {caught.fault.name} | {caught.fault.breaks} | {cells} |")
    return "\n".join(rows)


def _cell(caught: Caught, name: str) -> str:
    if name not in caught.said:
        return "·"
    word = "caught" if caught.by(name) else "no"
    return f"**{word}**" if name in caught.fault.meant else word
