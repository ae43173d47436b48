"""What somebody is asked to do that people here could do: to hand something over, or to go somewhere. Pure."""

from __future__ import annotations

import re

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.noun_index import Scope, name_words
from gamemaster.language.names.noun_phrases import leading_person, one_of, parts_of
from gamemaster.rules.state import MATTER
from worlds.schema import NOWHERE, PLAYER

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_LETTING = frozenset({("let", "me", "have"), ("let", "me", "use"), ("let", "me", "borrow"), ("part", "with")})


def thing_requested(scope: Scope, words: list[str]) -> str | None:
    """The thing that the player asks to have or to borrow of somebody here: "could I maybe borrow that key?"."""
    found = _FORMS["lent"].fullmatch(" ".join(word for word in words if word.isalnum()))
    if found is None:
        return None
    phrase = (
        _FORMS["ends"]
        .sub("", re.sub(r" (?:me|us)$", "", found["thing"] or found["given"] or found["lent"]))
        .split()
    )
    if phrase in (["it"], ["them"], ["that"], ["one"]):
        thing = spoken_of(scope)
    else:
        match = one_of(scope, phrase, frozenset({"item"})) if phrase else None
        thing = match[0] if match is not None else None
    return thing if thing in scope.world.items else None


def helping_asked(scope: Scope, words: list[str]) -> tuple[list[str], list[str]] | None:
    """What is asked for by no more than its name and a "please", as a question, and what is said after it.

    "Some stew please, I'm starving". Of what is named as "the", or as theirs, it must be a thing that is here.
    """
    found = _FORMS["wanted"].fullmatch(" ".join(words))
    if found is None:
        return None
    thing = (found["thing"] or found["wish"]).split()
    named = one_of(scope, thing[1:], frozenset({"item", "feature"}))
    if thing[0] in ("the", "your") and (named is None or scope.nouns.kinds.get(named[0]) == "place"):
        return None
    return ["can", "i", "have", *thing], (found["rest"] or "").split()


def as_ones_own_request(scope: Scope, words: list[str]) -> list[str]:
    """What is asked for somebody else as if for oneself: "could Dilys have the loan of your valve?" is of the valve."""
    found = _FORMS["for_another"].fullmatch(" ".join(word for word in words if word.isalnum()))
    if found is None:
        return words
    who = (found["who"] or found["whom"]).split()
    someone, length = leading_person(scope, who)
    if someone is None or length != len(who):
        return words
    return ["could", "i", "borrow", *(found["thing"] or found["lent"]).split()]


def is_right_claimed(words: list[str]) -> bool:
    """Whether a guest's right or the like is claimed aloud, which is nothing that one takes: "I claim sanctuary"."""
    return _FORMS["right_claimed"].fullmatch(" ".join(word for word in words if word.isalnum())) is not None


def leave_claimed(words: list[str]) -> list[str] | None:
    """What is claimed as a right to do something, as leave to do it: "I claim the right to see your book"."""
    found = _FORMS["right_to"].fullmatch(" ".join(word for word in words if word.isalnum()))
    return ["may", "i", *found["deed"].split()] if found is not None else None


def oath_asked(words: list[str], asked: bool = False) -> list[str] | None:
    """What somebody is to give their word on, as a request to them: "swear to me you'll keep it to yourself".

    Empty where the words name nothing: "promise?"; None of any others.
    """
    text = " ".join(words).replace(" ,", ",")
    if _FORMS["swear_it"].fullmatch(text):
        return []
    if (kept := _FORMS["kept_back"].fullmatch(text)) is not None:
        return ["do", "not", *kept["what"].split()]
    found = _FORMS["word_of_theirs"].fullmatch(text)
    given = " word" in text or "give" not in words[:4]
    if found is None or not given:
        return None
    if not (found["me"] or found["asks"] or found["must"] or found["will"] or (asked and not found["what"])):
        return None
    what = found["what"].split()
    barred = what[:1] in (["not"], ["never"])
    what = what[1:] if barred else what
    what = what[1:] if what[:1] == ["to"] else what
    if not what:
        return []
    return ["do", "not", *what] if barred else ["will", "you", *what]


def charge_given(words: list[str]) -> str | None:
    """What somebody is to do for the player: when they see something, until one is back, as a favour."""
    text = " ".join(word for word in words if word.isalnum() or word == ",").strip(" ,")
    if found := _FORMS["when_you"].fullmatch(text):
        return f"{found['deed']} if {found['when']}".replace(" ,", "")
    found = _FORMS["for_me"].fullmatch(text) or _FORMS["favour"].fullmatch(text)
    return found["deed"].replace(" ,", "") if found is not None else None


