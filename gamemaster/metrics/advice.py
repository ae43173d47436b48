"""What to change first, in sentences, by what a running service's metrics say. Pure.

Each rule looks at one thing, and says what it saw, what follows and which setting or command to turn to. The gravest
comes first. A rule that has too little to go by says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gamemaster.metrics.samples import Samples

LEAST_TURNS = 20  # of fewer, no share says anything
LEAST_WAITS = 200  # of fewer, one in twenty is what every start brings: first connections, imports
Rule = Callable[[Samples], "Advice | None"]


@dataclass(frozen=True)
class Advice:
    """`weight` orders it: 100 is a service that does not play, under 20 is money to be saved. `figures` are what it
    goes by."""

    weight: int
    about: str
    seen: str
    do: str
    figures: dict[str, float]


def advise(samples: Samples, window_s: float) -> list[Advice]:
    """All advice, the gravest first. The counts are of the last `window_s` seconds."""
    found = [advice for rule in RULES if (advice := rule(samples)) is not None]
    idle = _idle(samples, window_s)
    found += [idle] if idle is not None else []
    return sorted(found, key=lambda advice: -advice.weight)


def turns(samples: Samples) -> float:
    return samples.total("turns_total")


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _one_in_twenty(samples: Samples, name: str) -> float | None:
    """Seconds that one wait in twenty exceeds; None of too few waits."""
    return samples.quantile(name, 0.95) if samples.total(f"{name}_count") >= LEAST_WAITS else None


def _engine_away(samples: Samples) -> Advice | None:
    if not samples.has("engine_ready") or min(samples.values["engine_ready"].values()) >= 1:
        return None
    return Advice(
        100, "engine", "There is no engine: the understudy narrates every turn.",
        "Ask /readyz what it waits for; after a crash look into `incidents` in the data directory.", {"ready": 0.0},
    )  # fmt: skip


def _understudy(samples: Samples) -> Advice | None:
    tells = samples.by("told_turns_total", "by")
    whole = sum(tells.values())
    share = _share(tells.get("understudy", 0.0), whole)
    if whole < LEAST_TURNS or share < 0.1:
        return None
    speed = samples.total("engine_speed_tokens_per_second")
    return Advice(
        80, "engine", f"The understudy told {share:.0%} of the turns that the model should have told.",
        f"An answer comes at {speed:.0f} tokens a second: fewer players for each engine, a shorter course "
        "(GM_NARRATOR__COURSE=tell), or another engine host.", {"understudy_share": share, "tokens_per_s": speed},
    )  # fmt: skip


def _rungs(samples: Samples) -> Advice | None:
    rungs = samples.by("turns_total", "rung")
    whole = sum(number for rung, number in rungs.items() if rung != "none")
    share = _share(rungs.get("short_reasoning", 0.0) + rungs.get("short_answer", 0.0), whole)
    if whole < LEAST_TURNS or share < 0.2:
        return None
    return Advice(
        50, "engine", f"{share:.0%} of the model's turns had to reason less or answer shorter.",
        "The engine is near its limit: add an engine host before more players come.", {"lower_rungs": share},
    )  # fmt: skip


def _database(samples: Samples) -> Advice | None:
    wait = _one_in_twenty(samples, "database_pool_wait_seconds")
    if wait is None or wait < 0.05:
        return None
    return Advice(
        70, "database", f"One transaction in twenty waits {wait:.2f} s or more for a connection to Postgres.",
        "Look at Postgres's own load first; then allow more connections, or run more workers.", {"p95_s": wait},
    )  # fmt: skip


def _redis(samples: Samples) -> Advice | None:
    wait, away = _one_in_twenty(samples, "redis_wait_seconds"), samples.total("redis_away_total")
    if away > 0:
        return Advice(
            75, "redis", f"Redis did not answer {away:.0f} times.",
            "Stories go on, but clients cannot resume and limits count for each worker alone: see to Redis.",
            {"away": away},
        )  # fmt: skip
    if wait is None or wait < 0.05:
        return None
    return Advice(
        45, "redis", f"One answer of Redis in twenty takes {wait:.2f} s or more.",
        "Frames wait for it before they leave: put Redis nearer, or on a machine with less to do.", {"p95_s": wait},
    )  # fmt: skip


def _loop(samples: Samples) -> Advice | None:
    lag = _one_in_twenty(samples, "event_loop_lag_seconds")
    if lag is None or lag < 0.05:
        return None
    return Advice(
        65, "workers", f"The workers' event loops wake {lag:.2f} s too late, one time in twenty.",
        "Serve from more processes (`gamemaster serve --workers N`, one for each core), or on more hosts.",
        {"p95_s": lag},
    )  # fmt: skip


def _workers_died(samples: Samples) -> Advice | None:
    ended = {role: number for role, number in samples.by("process_ends_total", "role").items() if number}
    if not (ended.keys() & {"worker", "engine", "redis", "postgres", "voice"}):
        return None
    text = ", ".join(f"{role} {number:.0f} times" for role, number in sorted(ended.items()))
    return Advice(
        60, "processes", f"Processes of the service have ended: {text}.",
        "The service's log has a line for each that says how, and servers have logs of their own in the data "
        "directory; memory is the commonest reason.", dict(ended),
    )  # fmt: skip


def _prefix(samples: Samples) -> Advice | None:
    prompt = samples.total("prompt_tokens_total")
    share = _share(samples.total("prompt_cached_tokens_total"), prompt)
    if prompt < 10_000 or share >= 0.8:
        return None
    return Advice(
        55, "engine", f"Only {share:.0%} of the prompts' tokens was found in the engine's cache.",
        "More stories are played than its cache holds, or stories change engines: a gateway that keeps a story on one "
        "engine, more KV memory, or fewer players for each.", {"found": share},
    )  # fmt: skip


def _cut_reasoning(samples: Samples) -> Advice | None:
    whole = samples.total("told_turns_total")
    share = _share(samples.total("reasoning_truncated_total"), whole)
    if whole < LEAST_TURNS or share < 0.3:
        return None
    return Advice(
        35, "model", f"The model was cut off while it reasoned in {share:.0%} of turns.",
        "It thinks longer than it may: another model, or `gamemaster model try` for a course that suits it.",
        {"truncated": share},
    )  # fmt: skip


def _critic(samples: Samples) -> Advice | None:
    faults = {fault: number for fault, number in samples.by("withheld_total", "fault").items() if number}
    tells = samples.by("told_turns_total", "by")
    whole = tells.get("model", 0.0) + tells.get("both", 0.0)
    share = _share(sum(faults.values()), whole)
    if whole < LEAST_TURNS or share < 0.1:
        return None
    worst = max(faults, key=lambda fault: faults[fault])
    return Advice(
        40, "model", f"The critic withheld {share:.2f} parts a turn, most often for {worst}.",
        "Compare recordings of before and after the last change of model, prompt or sampling "
        "(`gamemaster replay regenerate`).", {"withheld_a_turn": share, worst: faults[worst]},
    )  # fmt: skip


def _not_followed(samples: Samples) -> Advice | None:
    number = turns(samples)
    missed = samples.by("story_signs_total", "world", sign="not_followed")
    share = _share(sum(missed.values()), number)
    if number < LEAST_TURNS or share < 0.1:
        return None
    world = max(missed, key=lambda name: missed[name])
    return Advice(
        40, "stories", f"{share:.0%} of what players typed was not followed, most of it in {world}.",
        f"`gamemaster world check WORLDS/{world} --polish` lists the words; synonyms and topics teach them.",
        {"not_followed": share},
    )  # fmt: skip


def _voice(samples: Samples) -> Advice | None:
    ratio = samples.quantile("voice_realtime_ratio", 0.95)
    failed, done = (
        samples.total("voice_inferences_total", ending=ending) for ending in ("failed", "complete")
    )
    if failed + done >= LEAST_TURNS and failed > 0.05 * (failed + done):
        return Advice(
            55, "voice", f"{_share(failed, failed + done):.0%} of sentences were not spoken.",
            "The story goes on in text: look at Triton's log in the data directory.", {"failed": failed},
        )  # fmt: skip
    if ratio is None or ratio < 0.7:
        return None
    return Advice(
        45, "voice", f"One sentence in twenty takes {ratio:.2f} times as long to make as to hear.",
        "More instances of the voice's model, a GPU voice, or a larger cache (GM_VOICE_CACHE_MB).", {"p95": ratio},
    )  # fmt: skip


def _refusals(samples: Samples) -> Advice | None:
    limits = {
        name: number for name, number in samples.by("refusals_total", "limit").items() if name != "none"
    }
    met = sum(limits.values())
    if met < LEAST_TURNS or met < 0.05 * turns(samples):
        return None
    most = max(limits, key=lambda name: limits[name])
    return Advice(
        40, "limits", f"{met:.0f} requests met a limit, most often: {most}.",
        "If these are honest players, raise it ([limits] in gamemaster.toml); if not, it does its work.",
        {"refused": met, most: limits[most]},
    )  # fmt: skip


def _recordings(samples: Samples) -> Advice | None:
    dropped = samples.total("recordings_total", result="dropped")
    if not dropped:
        return None
    return Advice(
        30, "recordings", f"{dropped:.0f} recordings ended before their session.",
        "The disk is full or slow, or GM_RECORDING__MAX_MB is too small.", {"dropped": dropped},
    )  # fmt: skip


def _goodput(samples: Samples) -> Advice | None:
    number = turns(samples)
    share = _share(samples.total("turns_good_total"), number)
    if number < LEAST_TURNS or share >= 0.9:
        return None
    missed = samples.by("objectives_missed_total", "objective")
    worst = max(missed, key=lambda name: missed[name], default="none")
    return Advice(
        85, "goodput", f"Only {share:.0%} of turns met their objectives; most often missed: {worst}.",
        "What else is advised here is the likely cause; if nothing is, there are more players than the machines bear.",
        {"good": share, worst: missed.get(worst, 0.0)},
    )  # fmt: skip


def _idle(samples: Samples, held: float) -> Advice | None:
    price = samples.total("gpus") * samples.total("gpu_second_cost") * 3600
    busy = _share(samples.total("engine_busy_seconds_total"), held)
    if not price or not held or busy >= 0.3:
        return None
    return Advice(
        15, "cost", f"The engine is busy {busy:.0%} of the time; idling costs {price * (1 - busy):.2f} an hour.",
        "Fewer GPUs, or more players for them, until the ladder steps in.", {"busy": busy, "price_an_hour": price},
    )  # fmt: skip


RULES: tuple[Rule, ...] = (
    _engine_away, _goodput, _understudy, _redis, _database, _loop, _workers_died, _prefix, _voice, _rungs, _critic,
    _not_followed, _refusals, _cut_reasoning, _recordings,
)  # fmt: skip


def sentences(found: list[Advice], number_of_turns: float) -> Iterator[str]:
    """For people."""
    if not found:
        few = number_of_turns < LEAST_TURNS
        yield (
            f"Nothing to say yet: {number_of_turns:.0f} turns were played, and shares need {LEAST_TURNS}."
            if few
            else f"{number_of_turns:.0f} turns, and nothing that should be changed."
        )
    for number, advice in enumerate(found, 1):
        yield f"{number}. {advice.seen} {advice.do}"
