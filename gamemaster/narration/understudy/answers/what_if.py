"""The Game Master's honest guess at what would come of a deed: who would see it, whose it is, how likely it is. Pure.

From what stands before the player and what they have heard; the deed is planned and ruled on in a copy of the story, of
which only what they could tell themselves is said: what is not at hand, what it would hang on, how good the odds are.
"""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.talk.addressee import hearers, is_animal
from gamemaster.language.understanding import understand
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.narration.understudy.answers.of_deeds.prospects import (
    lacking_told,
    odds,
    owner_told,
    witnesses,
)
from gamemaster.narration.understudy.answers.of_deeds.trials import trial_of
from gamemaster.narration.understudy.answers.orientation import pressing
from gamemaster.narration.understudy.answers.scene_answers import danger
from gamemaster.narration.understudy.answers.standing_answers import leaning, manner, standing
from gamemaster.narration.understudy.answers.story_so_far.evidence import things_named, who_could_tell
from gamemaster.narration.understudy.answers.story_so_far.recap import lessons, matter_called, recap
from gamemaster.narration.understudy.answers.story_so_far.tellings import refers_back, sentences_in
from gamemaster.rules.conditions import holds, is_night, wordings
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import features
from gamemaster.rules.state import StoryState
from worlds.rules import all_rules
from worlds.schema import World
from worlds.verbs import META, PERCEIVE, SPEAK

# The plain form of the pasts in which a deed is imagined: "if I took the key".
_PLAIN = {
    past: base
    for pair in """took take|stole steal|went go|left leave|ran run|broke break|gave give|hid hide|hit hit|told tell
    said say|threw throw|ate eat|drank drink|slept sleep|sang sing|rode ride|wrote write|made make|got get|put put
    came come|saw see|swam swim|shot shoot|lit light|rang ring|sat sit|stood stand|lay lie|laid lay|held hold
    kept keep|found find|fought fight|sold sell|paid pay|bought buy|brought bring|built build|burnt burn|dug dig
    drew draw|fell fall|blew blow|wore wear|woke wake|spoke speak|swore swear|struck strike|stuck stick|swung swing
    climbed climb|cut cut|set set|let let|shut shut|read read|met meet|led lead|sent send|lost lose|hung hang
    crept creep|slid slide|drove drive|rose rise|tore tear|bit bite|forgot forget|knelt kneel|spilt spill
    jumped jump|tied tie|tried try|used use""".replace("\n", "|").split("|")
    for past, base in (pair.split(),)
}
_TRYING = re.compile(r"^(?:(?:just|simply|ever|really|actually|still|did|do|would|were to|was to|went and|tried? to"
                     r"|had to|decided to|started to|got to|wanted to)\s+)+")  # fmt: skip
_DEED = re.compile(
    r"\b(?:if|suppos(?:e|ing)|when|after|once|assuming) (?:that )?(?:i|we) (?P<deed>.+?)"
    r"(?:(?: ,)? (?:what|would|will|could|might|can|does|do|how|who|is|are|am|shall|should) .*)?$"
)
_NOTICING = frozenset(
    "notice see hear mind object stop wake care spot catch know angry cross realise realize".split()
)
_LEAST = 2  # words of the deed that stand in what one has heard of such things
_PASSIVE = re.compile(r"\b(?:i|we) (?:\w+ ){0,2}(?:be|get) \w+|\b(?:am|are) (?:i|we)\b|\bto (?:me|us)\b")
_IDLE = frozenset((*META, *PERCEIVE, "inform", "express"))


