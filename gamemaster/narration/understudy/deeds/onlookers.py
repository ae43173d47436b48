"""What those who look on make of what the player does: a reaction that was hoped for, a word to what is striking.

One person at most, and only where nobody has anything else to say: most of what people do is looked at by nobody. Pure.
"""

from __future__ import annotations

import re

from gamemaster.language.clauses.outcomes import ANYONE, Sought, outcome_sought
from gamemaster.language.ideas import CONTRIVE
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import Scope, resolve, scope_of
from gamemaster.language.tables.verb_forms import plain_form, skip_adverbs, third_person
from gamemaster.language.talk.addressee import is_animal
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.replies import reply, style_of
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.language.wording.witness_lines import COLDLY, LINES, OF_BEASTS, StrikingKind
from gamemaster.rules import proposal as ops
from gamemaster.rules.dice import draw
from gamemaster.rules.draft import HIDDEN, Draft
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.state import digest
from worlds.schema import PLAYER, World

_MOST_STRIKING: tuple[StrikingKind, ...] = ("violent", "rude", "loud", "sly", "odd", "music")
# The verbs of what is striking, by kind.
_VERBS: dict[StrikingKind, frozenset[str]] = {
    "loud": frozenset(
        """shout yell scream bellow roar holler howl shriek bang slam slap pound thump stamp stomp clap hammer ring
        cheer whoop hoot crow""".split()
    ),
    "violent": frozenset(
        "throw hurl fling kick punch smash break overturn upend headbutt stab chuck lob shatter".split()
    ),
    "rude": frozenset("spit burp belch fart moon jeer heckle swear curse pee piss urinate".split()),
    "odd": frozenset(
        """cartwheel somersault handstand headstand strip undress lick crawl bark moo meow miaow cluck oink juggle dance
        hop skip twirl balance gallop salute curtsy bounce prance waltz jig moonwalk sniff""".split()
    ),
    "music": frozenset("sing play whistle hum drum strum yodel recite".split()),
}
_BY_WORDS: tuple[tuple[StrikingKind, frozenset[str]], ...] = (
    ("rude", frozenset("filthy dirty bawdy obscene rude lewd tongue".split())),
    ("loud", frozenset("loud loudly hard".split())),
    ("odd", frozenset("pose handstand headstand cartwheel somersault ups jumps faces naked".split())),
)
_ON_FURNITURE = frozenset({"climb", "jump", "stand", "step", "get", "hop"})
_FURNITURE = frozenset("table bench desk bar counter chair stool board bed piano".split())
# What somebody does when they are startled, amused, put out: which acts bring it about.
_BROUGHT_ABOUT: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (
        frozenset(
            "flinch jump start blink wince turn look react hear stir stop wake shriek scream yelp move".split()
        ),
        frozenset({"loud", "violent"}),
    ),
    (
        frozenset("laugh smile grin giggle chuckle crack join dance clap cheer relax sing hum smirk".split()),
        frozenset({"odd", "music"}),
    ),
    (
        frozenset("mind object complain scold protest frown scowl glare tut wince".split()),
        frozenset({"loud", "violent", "rude"}),
    ),
)
_SHARED = frozenset({"two", "half", "halves"})
_NOTICING = frozenset("notice see mind care watch look spot realise realize object".split())
_MOODS = {"annoyed": "rude loud violent", "amused": "odd music", "startled": "loud violent", "shocked": "rude violent",
          "frightened": "violent", "scared": "violent", "unsettled": "violent", "cheered": "music odd"}  # fmt: skip
_NAME = 90  # fit of a name from which on it is one
_AFRAID = 2  # fear of the player from which on they plead
_SPOKEN = re.compile(r"^@\w+:", re.MULTILINE)  # a paragraph of a writer's that somebody speaks
_SPEECH = (ops.Answer, ops.Discuss, ops.Recollect, ops.Give)

Act = tuple[Intent, list[Operation]]


