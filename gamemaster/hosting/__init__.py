"""The processes that the service starts or dials: Postgres, Valkey, the engine, Triton.

Each runs under one `supervisor`, a script that ends it when the service is gone. `models` says what `--model` names and
refuses what cannot run. Bootstrap, the service, the commands and authoring may import this room.
"""

__all__ = ["background_task", "engine", "garbage", "models", "postgres", "servers", "voice"]