def guess(world: World, state: StoryState, words: str) -> str:
    """The answer; that nothing tells, where nothing does."""
    said = " ".join(words_of(plain(words)))
    if _WHOM_MET.search(said) is not None:
        return _who_is_elsewhere(world, state)
    if _WORKING.search(said) is not None:
        return _whether_it_works(world, state, said)
    found = _DEED.search(said)
    deed = _in_plain_form(world, state, found["deed"]) if found is not None else ""
    intents = understand(world, state, deed).intents if deed else ()
    act = next((one for one in intents if one.verb not in _IDLE), None)
    hearer = next((one for one in act.objects if one in world.characters), None) if act is not None else None
    if found is not None and _STAYING.match(found["deed"]):
        return _of_waiting(world, state)
    if found is not None and _FAILING.match(found["deed"]):
        return f"Then it would stay undone. {pressing(world, state)}".strip()
    of_things = act is not None and hearer is None and not {*world.items}.isdisjoint(act.objects)
    if act is not None and not of_things and (act.verb in SPEAK or act.role == "speech"):
        felt = [standing(world, state, hearer)] if hearer in state.seen_at else []
        parts = [*felt, *_in_a_trial(world, state, deed)]
    elif act is not None:
        hanging = [_whose(world, state, act), *_in_a_trial(world, state, deed)]
        seen = _witnesses(world, state, said, done=True)
        small = "" if act.verb in _RESENTED else _unforbidden(world, state, said)
        parts = [seen, *hanging] if any(hanging) else [small or seen]
        parts += [] if any(hanging) else _how_they_are(world, state, said)
    else:
        seen = _witnesses(world, state, said, done=bool(deed))
        parts = [(deed and _unforbidden(world, state, said)) or seen, *_how_they_are(world, state, said)]
    parts.append(_hearsay(world, state, act, deed or said, loosely=not any(parts)))
    told = " ".join(part for part in parts if part)
    if told:
        return told
    threatened = f"{danger(world, state)} " if _PASSIVE.search(said) is not None else ""
    whom = who_could_tell(world, state, said.split(), ())
    return f"{threatened}{NOTHING_TELLS} {whom}".strip()


_STAYING = re.compile(
    r"(?:just |simply |only )*(?:wait|stay(?! awake)|remain|do nothing|linger|sit (?:tight|still|here)"
    r"|stand (?:still|here)|hang (?:about|around)|keep (?:still|where i am))\b(?! (?:with|behind|for)\b)"
)


_FAILING = re.compile(
    r"(?:(?:do|does|did|can|could) not|never|fail|cannot)\b(?! (?:to )?(?:wait|sleep|eat|drink|rest)\b)"
)


def _of_waiting(world: World, state: StoryState) -> str:
    """What comes of staying where one is: the time that passes, and what presses meanwhile."""
    passing = (
        "The night would go on without you" if is_night(world, state) else "The day would go on without you"
    )
    return f"{passing}, and nothing that you came for would be done. {pressing(world, state)}".strip()


# Whether a deed would bring something about, and not who would see it.
_WORKING = re.compile(
    r"\bif (?:i|we) .+? (?:would|will|could|might) (?:that|it|this) (?:even |really |actually |maybe |just )*"
    r"(?:get|make|work|help|start|run|fix|do|hold|stop|save|free|open|stand in|pass|serve|fit|last|replace|fool"
    r"|count|be (?:enough|any))\b"
)


def _whether_it_works(world: World, state: StoryState, said: str) -> str:
    """Whether a rule brings the things that are named together; else what was heard of them, and who might know."""
    words = [word for word in said.split() if word[0].isalnum()]
    scope = scope_of(world, state)
    named = {thing for thing in things_named(scope, words) if scope.reach(thing)}
    fitting = (
        rule
        for rule in all_rules(world)
        if named & set(rule.on) and named & set(rule.with_) and holds(rule.when, world, state)
    )
    if next(fitting, None) is not None:
        return "It may: you would have to try it."
    wanted = content_of(" ".join(words))
    told = max(lessons(world, state), key=lambda text: len(wanted & content_of(text)), default="")
    told = told if len(wanted & content_of(told)) >= _LEAST else ""
    return (
        told
        or f"Nothing that you have seen or heard says that it would. {who_could_tell(world, state, words, ())}"
    )


NOTHING_TELLS = "Nothing that you have seen or heard tells what would come of it."


_WHOM_MET = re.compile(
    r"\bwho(?:m)? (?:else )?(?:would|will|could|might|do|am|shall) (?:i|we) (?:\w+ )?"
    r"(?:meet|see|find|run into|come across)\b"
)


def _who_is_elsewhere(world: World, state: StoryState) -> str:
    """Whom one would meet somewhere else: nobody can know it from here, but where one saw them last."""
    places: dict[str, list[str]] = {}
    for who, place in state.seen_at.items():
        if place != state.place and state.characters[who].alive:
            places.setdefault(place, []).append(world.characters[who].name)
    told = [f"{join_names(names)} at {name_of(world, place)}" for place, names in places.items()]
    last = f" You last saw {join_names(told)}." if told else ""
    return f"Who is where now, you cannot tell from here.{last}"


