"""Plays a world many times with bots and reports what players would and would never see."""

from __future__ import annotations

import os
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path

from gamemaster.authoring.bots import Bot, PathBot, RandomBot
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin, opening_spans
from gamemaster.rules.state import OUTSIDE_STORY, Span
from worlds.loader import load_world
from worlds.rules import all_rules
from worlds.schema import DIED, World

MOST_TURNS = 120  # a bot that has not reached an end by then is stopped
REPEAT_WINDOW = 40  # turns within which sentences are counted for repeats
STRAY = (0, 0, 5, 10, 15)  # percent of steps off the path, by greedy run

# A sentence ends at . ! ? or an ellipsis, with any closing quotes, before white space.
_SENTENCE_END = re.compile(r"(?<=[.!?\u2026])[\"\u201d\u2019')]*\s+")
_NOT_WORDS = re.compile(r"[^\w]+")


@dataclass
class Story:
    """What one bot saw."""

    bot: str
    seed: int
    turns: int = 0
    ending: str | None = None
    places: set[str] = field(default_factory=set)
    beats: set[str] = field(default_factory=set)
    seen: set[str] = field(
        default_factory=set
    )  # features, topics (who.topic), facts, rules and items carried
    not_understood: list[str] = field(default_factory=list)
    sentences: int = 0
    repeated: int = 0
    repeats: Counter[str] = field(default_factory=Counter)
    words: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Exploration:
    """What all bots saw together. Shares are 0 to 1."""

    world: str
    runs: int
    turns: int
    endings_reached: int  # endings that a player strives for, and defeats, both
    endings_total: int
    endings: dict[str, int]  # ending: stories that came to it
    turns_to_ending: dict[str, float]  # ending: median turns
    unended: int  # stories stopped after MOST_TURNS
    never_seen: list[
        str
    ]  # "location ledge", "beat storm": what no bot came to of locations, beats and endings
    rarely_used: dict[str, list[str]]  # features, topics, facts and rules that no bot came to: for the writer
    not_understood: float  # share of inputs
    not_understood_inputs: list[str]  # the commonest
    repeated_sentences: (
        float  # share of the sentences in the first 40 turns of a story, mean of stories that long
    )
    repeated_sentences_worst: float
    repeated_most: list[tuple[str, int]]


