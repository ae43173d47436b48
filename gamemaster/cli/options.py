"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

HELP = {"help_option_names": ["-h", "--help"]}
DataDir = Annotated[
    Path | None,
    typer.Option(help="Where stories and servers live. [default: your data home, or GM_DATA_DIR]"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
