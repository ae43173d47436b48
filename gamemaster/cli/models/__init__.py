"""The commands around models: try one, list those near, show prompts. Joined by `cli.main`."""

__all__ = [
    "model_commands",
    "prompt",
    "prompt_commands",
]