def reactions_to(draft: Draft, acts: list[Act], operations: list[Operation]) -> list[Operation]:
    """What comes of a turn's acts among those who see them: nothing, or one operation."""
    world, state = draft.world, draft.state
    acts = _since_the_last_walk(acts)
    kinds = {striking(*act) for act in acts}
    kind = next((one for one in _MOST_STRIKING if one in kinds), None)
    for intent, done in acts:
        if intent.role not in ("act", "emote") or not intent.purpose:
            continue
        scope = scope_of(world, state)
        it = next(iter(intent.objects), None) or _named_last(scope, intent.words)
        wanted = outcome_sought(scope, intent.purpose, it)
        if wanted is not None and (told := _outcome(draft, intent, done, wanted, kind, operations)):
            return told
    if kind is None or HIDDEN in state.flags or _is_heard(draft, operations):
        return []
    who = _witness(draft)
    if who is None:
        return []
    return [ops.Answer(who=who, texts=_lines(draft, who, kind), source="reaction")]


def _since_the_last_walk(acts: list[Act]) -> list[Act]:
    """The acts that whoever is here has seen: what was done before the walk here is over."""
    walks = [at for at, (_, done) in enumerate(acts) if any(isinstance(one, ops.Move) for one in done)]
    return acts[walks[-1] :] if walks else acts


def _named_last(scope: Scope, words: str) -> str | None:
    """The thing here that an act was shown to: "dangle a lace before the cat"."""
    said = words_of(plain(words))
    for at in range(len(said) - 1, 0, -1):
        found = resolve(scope, said[at : at + 1])
        if found is not None and found.fit >= _NAME and scope.reach(found.thing):
            return found.thing
    return None


def striking(intent: Intent, done: list[Operation]) -> StrikingKind | None:
    """What kind of thing an act is that nobody overlooks; None for a trifle, or what was not done."""
    if intent.role not in ("act", "emote") or not any(_is_done(one) for one in done):
        return None
    if any(isinstance(one, ops.Express) and one.kind is not None for one in done):
        return None  # whoever it is made to takes it in some way
    if intent.verb == CONTRIVE:
        return "sly" if intent.topic in ("print", "dummy") else "odd"
    words = words_of(plain(intent.words))
    words = words[skip_adverbs(words, words[:1] == ["i"]) :]
    if not words:
        return None
    verbs = {kind: plain_form(words[0], known) in known for kind, known in _VERBS.items()}
    first = next((kind for kind, fits in verbs.items() if fits), None)
    if first == "violent" and not {"away", "down", "off"}.isdisjoint(words) and "table" not in words:
        first = None  # thrown away
    if first == "violent" and words[-1] in _SHARED and all(isinstance(one, ops.Express) for one in done):
        first = None  # "break the bread in two"
    if first == "music" and not any(isinstance(one, (ops.Attempt, ops.Express, ops.Use)) for one in done):
        first = None
    said = next((kind for kind, marks in _BY_WORDS if not marks.isdisjoint(words)), None)
    if first is not None:
        return said if said == "rude" else first
    if words[0] in _ON_FURNITURE and "on" in words[1:3] + words[3:4] and not _FURNITURE.isdisjoint(words):
        return "odd"
    return said if said == "odd" else None


def _is_done(operation: Operation) -> bool:
    if isinstance(operation, ops.Express):
        return operation.how in ("gesture", "handling")
    return isinstance(operation, (ops.Attempt, ops.Use, ops.Drop, ops.Enjoy, ops.PassTime))


def _is_heard(draft: Draft, operations: list[Operation]) -> bool:
    """Whether somebody has something to say this turn already, or a writer tells how somebody takes it."""
    people = draft.world.characters
    return any(
        isinstance(one, _SPEECH) or (isinstance(one, (ops.Use, ops.Attempt)) and one.target in people)
        for one in operations
    ) or any(
        h.kind in ("said", "remark", "reaction", "answered")
        or (h.kind.startswith("rule") and any(map(_SPOKEN.search, h.wordings)))
        for h in draft.happenings
    )


