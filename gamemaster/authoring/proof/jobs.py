"""The stories of a proof, spread over processes where nobody outside is asked, and added up."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from gamemaster.authoring.proof.counts import Story
from gamemaster.authoring.proof.figures import Tally
from gamemaster.authoring.proof.run import Master, play_story
from gamemaster.authoring.proof.scripted_model import PlantedModel, ScriptedModel, Stand
from gamemaster.hosting.garbage import collect_in_lots
from gamemaster.narration.model.chat_source import ChatSettings, ChatSource
from gamemaster.narration.model.model_narrator import ModelNarrator
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.storage.kept_worlds import read_world
from inference.remote.client import AsksByMessages
from worlds.loader import load_world
from worlds.schema import World

Progress = Callable[[str, int, int], bool | None]  # who plays, turns so far, of about; True: that is enough
UNDERSTUDY, HONEST, LIAR, BARE = "understudy", "scripted model", "lying model", "bare chat, lying model"
SCRIPTED = (UNDERSTUDY, HONEST, LIAR)
STORY_TURNS = 40  # after them a bot begins anew
# Nothing that depends on the clock: the same seed gives the same figures.
UNTIMED = ChatSettings(first_words_s=0.0, aftermath_s=0.0, adjudicate_s=600.0, narrate_s=600.0, retry_s=0.0)


@dataclass(frozen=True)
class Wanted:
    """What a proof is to play: about so many turns of each Game Master, in these worlds' folders by turns."""

    folders: tuple[Path, ...]
    turns: int
    seed: int

    def stories(self) -> Iterator[tuple[int, int, int]]:
        """The world's number, the bot's, and the turns of each story."""
        left, run = self.turns, 0
        while left > 0:
            yield run % len(self.folders), run // len(self.folders), min(left, STORY_TURNS)
            left, run = left - STORY_TURNS, run + 1


def scripted_master(name: str) -> Master:
    """A Game Master of this module's own."""
    if name == UNDERSTUDY:
        return Master(name, Understudy())
    stand = Stand()
    model = ScriptedModel(stand, lies=name == LIAR)
    narrator = ModelNarrator(ChatSource(model, UNTIMED))
    return Master(name, narrator, stand, *((BARE, model) if name == LIAR else ()))


def master_of(model: AsksByMessages, name: str) -> Master:
    """The whole service on a model, with lies planted in every other telling; and a bare one on the same, without."""
    stand = Stand()
    narrator = ModelNarrator(ChatSource(PlantedModel(model, stand), replace(UNTIMED, adjudicate_s=120.0)))
    return Master(name, narrator, stand, f"bare chat, {name}", model)


async def play_with(master: Master, wanted: Wanted, progress: Progress) -> list[Tally]:
    """Have a model play the stories, one after the other. Raises what a bare master's model raises."""
    worlds, found = [load_world(folder) for folder in wanted.folders], []
    for world, run, turns in wanted.stories():
        found.append(await play_story(Story(worlds[world], run, _seed(wanted.seed, run), turns), master))
        if progress(master.name, sum(tally.turns for tally, _ in found), wanted.turns):
            break
    return add_up(found, wanted.turns, lambda *_: None)


def _seed(seed: int, run: int) -> int:
    """Of a story: the same bots, dice and lies for every Game Master."""
    return seed * 1_000_000 + run


def play_scripted(wanted: Wanted, workers: int | None, progress: Progress) -> list[Tally]:
    """Have the understudy, an honest scripted model and a lying one play, each the same stories, by turns: whoever
    ends it early has figures of all of them."""
    jobs = [(who, *story) for story in wanted.stories() for who in SCRIPTED]
    workers = workers or min(os.cpu_count() or 1, max(1, len(jobs) // 8))
    if workers == 1:
        _load(wanted.folders)
        return add_up((_play(wanted.seed, *job) for job in jobs), wanted.turns, progress)
    context = get_context("spawn")
    with ProcessPoolExecutor(
        workers, mp_context=context, initializer=_load_apart, initargs=(wanted.folders,)
    ) as pool:
        done = as_completed([pool.submit(_play, wanted.seed, *job) for job in jobs])
        found = add_up((each.result() for each in done), wanted.turns, progress)
        pool.shutdown(cancel_futures=True)
    order = [*SCRIPTED, BARE]
    return sorted(found, key=lambda tally: order.index(tally.master))


def add_up(played: Iterable[Sequence[Tally]], turns: int, progress: Progress) -> list[Tally]:
    """The tallies of many stories, one for each Game Master."""
    found: dict[str, Tally] = {}
    for tallies in played:
        for tally in tallies:
            if tally.turns:
                found.setdefault(tally.master, Tally(tally.master, tally.held)).add(tally)
        first = tallies[0].master
        if progress(first, found[first].turns if first in found else 0, turns):
            break
    return list(found.values())


_worlds: list[World] = []


def _load_apart(folders: tuple[Path, ...]) -> None:
    """In a process of the pool's: Ctrl-C reaches it, too, but it is for whoever adds up to end it. It warns of no turn
    that lies spoil: there are thousands."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.getLogger("gamemaster").setLevel(logging.ERROR)
    collect_in_lots()
    _load(folders)


def _load(folders: tuple[Path, ...]) -> None:
    _worlds[:] = [read_world(folder)[0] for folder in folders]


def _play(seed: int, who: str, world: int, run: int, turns: int) -> tuple[Tally, Tally]:
    story = Story(_worlds[world], run, _seed(seed, run), turns)
    return asyncio.run(play_story(story, scripted_master(who)))