def charge_in_absence(scope: Scope, words: list[str]) -> str | None:
    """What somebody is to do if the player does not come back: "if I'm not back by one, call the cops"."""
    if _FORMS["gone"].match(" ".join(words)) is None:
        return None
    start = next(n for n, word in enumerate(words) if word.startswith(("back", "return"))) + 1
    for at in range(start, len(words) - 1):
        if words[at - 1] not in _WORDS["by_when"] and words[at] in scope.nouns.verbs.base:
            when = " ".join(word for word in words[start:at] if word != ",")
            end = len(words) - 1 - words[::-1].index(",") if "," in words[at:] else len(words)
            called = leading_person(scope, words[end + 1 :], by_name=True)[0] if end < len(words) else None
            deed = words[at:end] if called is not None else words[at:]
            return f"{' '.join(deed)} if i am not back {when}".strip()
    return None


def spoken_of(scope: Scope) -> str | None:
    """The thing that was talked of last, else the one that "it" stands for."""
    matter = name_words(scope.state.focus.get(MATTER, ""))
    found = one_of(scope, list(matter), frozenset({"item"})) if matter else None
    thing = found[0] if found is not None and found[0] in scope.world.items else scope.focus.get("it")
    return thing if thing in scope.world.items else None


def asks_for_theirs(words: list[str]) -> bool:
    """Whether something is asked for as somebody's own, whatever it is: "lend us your coat"."""
    return _FORMS["of_yours"].fullmatch(" ".join(word for word in words if word.isalnum())) is not None


def holder_here(scope: Scope, thing: str) -> str | None:
    """Whoever is here and has a thing, in their hands or as their own that lies somewhere."""
    held, owner = scope.state.items.get(thing, NOWHERE), scope.world.items[thing].owner
    if held in scope.people or held == PLAYER:
        return held if held != PLAYER else None
    return owner if owner in scope.people else None


def company_asked(scope: Scope, words: list[str]) -> str | None:
    """Whoever is here and is asked for by name to come along: "can Bo come with me?"; None where nobody is."""
    words = [word for word in words if word.isalnum()]
    if words[:1] not in (["can"], ["could"], ["will"], ["would"], ["may"], ["does"], ["is"]):
        return None
    who, length = leading_person(scope, words[1:])
    rest = " ".join(words[1 + length :])
    along = _FORMS["along"].fullmatch(rest)
    return who if who in scope.people and along is not None else None


def asked_for(scope: Scope, who: str, words: list[str]) -> str | None:
    """The thing of theirs that somebody is asked to hand over, or the place that they are asked to go to."""
    words = [word for word in words if word.isalnum()]
    while words and words[0] in _WORDS["leads"]:
        words = words[1:]
    letting = next((len(form) for form in _LETTING if tuple(words[: len(form)]) == form), 0)
    if letting or (words[:1] and words[0] in _WORDS["handing"]):
        rest = words[letting or 1 :]
        while rest and rest[0] in _WORDS["to_me"]:
            rest = rest[1:]
        return _held_by(scope, who, rest)
    if (
        words[:1] and words[0] in _WORDS["going"] and "and" not in words
    ):  # and what is to be done there is another matter
        return _place_in(scope, words[1:])
    return None


def _held_by(scope: Scope, who: str, words: list[str]) -> str | None:
    """The thing that these words name, if this person has it: "it" is what was last spoken of."""
    phrase = next(iter(parts_of(scope, words).direct()), [])
    if phrase in (["it"], ["them"], ["that"]):
        thing = scope.focus.get(phrase[0])
    else:
        found = one_of(scope, phrase, frozenset({"item"})) if phrase else None
        thing = found[0] if found is not None else None
    return thing if thing is not None and scope.state.items.get(thing, NOWHERE) == who else None


def _place_in(scope: Scope, words: list[str]) -> str | None:
    for _, phrases in parts_of(scope, words).segments:
        for phrase in phrases:
            found = one_of(scope, phrase, frozenset({"place"}))
            if found is not None and found[0] in scope.world.locations and found[0] != scope.state.place:
                return found[0]
    return None


def escort_asked(words: str) -> str | None:
    """Whom or what somebody is asked to lead the player to, in the player's words; None where they are not."""
    found = _FORMS["escort"].fullmatch(_FORMS["after_it"].sub("", words))
    return (found["whom"] or found["seen"]) if found is not None else None


def is_whoever_leads(words: str) -> bool:
    """Whether words mean whoever is in charge, whatever their name: "whoever is in charge here", "your mistress"."""
    return _FORMS["in_charge"].fullmatch(words) is not None


def silence_asked(words: list[str]) -> str | None:
    """What somebody is to keep to themselves who is told "you never saw me", as a charge; None of any other words."""
    said = " ".join(word for word in words if word.isalnum())
    if (barred := _FORMS["untold"].fullmatch(said)) is not None:
        return f"do not tell {barred['whom']} about {'me' if barred['of_me'] else 'this'}"
    found = _FORMS["unseen"].fullmatch(said)
    if found is None:
        return None
    of_me = found["seen"] in (None, "me", "us")
    return f"do not tell anybody about {'me' if of_me else 'this'}"
