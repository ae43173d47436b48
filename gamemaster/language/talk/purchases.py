"""An ordinary purchase: "buy two herrings off him with my florin", "order three mugs of ale, pay with the ring". Pure.

What is bought is no thing that a writer made, but an ordinary good of a place: what is told of the place, or of whoever
sells there, speaks of it. A thing of the world changes hands by a rule, or by a bargain (`talk/exchanges.py`).
"""

from __future__ import annotations

from gamemaster.language.names.described_parts import is_spoken_of_here
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person, one_of
from gamemaster.language.tables.function_words import DETERMINERS, PARTITIVES, PREPOSITIONS, VESSELS
from gamemaster.language.talk.addressee import hearers
from gamemaster.language.talk.requests import holder_here
from gamemaster.rules.proposal import Intent
from gamemaster.rules.trade import is_sold_by, tells_of_a_shop, trades
from worlds.schema import PLAYER, Character

_BUYING = frozenset("buy buys purchase purchases order orders".split())
_PAYING = frozenset({"pay", "pays"})
_FROM = frozenset({"from", "off", "of"})
_FOR = frozenset({"for", "with"})
_SURE = 90  # fit of a name from which on it is one
_MEASURES = (
    PARTITIVES
    | VESSELS
    | frozenset(
        "pint wedge loaf round pound ounce pair dozen bunch bag box jug pot bottle couple basket quarter half".split()
    )
)
_FARE = frozenset(
    "ale beer mead wine cider stout gin rum whisky brandy drink round pint tea coffee soup stew bread pie meal".split()
)


def read_purchase(scope: Scope, head: list[str], rest: list[str]) -> Intent | None:
    """The intent of buying an ordinary good: the seller as its object, the good as its topic, a coin as its tool."""
    if head[0] not in _BUYING or not rest:
        return None
    treated, length = leading_person(scope, rest)  # "buy Bersi a drink"
    if length and (treated not in scope.people or length == len(rest) or head[0] in ("order", "orders")):
        return None
    rest = rest[length or rest[0] in ("me", "us", "myself") :]
    end = next(
        (at for at, word in enumerate(rest) if at and word in _FROM | _FOR and not _is_of(scope, rest, at)),
        len(rest),
    )
    goods, terms = rest[:end], rest[end:]
    good = [word for word in goods if word not in DETERMINERS and word not in _MEASURES and word.isalpha()]
    if not good or goods[0] not in DETERMINERS:
        return None
    named = _seller_named(scope, terms)
    if (thing := _item_named(scope, good)) is not None:
        return _asked_of_its_owner(scope, thing, goods, terms, named)
    served = _is_served(scope, good)
    if not served and not is_told_of(scope, good):
        asked = named or next(iter(hearers(scope.world, scope.state)), None)
        return (
            Intent(verb="persuade", objects=(asked,), topic=" ".join(goods)[:80])
            if asked is not None
            else None
        )
    seller = named if named is not None else _seller_of(scope, good)
    if not served and (seller is None or (named is None and head[0] in ("order", "orders"))):
        return None
    bought = {"topic": " ".join(goods)[:80], "tool": _coin_named(scope, terms), "recipient": treated}
    return Intent(verb="buy", objects=(seller,) if seller is not None else (), **bought)


def read_payment(scope: Scope, head: list[str], rest: list[str], seller: str | None) -> Intent | None:
    """ "Pay with the ring", "pay Halla with my coin": what is given for what was had of whoever was just dealt with."""
    if head[0] not in _PAYING:
        return None
    rest = [*head[1:], *rest]
    who, length = leading_person(scope, rest)
    after = rest[length:]
    if after[:1] != ["with"]:
        return None
    found = one_of(scope, after[1:], frozenset({"item"}))
    whom = who or seller or scope.focus.get("who")
    if found is None or scope.state.items.get(found[0]) != PLAYER or whom not in scope.people:
        return None
    return Intent(verb="give", objects=(found[0],), recipient=str(whom))


def is_told_of(scope: Scope, good: list[str]) -> bool:
    """Whether what is told of this place, or of somebody in it, speaks of what words name."""
    if is_spoken_of_here(scope, good) or _is_seen_here(scope, good):
        return True
    head = stem(good[-1])
    return any(head in _words_about(scope.world.characters[who]) for who in scope.people)


