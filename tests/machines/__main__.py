"""`python -m tests.machines`: players on nginx, web hosts, SGLang's gateway and engine hosts; one of each dies."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path

from tests.machines.machines import Plan, play_and_kill


def main() -> int:
    """Exit status 1 where a turn was lost or doubled."""
    parser = argparse.ArgumentParser(prog="python -m tests.machines", description=__doc__)
    parser.add_argument("--players", type=int, default=Plan.players)
    parser.add_argument(
        "--sglangs", type=int, default=Plan.sglangs, help="real SGLang servers of the test bed"
    )
    parser.add_argument(
        "--stand-ins", type=int, default=Plan.stand_ins, help="that say the same, without a model"
    )
    parser.add_argument("--pause", type=float, default=Plan.pause_s, help="seconds between a player's turns")
    parser.add_argument("--calm", type=float, default=Plan.calm_s, help="seconds before each death")
    parser.add_argument("--notes", type=Path, help="a file for what each engine host answered")
    asked = parser.parse_args()
    plan = Plan(asked.players, asked.sglangs, asked.stand_ins, asked.pause, asked.calm)
    outcome = asyncio.run(play_and_kill(plan, lambda text: print(text, file=sys.stderr, flush=True)))
    for note in outcome.run.notes:
        print(note)
    data = outcome.data()
    if asked.notes is not None:
        asked.notes.write_text(json.dumps({"killed": outcome.killed, "notes": outcome.notes}))
    print("RESULT " + json.dumps(data))
    return 1 if data["lost"] or data["doubled"] else 0


if __name__ == "__main__":
    sys.exit(main())
