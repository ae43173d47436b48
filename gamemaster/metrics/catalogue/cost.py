"""What turns cost: GPU time and tokens, priced by settings. Prices are in whatever currency they were set in."""

from __future__ import annotations

from gamemaster.metrics.metric import Label, Metric, Panel, counter, gauge

BOARD = "cost"
TURN_RATE = "(sum(rate(gamemaster_turns_total[$w])) > 0)"
SPENT = "max(gamemaster_gpus) * max(gamemaster_gpu_second_cost)"
BUSY = "clamp_max(sum(rate(gamemaster_engine_busy_seconds_total[$w])), 1)"

METRICS: tuple[Metric, ...] = (
    gauge("gpus", "GPUs that the engine holds (setting `metrics.gpus`)", together="livemax"),
    gauge(
        "gpu_second_cost",
        "Price of one GPU for a second (setting `metrics.gpu_hour_price`, over 3600)",
        together="livemax",
    ),
    gauge(
        "token_cost",
        "Price of a token of a model server (settings `metrics.million_prompt_tokens_price` and so on)",
        Label("kind", ("prompt", "completion")),
        together="livemax",
    ),
    counter(
        "engine_busy_seconds_total",
        "Time in which the engine wrote for somebody",
        unit="seconds",
        panels=(
            Panel(
                BOARD,
                "GPU seconds a turn",
                (
                    ("held", f"max(gamemaster_gpus) / {TURN_RATE}"),
                    ("busy", f"max(gamemaster_gpus) * {BUSY} / {TURN_RATE}"),
                ),
                "s",
            ),
            Panel(BOARD, "Busy share of the engine", (("busy", BUSY),), "percentunit"),
            Panel(
                BOARD,
                "Cost a turn",
                (
                    ("GPUs", f"{SPENT} / {TURN_RATE}"),
                    (
                        "tokens of a model server",
                        'sum(rate(gamemaster_engine_tokens_total{kind="prompt"}[$w])) '
                        '* scalar(max(gamemaster_token_cost{kind="prompt"})) '
                        f"/ {TURN_RATE} + "
                        'sum(rate(gamemaster_engine_tokens_total{kind="completion"}[$w])) '
                        '* scalar(max(gamemaster_token_cost{kind="completion"})) '
                        f"/ {TURN_RATE}",
                    ),
                ),
                "currency",
            ),
            Panel(BOARD, "Cost of idling an hour", (("idle", f"{SPENT} * 3600 * (1 - {BUSY})"),), "currency"),
            Panel(
                BOARD,
                "Tokens a turn",
                (
                    (
                        "written",
                        f'sum(rate(gamemaster_engine_tokens_total{{kind="completion"}}[$w])) / {TURN_RATE}',
                    ),
                    (
                        "prompts",
                        f'sum(rate(gamemaster_engine_tokens_total{{kind="prompt"}}[$w])) / {TURN_RATE}',
                    ),
                ),
            ),
        ),
    ),
)
