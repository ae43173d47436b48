"""The service: everything that knows about players, turns and the network.

The rooms, from the bottom up; each imports only rooms above it in this list (pyproject.toml holds the contract):

rules        the state of a story and the referee        language   the player's words in, stock words out
protocol     what client and server say to each other    memory     what characters keep of a turn
speech       a turn's audio to its listeners             storage    the store and Redis
recording    recordings of those who agreed              narration  the narrators: understudy, model, prompts
hosting      the processes that the service starts       play       a story in play: hub, live story, turn
authoring    designers' looks into stories and worlds    replay     recordings played again, answered anew, driven
terminal     the terminal client                         server     HTTP, sockets and the page
cli          one file a command

`config` reads the settings, `bootstrap` is the only place where adapters are made, and `service` starts and stops it
all. `errors` (the base of those meant for people), `options` (what settings are made of) and `version` are for anybody.
"""

__all__ = [
    "authoring",
    "bootstrap",
    "cli",
    "config",
    "errors",
    "hosting",
    "language",
    "logs",
    "memory",
    "narration",
    "options",
    "play",
    "protocol",
    "recording",
    "replay",
    "rules",
    "server",
    "service",
    "speech",
    "storage",
    "terminal",
    "version",
]
