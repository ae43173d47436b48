"""Turns and their times, sockets and refusals, and what the players' turns wait for."""

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

BOARD = "service"
NARRATOR = Label("narrator", ("understudy", "model"))
ENDING = Label("ending", ("complete", "interrupted", "budget", "refused", "engine_lost"))
# `none`: the understudy is the narrator, and no model was meant to be asked.
RUNG = Label("rung", ("none", "full", "short_reasoning", "short_answer", "understudy"))
OBJECTIVE = Label("objective", ("acknowledged", "first_text", "gap", "first_audio", "ending"))
REQUEST = Label("kind", ("act", "undo", "retry", "branch"))
CODE = Label(
    "code",
    (
        "bad_message", "too_large", "too_long", "too_fast", "too_many", "bad_token", "signed_out", "not_found",
        "not_yours", "busy", "ended", "empty", "nothing_to_undo", "conflict", "taken_back", "unavailable",
        "unsupported", "internal",
    ),
)  # fmt: skip
# What a refusal's limit counts, as it is named to the player after the number.
LIMIT = Label(
    "limit",
    (
        "none", "bytes", "characters", "acts a minute", "connections", "new players a minute from one address",
        "new stories a minute", "waiting", "stories", "requests", "seconds", "messages a second",
        "open sockets of one address", "connections that have said nothing yet of one address",
        "requests that have not come whole of one address", "acts in flight of one address",
        "acts a minute from one address", "connections a minute from one address",
        "requests a minute from one address", "tokens of the model a minute from one address",
        "seconds of speech a minute from one address",
    ),
)  # fmt: skip
CLOSE = Label(
    "code", ("1000", "1001", "1009", "1011", "1012", "4400", "4401", "4408", "4409", "4410", "4413", "4429")
)

# As `gamemaster.admission.bounds.AddressBounds` names them.
BOUND = Label(
    "bound",
    (
        "sockets",
        "unproven",
        "half_open",
        "in_flight",
        "acts",
        "connects",
        "requests",
        "model_tokens",
        "voice_s",
    ),
)

