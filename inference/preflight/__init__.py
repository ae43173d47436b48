"""What can be known before an engine serves: packages, hardware, checkpoint, known failures; then canaries and health.

The service, its doctor and the engines may import this room. It loads no weight.
"""

__all__ = [
    "canaries",
    "canary_prompts",
    "canary_trial",
    "checkpoint",
    "checks",
    "findings",
    "fitting",
    "hardware",
    "health",
]
