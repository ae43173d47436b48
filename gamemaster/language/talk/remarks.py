"""What is said to somebody without a verb of speech: greetings, farewells, threats, prices. Pure."""

from __future__ import annotations

import re

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.noun_index import Scope, name_words
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    GREETINGS,
    PREPOSITIONS,
)
from gamemaster.language.tables.verb_forms import is_over_after_have, is_past, plain_form
from gamemaster.language.talk.direct_address import ASKING_LEAVE
from gamemaster.language.talk.forces.heartfelt import heartfelt_of
from gamemaster.language.talk.forces.speech_forces import (
    VERB_OF,
    force_of,
    offered_thing,
    without_oath_before_terms,
    without_reason,
)
from gamemaster.language.talk.pressing import deal_struck, put_before, seals
from gamemaster.language.talk.questions.questions_put import ask, asks_company, is_question, listener
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
SPEAKING = frozenset(
    """talk ask tell persuade deceive threaten charm accuse promise apologise insult thank comfort kiss recruit
    dismiss""".split()
)

_SENT_AWAY = frozenset(
    {"go away", "go home", "go back", "leave", "leave me", "leave me alone", "get lost", "get away"}
)

_GREETED = re.compile(
    r"(?:hello|hi|hey|greetings|(?:a )?(?:very )?good (?:morning|evening|day|afternoon)|well met"
    r"|morning|evening|afternoon"
    r"|peace (?:be )?(?:on|to|with)"
    r"|an? \w+ (?:morning|evening|night|day|afternoon)"
    r"(?= (?:sir|madam|friend|friends|to|lad|lady|master|mistress|all)\b))"
    r"(?: (?:there|again|to|you|all|both|everyone|everybody|friends?|sir|madam|miss|mister|lady|lord|"
    r"lad|boy|mistress|master|old|young|little|"
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


_ANYBODY = re.compile(
    r"(?P<greeted>(?:(?:hello|hi|hey|hullo|hallo|halloo|oi|ahoy|good (?:morning|evening|day|afternoon)) ?(?:, ?)?)*)"
    r"(?:is )?(?:there )?(?:any|some)(?:body|one)(?: else)?(?: (?:down|up|in|out|over|at|round))?"
    r" (?:here|home|there|in|about|around)"
)


def hails_anybody(words: list[str]) -> bool:
    """Whether whoever is here is called: "hullo, anybody down here?"; without a greeting it only asks who is."""
    found = _ANYBODY.fullmatch(" ".join(word for word in words if word.isalnum()))
    return found is not None and bool(found["greeted"])


_LONGEST_GREETING = 5  # words
_CALLS_AS_WELL = frozenset(
    {"hey", "morning", "evening", "afternoon"}
)  # which greet with a name or a pause after


def opens_with_greeting(words: list[str], names: frozenset[str]) -> bool:
    """Whether what is said begins by greeting whoever has these names: "hello Ann, what is that?", "good day. I …"."""
    for length in range(min(_LONGEST_GREETING, len(words)), 0, -1):
        if greets_or_parts(words[:length]) == "greet":
            after = words[length] if length < len(words) else ","
            return after == "," or after in names or _CALLS_AS_WELL.isdisjoint(words[:1])
    return False


_HANDED = frozenset("me us over back here right up now".split())

_URGING = ["come", "on"]

_FAREWELLS = frozenset("goodbye bye farewell goodnight night cya ciao later".split())

_PAID_FOR = re.compile(
    r"(?:please )?(?:you )?(?:please |just )?(?P<deed>(?:help|tell|show|give|teach|lend|fetch|bring|find|get|guide"
    r"|lead|take|hide|save|feed"
    r"|let(?= (?:me|us|him|her|them) (?:in|out|go|pass|through|by|stay|sleep|have|see|keep|join|rest|know)\b))"
    r" (?:me|us|him|her|them|my|the|your|a|it)\b.*?)(?: ,)? and (?:then )?"
    r"(?P<mine>(?:i|we) (?:will|shall|can|would|could) .+)"
)


def price_first(scope: Scope, words: list[str]) -> list[str]:
    """An exchange in the words of one: "help me find him and I work for you" as "if you help me find him I will …".

    So is what somebody may have for something: "it is yours if you tell me" as "I will give you the ring if you …".
    """
    words = _FORMS["settled"].sub("", " ".join(words)).split() or words
    text = " ".join(words)
    if (served := _FORMS["service_for"].fullmatch(text)) is not None:
        return ["i", "will", *served["mine"].split(), "if", "you", *served["asked"].split()]
    for form in _HAD_FOR:
        if (had := _FORMS[form].fullmatch(text)) is not None:
            gift = _held_out(scope, had["gift"].split())
            return ["i", "will", "give", "you", *gift, "if", "you", *_to_be_done(scope, had["asked"].split())]
    if (yours := _FORMS["bare_yours"].fullmatch(text)) is not None:
        gift = _held_out(scope, ["it"])
        return ["i", "will", "give", "you", *gift, "if", "you", *_to_be_done(scope, yours["asked"].split())]
    if (later := _FORMS["only_then"].fullmatch(text)) is not None:
        mine = (later["deed"] or later["later"]).split()
        return ["i", "will", *mine, "if", "you", *_to_be_done(scope, later["asked"].split())]
    if (silence := _FORMS["for_silence"].fullmatch(text)) is not None:
        return ["if", "you", "say", "nothing", *silence["of"].split(), ",", *silence["mine"].split()]
    if (let := _FORMS["let_if"].fullmatch(text)) is not None and let["let"].split()[0] in scope.nouns.verbs.base:
        return ["i", "will", "let", "you", *let["let"].split(), "if", "you", *_to_be_done(scope, let["asked"].split())]
    alike = _FORMS["like_for_like"].fullmatch(text)
    if alike is not None and (verb := alike["verb"] or alike["order"]) in scope.nouns.verbs.base:
        asked = (alike["asked"] or alike["wanted"]).split()
        return ["if", "you", verb, *asked, ",", "i", "will", verb, *alike["mine"].split()]
    found = _PAID_FOR.fullmatch(text)
    if found is not None:
        return ["if", "you", *found["deed"].split(), ",", *found["mine"].split()]
    paid = _FORMS["for_reward"].fullmatch(text)
    if paid is not None and scope.nouns.verbs.at_start(paid["asked"].split())[0]:
        return ["if", "you", *paid["asked"].split(), ",", *paid["mine"].split()]
    return words


_HAD_FOR = ("yours_if", "if_yours", "do_yours", "have_if", "if_have", "do_have")


def _to_be_done(scope: Scope, words: list[str]) -> list[str]:
    """What somebody is to have done, as what they are to do: "have told me" as "tell me"."""
    done = words[:1] == ["have"] or (words[:1] == ["are"] and words[2:3] in (["me"], ["us"]))  # "once he's told me"
    if not done or not words[1:] or not is_over_after_have(words[1]):
        return words
    return [plain_form(words[1], scope.nouns.verbs.base), *words[2:]]


def _held_out(scope: Scope, gift: list[str]) -> list[str]:
    """What is offered, by its name where "it" is all that it is called: what the player carries and spoke of last."""
    pointed = len(gift) == 1 and gift[0] in _WORDS["pointed_at"]
    thing = (scope.focus.get("it") or scope.focus.get("them")) if pointed else None
    gift = ["them"] if gift in (["they"], ["these"], ["those"]) else gift
    if thing not in scope.world.items or scope.state.items.get(str(thing)) != PLAYER:
        return gift
    return ["the", *name_words(scope.world.items[str(thing)].name)]


def said_to(scope: Scope, who: str, words: list[str]) -> Intent:
    """What is meant by words spoken to a person, idioms aside: a greeting, a question, a demand, a statement."""
    words = [w for w in without_reason(price_first(scope, words)) if w.isalnum()]
    words = words[2:] if words[:2] == _URGING and len(words) > 2 else words
    words = [w for w in price_first(scope, _without_courtesy(words)) if w.isalnum()]
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
    if seals(" ".join(words)) and (deal_struck(scope.state, who) or put_before(scope.state)):
        return ask(scope, who, words)
    if asks_company(words):
        return Intent(verb="recruit", objects=(who,), role="speech")
    if (force := force_of(words)) is not None:
        return _forceful(scope, who, words, force)
    if heartfelt_of(" ".join(words)) is not None:
        return ask(scope, who, words, "tell")  # "take my hand" holds one out, and orders nothing
    if words[0] == "tell" and len(words) > _A_MESSAGE and _TOLD_TO_OTHERS.match(" ".join(words)):
        return Intent(verb="persuade", objects=(who,), topic=" ".join(words)[:110], role="speech")
    asks = is_question(words) or (words[0] in ASKING_LEAVE and words[1:2] in (["i"], ["we"]))
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


_A_MESSAGE = 3  # words from which on somebody else is told more than a name says
# "Tell the captain I'm on my way" gives a message to pass on.
_TOLD_TO_OTHERS = re.compile(
    r"tell (?!me\b|us\b|about\b|of\b|what\b|why\b|who\b|how\b|where\b|it\b|a\b|the (?:truth|story|tale|time)\b"
    r"|your (?:story|tale|side)\b)(?:(?:the|your|my|mr|mrs|miss|old) )?\w+ (?!about\b).+"
)
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
    words = without_oath_before_terms(words) if force == "offer" else words
    tool = offered_thing(scope, words) if force == "offer" else None
    topic = " ".join(words)[:110] if force in ("threaten", "offer", "promise", "beg") else None
    return Intent(verb=VERB_OF[force], objects=(who,), tool=tool, topic=topic, role="speech", force=force)
