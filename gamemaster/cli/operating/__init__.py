"""The commands of who runs the service: health, backups, deployment, metrics and advice. Joined by `cli.main`.

`doctor` says what is well; `operator_commands` has backups, draining and what is fetched; `deploy` writes files.
"""

__all__ = [
    "advise",
    "doctor",
    "metrics_commands",
    "operator_commands",
    "players",
    "reports",
]
