"""What somebody says of themselves out of what their writer wrote of them, turned to speech. Pure.

Of persona, want and fear only what touches nothing that they hide: the rest they keep to themselves.
"""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import name_words
from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS, PREPOSITIONS, QUESTION_WORDS
from gamemaster.language.tables.verb_forms import infinitive, is_third_person
from gamemaster.language.talk.questions.circumstances import circumstances
from gamemaster.language.talk.questions.matters import SMALL_WORDS
from gamemaster.narration.understudy.answers.in_character.questions import Asked, proper_names
from gamemaster.rules.grammatical_person import EXCHANGED
from worlds.schema import PLAYER, Character, World

_LEAST_SHARED = 0.5  # of what a question turns on, so much stands in a sentence that answers it
_TELLING = 2  # words shared with what is hidden, from which on a text speaks of it
_LONGEST = 24  # words of what is said of oneself


def of_ones_life(asked: Asked) -> tuple[str, ...]:
    """What their persona says of what they are asked about themselves: "can you lie?", "do you clean at night?"."""
    if _OF_A_MASTER.fullmatch(asked.words) and (master := _master_of(asked)):
        return (f"{master}.",)
    if asked.words.startswith("how long "):
        return ()  # a number of years is no sentence that shares a word
    words = list(asked.question.about) or asked.words.split()
    beside = circumstances(words)
    turning = [word for at, word in enumerate(words) if word not in SMALL_WORDS and at not in beside]
    wanted = content_of(" ".join(turning)) - _names_of(asked.person)
    if not wanted:
        return ()
    best: tuple[float, str] | None = None
    for sentence in re.findall(r"[^.!?;]+", asked.person.persona):
        shared = wanted & content_of(sentence)
        if not shared or _gives_away(asked.world, asked.person, sentence):
            continue
        half = len(shared) == _LEAST_SHARED * len(wanted)
        if len(shared) < _LEAST_SHARED * len(wanted) or (half and shared.isdisjoint(content_of(turning[0]))):
            continue  # of "why do you count people?" it is the counting that matters
        told = in_first_person(asked.world, asked.person, _part_with(sentence, shared))
        if _OF_A_STRANGER.match(told):
            continue  # nobody says of themselves "a girl who runs errands"
        if told and (best is None or len(shared) > best[0]):
            best = (len(shared), told)
    return (f"{best[1]}.",) if best is not None else ()


_OF_A_STRANGER = re.compile(r"(?:A|An|The) \w+ .*\bwho (?:\w+s|has|is|was)\b")
_OF_A_MASTER = re.compile(
    r"(?:who|whom) (?:do|did) you (?:work|serve|answer|report)(?: (?:for|to|under))?(?: (?:here|now))?"
    r"|who (?:is|was) your (?:boss|master|mistress|employer|chief|lord|lady|captain)"
    r"|who (?:pays|hired|employs|sent|commands|orders) you(?: .*)?|whose (?:man|woman|servant|side) are you(?: on)?"
)
_KIN = (
    r"(?:daughter|son|grandson|granddaughter|father|mother|sister|brother|wife|husband|widow|child|friend)\b"
)
_SERVING = re.compile(rf"^(?:The )?(?P<whose>Your|[A-Z]\w+['’]s) (?!{_KIN})\w+")


def _master_of(asked: Asked) -> str:
    """Whose man or woman somebody is, where their persona begins with it: "Crane's man", "Your secretary"."""
    found = _SERVING.match(asked.person.persona)
    if found is None:
        return ""
    return "You" if found["whose"] == "Your" else found["whose"][:-2]


def wish_or_fear(asked: Asked, kind: str) -> tuple[str, ...]:
    """What they want or fear, as far as they would own to it to somebody whom they bear no grudge."""
    written = asked.person.want if kind == "want" else asked.person.fear
    if asked.state.characters[asked.who].disposition < 0 or _gives_away(asked.world, asked.person, written):
        return ()
    told = in_first_person(asked.world, asked.person, written.strip().rstrip("."))
    return (f"{told}.",) if told else ()


def is_kept_back(asked: Asked) -> bool:
    """Whether they are asked for what they hide: "who pays you?" of somebody who is paid to keep quiet."""
    people = {word for one in asked.world.characters.values() for word in _names_of(one)}
    wanted = content_of(" ".join(asked.question.about)) - people
    return bool(wanted & (_secrets_of(asked.world, asked.person) - people))


