"""Which questions only ask what is in sight: how something looks, where it is, what it is for. Pure."""

from __future__ import annotations

import re

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.pronouns import only_one_here, pronoun
from gamemaster.language.tables.gm_forms import PARTS
from gamemaster.language.talk.addressee import is_spoken_of, last_partner
from gamemaster.language.talk.questions.topics import trim_question
from gamemaster.rules.conditions import all_wordings, holds
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import seen_items
from gamemaster.rules.state import MATTER, StoryState
from worlds.schema import PLAYER, World

LEADING = re.compile(
    r"^(?:(?:and|so|but|um|uh|okay|well|now|then|also|oh|please|like|omg|wait|wtf|lol|bruh|bro|dude|"
    r"hang on|hold on|sir)\s+)+"
)

_FORMS = Forms(__name__)
_WORDS = Words(__name__)


_NOT_SEEN = r"(?!(?:you|i|we|it|that|this|there)\b)"

_STATE_SEEN = re.compile(
    rf"(?:is|are) (?P<a>{_NOT_SEEN}[^,]{{1,24}}?) (?:(?:still|really|badly|even|actually|all) )*"
    r"(?:hurt|wounded|injured|bleeding|ok|okay|alright|right|asleep|awake|sleeping|dead|alive|dying)"
    rf"{PARTS['<here>']}"
    rf"|what (?:is|are) (?P<b>{_NOT_SEEN}[^,]{{1,24}}?) "
    r"(?:doing|holding|wearing|eating|drinking|reading|carrying|making|up to|looking at)"
    rf"(?: (?:on|in|at|by|with) .+|{PARTS['<here>']})(?: (?:anyway|now|there))*"
)


def _of_a_state_seen(scope: Scope, text: str) -> Intent | None:
    """How somebody here is, or what they do, where they are not asked themselves: "is he hurt?"."""
    found = _STATE_SEEN.fullmatch(text)
    about = ((found["a"] or found["b"]) if found is not None else "").split()
    if not about:
        return None
    who = (pronoun(scope, about[0]) or only_one_here(scope, about[0])) if len(about) == 1 else None
    named = resolve(scope, about, only=frozenset({"person"}))
    who = who or (named.thing if named is not None and named.fit >= READ_AT else None)
    if who in scope.people:
        return inform_intent("seen" if "wearing" in text else "who_is", text.split(), who)
    busy = found is not None and (found["b"] or text.endswith(("asleep", "awake", "sleeping")))
    return inform_intent("where_is", text.split(), who) if busy and who in scope.state.seen_at else None


def _of_how_it_is_taken(scope: Scope, text: str) -> Intent | None:
    """What somebody here makes of what was done or said: it shows or it does not, and nobody is asked to their face."""
    found = _FORMS["taken_how"].fullmatch(text)
    about = next((one for one in found.groups() if one), "") if found is not None else ""
    if not about or not {"you", "i", "we"}.isdisjoint(about.split()):
        return None
    if _FORMS["anyone"].fullmatch(about):
        return inform_intent("watched", [*text.split(), "noticed"], None)
    words = about.split()
    who = pronoun(scope, words[0]) if len(words) == 1 else None
    named = resolve(scope, words, frozenset({"person", "feature"}))
    who = who or (named.thing if named is not None and named.fit >= READ_AT else None)
    if who in scope.people:
        return inform_intent("by_eye", text.split(), who)
    beast = who is not None and scope.reach(who) and scope.nouns.kinds.get(who) == "feature"
    return inform_intent("seen", text.split(), who) if beast else None


_PRESENCE = re.compile(
    rf"(?:is|are) (?P<who>{_NOT_SEEN}[^,]{{1,24}}?) (?:(?:still|really|even|actually|also) )*"
    r"(?:(?:in )?here|about|around|in (?:this|the) (?:room|place|house)|with us)(?: (?:too|now|with us|then))*"
)


def _of_presence(scope: Scope, text: str) -> Intent | None:
    """Whether somebody who is not here is here, as where they are: "is Tallack in this room?"."""
    found = _PRESENCE.fullmatch(text)
    if found is None:
        return None
    who, length = leading_person(scope, found["who"].split(), by_name=True)
    away = who in scope.world.characters and who not in scope.people and length == len(found["who"].split())
    return inform_intent("where_is", text.split(), who) if away else None


def asks_of_somebody_seen(scope: Scope, text: str) -> Intent | None:
    """Who somebody is that the player only sees: "who is that guy", "who are these people"; how they are."""
    if (sought := _of_presence(scope, text)) is not None:
        return sought
    if not scope.people:
        return None
    if (state := _of_a_state_seen(scope, text) or _of_how_it_is_taken(scope, text)) is not None:
        return state
    if _FORMS["pointed_at"].fullmatch(text):
        if not scope.talking:
            return inform_intent("who_is", text.split(), None)
        of_them = pronoun(scope, text.split()[2]) if text.split()[2] in ("he", "she") else None
        if of_them in scope.people and of_them == last_partner(scope.state) and not _is_a_name_spoken_of(scope):
            return inform_intent("who_is", text.split(), of_them)  # nobody is asked who "he" is of themselves
    found = _FORMS["seen_only"].fullmatch(text)
    if found is None:
        return None
    if found["which"] == "the" and scope.talking and not (found["more"] or found["looks"]):
        return None  # amid a talk, "the man" is whoever was spoken of
    if found["which"] == "the" and _is_called_afar(scope, text.split()[2:]):
        return None  # "who is the old woman?" where somebody away goes by that
    return inform_intent("who_is", text.split(), None)


