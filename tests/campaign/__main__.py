"""`python -m tests.campaign --minutes 10 --seed 1`: break a running service at random, and hold it to account."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys

from tests.campaign.campaign import MOST_FAULTS, Plan, run_campaign


def main() -> int:
    """Exit status 1 where anything was lost, doubled, contradicted or left unanswered, or came back too late."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaign",
        description="Two hosts on a Postgres and a Valkey of their own, real sockets, and faults of a seed: kill -9 "
        "of a web worker, a host, the engine, Triton, Postgres, Valkey and their keepers, SIGSTOP, cut sockets, and a "
        "full disk where this user may mount one. The verdict comes from SQL and from what the players were told.",
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="of faults (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same faults")
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--every", type=float, default=6.0, help="seconds between faults, at the mean")
    parser.add_argument("--faults", type=int, default=MOST_FAULTS, help="at most (default: %(default)s)")
    parser.add_argument("--only", action="append", default=[], help="a fault by name; may be given again")
    asked = parser.parse_args()
    plan = Plan(
        60 * asked.minutes, asked.seed, asked.players, asked.every, 2, asked.faults, tuple(asked.only)
    )
    outcome = asyncio.run(run_campaign(plan, lambda text: print(text, file=sys.stderr, flush=True)))
    for name, what in outcome.found.items():
        for one in what[:20]:
            print(f"{name}: {one}")
    print("RESULT " + json.dumps(outcome.data()))
    return 0 if outcome.is_clean and not outcome.data()["late"] else 1


if __name__ == "__main__":
    sys.exit(main())
