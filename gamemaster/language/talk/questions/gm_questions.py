"""Which questions are put to the Game Master, and of what kind they are. Pure; the answers are the narrator's.

What nobody in the story is asked: about the player, what is in sight, the ways, the hour, the rules, earlier play.
A question that names a person or says "you" is put to people; so is one that only they could answer, where any are.
"""

from __future__ import annotations

import itertools
import re

from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import content_of, stem, words_of
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS, QUESTION_WORDS, SECOND_PERSON
from gamemaster.language.tables.gm_forms import GM_FORMS, PARTS
from gamemaster.language.talk.addressee import (
    can_answer_in,
    hearers_in,
    is_after_somebody_away,
    is_spoken_of,
    who_tells_of_it,
)
from gamemaster.language.talk.questions.judgement import LOOKS_OF, fate_asked, judgement_asked
from gamemaster.language.talk.questions.own_mind import OF_A_MATTER, is_of_own_mind, told_of
from gamemaster.language.talk.questions.questions_of_sight import (
    LEADING,
    NAMED_LOOKS,
    READ_AT,
    asks_of_its_use,
    asks_of_looks,
    asks_of_somebody_seen,
    asks_whereabouts,
    goal_sought,
    inform_intent,
    matter_asked,
    read_from_there,
)
from gamemaster.language.talk.questions.reckonings import reckoning_asked
from gamemaster.language.talk.questions.topics import subject_of, trim_question
from gamemaster.language.talk.questions.written_questions import gm_answer_to
from gamemaster.language.wording.game_lines import about_the_game, names_the_program
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import seen_items
from worlds.schema import PLAYER

# Kinds that people answer rather, where anybody is here, unless what is meant is in sight.
_OF_PEOPLE = frozenset({"why", "where_is", "who_is"})

# Kinds that a look at a thing in sight answers best.
_SEEN = frozenset({"things", "why", "who_is", "where_is"})

_FORMS = Forms(__name__)

_ANY = frozenset("any anything anybody anyone".split())

_ASKING = (QUESTION_WORDS | AUXILIARIES) - {"if", "whether"}

# Kinds that people or threats are asked about wherever they are.
_OF_THE_ABSENT = frozenset({"standing", "debts", "watched", "threat", "where_is"})


def gm_question(scope: Scope, words: list[str], *, addressed: bool = False) -> Intent | None:
    """The intent of a question to the Game Master, or None if the words are none, or put to somebody here."""
    found = _to_be_described(scope, words) or _put_to_gm(scope, words, addressed=addressed)
    text = LEADING.sub("", " ".join(word for word in words if word[0].isalnum()))
    if (
        found is None
        and SECOND_PERSON.isdisjoint(words)
        and gm_answer_to(scope.world, scope.state, text, to_the_word=True)
    ):
        return inform_intent("known", text.split(), None)
    return found if found is None else only_asked(found, words)


_DESCRIBED = re.compile(
    r"(?:can|could|would|will) you (?:please )?describe (?P<x>.+?)"
    r"(?: (?:to me|for me|again|please|in (?:more |some |greater )?detail|more (?:closely|fully)))*"
)


def _to_be_described(scope: Scope, words: list[str]) -> Intent | None:
    """A look at what stands here, where "you" are asked to describe it: nobody in the story is asked that."""
    found = _DESCRIBED.fullmatch(" ".join(word for word in words if word[0].isalnum()))
    seen = resolve(scope, found["x"].split(), _DESCRIBABLE, _DESCRIBABLE) if found is not None else None
    return Intent(verb="examine", objects=(seen.thing,)) if seen is not None and scope.reach(seen.thing) else None


_DESCRIBABLE = frozenset({"item", "feature"})


def only_asked(found: Intent, words: list[str]) -> Intent:
    """Whether a thing here is this or that, or how many, is only asked: nobody goes up to it, and no time passes."""
    asked = LEADING.sub("", " ".join(words)).split()
    if found.verb != "examine" or not (asked[:1] and (asked[0] in _WHETHER or asked[:2] in _COUNTING)):
        return found
    return Intent(
        verb="inform", role="question", topic="seen", objects=found.objects, words=" ".join(asked)[:300]
    )


# Kinds of question that state and sight answer: a writer's answer only to the very words.
OF_SIGHT = frozenset(
    """place ways people leader who_is things health needs time weather where_is company watched senses gains
    debts sight seen looks threat deeds measure cover signs standing to_ask heard""".split()
)


_COUNTING = (["how", "many"], ["how", "much"])