def _is_a_name_spoken_of(scope: Scope) -> bool:
    """Whether what was spoken of last goes by a name, and may be whom "he" means."""
    return scope.state.focus.get(MATTER, "")[:1].isupper()


def _is_called_afar(scope: Scope, words: list[str]) -> bool:
    """Whether words begin with what somebody is called who is not here, and nobody who is."""
    who, _ = leading_person(scope, words, by_name=True)
    return who is not None and who not in scope.people


# How somebody looks, be it by the clothes, the age or the face; none of it is asked of them themselves.
NAMED_LOOKS = re.compile(
    r"(?:(?:is|does|did) (?!he\b|she\b|it\b|that\b)|(?:how \w+|what) (?:does|did) (?!it\b|this\b|that\b))"
    r"(?P<who>.+?) (?:look|seem|appear)(?:ing)?\b(?: .+)?"
    r"|how (?:old|young|tall|big|strong) (?:is|are) (?P<of>(?!it\b|this\b|that\b|you\b|i\b|we\b).+)"
)


def asks_of_looks(scope: Scope, text: str) -> str | None:
    """Whom one looks at to see how they are: "is he crying?", of the only one here that "he" can be."""
    found = _FORMS["looks"].fullmatch(text)
    if found is None:
        return None
    return only_one_here(scope, found["who"])


def read_from_there(scope: Scope, text: str, first: str) -> Intent | None:
    """What is asked of something written that is here: "what does the torn page say?" is reading it.

    `first`: the words before a comma.
    """
    inside = _FORMS["inside"].fullmatch(text)
    if inside is not None:
        there = resolve(
            scope, inside["in"].split(), frozenset({"item", "feature"}), frozenset({"item", "feature"})
        )
        near = there is not None and there.fit >= READ_AT and scope.reach(there.thing)
        return Intent(verb="examine", objects=(there.thing,)) if there is not None and near else None
    pictured = _FORMS["pictured"].fullmatch(text)
    lying = _WORDS["lying"]
    shown = resolve(scope, pictured["it"].split(), lying, lying) if pictured is not None else None
    if shown is not None and shown.fit >= READ_AT and scope.reach(shown.thing):
        return Intent(verb="examine", objects=(shown.thing,))  # "who is in the photograph?"
    wondered = _FORMS["wondered_at"].fullmatch(LEADING.sub("", first))
    at = (
        resolve(scope, wondered["it"].split(), _WORDS["lying"], _WORDS["lying"])
        if wondered is not None
        else None
    )
    if at is not None and at.fit >= READ_AT and scope.reach(at.thing):
        return Intent(verb="examine", objects=(at.thing,))
    found = _FORMS["written"].fullmatch(text)
    named = (found["on"] or found["of"] or found["clock"] or found["it"]).split() if found is not None else []
    meant = pronoun(scope, named[0]) if len(named) == 1 else None
    if meant is not None and scope.nouns.kinds.get(meant) in _WORDS["lying"] and scope.reach(meant):
        return Intent(verb="read", objects=(meant,))  # "what does it say?"
    thing = resolve(scope, named, frozenset({"item", "feature"})) if named else None
    if thing is None or thing.fit < READ_AT or not scope.reach(thing.thing):
        return None
    lies = scope.nouns.kinds[thing.thing] in ("item", "feature")
    return Intent(verb="read", objects=(thing.thing,)) if lies else None


def asks_of_its_use(scope: Scope, text: str, words: list[str]) -> Intent | None:
    """What a thing does or is for: a look at it, unless somebody here can speak of it; of no thing at all, the rules.

    "How does it work?" with nothing spoken of is asked of the game; "what is it for?" of what there is to be seen.
    """
    found = _FORMS["use_asked"].fullmatch(text)
    named = next((one for one in found.groups() if one), "") if found is not None else ""
    if not named or found is None:
        return None
    if named in _WORDS["pointed"]:
        thing = pronoun(scope, named.split()[0])
        thing_meant = thing is not None and scope.reach(thing)
        if not thing_meant or scope.nouns.kinds.get(str(thing)) not in _WORDS["lying"]:
            if scope.talking:
                return None  # what was said last is meant
            how = found["b"] is not None
            return inform_intent("rules" if how else "things", words if how else ["what", "is", "here"], None)
    else:
        at = resolve(scope, named.split(), _WORDS["lying"], _WORDS["lying"])
        thing = at.thing if at is not None and at.fit >= READ_AT and scope.reach(at.thing) else None
    if thing is None or scope.nouns.kinds.get(thing) not in _WORDS["lying"]:
        return None
    if scope.people and is_spoken_of(scope, words):
        return None
    return Intent(verb="examine", objects=(thing,))


