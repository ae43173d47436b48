"""Read what is said to people: questions, speech, names called out before an order. Pure."""

from __future__ import annotations

import re

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.names.anachronisms import is_absurd
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    CLASS_WORDS,
    DETERMINERS,
    GREETING_STARTS,
    GREETINGS,
    PREPOSITIONS,
    QUESTION_WORDS,
)
from gamemaster.language.tables.verb_forms import is_past
from gamemaster.language.talk.addressee import (
    addressee,
    can_answer,
    is_after_somebody_away,
    is_spoken_of,
    who_tells_of_it,
)
from gamemaster.language.talk.gm_questions import only_asked
from gamemaster.language.talk.heartfelt import heartfelt_of
from gamemaster.language.talk.requests import as_ones_own_request
from gamemaster.language.talk.sentences import without_tag
from gamemaster.language.talk.speech_forces import VERB_OF, force_of, is_sworn_true, offered_thing
from gamemaster.language.talk.topics import Subject, subject_of, trim_question
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

SPEAKING = frozenset(
    """talk ask tell persuade deceive threaten charm accuse promise apologise insult thank comfort kiss recruit
    dismiss""".split()
)
# The verbs of speaking that carry a topic.
_TOPICAL = frozenset({"talk", "ask", "tell", "persuade", "deceive", "threaten", "accuse", "promise"})
_ABOUT = frozenset("about regarding concerning of for on over that if whether to after with".split())
_TOWARD = ("to", "with", "at", "from", "toward", "towards")
_SECOND_PERSON = frozenset("you your yours yourself thee thou thy u".split())
PLEAS = frozenset(
    """come follow join help give tell show let stay wait leave go stop please take bring lead look listen be do sit
    heel fetch stand run hide hurry answer speak""".split()
)
_CALLED_BEFORE = frozenset(
    """hey oi yo hi hello okay listen please so dear excuse me well oh ah psst my friend good sir madam the old no
    yes come on""".split()
)
_DEAR = frozenset("mate love dear pal bro dude man lad lass sweetheart darling buddy friend sir luv".split())
HELD = frozenset(
    "trust like hate love fear know believe want need seen met killed saw miss respect mean married".split()
)
_ASKED = frozenset("you i we they he she it people your there any anyone anybody".split())
_SENT_AWAY = frozenset(
    {"go away", "go home", "go back", "leave", "leave me", "leave me alone", "get lost", "get away"}
)
_ABOUT_HERE = frozenset(
    tuple(words.split(":"))
    for words in """
    how:much how:many is:something is:anything is:anyone is:anybody is:somebody is:there are:there what:else
    """.split()
)
_EVENTS = frozenset({"happened", "happens", "happening"})
_SEARCHED_OR_SEEN = frozenset("who what where is are was were".split())


_STATE_OF_BEING = frozenset("is are was were am else has have".split())


def listener(scope: Scope, words: list[str], other_than: str | None = None) -> str:
    """Whom the player talks to when they name nobody. Raises `Unclear` where nobody could hear it."""
    who = addressee(scope, words, other_than)
    if who is None:
        raise Unclear("who", " ".join(words)[:80])
    return who


def is_question(words: list[str]) -> bool:
    """Whether the words ask: they begin with "who" and its like, or with "is", "did you", "has he"."""
    if words[:2] in (["what", "a"], ["what", "an"]) and AUXILIARIES.isdisjoint(words):
        return False  # "what a one-track mind"
    if not words or words[0] in QUESTION_WORDS:
        return bool(words) and words[0] not in ("if", "whether")
    if words[0] in ("have", "do"):  # "have some tea", "do a dance" are orders
        return len(words) > 2 and words[1] in _ASKED
    return words[0] == "am" or (
        words[0] in AUXILIARIES and len(words) > 2 and words[0] not in ("may", "might", "must", "will")
    )


def read_question(scope: Scope, words: list[str]) -> Intent:
    """A question: about something in sight it is a look at it, else it is put to whoever is listening."""
    return only_asked(_asked_or_looked_at(scope, words), words)


