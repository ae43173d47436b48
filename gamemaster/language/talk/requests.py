"""What somebody is asked to do that people here could do: to hand something over, or to go somewhere. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.noun_index import Scope, name_words
from gamemaster.language.names.noun_phrases import leading_person, one_of, parts_of
from gamemaster.rules.state import MATTER
from worlds.schema import NOWHERE, PLAYER

_LEADS = frozenset("please to just and then now kindly will would could can you not".split())
_HANDING = frozenset("give hand lend loan pass bring throw toss sell slip surrender spare return".split())
_LETTING = frozenset({("let", "me", "have"), ("let", "me", "use"), ("let", "me", "borrow"), ("part", "with")})
_GOING = frozenset("go walk run head move step return wait".split())
_TO_ME = frozenset({"me", "us", "over", "back", "up"})


_HEDGE = r"(?:(?:maybe|perhaps|possibly|just|please|kindly|ever|so|at least|quickly|still|also|then) )*"
_LENT = re.compile(
    rf"(?:(?:so|and|but|well|okay|please|hey|then|now|maybe|perhaps) )*{_HEDGE}"
    r"(?:(?:can|could|may|might|would you mind if|is it all right if|do you mind if) (?:i|we)|let me)"
    rf" {_HEDGE}(?:have|borrow|use|get|take|keep|buy|hold) (?P<thing>.+)"
    rf"|(?:will|would|can|could) you {_HEDGE}(?:give|lend|hand|pass|sell|loan|spare) (?:me |us |over )?(?P<given>.+)"
    r"|(?:(?:please|then|so|well|at least) )*(?:lend|loan|sell|spare) (?:me|us) (?P<lent>.+)"
)
_ENDS = re.compile(
    r" (?:for|until|till|so|back|please|from|off|now|if|and|then|when|as|to|tonight|then|with)\b.*"
)


_ALONG = re.compile(
    r"(?:want to |like to )?(?:come|go|coming|going|join)(?: \w+){0,4}? (?:with (?:me|us)|along|too)(?: \w+)*"
)


def thing_requested(scope: Scope, words: list[str]) -> str | None:
    """The thing that the player asks to have or to borrow of somebody here: "could I maybe borrow that key?"."""
    found = _LENT.fullmatch(" ".join(word for word in words if word.isalnum()))
    if found is None:
        return None
    phrase = _ENDS.sub(
        "", re.sub(r" (?:me|us)$", "", found["thing"] or found["given"] or found["lent"])
    ).split()
    if phrase in (["it"], ["them"], ["that"], ["one"]):
        thing = spoken_of(scope)
    else:
        match = one_of(scope, phrase, frozenset({"item"})) if phrase else None
        thing = match[0] if match is not None else None
    return thing if thing in scope.world.items else None


_FOR_ANOTHER = re.compile(
    r"(?:can|could|may|might|would) (?P<who>(?!i\b|we\b|you\b)\w+(?: \w+)?) (?:please )?"
    r"(?:borrow|have|use|get)(?: the loan of| a loan of)? (?P<thing>.+)"
    r"|(?:would|will|could|can) you (?:please )?(?:lend|loan|give|sell) (?P<whom>(?!me\b|us\b)\w+(?: \w+)?) "
    r"(?P<lent>(?:your|the|that|this|a) .+)"
)


def as_ones_own_request(scope: Scope, words: list[str]) -> list[str]:
    """What is asked for somebody else as if for oneself: "could Dilys have the loan of your valve?" is of the valve."""
    found = _FOR_ANOTHER.fullmatch(" ".join(word for word in words if word.isalnum()))
    if found is None:
        return words
    who = (found["who"] or found["whom"]).split()
    someone, length = leading_person(scope, who)
    if someone is None or length != len(who):
        return words
    return ["could", "i", "borrow", *(found["thing"] or found["lent"]).split()]


_WORD_OF_THEIRS = re.compile(
    r"(?:(?:please|but|and|so) )*(?P<must>you (?:must|have to|need to|should) )?"
    r"(?P<asks>(?:will|would|can|could|do) you )?(?:please )?"
    r"(?:promise|swear(?: to)?|give)(?P<me> (?:me|us))?(?: your word)?(?: (?:on|to) (?:it|that))?"
    r"(?: that)?(?:(?P<you> you)\b| (?:to|of)\b)?(?P<will> (?:will|would))?(?P<what>(?: .+)?)"
)


_SWEAR_IT = re.compile(r"(?:please )?(?:swear(?: to)?|promise)(?: (?:me|us|it|that|so|to me))*(?: please)?")
# "You will not say a word, will you?"
_KEPT_BACK = re.compile(
    r"(?:and |so |but )?you (?:will|must|are|should) (?:not|never) (?:to )?"
    r"(?P<what>(?:say|tell|breathe|speak|repeat|mention|let on|give)\b.*?)"
    r"(?:,? (?:will|would|promise|right|are) ?(?:you)?)?"
)


def oath_asked(words: list[str], asked: bool = False) -> list[str] | None:
    """What somebody is to give their word on, as a request to them: "swear to me you'll keep it to yourself".

    Empty where the words name nothing: "promise?"; None of any others.
    """
    text = " ".join(words).replace(" ,", ",")
    if _SWEAR_IT.fullmatch(text):
        return []
    if (kept := _KEPT_BACK.fullmatch(text)) is not None:
        return ["do", "not", *kept["what"].split()]
    found = _WORD_OF_THEIRS.fullmatch(text)
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


_WHEN_YOU = re.compile(
    r"(?:if|when|once|should) (?P<when>you (?:see|hear|notice|find|spot|smell|get|need|want|learn|meet) [^,]+?) ,"
    r" (?:then |please |just )*"
    r"(?P<deed>(?!i |we |you |he |she |it |they |what |who |where |is |are |do you |would |will )\w+.*)"
)
_FOR_ME = re.compile(
    r"(?:.* , )?(?:and |so |please |but )*(?P<deed>(?:wait|stay)(?: (?:here|there|right here))?"
    r"(?: for (?:me|us)|,? ?(?:till|until) (?:i|we) .+)(?: \w+){0,3})"
)
_FAVOUR = re.compile(
    r"(?:please )?(?:do me (?:a|the|one) favou?r|be (?:a|an|so) \w+) (?:, )?(?:and|to) (?P<deed>.+?)"
    r"(?: (?:will|would|can) you)?"
)


def charge_given(words: list[str]) -> str | None:
    """What somebody is to do for the player: when they see something, until one is back, as a favour."""
    text = " ".join(word for word in words if word.isalnum() or word == ",").strip(" ,")
    if found := _WHEN_YOU.fullmatch(text):
        return f"{found['deed']} if {found['when']}".replace(" ,", "")
    found = _FOR_ME.fullmatch(text) or _FAVOUR.fullmatch(text)
    return found["deed"].replace(" ,", "") if found is not None else None


_GONE = re.compile(
    r"(?:and |but )?(?:if|when|should) (?:i|we) (?:am|are|do|have) not (?:\w+ )?(?:back|return(?:ed)?)\b"
)
_BY_WHEN = frozenset("by in before within until till at".split())


def charge_in_absence(scope: Scope, words: list[str]) -> str | None:
    """What somebody is to do if the player does not come back: "if I'm not back by one, call the cops"."""
    if _GONE.match(" ".join(words)) is None:
        return None
    start = next(n for n, word in enumerate(words) if word.startswith(("back", "return"))) + 1
    for at in range(start, len(words) - 1):
        if words[at - 1] not in _BY_WHEN and words[at] in scope.nouns.verbs.base:
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


_OF_YOURS = re.compile(
    r"(?:(?:can|could|may|might) (?:i|we)|let me) (?:\w+ )?"
    r"(?:borrow .+|(?:have|use|get|take|buy) (?:one of |some of )?your .+)"
    r"|(?:please )?(?:give|lend|loan|hand|pass|spare|sell) (?:me|us) (?:one of |some of )?your .+"
)


def asks_for_theirs(words: list[str]) -> bool:
    """Whether something is asked for as somebody's own, whatever it is: "lend us your coat"."""
    return _OF_YOURS.fullmatch(" ".join(word for word in words if word.isalnum())) is not None


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
    along = _ALONG.fullmatch(rest)
    return who if who in scope.people and along is not None else None


