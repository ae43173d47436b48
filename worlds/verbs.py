"""The verbs that every world has: the canonical names, which rules use and the player's words are mapped to."""

from __future__ import annotations

PERCEIVE = ("look", "examine", "search", "listen", "smell", "touch", "taste")
MOVE = ("go", "follow", "climb", "swim", "jump", "flee", "hide", "sneak", "wait", "sleep")
WALK = frozenset({"go", "follow", "climb", "swim", "jump", "flee", "sneak"})  # those that lead elsewhere
HANDLE = (
    "take", "drop", "put", "give", "show", "throw", "use", "open", "close", "lock", "unlock", "push", "pull", "turn",
    "break", "cut", "dig", "burn", "light", "extinguish", "tie", "untie", "pour", "fill", "build", "repair", "eat",
    "drink", "cook", "wear", "remove", "read", "ring", "knock", "play", "sing", "dance", "pray",
)  # fmt: skip
SPEAK = (
    "talk", "ask", "tell", "persuade", "deceive", "threaten", "charm", "trade", "accuse", "promise", "apologise",
    "insult", "thank", "comfort", "kiss",
)  # fmt: skip
CONTEND = ("attack", "steal", "free", "call", "help", "recruit", "dismiss")
META = ("inventory", "status", "journal", "hint")

BASE_VERBS: tuple[str, ...] = PERCEIVE + MOVE + HANDLE + SPEAK + CONTEND + META

# What those present remember without any rule saying so: sent by whoever runs the story.
BUILT_IN_WITNESS: tuple[str, ...] = (
    "violence", "theft", "kindness", "death", "threat", "lie", "insult", "damage", "rite",
)  # fmt: skip