METRICS: tuple[Metric, ...] = (
    counter(
        "turns_total",
        "Turns committed: by who told them, how they ended, and how much of the model they got",
        NARRATOR,
        ENDING,
        RUNG,
        panels=(
            rate(BOARD, "Turns a second by ending", "ending"),
            rate(BOARD, "Turns a second by rung of the ladder", "rung"),
        ),
        alerts=(
            Alert(
                "TurnsLost",
                'sum(rate($M{ending="engine_lost"}[5m])) > 0.05 * sum(rate($M[5m]))',
                "5m",
                "page",
                "More than 5 % of turns end because the narrator is lost. Look at the engine: `gamemaster advise`.",
            ),
        ),
    ),
    counter(
        "turns_good_total",
        "Turns that met every objective (settings `metrics.first_text_ms` and so on)",
        panels=(
            Panel(BOARD, "Goodput: good turns a second", (("good", "sum(rate($M[$w]))"),), "ops"),
            share(BOARD, "Good share of turns", "sum(rate($M[$w]))", "sum(rate(gamemaster_turns_total[$w]))"),
        ),
        alerts=(
            Alert(
                "GoodputLow",
                "sum(rate($M[10m])) < 0.9 * sum(rate(gamemaster_turns_total[10m]))",
                "10m",
                "page",
                "Fewer than 90 % of turns meet the objectives; which one is missed: the panel Objectives missed.",
            ),
        ),
    ),
    counter(
        "objectives_missed_total",
        "Turns that missed an objective, by objective",
        OBJECTIVE,
        panels=(rate(BOARD, "Objectives missed a second", "objective"),),
    ),
    histogram(
        "turn_acknowledged_seconds",
        "From the turn's beginning until the player sees that the words are safe",
        buckets=WAITS,
        panels=(quantiles(BOARD, "Time to acknowledgement"),),
    ),
    histogram(
        "turn_first_text_seconds",
        "From the turn's beginning to its first text",
        NARRATOR,
        buckets=TURNS,
        panels=(quantiles(BOARD, "Time to first text", "narrator"),),
        alerts=(
            Alert(
                "FirstTextSlow",
                "histogram_quantile(0.95, sum by (le) (rate($M_bucket[10m]))) > 4",
                "10m",
                "ticket",
                "One turn in twenty waits over 4 s for its first text.",
            ),
        ),
    ),
    histogram(
        "turn_first_audio_seconds",
        "From the turn's beginning until its first sound was sent, of turns that are heard",
        buckets=TURNS,
        panels=(quantiles("speech", "Time to first audio"),),
    ),
    histogram(
        "turn_text_gap_seconds",
        "Between two texts of a turn as they leave, pauses of the telling included",
        buckets=WAITS,
        panels=(quantiles(BOARD, "Gap between texts"),),
    ),
    histogram(
        "turn_commit_seconds",
        "From the end of the telling until the turn is in the database",
        buckets=WAITS,
        panels=(quantiles(BOARD, "Time to commit"),),
    ),
    histogram(
        "turn_seconds",
        "From the turn's beginning until it is committed, its telling included",
        buckets=TURNS,
        panels=(quantiles(BOARD, "Length of a turn"),),
    ),
    histogram(
        "request_wait_seconds",
        "What a player asked waited for what was asked before it",
        buckets=TURNS,
        panels=(quantiles(BOARD, "Wait in a story's queue"),),
    ),
    counter(
        "requests_total",
        "What players asked of stories",
        REQUEST,
        panels=(rate(BOARD, "Requests a second", "kind"),),
    ),
    gauge(
        "requests_waiting",
        "Requests that wait for a story's earlier ones",
        panels=(level(BOARD, "Requests waiting"),),
    ),
    gauge("sockets", "Open WebSockets", panels=(level(BOARD, "Open sockets"),)),
    gauge("players", "Players with a socket that said hello", panels=(level(BOARD, "Players here"),)),
    gauge("stories_live", "Stories in a worker's memory", panels=(level(BOARD, "Live stories"),)),
    counter(
        "socket_closes_total",
        "WebSockets that the service closed, by close code",
        CLOSE,
        panels=(rate(BOARD, "Sockets closed by us", "code"),),
    ),
    counter(
        "refusals_total",
        "Requests refused, by error code and by the limit that was met",
        CODE,
        LIMIT,
        panels=(
            rate(BOARD, "Refusals a second by code", "code"),
            Panel(
                BOARD,
                "Refusals a second by limit",
                (("{{limit}}", 'sum by (limit) (rate($M{limit!="none"}[$w]))'),),
                "ops",
            ),
        ),
        alerts=(
            Alert(
                "PlayersRefused",
                'sum(rate($M{code=~"too_many|unavailable|internal"}[5m])) > 1',
                "5m",
                "ticket",
                "More than one refusal a second that is not the player's doing; the panel says which limit.",
            ),
        ),
    ),
    counter(
        "address_refusals_total",
        "Requests refused because one address has its share, by bound (settings `[address]`)",
        BOUND,
        panels=(rate(BOARD, "Refusals of one address's share", "bound"),),
    ),
    gauge(
        "acts_in_flight",
        "Acts that were admitted and are not played yet",
        panels=(level(BOARD, "Acts in flight"),),
    ),
    histogram(
        "database_pool_wait_seconds",
        "For a connection to Postgres from the pool",
        buckets=WAITS,
        panels=(quantiles(BOARD, "Wait for a database connection"),),
        alerts=(
            Alert(
                "DatabasePoolFull",
                "histogram_quantile(0.95, sum by (le) (rate($M_bucket[5m]))) > 0.5",
                "5m",
                "page",
                "Transactions wait for connections: more workers, a larger pool, or a faster Postgres.",
            ),
        ),
    ),
    gauge(
        "database_connections",
        "Connections of the pool that are in use",
        panels=(level(BOARD, "Database connections in use"),),
    ),
    counter(
        "database_missed_total",
        "Turns that had to wait because the database was away",
        panels=(rate(BOARD, "Turns that waited for a database that was away"),),
        alerts=(
            Alert(
                "DatabaseAway",
                "sum(increase($M[2m])) > 0",
                "1m",
                "page",
                "Postgres is away; turns wait, and nothing is lost.",
            ),
        ),
    ),
    histogram(
        "redis_wait_seconds",
        "For an answer of Redis",
        buckets=WAITS,
        panels=(quantiles(BOARD, "Wait for Redis"),),
    ),
    counter(
        "redis_away_total",
        "Answers of Redis that did not come",
        panels=(rate(BOARD, "Redis away"),),
        alerts=(
            Alert(
                "RedisAway",
                "sum(rate($M[2m])) > 0.1",
                "1m",
                "page",
                "Redis is away: stories go on, but clients cannot resume and limits count for each worker alone.",
            ),
        ),
    ),
    counter(
        "leases_total",
        "Leases on stories: won, found taken (busy), lost to another or to time, given back",
        Label("result", ("won", "busy", "lost", "released")),
        panels=(rate(BOARD, "Leases", "result"),),
        alerts=(
            Alert(
                "LeasesLost",
                'sum(increase($M{result="lost"}[10m])) > 5',
                "5m",
                "ticket",
                "Workers lose leases that they hold: an event loop that stands still, or a Redis that forgets.",
            ),
        ),
    ),
    counter(
        "frames_total",
        "Frames of stories: logged for resuming, or unlogged because Redis was away",
        Label("log", ("logged", "unlogged")),
        panels=(rate(BOARD, "Frames a second", "log"),),
    ),
    counter(
        "resumes_total",
        "Clients that came back: given what they missed (log), or the story anew (snapshot)",
        Label("by", ("log", "snapshot")),
        panels=(rate(BOARD, "Clients that came back", "by"),),
    ),
    histogram(
        "recall_seconds",
        "For the memories of those present, before a turn is decided",
        buckets=WAITS,
        panels=(quantiles(BOARD, "Recall"),),
    ),
    counter(
        "memories_recalled_total",
        "Memories that came to somebody's mind",
        panels=(rate("stories", "Memories recalled a second"),),
    ),
    counter(
        "recall_failures_total",
        "Turns that went on without memories: the database was slow or away",
        panels=(rate(BOARD, "Turns without recall"),),
    ),
    counter(
        "recordings_total",
        "Recordings: begun, written to their end, or dropped (too long, too fast, disk)",
        Label("result", ("begun", "written", "dropped")),
        panels=(rate(BOARD, "Recordings", "result"),),
        alerts=(
            Alert(
                "RecordingsDropped",
                'sum(increase($M{result="dropped"}[1h])) > 0',
                "1m",
                "ticket",
                "Recordings end before their session: the disk is full or slow, or recording.max_mb is too small.",
            ),
        ),
    ),
    gauge("recordings_open", "Sessions being recorded", panels=(level(BOARD, "Sessions being recorded"),)),
    gauge(
        "recording_lines_waiting",
        "Lines that wait for the recorder's thread",
        panels=(level(BOARD, "Recording lines waiting"),),
    ),
    histogram(
        "event_loop_lag_seconds",
        "By how much a worker's event loop woke too late",
        buckets=WAITS,
        panels=(quantiles(BOARD, "Event loop lag"),),
        alerts=(
            Alert(
                "EventLoopLag",
                "histogram_quantile(0.95, sum by (le) (rate($M_bucket[5m]))) > 0.1",
                "5m",
                "page",
                "Workers' event loops stand still for over 0.1 s: too few workers, or something blocks.",
            ),
        ),
    ),
)
