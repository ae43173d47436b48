"""What people who look on say of a striking act, by its kind and their style; and what beasts do. Pure data."""

from __future__ import annotations

from typing import Literal

StrikingKind = Literal["loud", "violent", "rude", "odd", "music", "sly"]

LINES: dict[StrikingKind, dict[str, tuple[str, ...]]] = {
    "loud": {
        "plain": ("Not so loud. I heard you the first time.", "What was that for?",
                  "You'll have everybody asking what that was.", "You gave me a start. Don't."),
        "curt": ("Quiet.", "I've ears.", "Loud enough?"),
        "ornate": ("One does not need the whole of one's strength for it, I find.",
                   "I believe that was heard by everybody who was meant to hear it, and by the others."),
        "sidelong": ("Well. Now everybody knows where you are.", "It was so quiet. I should have enjoyed it more."),
    },
    "violent": {
        "plain": ("Hey. Leave off that.", "What has it done to you?", "Do that again and you'll do it elsewhere.",
                  "Feel better? It doesn't look any better."),
        "curt": ("Stop that.", "Leave it be.", "Enough."),
        "ornate": ("I should be obliged if you left something standing.",
                   "If that relieved you, I am glad of it. Do not do it again."),
        "sidelong": ("I hope it did you good. It did nothing else.", "Something it said, was it?"),
    },
    "rude": {
        "plain": ("That's no way to behave.", "Charming. Who taught you that?", "I'll pretend I wasn't looking.",
                  "Finished? Good."),
        "curt": ("Manners.", "Not here.", "Lovely."),
        "ornate": ("I shall assume that this is a custom where you come from.",
                   "I have been shown worse, though not by a guest of mine, and not lately."),
        "sidelong": ("And to think I'd nearly taken to you.", "Some people need company. Others need a bucket."),
    },
    "odd": {
        "plain": ("What are you doing?", "Are you quite well?", "I won't ask.", "Is that for my benefit?"),
        "curt": ("Why?", "Hm.", "Huh. All right."),
        "ornate": ("I have seen a good deal, and never that.", "Pray go on. I should like to see how it ends."),
        "sidelong": ("I saw nothing. I'd like to go on having seen nothing.",
                     "It takes all kinds, I'm told. I'd wondered where they were."),
    },
    "music": {
        "plain": ("I've heard it done worse. Not often.", "Go on. Nobody's stopping you.",
                  "That's more noise than there's been in here for a while. I don't mind it.",
                  "Where did you learn that?"),
        "curt": ("Not bad.", "Heard worse.", "Again?"),
        "ornate": ("It had feeling, whatever else it lacked.", "I had forgotten that people did that."),
        "sidelong": ("Don't give up whatever else it is you do.", "That'll be stuck in my head till I die, thank you."),
    },
    "sly": {
        "plain": ("What are you after over there?", "I can see your hands, you know.", "That's close enough."),
        "curt": ("I see you.", "Hands.", "No."),
        "ornate": ("I am looking at you, in case you had hoped otherwise.",),
        "sidelong": ("Nicely done. I'd have waited till I was asleep.",),
    },
}  # fmt: skip
# To somebody whom they do not like, whatever the kind.
COLDLY: tuple[str, ...] = ("Spare us.", "You again. Of course.", "Do that somewhere else.")
# What a creature without words does.
OF_BEASTS: dict[StrikingKind, tuple[str, ...]] = {
    "loud": ("{who} backs off a step, and comes no nearer for a while.", "{who} is on the alert at once."),
    "violent": ("{who} backs off a step, and comes no nearer for a while.",),
    "rude": ("{who} takes no offence.",),
    "odd": ("{who} watches all of it, and comes to no conclusion.",),
    "music": ("{who} listens, as far as one can tell.",),
    "sly": ("{who} follows your hand, closely.",),
}
