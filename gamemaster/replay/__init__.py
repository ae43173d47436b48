"""Recordings played again, answered anew, or driven against a running service, and what came of it.

`verify` plays a session through today's pipeline, `regenerate` has today's narrator answer it, `shadow` a candidate
beside the play, `load` drives a service with it. All end in a `run`, which `report` shows and holds to thresholds.
Commands and `bootstrap` may import this room.
"""

__all__ = ["compare", "load", "regenerate", "report", "run", "shadow", "verify"]
