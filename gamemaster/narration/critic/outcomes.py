"""Whether a telling says that something came off which the ruling refused or the dice denied. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import content_of, plain
from gamemaster.narration.critic.told_turn import Finding, ToldTurn, clauses_of, per_turn
from gamemaster.rules.proposal import CheckMade, Happening, Rejection
from gamemaster.rules.reach import is_open
from worlds.rules import all_rules
from worlds.schema import PLAYER, Exit, World

FAILED = frozenset({"failure", "fumble"})
_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_OPENS = (
    r"(?:now )?(?:opens?|swings? (?:open|wide|inward|outward|aside)|gives? way|stands? (?:open|wide|ajar)|"
)
_OPENS += (
    r"is (?:now )?(?:open|unlocked|unbarred|ajar)|yields?|unlocks|slides? (?:open|aside|back)|creaks? open|"
)
_OPENS += r"flies open|bursts open)"
_SHUT = (
    r"(?:is|stays|remains|stands|are) (?:still |now |firmly |fast )*(?:locked|barred|bolted|sealed|blocked|"
)
_SHUT += (
    r"stuck fast|nailed shut)|(?:will not|won't|does not|doesn't|refuses to) (?:open|budge|move|give|let you)"
)
LEAST_LEAP = 60  # minutes that a turn took, of which it may be told that hours passed
LEAST_SHARED, LEAST_SHARE = 5, 0.5  # content words of a success, told as its author wrote it


def denied_deeds(turn: ToldTurn) -> Iterator[Finding]:
    """Refused deeds that succeed, failed checks that succeed, ways open or shut against the state, wounds denied."""
    own = [sentence for sentence in turn.narration if not turn.is_given(sentence.text)]
    for sentence in own:
        for clause in clauses_of(sentence.bare):
            why = (
                None
                if _FORMS["hedged"].search(_FORMS["easy"].sub("", clause))
                else _contradiction(clause, turn)
            )
            why = why or _way(clause, turn)
            if why is not None:
                yield Finding("canon", sentence.text, why)
                break
    yield from _wrong_passage(turn)


def _contradiction(clause: str, turn: ToldTurn) -> str | None:
    """Why the clause cannot be so."""
    if _FORMS["unhurt"].search(clause) and turn.after.wounds > turn.before.wounds:
        return f"the player was wounded ({turn.before.wounds} to {turn.after.wounds})"
    if _FORMS["hurt"].search(clause) and not turn.after.wounds:
        return "the player has no wound"
    if _FORMS["time_leaps"].search(clause) and turn.ruling.minutes < LEAST_LEAP:
        return f"no more than {turn.ruling.minutes} minutes passed"
    if _FORMS["player_dies"].search(clause) and turn.after.ended is None:
        return "the player lives, and the story goes on"
    if _FORMS["success"].search(clause) and not _came_off(turn):
        if turn.ruling.rejections:
            return f"it was refused: {turn.ruling.rejections[0].reason}"
        failed = [check for check in turn.ruling.checks if check.result in FAILED]
        if failed:
            return f"the check failed: {_roll_text(failed[0])}"
    refused = next((r for r in turn.ruling.rejections if _tells_of(clause, r, turn)), None)
    return f"it was refused: {refused.reason}" if refused is not None else None


def _came_off(turn: ToldTurn) -> bool:
    """Whether anything that the player did came off."""
    passed = any(check.result not in FAILED for check in turn.ruling.checks)
    return passed or any(_is_success(happening) for happening in turn.ruling.happenings)


def _is_success(happening: Happening) -> bool:
    if happening.kind == "attempted":
        return happening.detail.get("result") not in FAILED
    return happening.kind in _WORDS["done"] and happening.detail.get("told") != "no"


def _roll_text(check: CheckMade) -> str:
    return f"{check.skill} {check.total} against {check.difficulty}"


def _tells_of(clause: str, refused: Rejection, turn: ToldTurn) -> bool:
    """Whether a clause says that a refused operation was done, by a pronoun for what it was done to."""
    kinds = {happening.kind for happening in turn.ruling.happenings}
    match refused.operation.op:
        case "move":
            return turn.places == {turn.before.place} and _FORMS["passes"].search(clause) is not None
        case "take":
            theirs = turn.after.items.get(refused.operation.item) == PLAYER
            return not theirs and "took" not in kinds and _FORMS["takes_it"].search(clause) is not None
        case "give":
            return "gave" not in kinds and _FORMS["gives_it"].search(clause) is not None
    return False


def _way(clause: str, turn: ToldTurn) -> str | None:
    """Why a clause cannot be so that says of a way out that it is open, or shut."""
    for known, way, open_, shut in _names_of_ways(turn):
        if known not in clause:
            continue
        match = _said_of(known).search(clause)
        if match is None:
            continue
        if match["opens"] and shut and not _FORMS["hedged"].search(clause):
            return f"the way to {way.to} is shut"
        if match["shut"] and open_:
            return f"the way to {way.to} is open"
    return None


@lru_cache(1024)
def _said_of(name: str) -> re.Pattern[str]:
    """Says of what has this name that it is open, or shut."""
    return re.compile(rf"\b{re.escape(name)} (?:\w+ly )?(?:(?P<opens>{_OPENS})|(?P<shut>{_SHUT}))(?![\w-])")


@per_turn
def _names_of_ways(turn: ToldTurn) -> list[tuple[str, Exit, bool, bool]]:
    """By their plain names, what `_ways` gives."""
    return [
        (known, way, open_, shut)
        for way, open_, shut in _ways(turn)
        for name in (way.name, *way.aliases)
        if (known := plain(name or "").removeprefix("the "))
    ]


def _ways(turn: ToldTurn) -> Iterator[tuple[Exit, bool, bool]]:
    """Ways out of the player's places whose name is no other way's: the exit, open all along, shut all along."""
    for place in sorted({turn.before.place, turn.after.place}):
        ways = turn.world.locations[place].exits
        for way in ways:
            names = {plain(name) for name in (way.name, *way.aliases) if name}
            others = {plain(n) for w in ways if w is not way for n in (w.name, *w.aliases) if n}
            if names & others:
                continue
            now = [is_open(turn.world, state, way) for state in (turn.before, turn.after)]
            yield way, all(now), not any(now)


def _wrong_passage(turn: ToldTurn) -> Iterator[Finding]:
    """The text that an author wrote for a rule's success, told although its check failed."""
    for check in turn.ruling.checks:
        if check.result not in FAILED or check.rule is None:
            continue
        told, losses = content_of(turn.text), _given_words(turn)
        for text in _success_texts(turn.world, check.rule):
            win = content_of(text) - losses
            if len(win & told) >= max(LEAST_SHARED, LEAST_SHARE * len(win)):
                yield Finding("canon", turn.text, f"the check failed: {_roll_text(check)}")
                return


def _given_words(turn: ToldTurn) -> set[str]:
    return {word for text in turn.given_texts for word in content_of(text)}


def _success_texts(world: World, rule: str) -> list[str]:
    """The passages of a rule's success."""
    return [
        text for each in all_rules(world) if each.id == rule for variant in each.text for text in variant.text
    ]
