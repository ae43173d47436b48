"""Check a world as a story: what can never happen, what nothing leads to, what no player should read.

`story` runs all checks over one `subject`; `claims` and `reachability` work out what can be true and what can come
about; the other modules each hold the checks of one kind.
"""

__all__ = ["places", "reachability", "story", "subject", "theme"]
