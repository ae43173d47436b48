"""The verbs of ideas that no writer foresaw, by the stance that each stands for. Data only."""

from __future__ import annotations

# Natural verb: the idea it stands for. What is built, set or stretched is decided by what is built, below.
VERBS: dict[str, str] = {
    **dict.fromkeys("block bar barricade wedge jam obstruct brace plug stuff cover".split(), "block"),
    **dict.fromkeys("lure bait entice".split(), "lure"),
    **dict.fromkeys("distract divert".split(), "distract"),
    **dict.fromkeys("trap snare".split(), "trap"),
    **dict.fromkeys("mark carve scratch chalk engrave etch inscribe scrawl scribble".split(), "mark"),
    **dict.fromkeys("sabotage".split(), "sabotage"),
    **dict.fromkeys("disguise".split(), "disguise"),
    **dict.fromkeys("mourn grieve".split(), "mourn"),
    **dict.fromkeys("hide stash conceal bury".split(), "hide"),
    **dict.fromkeys("trade swap barter exchange bargain haggle offer".split(), "bargain"),
    **dict.fromkeys("build construct make erect pile stack dig".split(), "build"),
    **dict.fromkeys("signal flash wave".split(), "signal"),
    **dict.fromkeys("beg plead".split(), "beg"),
    "bribe": "bribe",
    "slip": "slip",
    **dict.fromkeys("write draw paint".split(), "write"),
    "plant": "plant",
    **dict.fromkeys("recite tell".split(), "recite"),
}
PHRASES: dict[tuple[str, ...], str] = {
    ("dress", "up", "as"): "disguise", ("draw", "off"): "lure", ("lure", "away"): "lure", ("set", "up"): "build",
}  # fmt: skip
# Ideas that no verb of the lexicon stands for, so that the words must be known as verbs.
NEW_VERBS: dict[str, str] = {
    "mourn": "mourn", "grieve for": "mourn", "disguise myself as": "disguise", "dress up as": "disguise",
    "sabotage": "sabotage", "barricade": "block", "obstruct": "block", "chalk": "mark", "engrave": "mark",
    "etch": "mark", "inscribe": "mark", "scrawl": "mark", "scribble": "mark", "mark": "mark", "snare": "trap",
    "trap": "trap", "draw off": "lure", "stretch": "trap", "string": "trap", "erect": "build",
    "pile": "build", "stack": "build", "plead with": "beg",
}  # fmt: skip
