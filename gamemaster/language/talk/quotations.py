"""Words in quotation marks: to whom they are said, if they name them, and the sentence that is answered. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import GREETINGS
from gamemaster.language.talk.addressee import host_of
from gamemaster.language.talk.direct_address import addressed_person, called_before_or, called_between
from gamemaster.language.talk.forces.speech_forces import force_of
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.language.talk.sentences import main_words, sentences_of

# What anybody is called to their face.
_TITLES = {
    **dict.fromkeys(("sir", "mister", "master", "lad", "boy", "son", "mate"), "he"),
    **dict.fromkeys(("madam", "miss", "lady", "mistress", "lass", "girl", "missus"), "she"),
}
_OF_RANK = frozenset("sir master madam lady mistress".split())

# A word or three between marks in the midst of a sentence that goes on around them.
_NAMED = re.compile(
    r"(?P<before>[\w'’]+) [\"\u201c](?P<named>[\w'’-]+(?: [\w'’-]+){0,2})[\"\u201d](?P<after>[^\".!?\u201c\u201d]*\??)"
)
_NAMES_ONE = frozenset(
    """the a an this that my your his her its our their heard hear hears hearing called named word words mean means
    meant by of about no some something from with""".split()
)
_SAYS = frozenset(
    """say says said saying shout shouts call calls whisper whispers ask asks reply answer answers add mutter cry yell
    murmur mumble scream hiss out aloud and then""".split()
)


_NO_MARKS = str.maketrans("", "", '"\u201c\u201d')


def without_named_words(text: str) -> str:
    """The text without marks round a word that is only named: 'is there anything … or is there "nothing"?'."""

    def bare(found: re.Match[str]) -> str:
        before = found["before"].casefold()
        asked = found["after"].endswith("?") and before not in _SAYS
        return found[0].translate(_NO_MARKS) if asked or before in _NAMES_ONE else found[0]

    return _NAMED.sub(bare, text)


def without_cited_words(text: str) -> str:
    """The text without what is quoted from a song, a letter or somebody who is not here: nobody says it now.

    '"Wait for me by the water", funny words to carve on a thing.'
    """

    def as_those_words(found: re.Match[str]) -> str:
        lead, after = found["lead"] or "", found["after"] or ""
        return f"{lead}those words{after}" if lead or after else found[0]

    return _CITED.sub(as_those_words, text)


_ONE_OF_THEM = "(?:the|my|our|his|her|he|she|they)"
_CITED = re.compile(
    r"(?P<lead>\b(?:he|she|they|it|who) (?:wrote|sang|carved|used to (?:say|sing))\b[^\"\u201c.?!]{0,10}[ .]*)?"
    r"[\"\u201c][^\"\u201c\u201d]{3,120}[\"\u201d]"
    r"(?P<after>[,.]?\s*(?:[-\u2013\u2014]+ ?)?"
    rf"(?:(?:that (?:was|is)|that['\u2019]s|was|is) (?:how|what) {_ONE_OF_THEM}\b"
    r"|(?:the|my|our|his|her) (?:\w+ ){1,3}(?:used to|always)\b"
    r"|(?:a )?(?:funny|strange|odd|fine|queer|nice|curious) (?:words?|thing|line|name)\b))?",
    re.IGNORECASE,
)


_HERALDS = re.compile(
    r"(?P<start>^|[.!?\"\u201c] *)(?:(?:ok(?:ay)?|right|well|so|fine),? )*"
    r"(?:(?:i['’]ll )?swap you|deal|here['’]?s (?:the|a|my) (?:deal|offer)|my offer"
    r"|(?:i['’]ll )?(?:make|offer) you a deal|let['’]?s (?:make|strike) a (?:deal|bargain)"
    r"|(?:i['’]ll )?tell you what|how about this)\s?[:,\u2013\u2014-]+ +(?P<gives>i(?:['’]ll| will)? give you )?"
    r"(?=(?P<thing>my|one|an?|the|two|this)\b|i\b|i['’]|if\b|you\b|give\b)",
    re.IGNORECASE,
)


_ORDERED = re.compile(
    r"(?P<start>^|[.!?\"\u201c] *)(?P<what>(?:an?|one|two|three|some|another)(?: [\w'’-]+){1,5})(?P<name>,? [A-Z]\w+)?"
    r",? (?:please|if you please|if you would)(?=[.!,\"\u201d]|$)",
    re.IGNORECASE,
)


_COINS = (
    r"(?:bucks?|dollars?|pounds?|quid|pence|cents?|shillings?|crowns?|florins?|coins?|coppers?|silvers?|dimes?|marks?)"
)
_PAID = re.compile(
    r"(?P<start>^|[.!?\"\u201c] *)(?P<what>(?:an?|one|two|three|four|five|ten|twenty|fifty|\d+) (?:\w+ )?"
    rf"{_COINS}) (?=if you\b)",
    re.IGNORECASE,
)


def with_orders_put(text: str) -> str:
    """The text, where what is only named is asked for or offered: "a mug of ale, please", "two bucks if you …"."""
    text = _PAID.sub(lambda found: f"{found['start']}I'll give you {found['what']} ", text)
    return _ORDERED.sub(lambda found: f"{found['start']}Can I have {found['what']}{found['name'] or ''}?", text)


def without_herald(text: str) -> str:
    """The text without what only says that an offer follows: "deal: I'll carry it if …", "swap you: my knife for …"."""
    return _HERALDS.sub(
        lambda found: found["start"] + ("I'll give you " if found["thing"] or found["gives"] else ""), text
    )


def quoted_speech(scope: Scope, quoted: str) -> tuple[str | None, list[str]]:
    """Whom a quotation names as the one it is said to, and the words of its sentence that wants an answer."""
    sentences = sentences_of(quoted)
    main = next((words for words, _ in sentences if force_of(words) == "threaten"), main_words(quoted))
    while len(main) > 2 and main[-1] in _TITLES and main[-2] == ",":
        main = main[:-2]
    called = addressed_person(scope, main) or called_between(scope, main) or called_before_or(scope, main)
    if called is not None:
        return called
    for words, asked in sentences:
        who = _name_called(scope, words)
        if who is not None and not (asked and scope.people and who not in scope.people):
            return who, main  # "Ivar's? He's a child!" is said to whoever is here, and not to Ivar
    greets = bool(sentences) and all(word in GREETINGS or word == "," for word in sentences[0][0])
    if greets and not any(is_question(words) for words, _ in sentences):
        main = sentences[0][0]
    return _person_by_title(scope, sentences), main


def _name_called(scope: Scope, words: list[str]) -> str | None:
    """Whoever is called by name in a sentence beside the main one: "Mistress.", "Forgive me, Ragnhild."."""
    if (found := addressed_person(scope, words)) is not None:
        return found[0]
    name = words[len(words) - 1 - words[::-1].index(",") + 1 :] if "," in words else words
    who, length = leading_person(scope, name, by_name=True) if name else (None, 0)
    return who if who in scope.people and length == len(name) else None


def _person_by_title(scope: Scope, sentences: list[tuple[list[str], bool]]) -> str | None:
    """Whoever is meant by "sir" or "madam": whom the pronoun means, else the host of the place, else the only one."""
    for words, _ in sentences:
        for at, word in enumerate(words):
            pronoun = _TITLES.get(word)
            alone = at + 1 == len(words) or words[at + 1] == ","
            if pronoun is None or not alone or (at and words[at - 1] != ","):
                continue
            fitting = [who for who in scope.people if scope.world.characters[who].pronoun == pronoun]
            faced = scope.focus.get({"he": "him", "she": "her"}[pronoun])
            host = host_of(scope.world, scope.state)
            first = (host, faced) if word in _OF_RANK else (faced, host)
            return next((who for who in (*first, *fitting) if who in fitting), None)
    return None


def spoken_of(scope: Scope, words: list[str]) -> str | None:
    """Somebody here whom the words speak of by name, and who is therefore not the one they are said to."""
    names = {who: scope.world.characters[who].name.casefold().split() for who in scope.people}
    return next((who for who, name in names.items() if not set(name).isdisjoint(words)), None)
