"""A share of live turns, answered by a candidate too, beside the play. Nobody is shown what it says.

`candidate` is what `bootstrap` opens; `files` is what it leaves, which a command makes a run of.
"""

__all__ = ["candidate", "files"]
