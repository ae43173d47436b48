"""The model's engine (NIA), as its callers see it: requests, tokens, what the cache held, acceptance, reasoning."""

from __future__ import annotations

from gamemaster.metrics.metric import (
    TURNS,
    WAITS,
    Alert,
    Label,
    Metric,
    Panel,
    counter,
    gauge,
    histogram,
    level,
    quantiles,
    rate,
    share,
)

BOARD = "nia"
LANE = Label("lane", ("play", "background"))
STAGE = Label("stage", ("outcome", "narration", "aftermath"))
# A finish reason of the engine, or how it failed; `left`: whoever asked went away.
ENDING = Label(
    "ending",
    (
        "complete",
        "stop",
        "length",
        "budget",
        "abort",
        "refused",
        "busy",
        "deadline",
        "lost",
        "failed",
        "left",
    ),
)
TOKENS = Label("kind", ("prompt", "cached", "reasoning", "completion"))
COMPUTED = (16.0, 64.0, 128.0, 250.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0, 16000.0, 32000.0)
ACCEPTED = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0)
REASONED = (0.0, 16.0, 64.0, 96.0, 160.0, 320.0, 480.0, 640.0)

METRICS: tuple[Metric, ...] = (
    counter(
        "engine_requests_total",
        "Requests to the engine, by lane and how they ended",
        LANE,
        ENDING,
        panels=(
            rate(BOARD, "Requests a second by lane", "lane"),
            rate(BOARD, "Requests a second by ending", "ending"),
        ),
        alerts=(
            Alert(
                "EngineFails",
                'sum(rate($M{ending=~"lost|failed|busy|deadline"}[5m])) > 0.05 * sum(rate($M[5m]))',
                "5m",
                "page",
                "Over 5 % of requests to the engine fail: its log, and the incidents in the data directory.",
            ),
        ),
    ),
    gauge(
        "engine_requests_running",
        "Requests that the engine works on or that wait there",
        LANE,
        panels=(level(BOARD, "Requests running or waiting", "lane"),),
    ),
    histogram(
        "engine_request_seconds",
        "A request, from asking to its end",
        LANE,
        buckets=TURNS,
        panels=(quantiles(BOARD, "Length of a request", "lane"),),
    ),
    histogram(
        "engine_first_token_seconds",
        "From asking to the first token",
        LANE,
        buckets=TURNS,
        panels=(quantiles(BOARD, "Time to first token", "lane"),),
        alerts=(
            Alert(
                "FirstTokenSlow",
                'histogram_quantile(0.95, sum by (le) (rate($M_bucket{lane="play"}[10m]))) > 2',
                "10m",
                "ticket",
                "Players' requests wait over 2 s for a first token: no prefix in the cache, or a queue that is full.",
            ),
        ),
    ),
    histogram(
        "engine_token_seconds",
        "Mean time between tokens of a request, after its first",
        LANE,
        buckets=WAITS,
        panels=(quantiles(BOARD, "Time per output token", "lane"),),
    ),
    histogram(
        "engine_longest_gap_seconds",
        "The longest pause between two deltas of a request, after its first",
        LANE,
        buckets=WAITS,
        panels=(quantiles(BOARD, "Longest gap in an answer", "lane"),),
    ),
    counter(
        "engine_tokens_total",
        "Tokens: of prompts, of these found in the cache, reasoned, and written in all (reasoning included)",
        LANE,
        TOKENS,
        unit="tokens",
        panels=(
            Panel(
                BOARD,
                "Throughput: tokens a second",
                (
                    ("written", 'sum(rate($M{kind="completion"}[$w]))'),
                    (
                        "prompts computed",
                        'sum(rate($M{kind="prompt"}[$w])) - sum(rate($M{kind="cached"}[$w]))',
                    ),
                ),
                "short",
            ),
        ),
    ),
    gauge(
        "engine_speed_tokens_per_second",
        "Tokens a second of one answer, of late, as the slowest worker sees it",
        together="livemin",
        panels=(level(BOARD, "Tokens a second of one answer"),),
    ),
    counter(
        "prompt_tokens_total",
        "Tokens of the prompts of players' turns, by stage",
        STAGE,
        unit="tokens",
    ),
    counter(
        "prompt_cached_tokens_total",
        "Of these, tokens whose prefix was found in the engine's cache",
        STAGE,
        unit="tokens",
        panels=(
            Panel(
                BOARD,
                "Prefix found",
                (
                    (
                        "{{stage}}",
                        "sum by (stage) (rate($M[$w])) "
                        "/ (sum by (stage) (rate(gamemaster_prompt_tokens_total[$w])) > 0)",
                    ),
                ),
                "percentunit",
            ),
        ),
        alerts=(
            Alert(
                "PrefixLost",
                "sum(rate($M[30m])) < 0.8 * sum(rate(gamemaster_prompt_tokens_total[30m]))",
                "30m",
                "ticket",
                "Under 80 % of prompts is found in the cache: more stories than fit, or stories that change engines.",
            ),
        ),
    ),
    histogram(
        "prompt_computed_tokens",
        "Prompt tokens computed while a player waits, of one request",
        STAGE,
        buckets=COMPUTED,
        unit="tokens",
        panels=(quantiles(BOARD, "Tokens computed on the player's path", "stage", "short"),),
    ),
    histogram(
        "accept_length",
        "Tokens accepted at each verification step of speculation (1: no draft was right)",
        STAGE,
        buckets=ACCEPTED,
        unit="tokens",
        panels=(
            Panel(
                BOARD,
                "Acceptance: tokens a step",
                (
                    (
                        "{{stage}}",
                        "sum by (stage) (rate($M_sum[$w])) / (sum by (stage) (rate($M_count[$w])) > 0)",
                    ),
                ),
            ),
        ),
    ),
    histogram(
        "reasoning_tokens",
        "Tokens reasoned before an answer",
        STAGE,
        buckets=REASONED,
        unit="tokens",
        panels=(quantiles(BOARD, "Reasoning tokens", "stage", "short"),),
    ),
    counter(
        "reasoning_truncated_total",
        "Turns whose reasoning was cut off",
        panels=(
            share(
                BOARD,
                "Truncated share of turns with a model",
                "sum(rate($M[$w]))",
                "sum(rate(gamemaster_told_turns_total[$w]))",
            ),
        ),
        alerts=(
            Alert(
                "ReasoningTruncated",
                "sum(rate($M[1h])) > 0.3 * sum(rate(gamemaster_told_turns_total[1h]))",
                "30m",
                "ticket",
                "The model is cut off while it reasons in over 30 % of turns: a larger budget, or less to think about.",
            ),
        ),
    ),
    counter(
        "compactions_total",
        "New epochs of a story's prompt, by who summed up the old one",
        Label("by", ("model", "chronicle")),
        panels=(rate(BOARD, "Compactions a second", "by"),),
    ),
    gauge(
        "engine_ready",
        "1 while the engine answers; 0 while it loads or is lost",
        together="livemin",
        panels=(level(BOARD, "Engine ready"),),
        alerts=(
            Alert(
                "EngineAway",
                "min($M) == 0",
                "2m",
                "page",
                "There is no engine; the understudy narrates. /readyz says why, incidents/ has the crash dump.",
            ),
        ),
    ),
    counter(
        "engine_starts_total",
        "Starts of the engine's process",
        panels=(Panel(BOARD, "Engine starts an hour", (("starts", "sum(increase($M[1h]))"),)),),
    ),
)
