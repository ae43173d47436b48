"""Something that is offered to somebody: of the player's own, or for something in return. Pure."""

from __future__ import annotations

import re

from gamemaster.language.clauses.durations import length_named
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST
from gamemaster.language.names.normalization import SPEECH, content_of
from gamemaster.language.names.noun_index import name_words
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.pronouns import refocus
from gamemaster.language.parser.parse_state import ParseState
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.talk.addressee import hearers_in
from gamemaster.language.talk.direct_address import addressed_person
from gamemaster.language.talk.exchanges import proposed_in
from gamemaster.language.talk.offerings import brought_in, entrusted_in, given_in, hands_over, offered_in
from gamemaster.language.talk.questions.questions_put import ask, asks_company, listener
from gamemaster.language.talk.remarks import said_to
from gamemaster.language.talk.requests import (
    asks_for_theirs,
    charge_given,
    charge_in_absence,
    company_asked,
    escort_asked,
    holder_here,
    is_whoever_leads,
    silence_asked,
    thing_requested,
)
from gamemaster.language.talk.together import sets_out
from gamemaster.rules.proposal import Intent
from gamemaster.rules.stances.favours import OF_A_DEAL, SHARE
from worlds.schema import PLAYER

_ACCEPTING = frozenset("sure okay ok alright right fine yes yeah yep gladly certainly deal".split())


def without_acceptance(words: list[str]) -> list[str]:
    """What somebody says they will do, without the yes before it: "sure, I'll take the jug to Skeggi"."""
    at = next((at for at, word in enumerate(words) if word not in _ACCEPTING and word != ","), len(words))
    promised = words[at : at + 2] in (["i", "will"], ["i", "shall"], ["we", "will"])
    return words[at:] if at and promised and len(words) > at + 3 else words


_A_WHILE = 15  # minutes of work that was promised, where nobody said how long
_MINE = re.compile(
    r"(?:do|keep|hold|hold to|fulfil|honou?r|stick to) (?:up )?(?:my|our) "
    r"(?:share|part|half|side|end|word|promise|bargain|deal)(?: of .+)?|do (?:what|as) (?:i promised|we agreed)"
)
_HELPING = frozenset({"help", "helps", "assist", "aid", "join"})
_OF_HELP = content_of("help assist aid join work minute minutes hour while bit")
_BEGUN = frozenset("start begin get keep go".split())


def read_share(parse: ParseState, words: list[str]) -> bool:
    """What the player gave their word on in a bargain, and does now: "so I hammer for him, as we agreed"."""
    said = [word for word in without_lead([word for word in words if word.isalnum()]) if word not in FIRST]
    said = said[len(said[:1]) if said[:1] and said[0] in _BEGUN else 0 :]
    said = said[1:] if said[:1] == ["to"] else said
    for name, one in parse.scope.state.promises.items():
        mine = one.by == PLAYER and one.to in parse.scope.people and one.status == "open"
        if not mine or one.item is not None or not name.endswith(SHARE) or not said or "not" in said[:2]:
            continue
        verbs = [word for word in one.what.split() if word not in ("to", "help", "you", "him", "her", "them", "with")]
        called = content_of(" ".join(name_words(parse.scope.world.characters[one.to].name)))
        does, due = content_of(" ".join(said)) - called, content_of(one.what)
        helps = said[0] in _HELPING and " help " in one.what
        same = bool(verbs) and plain_form(said[0], frozenset(verbs[:1])) == verbs[0]
        by_name = same and bool(does & due or len(said) == 1)
        helped = helps and bool((does - _OF_HELP) & due or not does - _OF_HELP)
        if by_name or helped or _MINE.search(" ".join(words)):
            parse.note_words(words, "act")
            work = None if verbs[:1] == ["tell"] else _A_WHILE  # words take no longer than they are
            minutes = length_named(words) or length_named(one.what.split()) or work
            done = Intent(verb="help", objects=(one.to,), topic=f"{OF_A_DEAL}{name}", minutes=minutes)
            parse.add([done], words, whole=True)
            return True
    return False


