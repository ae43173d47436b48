"""Rules that the player's words mean although they do not fit them to the letter. Pure.

What is coaxed in other words, what a deed "done to nothing" is about, and what can be done, but not here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.tables.function_words import ADVERBS, DETERMINERS
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import holds
from gamemaster.rules.operations.actions import done_before
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.rules import all_rules
from worlds.schema import ANYWHERE, PLAYER, Rule, World
from worlds.verbs import BASE_VERBS

# To win somebody for something, by whatever means: a rule that knows one of them is meant by the others, too.
_COAXING = frozenset({"persuade", "charm", "comfort", "bargain", "beg", "recruit"})
_SAID = frozenset({"tell", "ask", "talk", "promise"})
# What is wished of somebody who is to come along, or to go where they are wanted.
_COMING = re.compile(
    r"(?P<before>(?:\w+ ){0,3})\b(?:(?:come|walk|go) (?:right |straight )?(?:along|with|back|in|inside|home)|return"
    r"|(?:follow|join|accompany) (?:me|us)|get (?:off|back|inside))\b"
)
_SOMEBODY_ELSE = frozenset("i we he she they it who not never did do does didnt dont".split())
_HAULING = frozenset("drag drags haul hauls pull pulls carry carries push shove force".split())
_ASKING_FOR_IT = re.compile(
    r"(?<!why )\b(?:will|would|could|can|shall) (?:you|we|not come)\b|\bplease\b|\bwhy do not you\b"
)


# A tune that is taken up with somebody, as a gesture: "hum along with her tune", "join in her song".
_TAKEN_UP = re.compile(
    r"(?:i )?(?:softly |quietly )?(?:(?:hum|croon|warble)s?\b.*\b(?:along|with|to|tune|song|air)"
    r"|joins? (?:in|her|him|them)\b.*\b(?:song|tune|singing|humming))\b"
)


def sung_along(world: World, state: StoryState, intent: Intent) -> ops.Use | None:
    """The rule that a writer wrote for singing to the only one here to whom it is sung, for whoever hums along."""
    if _TAKEN_UP.match(intent.topic or intent.words) is None:
        return None
    rules = [
        (rule, who)
        for rule in all_rules(world)
        for who in rule.on
        if "sing" in rule.verbs and who in state.present() and who in world.characters and rule.check is None
    ]
    if len(rules) != 1 or rules[0][0].with_ or not holds(rules[0][0].when, world, state):
        return None
    return ops.Use(rule=rules[0][0].id, target=rules[0][1])


_DENIALS = frozenset("nothing nobody no not never none nowhere neither nor empty".split())
_SHARED_WITH_A_FACT = 2  # words


def is_off_its_matter(world: World, rule: Rule, intent: Intent) -> bool:
    """Whether the words name nothing of what the rule is `about`, or tell the contrary; a phrase of it is about it."""
    if intent.rule == rule.id:
        return False
    said = words_of(plain(f"{intent.words} {intent.topic or ''}"))
    denied = intent.verb == "tell" and not _DENIALS.isdisjoint(said)
    written = words_of(plain(" ".join((rule.suggest or "", *rule.phrases, *rule.about))))
    if denied and not rule.with_ and _DENIALS.isdisjoint(written):
        return True
    if not rule.about:
        return False
    things = (thing for thing in (*intent.objects, intent.recipient, intent.topic) if thing not in rule.on)
    named = " ".join(name for thing in things if thing is not None for name in _goes_by(world, rule, thing))
    stems = content_of(f"{' '.join(said)} {named}")
    return not any(_is_named_by(world, rule, matter, stems) for matter in rule.about)


def _is_named_by(world: World, rule: Rule, matter: str, stems: set[str]) -> bool:
    if matter in world.facts:
        text = content_of(world.facts[matter].text)
        return len(text & stems) >= min(_SHARED_WITH_A_FACT, len(text))
    return any(
        (name := content_of(one)) and name <= stems for one in _goes_by(world, rule, matter) or (matter,)
    )


def _goes_by(world: World, rule: Rule, matter: str) -> tuple[str, ...]:
    """The names of what an identifier stands for: a thing, a person, or a topic of somebody the rule is on."""
    for section in (world.items, world.characters, world.locations, world.threats):
        if matter in section:
            return (section[matter].name, *section[matter].aliases)
    people = (world.characters[who] for who in rule.on if who in world.characters)
    topics = (person.topics[matter] for person in people if matter in person.topics)
    return tuple(name for topic in topics for name in topic.names)


def rule_of_plea(world: World, state: StoryState, intent: Intent) -> ops.Use | None:
    """The rule by which somebody here would come along, for whoever asks, begs or tells them to in any words."""
    if intent.verb not in _COAXING | _SAID or intent.rule is not None:
        return None
    who = next((thing for thing in (*intent.objects, intent.recipient) if thing in world.characters), None)
    if who is None or who not in state.present() or state.characters[who].following:
        return None
    bare = intent.verb == "beg" and not intent.topic  # "plead with him" is for what he can be won for
    company = intent.verb == "recruit" and _HAULING.isdisjoint(intent.words.split())
    if not (bare or company or wishes_for_company(intent)):
        return None
    for rule in all_rules(world):
        wins = who in rule.on and not rule.with_ and not _COAXING.isdisjoint(rule.verbs)
        if (
            not wins
            or not (who in rule.effects.follow or who in rule.effects.send)
            or _is_out_of_place(rule, state)
        ):
            continue
        if not done_before(rule.id, rule, state) and (rule.refuse or holds(rule.when, world, state)):
            return ops.Use(rule=rule.id, target=who)
    return None


def wishes_for_company(intent: Intent) -> bool:
    """Whether words to somebody want them to come: an order, a plea or an offer, and no tale of who came."""
    words = intent.words or intent.topic or ""
    said = " ".join(words_of(f"{words} {intent.topic or ''}".casefold()))
    if intent.verb == "ask" and _ASKING_FOR_IT.search(" ".join(words_of(words.casefold()))) is None:
        return False
    wished = _COMING.search(said)
    lead = said[: wished.start("before") + len(wished["before"])].split() if wished is not None else []
    if lead[:2] == ["i", "wish"] or "me" in lead:
        return False  # "I wish I could go home", "you couldn't pay me to go back"
    before = wished["before"].split()[-2:] if wished is not None else []
    urged = before[-1:] in (["should"], ["must"]) and before[0] in (
        "he",
        "she",
        "you",
    )  # "tell him he should"
    return wished is not None and (urged or _SOMEBODY_ELSE.isdisjoint(before))


# Verbs that every world has, and that mean the one thing here that they are for, where nothing is named.
POSTURES = frozenset("sit kneel stand lie lean crouch".split())
_BY_THEMSELVES = frozenset({"dig", "ring", "knock", "climb"})
_A_MESSAGE = 3  # words
_NAMING_NOTHING = ADVERBS | frozenset("it now again please up away more harder".split())


def sole_thing_for(world: World, state: StoryState, intent: Intent, near: Collection[str]) -> Intent | None:
    """A bare verb with the one thing in reach that the world's rules have it for: "ram" before a drift."""
    own = intent.verb in _BY_THEMSELVES or (intent.verb in world.verbs and intent.verb not in BASE_VERBS)
    if not own or intent.objects or intent.recipient is not None or intent.rule is not None:
        return None
    if intent.verb in POSTURES:
        return None  # whoever just sits down takes the nearest seat, and none that a writer tells of
    words = words_of(intent.words)
    _, length = nouns_of(world).verbs.at_start(words)
    rest = words[length:]
    message = intent.verb in world.verbs and len(rest) <= _A_MESSAGE and DETERMINERS.isdisjoint(rest)
    if not length or not (message or _NAMING_NOTHING.issuperset(rest)):
        return None  # "ram the gate" names another thing; "telegraph for help" says what is telegraphed
    meant = {
        thing
        for rule in all_rules(world)
        if intent.verb in rule.verbs and not rule.secret and not _is_out_of_place(rule, state)
        for thing in rule.on
        if thing in near and thing not in world.locations
    }
    if intent.verb in ("eat", "drink"):  # nobody helps themselves to another's bottle by "have a drink"
        theirs = {thing for thing in meant & world.items.keys() if state.items.get(thing) != PLAYER}
        meant = meant - theirs
    things = meant - world.characters.keys() or meant
    return intent.model_copy(update={"objects": tuple(things)}) if len(things) == 1 else None


