"""Tags of items that mean something without any rule of the world: what a thing is good for when ideas are tried."""

from __future__ import annotations

KNOWN_TAGS = frozenset(
    """axe bell blade chain chalk cloak coat countable dark drink embers fire flame food fur gun hammer hat herb horn
    iron keepsake kindling lever light meal money needle paper pick pitch proof rest rope seal shield silver small soft
    spear sword tally tool warmth weapon wire wood wool letter cord line string twine thread net cable""".split()
)
