"""Engines: everything that turns tokens into tokens. Knows nothing of stories, and imports none of our packages.

`engine` says what an engine is: requests, deltas, errors, the protocol. Four rooms fulfil it: `sglang` (in this
process), `hosted` (in one of its own), `remote` (a model server over HTTP) and `scripted` (fixed tokens, for tests).
`output` reads what comes back and watches it, `preflight` refuses what cannot run, `profiles` are the hardware's
settings, `testbed` runs the real engine on a CPU. `chat_template` puts messages into a model's own format.
"""

__all__ = [
    "background",
    "backoff",
    "chat_template",
    "delegated_engine",
    "engine",
    "errors",
    "hosted",
    "output",
    "preflight",
    "profiles",
    "remote",
    "scripted",
    "sglang",
    "testbed",
]
