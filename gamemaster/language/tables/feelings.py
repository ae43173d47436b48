"""Words for what somebody feels, as they say it of themselves. Data."""

from __future__ import annotations

FELT: dict[str, frozenset[str]] = {
    kind: frozenset(words.split())
    for kind, words in {
        "grief": "sad grieving heartbroken mourning miserable bereft desolate sorrowful",
        "fear": "afraid scared frightened terrified petrified nervous shaking worried spooked uneasy anxious",
        "anger": "angry furious livid raging outraged annoyed fuming",
        "joy": "happy glad delighted relieved overjoyed pleased thrilled grateful",
        "weariness": "tired exhausted weary knackered drained sleepy",
        "loneliness": "alone lonely homesick",
    }.items()
}
FEELINGS = frozenset().union(*FELT.values())