_MEASURES = {
    "trust": "trusts", "believe": "trusts", "like": "fond", "love": "fond", "admire": "fond", "respect": "trusts",
    "hate": "dislikes", "dislike": "dislikes", "distrust": "distrusts", "suspect": "distrusts", "fear": "afraid",
    "owe": "owes", "rely": "trusts", "afraid": "afraid", "scared": "afraid", "frightened": "afraid",
}  # fmt: skip


def bond_asked_for(asked: Asked) -> tuple[str, ...]:
    """Whom they trust, like, hate, fear or owe most, of all that they are bound to; else that there is nobody."""
    afraid = any(_MEASURES.get(word) == "afraid" for word in asked.words.split())
    feared = wish_or_fear(asked, "fear") if afraid and asked.person.fear else ()
    return strongest_bond(asked) or feared or asked.replies("nobody")


def strongest_bond(asked: Asked) -> tuple[str, ...]:
    """As `bond_asked_for`; empty where they are bound to nobody so."""
    kind = next((_MEASURES[word] for word in asked.words.split() if word in _MEASURES), "fond")
    found: dict[str, int] = {}
    for other, person in asked.world.characters.items():
        bond = asked.state.characters[asked.who].toward(other)
        felt = {
            "trusts": bond.trust, "distrusts": -bond.trust, "fond": bond.affection, "dislikes": -bond.affection,
            "afraid": bond.fear, "owes": bond.debt,
        }[kind]  # fmt: skip
        if other != asked.who and felt > 0 and asked.state.characters[other].alive:
            found[person.name] = felt
    best = max(found, key=lambda name: found[name], default=None)
    if (
        best is None
        and kind in ("trusts", "fond")
        and asked.state.characters[asked.who].toward(PLAYER).trust > 1
    ):
        return asked.replies("you_trust")
    return asked.replies(kind, who=best) if best is not None else ()


_PERSONS = frozenset("he she it they".split())
_FORMS = {
    "he": {"he": "I", "him": "me", "his": "my", "himself": "myself"},
    "she": {"she": "I", "hers": "mine", "herself": "myself"},
    "it": {"it": "I", "its": "my", "itself": "myself"},
    "they": {"they": "I", "them": "me", "their": "my", "themselves": "myself"},
}
_AGREEING = {"is": "am", "has": "have", "does": "do", "are": "am", "were": "was"}


def in_first_person(world: World, person: Character, text: str) -> str:
    """What is written of somebody as they would say it: "Has not slept" is "I have not slept".

    A sentence without a subject gets one. What names somebody else whom "he" or "she" could mean is left: it is empty.
    """
    tokens = re.findall(r"[\w'’-]+|[^\w\s]", text.strip())
    words = [token.casefold() for token in tokens]
    forms = _FORMS[person.pronoun]
    if not tokens or len(words) > _LONGEST or _names_another(world, person, words):
        return ""
    told: list[str] = []
    if words[0] == "who" and words[1:]:
        tokens, words = ["I", *tokens[1:]], ["i", *words[1:]]  # "who buried a husband"
    subject = bool(words) and (words[0] in _AGREEING or _is_verb_first(words))
    if subject:
        told.append("I")
    for at, (token, word) in enumerate(zip(tokens, words, strict=True)):
        before = told[-1] if told else ""
        after = words[at + 1] if at + 1 < len(words) else ""
        if word in forms:
            told.append(forms[word])
        elif word == "her" and person.pronoun == "she":
            given = (before in _TELLING_VERBS and after in _AFTER_WHOM) or before in _TEACHING_VERBS
            own = after[:1].isalpha() and after not in PREPOSITIONS | AUXILIARIES | {"and"} and not given
            told.append("my" if own else "me")
        elif before == "I" and word in _AGREEING:
            told.append(_AGREEING[word])
        elif before == "and" and told[0] == "I" and is_third_person(word) and after in _AFTER_A_VERB:
            told.append(infinitive(word))  # "I have named five, and remember what …"
        elif (before == "I" or (subject and before == ",")) and is_third_person(word):
            told.append(infinitive(word))
        else:
            told.append(word if at == 0 and subject else token)
    said = re.sub(r" ([,;:.!?])", r"\1", " ".join(told))
    return f"{said[:1].upper()}{said[1:]}"


