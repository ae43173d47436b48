"""Trains the encoder of `gamemaster.language.semantic`: `python -m gamemaster.authoring.encoder_training`.

Phrases that ask for the same thing, and the words that answer them, are drawn together; those of everything else that
the same person may be asked are pushed apart (a contrastive loss, InfoNCE, van den Oord et al. 2018). An average of
hashed features is learnt by Adagrad on the buckets that a step touches: NumPy alone, some minutes on one core.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gamemaster.language.semantic.encoder import WEIGHTS
from gamemaster.language.semantic.text_features import BUCKETS, pair_features, stems_of, word_features
from gamemaster.language.talk.questions.ordinary_questions import asks_in_full
from worlds.loader import load_world

ROOM = Path(__file__).parents[1] / "language" / "semantic"
WORLDS = (Path("worlds/long_night"), Path("worlds/lighthouse"))
DIMENSIONS, STEPS, SEED = 64, 6000, 1
_BATCH = 128  # entries of one group, each with two phrases
_RATE, _LAST_RATE, _SHARPNESS = 0.08, 0.004, 10.0
_FORGOTTEN = 0.15  # of the words of a phrase, so that none of them alone decides
_OF_QUESTIONS = 0.6  # pairs of two questions; the others are a question and its answer
_LONGEST = 40  # stems
_FULL = 127  # the largest whole number of a weight
_NEVER = 1e-6  # the gradients that a bucket has seen before the first


@dataclass
class Taught:
    """What one entry teaches: phrases that ask for it, and texts that answer them."""

    phrases: list[tuple[str, ...]] = field(default_factory=list)
    texts: list[tuple[str, ...]] = field(default_factory=list)


Groups = dict[str, list[Taught]]  # by group: entries that compete for what is said


def taught_by_worlds(worlds: Sequence[Path]) -> Groups:
    """Each person's topics and answers are a group."""
    groups: Groups = {}
    for folder in worlds:
        world = load_world(folder)
        for who, person in world.characters.items():
            entries = [((*topic.names, *topic.paraphrases), topic.lines) for topic in person.topics.values()]
            entries += [((*one.asks, *one.paraphrases), one.lines) for one in person.answers.values()]
            groups[f"{folder.name}/{who}"] = [
                Taught(
                    [stems for stems in map(stems_of, phrases) if stems],
                    [stems[:_LONGEST] for line in lines for stems in map(stems_of, line.text) if stems],
                )
                for phrases, lines in entries
            ]
    return groups


def taught_by_paraphrases(file: Path) -> Groups:
    """A line is `[group, entry, phrase, …]`: ways to put one thing."""
    groups: dict[str, dict[str, Taught]] = defaultdict(lambda: defaultdict(Taught))
    for line in file.read_text(encoding="utf-8").splitlines():
        group, entry, *phrases = json.loads(line)
        groups[group][entry].phrases += [stems for stems in map(stems_of, phrases) if stems]
    return {group: list(entries.values()) for group, entries in groups.items()}


def taught_by_library() -> Groups:
    """The questions that anybody may be asked (`gamemaster/language/wording/ordinary`)."""
    entries = (
        Taught([stems_of(text) for text in asks if stems_of(text)]) for asks in asks_in_full().values()
    )
    return {"library": list(entries)}


