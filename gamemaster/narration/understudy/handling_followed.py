"""Clauses of which nothing was understood, and which are small handling of a thing at hand: they are done. Pure.

"Give it a shake and a sniff", "toss it in the air and catch it", "knock three times": what is shaken, tossed or knocked
at is what was named, or what was just spoken of or handled.
"""

from __future__ import annotations

from dataclasses import replace

from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import Scope, resolve, scope_of
from gamemaster.language.reading import Reading
from gamemaster.language.tables.verb_forms import infinitive
from gamemaster.narration.understudy.deeds.senses import is_a_test
from gamemaster.narration.understudy.deeds.small_handling import SURE, is_small_handling, plainly_put
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import StoryState
from worlds.schema import World

_MISSED = frozenset({"not_understood", "no_such_thing", "stays"})
_PRONOUNS = frozenset({"it", "them", "that", "this"})
_FORMS = Forms(__name__)


def with_handling_followed(world: World, state: StoryState, reading: Reading) -> Reading:
    """The reading with small handling in place of the clauses that were not understood."""
    if reading.unclear not in _MISSED or reading.clarify or reading.held_back:
        return reading
    missed = reading.unfollowed or tuple(filter(None, (reading.failed,)))
    scope = scope_of(world, state)
    found: dict[str, tuple[Intent, ...]] = {}
    for clause in missed:
        intents = _deeds_of(scope, reading, clause)
        if intents is not None:
            found[clause] = intents
    if not found:
        return reading
    intents = _in_order(reading, found)
    left = tuple(clause for clause in missed if clause not in found)
    if left:
        return replace(reading, intents=intents, failed=left[0], unfollowed=left)
    return replace(reading, intents=intents, unclear=None, about="", choices=(), failed="", unfollowed=())


def _deeds_of(scope: Scope, reading: Reading, clause: str) -> tuple[Intent, ...] | None:
    """The small deeds of a clause; empty where it only goes on with the one before it; None where it is none."""
    said = " ".join(words_of(plain(clause)))
    if _FORMS["goes_on"].fullmatch(said):
        return () if reading.intents else None
    intents = []
    for part in _parts(said):
        words = plainly_put(part.split())
        verb = infinitive(words[0]) if words else ""
        if not (is_small_handling(verb) or is_a_test(verb)):
            return None
        thing = _thing_meant(scope, reading, words[1:])
        if thing is None:
            return None
        meanings, _ = scope.nouns.verbs.at_start(words)
        verb = meanings[0] if is_a_test(verb) and meanings else "express"
        role = "act" if verb != "express" else "emote"
        text = " ".join(words)
        intents.append(
            Intent(
                verb=verb,
                role=role,
                objects=(thing,) if thing else (),
                words=text,
                topic=text if role == "emote" else None,
            )
        )
    return tuple(intents)


def _parts(said: str) -> list[str]:
    """ "Give it a shake and a sniff" is two deeds, and so is "toss it up and catch it"."""
    both = _FORMS["and_a"].match(said)
    if both is not None:
        return [f"{both['lead']} {both['one']}", f"{both['lead']} {both['other']}"]
    first, _, rest = said.partition(" and ")
    return [first] if rest and _FORMS["goes_on"].fullmatch(rest) else [said]


def _thing_meant(scope: Scope, reading: Reading, words: list[str]) -> str | None:
    """What is handled: "" where it is a thing that nobody keeps count of; None where nothing could be meant."""
    direct = words[:1] in (["it"], ["them"])  # "tap it on the stove" taps no stove
    for at in () if direct else range(len(words)):
        for end in range(min(len(words), at + 3), at, -1):
            named = resolve(scope, words[at:end])
            if named is not None and named.fit >= SURE and scope.reach(named.thing):
                return named.thing if named.thing not in scope.people else None
    if any(word.isalpha() and word not in _SMALL for word in words) and _PRONOUNS.isdisjoint(words):
        return None
    last = next(filter(None, (_handled_in(scope, one) for one in reversed(reading.intents))), None)
    last = last or scope.focus.get("it")
    return last if last is not None and scope.reach(last) and last not in scope.people else None


def _handled_in(scope: Scope, intent: Intent) -> str | None:
    """What an intent has to do with: its thing, or what somebody was asked about."""
    thing = next(iter(intent.objects), None)
    if thing not in scope.people or not intent.topic:
        return thing
    named = resolve(scope, words_of(plain(intent.topic)))
    about = named is not None and named.fit >= SURE and scope.reach(named.thing)
    return named.thing if named is not None and about and named.thing not in scope.people else thing


_SMALL = frozenset(
    """it them that this a an the once twice thrice times two three four five six seven ten big little small good hard
    again gently hard softly quick long careful cautious on at in of up over round air the my ear by to
    """.split()
)


def _in_order(reading: Reading, found: dict[str, tuple[Intent, ...]]) -> tuple[Intent, ...]:
    """The intents in the order of the clauses that they were read from."""
    texts = [clause.text for clause in reading.clauses]

    def place(words: str) -> int:
        return next((n for n, text in enumerate(texts) if words and (words in text or text in words)), -1)

    read = list(reading.intents)
    for clause, intents in found.items():
        at = place(clause)
        before = [n for n, one in enumerate(read) if place(one.words) <= at or at < 0]
        end = (before[-1] + 1) if before else 0
        read[end:end] = intents
    return tuple(read)
