"""CPU of an understudy's turn, this checkout against another, turn about in one run: `python -m benchmarks.understudy`.

Both play the same inputs (`tests/inputs/long_night_later.jsonl`, each in its scene) in a process of their own, in
several rounds that take turns, so that a noisy machine troubles both alike. `--against` is a folder with another
checkout, for example one that `git worktree add ../then REF` made. The ratio is this one's CPU over the other's.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from benchmarks.measuring import result

ROOT = Path(__file__).resolve().parent.parent
INPUTS = "tests/inputs/long_night_later.jsonl"
# Runs in either checkout, whatever its modules are called now.
_PLAY = """
import json, sys, time
from pathlib import Path
sys.path.insert(0, ".")
from worlds.loader import load_world
try:
    from gamemaster.narration.understudy.understudy import play
    from gamemaster.rules.state import new_story
except ImportError:
    from gamemaster.understudy import play
    from gamemaster.state import new_story
world = load_world(Path("worlds/long_night"))
scenes = []
for line in Path(sys.argv[1]).read_text().splitlines():
    entry = json.loads(line)
    state = new_story(world, 1)
    state.place = entry.get("place", state.place)
    scenes.append((state, entry["input"]))
for state, words in scenes[:20]:
    play(world, state, words)
began = time.process_time()
for state, words in scenes:
    play(world, state, words)
print(json.dumps({"ms": (time.process_time() - began) * 1000 / len(scenes)}))
"""


def milliseconds(checkout: Path) -> float:
    """The mean CPU of a turn in a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    command = [sys.executable, "-c", _PLAY, str(ROOT / INPUTS)]
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout.splitlines()[-1])["ms"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, help="another checkout's folder [default: this one, twice]")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    other = (options.against or ROOT).resolve()
    ours, theirs = [], []
    for _ in range(options.rounds):
        theirs.append(milliseconds(other))
        ours.append(milliseconds(ROOT))
    ratio = statistics.median(one / two for one, two in zip(ours, theirs, strict=True))
    figures = {
        "turn_ms": statistics.median(ours),
        "other_turn_ms": statistics.median(theirs),
        "cpu_ratio": ratio,
    }
    result("understudy", figures)


if __name__ == "__main__":
    main()