def read_charges(parse: ParseState, words: list[str]) -> bool:
    """What somebody who was just told of it is to do while the player is away: "lock the door behind me, and …"."""
    last = parse.intents[-1] if parse.intents else None
    spoken = last is not None and last.verb in ("tell", "ask", "persuade") and last.objects[:1]
    who = last.objects[0] if last is not None and spoken else ""
    if who not in parse.scope.people or SPEECH in words or words[0] in FIRST:
        return False
    at = next((n for n in range(1, len(words) - 3) if words[n : n + 3] == ["and", "if", "i"]), len(words))
    parts = [part for part in (words[:at], words[at + 1 :]) if part]
    charges = [_charge_at_leave(parse, part) for part in parts]
    if not all(charges):
        return False
    parse.note_words(words, "speech")
    for part, charge in zip(parts, charges, strict=True):
        asked = Intent(verb="persuade", objects=(who,), topic=str(charge)[:110], role="speech")
        parse.add([asked], part, whole=True)
    return True


def _charge_at_leave(parse: ParseState, words: list[str]) -> str | None:
    ordered = parse.scope.nouns.verbs.at_start(words)[0]
    behind = ordered and words[-2:] in (["behind", "me"], ["after", "me"])
    return " ".join(words) if behind else charge_in_absence(parse.scope, words)


def read_request(parse: ParseState, words: list[str]) -> bool:
    """Something of somebody's that is asked for, or their company: "could I borrow that key?", "can Bo come too?"."""
    if SPEECH in words or not hearers_in(parse.scope):
        return False
    named = addressed_person(parse.scope, words)
    who, said = named if named is not None else (None, words)
    escort = escort_asked(" ".join(word for word in said if word.isalnum()))
    to_them = (
        named is not None or parse.partner() is not None
    )  # else it is a walk of one's own: "take me to the hall"
    if escort is not None and (to_them or is_whoever_leads(escort)):
        if who is not None and who not in parse.scope.people:
            return False
        asked = Intent(
            verb="ask",
            objects=(who or listener(parse.scope, said),),
            topic=f"way to {escort}"[:110],
            role="speech",
        )
    elif (kept := silence_asked(said)) is not None:
        whom = who or listener(parse.scope, said)
        asked = Intent(verb="persuade", objects=(whom,), topic=kept, role="speech")
    elif named is None and (company := company_asked(parse.scope, words)) is not None:
        asked = Intent(verb="recruit", objects=(company,), role="speech")
    elif (asks_company(said) or (who is not None and sets_out(said))) and (
        who is None or who in parse.scope.people
    ):
        asked = Intent(verb="recruit", objects=(who or listener(parse.scope, said),), role="speech")
    elif (charge := charge_given(said) or charge_in_absence(parse.scope, said)) is not None:
        whom = who or listener(parse.scope, said)
        staying = charge.split()[0] in ("wait", "stay")
        asked = Intent(
            verb="dismiss" if staying else "persuade", objects=(whom,), topic=None if staying else charge[:110],
            role="speech",
        )  # fmt: skip
    else:
        thing = thing_requested(parse.scope, said)
        holder = holder_here(parse.scope, thing) if thing is not None else None
        if holder is None and asks_for_theirs(said):
            holder = who or listener(parse.scope, said)
        if holder is None or holder not in parse.scope.people or who not in (None, holder):
            return False
        asked = ask(parse.scope, holder, said)
        parse.scope.focus = refocus(
            parse.scope.world, parse.scope.focus, [thing] if thing is not None else []
        )
    parse.note_words(words, "speech")
    parse.add([asked], said, whole=True)
    return True


_MOST_OF_AN_OFFER = 110  # characters


