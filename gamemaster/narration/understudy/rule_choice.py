"""Which of the world's rules answers what the player wants to do, and with which target and tool. Pure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from gamemaster.language.english import Words
from gamemaster.language.names.normalization import SPEECH, content_of, plain, stem, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS
from gamemaster.language.talk.forces.statements import statement_of
from gamemaster.language.talk.questions.matters import SMALL_WORDS, topic_names
from gamemaster.narration.understudy.deeds.rule_wording import (
    makes_what_is_anothers,
    names_others,
    speaks_of,
    verb_typed,
)
from gamemaster.narration.understudy.rules_meant import (
    is_off_its_matter,
    of_what_it_is_about,
    rule_of_plea,
    wishes_for_company,
)
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import Deeds, holds
from gamemaster.rules.operations.actions import done_before, fits, is_used_up, tool_for
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import hidden_features, in_reach
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.rules import all_rules
from worlds.schema import ANYONE, ANYTHING, ANYWHERE, NOWHERE, PLAYER, Rule, World

_WORDS = Words(__name__)

Pair = tuple[str | None, str | None]


def rule_for(world: World, state: StoryState, intent: Intent) -> ops.Use | None:
    """The first rule that fits and can be done, or that refuses in its own words.

    A rule with the very tool that was named comes before those that need none. One that was done before and may be
    done only once answers when nothing else does, and its writer gave it words for that.
    """
    over: ops.Use | None = None
    if intent.words.removeprefix("i ") == "light up" and not intent.objects:
        return _lit_of_what_is_carried(world, state, intent)
    for rule, target, item in _candidates(world, state, intent):
        if not fits(rule, world, state, None, target, item) or _says_otherwise(rule, world, state, intent):
            continue
        if _makes_something_else(rule, intent) or is_off_its_matter(world, rule, intent):
            continue
        if names_others(world, state, rule, intent, (target, item if rule.with_ else None)):
            continue
        if makes_what_is_anothers(world, state, rule, intent):
            continue
        use = ops.Use(rule=rule.id, target=target, item=item if rule.with_ else None)
        if done_before(rule.id, rule, state):
            over = over or (use if rule.again else None)
        elif rule.refuse or holds(rule.when, world, state, deeds_of(intent, rule)):
            return use
    if over is None and _is_done_before_somebody(world, intent):
        return rule_for(world, state, intent.model_copy(update={"objects": (), "recipient": None}))
    if over is None and (won := rule_of_plea(world, state, intent)) is not None:
        rule = next(one for one in all_rules(world) if one.id == won.rule)
        return None if _claims_unasked(rule, intent) else won
    meant = of_what_it_is_about(world, state, intent) if over is None and intent.rule is None else None
    return over if meant is None else rule_for(world, state, meant)


def _lit_of_what_is_carried(world: World, state: StoryState, intent: Intent) -> ops.Use | None:
    """What is lit where nothing is named: what the player carries that is there to be lit, and for nothing else."""
    meant = {
        thing
        for rule in all_rules(world)
        if "light" in rule.verbs and _WORDS["lit"].issuperset(rule.verbs)
        for thing in rule.on
        if state.items.get(thing) == PLAYER
    }
    lit = (intent.model_copy(update={"verb": "light", "objects": (thing,), "words": ""}) for thing in meant)
    return rule_for(world, state, next(lit)) if len(meant) == 1 else None


def _is_done_before_somebody(world: World, intent: Intent) -> bool:
    """Whether something is done by oneself, and others only hear it: "sing to the drone"."""
    beings = {*world.characters, *world.threats}
    heard = [
        thing
        for thing in (*intent.objects, intent.recipient)
        if thing is not None and thing not in world.items
    ]
    return intent.verb in _WORDS["performed"] and bool(heard) and beings.issuperset(heard)


def _makes_something_else(rule: Rule, intent: Intent) -> bool:
    """Whether the player makes something of their own, of which the rule for making says nothing: a tower of spoons."""
    if intent.objects or intent.rule == rule.id:
        return False
    spent = (
        rule.effects.lose and not rule.on
    )  # what is used up for one thing is not used up for another: "an egg"
    made = content_of(
        (intent.topic or "") if intent.verb == "build" else _named_by_article(intent) if spent else ""
    )
    if not made:
        return False
    spoken = (text for variant in (*rule.text, *rule.refuse) for text in variant.text)
    about = " ".join((rule.id.replace("_", " "), rule.suggest or "", *rule.phrases, *spoken))
    return not made & content_of(about)


def _named_by_article(intent: Intent) -> str:
    """What is named after an article or "my", up to what it is done with: "steak" of "cook odile a steak"."""
    words = intent.words.split()
    start = next((at for at, word in enumerate(words) if word in DETERMINERS), len(words))
    return " ".join(itertools.takewhile(lambda word: word not in PREPOSITIONS, words[start:]))


def _is_bare_noise(rule: Rule, world: World, state: StoryState, intent: Intent) -> bool:
    """Whether words called out would be told as any shout, because nothing that its writer foresaw holds here."""
    in_words = intent.verb == "call" and bool(intent.topic) and '"' in intent.words and intent.rule != rule.id
    if not in_words or rule.on or len(rule.text) < 2 or rule.text[-1].when is not None:
        return False
    return not any(holds(one.when, world, state, deeds_of(intent, rule)) for one in rule.text[:-1])


def _says_otherwise(rule: Rule, world: World, state: StoryState, intent: Intent) -> bool:
    """Whether a rule would put words into the player's mouth: they spoke in their own, of something else."""
    if _is_bare_noise(rule, world, state, intent):
        return True
    staged = intent.verb in _WORDS["staged"] and bool(intent.topic) and rule.check is not None
    # What is told is told in one's own words: of another matter than a rule's writer had in mind, or a mere greeting.
    told = intent.verb == "tell" and bool(intent.topic) and rule.id != intent.rule
    staged = staged or (told and bool(rule.suggest or rule.phrases))
    if told and statement_of((intent.topic or "").split()).force == "greet":
        return True
    if _claims_unasked(rule, intent):
        return True
    appeal = intent.verb in _WORDS["appeals"] and bool(intent.topic)
    in_own_words = intent.force is not None or staged
    if not (in_own_words or appeal) or intent.rule == rule.id or not (rule.text or rule.refuse):
        return False
    people = (world.characters[who] for who in rule.on if who in world.characters)
    names = " ".join(" ".join((person.name, *person.aliases)) for person in people)
    own = content_of(_words_said(intent)) - content_of(names) - content_of(" ".join((intent.verb, *_FORCES)))
    if not own or not {ANYONE, ANYTHING, ANYWHERE}.isdisjoint(rule.on):
        return False  # a word of thanks is what any word of thanks is
    about = " ".join((rule.id.replace("_", " "), rule.suggest or "", *rule.phrases))
    spoken = " ".join(text for variant in rule.text for text in variant.text)
    if in_own_words and not own & content_of(f"{about} {spoken}"):
        return True
    # "To spare me" may be meant of anything; "to let me see the log" is of the log.
    named = _named_matters(world, state, intent) - content_of(names)
    comes = re.findall(r"[a-z]+", rule.model_dump_json(include={"when", "effects"}, exclude_defaults=True))
    comes_of_it = " ".join((rule.remember or "", *comes))
    return appeal and bool(named) and not named & content_of(f"{about} {spoken} {comes_of_it}")