# Who has a thing, whether it still lies where it lay, or whether it is on: seen, and no handling of it.
_WHEREABOUTS = re.compile(
    r"who (?:has|have|had|holds|keeps|carries|took|is (?:holding|carrying)|is(?= got)) (?:got )?"
    r"(?P<had>(?:my|the|that|this) .+?)"
    rf"(?: on (?:him|her|them))?{PARTS['<here>']}"
    r"|(?:is|are) (?P<lies>(?:my|the|that|this) .+?) still (?:on|in|at|under|behind|beside|by|inside|where) .+"
    r"|(?:is|are) (?P<left>(?!there\b)\w+(?: \w+){0,3}?) still (?:here|there)"
    r"|(?:is|are) (?:this|that|it|these|those) (?P<held>the .+)"
)

_ON_OR_OFF = re.compile(
    r"(?:is|are) (?P<it>(?:my|the|that|this|these|those) .+?) (?:still |now )*(?:on|off|lit|burning|running|out)"
    rf"(?: (?:or|and) (?:on|off|lit|burning|running|out|not))?{PARTS['<here>']}"
)


def asks_whereabouts(scope: Scope, text: str) -> Intent | None:
    """Where a thing is that the player saw or had, by whatever is asked of it; whether it is on, where that is told."""
    found, lit = _WHEREABOUTS.fullmatch(text), _ON_OR_OFF.fullmatch(text)
    if found is not None:
        named_so = found["had"] or found["lies"] or found["left"] or found["held"]
        thing = matter_asked(scope, named_so.split())
        if found["held"]:  # "is that the key?" of what is in hand
            if scope.state.items.get(thing or "") == PLAYER:
                return inform_intent("where_is", text.split(), thing)
            in_sight = thing in scope.world.items and thing is not None and scope.reach(thing)
            return inform_intent("sight", text.split(), thing) if in_sight else None
        seen = thing in scope.state.held or thing in seen_items(scope.world, scope.state)
        seen = seen or (thing in scope.people and found["left"] is not None)
        return inform_intent("where_is", text.split(), thing) if seen else None
    named = resolve(scope, lit["it"].split(), _WORDS["lying"], _WORDS["lying"]) if lit is not None else None
    if named is None or named.fit < READ_AT or not scope.reach(named.thing):
        return None
    states = scope.world.locations[scope.state.place].description.states
    now = " ".join(one for texts in all_wordings(states, scope.world, scope.state) for one in texts[:1])
    called = {one.head for one in scope.nouns.names if one.thing == named.thing}
    told = not called.isdisjoint(stem(word) for word in words_of(plain(now)))
    if told or named.thing in scope.state.noticed:
        return inform_intent("known", text.split(), named.thing)
    return Intent(verb="examine", objects=(named.thing,))  # a look tells


def goal_sought(world: World, state: StoryState, about: list[str]) -> str | None:
    """What the player is after in a story that itself asks where this is: what is missing stands nowhere yet.

    Empty where the player has not come upon the question yet; None where the story asks no such thing.
    """
    wanted = content_of(" ".join(about))
    for thread in world.threads.values():
        asked = words_of(plain(thread.text))
        missing = asked[:1] == ["where"] and wanted and wanted <= content_of(" ".join(asked))
        if missing and not holds(thread.closes, world, state):
            return thread.goal if holds(thread.opens, world, state) else ""
    return None


READ_AT = 90  # fit of a name from which on it is one


def inform_intent(kind: str, words: list[str], thing: str | None) -> Intent:
    objects = (thing,) if thing is not None else ()
    return Intent(verb="inform", role="question", topic=kind, objects=objects, words=" ".join(words)[:300])


def matter_asked(scope: Scope, about: list[str]) -> str | None:
    """What a question is about; a thing that the player has had in hand before all others."""
    while len(about) > 1 and about[-1] in _WORDS["here"]:
        about = about[:-1]
    if not about:
        return None
    if len(about) == 1 and (stands_for := pronoun(scope, "them" if about == ["they"] else about[0])):
        return stands_for
    whose = _named_as_owner(scope, about)
    for thing in scope.state.held:
        if any(stem(about[-1]) == name.head for name in scope.nouns.names_of.get(thing, ())):
            return thing if whose is None or not _is_ones_own(scope, thing) else None
    match = resolve(scope, trim_question(about) or about)
    found = match.thing if match is not None and match.fit >= 70 else None
    return found if whose is None or not _is_ones_own(scope, found) else None


def _named_as_owner(scope: Scope, about: list[str]) -> str | None:
    """Whoever a thing is called after: "Ivar's knife"."""
    name = about[:-1] and about[-2].removesuffix("s")
    return leading_person(scope, [name], by_name=True)[0] if name and about[-2] != name else None


def _is_ones_own(scope: Scope, thing: str | None) -> bool:
    """Whether the player has had a thing from the beginning: it is not what is called after somebody else."""
    return thing in scope.world.items and scope.world.items[str(thing)].at == PLAYER
