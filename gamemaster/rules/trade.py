"""Who sells food and drink, where no rule of their writer says it: whoever keeps a stall, a shop, an inn. Pure."""

from __future__ import annotations

import re

from worlds.schema import Character, Item

_FARE = frozenset({"food", "drink"})  # tags of what is sold by the piece
# Words by which a writer says that a place is a shop, a stall, a tavern, or that somebody keeps one.
_SHOP = (
    r"shop(?:s|keepers?)?|stall(?:s|holders?|keepers?)?|\w*mongers?|grocers?|bakers?|butchers?|innkeepers?|taverns?"
    r"|alehouses?|inns?|brewers?|landlord|landlady|barkeeps?|barm[ae]n|barmaids?|bartenders?|vendors?|pedlars?|peddlers?"
    r"|hawkers?|customers?|canteens?|counters?|kiosks?"
)
_OF_SHOPS = re.compile(rf"\b(?:{_SHOP})\b", re.IGNORECASE)
_OF_TRADE = re.compile(rf"\b(?:{_SHOP}|sell(?:s|ers?|ing)?|trad(?:es?|ers?|ing)|merchants?)\b", re.IGNORECASE)


def tells_of_a_shop(text: str) -> bool:
    """Whether a text about a place says that things are sold there."""
    return _OF_SHOPS.search(text) is not None


def trades(person: Character) -> bool:
    """Whether somebody's writer says of them that they sell what people eat, drink or use."""
    told = [text for passage in (person.description, person.presence) for one in passage for text in one.text]
    return _OF_TRADE.search(" ".join((person.name, *person.aliases, person.persona, *told))) is not None


def is_sold_by(item: Item, person: Character) -> bool:
    """Whether a thing is fare that somebody sells, as it is theirs and they trade."""
    return not _FARE.isdisjoint(item.tags) and person.id in (item.owner, item.at) and trades(person)