def _witness(draft: Draft) -> str | None:
    """Of those who see it whoever the player is with; a creature only where nobody else is."""
    seen = draft.perceivers("expressed", None)
    with_them = [who for who in seen if who in draft.state.focus.values()]
    persons = [who for who in seen if _speaks(draft.world, who)]
    ordered = [*(who for who in with_them if who in persons), *persons, *seen]
    return next(iter(ordered), None)


def _speaks(world: World, who: str) -> bool:
    return has_words(world.characters[who]) and not is_animal(world, who)


def _lines(draft: Draft, who: str, kind: StrikingKind) -> tuple[str, ...]:
    """What somebody says to it, as they are and as they stand to the player."""
    world, state = draft.world, draft.state
    if not _speaks(world, who):
        return tuple(f"*{line.format(who=_capital_name(world, who))}*" for line in OF_BEASTS[kind])
    person, bond = world.characters[who], state.characters[who]
    if bond.toward(PLAYER).fear >= _AFRAID and kind in ("loud", "violent"):
        return reply(person, "scared", lambda text: digest(text) in state.told)
    by_style = LINES[kind]
    lines = by_style.get(style_of(person), by_style["plain"])
    cold = bond.disposition < 0 or bond.toward(PLAYER).affection < 0
    every = COLDLY if cold and kind in ("odd", "music") else lines
    fresh = tuple(line for line in every if digest(line) not in state.told)
    return fresh or every


def _outcome(
    draft: Draft,
    intent: Intent,
    done: list[Operation],
    wanted: Sought,
    kind: StrikingKind | None,
    operations: list[Operation],
) -> list[Operation]:
    """Whether what the player hoped for or waited to see has come about; empty where what was told says it."""
    world = draft.world
    if not any(_is_done(one) for one in done):
        return []
    if wanted.whom not in (ANYONE, *world.characters):
        told = all(_is_done(one) and not isinstance(one, (ops.Use, ops.Attempt)) for one in done)
        return [_told_of(wanted)] if told else []
    if _is_heard(draft, operations) or any(isinstance(one, ops.Use) for one in done):
        return []
    seen = draft.perceivers("expressed", None) if HIDDEN not in draft.state.flags else ()
    who = wanted.whom if wanted.whom in seen else _witness(draft) if wanted.whom == ANYONE and seen else None
    noticing = wanted.deed in _NOTICING and not wanted.rest
    if who is None or noticing:
        about = wanted.whom if wanted.whom in world.characters else ""
        noticed = ops.Inform(kind="watched", about=about, asked=f"did they {wanted.deed}")
        return [noticed if noticing else _told_of(wanted)]
    if _is_brought_about(draft, who, wanted, kind):
        shown = f"*{_capital_name(world, who)} {third_person(wanted.deed)}{' ' if wanted.rest else ''}{wanted.rest}.*"
        return [ops.Answer(who=who, texts=(shown,), source="reaction")]
    return [_told_of(wanted)]


def _told_of(wanted: Sought) -> ops.Inform:
    return ops.Inform(kind="came_of", about=wanted.whom, asked=f"{wanted.deed} {wanted.rest}".strip()[:160])


def _is_brought_about(draft: Draft, who: str, wanted: Sought, kind: StrikingKind | None) -> bool:
    """Whether an act of such a kind makes them do that: always where it startles, half the time where it amuses."""
    if kind is None:
        return False
    mood = _MOODS.get(wanted.rest) if wanted.deed == "look" else None
    kinds = next((kinds for deeds, kinds in _BROUGHT_ABOUT if wanted.deed in deeds), frozenset())
    if kind not in (mood.split() if mood is not None else kinds):
        return False
    bond = draft.state.characters[who]
    amused = kind in ("odd", "music")
    willing = bond.disposition >= 0 and bond.toward(PLAYER).affection >= 0
    return not amused or (willing and draw(draft.state.seed, draft.state.turn, "onlooker", who) % 2 == 0)


def _capital_name(world: World, who: str) -> str:
    name = name_of(world, who)
    return f"{name[:1].upper()}{name[1:]}"
