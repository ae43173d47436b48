"""What becomes of players' words, and how stories go."""

from __future__ import annotations

from gamemaster.metrics.metric import (
    SESSIONS,
    Alert,
    Label,
    Metric,
    Panel,
    counter,
    histogram,
    quantiles,
    rate,
    share,
)

BOARD = "stories"
WORLD = Label("world")
# Of a turn: words that were not followed, a question back, something that the referee refused, nothing at all came of
# it (lost), stopped by the player, taken back, told a quiet line about the player's own life.
SIGN = Label(
    "sign",
    ("not_followed", "asked_back", "refused", "contradicted", "lost", "interrupted", "undone", "safety"),
)
TOLD_BY = Label("by", ("model", "understudy", "both"))
# As `gamemaster.narration.critic.faults` names them, and first words that the outcome could not follow on.
FAULT = Label(
    "fault",
    (
        "canon", "from_nowhere", "dead_speaks", "wrong_speaker", "secret", "markup", "repetition", "language",
        "length", "refusal", "puppet", "rut", "leap", "boundary", "first_words",
    ),
)  # fmt: skip
THEN = Label("then", ("again", "understudy", "mended", "told"))
ALL_TURNS = "sum(rate(gamemaster_story_turns_total[$w]))"

METRICS: tuple[Metric, ...] = (
    counter(
        "story_turns_total",
        "Turns committed, by world",
        WORLD,
        panels=(rate(BOARD, "Turns a second by world", "world"),),
    ),
    counter(
        "story_signs_total",
        "Turns in which something went otherwise than the player meant, by world",
        WORLD,
        SIGN,
        panels=(
            Panel(
                BOARD,
                "Share of turns by sign",
                (("{{sign}}", f"sum by (sign) (rate($M[$w])) / scalar({ALL_TURNS} > 0)"),),
                "percentunit",
            ),
            Panel(
                BOARD,
                "Share not followed by world",
                (
                    (
                        "{{world}}",
                        'sum by (world) (rate($M{sign="not_followed"}[$w])) '
                        "/ (sum by (world) (rate(gamemaster_story_turns_total[$w])) > 0)",
                    ),
                ),
                "percentunit",
            ),
            Panel(
                BOARD,
                "Safety lines an hour",
                (("safety lines", 'sum(rate($M{sign="safety"}[1h])) * 3600'),),
            ),
        ),
        alerts=(
            Alert(
                "WordsNotFollowed",
                'sum(rate($M{sign="not_followed"}[1h])) > 0.15 * sum(rate(gamemaster_story_turns_total[1h]))',
                "30m",
                "ticket",
                "Over 15 % of what players type is not followed; `gamemaster world check WORLD --polish` lists it.",
            ),
        ),
    ),
    counter(
        "reports_total",
        "Answers that players reported as not all right (`gamemaster reports list`)",
        panels=(Panel(BOARD, "Reports by players an hour", (("reports", "sum(rate($M[1h])) * 3600"),)),),
        alerts=(
            Alert(
                "PlayersReport",
                "sum(increase($M[1h])) > 5",
                "1m",
                "ticket",
                "Players report answers: `gamemaster reports list` has them, with what they let you read.",
            ),
        ),
    ),
    counter(
        "told_turns_total",
        "Turns by who told them, where a model was to",
        TOLD_BY,
        panels=(
            share(
                BOARD,
                "Understudy's share where a model narrates",
                'sum(rate($M{by=~"understudy|both"}[$w]))',
                "sum(rate($M[$w]))",
            ),
        ),
        alerts=(
            Alert(
                "UnderstudyTells",
                'sum(rate($M{by="understudy"}[10m])) > 0.2 * sum(rate($M[10m]))',
                "10m",
                "page",
                "The understudy tells over 20 % of the turns that the model should: the engine is lost or overloaded.",
            ),
        ),
    ),
    counter(
        "withheld_total",
        "Parts of a model's answer that the critic kept from players, by fault and what came instead",
        FAULT,
        THEN,
        panels=(
            rate(BOARD, "Withheld by the critic a second", "fault"),
            share(
                BOARD,
                "Withheld a turn that a model tells",
                "sum(rate($M[$w]))",
                'sum(rate(gamemaster_told_turns_total{by=~"model|both"}[$w]))',
            ),
        ),
        alerts=(
            Alert(
                "CriticBusy",
                'sum(rate($M[1h])) > 0.1 * sum(rate(gamemaster_told_turns_total{by=~"model|both"}[1h]))',
                "30m",
                "ticket",
                "The critic finds fault in over a tenth of the model's turns: a prompt, a model or a sampling changed.",
            ),
        ),
    ),
    counter(
        "spoken_turns_total",
        "Turns that somebody listened to, heard to their end or interrupted",
        Label("end", ("heard", "interrupted")),
        panels=(
            share(
                BOARD, "Heard share of spoken turns", 'sum(rate($M{end="heard"}[$w]))', "sum(rate($M[$w]))"
            ),
            share(BOARD, "Spoken share of turns", "sum(rate($M[$w]))", ALL_TURNS),
        ),
    ),
    counter(
        "stories_begun_total",
        "Stories opened before their first turn, by world",
        WORLD,
        panels=(rate(BOARD, "Stories begun a second", "world"),),
    ),
    counter(
        "endings_total",
        "Endings reached, by world and whether the player was defeated",
        WORLD,
        Label("defeat", ("yes", "no")),
        panels=(rate(BOARD, "Endings a second", "world"),),
    ),
    histogram(
        "session_seconds",
        "From the first follower of a story to the last one's leaving",
        buckets=SESSIONS,
        panels=(
            quantiles(BOARD, "Length of a session"),
            Panel(
                BOARD,
                "Minutes a session",
                (("mean", "sum(rate($M_sum[$w])) / (sum(rate($M_count[$w])) > 0) / 60"),),
                "m",
            ),
        ),
    ),
)
