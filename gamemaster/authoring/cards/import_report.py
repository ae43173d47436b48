"""What became of a card's fields: kept, changed, or not expressed and where it lies."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass
class ImportReport:
    """For people, and as data."""

    source: str
    form: str
    folder: Path
    kept: list[str] = field(default_factory=list, init=False)
    changed: list[str] = field(default_factory=list, init=False)
    unexpressed: list[str] = field(default_factory=list, init=False)
    written: list[Path] = field(default_factory=list, init=False)

    def lines(self) -> list[str]:
        lines = [f"{self.source}: {self.form}"]
        for heading, texts in (
            ("Kept", self.kept),
            ("Changed", self.changed),
            ("Not expressed (in the original, which lies beside it)", self.unexpressed),
        ):
            if texts:
                lines += [f"\n{heading}:", *(f"  {text}" for text in dict.fromkeys(texts))]
        return [*lines, "\nWrote:", *(f"  {path}" for path in self.written)]

    def data(self) -> dict[str, object]:
        return {**asdict(self), "folder": str(self.folder), "written": [str(path) for path in self.written]}