def _in_plain_form(world: World, state: StoryState, deed: str) -> str:
    """The deed as an order: "tried to row away" is "row away"."""
    deed = _TRYING.sub("", deed)
    first, _, rest = deed.partition(" ")
    verbs = scope_of(world, state).nouns.verbs.words
    return f"{_PLAIN.get(first) or plain_form(first, frozenset(verbs))} {rest}".strip()


def _witnesses(world: World, state: StoryState, said: str, *, done: bool) -> str:
    """Who is here and would see it: of a deed, and where it is asked who would notice."""
    asked = [who for who in state.seen_at if _is_named(world, who, said)]
    noticed = not _NOTICING.isdisjoint(said.split())
    if not done and not (asked and noticed):
        return ""
    away = [world.characters[who].name for who in asked if who not in state.present()]
    absent = f"{join_names(away)} {'is' if len(away) == 1 else 'are'} not here to see it." if away else ""
    here = any(not is_animal(world, who) for who in state.present())
    return " ".join(part for part in (witnesses(world, state) if here or not away else "", absent) if part)


def _unforbidden(world: World, state: StoryState, said: str) -> str:
    """Of something small that somebody here might mind: that nobody has said so, and can be asked; else empty."""
    people = [who for who in hearers(world, state) if not is_animal(world, who)]
    if _MINDED.search(said) is None or not people:
        return ""
    names = join_names([world.characters[who].name for who in people[:2]], "or")
    return f"Nobody has said a word against it. You could ask {names}."


_RESENTED = frozenset("take steal attack break cut burn throw hide sabotage kill".split())
_MINDED = re.compile(r"\b(?:mind|object|care|be (?:angry|cross|upset))\b")


def _how_they_are(world: World, state: StoryState, said: str) -> list[str]:
    """How those who are named, and who are here, are to the player, or what they are about: it may tell how they
    would take it."""
    named = [who for who in state.present() if _is_named(world, who, said)][:1]
    return [leaning(world, state, who) or manner(world, state, who) for who in named]


def _is_named(world: World, who: str, said: str) -> bool:
    one = world.characters[who]
    return any(
        re.search(rf"\b{re.escape(plain(name))}\b", said)
        for name in (one.name, *one.name.split(), *one.aliases)
        if len(name) > 2 and name[:1].isupper()
    )


def _whose(world: World, state: StoryState, act: Intent) -> str:
    """Whose the thing is that would be taken."""
    thing = next((one for one in act.objects if one in world.items), None)
    return owner_told(world, state, thing) if act.verb in ("take", "steal") else ""


def _in_a_trial(world: World, state: StoryState, deed: str) -> list[str]:
    """What the player could tell beforehand of how it would go: what is lacking, how good the odds are."""
    trial = trial_of(world, state, deed)
    if trial is None:
        return []
    if lacking := lacking_told(world, state, trial):
        return [lacking]
    return [odds(world, trial, trial.check)] if trial.check is not None else []


def _hearsay(world: World, state: StoryState, act: Intent | None, deed: str, *, loosely: bool) -> str:
    """What the player has learned or been told that bears on it: of what it is done to, else of its words.

    `loosely`: a single word of it will do.
    """
    things = [one for one in (*act.objects, act.tool, act.recipient) if one] if act is not None else []
    for thing in things:
        if thing in world.characters or thing in world.locations:
            continue
        if told := recap(world, state, matter_called(world, name_of(world, thing), thing)):
            return _standing_alone(told)
    fixed = content_of(" ".join(name_of(world, one.id) for one in features(world, state)))
    wanted = content_of(deed) - fixed - content_of(" ".join(name_of(world, who) for who in state.present()))
    opening = [one for text in wordings(world.opening, world, state)[:1] for one in sentences_in(text)]
    best = max(
        (
            (len(wanted & content_of(text)), -at, text)
            for at, text in enumerate((*lessons(world, state), *opening))
            if not refers_back(text)
        ),
        default=(0, 0, ""),
    )
    if best[0] >= _LEAST:
        return best[2]
    for word in sorted(wanted) if loosely else ():
        if told := recap(world, state, matter_called(world, word)):
            return _standing_alone(told)
    return ""


def _standing_alone(told: list[str]) -> str:
    """The first of what was told that says by itself what it is of; empty where all of it goes on from something."""
    return next((one for one in told if not refers_back(one)), "")
