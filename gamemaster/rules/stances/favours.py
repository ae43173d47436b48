"""What somebody who was asked for something could do about it: hand over, go, tell. Pure; used by the referee."""

from __future__ import annotations

import re

from gamemaster.rules.draft import Draft
from gamemaster.rules.grammatical_person import I_AS_YOU, his_and_him, turn_words
from gamemaster.rules.operations.scene_changes import block_between, came_of, is_needed
from gamemaster.rules.operations.social_operations import withheld_line
from gamemaster.rules.proposal import Attempt
from gamemaster.rules.reach import exits, is_open
from worlds.schema import PLAYER, World

ASKING = frozenset({"persuade", "beg", "bargain"})  # stances that ask somebody for something
ONE_OF_THEM = "one of them"  # the aim of a bargain that offers no more than that of what is many
DEAL, SHARE = (
    "_deal",
    "_share",
)  # what the promises of a bargain's two sides are called: theirs, and the player's
OF_A_DEAL = "as promised: "  # before such a name in the topic of what is done because of it
_WORD = "to "  # what an aim begins with that is a promise to be given: "to keep quiet"


_FOR_IT = re.compile(r"i will (?P<offered>.+?) if you (?P<asked>.+)")
_ONCE_DONE = re.compile(
    r"(?:if|when|once|provided(?: that)?|as long as) you (?:will )?(?P<asked>.+?) (?:then )?i (?:will|shall|can|would)"
    r" (?P<offered>.+)"
)


def sides_of(aim: str, pronoun: str = "they") -> tuple[str, str] | None:
    """What each side of a bargain gives their word on: "to work for her", "to tell you about Ulf"."""
    found = _terms(aim)
    if found is None:
        return None
    their, them = his_and_him(pronoun)
    mine = {**I_AS_YOU, "we": "you", "us": "you", "our": "your", "ours": "yours"}
    offered = {**mine, "you": them, "your": their, "yours": "theirs"}
    return f"to {turn_words(found['offered'], offered)}", f"to {turn_words(found['asked'], mine)}"


def _terms(aim: str) -> re.Match[str] | None:
    """Both sides of a bargain, whichever the player named first."""
    return _FOR_IT.fullmatch(aim) or _ONCE_DONE.fullmatch(aim)


def can_be_granted(draft: Draft, op: Attempt) -> bool:
    """Whether a request has something in it that could come about here. Being won over in general always could."""
    who = op.target or ""
    if op.stance == "bargain":
        return op.recipient not in draft.world.items or is_spared(draft, who, op.recipient or "")
    if op.recipient is not None:
        return is_spared(draft, who, op.recipient) or op.recipient in open_ways(draft)
    return not op.aim or op.aim.startswith(_WORD) or withheld_line(draft, who, op.aim) is not None


def is_spared(draft: Draft, who: str, item: str) -> bool:
    """Whether somebody has a thing, in their hands or lying here, that the story does not need where it is."""
    thing, at = draft.world.items.get(item), draft.state.items.get(item)
    theirs = at == who or (thing is not None and at == draft.state.place and thing.owner == who)
    return theirs and not is_needed(draft.world, item)


def hand_over(draft: Draft, who: str, item: str) -> bool:
    """A thing goes from somebody's hands into the player's, where the story can spare it."""
    if not is_spared(draft, who, item):
        return False
    draft.put_item(item, PLAYER)
    draft.changed.append(f"You have {draft.name(item)}.")
    came_of(draft, "handed", who=who, what=item)
    return True


def open_ways(draft: Draft) -> list[str]:
    """The places next door that one could walk to from here."""
    world, state = draft.world, draft.state
    ways = (way for way in exits(world, state) if is_open(world, state, way))
    return [way.to for way in ways if not block_between(draft, state.place, way.to)]


_OR_ELSE = re.compile(
    r"(?P<deed>.+?) (?:or|or else|otherwise) (?:i|we|you|she|he|they|it|this|the|everybody|everyone|else)\b.*"
)
_UNLESS = re.compile(
    r"unless you (?P<first>.+?) (?:i|we|you) (?:will|shall|am|are|swear)\b.*|.+? (?:unless|until|till) you (?P<last>.+)"
)
_IF_NOT = re.compile(
    r"(?:if|when) you (?:do not|will not|can not|refuse to|are not going to) (?P<first>.+?) "
    r"(?:then )?(?:i|we|you) (?:will|shall|am|are|swear)\b.*"
    r"|.+? if you (?:do not|will not|refuse to) (?P<last>.+)"
)
# Silence that is sold: "if you tell me who has it, I will not go to the bailiff".
_IF_SO = re.compile(
    r"if you (?P<first>(?:tell|show|say|give|help|let) .+?) (?:then )?(?:i|we) (?:will|shall|do|am going to)"
    r" (?:not|never)\b.*"
)
_IF_ON = re.compile(
    r"(?:if|when) you (?:keep|go on|carry on) (?:on )?(?P<first>\w+ing .+?) (?:i|we) (?:will|shall|am|swear)\b.*"
    r"|.+? if you (?:keep|go on|carry on) (?:on )?(?P<last>\w+ing(?: .+)?)"
)
_ONE_WORD = re.compile(
    r"(?:(?:not|just|say|breathe|make|if you (?:say|breathe|make)|but|so much as) )*"
    r"(?:one|another|a single|a|any)(?: (?:more|single|other|wrong))* (?:word|sound|peep)(?P<of>.*?)"
    r" (?:and|or) (?:i|we|you)\b.*"
)
_BEFORE_A_DEED = re.compile(
    r"^(?:(?:please|now|just|then|so|and|either you|you (?:had better|will|must)|had better) )+"
)
_TELLING = re.compile(
    r"(?:tell|say|answer|speak|talk|explain|admit|confess|own up|open up|name|spit|stop (?:hiding|lying|keeping)"
    r"|give (?:me|us) (?:an?|the|some|your) (?:\w+ )?(?:answers?|truth|names?|reasons?|explanation))\b"
)


