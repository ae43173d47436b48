"""A coin of the player's own that is flipped to decide something. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.noun_index import resolve
from gamemaster.language.parser.parse_state import ParseState
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

SIDES_OF_A_COIN = frozenset({"heads", "tails"})
_FLIPPED = re.compile(r"(?P<verb>flip|toss|spin) (?:a|the|my|that) (?:\w+ )?(?P<coin>\w+)(?= |$)")
_COINS = frozenset("coin coins money silver".split())


def read_coin_flip(parse: ParseState, words: list[str]) -> bool:
    """A coin that is flipped shows a side, and nothing more is done: "heads I go, tails I stay"."""
    if words[0] in SIDES_OF_A_COIN and any(_FLIPPED.match(one.topic or "") for one in parse.intents):
        parse.note_words(words, "condition")
        return True
    flipped = _FLIPPED.match(" ".join(words[words[:1] == ["i"] :]))
    if flipped is None or (flipped["verb"] != "flip" and not parse.staked):
        return False
    found = resolve(parse.scope, [flipped["coin"]], frozenset({"item"}))
    coin = parse.scope.world.items.get(found.thing) if found is not None else None
    if coin is None or parse.scope.state.items[coin.id] != PLAYER or not _COINS.intersection(coin.tags):
        return False
    parse.note_words(words, "act")
    told = Intent(verb="express", role="act", topic=f"flip the {flipped['coin']}", objects=(coin.id,))
    parse.add([told], flipped[0].split(), whole=True)
    return True
