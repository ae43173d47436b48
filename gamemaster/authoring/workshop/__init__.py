"""The workshop: a story as its world's writer sees it, secrets and all, with the file and line of every part.

`story_view` is the state, the beats and why each fires or not, and the last ruling; `charts` are the map of places and
the graph of beats, laid out; `sources` says where a part was written.
"""

__all__ = ["charts", "sources", "story_view"]
