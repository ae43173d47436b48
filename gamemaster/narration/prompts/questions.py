"""A turn's question on its story's transcript, for a narrator with a model; what became of the prompt is noted."""

from __future__ import annotations

from collections.abc import Callable

from gamemaster.narration.prompts.epoch import Opened
from gamemaster.narration.prompts.outcome_schema import InScene
from gamemaster.narration.prompts.prompt import Prompt, Transcript
from gamemaster.narration.prompts.transcripts import Transcripts
from gamemaster.narration.scene import Scene
from gamemaster.rules.state import ModelTurn


async def ask(
    transcripts: Transcripts,
    opened: Opened,
    scene: Scene,
    here: InScene,
    model: ModelTurn,
    fits: Callable[[Prompt], bool],
) -> Transcript:
    """The transcript with this turn's question; on a new epoch, if one was prepared or this one does not fit.

    An epoch that begins here is declared in `model`, and what budgets left out is among its steps. Raises as
    `Transcripts.of`.
    """
    asked = _with_question(opened, scene, here)
    if not fits(asked.prompt) and opened.can_shrink:
        why = f"{len(asked.prompt)} of {transcripts.room()} tokens were used"
        opened = await transcripts.at_once(scene, why, transcripts.settings.keep_turns)
        asked = _with_question(opened, scene, here)
    model.compaction, model.epoch = opened.compaction, asked.prompt.epoch
    left_out = asked.dropped
    if opened.compaction is not None:
        model.steps.append(f"prompt: a new epoch, by the {opened.compaction.by}: {opened.compaction.why}")
        left_out = (*opened.transcript.dropped, *left_out)
    model.steps += [f"prompt: left out: {what}" for what in left_out]
    return asked


def _with_question(opened: Opened, scene: Scene, here: InScene) -> Transcript:
    return opened.transcript.ask(scene.state, scene.words, here, scene.recalled or ())
