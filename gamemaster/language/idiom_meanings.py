"""What an idiom or an aim comes to in the scene: "I'm cold" is warming oneself at the fire that is there. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.names.described_parts import is_spoken_of_here
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, only_way_off, resolve, way_in_direction
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.tables.function_words import ABSURD_VERBS, DETERMINERS
from gamemaster.language.talk.questions.questions_put import ask, listener
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.language.talk.remarks import SPEAKING
from gamemaster.rules import reach
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

_FIRES = frozenset(
    "fire hearth stove forge brazier oven campfire furnace fireplace ember bonfire heater radiator boiler".split()
)
_FOOD = frozenset("food eat edible meal provision".split())
_WATER = frozenset("water drink trough well barrel ale beer mead spring".split())


def read_aim(scope: Scope, verb: str, groups: dict[str, str]) -> Intent | None:
    """The intent of an idiom, or None if it does not fit here.

    `groups` are the player's words for `x` a thing, `who` a person, `t` a topic.
    """
    if verb in ("ABSURD", "NONE"):
        # A world that has the word itself means it.
        if verb == "ABSURD" and _own_word(scope, groups):
            return None
        raise Unclear("absurd" if verb == "ABSURD" else "not_understood")
    if verb in ("PEOPLE", "WAYS"):
        return Intent(verb="inform", role="question", topic=verb.lower())  # whom or where eyes see
    if verb == "WARM":
        return _warm(scope, groups.get("x", "").split())
    if verb == "WANT":
        return _want(scope, groups["x"].split())
    if verb in ("FOOD", "EAT"):
        return _food(scope, verb == "EAT")
    if verb == "WATER":
        return _water(scope)
    if verb in ("BACK", "LEAVE"):
        return _back_or_on(scope, verb == "LEAVE")
    if verb == "HOME":
        home = resolve(scope, ["home"], frozenset({"place"}), frozenset({"place"}))
        return Intent(verb="go", objects=(home.thing,)) if home else Intent(verb="go", direction="home")
    if verb == "go":
        return Intent(
            verb=verb, objects=(scope.ways[0].to,) if len(scope.ways) == 1 else (), direction="forward"
        )
    if verb == "examine" and "x" in groups:
        seen = resolve(scope, groups["x"].split())
        return Intent(verb=verb, objects=(seen.thing,)) if seen and scope.reach(seen.thing) else None
    if verb in SPEAKING or verb in ("attack", "talk", "follow", "examine"):
        return _to_person(scope, verb, groups)
    if "x" in groups:
        found = resolve(scope, groups["x"].split())
        return Intent(verb=verb, objects=(found.thing,) if found else ())
    if verb == "journal" and "t" in groups:
        subject = subject_of(scope, None, groups["t"].split())
        return Intent(verb=verb, topic=subject.topic, objects=(subject.thing,) if subject.thing else ())
    return Intent(verb=verb)


def _own_word(scope: Scope, groups: dict[str, str]) -> bool:
    found = resolve(scope, groups["x"].split()) if "x" in groups else None
    return (found is not None and found.fit >= 97) or not scope.nouns.verbs.own.isdisjoint(ABSURD_VERBS)


def _to_person(scope: Scope, verb: str, groups: dict[str, str]) -> Intent | None:
    words = [word for word in groups.get("who", "").split() if word not in ("to", "then", "please")]
    topic_words = groups.get("t", groups.get("x", "")).split()
    if words:
        who, length = leading_person(scope, words)
        if who is None and words[-1] in ("us", "me"):
            who, length = pronoun(scope, "you"), len(words)
        if (
            who is None
            and words[0] in ("her", "his")
            and (held := pronoun(scope, "her" if words[0] == "her" else "him"))
        ):
            whole = verb != "attack" or len(words) == 1 or stem(words[-1]) in BODY
            who, length = (held, len(words)) if whole else (None, 0)  # "take his coat down" takes down nobody
        if who is None or length < len(words):
            return None
    else:
        try:
            who = listener(scope, topic_words)
        except Unclear:
            # Somebody must be meant, but a greeting to a whole room is no question of whom.
            if verb == "talk" and scope.people:
                return Intent(verb=verb, objects=tuple(scope.people[:1]))
            if verb in ("insult", "talk", "recruit", "charm", "comfort", "accuse", "apologise", "thank"):
                raise
            return None
    topic = subject_of(scope, who, topic_words).topic if topic_words else None
    return Intent(verb=verb, objects=(who,), topic=topic or None)


def _warm(scope: Scope, words: list[str]) -> Intent:
    """Warm oneself: at the thing named, else at a fire in reach; where there is none, how one might."""
    found = resolve(scope, words, frozenset({"feature"})) if words else None
    thing = found.thing if found is not None and found.fit >= 76 else _in_reach(scope, _FIRES)
    if thing is not None:
        return Intent(verb="warm", objects=(thing,))
    if any(is_spoken_of_here(scope, [word]) for word in words if word not in DETERMINERS):
        return Intent(verb="express", role="emote")  # a stove that is only told of warms hands all the same
    return Intent(verb="inform", role="question", topic="how_to", words="how do i get warm")


def _want(scope: Scope, words: list[str]) -> Intent | None:
    """Take what is wanted if it lies here; else ask whoever is here for it, else look for it."""
    if "to" in words:
        return None
    found = resolve(scope, words, frozenset({"item"}))
    if found is not None and scope.reach(found.thing) and scope.nouns.kinds[found.thing] == "item":
        return Intent(verb="take", objects=(found.thing,))
    if scope.people:
        return ask(scope, listener(scope, words), words)
    return Intent(verb="search", objects=(found.thing,) if found else (), topic=" ".join(words)[:110])


def _food(scope: Scope, eating: bool) -> Intent:
    """Eat what is carried or lies here; else, unless it is said to be eaten, ask the one person here, else search."""
    asked = not eating and bool(scope.people)  # who wants something to eat, in company, says so to them
    here = () if asked else reach.items_here(scope.world, scope.state)
    for item in (*reach.carried_items(scope.state), *here):
        if _FOOD.intersection(map(stem, scope.world.items[item].tags)) or ("eat", item) in scope.nouns.ruled:
            return Intent(verb="eat" if eating else "examine", objects=(item,))
    eaten = [thing for verb, thing in scope.nouns.ruled if verb == "eat" and scope.reach(thing)]
    if eaten and not asked:
        return Intent(verb="eat" if eating else "examine", objects=(min(eaten),))
    if eating:
        return Intent(verb="eat")
    if asked:
        return ask(scope, listener(scope, ["food"]), ["food"])
    return Intent(verb="search", topic="food")


def _water(scope: Scope) -> Intent:
    drunk = sorted(thing for verb, thing in scope.nouns.ruled if verb == "drink" and scope.reach(thing))
    thing = drunk[0] if drunk else _in_reach(scope, _WATER)
    return Intent(verb="drink", objects=(thing,) if thing and thing != PLAYER else ())


def _back_or_on(scope: Scope, leaving: bool) -> Intent:
    """ "Leave", "go back", "keep going": the only way, or the way back, or no certain one."""
    outside = way_in_direction(scope, "out") if leaving else None
    if outside is not None:
        return Intent(verb="go", objects=(outside.to,), direction="out")
    way = None if leaving else way_in_direction(scope, "back")  # a writer's own, as "aft" is on a train
    back = way.to if way is not None else scope.focus.get("back")
    if back:
        return Intent(verb="go", objects=(back,), direction="back")
    if (way := only_way_off(scope)) is not None:
        return Intent(verb="go", objects=(way.to,), direction="out")
    return Intent(verb="go", direction="out" if leaving else "back")


def _in_reach(scope: Scope, words: frozenset[str]) -> str | None:
    near = (
        name.thing
        for part in sorted(words)
        for name in (scope.nouns.names[at] for at in scope.nouns.by_stem.get(part, ()))
        if scope.reach(name.thing)
        and scope.nouns.kinds[name.thing] in ("feature", "item")
        and name.head == part
    )
    return next(near, None)
