"""Has a narrator's transcripts go on from what was recorded: its words, and the epochs that its turns began."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence

from gamemaster.narration.narrator import Narrator
from gamemaster.narration.prompts.epoch import Opened
from gamemaster.narration.prompts.prompt import ZoneFullError
from gamemaster.narration.prompts.rebuild import IncompleteError, PromptMovedError, epoch_before
from gamemaster.replay.compare.answer_turn import Question
from gamemaster.rules.state import PatchConflict, TurnRecord
from inference.engine import EngineLost

log = logging.getLogger(__name__)


def acquaint(narrator: Narrator, texts: Iterable[str]) -> None:
    """Have a narrator's tokenizer meet the texts that recorded ids stand for.

    The scripted engine's tokenizer reads only the ids of pieces that it has met since it was made; for any other this
    does nothing that it would not do soon.
    """
    if narrator.transcripts is not None:
        for text in texts:
            narrator.transcripts.chat.encode(text)


def open_as_recorded(
    narrator: Narrator, question: Question, record: TurnRecord, past: Sequence[TurnRecord]
) -> None:
    """Prepare the epoch that `record`'s turn declared, of the recorded summary and turns, as the compaction left it.

    Nothing, for a turn that began none, and for a narrator without a prompt. Where it cannot be made of what there is,
    the narrator begins one of its own if it must.
    """
    compaction = record.model.compaction if record.model is not None else None
    transcripts = narrator.transcripts
    if compaction is None or transcripts is None:
        return
    kept = [each for each in past if each.number > compaction.turn]
    act_id = next((each.act_id for each in past if each.number == compaction.turn), "")
    try:
        basis = transcripts.basis(question.world)
        transcript = epoch_before(basis, kept, question.before, compaction, act_id=act_id)
    except (IncompleteError, PatchConflict, PromptMovedError, ZoneFullError, EngineLost) as error:
        log.warning("turn %d: its epoch is not begun as it was: %s", record.number, error)
        return
    transcripts.prepare(question.story, Opened(transcript, compaction))
