"""What speculation must report for a tiny model: its drafts are a table, so each verification step can be foretold."""

from collections.abc import Sequence


def verifications(output_ids: Sequence[int], draft: Sequence[int], steps: int = 3) -> int:
    """Verification steps that produce `output_ids`, stop token included.

    `draft[t]` is what the draft layer says after token t. The first token comes from the prefill; each step then
    drafts `steps` tokens, keeps those that are right, and adds the model's own next one.
    """
    done, count = 1, 0
    while done < len(output_ids):
        count += 1
        token = output_ids[done - 1]
        for _ in range(steps):
            token = draft[token]
            if done >= len(output_ids) or output_ids[done] != token:
                break
            done += 1
        done += 1
    return count