def read_exchange(parse: ParseState, words: list[str]) -> bool:
    """Something that is offered for something, or a word that is given: "slip Otis a dime for the key"."""
    proposed = proposed_in(parse.scope, words) if SPEECH not in words else None
    if proposed is None:
        return False
    parse.note_words(words, "speech")
    if proposed.only_asks:
        parse.add([said_to(parse.scope, proposed.who, proposed.words)], proposed.words, whole=True)
        return True
    offer = Intent(
        verb="bargain", objects=(proposed.who,), tool=proposed.offered, recipient=proposed.asked,
        topic=" ".join(proposed.words)[:_MOST_OF_AN_OFFER], role="speech", force="offer",
    )  # fmt: skip
    parse.add([offer], proposed.words, whole=True)
    return True


_HAS_FOR_THEM = re.compile(
    r"(?:i|we) (?:have|have got|got) .+ for (?:you|him|her|them)(?: to [a-z].*?)?(?: [,.!])*"
)


def read_offer(parse: ParseState, words: list[str], asked: bool) -> bool:
    """Something of the player's own that somebody is offered: "cigarette?", "here, have a smoke, Otis"."""
    if not hearers_in(parse.scope):
        return False
    named = addressed_person(parse.scope, words) or _name_at_the_end(parse, words)
    if not asked and _read_gift(parse, words, named):
        return True
    held_out = asked or named is not None or words[:1] == ["here"]
    if not held_out and not hands_over(words) and not _HAS_FOR_THEM.fullmatch(" ".join(words)):
        return False  # whoever would hear it
    who, said = named if named is not None else (listener(parse.scope, words), words)
    here = who in parse.scope.people
    by_name = named is not None
    charge = (
        entrusted_in(parse.scope, who, said, named=by_name)
        or brought_in(parse.scope, who, said, named=by_name)
        if here
        else None
    )
    if charge is not None:
        parse.note_words(words, "speech")
        parse.add([charge], words, whole=True)
        return True
    if here and _HAS_FOR_THEM.fullmatch(" ".join(said)):
        parse.note_words(words, "speech")  # "I have a question for you": nobody eats it
        parse.add([said_to(parse.scope, who, said)], said, whole=True)
        return True
    offer = offered_in(parse.scope, who, said, asked=asked) if here else None
    if offer is None or not held_out:
        return False  # "have a smoke" alone is for oneself
    parse.note_words(words, "act")
    bare = [word for word in said if word.isalnum()]
    parse.add([offer], ["a", *bare] if len(bare) == 1 else bare, whole=True)
    return True


_POINTED_AT = re.compile(r"^have (?:a|some) .*\bof (?:this|that)\b")  # "have a sip of this", while one talks


def _read_gift(parse: ParseState, words: list[str], named: tuple[str, list[str]] | None) -> bool:
    """What is given to somebody by saying so. What a writer foresaw for the very words is read before."""
    last = parse.intents[-1] if parse.intents else None
    spoken_to = last is not None and last.verb in ("tell", "ask") and last.words.split()[:1] != ["i"]
    who, said = named if named is not None else (listener(parse.scope, words), words)
    who = last.objects[0] if named is None and last is not None and spoken_to and last.objects else who
    handled = last.objects[0] if last is not None and last.objects and not spoken_to else parse.scope.focus.get("it")
    to_them = named is not None or (spoken_to and "you" in str(last and last.words).split())
    to_them = to_them or (parse.partner() is not None and _POINTED_AT.search(" ".join(said)) is not None)
    gift = given_in(parse.scope, who, said, to_them=to_them, shown=handled) if who in parse.scope.people else None
    if gift is None:
        return False
    parse.note_words(words, "speech")
    parse.add([gift.model_copy(update={"role": "speech"})], gift.words.split(), whole=True)
    return True


def _name_at_the_end(parse: ParseState, words: list[str]) -> tuple[str, list[str]] | None:
    """Whoever is here and is named after the last comma, and what comes before it."""
    at = len(words) - 1 - words[::-1].index(",") if "," in words else 0
    who, length = leading_person(parse.scope, words[at + 1 :], by_name=True) if at else (None, 0)
    return (str(who), words[:at]) if who in parse.scope.people and at + 1 + length == len(words) else None
