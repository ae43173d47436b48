"""A recorded turn beside the same turn as it comes out now, and the figures over all turns of a run. Pure."""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from gamemaster.language.names.normalization import plain
from gamemaster.narration.critic.told_turn import tokens_of
from gamemaster.protocol.messages import RollShown
from gamemaster.protocol.presenters import rejections_shown, rolls_shown, span_shown
from gamemaster.replay.invariants.check import KINDS
from gamemaster.replay.percentile import percentile
from gamemaster.replay.run import RunTurn, Side, SideSpan
from gamemaster.rules.proposal import Ruling
from gamemaster.rules.state import Change, StoryState, TurnRecord, digest
from worlds.schema import World

# What is kept of the telling, not of what is true: another telling of the same ruling changes it.
MOST_PROMPT = 6000  # characters of a prompt that are shown: its end, where the turn is
_OF_THE_TELLING = {"told", "focus"}


def side_of(world: World, record: TurnRecord, ms: Mapping[str, float | None], prompt: str = "") -> Side:
    """A turn as it came out once; `ms` as `Side.ms`, unknown times left out; `prompt` what was new in its prompts."""
    model = record.model
    uses = model.uses if model is not None else []
    lengths = [(use.accept_length, use.completion) for use in uses if use.accept_length is not None]
    return Side(
        spans=[
            SideSpan(**span_shown(world, span).model_dump(include=set(SideSpan.model_fields)))
            for span in record.spans
        ],
        checks=[_roll_told(roll) for roll in rolls_shown(world, record.ruling.checks)],
        changed=list(record.ruling.changed),
        rejected=list(rejections_shown(record.ruling)),
        suggestions=list(record.ruling.suggestions),
        state=[
            change_told(change) for change in record.patch.changes if change.path[0] not in _OF_THE_TELLING
        ],
        outcome=record.outcome.model_dump_json(exclude_defaults=True),
        memories=[f"{memory.owner}: {memory.text}" for memory in record.memories],
        prompt=prompt,
        reason=record.reason,
        narrator=_narrator(record),
        ms={name: round(value, 1) for name, value in ms.items() if value is not None},
        tokens={
            kind: sum(getattr(use, kind) for use in uses)
            for kind in ("prompt", "cached", "reasoning", "completion")
            if uses
        },
        accept_length=_weighted_mean(lengths),
    )


def prompt_told(texts: Iterable[tuple[str, str]]) -> str:
    """The prompts of a turn by their stages, each as far as it is new, and of that the end."""
    ends = ((stage, text if len(text) <= MOST_PROMPT else f"…{text[-MOST_PROMPT:]}") for stage, text in texts)
    return "\n\n".join(f"{stage.upper()}\n{text}" for stage, text in ends)


def change_told(change: Change) -> str:
    """A change of the state on one line: `items.key: shed → player`."""
    sides = (
        "nothing"
        if value is None
        else value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False)
        for value in (change.before, change.after)
    )
    return f"{'.'.join(change.path)}: {' → '.join(sides)}"


def _roll_told(roll: RollShown) -> str:
    total = roll.d20 + roll.bonus
    return f"{roll.skill}: {roll.d20}{roll.bonus:+d} = {total} against {roll.difficulty}: {roll.result}"


def _narrator(record: TurnRecord) -> str:
    """Who narrated: `model` when it did both stages whole, else who did which."""
    if record.adjudicated_by == record.told_by:
        return record.told_by
    return f"ruled by {record.adjudicated_by}, told by {record.told_by}"


def _weighted_mean(values: Sequence[tuple[float, int]]) -> float | None:
    weight = sum(count for _, count in values)
    return sum(value * count for value, count in values) / weight if weight else None


def differences(
    then: TurnRecord, then_after: StoryState, now: TurnRecord, now_after: StoryState, prompt_same: bool | None
) -> list[str]:
    """Which parts of a turn are not what they were: of outcome, ruling, state, text, reason, suggestions, prompt."""
    cut = then.reason == "interrupted"  # by the player, who is not there now
    found = {
        "prompt": prompt_same is False,
        "outcome": _proposal(then) != _proposal(now),
        "ruling": rulings_differ(then.ruling, now.ruling),
        "state": leads_elsewhere(then_after, now_after),
        "text": _texts_differ(then, now, cut=cut),
        "suggestions": then.ruling.suggestions != now.ruling.suggestions,
        "reason": then.reason != now.reason and not (cut and now.reason == "complete"),
    }
    return [part for part, differs in found.items() if differs]


def _texts_differ(then: TurnRecord, now: TurnRecord, *, cut: bool) -> bool:
    """Whether other words were told, or by others; of a telling that was cut only what came before."""
    one, other = ([(s.kind, s.speaker, s.text) for s in record.spans] for record in (then, now))
    if not cut:
        return one != other
    if not one:
        return False
    *whole, (kind, speaker, text) = one
    same = other[: len(whole)] == whole and len(other) > len(whole)
    return not (same and other[len(whole)][:2] == (kind, speaker) and other[len(whole)][2].startswith(text))