# "Told her that …", "taught her figures": whom it is done to, and not whose it is, as far as what follows shows it.
_TEACHING_VERBS = frozenset("taught teaches teach".split())
_TELLING_VERBS = frozenset("told tells tell promised asked warned showed assured reminded gave made let".split())
_AFTER_WHOM = QUESTION_WORDS | DETERMINERS | frozenset({"that", "to", "if", "not", "nothing", "everything"})
_AFTER_A_VERB = DETERMINERS | QUESTION_WORDS  # which follow no noun: "and horses"


def _is_verb_first(words: list[str]) -> bool:
    """Whether a sentence begins with its verb: "Cleans floors", "Keeps the list"."""
    return is_third_person(words[0]) and (len(words) == 1 or words[1] not in _AGREEING)


def _names_another(world: World, person: Character, words: list[str]) -> bool:
    """Whether somebody else is named whom the same pronoun could mean."""
    if not _FORMS[person.pronoun].keys() & set(words) and "her" not in words:
        return False
    others = (one for one in world.characters.values() if one is not person and one.pronoun == person.pronoun)
    named = {word for one in others for word in name_words(one.name)} - set(name_words(person.name))
    return bool(named & set(words))


def _part_with(sentence: str, shared: set[str]) -> str:
    """A sentence; of a list of what somebody is, without a verb, the part that was asked for."""
    words = words_of(plain(sentence))
    if words[:1] and (words[0] in _PERSONS | _AGREEING.keys() or is_third_person(words[0])):
        return sentence
    return next((part.strip() for part in sentence.split(",") if shared & content_of(part)), sentence)


def _names_of(person: Character) -> set[str]:
    return content_of(" ".join((person.name, *person.aliases)))


def _gives_away(world: World, person: Character, text: str) -> bool:
    """Whether a text speaks of what somebody hides: nobody says that for being asked how they are."""
    people = {word for one in world.characters.values() for word in _names_of(one)}
    secrets = _secrets_of(world, person) - people
    return bool(secrets) and len(content_of(text) & secrets) >= min(_TELLING, len(secrets))


def _secrets_of(world: World, person: Character) -> set[str]:
    facts = (world.facts[one].text for one in person.hides if one in world.facts)
    return content_of(" ".join([person.secret, *facts])) - PREPOSITIONS


_SUBJECT_AFTER = (
    AUXILIARIES
    | QUESTION_WORDS
    | frozenset("that while because before after and than as since until".split())
)
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday Christmas Easter".split()
_BEFORE_IT = re.compile(
    r"^(?:(?:and|so|but|well|now|then|oh|please|tell me|between (?:us|you and me)|in confidence|honestly) )+"
)
_MOST_ECHOED = 9  # words of a question that is said back
_JOINS = frozenset({",", "-", "–", "—", "and", "but", "or", "anyway", "then"})


def question_said_back(asked: Asked) -> str:
    """The question as whoever is asked says it back: "who taught you to swim?" is "Who taught me to swim?"."""
    words = _BEFORE_IT.sub("", asked.words).split()
    whole = words[:1] and words[0] in QUESTION_WORDS | AUXILIARIES and _JOINS.isdisjoint(words)
    if not asked.question.asked or not whole or not 2 < len(words) <= _MOST_ECHOED:
        return ""  # of a part of one, or of two in one breath, it would be a stammer
    verbs = {"am": "are", "was": "were"}
    told: list[str] = []
    for at in range(len(words) - 2):
        if words[at] in AUXILIARIES and words[at + 1] == "not" and words[at + 2] in ("you", "i"):
            words[at + 1 : at + 3] = [words[at + 2], "not"]  # "why will not you" is "why will you not"
    for at, word in enumerate(words):
        before, after = (words[at - 1] if at else ""), (words[at + 1] if at + 1 < len(words) else "")
        if word == "you":
            told.append("I" if before in _SUBJECT_AFTER or after in AUXILIARIES else "me")
        elif word in verbs and "i" in (before, after):
            told.append(verbs[word])
        elif word in ("are", "were") and "you" in (before, after):
            told.append("am" if word == "are" else "was")
        else:
            told.append(EXCHANGED.get(word, word))
    names = {name.casefold(): name for name in (*proper_names(asked.world), *_DAYS)}
    said = " ".join(names.get(word, word) for word in told).replace("oclock", "o'clock")
    return f"{said[:1].upper()}{said[1:]}?"
