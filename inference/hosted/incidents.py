"""What is kept of a lost engine: why, the end of its log, and what the engine itself wrote down as it fell."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree

MOST_KEPT = 5


@dataclass(frozen=True)
class Incidents:
    """A folder of ours alone: dumps hold what players wrote. The last few are kept."""

    folder: Path
    most: int = MOST_KEPT

    @property
    def dumps(self) -> Path:
        """Where the engine puts its dumps, until they are kept with the incident that they belong to."""
        return self.folder / "dumps"

    def prepare(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.dumps.mkdir(exist_ok=True, mode=0o700)

    def keep(self, why: str, log: str) -> Path:
        """Gives the folder of this incident. Raises OSError."""
        self.prepare()
        place = self.folder / datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S.%f")
        place.mkdir(mode=0o700)
        (place / "reason.txt").write_text(f"{why}\n", "utf-8")
        (place / "engine.log").write_text(f"{log}\n", "utf-8")
        for dump in [file for file in self.dumps.rglob("*") if file.is_file()]:
            dump.replace(place / dump.name)
        for old in self.places()[: -self.most]:
            rmtree(old)
        return place

    def places(self) -> list[Path]:
        """The incidents, oldest first."""
        return sorted(path for path in self.folder.iterdir() if path.is_dir() and path != self.dumps)