class Training:
    """The weights while they are learnt."""

    def __init__(self, groups: Groups, seed: int = SEED) -> None:
        import numpy

        self._draw = random.Random(seed)
        self._groups = [entries for entries in groups.values() if len(entries) > 1]
        self._sizes = [len(entries) for entries in self._groups]
        start = numpy.random.default_rng(seed)
        self.weights = start.normal(0, 0.02, (BUCKETS, DIMENSIONS)).astype(numpy.float32)
        self._seen = numpy.full((BUCKETS, 1), _NEVER, dtype=numpy.float32)
        self._buckets: dict[tuple[str, ...], Any] = {}

    def run(self, steps: int = STEPS) -> Iterator[float]:
        """Learns; gives the loss of each step."""
        for step in range(steps):
            rate = _RATE * (1 - step / steps) + _LAST_RATE
            pairs = list(self._pairs())
            yield self._learn([one for one, _ in pairs], [other for _, other in pairs], rate)

    def whole_numbers(self) -> Any:
        """The weights as whole numbers; a bucket that no phrase touched says nothing."""

        import numpy

        learnt = numpy.where(self._seen > _NEVER, self.weights, 0)
        return numpy.round(learnt * (_FULL / numpy.abs(learnt).max())).astype(numpy.int8)

    def _pairs(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        entries = self._draw.choices(self._groups, self._sizes)[0]
        for entry in self._draw.sample(entries, min(_BATCH, len(entries))):
            if not entry.phrases:
                continue
            phrase = self._draw.choice(entry.phrases)
            others = [one for one in entry.phrases if one != phrase]
            if others and (self._draw.random() < _OF_QUESTIONS or not entry.texts):
                yield self._in_short(phrase), self._in_short(self._draw.choice(others))
            elif entry.texts:
                yield self._in_short(phrase), self._in_short(self._draw.choice(entry.texts))

    def _in_short(self, stems: tuple[str, ...]) -> tuple[str, ...]:
        kept = tuple(word for word in stems if self._draw.random() > _FORGOTTEN)
        return kept if len(stems) > 2 and kept else stems

    def _features(self, stems: tuple[str, ...]) -> Any:
        import numpy

        if (found := self._buckets.get(stems)) is None:
            features = [one for word in stems for one in word_features(word)] + pair_features(stems)
            found = self._buckets[stems] = numpy.array(features)
        return found

    def _encode(self, phrases: Sequence[tuple[str, ...]]) -> tuple[Any, Any, Any, Any]:
        """Unit vectors, their lengths before, the buckets of all phrases, and of which phrase each is."""

        import numpy

        features = [self._features(phrase) for phrase in phrases]
        sizes = [len(one) for one in features]
        buckets = numpy.concatenate(features)
        sums = numpy.add.reduceat(self.weights[buckets], numpy.cumsum([0, *sizes[:-1]]), axis=0)
        lengths = numpy.linalg.norm(sums, axis=1, keepdims=True) + 1e-6
        return sums / lengths, lengths, buckets, numpy.repeat(numpy.arange(len(sizes)), sizes)

    def _learn(self, ones: list[tuple[str, ...]], others: list[tuple[str, ...]], rate: float) -> float:
        import numpy

        if len(ones) < 2:
            return 0.0
        a, a_lengths, a_buckets, a_rows = self._encode(ones)
        b, b_lengths, b_buckets, b_rows = self._encode(others)
        scores = a @ b.T * _SHARPNESS
        by_row, by_column = _softmax(scores, 1), _softmax(scores, 0)
        right = numpy.eye(len(ones), dtype=numpy.float32)
        slope = (by_row + by_column - 2 * right) / (2 * len(ones)) * _SHARPNESS
        a_slope, b_slope = slope @ b, slope.T @ a
        a_slope = (a_slope - (a_slope * a).sum(axis=1, keepdims=True) * a) / a_lengths
        b_slope = (b_slope - (b_slope * b).sum(axis=1, keepdims=True) * b) / b_lengths
        self._descend(
            numpy.concatenate([a_buckets, b_buckets]),
            numpy.concatenate([a_slope, b_slope]),
            numpy.concatenate([a_rows, b_rows + len(ones)]),
            rate,
        )
        chosen = numpy.concatenate([by_row.diagonal(), by_column.diagonal()])
        return float(-numpy.log(chosen + 1e-9).mean())

    def _descend(self, buckets: Any, slopes: Any, rows: Any, rate: float) -> None:
        """One step of Adagrad (Duchi et al. 2011), with one rate a bucket. `rows`: the slope of each bucket."""

        import numpy

        order = numpy.argsort(buckets, kind="stable")
        ordered = buckets[order]
        starts = numpy.flatnonzero(numpy.diff(ordered, prepend=-1))
        summed = numpy.add.reduceat(slopes[rows[order]], starts, axis=0)
        touched = ordered[starts]
        self._seen[touched] += (summed**2).mean(axis=1, keepdims=True)
        self.weights[touched] -= rate * summed / numpy.sqrt(self._seen[touched])


def _softmax(scores: Any, axis: int) -> Any:
    import numpy

    raised = numpy.exp(scores - scores.max(axis=axis, keepdims=True))
    return raised / raised.sum(axis=axis, keepdims=True)


def counts_of(groups: Groups) -> tuple[dict[str, int], int]:
    """How many phrases and texts hold each stem that more than one holds, and how many there are."""
    counts: Counter[str] = Counter()
    number = 0
    for entries in groups.values():
        for entry in entries:
            for stems in (*entry.phrases, *entry.texts):
                counts.update(set(stems))
                number += 1
    return {word: count for word, count in sorted(counts.items()) if count > 1}, number


def save(file: Path, weights: Any, counts: dict[str, int], number: int) -> None:
    import numpy

    numpy.savez_compressed(
        file,
        weights=weights,
        words="\n".join(counts),
        counts=numpy.array(list(counts.values()), dtype=numpy.int32),
        phrases=number,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "worlds", nargs="*", type=Path, default=list(WORLDS), help="folders of worlds to learn of"
    )
    parser.add_argument("--steps", type=int, default=STEPS, help="of learning (default: %(default)s)")
    parser.add_argument(
        "--out", type=Path, default=ROOM / WEIGHTS, help="the file to write (default: the one that ships)"
    )
    options = parser.parse_args()
    groups = {
        **taught_by_worlds(options.worlds),
        **taught_by_library(),
        **taught_by_paraphrases(ROOM / "paraphrases.jsonl"),
    }
    training = Training(groups)
    report = max(1, options.steps // 20)
    recent: list[float] = []
    for step, loss in enumerate(training.run(options.steps), start=1):
        recent.append(loss)
        if step % report == 0:
            sys.stderr.write(f"step {step} of {options.steps}: loss {sum(recent) / len(recent):.3f}\n")
            recent.clear()
    counts, number = counts_of(groups)
    save(options.out, training.whole_numbers(), counts, number)
    sys.stderr.write(f"{options.out}: {options.out.stat().st_size / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()