def demand_of(threat: str) -> str:
    """What somebody is to do who is threatened, in the words of whoever threatens: "help me shift it or I tell her"."""
    if (silence := _ONE_WORD.fullmatch(threat)) is not None:
        return f"do not say a word{silence['of']}"
    for form in (_OR_ELSE, _UNLESS, _IF_NOT, _IF_SO, _IF_ON):
        if (found := form.fullmatch(threat)) is None:
            continue
        deed = next(part for part in found.groups() if part)
        return ("stop " if form is _IF_ON else "") + _BEFORE_A_DEED.sub("", deed)
    return ""


# What would come of it, as whoever threatens puts it: "or I will ask every door", "I'm walking out".
_CONSEQUENCE = re.compile(
    r"\b(?:or|otherwise|then|if you .+?|unless you .+?) (?:i|we) (?:(?:will|shall|am|are|can|could|may|might|would)"
    r"(?: going to| not| never)? )?(?:(?:just|simply|have to|only|rather|really) )*(?P<first>[a-z]+.*)"
    r"|^(?:i|we) (?:(?:will|shall|am|are)(?: going to| not| never)? )?(?P<last>[a-z]+.*?) (?:if|unless) you\b"
)
_MILD = re.compile(
    r"(?:ask|asking|find|finding|look|looking|search|searching|leave|leaving|go|going|walk|walking|wait|waiting|stay"
    r"|staying|sit|sitting|keep|stop|turn|turning|be off|be on|try|trying|tell|telling|have|move|moving|see|speak"
    r"|drop|let|knock|knocking|take (?!your\b)|sing|sulk|cry|do it)\b"
)
# Those whose word costs somebody their place or their freedom.
_AUTHORITY = re.compile(
    r"\b(?:police|cops?|sheriff|law|guards?|watch|constable|magistrate|judge|king|lord|bishop|council|captain|boss"
    r"|owner|manager|master|everyone|everybody|the whole|all of)\b"
)
_BY_FORCE = re.compile(
    r"\b(?:knife|axe|sword|gun|pistol|fists?|fire|blood|throat|boot|body|teeth|die|dead)\b"
)


def is_mild(world: World, who: str, threat: str) -> bool:
    """Whether what is threatened frightens nobody: the neighbours are asked, somebody is told, the player walks off.

    It is grave where it touches body, home or standing, or what somebody hides or fears.
    """
    found = _CONSEQUENCE.search(threat)
    harm = (found["first"] or found["last"] or "") if found is not None else ""
    if not harm or _MILD.match(harm) is None:
        return False
    if _AUTHORITY.search(harm) is not None or _BY_FORCE.search(threat) is not None:
        return False
    person = world.characters.get(who)
    kept = _matters(f"{person.fear} {person.secret}") if person is not None else set()
    return len(kept & _matters(threat)) < _AT_HEART


def _matters(text: str) -> set[str]:
    return {word[:5] for word in re.findall(r"[a-z]{4,}", text.casefold())} - _OF_NO_MATTER


_OF_NO_MATTER = {
    word[:5]
    for word in """that this with from they them their have will what when where would could should about your every
    door tell told ever never nobody anybody somebody everybody everyone before after there here then than into over
    being been only over take took make made give gave know knows knew come goes went walk hall yard house night
    whole behind""".split()
}


def deed_asked(op: Attempt) -> str:
    """What somebody is asked, offered something or threatened to do, in the player's words; empty where nothing is."""
    if op.stance == "threaten":
        return demand_of(op.aim)
    found = _terms(op.aim) if op.stance == "bargain" else None
    return found["asked"] if found is not None else op.aim if op.stance in ("persuade", "beg") else ""


def is_to_tell(demand: str) -> bool:
    """Whether what is demanded is to be told something."""
    return _TELLING.match(demand) is not None


def word_wrung(world: World, who: str, threat: str) -> str:
    """What somebody who is cowed gives their word to do: what was demanded, unless what they want stands against it.

    Empty where they were to tell something, or nothing was demanded.
    """
    demand = demand_of(threat)
    if not demand or is_to_tell(demand) or demand.startswith(("not ", "never ")):
        return ""
    person = world.characters[who]
    kept = set(re.findall(r"\w{4,}", f"{person.want} {person.secret}".casefold()))
    if len(kept & set(re.findall(r"\w{4,}", demand))) >= _AT_HEART:
        return ""
    their, _ = his_and_him(person.pronoun)
    barred = demand.removeprefix("do not ")
    word = turn_words(barred, {**I_AS_YOU, "us": "you", "our": "your", "your": their})
    return f"to {word}" if barred == demand else f"not to {word}"


_AT_HEART = 2  # words that a demand shares with what somebody wants or hides