def asked_for(scope: Scope, who: str, words: list[str]) -> str | None:
    """The thing of theirs that somebody is asked to hand over, or the place that they are asked to go to."""
    words = [word for word in words if word.isalnum()]
    while words and words[0] in _LEADS:
        words = words[1:]
    letting = next((len(form) for form in _LETTING if tuple(words[: len(form)]) == form), 0)
    if letting or (words[:1] and words[0] in _HANDING):
        rest = words[letting or 1 :]
        while rest and rest[0] in _TO_ME:
            rest = rest[1:]
        return _held_by(scope, who, rest)
    if (
        words[:1] and words[0] in _GOING and "and" not in words
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


_ESCORT = re.compile(
    r"(?:(?:please|so|now|then|well|just|will you|can you|could you|would you|you must|you will) )*"
    r"(?:take|bring|lead|guide|show|escort|walk) (?:me|us) (?:up |down |over |in |back )?(?:to|before|into) "
    r"(?P<whom>(?:see |meet )?.+?)"
    r"|(?:(?:please|so|now|then|well) )*(?:i|we) (?:want|need|wish|demand|would like|have|must)(?: to)? "
    r"(?:see|speak to|speak with|talk to|talk with|meet) (?P<seen>(?:whoever|who|the one|your|the person)\b.+?)"
)
_AFTER_IT = re.compile(
    r"(?: (?:please|now|right now|at once|then|(?:and )?be quick|will you|would you|can you))+$"
)
_IN_CHARGE = re.compile(
    r"(?:see |meet )?(?:whoever|who|the (?:one|person|man|woman)|somebody|someone)(?: who)?(?: it)?(?: is|s)? "
    r"(?:really )?(?:in charge|in command|the boss|responsible|running (?:this|things)\b.*|runs (?:this|things)\b.*"
    r"|leads\b.*|gives the orders)(?: (?:here|of this place|of this|around here))?"
    r"|(?:your|the) (?:boss|master|mistress|leader|chief|superior|employer|commander|manager)(?: here)?"
)


def escort_asked(words: str) -> str | None:
    """Whom or what somebody is asked to lead the player to, in the player's words; None where they are not."""
    found = _ESCORT.fullmatch(_AFTER_IT.sub("", words))
    return (found["whom"] or found["seen"]) if found is not None else None


def is_whoever_leads(words: str) -> bool:
    """Whether words mean whoever is in charge, whatever their name: "whoever is in charge here", "your mistress"."""
    return _IN_CHARGE.fullmatch(words) is not None


_UNSEEN = re.compile(
    r"(?:(?:remember|please|so|and|look|listen) )*(?:(?:if|when|should) (?:anyone|anybody|someone|somebody|they|he|she"
    r"|\w+) (?:should )?(?:asks?|comes?|calls?)(?: (?:you|about me|after me|for me))?,? )?"
    r"(?:you (?:have )?(?:never|did not|do not|have not) (?:saw|see|seen|met|meet|know|heard|hear|spoke|spoken)"
    r"(?: (?:to|of|with|from))? (?P<seen>me|us|this|that|it|anything|nothing)|(?:i|we) (?:was|were) (?:never|not) here"
    r"|we (?:never|have never|did not) (?:met|meet|spoke|spoken|talked))"
    r"(?: (?:here|tonight|today|before|okay|all right))*"
)


_UNTOLD = re.compile(
    r"(?:(?:please|and|so|just) )*(?:do not|never)(?: you)?(?: dare| ever)? (?:tell|warn|let) "
    r"(?P<whom>(?!me\b|us\b|you\b|lies\b)(?:(?:the|your|my|mr|mrs|miss|old) )?\w+?)(?: know)?"
    r"(?: (?:that )?(?P<of_me>(?:i|we) .+|(?:about|of) (?:me|us))"
    r"| (?:about|of|what|where|a thing|anything|any of)\b.*)?"
)


def silence_asked(words: list[str]) -> str | None:
    """What somebody is to keep to themselves who is told "you never saw me", as a charge; None of any other words."""
    said = " ".join(word for word in words if word.isalnum())
    if (barred := _UNTOLD.fullmatch(said)) is not None:
        return f"do not tell {barred['whom']} about {'me' if barred['of_me'] else 'this'}"
    found = _UNSEEN.fullmatch(said)
    if found is None:
        return None
    of_me = found["seen"] in (None, "me", "us")
    return f"do not tell anybody about {'me' if of_me else 'this'}"