def _words_said(intent: Intent) -> str:
    """The player's own words; of a quotation, whose words are kept as what it is about, those."""
    return f"{intent.words} {intent.topic or ''}" if SPEECH in intent.words.split() else intent.words


_CLAIM = re.compile(r"\bYou (?:say|claim|swear|promise|lie|tell (?:\w+ ){0,2}\w+) that\b[^.?!]*")


def _claims_unasked(rule: Rule, intent: Intent) -> bool:
    """Whether a rule that a lie comes to, or that binds the player, has them say what they did not.

    "Walk with me to the byre" only asks for company: it is not "You say that there's silver at the hut".
    """
    if not (intent.verb == "recruit" or wishes_for_company(intent)) or intent.rule == rule.id:
        return False
    if "deceive" not in rule.verbs and not rule.effects.promise:
        return False
    claimed = " ".join(
        claim for variant in rule.text for text in variant.text for claim in _CLAIM.findall(text)
    )
    return bool(claimed) and not content_of(_words_said(intent)) & content_of(claimed)


def _named_matters(world: World, state: StoryState, intent: Intent) -> set[str]:
    """What the words of an appeal name that is something in this world: a thing, a place, a person, a topic."""
    known = {word for name in topic_names(world) for word in name}
    nouns = scope_of(world, state).nouns
    small = (SMALL_WORDS, nouns.verbs.base)
    words = [word for word in words_of(plain(_words_said(intent))) if not any(word in one for one in small)]
    return content_of(" ".join(word for word in words if stem(word) in nouns.by_stem or stem(word) in known))


