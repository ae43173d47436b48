"""An exchange that the player proposes, in whatever form, as one: "I will give you the lantern if you tell me". Pure.

"Slip Otis a dime for the key", "would you stand my watch if I gave you this?", "I offer to help him in return for it":
each becomes the same words, which `gamemaster.language.talk.bargains` parts into what is offered and what is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.noun_index import Scope, name_words, resolve
from gamemaster.language.names.noun_phrases import leading_person, without_manner
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS
from gamemaster.language.tables.verb_forms import PAST, infinitive, is_past, is_third_person
from gamemaster.language.talk.addressee import hearers_in
from gamemaster.language.talk.direct_address import addressed_person
from gamemaster.language.talk.forces.speech_forces import offered_thing
from gamemaster.language.talk.questions.questions_put import asks_company, listener
from gamemaster.language.talk.remarks import price_first
from gamemaster.language.talk.reported_questions import without_letting
from gamemaster.language.talk.requests import holder_here, spoken_of
from worlds.schema import NOWHERE, PLAYER

_FIT = 80  # of the name of a thing that is to change hands
_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_TO_YOU = {"him": "you", "her": "you", "them": "you", "his": "your", "their": "your"}
_BASE = {
    "gave": "give", "brought": "bring", "got": "get", "paid": "pay", "told": "tell", "did": "do", "found": "find",
    "took": "take", "made": "make", "kept": "keep", "let": "let", "lent": "lend", "sang": "sing", "went": "go",
    "stood": "stand", "held": "hold", "came": "come", "said": "say", "won": "win", "lost": "lose", "left": "leave",
}  # fmt: skip
_HIM = {"him": "he", "her": "she", "them": "they"}


@dataclass(frozen=True)
class Proposed:
    """What somebody is offered for what: as sentences to their face, with the things that would change hands."""

    who: str
    words: list[str]
    offered: str | None = None
    asked: str | None = None
    only_asks: bool = (
        False  # whether it is a question or a word given, and no exchange: the words are read as such
    )


def proposed_in(scope: Scope, words: list[str]) -> Proposed | None:
    """The exchange that a sentence proposes to somebody here; None where it proposes none."""
    if not hearers_in(scope) or "," in words[:1]:
        return None
    named = addressed_person(scope, words)
    if named is not None and named[0] not in scope.people:
        return None
    typed = named[1] if named is not None else words
    said = price_first(scope, typed)
    text = " ".join(word for word in said if word.isalnum() or word == ",").strip(" ,")
    called = named[0] if named is not None else None
    return (
        _of_things(scope, called, said, text)
        or _price_of_it(scope, called, text)
        or _trade_alone(scope, called, said, text)
        or _deed_for_gift(scope, called, said, text)
        or _deed_for_deed(scope, called, said, text)
        or _word_given(scope, called, said, text)
        or _help_offered(scope, called, text)
        or (_as_it_stands(scope, called, said) if said != typed else None)
    )


def _as_it_stands(scope: Scope, called: str | None, said: list[str]) -> Proposed:
    """ "Tell me where he is and the knife is yours", which has been put as an exchange."""
    bare = [word for word in said if word.isalnum()]
    return Proposed(called or listener(scope, bare), bare, offered_thing(scope, bare))


def _of_things(scope: Scope, called: str | None, said: list[str], text: str) -> Proposed | None:
    """ "Slip Otis the dime for the key", "can I have the key for this dime?", "swap my knife for it with Hild"."""
    forms = (_FORMS["gift_for"], _FORMS["have_for"], _FORMS["give_me_for"], _FORMS["how_about"])
    found = next((one for form in forms if (one := form.fullmatch(text)) is not None), None)
    if found is None:
        return None
    gift, asked = found["gift"].split(), found["asked"].split()
    who, gift = _to_whom(scope, gift)
    other, asked = _with_whom(scope, asked)
    who = called or who or other
    offered = _item(scope, gift)
    if offered is None or scope.state.items.get(offered) != PLAYER:
        return None
    wanted = _thing_asked_for(scope, asked, offered)
    if wanted is None:
        return None
    whose = next((one for one in (who, holder_here(scope, wanted)) if one in scope.people), None)
    if whose is None:
        return None
    return Proposed(whose, [*_giving(gift), *"if you give me".split(), *_plain(asked)], offered, wanted)


def _price_of_it(scope: Scope, called: str | None, text: str) -> Proposed | None:
    """ "What will you take for it?": for what was spoken of last, and somebody here has."""
    thing = spoken_of(scope) if _FORMS["price"].fullmatch(text) else None
    whose = holder_here(scope, thing) if thing is not None else None
    if whose is None or called not in (None, whose):
        return None
    name = name_words(scope.world.items[str(thing)].name)
    return Proposed(whose, ["what", "do", "you", "want", "for", "the", *name], only_asks=True)


def _trade_alone(scope: Scope, called: str | None, said: list[str], text: str) -> Proposed | None:
    """ "I'll trade you the lantern": for what was spoken of last, if somebody has that; else they are only told so."""
    found = _FORMS["trade"].fullmatch(text)
    who, gift = _to_whom(scope, found["gift"].split()) if found is not None else (None, [])
    offered = _item(scope, gift)
    if offered is None or scope.state.items.get(offered) != PLAYER:
        return None
    thing = spoken_of(scope)
    holder = holder_here(scope, thing) if thing is not None else None
    whose = called or who or holder or listener(scope, said)
    if whose == holder and thing != offered:
        name = name_words(scope.world.items[str(thing)].name)
        return Proposed(whose, [*_giving(gift), *"if you give me the".split(), *name], offered, thing)
    return Proposed(whose, _giving(gift), only_asks=True) if whose in scope.people else None


def _deed_for_gift(scope: Scope, called: str | None, said: list[str], text: str) -> Proposed | None:
    """ "I give him my tinderbox if he makes me something", "if I gave you the mantle would you stand my watch?"."""
    liked = _FORMS["if_you_like"].fullmatch(text)
    if liked is not None:
        return Proposed(
            called or listener(scope, said),
            ["shall", "i", *(liked["deed"] or liked["service"]).split()],
            only_asks=True,
        )
    found = _FORMS["give_if"].fullmatch(text)
    if found is not None:
        who, gift = _to_whom(scope, found["gift"].split())
        deed = _to_their_face(found["deed"].split(), found["subject"])
        offered = _item(scope, gift)
        whose = called or who or (listener(scope, said) if found["subject"] == "you" else None)
        if offered is None or scope.state.items.get(offered) != PLAYER or whose not in scope.people:
            return None
        return Proposed(str(whose), [*_giving(gift), "if", "you", *deed], offered)
    found = _FORMS["paid_to"].fullmatch(text)
    if found is not None:
        gift = (found["gift"] or f"{found['whom']} {found['bribe']}").split()
        who, gift = _to_whom(scope, gift)
        offered, deed = _item(scope, gift), found["deed"].split()
        whose = called or who
        does = leading_person(scope, deed)[0] is None and bool(scope.nouns.verbs.at_start(deed)[0])
        if (
            offered is None
            or scope.state.items.get(offered) != PLAYER
            or whose not in scope.people
            or not does
        ):
            return None
        return Proposed(str(whose), [*_giving(gift), "if", "you", *deed], offered)
    asked = _FORMS["if_asked"].fullmatch(text)
    if asked is not None:
        return Proposed(
            called or listener(scope, said), ["would", "you", *asked["deed"].split()], only_asks=True
        )
    found = (
        _FORMS["if_i"].fullmatch(text)
        or _FORMS["would_if"].fullmatch(text)
        or _FORMS["if_you"].fullmatch(text)
    )
    if found is None or (
        found.re is _FORMS["if_you"] and not asks_company(["will", "you", *found["deed"].split()])
    ):
        return None
    mine = [_BASE.get(word, word) if at == 0 else word for at, word in enumerate(found["mine"].split())]
    if mine[0] not in _BASE.values() and is_past(mine[0]):
        mine = [mine[0].removesuffix("ed"), *mine[1:]] if mine[0] not in PAST else mine
    whose = called or listener(scope, said)
    deed = found["deed"].split()
    if (
        "you" not in mine[1:]
    ):  # "if I won the toss, would you give it me?": nothing is offered, and something asked
        return Proposed(whose, ["would", "you", *deed], only_asks=True)
    offered = _item(scope, _to_whom(scope, mine[1:])[1]) if mine[0] in _WORDS["giving"] else None
    offered = offered if scope.state.items.get(offered or "") == PLAYER else None
    return Proposed(whose, ["i", "will", *mine, "if", "you", *deed], offered)


def _deed_for_deed(scope: Scope, called: str | None, said: list[str], text: str) -> Proposed | None:
    """ "Offer to help him hammer in return for some nails", "offer to carry it if she'll tell me who came"."""
    found = _FORMS["offer_if"].fullmatch(text) or _FORMS["help_if"].fullmatch(text)
    if found is not None:
        named = (found.groupdict().get("whom") or " ".join(found["mine"].split()[1:])).split()
        whom = leading_person(scope, named)[0] if named else None
        to = called or (whom if whom in scope.people else None) or listener(scope, said)
        mine = [_TO_YOU.get(word, word) for word in found["mine"].split()]
        theirs = _to_their_face(found["deed"].split(), found["subject"])
        return Proposed(to, ["i", "will", *mine, "if", "you", *theirs])
    found = _FORMS["offer_to"].fullmatch(text)
    if found is None:
        return None
    whom = leading_person(scope, found["whom"].split())[0] if found["whom"].strip() else None
    who = called or whom or next((w for w in found["mine"].split() if w in _TO_YOU), None)
    who = who if who in scope.people else listener(scope, said)
    mine = [_TO_YOU.get(word, word) for word in found["mine"].split()]
    asked = found["asked"].split()
    wanted = _thing_asked_for(scope, asked, None)
    words = ["i", "will", *mine, *"if you give me".split(), *_plain(asked)]
    return Proposed(str(who), words, None, wanted)


def _word_given(scope: Scope, called: str | None, said: list[str], text: str) -> Proposed | None:
    """ "I'll get you that valve, deal?": nothing is asked for it, so that it is a word given."""
    found = _FORMS["deal"].fullmatch(text)
    if found is None or " if you " in text:
        return None
    return Proposed(
        called or listener(scope, said), ["i", "promise", "to", *found["mine"].split()], only_asks=True
    )


def _help_offered(scope: Scope, called: str | None, text: str) -> Proposed | None:
    """ "Offer Tallack a hand with the washing up", "offer to carry it": they are asked whether one may."""
    if _FORMS["at_a_price"].search(text):
        return None  # "I'll help you with it if you tell me who came": a deal
    if (meant := _FORMS["to_help"].fullmatch(text)) is not None and "you" in (
        text.split() if meant["rest"] else ["you"]
    ):
        rest = (meant["rest"] or "").split()
        return Proposed(
            called or listener(scope, text.split()), ["can", "i", "help", "you", *rest], only_asks=True
        )
    served = _FORMS["service"].fullmatch(text)
    if served is not None and "not" not in served["deed"].split():
        deed = served["deed"].split()
        return Proposed(called or listener(scope, text.split()), ["shall", "i", *deed], only_asks=True)
    found = _FORMS["hand"].fullmatch(text)
    if found is None:
        return None
    whom = (found["whom"] or found["to"] or "").split()
    who = leading_person(scope, whom)[0] if whom else called or listener(scope, text.split())
    who = _of_that_gender(scope, _HIM[whom[0]]) if who is None and whom[0] in _HIM else who
    if who not in scope.people:
        return None
    if found["deed"]:
        deed = [_TO_YOU.get(word, word) for word in found["deed"].split()]
        return Proposed(str(who), ["shall", "i", *deed], only_asks=True)
    rest = (found["rest"] or found["other"] or "").split()
    return Proposed(str(who), ["can", "i", "help", "you", *rest], only_asks=True)


def _to_whom(scope: Scope, words: list[str]) -> tuple[str | None, list[str]]:
    """Whoever is given something, named before it or after "to", and what is left: the thing."""
    if words[:1] == ["you"] and len(words) > 1:
        return None, words[1:]
    who, length = leading_person(scope, words)
    if who is None and words[:1] and words[0] in _HIM:
        who, length = _of_that_gender(scope, _HIM[words[0]]), 1
    if who in scope.people and length < len(words) and words[length] not in PREPOSITIONS:
        return who, words[length:]
    at = next((at for at, word in enumerate(words) if word in ("to", "with")), 0)
    if at:
        who, length = leading_person(scope, words[at + 1 :])
        if who in scope.people and at + 1 + length == len(words):
            return who, words[:at]
    return None, words


def _of_that_gender(scope: Scope, pronoun: str) -> str | None:
    """The only one here who could be meant by "him" or "her", where nobody was spoken of."""
    fitting = [who for who in hearers_in(scope) if scope.world.characters[who].pronoun == pronoun]
    return fitting[0] if len(fitting) == 1 else None


def _with_whom(scope: Scope, words: list[str]) -> tuple[str | None, list[str]]:
    """Whoever something is had from, named after it: "the key with Otis", "it from him"."""
    at = next((at for at, word in enumerate(words) if at and word in ("with", "from", "of")), 0)
    if at:
        who, length = leading_person(scope, words[at + 1 :])
        if who in scope.people and at + 1 + length == len(words):
            return who, words[:at]
    return None, words


def _thing_asked_for(scope: Scope, words: list[str], besides: str | None) -> str | None:
    """The thing that is asked for, which the player does not carry; it may be named as somebody's: "his key"."""
    bare = [word for word in words if word not in _TO_YOU and word not in ("your", "yours")]
    thing = spoken_of(scope) if bare in (["it"], ["that"], ["this"], ["them"]) else _item(scope, bare)
    place = scope.state.items.get(thing or "", NOWHERE)
    if thing is None or thing == besides or thing not in scope.world.items or place == PLAYER:
        return None
    near = place in scope.people or place == scope.state.place or holder_here(scope, thing) is not None
    return thing if near else None


def _item(scope: Scope, words: list[str]) -> str | None:
    phrase = without_manner(scope, words) or words
    phrase = [word for word in phrase if word.isalnum()]
    if not phrase or all(word in DETERMINERS for word in phrase):
        return None
    found = resolve(scope, phrase, frozenset({"item"}), frozenset({"item"}))
    return found.thing if found is not None and found.fit >= _FIT else None


def _giving(gift: list[str]) -> list[str]:
    return ["i", "will", "give", "you", *gift]


def _plain(words: list[str]) -> list[str]:
    return [{**_TO_YOU, "him": "you"}.get(word, word) if word in _TO_YOU else word for word in words]


def _to_their_face(deed: list[str], subject: str) -> list[str]:
    """What "he" is to do, as he is told it: "makes me something" is "make me something"."""
    deed = without_letting(deed)
    if subject != "you" and is_third_person(deed[0]):
        deed = [infinitive(deed[0]), *deed[1:]]
    own = {"he": {"his": "your", "him": "you"}, "she": {"her": "your"}, "they": {"their": "your"}}.get(
        subject, {}
    )
    return [own.get(word, word) for word in deed]
