"""Engines with a fault of their start or end, for the host's tests: named by it, built in the engine's process."""

import asyncio
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from inference.engine import EngineLost
from inference.scripted.engine import ScriptedEngine
from inference.scripted.engine import build as build_scripted


def with_children(options: Mapping[str, Any]) -> ScriptedEngine:
    """Has a process of its own, as real engines have, which ignores SIGTERM; its number goes to the file `child`."""
    rest = dict(options)
    file = Path(rest.pop("child"))
    child = subprocess.Popen(["sh", "-c", "trap '' TERM; while :; do sleep 1; done"])
    file.write_text(str(child.pid))
    return build_scripted(rest)


class Dud(ScriptedEngine):
    async def health(self) -> float:
        raise EngineLost("the weights are garbage")


def dud_at_first(options: Mapping[str, Any]) -> ScriptedEngine:
    """Builds, but cannot generate: on the starts that the file `starts` numbers as `duds`."""
    file = Path(options["starts"])
    number = int(file.read_text()) + 1 if file.exists() else 1
    file.write_text(str(number))
    return Dud() if number in options["duds"] else ScriptedEngine()


class Stubborn(ScriptedEngine):
    async def close(self) -> None:
        await asyncio.sleep(1000)


def stubborn(_: Mapping[str, Any]) -> ScriptedEngine:
    """Never ends when asked to."""
    return Stubborn()


async def slow(options: Mapping[str, Any]) -> ScriptedEngine:
    """Says that it loads, and takes `load_s` seconds, during which nothing else runs."""
    print("loading weights: 10 %", flush=True)
    time.sleep(options["load_s"])  # as loading does
    return ScriptedEngine()