def _asked_or_looked_at(scope: Scope, words: list[str]) -> Intent:
    """A question as a look at what it is about, or as it is put to somebody."""
    if _OF_ME.isdisjoint(words) and (who := who_tells_of_it(scope, words)) is not None:
        return ask(scope, who, words)
    core = trim_question(words)
    found = resolve(scope, core)
    thing = found.thing if found is not None and found.fit >= 70 else None
    to_someone = not _SECOND_PERSON.isdisjoint(words)
    shown = words[0] in ("whose", "which") and not {"this", "that", "these", "those"}.isdisjoint(words)
    seen = thing is not None and scope.reach(thing) and (words[0] in _SEARCHED_OR_SEEN or shown)
    # "Who switched off the lights?" is about what somebody did, and not about the lamp at hand.
    doer = words[0] == "who" and words[1:2] != [] and words[1] not in _STATE_OF_BEING
    event = doer or not _EVENTS.isdisjoint(words)
    # "Is Jory coming up for supper?" is about him, and no look at the supper.
    whose = leading_person(scope, words[1:], by_name=True)[0] if words[0] in ("is", "was") else None
    about_somebody = whose is not None and whose != thing and whose not in scope.people
    if whose is None and words[0] in ("is", "was") and scope.talking:
        about_somebody = is_spoken_of(scope, words[1:2])  # "was Cobb a good keeper?"
    # "Who is the best keeper on this rock?" is no look at the rock.
    somewhere = words[0] == "who" and thing is not None and scope.nouns.kinds[thing] == "place"
    seen = seen and not event and not about_somebody and not somewhere
    if seen and thing is not None and not to_someone and thing != scope.state.place:
        near = scope.nouns.kinds[thing] in ("feature", "item", "person", "threat")
        others = [who for who in scope.people if who != thing]
        if near or not others:
            return Intent(verb="examine", objects=(thing,))
    if not to_someone and (shown_on := _where_it_is_seen(scope, words)):
        return Intent(verb="examine", objects=(shown_on,))
    person, _ = _subject_person(scope, words)
    asked_of = person == thing and not event
    if person is not None and person in scope.people and not to_someone and asked_of:
        return Intent(verb="examine", objects=(person,))
    heard = (
        to_someone
        or ((scope.talking or without_tag(words) is not None) and can_answer(scope.world, scope.state))
        or is_after_somebody_away(scope, words)
        or (about_somebody and can_answer(scope.world, scope.state))
    )
    if not scope.people or not heard:
        if thing is not None and scope.reach(thing) and not doer and not somewhere:
            return Intent(verb="examine", objects=(thing,))
        if thing is not None or doer:
            return Intent(verb="inform", role="question", topic="known", words=" ".join(words)[:300])
        for word in core:  # "what is that light up on the pass": what is in sight answers
            named = resolve(scope, [word])
            if named is None or named.fit < 97 or not scope.reach(named.thing):
                continue
            if words[0] != "who" or scope.nouns.kinds[named.thing] != "place":
                return Intent(verb="examine", objects=(named.thing,))
        if tuple(words[:2]) in _ABOUT_HERE:
            return Intent(verb="look")  # there is nobody to ask, and eyes to see
        if is_absurd(scope.world, words) or (to_someone and scope.people):
            raise Unclear("absurd" if is_absurd(scope.world, words) else "who", " ".join(words)[:80])
        # Nobody hears it, so that it is put to the Game Master, who says what is known.
        kind = "possible" if words[0] in ("could", "would", "should", "might", "can", "may") else "known"
        return Intent(verb="inform", role="question", topic=kind, words=" ".join(words)[:300])
    who = listener(scope, words, other_than=None if to_someone else thing)
    if is_absurd(scope.world, words) and subject_of(scope, who, words).score == 0:
        raise Unclear("absurd", " ".join(words)[:80])
    return ask(scope, who, words)


_OF_ME = frozenset("i my mine myself we our".split())


def _where_it_is_seen(scope: Scope, words: list[str]) -> str | None:
    """What a question about something seen ends in: "what day is it on the calendar"."""
    for preposition in ("on", "in"):
        if words[0] == "what" and preposition in words[2:-1]:
            at = len(words) - 1 - words[::-1].index(preposition)
            found = resolve(scope, words[at + 1 :], frozenset({"item", "feature"}))
            if found is not None and found.fit >= 97 and scope.reach(found.thing):
                return found.thing if scope.nouns.kinds[found.thing] in ("item", "feature") else None
    return None


def _subject_person(scope: Scope, words: list[str]) -> tuple[str | None, int]:
    return leading_person(scope, words[2:]) if len(words) > 2 else (None, 0)


