"""Settings: environment (GM_...) and gamemaster.toml become one frozen, validated object.

`settings` is that object, with the limits of each value. `options` are the sections of what stands above this room; the
other sections stand in the rooms that they are for. `sources` says what is read from where, `urls` what is wrong with a
URL, and `load` reads it all and puts each fault in a line. Whoever runs the service may import this room. Reading a
setting imports no prompt and no referee.
"""

__all__ = ["load", "options", "settings", "sources", "urls"]
