"""Worlds: the format writers use, the loader that checks it, and the worlds themselves.

`loader` reads a folder of YAML and says all that is wrong with it at once, `schema` is the format, `report` words the
faults; `per_world` remembers what is worked out of a world. Anybody may import this package; it imports none of ours.
"""

__all__ = [
    "find",
    "json_schema",
    "loader",
    "offers",
    "per_world",
    "pictures",
    "problems",
    "references",
    "report",
    "rules",
    "safe_yaml",
    "schema",
    "source",
    "tags",
    "texts",
    "validate",
    "verbs",
    "yaml_source",
]
