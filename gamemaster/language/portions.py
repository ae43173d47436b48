"""Whether words mean less than the whole of a thing: half the bread, a sip, one of the dates. Pure."""

from __future__ import annotations

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.tables.function_words import PARTITIVES, VESSELS
from worlds.schema import World

# What is made to hold things and be opened, by the last word of a name.
HOLDS = frozenset(
    """locker cupboard cabinet drawer wardrobe closet box crate case suitcase briefcase trunk chest bag sack satchel
    backpack rucksack purse wallet basket bin hamper fridge refrigerator freezer oven larder pantry bureau sideboard
    dresser desk jar tin canister envelope pouch coffer casket toolbox handbag folder""".split()
)
_FORMS = Forms(__name__)
_WORDS = Words(__name__)
SHARING = frozenset({"split", "share", "halve"})


def part_meant(world: World, thing: str, words: str) -> str:
    """What part of a thing the words speak of, as it could stand before "of it"; empty where they mean all of it."""
    fraction = _FORMS["fraction"].search(words)
    if fraction is not None:
        return "some" if fraction["part"] in SHARING else fraction["part"]
    if _FORMS["little_at_a_time"].match(words):
        return "a little"
    named = {stem(word) for name in _names(world, thing) for word in name}
    for measured in _FORMS["measured"].finditer(words):
        noun = stem(measured["noun"])
        own = noun in named or (noun in VESSELS and not VESSELS.isdisjoint(named))
        if noun in PARTITIVES | VESSELS and not own:
            return measured["part"]
    some = _FORMS["some"].search(words) if _FORMS["helping_oneself"].match(words) is None else None
    item = world.items.get(thing)
    if some is not None and item is not None and not item.plural and stem(some["noun"]) in named:
        return "some"  # "tear some tape"
    if _is_drawn_from(words, named):
        return "some"  # "give the mule water from my waterskin"
    if _FORMS["one_of_it"].search(words) is not None or is_one_of_many(world, thing, words):
        return "one"
    return ""


def _is_drawn_from(words: str, named: set[str]) -> bool:
    """Whether a thing is only what something is given, poured or drunk out of."""
    found = _FORMS["out_of"].search(words)
    return found is not None and not named.isdisjoint(map(stem, words_of(found["source"])))


def is_one_of_many(world: World, thing: str, words: str) -> bool:
    """Whether the words name one of what a thing is several of, or a few: "a cigarette", "two of the turnips"."""
    item = world.items.get(thing)
    names = _names(world, thing)
    held = {stem(name[-1]) for name in names if "of" in name[1:-1] and name[-1] != stem(name[-1])}
    if item is not None and item.plural:
        held.update(stem(name[-1]) for name in names)
    held -= HOLDS  # "a crate of turnips" is all of them
    said = words_of(plain(words))
    loose = item is not None and (item.plural or bool(held))  # a crate of turnips is opened, and one taken out
    bare = loose and {stem(name[-1]) for name in names}.isdisjoint(map(stem, said))
    if bare and any(_is_bare_one(said, at) for at in range(1, len(said))):
        return True  # "offer him one first"
    paired = any(name[0] == "pair" for name in names)
    return any(_counts_from(said, at, held, few=not paired) for at in range(len(said) - 1))


def _names(world: World, thing: str) -> list[list[str]]:
    item = world.items.get(thing)
    return [words_of(plain(name)) for name in (item.name, *item.aliases)] if item is not None else []


def _is_bare_one(said: list[str], at: int) -> bool:
    return said[at] == "one" and (at + 1 == len(said) or said[at + 1] in _WORDS["after_one"])


def _counts_from(said: list[str], at: int, many: set[str], *, few: bool) -> bool:
    """Whether a number or a small measure begins here that is of these many: "a turnip", "a couple of the turnips"."""
    number = said[at]
    rest = [
        word for word in said[at + 1 : at + 5] if word not in ("of", "the", "these", "those", "my", "your")
    ]
    measured = number in ("a", "one", "another") and rest[:1] != [] and rest[0] in _WORDS["few"]
    rest = rest[measured:]
    if few and number in _WORDS["few"] and not measured:  # "the three best looking turnips"
        rest = next((rest[n:] for n in range(min(3, len(rest))) if stem(rest[n]) in many), rest)
    if number == "the" and len(rest) > 1 and rest[0].endswith("est"):
        return stem(rest[1]) in many and rest[1] == stem(rest[1])  # "the biggest turnip"
    if not rest or stem(rest[0]) not in many:
        return False
    single = rest[0] == stem(rest[0])
    if number in _WORDS["one"] and not measured and (single or said[at + 1] == "of"):
        return True
    return few and not single and (measured or number in _WORDS["few"] or number.isdecimal())
