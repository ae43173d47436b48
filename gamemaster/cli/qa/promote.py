"""`gamemaster record promote`: a story that was played becomes a recording of the tests, scrubbed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from gamemaster.bootstrap import load_worlds
from gamemaster.config.settings import Settings
from gamemaster.errors import UserError
from gamemaster.recording.export import export_all
from gamemaster.recording.format import SUFFIX, Recording, read, turns_of
from gamemaster.replay.verify.expectations import path_beside
from gamemaster.replay.verify.recorded_narrator import scripted_tokenizers
from gamemaster.replay.verify.verdicts import verdict_lines
from gamemaster.replay.verify.verify import verify
from gamemaster.version import code_version


class PromotionError(UserError):
    """A recording that cannot become one of the tests'; says why, and what to do."""


@dataclass(frozen=True)
class Promoted:
    """The new recording, how many turns it has, and the file of what is expected of them, to be filled in."""

    recording: Path
    turns: int
    expectations: Path


def promote(source: Path, into: Path, name: str, settings: Settings) -> Promoted:
    """Write the recording under this name, scrubbed, if it still verifies. Raises PromotionError, RecordingError,
    ExportError, OSError."""
    target = into / f"{name}{SUFFIX}"
    (exported,) = export_all([source], target, raw=False)
    if exported.words:
        target.unlink()
        rules = ", ".join(f"{rule} {count}" for rule, count in exported.counts_in_words.items())
        raise PromotionError(
            f"{source.name} has personal data in its words ({rules}): scrubbed it cannot be verified, and a test needs "
            "that. Play it again without them, or use `record export` and `replay regenerate`"
        )
    recording = read(target)
    if why := _divergence(recording, settings):
        target.unlink()
        raise PromotionError(
            f"{source.name} does not come out the same today, and so tests nothing yet:\n{why}"
        )
    expectations = path_beside(target)
    if not expectations.exists():
        expectations.write_text(draft_of(recording), encoding="utf-8")
    return Promoted(target, len(turns_of(recording)), expectations)


def _divergence(recording: Recording, settings: Settings) -> str:
    """What is otherwise today; empty if nothing is."""
    worlds, _ = load_worlds(settings.worlds_dirs)
    verdict = asyncio.run(verify(recording, worlds, scripted_tokenizers([recording])))
    return "" if verdict.same else "\n".join(verdict_lines(verdict, code_version()))


def draft_of(recording: Recording) -> str:
    """Expectations to begin with: where each turn that was kept led, and what was rolled, refused and said by whom."""
    lines = [
        "# What is expected of these turns: see gamemaster/replay/verify/expectations.py",
        "turns:",
    ]
    for turn in turns_of(recording):
        if turn.undone:
            continue
        record = turn.record
        lines.append(f"  - turn: {turn.number}  # {record.words[:60]!r}")
        if record.ruling.checks:
            check = record.ruling.checks[0]
            lines.append(f"    rolled: {{skill: {check.skill}, result: {check.result}}}")
        if codes := [rejection.code for rejection in record.ruling.rejections]:
            lines.append(f"    refused: [{', '.join(dict.fromkeys(codes))}]")
        if speakers := [span.speaker for span in record.spans if span.kind == "speech" and span.speaker]:
            lines.append(f"    said_by: [{', '.join(dict.fromkeys(speakers))}]")
        lines.append(f"    moved_to: {turn.after.place}")
    return "\n".join(lines) + "\n"