_WHETHER = frozenset("is are was were does do has have".split())


def _put_to_gm(scope: Scope, words: list[str], *, addressed: bool) -> Intent | None:
    """The intent of a question to the Game Master, or None if the words are none, or put to somebody here.

    With `addressed` the Game Master was called, and nobody and nothing here answers instead. In the middle of a talk
    a question that no eye could answer is for whoever is talked with.
    """
    words = _without_afterthought(words)
    text = LEADING.sub("", " ".join(word for word in words if word[0].isalnum()))
    text = re.sub(r"^(what|where|who|why|how) the (?:fuck|hell|heck|devil)\b", r"\1", text)
    text = re.sub(
        r"(?: or not| or what| again| please| right now| just now| exactly| at all| in short| briefly"
        r"| lol| tho| though| btw| then| tonight"
        r"| even| anyway| bro| dude)+$",
        "",
        text,
    )
    if asks_of_the_program(scope, text) or (
        about_the_game(text)
        and (
            addressed
            or not scope.people
            or (SECOND_PERSON.isdisjoint(words) and not _is_told_of_here(scope, text))
        )
    ):
        return inform_intent("rules", text.split(), None)
    if (
        scope.people
        and not addressed
        and (re.search(r"\b(?:you|your|yours)\b", text) or _FORMS["requests"].fullmatch(text))
    ):
        return None
    text = re.sub(r" (i|we) (?:actually|really|possibly|currently|even|honestly) ", r" \1 ", text)
    if (seen := asks_of_somebody_seen(scope, text)) is not None:
        return seen
    of_looks = text.startswith(("is ", "does ", "did "))
    if of_looks and (doubted := _of_honesty(scope, text, addressed=addressed)) is not None:
        return doubted
    if (looks := asks_of_looks(scope, text)) is not None:
        return Intent(verb="examine", objects=(looks,))
    looking = NAMED_LOOKS.fullmatch(text)
    one = _person_looked_at(scope, (looking["who"] or looking["of"]).split()) if looking is not None else None
    if one in scope.people:
        return inform_intent("seen", text.split(), one)
    if asks_who_is_here(scope, text) or _FORMS["alone"].fullmatch(text) is not None:
        return inform_intent("people", text.split(), None)
    told_by_them = OF_THE_ASKER.isdisjoint(words) and bool(who_tells_of_it(scope, text.split()))
    reckoned = reckoning_asked(text)
    if reckoned is not None and not (scope.talking and told_by_them and not addressed):
        return inform_intent(reckoned, text.split(), None)
    if not addressed and told_by_them:
        return None
    if (writing := _FORMS["written"].match(text)) is not None:
        paper = matter_asked(scope, writing["paper"].split())
        if paper in scope.world.items and scope.reach(paper):
            return inform_intent("seen", text.split(), paper)
    if is_of_own_mind(text.split(), talking=scope.talking):
        found, told = OF_A_MATTER.fullmatch(text), told_of(text)
        if told is not None and scope.talking and not addressed and not _has_spoken(scope, told[0]):
            return None  # what was never said to the player is for whoever may have heard it
        about = told[1] if told is not None else found["x"] if found is not None else ""
        thing = matter_asked(scope, about.split()) if about else None
        return inform_intent(
            "known", text.split(), thing if thing is not None and scope.near.get(thing, 0) > 0 else None
        )
    if (doubted := _of_honesty(scope, text, addressed=addressed)) is not None:
        return doubted
    if (judged := _of_judgement(scope, text, addressed=addressed)) is not None:
        return judged
    if text.split(" ")[0] in _ANY:
        text = f"is there {text}"
    if _SIGNS.fullmatch(_as_whether_there_is(text)) is not None:
        about_what = thing_with_signs(text.split()).split()
        return inform_intent("signs", text.split(), matter_asked(scope, about_what) if about_what else None)
    if _FORMS["sound_asked"].fullmatch(text) is not None:
        return inform_intent("senses", text.split(), None)
    first = " ".join(itertools.takewhile(lambda word: word != ",", words))
    if (read := read_from_there(scope, text, first)) is not None:
        return read
    if (used := asks_of_its_use(scope, text, words)) is not None:
        return used
    if (lies := asks_whereabouts(scope, text)) is not None:
        return lies
    for kind, form in GM_FORMS:
        found = form.fullmatch(text)
        if found is not None:
            about = (found.groupdict().get("x") or "").split()
            of_it = _of(scope, kind, words, about, addressed=addressed)
            if of_it is not None or kind not in ("threat", "company"):
                return of_it
    if _FORMS["of_ones_own_state"].match(text) and SECOND_PERSON.isdisjoint(words):
        return inform_intent("known", words, None)
    if scope.talking or not can_answer_in(scope) or words[0] not in _ASKING:
        return None
    if (
        is_after_somebody_away(scope, words)
        or leading_person(scope, words[-1:], by_name=True)[0] in scope.people
    ):
        return None
    looked_at = (["how", "many"], ["how", "much"], ["what", "is"], ["what", "are"], ["what", "was"])
    core = (trim_question(words[2:]) or words[2:]) if words[:2] in looked_at and len(words) < _SHORT else []
    if words[0] in ("is", "are") and words[1:2] == ["the"] and 3 < len(words) < _SHORT:
        core = words[1:-1]  # "is the forge hot?"
    named = resolve(scope, core) if core else None
    thing = named.thing if named is not None and named.fit >= 86 else None
    if thing is not None and scope.reach(thing) and scope.nouns.kinds[thing] in ("feature", "item"):
        return Intent(verb="examine", objects=(thing,))  # whoever counts looks
    # Nobody is spoken to, and no eye alone could answer: it is for the Game Master, who knows whom to ask.
    thing = matter_asked(scope, words[1:])
    return inform_intent(
        "known", words, thing if thing is not None and scope.near.get(thing, 0) > 0 else None
    )


