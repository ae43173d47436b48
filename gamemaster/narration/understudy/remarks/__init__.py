"""Remarks: what is said to somebody and asks nothing, heard as what it is and answered to its matter.

Part of `understudy`, whose rules hold here.
"""

__all__ = ["answering", "hearing"]
