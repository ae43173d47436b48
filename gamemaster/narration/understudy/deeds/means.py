"""What a deed is done with, and the rule that is meant by it: another verb's, of what is shut. Pure."""

from __future__ import annotations

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import nouns_of, scope_of
from gamemaster.language.tables.function_words import PREPOSITIONS
from gamemaster.language.talk.addressee import addressee
from gamemaster.narration.understudy.improvisation import (
    DIRECT,
)
from gamemaster.narration.understudy.promises import is_just_that, is_promised, promise_in, same_matter
from gamemaster.narration.understudy.rule_choice import (
    is_sweeping,
    reach,
    rule_for,
    wants_tool,
)
from gamemaster.narration.understudy.rules_meant import sole_thing_for
from gamemaster.narration.understudy.secrecy import is_named
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import holds
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.state import StoryState
from worlds.rules import all_rules, rules_by_id
from worlds.schema import PLAYER, World
from worlds.verbs import SPEAK


def asked_to_hide(state: StoryState, intent: Intent) -> Intent | None:
    """What is not done to somebody grown, but asked of them: "hide Jakob under the bench"."""
    who = next((one for one in intent.objects if one in state.present()), None)
    words = words_of(plain(intent.words))
    if who is None or intent.role != "act" or _HIDING.isdisjoint(words[:2]):
        return None
    at = next((at for at, word in enumerate(words) if at > 1 and word in PREPOSITIONS), len(words))
    wish = " ".join(["hide", *words[at:]])[:120]
    asked = {"verb": "persuade", "objects": (who,), "recipient": None, "role": "speech", "force": "request"}
    return intent.model_copy(update={**asked, "topic": wish})


_HIDING = frozenset({"hide", "conceal"})


def held_out(world: World, state: StoryState, intent: Intent) -> Intent:
    """What is held out or shown to nobody by name is so to whoever is spoken with, or looks on."""
    beings = {*world.characters, *world.threats}
    named = beings & {*intent.objects, intent.recipient}
    carried = [thing for thing in intent.objects if state.items.get(thing) == PLAYER]
    if intent.verb not in ("give", "show") or named or intent.recipient is not None or not carried:
        return intent
    who = addressee(scope_of(world, state), [])
    return intent if who is None else intent.model_copy(update={"recipient": who})


def to_whom_it_is_promised(world: World, state: StoryState, intent: Intent) -> Intent:
    """A promise that a rule here has the player make, in any words of its matter, and to whom it is made there."""
    if intent.verb != "promise" or intent.rule is not None:
        return intent
    said = f"{intent.words} {intent.topic or ''}"
    named = [who for who in state.present() if is_named(world, who, words_of(plain(said)))]
    for rule in all_rules(world):
        vows = [vow for name in rule.effects.promise if (vow := world.promises[name]).by == PLAYER]
        who = next((one for one in rule.on if one in (named or state.present())), None)
        if who is None or "promise" not in rule.verbs or rule.id in state.rules or rule.with_:
            continue
        given = promise_in(world, who, said)
        is_it = given is not None and any(is_just_that(given.what, vow.text) for vow in vows)
        if is_it and holds(rule.when, world, state):
            return intent.model_copy(update={"objects": (who,), "rule": rule.id})
    return intent


def with_what_is_thrown(state: StoryState, intent: Intent, idea: ops.Attempt) -> list[Operation]:
    """A thing that is thrown at somebody has left the hand, however it goes."""
    if intent.verb != "throw" or idea.tool is None or idea.tool not in intent.objects:
        return [idea]
    taken = [ops.Take(item=idea.tool)] if state.items.get(idea.tool) == state.place else []
    return [*taken, idea, ops.Drop(item=idea.tool)]


def rule_by_another_verb(world: World, state: StoryState, intent: Intent) -> ops.Use | None:
    """The rule that a writer wrote for the same words under another verb: "bar the door" may be a world's `hold`."""
    if intent.verb not in DIRECT - {"distract", "beg", "persuade", "deceive", "threaten", "charm", "insult"}:
        return None
    if intent.verb == "signal" and intent.tool is not None:
        return None  # with a lamp: nobody shouts
    phrases = nouns_of(world).verbs.phrases
    for meaning in phrases.get(tuple(intent.words.split()[:1]), ()):
        found = rule_for(world, state, intent.model_copy(update={"verb": meaning}))
        if found is not None and not is_sweeping(world, found.rule):
            return found
    return None


def rule_of_what_is_shut(world: World, state: StoryState, intent: Intent) -> ops.Use | None:
    """What a writer has to say of opening a thing, where it is broken: "crack the safe", which nobody wrote to give.

    Force that left it as it was would be told as a success. A rule with dice of its own is another art.
    """
    if intent.verb != "break" or intent.tool is not None:
        return None
    found = rule_for(world, state, intent.model_copy(update={"verb": "open"}))
    rule = rules_by_id(world).get(found.rule) if found is not None else None
    decided = rule is not None and rule.check is None and not rule.with_ and bool(rule.refuse)
    if intent.recipient == PLAYER:
        return None  # "break it over my knee" opens nothing
    return found if decided and found is not None and not is_sweeping(world, found.rule) else None


def lacks_what_is_dug_with(world: World, state: StoryState, intent: Intent) -> bool:
    """Whether a path or a hole is dug where a rule digs with a tool that the player has not."""
    if intent.verb != "build" or intent.words.split()[:1] != ["dig"]:
        return False
    bare = intent.model_copy(update={"verb": "dig", "topic": None, "words": "dig"})
    meant = sole_thing_for(world, state, bare, reach(world, state))
    return meant is not None and wants_tool(world, state, meant)


def promises_otherwise(world: World, intent: Intent, use: ops.Use) -> bool:
    """Whether the player promises something definite, and another thing than the rule has them promise."""
    rule = rules_by_id(world)[use.rule]
    who = next((thing for thing in (*intent.objects, intent.recipient) if thing in world.characters), None)
    if intent.rule == use.rule:
        return False  # its writer's own words for it: "promise Cuthred his freedom"
    vows = [vow for name in rule.effects.promise if (vow := world.promises[name]).by == PLAYER]
    offered = "offer" in intent.words.split()[:3]
    if who is None or not (offered or is_promised(world, who, intent.words)):
        return False
    given = promise_in(world, who, intent.words)
    if not vows and given is None and not offered:
        return False  # a bare word, to which only the rule gives a matter
    said = (intent.topic or intent.words) if offered else given.what if given is not None else intent.words
    deeds = (verb for verb in rule.verbs if verb not in SPEAK and verb != "help")  # "promise to free Cuthred"
    own = (line for variant in rule.text for text in variant.text for line in text.splitlines())
    texts = (
        () if vows else tuple(line for line in own if not line.startswith("@"))
    )  # what others say to it aside
    told = (*(vow.text for vow in vows), rule.suggest or "", *rule.phrases, *deeds, *texts)
    return not any(same_matter(said, words) for words in told)
