"""What the player carries and offers somebody a part of: "cigarette?", "here, have a smoke". Pure."""

from __future__ import annotations

import re

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import one_of
from gamemaster.language.tables.function_words import DETERMINERS
from gamemaster.rules.proposal import Intent
from worlds.rules import all_rules
from worlds.schema import PLAYER

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_HELD_OUT = frozenset({("have",), ("take",)})
_WANTED = frozenset(
    tuple(words.split())
    for words in (
        "want", "care for", "fancy", "like", "need", "do you want", "would you like", "do you fancy",
        "would you care for", "how about", "you want", "can i offer you",
    )
)  # fmt: skip
_HERE_IS = frozenset({"is", "are"})  # "here is half my bread"
_FIT = 90
_LONGEST = 4  # words of a name and what stands before it


_ENTRUSTED = re.compile(
    r"(?P<asks>(?:(?:please|so|and|but|then) )*(?:can|could|will|would) you (?:(?:please|just|maybe) )*)?(?:please )?"
    r"(?:hold on to|hang on to|hang onto|look after|take care of|hold|carry|keep|take|mind) (?P<thing>.+?)"
    r"(?: for (?:me|us|now|safekeeping|a \w+)| from me| instead| please| a (?:second|moment|minute|while|bit)"
    r"| (?:will|would|could|can|will not) you| till .+| until .+| while .+| if .+)*"
)


_ASKED_AFTER = re.compile(r" (?:will|would|could|can|will not) you\b")  # "hold this for me, will you?"


def hands_over(words: list[str]) -> bool:
    """Whether words may hand something over, as `entrusted_in` and `brought_in` then find out."""
    called = words.index(",") + 1 if "," in words[1:_LONGEST] else 0  # "Bo, hold this for me, will you?"
    texts = (" ".join(word for word in said if word.isalnum()) for said in (words, words[called:]))
    return any(_ENTRUSTED.fullmatch(text) or _FOR_THEM.fullmatch(text) for text in texts)


def is_to_be_kept(words: str) -> bool:
    """Whether words hand something over only to be held, and none of it to be used up: "hold the biscuit for me"."""
    return _KEPT.search(words) is not None


# What is held out is no thing to be held.
_KEPT = re.compile(r"^(?!.*\b(?:out|up)\b).*\b(?:hold|carry|mind|look after|take care of|hang on to|hang onto)\b")


def entrusted_in(scope: Scope, who: str, words: list[str], *, named: bool) -> Intent | None:
    """What somebody is to hold, of what the player carries: "can you hold the torch?", "Bo, take the wrench"."""
    found = _ENTRUSTED.fullmatch(" ".join(word for word in words if word.isalnum()))
    if found is None or not (named or found["asks"] or _ASKED_AFTER.search(found.group())):
        return None
    named_as = found["thing"].split()
    if named_as[0] in _POINTED_AT and len(named_as) == 1:
        thing = scope.focus.get("it")
    else:
        one = one_of(scope, named_as, frozenset({"item"}))
        thing = one[0] if one is not None else None
    carried = scope.state.items.get(thing or "") == PLAYER
    return Intent(verb="give", objects=(str(thing),), recipient=who) if carried else None


_POINTED_AT = frozenset({"it", "this", "that"})


_BROUGHT = re.compile(
    r"(?:(?:i|we) (?:have )?(?:brought|got|fetched|bring) you|this is|these are) (?P<thing>.+)|(?P<for>.+?) for you"
)
_AS_WANTED = re.compile(
    r" (?:as (?:promised|i promised|you asked|you wanted|agreed)"
    r"|(?:that |which )?you (?:wanted|needed|asked|lost|were)\b.*"
    r"|(?:that |which )?i promised(?: you)?|for you|back|now|at last)$"
)


def _gift_in(scope: Scope, words: list[str], *, handed: bool) -> str | None:
    """What is handed over by saying so: "here's your valve", "I've brought you the key", "the pears, for you"."""
    text = " ".join(words)
    found = _BROUGHT.fullmatch(text)
    if not handed and found is None:
        return None
    phrase = text if handed else (found["thing"] or found["for"]) if found is not None else ""
    while phrase != (phrase := _AS_WANTED.sub("", phrase)):
        pass
    named = phrase.split()
    if not named or len(named) > _LONGEST or named[0] not in DETERMINERS or named[0] in ("half", "no"):
        return None
    thing = resolve(scope, named, frozenset({"item"}))
    carried = thing is not None and scope.state.items.get(thing.thing) == PLAYER
    return thing.thing if thing is not None and carried and thing.fit >= _FIT else None


_FOR_THEM = re.compile(
    r"(?:here (?:is|are|comes) |here )(?P<given>(?:your|the|some|that|those|a|an) .+)"
    r"|(?:i|we) (?:have |did )?(?:brought|bring|fetched|got|made) (?:you|him|her|them) (?P<brought>.+)"
    r"|(?:i|we) (?:have |did )?(?:brought |bring |fetched |got |made )?(?P<meant>.+) for (?:you|him|her|them)"
)


