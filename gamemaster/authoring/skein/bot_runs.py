"""Bots sent through a world again after an edit: what they came to before, and do not any more.

What they came to stands in `plays/bots.yaml` once its writer has blessed it. Bots are chance: only what several of them
come to, or whoever follows an ending's path, is counted on; and before anything is missed, as many go again to look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gamemaster.authoring.explore import Story, play_story
from gamemaster.authoring.skein.play_file import FOLDER, MAX_BYTES, PlayError
from worlds.rules import all_rules
from worlds.safe_yaml import load
from worlds.schema import World

NAME = "bots"
LEAST_STORIES, MOST_STORIES = 12, 24
MOST_TURNS = 60  # of one story: a save is followed by some seconds of play, not by minutes
COUNTED_ON = 2  # so many bots that went at random
_HEADER = """\
# What bots came to in this world when its writer last blessed it. `gamemaster world plays FOLDER` sends them again and
# says what they do not come to any more; `--bless bots` takes what they come to now.
"""


@dataclass(frozen=True)
class BotsCompared:
    """What bots come to now, as "beat storm"; `before` is None where nothing is known of it."""

    stories: int
    now: frozenset[str]
    before: frozenset[str] | None
    lost: tuple[str, ...] = ()  # what was come to before, and is still in the world
    gained: tuple[str, ...] = ()
    never: tuple[str, ...] = ()  # places, beats and endings that no bot came to at all

    @property
    def is_well(self) -> bool:
        return not self.lost

    def as_blessed(self) -> BotsCompared:
        """The same, once it was blessed: nothing was otherwise."""
        return replace(self, before=self.now, lost=(), gained=())


class _BotsFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    stories: int = Field(ge=0)
    came_to: list[str]


class BotsCalledBack(Exception):
    """Whoever sent the bots does not wait for them any more."""


def compare_bots(
    world: World, before: frozenset[str] | None, go_on: Callable[[], bool] = lambda: True
) -> BotsCompared:
    """Send bots, and compare. Raises `BotsCalledBack` if `go_on`, asked before each story, says no."""
    there = _everything(world)
    runs = story_count(world)
    stories: list[Story] = []
    missed: set[str] = set()
    for run in range(2 * runs):
        if run >= runs and not missed:
            break
        if not go_on():
            raise BotsCalledBack
        stories.append(play_story(world, run, most_turns=MOST_TURNS))
        if run >= runs - 1:
            missed = {name for name in before or () if name in there} - _came_to(world, stories, least=1)
    now = _came_to(world, stories[:runs], least=COUNTED_ON)
    ever = _came_to(world, stories, least=1)
    return BotsCompared(
        stories=len(stories),
        now=now,
        before=before,
        lost=tuple(name for name in there if name in missed),
        gained=tuple(name for name in there if before is not None and name in now - before),
        never=tuple(name for name in there if name.split()[0] in _SIGHTS and name not in ever),
    )


def story_count(world: World) -> int:
    """Every second bot follows an ending's path, and each path is followed once if there is room."""
    paths = sum(bool(ending.path) for ending in world.endings.values())
    return max(LEAST_STORIES, min(MOST_STORIES, 2 * paths))


def read_bots(folder: Path) -> frozenset[str] | None:
    """What bots came to when it was blessed; None if it never was. Raises `PlayError`."""
    path = _path(folder)
    if not path.exists():
        return None
    try:
        if path.stat().st_size > MAX_BYTES:
            raise PlayError(f"{path}: larger than {MAX_BYTES >> 20} MiB")
        found = _BotsFile.model_validate(load(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise PlayError(f"{path}: cannot be read: {error}") from error
    except ValidationError as error:
        raise PlayError(f"{path}: holds `stories` and `came_to`, and nothing else") from error
    return frozenset(found.came_to)


def write_bots(folder: Path, found: BotsCompared) -> Path:
    """Keep what bots come to now. Raises `PlayError`."""
    path = _path(folder)
    data = {"stories": found.stories, "came_to": sorted(found.now)}
    try:
        path.parent.mkdir(exist_ok=True)
        rough = path.with_suffix(".yaml.new")
        text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=1_000)
        rough.write_text(_HEADER + text, encoding="utf-8")
        rough.replace(path)
    except OSError as error:
        raise PlayError(f"{path} cannot be written: {error.strerror}") from error
    return path


def _path(folder: Path) -> Path:
    return folder / FOLDER / f"{NAME}.yaml"


_SIGHTS = ("location", "beat", "ending")


def _everything(world: World) -> dict[str, str]:
    """All that a bot can come to, as it is named here, in the order of its telling: to what `Story.seen` has of it."""
    names: dict[str, str] = {f"location {name}": name for name in world.locations}
    names |= {f"beat {name}": name for name in world.beats}
    names |= {f"ending {name}": name for name in world.endings}
    names |= {f"rule {rule.id}": rule.id for rule in all_rules(world)}
    names |= {
        f"topic {who.id}.{topic}": f"{who.id}.{topic}"
        for who in world.characters.values()
        for topic in who.topics
    }
    names |= {f"fact {name}": name for name in world.facts}
    names |= {f"feature {feature.id}": feature.id for _, feature in world.features()}
    return names | {f"item {name}": name for name, item in world.items.items() if item.portable}


def _came_to(world: World, stories: Iterable[Story], least: int) -> frozenset[str]:
    """What so many bots came to, and what any bot came to that follows a path."""
    counted: Counter[str] = Counter()
    there = _everything(world)
    for story in stories:
        weight = 1 if story.bot == "random" else least
        seen = {
            "location": story.places, "beat": story.beats, "ending": {story.ending} if story.ending else set(),
        }  # fmt: skip
        for name, thing in there.items():
            if thing in seen.get(name.split()[0], story.seen):
                counted[name] += weight
    return frozenset(name for name, count in counted.items() if count >= least)
