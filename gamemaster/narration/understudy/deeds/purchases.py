"""What comes of an ordinary purchase: the good is had, a coin that was named changes hands, the seller agrees."""

from __future__ import annotations

from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.replies import reply
from gamemaster.rules import proposal as ops
from gamemaster.rules.operations.scene_changes import is_needed
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.state import StoryState, digest
from worlds.schema import PLAYER, World

_MONEY = frozenset({"money", "coin", "coins", "cash"})


def buy(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """The purchase as the player typed it, where somebody here sells it and the player can pay.

    Whoever names no coin pays out of what they have about them; where a world tells of money and the player has none,
    the price is asked of all but food and drink.
    """
    who = next(iter(intent.objects), "")
    if not who:  # in a tavern: whoever serves there
        return [ops.Express(what=intent.words[:120], how="handling"), *_thanks(world, state, intent)]
    if who not in state.present():
        return [ops.Try(verb="buy", what=who, why="who_not_here")]
    person = world.characters[who]

    def was_told(text: str) -> bool:
        return digest(text) in state.told

    coin = intent.tool if state.items.get(intent.tool or "") == PLAYER else None
    fare = next(iter(intent.objects[1:]), None)  # a thing that a writer made, and that lies here to be sold
    cannot = (fare is None and _is_without_money(world, state, coin)) or state.characters[who].disposition < 0
    if cannot or (coin is not None and is_needed(world, coin)):
        said = reply(person, "price", was_told) if has_words(person) else ()
        return [ops.Answer(who=who, texts=said, source="reply")] if said else [ops.Try(verb="buy", what=who)]
    if fare is not None:
        sold = ops.Attempt(stance="persuade", target=who, recipient=fare, aim=f"sell {intent.topic}")
        return [sold, *([ops.Give(item=coin, to=who)] if coin is not None else [])]
    said = reply(person, "dealt", was_told) if has_words(person) else ()
    goods = f"buy {intent.topic} from {person.name}"
    bought = ops.Express(what=(intent.words if intent.recipient else goods)[:120], how="handling")
    paid = [ops.Give(item=coin, to=who)] if coin is not None else []
    agreed = [ops.Answer(who=who, texts=said, source="reaction")] if said and not paid else []
    return [bought, *paid, *(_thanks(world, state, intent) or agreed)]


def _thanks(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What whoever is treated says to it."""
    person = world.characters.get(intent.recipient or "")
    if person is None or person.id not in state.present() or not has_words(person):
        return []
    texts = reply(person, "given", lambda text: digest(text) in state.told)
    return [ops.Answer(who=person.id, texts=texts, source="reaction")] if texts else []


def _is_without_money(world: World, state: StoryState, coin: str | None) -> bool:
    """Whether a world has money, and the player none of it."""
    money = [one for one in world.items.values() if not _MONEY.isdisjoint((*one.tags, *one.name.casefold().split()))]
    return bool(money) and coin is None and all(state.items.get(item.id) != PLAYER for item in money)
