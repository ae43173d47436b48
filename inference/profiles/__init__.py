"""Hardware profiles: engine settings for each GPU family as data, every figure with its reason and source.

`loader` reads them and lays overrides over them; `schema` says what one holds.
"""

__all__ = ["loader", "schema"]
