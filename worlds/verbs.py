"""The verbs that every world has, and the gestures: the canonical names that rules use and words are mapped to."""

from __future__ import annotations

import re
from typing import Literal, get_args

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

# The gestures that one person makes to another, by kind: what a player's words tell of, and a writer may answer.
Gesture = Literal[
    "offer_hand", "shake_hand", "offer_arm", "touch", "clap", "ruffle", "poke", "embrace", "kiss", "blow_kiss",
    "smile", "nod", "wink", "wave", "open_hands", "bow", "kneel", "shake_head", "applaud", "toast", "hush", "beckon",
    "point_at", "point_out", "show", "hold_out", "serve", "whisper", "near", "sit_beside", "back_away", "turn_back",
    "stare", "laugh", "weep", "mimic", "rude", "fist", "block",
]  # fmt: skip
GESTURES: tuple[Gesture, ...] = get_args(Gesture)

# What a line of how somebody takes a gesture may hold in braces: their pronoun, by that of "he".
GESTURE_SLOTS = frozenset({"He", "he", "him", "his", "His", "himself"})
# "His" may stand without a noun, and "her" may not: "she gives you her".
HIS_ALONE = re.compile(
    r"\{[hH]is\}(?=$|[^ \w]| (?:is|are|was|were|and|or|in|on|to|into|like|with|which|as)\b)"
)

# Whose wording of one kind also suits another: a hand that is held out, and one that is shaken.
WORDED_AS: dict[Gesture, Gesture] = {
    "shake_hand": "offer_hand", "clap": "touch", "ruffle": "touch", "nod": "smile", "kneel": "bow",
    "near": "sit_beside",
}  # fmt: skip
