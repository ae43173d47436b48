"""What a story asks of a model, laid out in several ways, and the caches that share it: for `benchmarks.prefix`.

Benchmarks alone import this room.
"""

__all__ = ["layouts", "prefix_cache", "prefix_pool", "sessions"]