def _is_bare_handed(rule: Rule, intent: Intent) -> bool:
    """Whether a blow is struck with one's own body, and the rule would strike it with what is carried."""
    if intent.verb != "attack" or _WORDS["violent"].isdisjoint(rule.verbs):
        return False
    words = [word.removesuffix("s") for word in intent.words.split()[:3]]
    return not _WORDS["bare_handed"].isdisjoint(words)


def _is_only_laid_down(rule: Rule, intent: Intent) -> bool:
    """Whether something is put nowhere in particular, and the rule would destroy it: that is asked for by name."""
    nowhere = intent.verb in ("put", "drop") and intent.recipient is None and not intent.topic
    return nowhere and intent.rule is None and not _WORDS["violent"].isdisjoint(rule.verbs)


_FORCES = (
    "thanks", "sorry", "please", "promise", "swear", "will", "beg", "very", "give", "be", "so", "only", "pretend",
)  # fmt: skip


_OFFER = re.compile(r"^(?:ask|persuade|beg|get|urge) .+? to (?P<deed>.+)$")
_SMALL_WORDS = (DETERMINERS | frozenset({"you", "me", "us", "with", "to"})) - {"own"}


def rule_offered(world: World, state: StoryState, who: str, words: str) -> ops.Use | None:
    """The rule on a person that the menu offers in words like these: "ask Tallack to own up" for "will you own up?"."""
    said = set(map(stem, words_of(plain(words))))
    for rule in all_rules(world):
        offer = _OFFER.match((rule.suggest or "").casefold()) if who in rule.on and not rule.with_ else None
        if offer is None or done_before(rule.id, rule, state):
            continue
        deed = {stem(word) for word in words_of(plain(offer["deed"])) if word not in _SMALL_WORDS}
        if (
            deed
            and deed <= said
            and fits(rule, world, state, None, who, None)
            and holds(rule.when, world, state)
        ):
            return ops.Use(rule=rule.id, target=who)
    return None


def is_sweeping(world: World, rule_id: str) -> bool:
    """Whether a rule is about anyone or anything, and decides nothing by dice."""
    rule = next(rule for rule in all_rules(world) if rule.id == rule_id)
    return rule.check is None and not {ANYONE, ANYTHING, ANYWHERE}.isdisjoint(rule.on)


def done_rule_for(world: World, state: StoryState, intent: Intent) -> ops.Use | None:
    """A rule that would answer, had it not been done once already."""
    for rule, target, item in _candidates(world, state, intent):
        if done_before(rule.id, rule, state) and fits(rule, world, state, None, target, item):
            return ops.Use(rule=rule.id, target=target, item=item if rule.with_ else None)
    return None


def wants_tool(world: World, state: StoryState, intent: Intent) -> bool:
    """Whether a rule would answer if the player only had something that it is done with."""
    return _rule_without_tool(world, state, intent) is not None


def refused_for_want(world: World, state: StoryState, intent: Intent) -> ops.Use | None:
    """The rule that would answer if the player had what it is done with, where its writer words the want of it.

    Of what is done already, and has used up what it was done with, its writer's refusal tells.
    """
    spent = intent.tool in state.held and state.items.get(intent.tool or "") == NOWHERE
    found = _rule_without_tool(world, state, intent.model_copy(update={"tool": None}) if spent else intent)
    if found is None or not found[0].refuse:
        return None
    rule, target = found
    failing = rule.when is None or (is_used_up(rule, state) and not holds(rule.when, world, state))
    return ops.Use(rule=rule.id, target=target) if failing else None


def _rule_without_tool(world: World, state: StoryState, intent: Intent) -> tuple[Rule, str | None] | None:
    for rule, target, item in _candidates(world, state, intent):
        if rule.with_ and item is None and not done_before(rule.id, rule, state):
            bare = rule.model_copy(update={"with_": ()})
            if fits(bare, world, state, None, target, None) and (
                rule.refuse or holds(rule.when, world, state, deeds_of(intent, rule))
            ):
                return rule, target
    return None