def brought_in(scope: Scope, who: str, words: list[str], *, named: bool) -> Intent | None:
    """What is handed to somebody by saying so: "here is your coffee", "I brought you some", "I have a letter for you".

    Where several are here and none is named, it is for the one whom a rule has it given to.
    """
    found = _FOR_THEM.fullmatch(" ".join(word for word in words if word.isalnum()))
    phrase = (found["given"] or found["brought"] or found["meant"]).split() if found is not None else []
    if not phrase or len(phrase) > _LONGEST + 1 or phrase[0] in ("my", "half"):
        return None
    thing = resolve(scope, phrase, frozenset({"item"}))
    if thing is None or thing.fit < _FIT or scope.state.items.get(thing.thing) != PLAYER:
        return None
    rules = (rule for rule in all_rules(scope.world) if "give" in rule.verbs and thing.thing in rule.with_)
    due = {one for rule in rules for one in rule.on if one in scope.people}
    return Intent(
        verb="give", objects=(thing.thing,), recipient=due.pop() if len(due) == 1 and not named else who
    )


def given_in(scope: Scope, who: str, words: list[str], *, to_them: bool, shown: str | None) -> Intent | None:
    """What somebody is given by saying so: "you can have my cloak, take it", "here, eat this bread, you look starved".

    `to_them`: whether the words are turned to somebody anyhow, by a name or by what was said before; without it nobody
    but the player eats what is eaten. `shown`: what was just handled, which "for you" is of. A promise, a condition
    and a question give nothing.
    """
    parts = [part for part in _parts_of(words) if part]
    said = [" ".join(part) for part in parts]
    for at, part in enumerate(said):
        beside = [*said[:at], *said[at + 1 :]]
        if not all(map(_FORMS["along"].fullmatch, beside)):
            continue
        if _FORMS["unnamed"].fullmatch(part):
            thing, phrase = shown, "it"
        else:
            turned = to_them or words[:1] == ["here"] or any(map(_FORMS["of_the_hearer"].fullmatch, beside))
            forms = _OF_GIFTS if turned else _OF_GIFTS[:-1]
            found = next(filter(None, (_FORMS[form].fullmatch(part) for form in forms)), None)
            phrase = found["thing"] if found is not None else ""
            thing = _carried_in(scope, phrase.split(), shown)
        if thing is not None and scope.state.items.get(thing) == PLAYER:
            return Intent(verb="give", objects=(thing,), recipient=who, words=f"give {phrase}")
    return None


_OF_GIFTS = ("given", "theirs", "as_a_gift", "pressed_on")


def held_out_in(scope: Scope, text: str) -> str | None:
    """What the player carries and is said to hold out: "“For you”, I say, holding out the tin"."""
    found = _FORMS["held_out"].search(text)
    phrase = found["thing"].split() if found is not None else []
    thing = next(filter(None, (_carried_in(scope, phrase[:end], None) for end in range(len(phrase), 1, -1))), None)
    return thing if scope.state.items.get(thing or "") == PLAYER else None


def only_gives(words: list[str]) -> bool:
    """Whether words do nothing but hand over what is held out with them: "here, for you", "take it, it's yours"."""
    said = [" ".join(part) for part in _parts_of(words) if part]
    return all(map(_FORMS["handing"].fullmatch, said)) and (bool(said) or "here" in words)


def _parts_of(words: list[str]) -> list[list[str]]:
    """The words between commas, each without what only opens it: "go on", "here"."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word in (",", ";"):
            parts.append([])
        elif word.isalnum() and (parts[-1] or word not in _WORDS["leads"]):
            parts[-1].append(word)
    return parts


def _carried_in(scope: Scope, phrase: list[str], shown: str | None) -> str | None:
    """The thing that a phrase names, past the measure of it: "a bite of this bread"; what was `shown`, by "it"."""
    if phrase[-1:] and phrase[-1] in _WORDS["pointed_at"]:
        return shown or scope.focus.get("it")
    at = max((n + 1 for n, word in enumerate(phrase) if word in ("of", "from") and n < len(phrase) - 1), default=0)
    if len(phrase) - at > _LONGEST:
        return None
    for named in (phrase, phrase[at:]):
        found = resolve(scope, named, frozenset({"item"})) if named else None
        if found is not None and found.fit >= _FIT:
            return found.thing
    return None


def offered_in(scope: Scope, who: str, words: list[str], *, asked: bool) -> Intent | None:
    """What somebody is offered of the player's own; None where nothing is offered.

    Only what is many is offered by its name and a question mark: nobody parts with a coat by saying "coat?".
    """
    words = [word for word in words if word.isalnum()]
    here = words[:1] == ["here"]
    words = words[here:]
    handed = here and words[:1] != [] and words[0] in _HERE_IS
    if (gift := _gift_in(scope, words[1:] if handed else words, handed=handed)) is not None:
        return Intent(verb="give", objects=(gift,), recipient=who)
    if handed and words[1:2] == ["half"]:
        words = ["have", *words[1:]]
    forms = [form for form in (_WANTED if asked else _HELD_OUT) if tuple(words[: len(form)]) == form]
    length = max(map(len, forms), default=0)
    phrase = words[length:]
    if not phrase or len(phrase) > _LONGEST or not (length or asked or here):
        return None
    if length and phrase[0] not in DETERMINERS | {"one", "another", "some", "half"}:
        return None
    found = resolve(scope, phrase[phrase[0] == "half" :], frozenset({"item"}))
    if found is None or found.fit < _FIT or scope.state.items.get(found.thing) != PLAYER:
        return None
    if not scope.world.items[found.thing].plural and not (here and length):
        return None
    return Intent(verb="give", objects=(found.thing,), recipient=who)
