"""Whether a telling denies a promise that stands, or has one settled that is open. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamemaster.language.names.normalization import plain
from gamemaster.narration.critic.told_turn import Finding, ToldTurn, is_stock
from gamemaster.rules.state import Promise
from worlds.schema import PLAYER

_WORD = r"(?:word|promise|oath|vow|pledge)s?"
_THEIR = r"(?:your|his|her|their|the|that)"
_KEPT = r"(?:kept|fulfilled|broken|settled|honoured|honored|redeemed|done|over|void|paid)"
_NEVER_GIVEN = re.compile(
    r"\b(?:never|nor ever) (?:once |really |truly )?(?:promised|swore|vowed|pledged|gave|given|made|had)\b|"
    rf"\b(?:no|neither|without any|any) (?:such )?{_WORD}\b|"
    r"\b(?:did|do|does|have|has|had)(?: not|n't) (?:ever )?(?:promised?|sw[eo]ar|sworn|vow(?:ed)?|pledged?)\b|"
    r"\bnothing (?:binds|is owed|was promised)\b"
)
_SETTLED = re.compile(
    rf"\b(?:{_KEPT}|keeps?|fulfils?|broke|breaks?|redeems?) {_THEIR} {_WORD}\b|"
    rf"\b{_THEIR} {_WORD} (?:is|are|was|has been|have been) (?:now )?{_KEPT}\b|"
    rf"\bpromised .{{0,40}}\b(?:is|are|was) (?:now )?{_KEPT}\b|"
    rf"\b(?:free|released|absolved|rid|quit) (?:of|from) (?:it|{_THEIR} {_WORD})\b|"
    rf"\bmade (?:it|them|{_THEIR} {_WORD}) good\b|\bmade good (?:on )?{_THEIR} {_WORD}\b|"
    rf"\b(?:forgotten|forgiven|waived?|let you off) {_THEIR} {_WORD}\b|"
    r"\bowes? (?:you |nobody |them )?(?:nothing|nobody)\b"
)
_SPOKEN_OF = re.compile(rf"\b(?:promis\w*|swore|sworn|vow\w*|pledg\w*|{_WORD}|binds|owes?|owed)\b")
_SUPPOSED = re.compile(
    r"\b(?:if|unless|until|would|could|might|may|should|wish|hope|want|must|will|shall|before)\b"
)


def broken_words(turn: ToldTurn) -> Iterator[Finding]:
    """Sentences of narration that an open promise contradicts."""
    promises = [
        one for one in turn.after.promises.values() if one.status == "open" and not _is_settled(turn, one)
    ]
    if not promises:
        return
    for sentence in turn.narration:
        bare = plain(sentence.bare)
        denied = _NEVER_GIVEN.search(bare) or _SETTLED.search(bare) if _SPOKEN_OF.search(bare) else None
        if denied is None or _SUPPOSED.search(bare[: denied.start()]):
            continue
        if turn.is_given(sentence.text) or is_stock(turn.world, sentence.text):
            continue
        meant = next((one for one in promises if _is_about(turn, one, bare)), None)
        if meant is not None:
            why = f"{_name(turn, meant.by)} promised {_name(turn, meant.to)} {meant.what}, and that stands"
            yield Finding("canon", sentence.text, why)


def _is_settled(turn: ToldTurn, promise: Promise) -> bool:
    """Whether another promise between these two was kept or broken in this turn: that one may be meant."""
    return any(
        one.settled == turn.after.turn and (one.by, one.to) == (promise.by, promise.to)
        for one in turn.after.promises.values()
    )


def _is_about(turn: ToldTurn, promise: Promise, bare: str) -> bool:
    """Whether the sentence is of these two: the player is `you`, others are named."""
    return all(
        re.search(r"\b(?:you|your)\b", bare) is not None
        if who == PLAYER
        else any(part in bare.split() or part in bare for part in _parts(turn, who))
        for who in (promise.by, promise.to)
    )


def _parts(turn: ToldTurn, who: str) -> list[str]:
    name = plain(_name(turn, who))
    return [name, *(part for part in name.split() if len(part) > 2)]


def _name(turn: ToldTurn, who: str) -> str:
    person = turn.world.characters.get(who)
    return "the player" if person is None else person.name
