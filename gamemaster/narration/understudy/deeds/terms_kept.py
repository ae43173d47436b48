"""Both sides of a bargain held to their terms: what the player was to tell is told, or is asked for first. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain
from gamemaster.language.wording.replies import reply
from gamemaster.rules import proposal as ops
from gamemaster.rules.grammatical_person import turn_words
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.stances.favours import DEAL, SHARE
from gamemaster.rules.state import Promise, StoryState, digest
from worlds.schema import PLAYER, World

_SAID = frozenset("tell ask confess persuade help threaten accuse".split())
_TO_TELL = re.compile(r"to (?:tell|explain|say|describe|name|confess|admit|show) ")
_OFFERED_AGAIN = re.compile(
    r"\b(?:i|we) (?:will|would|can|shall|could|am going to) (?:tell|explain|say|describe|name)\b"
)
_HELD_TO = re.compile(
    r"\b(?:you (?:said|promised|agreed|swore|gave)|your (?:side|part|half|end|share|word|turn|promise)|deal|bargain)\b"
)
_TO_ME = {"him": "me", "her": "me", "them": "me", "his": "my", "their": "my"}
_OF_ANY_TERMS = content_of("tell explain say describe name really give show will you for to me him her them it")


def terms_held_to(world: World, state: StoryState, intent: Intent, words: str) -> list[Operation] | None:
    """What comes of words to whoever the player owes a telling: it is paid, or is said to come first.

    None where nobody is owed one, or the words are of something else.
    """
    who = intent.objects[0] if intent.verb in _SAID and intent.objects else ""
    if who not in state.present():
        return None
    for name, mine in state.promises.items():
        owed = name.endswith(SHARE) and (mine.by, mine.to, mine.status) == (PLAYER, who, "open")
        if not owed or mine.item is not None or _TO_TELL.match(mine.what) is None:
            continue
        if _is_told(mine, intent, words):
            texts = reply(world.characters[who], "share_done", lambda text: digest(text) in state.told)
            return [ops.SettlePromise(promise=name, kept=True), ops.Answer(who=who, texts=texts, source="reaction")]
        theirs = state.promises.get(name.removesuffix(SHARE) + DEAL)
        if theirs is not None and _is_claimed(theirs, words):
            deed = turn_words(mine.what.removeprefix("to "), _TO_ME)
            texts = reply(world.characters[who], "share_first", lambda text: digest(text) in state.told, deed=deed)
            return [ops.Answer(who=who, texts=texts, source="reaction")]
    return None


def _is_told(mine: Promise, intent: Intent, words: str) -> bool:
    """Whether the words tell what was promised, and neither ask nor offer it once more."""
    said = plain(words)
    asks = intent.verb != "tell" or intent.role == "question"
    if asks or _OFFERED_AGAIN.search(said) is not None:
        return False
    return bool((content_of(said) & content_of(mine.what)) - _OF_ANY_TERMS)


def _is_claimed(theirs: Promise, words: str) -> bool:
    """Whether somebody is held to what they promised: "open it like you said"."""
    said = plain(words)
    shared = (content_of(said) & content_of(theirs.what)) - _OF_ANY_TERMS
    return _HELD_TO.search(said) is not None and bool(shared)
