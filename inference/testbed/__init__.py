"""The CPU test bed: an environment in which the real SGLang engine runs without a GPU, and tiny models for it.

`python -m inference.testbed` makes it; `place` says where it lies.
"""

__all__ = ["build", "checkpoints", "families", "place", "predict", "sglang_facts", "templates"]