def asks_who_is_here(scope: Scope, text: str) -> bool:
    """Whether it is asked who is about where the player stands, by the name of the place: "who is in the yard?"."""
    found = _FORMS["who_is_there"].fullmatch(text)
    place = resolve(scope, found["place"].split(), _PLACES, _PLACES) if found is not None else None
    return place is not None and place.thing == scope.state.place


_PLACES = frozenset({"place"})


# "Anything flashing?", "has anything here been moved?", "is there anything strange about the snow?"
_SIGNS = re.compile(
    rf"(?:is|are|was|were|has|have|had|does|do|did) (?:there )?(?:any|some)thing{PARTS['<here>']} (?:been |looks? )?"
    r"(?!to\b|i\b|we\b|you\b|else\b|like\b|for\b|here\b|in\b|on\b|under\b|behind\b|inside\b|that\b|left\b|worth\b|useful\b)"
    r"(?P<x>\w+(?: \w+){0,5})"
)


# "Do I notice anything odd?" asks whether there is anything odd.
_BY_EYE = re.compile(
    r"(?:(?:can|could|do|does|did) (?:i|we|you) (?:now |still )?(?:see|spot|notice|make out|find) )?"
    r"(?=(?:any|some)thing \w)"
)


def _as_whether_there_is(text: str) -> str:
    return _BY_EYE.sub("is there ", text, count=1) if _BY_EYE.match(text) else text


_ABOUT_WHAT = re.compile(r"\b(?:with|about) (?P<x>(?!here\b|this (?:room|place)\b|me\b).+)$")


def thing_with_signs(words: list[str]) -> str:
    """What it is asked of whether anything is wrong or odd with it, as it was said; empty where it is asked of all."""
    found = _ABOUT_WHAT.search(" ".join(words))
    return found["x"] if found is not None else ""


def sign_asked(words: list[str]) -> str:
    """What is asked of anything at all that is here: "moved lately", "strange about the snow"."""
    text = " ".join(words)
    found = _SIGNS.fullmatch(_as_whether_there_is(text))
    return re.sub(PARTS["<here>"] + "$", "", found["x"]) if found is not None else ""


def _of_honesty(scope: Scope, text: str, *, addressed: bool) -> Intent | None:
    """Whether somebody is to be believed, weighed by the player themselves: nobody is asked if they lie."""
    if _FORMS["weighed"].fullmatch(text) is None or _FORMS["doubt"].search(text) is None:
        return None
    words = text.split()
    if words[1:2] in (["i"], ["we"]):
        return None  # "can I hide it in my boot without her noticing?" is of one's own deed
    starts = [at for at, word in enumerate(words) if word not in ("you", "your")]
    named = (leading_person(scope, words[at:], by_name=True)[0] for at in starts)
    who = next((one for one in named if one not in (None, PLAYER)), None)
    if who is None:
        whose = {"his": "him", "their": "them"}
        meant = (
            pronoun(scope, whose.get(word, word))
            for word in words
            if word in ("he", "she", "him", "her", "they", "his", "their")
        )
        who = next((one for one in meant if one in scope.world.characters), None)
    if who is None and addressed and _FORMS["anyone"].search(text) is not None:
        return inform_intent("honesty", words, None)
    known = who in scope.state.seen_at or who in scope.people
    return inform_intent("honesty", words, who) if who is not None and known else None