def explore(
    folder: Path, runs: int, *, seed: int = 1, workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Exploration:  # fmt: skip
    """Play `runs` stories: half at random, half after the endings' paths. Raises WorldErrors for a faulty world."""
    world = load_world(folder)
    jobs = list(range(runs))
    workers = workers or min(os.cpu_count() or 1, max(1, runs // 8))
    stories: list[Story] = []
    if workers == 1:
        for job in jobs:
            stories.append(play_story(world, job, seed))
            if progress is not None:
                progress(len(stories), runs)
        return summarise(world, stories)
    with ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_load, initargs=(folder,)
    ) as pool:
        for done in as_completed([pool.submit(_play_job, job, seed) for job in jobs]):
            stories.append(done.result())
            if progress is not None:
                progress(len(stories), runs)
    return summarise(world, sorted(stories, key=lambda story: story.seed))


_worker_world: list[World] = []


def _load(folder: Path) -> None:
    _worker_world[:] = [load_world(folder)]


def _play_job(job: int, seed: int) -> Story:
    return play_story(_worker_world[0], job, seed)


def bot_for(world: World, run: int) -> tuple[str, Bot]:
    """Every second run follows a path, each ending in turn; the others are random."""
    paths = [ending for ending in world.endings.values() if ending.path]
    if run % 2 == 0 or not paths:
        return "random", RandomBot(run)
    turn = run // 2
    ending = paths[turn % len(paths)]
    return f"greedy:{ending.id}", PathBot(ending, run, stray=STRAY[turn // len(paths) % len(STRAY)])


def play_story(world: World, run: int, seed: int = 1, most_turns: int = MOST_TURNS) -> Story:
    """One story by one bot."""
    name, bot = bot_for(world, run)
    story = Story(bot=name, seed=seed * 1_000_000 + run)
    state, last = begin(world, story.seed), None
    said: set[str] = set()
    _count(story, opening_spans(world, story.seed), said)
    while state.ended is None and state.turn < most_turns:
        words = bot.next(world, state, last)
        last = play(world, state, words)
        state = last.after
        story.words.append(words)
        if last.outcome.unclear is not None:
            story.not_understood.append(words)
        if state.turn <= REPEAT_WINDOW:
            _count(story, last.spans, said)
        story.seen.update(state.carried_items())
    story.turns, story.ending = state.turn, state.ended
    story.places, story.beats = set(state.visited), set(state.beats)
    story.seen.update(state.noticed, state.facts, state.rules)
    story.seen.update(key.rpartition(".")[0] for key in state.lines)
    return story


def _count(story: Story, spans: list[Span], said: set[str]) -> None:
    for span in spans:
        if span.kind in OUTSIDE_STORY:
            continue
        for sentence in sentences(span.text):
            story.sentences += 1
            if sentence in said:
                story.repeated += 1
                story.repeats[sentence] += 1
            said.add(sentence)


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, folded so that punctuation and capitals do not make two of one."""
    for part in _SENTENCE_END.split(text):
        folded = _NOT_WORDS.sub(" ", part).strip().casefold()
        if folded:
            yield folded


def summarise(world: World, stories: list[Story]) -> Exploration:
    ended = [story for story in stories if story.ending is not None]
    reached = Counter(story.ending for story in ended if story.ending is not None)
    inputs = sum(story.turns for story in stories)
    missed = Counter(words for story in stories for words in story.not_understood)
    long = [s for s in stories if s.turns >= REPEAT_WINDOW] or stories
    shares = [story.repeated / story.sentences for story in long if story.sentences]
    repeats: Counter[str] = Counter()
    for story in stories:
        repeats.update(story.repeats)
    places, beats = (set().union(*(getattr(s, kind) for s in stories)) for kind in ("places", "beats"))
    seen = set().union(*(story.seen for story in stories))
    return Exploration(
        world=world.id,
        runs=len(stories),
        turns=inputs,
        endings_reached=len(reached.keys() & world.written_endings().keys()),
        endings_total=len(world.written_endings()),
        endings={ending: reached.get(ending, 0) for ending in world.endings},
        turns_to_ending={
            ending: statistics.median(s.turns for s in ended if s.ending == ending)
            for ending in sorted(reached)
        },
        unended=len(stories) - len(ended),
        never_seen=[
            *(f"location {place}" for place in world.locations if place not in places),
            *(f"beat {beat}" for beat in world.beats if beat not in beats),
            *(f"ending {ending}" for ending in world.endings if ending not in {*reached, DIED}),
        ],
        rarely_used=_rarely_used(world, seen),
        not_understood=sum(missed.values()) / inputs if inputs else 0.0,
        not_understood_inputs=[words for words, _ in missed.most_common(20)],
        repeated_sentences=statistics.mean(shares) if shares else 0.0,
        repeated_sentences_worst=max(shares, default=0.0),
        repeated_most=repeats.most_common(20),
    )


def _rarely_used(world: World, seen: set[str]) -> dict[str, list[str]]:
    topics = {f"{who.id}.{topic}" for who in world.characters.values() for topic in who.topics}
    return {
        "features": sorted({feature.id for _, feature in world.features()} - seen),
        "topics": sorted(topics - seen),
        "facts": sorted(world.facts.keys() - seen),
        "rules": sorted({rule.id for rule in all_rules(world)} - seen),
        "items": sorted({item.id for item in world.items.values() if item.portable} - seen),
    }


def as_json(exploration: Exploration) -> dict[str, object]:
    return asdict(exploration)
