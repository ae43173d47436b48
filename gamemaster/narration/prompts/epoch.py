"""A story's next epoch: the summary that it begins with, and the turns that stay word for word. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gamemaster.narration.prompts.fallback_summary import chronicle
from gamemaster.narration.prompts.prompt import PromptBasis, Transcript
from gamemaster.narration.prompts.rebuild import epoch_before, last_compaction
from gamemaster.narration.scene import Scene
from gamemaster.rules.state import Compaction, TurnRecord


@dataclass(frozen=True)
class Opened:
    """The transcript of all turns before this one; `compaction` is to be declared by the turn if it opens an epoch.

    `warmed` names the turn and act up to which an engine has computed an epoch that was prepared.
    """

    transcript: Transcript
    compaction: Compaction | None = None
    warmed: tuple[int, str] | None = None

    @property
    def can_shrink(self) -> bool:
        """Whether there are turns in it that a compaction could sum up."""
        return self.transcript.turn > self.transcript.since


@dataclass(frozen=True)
class Summary:
    """What a model wrote of the story so far, or an earlier epoch's summary that goes on standing."""

    text: str
    by: Literal["model", "chronicle"] = "model"


def open_next(
    basis: PromptBasis,
    scene: Scene,
    records: Sequence[TurnRecord],
    keep: int,
    summary: Summary | None,
    why: str,
    most: int,
) -> Opened:
    """A new epoch that keeps the last `keep` of `records`; without a `summary` the chronicle stands for it, of at most
    `most` tokens. Raises as `gamemaster.narration.prompts.rebuild.epoch_before`."""
    before = last_compaction(records)
    gone, kept = records[: len(records) - keep], records[len(records) - keep :]
    if summary is None:
        since = before.turn if before is not None else 0
        told = [record for record in gone if record.number > since]
        earlier = before.summary if before is not None else ""
        text = chronicle(
            scene.world, told, earlier, most=most, cost=lambda line: len(basis.chat.encode(line))
        )
        summary = Summary(text, "chronicle")
    compaction = Compaction(
        epoch=scene.state.turn + 1,
        turn=scene.state.turn - keep,
        summary=summary.text,
        ids=list(basis.chat.encode(summary.text)),
        by=summary.by,
        why=why[:200],
    )
    act_id = gone[-1].act_id if gone else ""
    transcript = epoch_before(basis, kept, scene.state, compaction, act_id=act_id)
    return Opened(transcript, compaction)