def _item_named(scope: Scope, good: list[str]) -> str | None:
    found = resolve(scope, good, frozenset({"item"}))
    is_one = found is not None and found.fit >= _SURE and scope.nouns.kinds.get(found.thing) == "item"
    return found.thing if found is not None and is_one else None


def _asked_of_its_owner(
    scope: Scope, thing: str, goods: list[str], terms: list[str], named: str | None
) -> Intent | None:
    """Whoever has a thing of the world is asked to sell it; None where a rule decides, and where nobody is."""
    who = named or holder_here(scope, thing) or next(iter(hearers(scope.world, scope.state)), None)
    if who is None or ("trade", thing) in scope.nouns.ruled:
        return None
    if (coin := _coin_named(scope, terms)) is None:
        if is_sold_by(scope.world.items[thing], scope.world.characters[who]):  # once it is gone, another like it
            bought = (who, thing) if scope.reach(thing) else (who,)
            return Intent(verb="buy", objects=bought, topic=" ".join(goods)[:80])
        return Intent(verb="persuade", objects=(who,), topic=" ".join(goods)[:80])
    topic = " ".join(("give", "you", *terms[1:], "for", *goods))[:80]
    return Intent(
        verb="bargain", objects=(who,), tool=coin, recipient=thing, topic=topic, role="speech", force="offer"
    )


def _is_served(scope: Scope, good: list[str]) -> bool:
    """Whether it is what any tavern or stall has, in a place that is one: ale, in an alehouse."""
    place = scope.world.locations[scope.state.place]
    texts = [place.name, *place.aliases, *(text for one in place.description.first for text in one.text)]
    return stem(good[-1]) in _FARE and tells_of_a_shop(" ".join(texts))


def _is_seen_here(scope: Scope, good: list[str]) -> bool:
    found = resolve(scope, good, frozenset({"feature"}))
    if found is None or found.fit < _SURE or scope.nouns.kinds.get(found.thing) != "feature":
        return False
    return scope.reach(found.thing) and ("trade", found.thing) not in scope.nouns.ruled


def _is_of(scope: Scope, words: list[str], at: int) -> bool:
    """Whether an "of" says what a measure holds, and not whom it is bought of: "a hunk of bread"."""
    return words[at] == "of" and leading_person(scope, words[at + 1 :])[0] not in scope.people


def _seller_named(scope: Scope, terms: list[str]) -> str | None:
    for at, word in enumerate(terms):
        if word in _FROM and (who := leading_person(scope, terms[at + 1 :])[0]) in scope.people:
            return str(who)
    return None


def _seller_of(scope: Scope, good: list[str]) -> str | None:
    """Whoever here sells it: the one of whom its writer speaks with it, or the only one with a trade, or alone here."""
    here = hearers(scope.world, scope.state)
    of_it = [who for who in here if stem(good[-1]) in _words_about(scope.world.characters[who])]
    trading = [who for who in here if trades(scope.world.characters[who])]
    hosts = [who for who in here if scope.state.place in scope.world.characters[who].host]
    for fitting in (of_it, trading, hosts, here):
        if len(fitting) == 1:
            return fitting[0]
    return next(iter((*of_it, *trading)), None)


def _words_about(person: Character) -> set[str]:
    texts = [person.name, *person.aliases, person.persona]
    texts += [
        text
        for passage in (person.description, person.presence)
        for variant in passage
        for text in variant.text
    ]
    return {stem(word) for text in texts for word in words_of(plain(text))}


def _coin_named(scope: Scope, terms: list[str]) -> str | None:
    """What the player names to pay with, where they carry it: "with my florin", "for a dime"."""
    for at, word in enumerate(terms):
        if word not in _FOR:
            continue
        end = next((n for n in range(at + 2, len(terms)) if terms[n] in PREPOSITIONS), len(terms))
        found = one_of(scope, terms[at + 1 : end], frozenset({"item"})) if terms[at + 1 : end] else None
        if found is not None and scope.state.items.get(found[0]) == PLAYER:
            return found[0]
    return None