def _of_judgement(scope: Scope, text: str, *, addressed: bool) -> Intent | None:
    """What wants a judgement or an overview of what the player has seen and heard."""
    if (kind := judgement_asked(text)) is not None:
        if kind == "trusted" and scope.talking and not addressed:
            return None  # whoever is talked with may say
        meant = _person_judged(scope, text) if kind == "standing" else None
        return inform_intent(kind, text.split(), meant)
    if (looks := LOOKS_OF.fullmatch(text)) is not None:
        if _EVERYBODY.fullmatch(looks["who"]) is not None:
            return inform_intent("people", text.split(), None)
        who = matter_asked(scope, looks["who"].split())
        absent = (who in scope.world.characters and who not in scope.people) or (who is None and scope.people)
        return inform_intent("appearance", text.split(), who) if absent else None
    fate = fate_asked(text)
    if fate is None or not (addressed or fate[1]):
        return None
    thing = matter_asked(scope, fate[0].split())
    known = thing is not None and (scope.near.get(thing, 0) > 0 or thing in scope.state.seen_at)
    return None if fate[0] in OF_THE_ASKER else inform_intent("fate", text.split(), thing if known else None)


_EVERYBODY = re.compile(
    r"every ?(?:one|body)|(?:each|all) of (?:them|these people)"
    r"|(?:the|these|those) (?:other )?(?:people|others|men|women|folk)"
)


def _person_judged(scope: Scope, text: str) -> str | None:
    """Whoever is named after "with" or "to"."""
    who = re.search(r"\b(?:with|to|toward|towards) (.+)", text)
    named = leading_person(scope, who[1].split(), by_name=True)[0] if who is not None else None
    return named if named in scope.state.seen_at or named in scope.people else None


def _has_spoken(scope: Scope, who: str) -> bool:
    """Whether whoever is called so has spoken to the player; anybody at all, where nobody is named."""
    return not who or pronoun(scope, who) is not None or _speaker_named(scope, who.split()) is not None


def _without_afterthought(words: list[str]) -> list[str]:
    """A question without what only hangs on it: "what is in the crate, anything good?"."""
    at = words.index(",") if "," in words[2:] else 0
    return words[:at] if at > 1 and words[at + 1 : at + 2] and words[at + 1] in _HANGING else words


def asks_of_the_program(scope: Scope, text: str) -> bool:
    """Whether a whole question can only be meant of the game, whoever stands there, in a world that knows no such."""
    asked = " ".join(word for word in words_of(text[:_LONGEST_ASKED]) if word[0].isalnum())
    if not names_the_program(asked) or not about_the_game(asked):
        return False
    words = asked.split()
    starts = [at for at, word in enumerate(words) if word not in SECOND_PERSON]
    named = (leading_person(scope, words[at:], by_name=True)[0] for at in starts)
    return all(one in (None, PLAYER) for one in named)


_LONGEST_ASKED = 120  # characters


def _is_told_of_here(scope: Scope, text: str) -> bool:
    """Whether somebody here has something to say of what the words name: a house may have rules of its own."""
    here = hearers_in(scope)
    return any(subject_of(scope, who, text.split()).score >= READ_AT for who in here)


_HANGING = frozenset(
    "apart besides except anything something anybody someone or if please exactly then".split()
)

def weighs_own_deed(words: list[str]) -> bool:
    """Whether a deed of one's own is only weighed: whether it could be done unseen, in time, minded by nobody here."""
    text = LEADING.sub("", " ".join(word for word in words if word[0].isalnum()))
    return SECOND_PERSON.isdisjoint(words) and _FORMS["own_deed_weighed"].fullmatch(text) is not None


def is_of_looks(scope: Scope, words: list[str], who: str) -> bool:
    """Whether a question is of how somebody looks, or what they do, and is put to nobody."""
    found = _FORMS["looks_of_one"].fullmatch(" ".join(word for word in words if word[0].isalnum()))
    if found is None or not SECOND_PERSON.isdisjoint(words):
        return False
    return leading_person(scope, found["one"].split(), by_name=True)[0] == who


_SHORT = 6  # words of a question that is after nothing but what a thing is, or how many it is


