"""Both sides of a bargain held to their terms: what the player was to tell is told, or is asked for first. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.questions.asked_kinds import asked_kind
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.language.wording.replies import reply
from gamemaster.narration.understudy.answers.in_character.open_lines import anything_to_tell, asks_anything
from gamemaster.narration.understudy.answers.in_character.speech_answers import answer_instead
from gamemaster.rules import proposal as ops
from gamemaster.rules.draft import Draft
from gamemaster.rules.grammatical_person import TO_ME, turn_words
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.stances.favours import DEAL, SHARE
from gamemaster.rules.state import Promise, StoryState, digest
from worlds.schema import PLAYER, World

_SAID = frozenset("tell ask confess persuade help threaten accuse".split())
_TO_TELL = re.compile(r"to (?:tell|explain|say|describe|name|confess|admit|show) ")
_THEY_TELL = re.compile(r"to (?:tell|explain|describe|name|say)(?: you| to you)? ")
_OFFERED_AGAIN = re.compile(
    r"\b(?:i|we) (?:will|would|can|shall|could|am going to) (?:tell|explain|say|describe|name)\b"
)
_HELD_TO = re.compile(
    r"\b(?:you (?:said|promised|agreed|swore|gave)|your (?:side|part|half|end|share|word|turn|promise)|deal|bargain)\b"
)
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
            deed = turn_words(mine.what.removeprefix("to "), TO_ME)
            texts = reply(world.characters[who], "share_first", lambda text: digest(text) in state.told, deed=deed)
            return [ops.Answer(who=who, texts=texts, source="reaction")]
    return None


def told_in_return(draft: Draft, done: list[Operation]) -> list[Operation]:
    """What somebody tells who gave their word to, once the player has done their half by what was `done`."""
    state = draft.state
    paid = {(one.to, one.item) for one in done if isinstance(one, ops.Give)}
    settled = {one.promise for one in done if isinstance(one, ops.SettlePromise) and one.kept}
    for name, mine in state.promises.items():
        kept = name.endswith(SHARE) and mine.status == "kept" and mine.to in state.present()
        deal = name.removesuffix(SHARE) + DEAL
        theirs = state.promises.get(deal) if kept and (name in settled or (mine.to, mine.item) in paid) else None
        if theirs is None or theirs.status != "open" or _THEY_TELL.match(theirs.what) is None:
            continue
        asked = _THEY_TELL.sub("", theirs.what).removeprefix("about ")
        topic = subject_of(scope_of(draft.world, state), mine.to, words_of(plain(asked))).topic or None
        topic = topic if topic in draft.world.characters[mine.to].topics else None
        put = Intent(verb="ask", objects=(mine.to,), topic=topic, words=asked, role="speech")
        matter = ops.Discuss(who=mine.to, topic=topic or asked[:120], asks=asked_kind(asked))
        chosen = anything_to_tell(draft, mine.to) if asks_anything(words_of(plain(asked))) else None
        if topic is None and chosen is not None:
            told: list[Operation] = [ops.Discuss(who=mine.to, topic=chosen[0], line=chosen[1])]
        else:
            told = [matter] if topic is not None else answer_instead(draft, matter, put, f"{asked}?")
        if not any(isinstance(one, ops.Answer) and one.source == "ignorance" for one in told):
            return [*told, ops.SettlePromise(promise=deal, kept=True)]
    return []


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
