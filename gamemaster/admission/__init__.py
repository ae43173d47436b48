"""Who gets in, and how much of the service one address, one player or one loop may have.

`addresses` says which address asks, `bounds` what each address may have at once and in a minute (`host_counts`: in all
processes of this host), `line` who is served first when many come at once, `spending` what the model may cost, and
`options` are the settings. `standing_orders` are the operator's, and `operator_door` lets the operator in. Play and the
server import this room; it knows neither stories nor sockets.
"""

__all__ = [
    "addresses",
    "bounds",
    "host_counts",
    "line",
    "operator_door",
    "options",
    "spending",
    "standing_orders",
]
