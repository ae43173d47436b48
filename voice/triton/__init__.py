"""A real Triton Inference Server of the service's own, without a GPU: prepared from wheels, started and kept.

`server.local_triton` is all that a caller needs; `python -m voice.triton` prepares it beforehand.
"""

__all__ = ["environment", "machine", "server"]
