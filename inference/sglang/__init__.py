"""The real `sglang.Engine` in this process, behind the Engine protocol. Loaded by name, where SGLang is installed."""

__all__ = ["engine"]