def _proposal(record: TurnRecord) -> str:
    """What was proposed, as far as the referee looks at it."""
    return record.outcome.model_dump_json(include={"check", "changes", "unclear"})


def rulings_differ(one: Ruling, other: Ruling) -> bool:
    """Whether two rulings decide otherwise: checks, refusals, what changed, the time it took, the end."""
    return _decisions(one) != _decisions(other)


def _decisions(ruling: Ruling) -> tuple[object, ...]:
    refused = [(r.operation, r.code) for r in ruling.rejections]
    return ruling.checks, refused, ruling.changed, ruling.minutes, ruling.ended


def leads_elsewhere(one: StoryState, other: StoryState) -> bool:
    """Whether other things are true in two states, however they were told of."""
    return one.model_dump(exclude=_OF_THE_TELLING) != other.model_dump(exclude=_OF_THE_TELLING)


# ---- figures ----


def metrics_of(turns: Sequence[RunTurn]) -> dict[str, float | None]:
    """The figures of a regenerated or shadowed run, by the names that `gamemaster.replay.run` lists.

    Shares, ratios and percentiles are None where there is nothing to take them of.
    """
    played = [turn for turn in turns if turn.now is not None]
    now = [turn.now for turn in played if turn.now is not None]
    then = [turn.then for turn in played if turn.then is not None]
    kinds = Counter(v.kind for turn in turns for v in turn.violations if v.side == "now")
    visible = [side.ms["first_visible"] for side in now if "first_visible" in side.ms]
    tokens = Counter[str]()
    for side in now:
        tokens.update(side.tokens)
    by_model = [side for side in now if side.tokens or side.narrator != "understudy"]
    agreed = [turn for turn in played if turn.then is not None and "ruling" not in turn.differs]
    scores = [turn.judge.score for turn in turns if turn.judge is not None]
    # A player who had heard enough cut the telling then, and is not there now.
    whole = [turn for turn in played if turn.then is not None and turn.then.reason != "interrupted"]
    texts_then = [turn.then.text for turn in whole if turn.then is not None]
    texts_now = [turn.now.text for turn in whole if turn.now is not None]
    lengths = [(side.accept_length, side.tokens.get("completion", 0)) for side in now if side.accept_length]
    return {
        "turns": float(len(played)),
        "ruling_agreement_share": _share(len(agreed), len(then)),
        "branched_share": _share(sum(turn.branched for turn in played), len(played)),
        "expectations_unmet": float(sum(len(turn.unmet) for turn in turns)),
        "understudy_share": _share(sum(side.understudy_stepped_in for side in now), len(now)) if by_model else None,
        "violations": float(kinds.total()),
        **{f"violations_{kind}": float(kinds[kind]) for kind in KINDS},
        "length_ratio": _share(sum(map(len, texts_now)), sum(map(len, texts_then))),
        "vocabulary_drift": divergence(words_in(texts_then), words_in(texts_now)),
        "first_visible_p50_ms": percentile(visible, 0.5),
        "first_visible_p95_ms": percentile(visible, 0.95),
        "cached_share": _share(tokens["cached"], tokens["prompt"]),
        "accept_length": _weighted_mean(lengths),
        "prompt_tokens": float(tokens["prompt"]),
        "completion_tokens": float(tokens["completion"]),
        "reasoning_tokens": float(tokens["reasoning"]),
        "judge_mean": statistics.fmean(scores) if scores else None,
    }  # fmt: skip


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def words_in(texts: Iterable[str]) -> Counter[str]:
    """How often each word stands in the texts."""
    return Counter(word for text in texts for word in tokens_of(plain(text)))


def divergence(one: Mapping[str, int], other: Mapping[str, int]) -> float | None:
    """The Jensen-Shannon divergence of two distributions in bits: 0 the same, 1 nothing in common. None of nothing.

    Lin, "Divergence measures based on the Shannon entropy", IEEE Trans. Inf. Theory 37 (1991): the mean of the
    Kullback-Leibler divergences of both to their mean.
    """
    sums = sum(one.values()), sum(other.values())
    if not all(sums):
        return None
    total = 0.0
    for word in sorted({*one, *other}):
        shares = one.get(word, 0) / sums[0], other.get(word, 0) / sums[1]
        mean = sum(shares) / 2
        total += sum(share * math.log2(share / mean) for share in shares if share) / 2
    return min(1.0, max(0.0, total))


def prompt_digests(requests: Iterable[Mapping[str, object]], stage: str) -> list[str]:
    """The digests of the prompts of one stage, in the order in which they were sent."""
    return [str(request["digest"]) for request in requests if request["stage"] == stage]


def text_digest(text: str) -> str:
    """A short name for a prompt's or a model's text, for stamps."""
    return digest(text)
