"""The processes of the service on this machine: its own, its workers, and what keepers run for it."""

from __future__ import annotations

from gamemaster.metrics.metric import Alert, Label, Metric, Panel, counter, gauge, level

BOARD = "service"
ROLE = Label("role", ("service", "template", "worker", "engine", "postgres", "redis", "voice", "keeper"))

START = gauge(
    "start_time_seconds",
    "When the oldest process that plays stories started, in seconds since 1970",
    unit="seconds",
    together="livemin",
    panels=(Panel(BOARD, "Up since", (("up", "time() - min($M)"),), "s"),),
)
METRICS: tuple[Metric, ...] = (
    START,
    gauge(
        "processes",
        "Processes that live, by what they are for",
        ROLE,
        panels=(level(BOARD, "Processes", "role"),),
    ),
    counter(
        "process_starts_total",
        "Processes seen for the first time, those of the service's own start included",
        ROLE,
        panels=(
            Panel(
                BOARD, "Process starts in 10 minutes", (("{{role}}", "sum by (role) (increase($M[10m]))"),)
            ),
        ),
    ),
    counter(
        "process_ends_total",
        "Processes that have ended without having been told to (as workers are that others replace)",
        ROLE,
        panels=(
            Panel(
                BOARD, "Process deaths in 10 minutes", (("{{role}}", "sum by (role) (increase($M[10m]))"),)
            ),
        ),
        alerts=(
            Alert(
                "ProcessDied",
                'sum by (role) (increase($M{role=~"worker|engine|redis|voice"}[10m])) > 0',
                "0m",
                "ticket",
                "A process of the service ended and is started again; its log says why.",
            ),
        ),
    ),
    gauge(
        "process_resident_bytes",
        "Memory that processes hold, by role (pages that they share are counted for each)",
        ROLE,
        unit="bytes",
        panels=(level(BOARD, "Memory by role", "role", "bytes"),),
    ),
    counter(
        "process_cpu_seconds_total",
        "CPU that processes used, by role",
        ROLE,
        unit="seconds",
        panels=(Panel(BOARD, "CPUs busy by role", (("{{role}}", "sum by (role) (rate($M[$w]))"),)),),
    ),
)