def of_what_it_is_about(world: World, state: StoryState, intent: Intent) -> Intent | None:
    """The deed as its writer wrote it, "done to nothing", where the player names what it is about: "cook the pear".

    None where no such rule can answer here.
    """
    rule = next(_about(world, state, intent, here=True), None)
    return (
        None
        if rule is None
        else intent.model_copy(update={"objects": (), "recipient": None, "rule": rule.id})
    )


def done_elsewhere(world: World, state: StoryState, intent: Intent) -> list[ops.Operation]:
    """What is said to a deed that a rule of this world has for another place; the place only if it is known."""
    rule = next(_about(world, state, intent, here=False), None)
    if rule is None:
        return []
    known = next((place for place in rule.at if place in state.visited), None)
    return [
        ops.Try(verb=intent.verb, what=known, why="other_place" if known is not None else "not_this_place")
    ]


def _about(world: World, state: StoryState, intent: Intent, *, here: bool) -> Iterator[Rule]:
    """Rules of a deed done to nothing that mean this one, and apply where the player is, or only elsewhere."""
    for rule in _done_to_nothing(world).get(intent.verb, ()):
        if _is_out_of_place(rule, state) == here:
            continue
        if done_before(rule.id, rule, state) or not (rule.refuse or holds(rule.when, world, state)):
            continue
        if _names_its_matter(world, rule, intent):
            yield rule


@per_world
def _done_to_nothing(world: World) -> dict[str, tuple[Rule, ...]]:
    """The rules of deeds that are done to nothing, by verb; no secret ones."""
    found: dict[str, tuple[Rule, ...]] = {}
    for rule in all_rules(world):
        if not rule.on and not rule.secret:
            for verb in dict.fromkeys(rule.verbs):
                found[verb] = (*found.get(verb, ()), rule)
    return found


def _is_out_of_place(rule: Rule, state: StoryState) -> bool:
    return bool(rule.at) and state.place not in rule.at and ANYWHERE not in rule.at


def _names_its_matter(world: World, rule: Rule, intent: Intent) -> bool:
    """Whether all that an intent names is what the rule is about; a verb of the world's own is about it by itself."""
    named = [thing for thing in (*intent.objects, intent.recipient, intent.tool) if thing is not None]
    if not named:
        return intent.verb not in BASE_VERBS and intent.verb in world.verbs
    needed = (*rule.when.has, *rule.when.reach, *rule.when.here) if rule.when is not None else ()
    matters = {*needed, *rule.effects.lose, *rule.effects.give}
    told = content_of(" ".join((rule.suggest or "", *rule.phrases)))
    return all(thing in matters or bool(_names_of(world, thing) & told) for thing in named)


def _names_of(world: World, thing: str) -> set[str]:
    """The last words of what a thing goes by: "pears" of "jar of pears"."""
    found = world.items.get(thing) or world.characters.get(thing)
    if found is None:
        return set()
    return content_of(" ".join(stem(name.casefold().split()[-1]) for name in (found.name, *found.aliases)))