_COMPANY = re.compile(
    r"(?:(?:will|would|could|can|do|are|shall) (?:you|we) "
    r"(?:please |like to |want to |care to |going to )*)?(?:please )?"
    r"(?:come|coming|go|walk|run|travel|leave|climb)\b(?: \w+){0,6} with (?:me|us)"
    r"(?: and (?:say|speak|tell|put in|show|help|introduce|vouch)\b.*|(?: \w+){0,4})|"
    r"(?:coming|care to come) (?:\w+ ){0,5}with (?:me|us)(?: \w+){0,4}|"
    r"(?:will|would|could|can) you (?:please )?come(?: along| too| as well| then| now)*|"
    r"(?:will|would|could|can) you (?:please )?(?:accompany|follow|join) (?:me|us)(?: \w+){0,5}|"
    r"(?:can|could|shall|should|may) we (?:all |both )?go (?:\w+ ){0,4}together|lead (?:the way|on)|"
    # Going together is asked of whoever goes, and so is not to have to go alone.
    r"(?:(?:come|go|walk|run|climb)\b.*) (?:i|we) will (?:come|go|be|walk)(?: \w+)? with you(?: \w+){0,3}|"
    r"(?:come on )?let us (?:(?:both|all|two) )?(?:go|come|walk|run|climb|head|leave)\b(?: \w+){0,6} together|"
    r"(?:come on )?let us (?:both|two) (?:go|come|walk|run|climb|head|leave)\b.*|"
    r"(?:i|we) (?:do not|would rather not|can not|will not|dare not)(?: (?:want|like|dare|have))?(?: to)? "
    r"(?:go|walk|climb|be|stay|enter)\b.* (?:alone|by myself|on my own)|"
    r"(?:(?:please|can you|could you|will you|would you) )+(?:take|lead|bring|guide|walk) (?:me|us) "
    r"(?:to|up|down|into|home|back|over|there)\b.*|"
    r"(?:take|lead|bring|guide|walk) (?:me|us) (?:to|up|down|into|home|back|over|there)\b.*"
    r" (?:please|(?:will|would|can|could|will not) you)"
)


def asks_company(words: list[str]) -> bool:
    """Whether somebody is asked to come along: "come up to the kitchen with me", "will you come with me"."""
    return _COMPANY.fullmatch(" ".join(word for word in words if word.isalnum())) is not None


def ask(scope: Scope, who: str, words: list[str], verb: str = "ask") -> Intent:
    if asks_company(words):
        return Intent(verb="recruit", objects=(who,), role="speech")
    words = as_ones_own_request(scope, words)
    subject: Subject = subject_of(scope, who, words)
    return Intent(verb=verb, objects=(who,), topic=subject.topic or None)