def is_request(words: list[str]) -> bool:
    """Whether a question asks somebody's leave or for something of theirs: "could I sleep here?"."""
    return (
        _FORMS["requests"].fullmatch(LEADING.sub("", " ".join(word for word in words if word[0].isalnum())))
        is not None
    )


def _of(scope: Scope, kind: str, words: list[str], about: list[str], *, addressed: bool) -> Intent | None:
    about = about if about not in (["i"], ["we"]) else []
    if kind in ("looks", "gains") and about in (["one"], ["any"], ["some"]):
        return inform_intent("known", words, None)  # of what was named before
    thing = _speaker_named(scope, about) if kind == "heard" else None
    if thing is not None and "mean" not in words:
        return inform_intent(kind, words, thing)  # the player heard it themselves
    written = matter_asked(scope, about) if kind == "heard" and thing is None and about else None
    if written in scope.world.items and scope.reach(written):
        return inform_intent("seen", words, written)  # "what did the letter say about pay?"
    if (
        kind == "where_is"
        and words[0] == "where"
        and goal_sought(scope.world, scope.state, about) is not None
    ):
        return inform_intent(kind, words, None)  # what the story itself looks for is no thing at hand
    described = _person_described(scope, about) if kind == "who_is" else None
    if described is not None:
        return inform_intent(kind, words, described)
    thing = thing or matter_asked(scope, about)
    if kind == "ways" and _FORMS["state_of_way"].search(" ".join(words)) is not None:
        if not about or _is_called_so(scope, about):
            return inform_intent(kind, words, None)
        fixed = (
            resolve(scope, about, frozenset({"item", "feature"}), frozenset({"item", "feature"}))
            if about
            else None
        )
        near = fixed is not None and fixed.fit >= READ_AT and scope.reach(fixed.thing)
        return Intent(verb="examine", objects=(fixed.thing,)) if fixed is not None and near else None
    if not addressed and scope.talking and can_answer_in(scope):
        if kind == "possible" and (words[0] in _LEAVE or "if" in words[1:3]):
            return None  # leave is somebody's to give, and what would come of a thing is theirs to say
        if kind == "leader" or (kind == "people" and not _LIVING.isdisjoint(words[2:])):
            return None  # who lives here knows it
        if (
            kind == "people"
            and words[0] == "who"
            and {"is", "are"}.isdisjoint(words[1:3])
            and "here" not in words
        ):
            return None  # "who looks so surprised?" may take up what was said
        if (
            kind == "ways"
            and about
            and thing not in scope.state.visited
            and thing not in {w.to for w in scope.ways}
        ):
            return None
    if kind == "where_is" and (thing in scope.state.held or thing in seen_items(scope.world, scope.state)):
        return inform_intent(kind, words, thing)  # what the player has had in hand is nobody else's to know
    if kind == "where_is" and thing in scope.state.seen_at and not _OF_MEMORY.isdisjoint(words):
        return inform_intent(kind, words, thing)  # where the player saw them last
    if kind == "where_is" and words[0] in ("what", "how") and not addressed and is_spoken_of(scope, words):
        return None  # "what about the drone?" is for whoever has something to say of it
    if kind == "where_is" and thing in scope.people and words[0] == "where":
        return inform_intent(kind, words, thing)  # whoever is here is seen to be
    if kind == "where_is" and words[0] == "what":
        return inform_intent(kind, words, thing)  # "what did I just put on the table?"
    if thing in scope.world.threats and kind in ("threat", "where_is") and scope.state.threats[thing].awake:
        return inform_intent(kind, words, thing)
    if kind == "company":  # who goes with the player is seen; whether somebody else comes here is not
        return inform_intent(kind, words, thing) if thing in scope.people else None
    if kind == "threat":
        return None
    known = thing is not None and (thing == PLAYER or scope.near.get(thing, 0) > 0)
    known = known or (kind in _OF_THE_ABSENT and thing in scope.world.characters)
    if addressed:
        return inform_intent(kind, words, thing if known else None)
    if thing is not None and words[0] in _ANY and scope.reach(thing):
        return Intent(verb="examine", objects=(thing,))
    for_people = (kind not in _OF_ONESELF and is_after_somebody_away(scope, words)) or (
        scope.talking and _is_for_people(scope, kind, about, thing)
    )
    if _is_seen(scope, kind, words, thing) or for_people:
        return None
    return inform_intent(kind, words, thing if known else None)


