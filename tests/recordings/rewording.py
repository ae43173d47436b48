"""The author's words in a model's: what a storyteller who keeps every fact would write instead. Pure, and always so."""

from __future__ import annotations

import hashlib
import re

from gamemaster.narration.prompts.ruling_text import AUTHOR

# No noun, name or number: what is there, who is there and how many stay as they were.
_OTHERWISE = {
    "at once": "right away", "nobody": "no one", "somebody": "someone", "everybody": "everyone", "perhaps": "maybe",
    "a little": "somewhat", "begins to": "starts to", "begin to": "start to", "beneath": "under", "upon": "on",
    "quickly": "fast", "quietly": "softly", "silently": "without a sound", "toward": "towards", "until": "till",
    "once more": "again", "nothing else": "nothing more", "for a while": "for a time", "all the same": "even so",
    "in the end": "at last", "as though": "as if", "although": "though", "often": "many times", "almost": "nearly",
    "cannot": "can't", "does not": "doesn't", "do not": "don't", "did not": "didn't", "is not": "isn't",
    "are not": "aren't", "was not": "wasn't", "will not": "won't", "there is a": "there's a", "it is a": "it's a",
    "it is the": "it's the", "you are not": "you aren't",
}  # fmt: skip
_WORDS = re.compile(
    r"(?<![\w’'])(?<!\ball )(" + "|".join(map(re.escape, _OTHERWISE)) + r")(?![\w’'])", re.IGNORECASE
)
# What a storyteller puts before the author's first sentence, and the author did not.
_LEADS = (
    "You give it a moment’s thought, and then you do it.",
    "So be it.",
    "You go about it without hurry.",
    "It takes no longer than the saying of it.",
    "You waste no breath on it.",
    "Nothing keeps you from it, and you begin.",
    "You have made up your mind.",
    "First things first, then.",
    "There will be time to think about it later.",
    "One thing at a time.",
)
_CHECKED = re.compile(r"^(?:Refused|Check):", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_BRIEF = 2  # sentences


def reword(text: str) -> str:
    """A text with the same facts in somewhat other words."""

    def other(match: re.Match[str]) -> str:
        found = match.group(1)
        word = _OTHERWISE[found.lower()]
        return word[0].upper() + word[1:] if found[0].isupper() else word

    return _WORDS.sub(other, text)


def tell(ruling: str, words: str) -> str:
    """What a model writes on reading a ruling (see `gamemaster.narration.prompts.ruling_text`), asked for
    in `words`."""
    facts, _, rest = ruling.partition(f"\n{AUTHOR}\n")
    draft, _, how = rest.rpartition("\nSTEP 2: ")
    if draft == "(none)":  # somebody is asked what nothing is written for
        asked = re.search(r"^@(\w+) ", facts, re.MULTILINE)
        return f"@{asked[1]}: That is more than I could tell you." if asked else "Nothing more comes of it."
    paragraphs = [reword(part) for part in draft.split("\n\n") if part.strip()]
    if "one short paragraph" in how:
        spoken = [part for part in paragraphs if not part.startswith("@")] or paragraphs
        return " ".join(_SENTENCE.split(spoken[0])[:_BRIEF])
    chosen = hashlib.blake2b(f"{words}\n{draft}".encode(), digest_size=4).digest()
    if chosen[0] % 2 and not _CHECKED.search(facts) and not paragraphs[0].startswith(("@", "“")):
        paragraphs[0] = f"{_LEADS[chosen[1] % len(_LEADS)]} {paragraphs[0]}"
    return "\n\n".join(paragraphs)


def summed_up(transcript: str, most: int = 8) -> str:
    """What a model writes of the story so far: what an earlier summary has, then what was asked and what came of it."""
    earlier = re.findall(r"THE STORY SO FAR\n(.*?)\n\n", transcript, re.DOTALL)
    turns = re.findall(
        r'^The player: "(.*?)"$.*?^The author\'s words, where they fit:\n(?:@\w+: )?(.*?)$',
        transcript,
        re.DOTALL | re.MULTILINE,
    )
    lines = [
        f"The player said “{words}”, and this came of it: {reword(_SENTENCE.split(draft)[0])}"
        for words, draft in turns[-most:]
        if len(words) < 60 and "\\" not in words
    ]
    return " ".join([*_SENTENCE.split(" ".join(earlier[-1:]))[:4], *lines]).strip()