def addressed_person(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    """Whom the words are said to, if they begin or end with a name called out, and what is said to them."""
    at = 0
    if words[:1] in (["listen"], ["look"]) and words[1:2] and words[1] in PREPOSITIONS:
        return None  # "listen at Crane's door" is said to nobody
    while at < len(words) and (words[at] in _CALLED_BEFORE or words[at] == ",") and at < 4:
        if leading_person(scope, words[at:], by_name=True)[0] and words[at] not in ("hey", "yo", "oi"):
            break
        at += 1
    for start in dict.fromkeys((at, 0)):
        if start < len(words) and words[start] in (
            "him",
            "her",
            "you",
            "them",
            "i",
            "me",
            "he",
            "she",
            "they",
        ):
            continue
        who, length = leading_person(scope, words[start:], by_name=True)
        rest = words[start + length :]
        if who is None or scope.nouns.kinds.get(who) != "person":
            continue
        dear = bool(rest) and rest[0] in _DEAR and len(rest) > 1 and who in scope.people
        rest = rest[1:] if dear else rest
        comma = rest[:1] == [","] or dear
        rest = rest[1:] if rest[:1] == [","] else rest
        if not rest:
            return who, words[:start]
        said = (
            comma
            or is_question(rest)
            or rest[0] in PLEAS
            or rest[0] in ("i", "you", "we", "your", "how", "if")
            or start > 0
        )
        if said and (is_question(rest) or not (comma and _list_people(scope, rest))):
            return who, rest
    return _called_after(scope, words)


def called_amid(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    """Whom an order is said to that holds their name between commas, or ends in it: "put it down, Bishr, now"."""
    marks = [at for at, word in enumerate(words) if word == ","]
    for at in marks:
        end = next((mark for mark in marks if mark > at), len(words))
        who, length = leading_person(scope, words[at + 1 : end], by_name=True)
        listed = "and" in words or leading_person(scope, words[at - 1 : at])[0] is not None
        if who in scope.people and length == end - at - 1 and not listed and at > 1:
            ordered = scope.nouns.verbs.at_start(words[:at])[0] and words[0] not in _BY_ONESELF
            return (str(who), words[:at]) if ordered else None
    return None


def called_before_or(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    """Whom a threat is said to that has their name before its "or": "don't lie to me, Bo, or I tell the captain"."""
    at = words.index("or") if "or" in words[2:] else 0
    before = words[:at][: at - (words[at - 1] == ",")] if at else []
    for start in range(len(before) - 1, max(0, len(before) - 4), -1):
        who, length = leading_person(scope, before[start:], by_name=True)
        if who in scope.people and start + length == len(before) and before[start - 1] not in PREPOSITIONS:
            kept = before[: start - (before[start - 1] == ",")]
            return str(who), [*kept, *words[at:]]
    return None


def called_last(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    """Whoever here is called by name at the end of what is asked, and that: "is Tallack your boss, Jory?"."""
    at = len(words) - 1 - words[::-1].index(",") if "," in words else 0
    who, length = leading_person(scope, words[at + 1 :], by_name=True) if at else (None, 0)
    return (str(who), words[:at]) if who in scope.people and length == len(words) - at - 1 else None


_BY_ONESELF = frozenset("i we examine look talk ask tell attack search follow say kill hit".split())


def _list_people(scope: Scope, rest: list[str]) -> bool:
    """Whether "hild, ..." is the beginning of a list of people rather than somebody spoken to."""
    who, length = leading_person(scope, rest)
    return who is not None and (length == len(rest) or rest[length] in (",", "and"))


def _called_after(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    if "," in words:
        at = len(words) - 1 - words[::-1].index(",")
        said, name = words[:at], words[at + 1 :]
        if name[:1] == ["the"]:
            return None  # "what of the drone, the botanist" names two; nobody is called "the"
    elif (
        len(words) > 4
        and words[0] in _ASKING_LEAVE
        and words[1] in ("i", "we")
        and _is_named_last(scope, words)
    ):
        said, name = words[:-1], words[-1:]  # "can I borrow the spear, Ragnhild" as it is typed
    elif len(words) > 2 and not _SECOND_PERSON.isdisjoint(words[:-1]) and is_question(words):
        lengths = (
            n
            for n in (2, 1)
            if words[-n] not in PREPOSITIONS | AUXILIARIES
            and leading_person(scope, words[-n:], by_name=True)[1] == n
        )
        length = next(lengths, 1)
        said, name = words[:-length], words[-length:]
        # "what do you know about Hild" is about her, "what are you doing Hild" is said to her.
        before = said[-1]
        verbal = before in scope.nouns.verbs.words or before in HELD
        taken = before in PREPOSITIONS | DETERMINERS | AUXILIARIES | {"and", "or"}
        if taken or (verbal and not before.endswith("ing")):
            return None
    elif len(words) > 1 and words[0] in GREETING_STARTS | _HOURS:
        said, name = words[:1], words[1:]
    elif words[:1] == ["i"] and "you" in words[2:-1] and words[-2] not in PREPOSITIONS | DETERMINERS:
        said, name = words[:-1], words[-1:]  # "I trust you Hild"
    else:
        return None
    told_of = bool(said) and said[0] in _SUBJECTS  # "it would be a pity, would it not, Ulf"
    if not said or not name or len(name) > 4 or ("," in said and not told_of):
        return None
    who, length = leading_person(scope, name)
    if (
        who is None
        or length < len(name)
        or scope.nouns.kinds.get(who) != "person"
        or name[0] in ("him", "her", "you", "them")
    ):
        return None
    spoken = is_question(said) or said[0] in PLEAS | GREETING_STARTS | _HOURS | {
        "i",
        "you",
        "thanks",
        "thank",
        "sorry",
        "what",
    }
    spoken = spoken or (said[0] in _ASKING_LEAVE and said[1:2] in (["i"], ["we"]))
    # "The key is gone, Mr Tallack", "nice spoons, Jory": whoever is called after it is told it, and is no part of it.
    told = "," in words and len(said) > 1 and (said[0] in _SUBJECTS or asserts(said))
    told = told or ("," in words and who in scope.people and _orders_nothing(scope, said))
    return (who, said) if spoken or told else None


def _orders_nothing(scope: Scope, said: list[str]) -> bool:
    """Whether a few words before a name called out are a remark: they begin with no verb, and name nobody else."""
    named = leading_person(scope, said)[0]
    begun = scope.nouns.verbs.at_start(without_lead(said))[0] or scope.nouns.verbs.at_start(said)[0]
    return (
        len(said) > 1
        and not begun
        and named is None
        and "i" not in said[:1]
        and said[-1] not in ("and", "or")
    )


_HOURS = frozenset({"morning", "evening", "afternoon"})  # that people wish one another
_ASKING_LEAVE = frozenset({"can", "could", "may", "might", "shall", "should", "must"})


def _is_named_last(scope: Scope, words: list[str]) -> bool:
    """Whether a sentence ends in the name of somebody here that no word before it takes as its own."""
    before = words[-2]
    taken = before in PREPOSITIONS | DETERMINERS | AUXILIARIES | {"and", "or", "i", "we"}
    named = leading_person(scope, words[-1:], by_name=True)[0] in scope.people
    return named and not taken and before not in HELD and before not in scope.nouns.verbs.words


_SUBJECTS = frozenset("we he she it they that this there nobody somebody everybody my your let".split())
_ASSERTING = frozenset(
    "is are was were has have had will did does do not can could would should must".split()
)


def asserts(words: list[str]) -> bool:
    """Whether words begin with a noun and what is said of it: "the key is gone"."""
    return words[0] in DETERMINERS and not _ASSERTING.isdisjoint(words[2:5])


_GREETED = re.compile(
    r"(?:hello|hi|hey|greetings|(?:a )?(?:very )?good (?:morning|evening|day|afternoon)|well met"
    r"|morning|evening|afternoon"
    r"|peace (?:be )?(?:on|to|with)"
    r"|an? \w+ (?:morning|evening|night|day|afternoon)"
    r"(?= (?:sir|madam|friend|friends|to|lad|lady|master|mistress|all)\b))"
    r"(?: (?:there|again|to|you|all|both|everyone|everybody|friends?|sir|madam|miss|mister|lady|lord|"
    r"lad|boy|mistress|master|"
    r"gentlemen|ladies|folks?|good|my|the|people|of|this|house|one|and|on|with|be))*"
)
_PARTING = re.compile(
    r"(?:(?:well|right|fine|okay|so) )*(?:(?:i|we) (?:will )?)?(?:see|catch|talk to) you "
    r"(?:later|soon|around|tomorrow|then|again|"
    r"at \w+|up there|down there|upstairs|downstairs|below)(?: .{0,12})?"
    r"|(?:well |right |okay )*(?:good ?night|good ?bye|bye|farewell)"
    r"(?: (?:then|for now|all|everyone|sir|friend|now))+"
    r"|(?:well |right |okay )*i "
    r"(?:am off|must (?:go|be off|be going)|have to go|should (?:go|be going|be off)|had better go)"
    r"(?: (?:now|then|up|down))*"
    r"|(?:sleep|rest|fare|travel) well(?: (?:both|all|of|you|then|my|friends?|sir|lad|lady|now|the))*"
    r"|i (?:will |shall |had better )?(?:leave|let) you (?:to it|be|alone|in peace|get on|rest|work|sleep)"
    r"(?: (?:then|now|sir|miss))*"
    r"|(?:sleep|rest)(?: (?:both of you|you two|my friends?|friends?|sir|lad|lady))+"
    r"|(?:well |right |okay )*(?:farewell|good ?bye|good ?night)(?: for now)?,? and "
    r"(?:keep|mind|take|good|god|be|stay)\b.*"
    r"|(?:well |right )?(?:so long|take care|be well|until (?:later|then|tomorrow|next time))(?: .{0,12})?"
)


def greets_or_parts(words: list[str]) -> str | None:
    """Whether words are nothing but a greeting or a leave-taking: "greet" or "part"; None of any other."""
    text = " ".join(word for word in words if word.isalnum())
    return "greet" if _GREETED.fullmatch(text) else "part" if _PARTING.fullmatch(text) else None


_HANDED = frozenset("me us over back here right up now".split())
_URGING = ["come", "on"]
_FAREWELLS = frozenset("goodbye bye farewell goodnight night cya ciao later".split())


_PAID_FOR = re.compile(
    r"(?:please )?(?P<deed>(?:help|tell|show|give|let|teach|lend|fetch|bring|find|get|guide|lead|take|hide|save|feed)"
    r" (?:me|us|him|her|them|my|the|your|a|it)\b.*?) and (?:then )?(?P<mine>(?:i|we) (?:will|shall|can|would|could) .+)"
)


def price_first(words: list[str]) -> list[str]:
    """ "Help me find him and I will work for you" as the offer that it is: "if you help me find him I will …"."""
    found = _PAID_FOR.fullmatch(" ".join(word for word in words if word.isalnum()))
    return words if found is None else ["if", "you", *found["deed"].split(), *found["mine"].split()]


def said_to(scope: Scope, who: str, words: list[str]) -> Intent:
    """What is meant by words spoken to a person, idioms aside: a greeting, a question, a demand, a statement."""
    words = [w for w in words if w.isalnum()]
    words = words[2:] if words[:2] == _URGING and len(words) > 2 else words
    words = price_first(_without_courtesy(words))
    if words == _URGING:
        return Intent(verb="talk", objects=(who,))
    greeting = all(word in GREETINGS or word in ("sir", "madam") for word in words)
    if greeting and not is_question(words):
        force = "farewell" if not _FAREWELLS.isdisjoint(words) else None
        return Intent(verb="talk", objects=(who,), force=force)
    if (manners := greets_or_parts([*words, "friend"]) or greets_or_parts(words)) is not None:
        return Intent(verb="talk", objects=(who,), force="farewell" if manners == "part" else None)
    while len(words) > 1 and words[0] in (
        "please",
        "now",
        "so",
        "well",
        "and",
        "but",
        "hey",
        "okay",
        "look",
        "listen",
        "then",
    ):
        if words[0] in ("look", "listen") and words[1] in PREPOSITIONS:
            break  # "look after the fire" calls for no ears
        words = words[1:]
    if asks_company(words):
        return Intent(verb="recruit", objects=(who,), role="speech")
    if (force := force_of(words)) is not None:
        return _forceful(scope, who, words, force)
    if heartfelt_of(" ".join(words)) is not None:
        return ask(scope, who, words, "tell")  # "take my hand" holds one out, and orders nothing
    asks = is_question(words) or (words[0] in _ASKING_LEAVE and words[1:2] in (["i"], ["we"]))
    if asks or words[0] in ("tell", "about"):
        return ask(scope, who, words)
    if words[0] in ("give", "lend", "sell", "hand", "bring", "pass") and len(words) > 1:
        wanted = next((at for at, word in enumerate(words) if at and word not in _HANDED), len(words))
        return ask(scope, who, [word for word in words[wanted:] if word != "over"] or ["it"])
    if words[0] == "i" and len(words) > 2 and words[1] in ("need", "want", "require"):
        return ask(scope, who, words[2:])
    meanings, length = scope.nouns.verbs.at_start(words)
    if meanings and meanings[0] in ("ask", "talk") and len(words) > length:
        return ask(scope, who, words[length:])
    if words[0] in ("stay", "wait", "remain", "stop") or " ".join(words) in _SENT_AWAY:
        return Intent(verb="dismiss", objects=(who,))
    if words[0] in ("help", "save", "heal"):
        return Intent(verb="persuade", objects=(who,), topic=" ".join(words)[:110])
    if meanings and is_past(words[0]) and words[0] not in scope.nouns.verbs.base:
        return ask(scope, who, ["i", *words], "tell")  # "lost two fingers" tells, and asks for nothing
    if meanings and meanings[0] not in SPEAKING and words[0] not in ("i", "you", "we"):
        return Intent(verb="persuade", objects=(who,), topic=" ".join(words)[:110])
    if meanings and meanings[0] in SPEAKING - {"tell"}:
        return Intent(verb=meanings[0], objects=(who,))
    return ask(scope, who, words, "tell")


_WOULD_YOU = frozenset({"will", "would", "can", "could"})


def _without_courtesy(words: list[str]) -> list[str]:
    """A request without "would you" after it: "pour me a cup of tea, would you?"."""
    end = len(words) - (words[-1:] == ["please"])
    asked = words[end - 2 : end - 1] and words[end - 2] in _WOULD_YOU and words[end - 1] == "you"
    return words[: end - 2] if asked and end > 2 and words[0] not in _WOULD_YOU | AUXILIARIES else words


_THREATENING = frozenset({"threaten", "warn", "blackmail"})


def threat_in_words(scope: Scope, words: list[str]) -> Intent | None:
    """A threat that says what it threatens with: "threaten Ulf: I'll tell the lady about your boots".

    All that comes after the name is its content: whoever is named there is not spoken to, and nothing in it is done.
    """
    words = words[words[:1] == ["i"] :]
    if not words or words[0] not in _THREATENING:
        return None
    if words[1:2] == ["to"] and len(words) > 3 and scope.people:
        return _threat_to(scope, words[2:])
    who, length = leading_person(scope, words[1:])
    rest = words[length if words[length] == ":" else 1 + length :]  # a name takes the colon after it with it
    if who is None or scope.nouns.kinds.get(who) != "person" or len(rest) < 3 or rest[0] not in (":", "that"):
        return None
    if words[0] == "warn" and force_of([word for word in rest[1:] if word.isalnum()]) != "threaten":
        return None
    said = " ".join(word for word in rest[1:] if word.isalnum())
    return Intent(verb="threaten", objects=(who,), topic=said[:110], role="speech", force="threaten")


def _threat_to(scope: Scope, said: list[str]) -> Intent:
    """ "Threaten to drink it unless she talks": what is threatened is said to whoever is to heed it, and not done."""
    at = next((at for at, word in enumerate(said) if word in ("unless", "if", "until")), len(said))
    who, _ = leading_person(scope, said[at + 1 :]) if at < len(said) else (None, 0)
    topic = " ".join(word for word in said if word.isalnum())
    heard = who if who in scope.people else listener(scope, said)
    return Intent(verb="threaten", objects=(heard,), topic=topic[:110], role="speech", force="threaten")


def _forceful(scope: Scope, who: str, words: list[str], force: str) -> Intent:
    """What is done by saying it: the words stay the player's own."""
    tool = offered_thing(scope, words) if force == "offer" else None
    topic = " ".join(words)[:110] if force in ("threaten", "offer", "promise", "beg") else None
    return Intent(verb=VERB_OF[force], objects=(who,), tool=tool, topic=topic, role="speech", force=force)


def read_speech(scope: Scope, verb: str, head: list[str], words: list[str]) -> Intent:
    """The intent of a verb of speaking and the words after it: whom it is said to, and what about. Raises `Unclear`."""
    if head[-1] in ("about", "for", "after") and verb in ("ask", "talk", "tell"):
        words = ["about", *words]
    if words[:1] == ["me"] and verb == "tell":
        return ask(scope, listener(scope, words[1:]), words[1:])
    if head[0] in ("swear", "swears", "curse", "curses") and (not words or words[0] == ","):
        return Intent(verb="express", role="emote", topic=head[0])  # an oath, and no promise
    if (to_nobody := _spoken_to_nobody(scope, head, words)) is not None:
        return to_nobody
    if len(head) == 1 and head[0] in _MOUTHING and (other := _told_of(scope, words)) is not None:
        return ask(scope, listener(scope, words, other), words, "tell")
    who, rest = _addressee(scope, verb, words)
    if who == PLAYER:
        who, rest = listener(scope, rest), rest
    if who is None:
        who, rest = _by_default(scope, verb, head, words)
    if verb == "promise" and is_sworn_true(rest):
        return ask(scope, who, rest, "tell")
    tool = None
    if rest[:1] == ["with"] and verb in ("threaten", "charm", "comfort", "persuade", "thank", "deceive"):
        found = resolve(scope, rest[1:], frozenset({"item"}))
        if found is not None and scope.nouns.kinds[found.thing] == "item":
            tool, rest = found.thing, []
    topic = None
    if (
        len(rest) > 1
        and (rest[0].endswith("ly") or rest[0] == "first")
        and rest[1] in QUESTION_WORDS | _ABOUT
    ):
        rest = rest[1:]  # "ask him nicely why"
    if rest and verb in _TOPICAL:
        ordered = rest[0] == "to" and len(rest) > 1
        if ordered and verb in ("ask", "tell", "talk"):
            return Intent(verb="persuade", objects=(who,), topic=" ".join(rest[1:])[:110])
        if rest[:2] == ["not", "to"] and len(rest) > 2 and verb in ("ask", "tell"):
            return Intent(verb="persuade", objects=(who,), topic=" ".join(rest)[:110])
        while len(rest) > 1 and rest[0] in _ABOUT | {","}:
            rest = rest[1:]
        topic = subject_of(scope, who, rest).topic or None
        if verb == "talk" and topic:
            verb = "ask"
    return Intent(verb=verb, objects=(who,), topic=topic, tool=tool)


_MOUTHING = frozenset(
    {"say", "says", "mention", "claim", "claims"}
)  # words that take what is said after them


def _told_of(scope: Scope, words: list[str]) -> str | None:
    """Whoever is spoken of and not to: "say Ines sent me"; None where nobody is."""
    who, length = leading_person(scope, words, by_name=True)
    return who if len(words) > length + 1 and words[length] not in (",", ":", "to", "that") else None


def _spoken_to_nobody(scope: Scope, head: list[str], words: list[str]) -> Intent | None:
    """ "Say a short prayer", "say their names": words spoken to nobody."""
    if head[0] not in ("say", "says", "said") or words[:1] == [] or words[0] not in _RECITED:
        return None
    if "to" in words or leading_person(scope, words)[0] is not None or words[1:2] == ["word"]:
        return None
    if "prayer" in words:
        return Intent(verb="pray", topic=" ".join(words)[:110])
    return Intent(verb="express", role="emote", topic=" ".join(["say", *words])[:120])


_RECITED = frozenset({"a", "some", "their", "our", "his", "her", "my", "grace"})


def _addressee(scope: Scope, verb: str, words: list[str]) -> tuple[str | None, list[str]]:
    """The person that a verb of speaking is aimed at, and the words that are not their name."""
    at = 1 if words and words[0] in (*_TOWARD, "the") and len(words) > 1 else 0
    who, length = leading_person(scope, words[at:])
    if (
        who is None
        and at == 0
        and words
        and CLASS_WORDS.get(" ".join(words[:1])) == "people"
        and scope.people
    ):
        return listener(scope, words) if len(scope.people) == 1 else scope.people[0], words[1:]
    if who is not None:
        return who, words[at + length :]
    for at in range(1, len(words) - 1):
        if words[at] in (*_TOWARD, "on", "of"):
            who, length = leading_person(scope, words[at + 1 :])
            if who is not None and (
                at + 1 + length == len(words) or words[at + 1 + length] in PREPOSITIONS | {"that"}
            ):
                return who, words[:at] + words[at + 1 + length :]
    return None, words


def _by_default(scope: Scope, verb: str, head: list[str], words: list[str]) -> tuple[str, list[str]]:
    """A verb of speaking aimed at no person: the one who listens, or the thing that is talked to."""
    aimed = head[-1] in ("to", "with", "at") or verb not in (
        "ask",
        "tell",
        "talk",
        "promise",
        "persuade",
        "accuse",
        "apologise",
    )
    if words and words[0] not in _ABOUT and (aimed or verb in ("apologise", "accuse")):
        found = resolve(scope, words)
        if found is not None and found.fit >= 76:
            return found.thing, []
        if is_absurd(scope.world, words):
            raise Unclear("absurd", " ".join(words)[:80])
        if verb not in ("promise", "deceive", "charm", "thank", "comfort", "threaten", "insult"):
            raise Unclear("no_such_thing", " ".join(words)[:80])
    if is_absurd(scope.world, words) and verb != "ask":
        raise Unclear("absurd", " ".join(words)[:80])
    if verb == "ask" and (nobody := _asked_by_role(words)):
        raise Unclear("no_such_thing", nobody)
    return listener(scope, words), words


_LONGEST_ROLE = 3  # words of whom is asked, with the article


def _asked_by_role(words: list[str]) -> str:
    """Whom a question is for whom nobody goes by: "ask the captain about the bell"; empty of any other."""
    at = next((n for n, word in enumerate(words) if word in _AFTER_WHOM), 0)
    return " ".join(words[:at])[:80] if words[:1] == ["the"] and 1 < at <= _LONGEST_ROLE else ""


_AFTER_WHOM = QUESTION_WORDS | {"about"}