def use_for(world: World, state: StoryState, intent: Intent) -> ops.Use | None:
    """ "Use X (on Y)": whatever one rule says can be done with it, whatever its verb.

    A blow is struck only by whoever says that they use the thing: other verbs are taken for it, too.
    """
    outright = not {"use", "uses", "using"}.isdisjoint(intent.words.split())
    for rule in all_rules(world):
        if ANYTHING in rule.on:
            continue  # to use a thing is not to do to it whatever can be done to anything
        if not _is_to_use(intent) and not speaks_of(world, rule, verb_typed(intent.words)):
            continue  # whoever swings a crate of turnips does not eat one
        for target, item in _pairs(state, world, intent):
            if (item is not None and not rule.with_) or (item is None and target in world.characters):
                continue  # nobody is used, and a tool that was named must matter
            if item is None and intent.recipient is not None and target == intent.recipient:
                continue  # nor is what it is only used on
            if target in world.characters and not outright and not _WORDS["violent"].isdisjoint(rule.verbs):
                continue
            elsewhere = (
                intent.tool is not None and intent.objects
            )  # "use the wrench on the grating": on that alone
            targets = [target] if target is not None or item is None or elsewhere else [*rule.on]
            for aim in targets:
                if item is None and rule.with_ and _is_another_tool(rule, world, intent.tool):
                    continue
                tool = item or tool_for(rule, world, state)
                if aim is None or aim == state.place or aim not in reach(world, state) or aim == tool:
                    continue
                if (
                    fits(rule, world, state, None, aim, tool)
                    and not done_before(rule.id, rule, state)
                    and holds(rule.when, world, state, deeds_of(intent, rule))
                ):
                    return ops.Use(rule=rule.id, target=aim, item=tool if rule.with_ else None)
    return None


def _is_to_use(intent: Intent) -> bool:
    """Whether a thing is used in so many words, whatever for."""
    return not intent.words or not _WORDS["to_use"].isdisjoint(intent.words.split()[:4])


def reach(world: World, state: StoryState) -> set[str]:
    """What a rule may be aimed at: what is in reach, what hides here, and what the people here carry."""
    here = set(state.present())
    held = {item for item, where in state.items.items() if where in here}
    return in_reach(world, state) | {feature.id for feature in hidden_features(world, state)} | held


def deeds_of(intent: Intent, rule: Rule) -> Deeds:
    things = (*intent.objects, intent.tool, intent.recipient, intent.topic)
    return Deeds(frozenset({intent.verb}), frozenset(t for t in things if t is not None), purpose=rule.id)


def _candidates(
    world: World, state: StoryState, intent: Intent
) -> Iterator[tuple[Rule, str | None, str | None]]:
    """Rules with the target and the tool that the words may mean for them, in the order in which they are tried."""
    rules = _rules_for(world, intent)
    if not rules:
        return
    near = reach(world, state)
    pairs = list(dict.fromkeys(_pairs(state, world, intent)))
    named = {thing for thing in (*intent.objects, intent.tool, intent.recipient) if thing in world.items}
    handed = intent.recipient is not None and any(thing in world.items for thing in intent.objects)
    for with_named_tool in (True, False) if named else (False,):
        for rule in rules:
            by_phrase = rule.id == intent.rule
            if with_named_tool and not rule.with_:
                continue
            if not by_phrase and _is_switched_the_other_way(rule, intent):
                continue
            aims = _own_targets(rule, near) if by_phrase and not intent.objects else pairs
            for target, item in aims:
                if target is not None and target not in near:
                    continue
                if with_named_tool and item not in named:
                    continue
                robbed = intent.verb == "take" and target in world.characters and intent.objects == (target,)
                if robbed and "steal" in rule.verbs and not by_phrase:
                    continue  # to take somebody along, or aside, is no theft: what is taken from them is named
                if target in intent.objects and item is None and _is_only_laid_down(rule, intent):
                    continue  # to put a page back is not to put it on the fire
                if rule.with_ and item is None and _is_bare_handed(rule, intent):
                    continue  # whoever elbows somebody draws no knife
                if rule.with_ and item is None and (handed or intent.verb in _WORDS["letting_go"]):
                    continue  # who gives the letter, or drops a torch, does not part with what they did not name
                if rule.with_ and item is None and _is_another_tool(rule, world, intent.tool):
                    continue  # a dime on a lock is not the clip in one's pocket
                if rule.with_ and item is None and state.items.get(intent.tool or "", PLAYER) != PLAYER:
                    continue  # nor is the shovel that lies elsewhere
                if rule.with_:
                    yield rule, target, item if item is not None else tool_for(rule, world, state)
                elif item is None or item == intent.tool or _is_on_both(world, rule, target, item):
                    yield rule, target, None  # a rule that needs no tool does not mind one


