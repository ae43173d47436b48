"""One campaign: a service of two hosts, players, and faults from a seed, until the time is up; then the verdict."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from gamemaster.hosting.servers import ServerURLs, local_servers
from tests.campaign.disk import FULL_S, SmallDisk, small_disk
from tests.campaign.hosts import NOBODY, ROOT, Host, Service, running_hosts
from tests.campaign.players import Player
from tests.campaign.verdict import judge
from tests.integration.service import free_port
from worlds.loader import load_world

MOST_FAULTS = 500
BACK_S = {
    "kill engine": 30.0,
    "kill host": 30.0,
    "full disk": FULL_S[1] + 5.0,
}  # others within `SOON_S`; a host is a whole start of the program
SOON_S = 5.0
FULL = "full disk"
END_S = 120.0  # for what was asked to be answered, once no more faults come
CUT = "cut sockets"
Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """What a campaign does: `seconds` of faults, `every_s` apart at the mean, drawn from the seed; and who plays."""

    seconds: float
    seed: int
    players: int = 6
    every_s: float = 6.0
    workers: int = 2
    most_faults: int = MOST_FAULTS
    only: tuple[str, ...] = ()  # faults by name; none: all


@dataclass(eq=False)
class Fault:
    """One fault, when it came (seconds of the loop), and how long until somebody was answered again."""

    at: float
    name: str
    what: str
    back_s: float | None = None

    @property
    def has_struck(self) -> bool:
        """Whether there was anything to break."""
        return self.what != NOBODY

    @property
    def is_late(self) -> bool:
        return self.has_struck and (self.back_s is None or self.back_s > BACK_S.get(self.name, SOON_S))


@dataclass(eq=False)
class Outcome:
    """The verdict: what was lost, doubled and contradicted, in words; and each fault."""

    found: dict[str, list[str]]
    faults: list[Fault] = field(default_factory=list)
    turns: int = 0
    unanswered: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost, doubled, contradicted or left without an answer; times apart."""
        return not any(self.found.values()) and not self.unanswered

    def data(self) -> dict[str, Any]:
        late = [f"{fault.name} ({fault.what}): {fault.back_s}" for fault in self.faults if fault.is_late]
        times = sorted(fault.back_s for fault in self.faults if fault.has_struck and fault.back_s is not None)
        return {
            "faults": sum(fault.has_struck for fault in self.faults),
            "found_nobody": sorted({fault.name for fault in self.faults if not fault.has_struck}),
            "turns": self.turns,
            **{name: len(what) for name, what in self.found.items()},
            "unanswered": self.unanswered,
            "back_s_median": times[len(times) // 2] if times else None,
            "back_s_worst": times[-1] if times else None,
            "late": late,
        }


async def run_campaign(plan: Plan, say: Say) -> Outcome:
    """Start everything, break it for as long as the plan says, stop everything, and judge."""
    folder = Path(tempfile.mkdtemp(prefix="gm-campaign-"))
    folder.chmod(0o711)
    try:
        with small_disk(folder, say) as disk:
            async with local_servers(folder, True, True, say) as urls:
                return await _on_servers(plan, folder, urls, disk, say)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _on_servers(
    plan: Plan, folder: Path, urls: ServerURLs, disk: SmallDisk | None, say: Say
) -> Outcome:
    random = Random(plan.seed)
    hosts = [_host(folder, urls, index, plan.workers, say) for index in range(2)]
    ports = [host.port for host in hosts]
    players = [Player(n, ports, Random(f"{plan.seed} {n}")) for n in range(plan.players)]
    async with running_hosts(hosts):
        say(f"two hosts answer on the ports {ports}")
        service = Service(hosts, folder, random)
        playing = [asyncio.create_task(player.play()) for player in players]
        try:
            kinds: dict[str, Callable[[], str]] = {**service.faults(), CUT: partial(_cut, players)}
            if disk is not None:
                kinds[FULL] = partial(disk.fill_for_a_while, random)
            faults = await _break(plan, kinds, random, say)
            await asyncio.sleep(SOON_S)  # so that somebody plays after the last fault, too
            for player in players:
                player.stopped = True
            _, unanswered = await asyncio.wait(playing, timeout=END_S)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
    _measure(faults, players)
    world = load_world(ROOT / "worlds" / "lighthouse")
    found = await judge(urls.database_url or "", world, players)
    return Outcome(found, faults, sum(player.turns for player in players), len(unanswered))


def _host(folder: Path, urls: ServerURLs, index: int, workers: int, say: Say) -> Host:
    own = folder / f"host-{index}"
    own.mkdir()
    environment = {
        "GM_DATABASE_URL": urls.database_url or "", "GM_REDIS_URL": urls.redis_url or "", "GM_DATA_DIR": str(own),
        "GM_SECRET": "campaign-" * 6, "GM_LIMITS__ACTS_PER_MINUTE": "6000",
    }  # fmt: skip
    # The first has web workers and no engine, the second an engine of its own in a process beside it.
    arguments = ("--workers", str(workers)) if index == 0 else ("--model", "scripted:")
    return Host(f"host {index}", arguments, environment, free_port(), say=say)


async def _break(plan: Plan, kinds: dict[str, Callable[[], str]], random: Random, say: Say) -> list[Fault]:
    loop, faults = asyncio.get_running_loop(), list[Fault]()
    names = [name for name in sorted(kinds) if not plan.only or name in plan.only]
    until = loop.time() + plan.seconds
    while len(faults) < plan.most_faults:
        wait_s = random.uniform(0.2, 2 * plan.every_s)
        if loop.time() + wait_s > until:
            break
        await asyncio.sleep(wait_s)
        name = random.choice(names)
        faults.append(Fault(loop.time(), name, kinds[name]()))
        say(f"{len(faults):4}  {until - loop.time():6.0f} s left  {name}: {faults[-1].what}")
    return faults


def _cut(players: list[Player]) -> str:
    for player in players:
        player.cut()
    return f"{len(players)} sockets"


def _measure(faults: list[Fault], players: list[Player]) -> None:
    """How long after each fault there were as many answers as there are players."""
    answers = sorted(at for player in players for at in player.answered_at)
    for fault in faults:
        later = [at for at in answers if at > fault.at]
        index = min(len(players), len(later)) - 1
        fault.back_s = round(later[index] - fault.at, 2) if later else None
