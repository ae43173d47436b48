"""The CPU test bed: an environment in which the real SGLang engine runs without a GPU, and tiny models for it."""

from inference.testbed.place import ENVIRONMENT, interpreter

__all__ = ["ENVIRONMENT", "interpreter"]
