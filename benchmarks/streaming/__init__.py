"""Streams of text and audio as their listeners get them, and what is measured of them.

Benchmarks alone import this room.
"""

__all__ = ["gap_gauge", "isolation", "listening", "spoken_service", "streams"]