def _is_on_both(world: World, rule: Rule, target: str | None, item: str) -> bool:
    """Whether a rule names both things, of which one is put on the other."""
    return target not in world.characters and {target, item} <= set(rule.on)


def _rules_for(world: World, intent: Intent) -> tuple[Rule, ...]:
    """The rule whose phrase was said; else those with the verb."""
    if intent.rule is None:
        rules = _rules_by_verb(world).get(intent.verb, ())
        stirred = (
            _WORDS["stirring"].intersection(intent.words.split()) if intent.verb == "cook" else frozenset()
        )
        return tuple(rule for rule in rules if not stirred or _names_any(rule, stirred))
    return tuple(rule for rule in all_rules(world) if rule.id == intent.rule)


def _names_any(rule: Rule, words: frozenset[str]) -> bool:
    """Whether a rule speaks of one of these words: what is only stirred is neither eaten nor mended by it."""
    return not words.isdisjoint(" ".join((*rule.verbs, *rule.phrases, rule.suggest or "")).casefold().split())


@per_world
def _rules_by_verb(world: World) -> dict[str, tuple[Rule, ...]]:
    found: dict[str, list[Rule]] = {}
    for rule in all_rules(world):
        for verb in dict.fromkeys(rule.verbs):
            found.setdefault(verb, []).append(rule)
    return {verb: tuple(rules) for verb, rules in found.items()}


def _is_switched_the_other_way(rule: Rule, intent: Intent) -> bool:
    """Whether something is turned off, and the rule for turning it sets it going: "turn off the gramophone"."""
    off = intent.verb in ("turn", "use") and "off" in intent.words.split()
    return off and not _WORDS["starting"].isdisjoint(rule.verbs)


def wants_another_tool(world: World, intent: Intent) -> bool:
    """Whether a rule about this very thing is done with another tool than the one that was named."""
    rules = (rule for rule in all_rules(world) if rule.with_ and intent.verb in rule.verbs)
    aimed = (rule for rule in rules if not set(rule.on).isdisjoint(intent.objects))
    return any(_is_another_tool(rule, world, intent.tool) for rule in aimed)


def _is_another_tool(rule: Rule, world: World, tool: str | None) -> bool:
    """Whether a thing was named as the tool that is none of those the rule is done with."""
    item = world.items.get(tool or "")
    return item is not None and set(rule.with_).isdisjoint((item.id, *item.tags))


def _own_targets(rule: Rule, near: set[str]) -> list[Pair]:
    """For a rule named by one of its phrases: its own targets that are here."""
    return [(thing, None) for thing in rule.on if thing in near] or [(None, None)]


def _pairs(state: StoryState, world: World, intent: Intent) -> Iterator[Pair]:
    """(target, tool) as the words may mean them, the likeliest first."""
    first = intent.objects[0] if intent.objects else None
    if intent.recipient is not None:
        yield intent.recipient, first
        yield first, intent.recipient
    if intent.tool is not None:
        yield first, intent.tool
        yield intent.tool, first
    if intent.verb == "put" and (intent.recipient or intent.topic):
        return  # what is put somewhere is not put to another use
    for thing in intent.objects:
        yield thing, None
        if state.items.get(thing) == PLAYER:
            yield None, thing
    if intent.recipient is not None and not (intent.verb in _WORDS["done_there"] and intent.objects):
        yield intent.recipient, None
    if intent.verb in _WORDS["aimless"] and all(thing in world.locations for thing in intent.objects):
        yield state.place, intent.tool
        yield None, intent.tool
    elif not intent.objects and intent.recipient is None:
        yield None, intent.tool