# Kinds that nobody else could answer, whatever they are called who are away.
_OF_ONESELF = frozenset(
    {
        "self",
        "goal",
        "inventory",
        "health",
        "needs",
        "measure",
        "what_if",
        "sight",
        "duty",
        "arrival",
        "deeds",
        "time",
        "weather",
    }
)

OF_THE_ASKER = frozenset("i my mine myself we our".split())
_OF_MEMORY = frozenset("i we was were again".split())

_LEAVE = frozenset({"may", "might", "shall"})

_LIVING = frozenset("live lives work works sleep altogether total all".split())


def _is_called_so(scope: Scope, about: list[str]) -> bool:
    """Whether a way from here goes by one of these words."""
    said = {stem(word) for word in about}
    return any(
        name.head in said
        for way, names in scope.nouns.exits[scope.state.place]
        if way in scope.ways
        for name in (*names, *(one for one in scope.nouns.names if one.thing == way.to))
    )


_ANYBODY = {
    "he": frozenset("man guy boy lad fellow bloke chap dude gentleman bloke".split()),
    "she": frozenset("woman lady girl lass".split()),
    "": frozenset("person one stranger figure somebody someone child kid".split()),
}


def _person_described(scope: Scope, about: list[str]) -> str | None:
    """Whoever is here and is meant by what can be seen of them: "that guy", "the woman in the grey coat"."""
    about = [word for word in about if word not in DETERMINERS]
    if not about or not scope.people:
        return None
    kinds = {pronoun for pronoun, words in _ANYBODY.items() if about[0] in words}
    if not kinds:
        return None
    people = [who for who in scope.people if "" in kinds or scope.world.characters[who].pronoun in kinds]
    more = content_of(" ".join(about[1:]))
    if more:
        looks = {who: content_of(" ".join(_looks_of(scope, who))) for who in people}
        people = [who for who in people if more & looks[who]]
    return people[0] if len(people) == 1 else None


def _person_looked_at(scope: Scope, words: list[str]) -> str | None:
    """Whoever is here and is called so, by name, by a pronoun, or by what is seen of them: "the kid"."""
    meant = pronoun(scope, words[0]) if len(words) == 1 else None
    return meant or leading_person(scope, words, by_name=True)[0] or _person_described(scope, words)


def _looks_of(scope: Scope, who: str) -> list[str]:
    person = scope.world.characters[who]
    passages = (*person.description, *person.presence)
    return [text for variant in passages for text in variant.text]


def _speaker_named(scope: Scope, about: list[str]) -> str | None:
    """Whoever of those that have spoken to the player is called so, the latest first: "what did the boy say?"."""
    said = {stem(word) for word in about}
    latest = sorted(scope.state.lines, key=lambda key: -scope.state.lines[key])
    speakers = dict.fromkeys(key.partition(".")[0] for key in latest)
    called = [
        who for who in speakers if any(n.thing == who and said.issuperset(n.stems) for n in scope.nouns.names)
    ]
    return called[0] if called else None


def _is_seen(scope: Scope, kind: str, words: list[str], thing: str | None) -> bool:
    """Whether a look at something in sight answers best."""
    if kind in _SEEN | {"time"} and _shown_on(scope, words) is not None:
        return True
    in_sight = thing is not None and scope.reach(thing) and thing not in (PLAYER, scope.state.place)
    if kind == "where_is" and thing is not None and scope.nouns.kinds.get(thing) == "place":
        return False  # which way it lies is no matter of a look
    return kind in (_SEEN if scope.talking else _SEEN - {"why"}) and in_sight


def _is_for_people(scope: Scope, kind: str, about: list[str], thing: str | None) -> bool:
    """Whether somebody here is asked: for a reason, for somebody who is away, for what nobody can see."""
    if not can_answer_in(scope):
        return False
    if about[:1] in (["trust"], ["believe"]) or (
        kind == "things"
        and bool(about)
        and (thing is None or not scope.reach(thing) or thing in scope.world.locations)
    ):
        return True
    return kind in _OF_PEOPLE and (thing is None or not scope.reach(thing))


def _shown_on(scope: Scope, words: list[str]) -> str | None:
    """The thing in sight that a question ends with: "what day is it on the calendar"."""
    at = max((at for at, word in enumerate(words[:-1]) if word in ("on", "in")), default=0)
    found = resolve(scope, words[at + 1 :], frozenset({"item", "feature"})) if at else None
    return found.thing if found is not None and found.fit >= 86 and scope.reach(found.thing) else None


def is_a_sound(word: str) -> bool:
    """Whether a word names something that one hears."""
    return _FORMS["sound"].fullmatch(word) is not None
