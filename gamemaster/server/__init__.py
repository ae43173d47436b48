"""The network: the page, REST, and a socket for each client.

`app` puts the routes of `rest` and `ops` together, `connection` is a client's socket and `session` what it may ask.
Only `bootstrap`, `service` and the commands import this room.
"""

__all__ = [
    "app",
    "ops",
    "pid_file",
    "rest",
    "service_metrics",
    "uvicorn_server",
    "worker",
    "workers",
]
