"""Hardware profiles: engine settings for each GPU family as data, every figure with its reason and source.

`loader` reads them and lays overrides over them; `schema` says what one holds; `engine_fields` knows every field of the
pinned SGLang.
"""

__all__ = ["engine_fields", "loader", "schema"]
